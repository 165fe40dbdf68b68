"""The forum action: take a tile.   T-30."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.trajan.actions import TAKE_TILE
from ulpia.games.trajan.constants import EXTRA_SPACES, FORUM_SPACES, FORUM_TILE_KINDS
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.state import State


@compiled
def forum_options(s: State, legal: Options, n: int) -> int:
    """T-30: list the kinds of tiles in the forum; tiles of a kind are alike."""
    kinds = 0
    for space in range(FORUM_SPACES + EXTRA_SPACES):
        if s.forum[space] != NONE:
            kinds |= 1 << int(s.forum[space])
    for kind in range(FORUM_TILE_KINDS):
        n = offer(legal, n, TAKE_TILE + kind, (kinds >> kind) & 1 == 1)
    return n


@compiled
def play_take_tile(s: State, action: int, log: EventLog) -> None:
    """T-30: move the tile to the mat, which has no limit."""
    kind = action - TAKE_TILE
    for space in range(FORUM_SPACES + EXTRA_SPACES):
        if s.forum[space] == kind:
            s.forum[space] = NONE
            break
    s.players[s.seat].tiles[kind] += 1
    emit(log, Event.TILE_TAKEN, s.seat, kind, 0, 0)
