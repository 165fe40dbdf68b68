"""Extra actions: a seat gives up a tile to perform an action again.   T-80, T-81, T-82."""

from ulpia.engine.agenda import pop, push
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.trajan.actions import END_TURN, REPEAT, REPEAT_WILD
from ulpia.games.trajan.constants import TRAYS, Frame, Tile
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.possible import may_perform
from ulpia.games.trajan.rules.state import State


@compiled
def may_repeat(s: State, action: int) -> bool:
    """T-80, T-82: the action was performed this turn and can be performed again."""
    return s.performed[action] == 1 and may_perform(s, s.seat, action)


@compiled
def extra_options(s: State, legal: Options) -> int:
    """T-80: list tiles of actions that were performed this turn, wilds for them, and ending the turn."""
    me = s.players[s.seat]
    n = 0
    for action in range(TRAYS):
        n = offer(legal, n, REPEAT + action, me.tiles[Tile.EXTRA + action] > 0 and may_repeat(s, action))
    if me.tiles[Tile.ANY_EXTRA] > 0:
        for action in range(TRAYS):
            n = offer(legal, n, REPEAT_WILD + action, may_repeat(s, action))
    return offer(legal, n, END_TURN, True)


@compiled
def has_extra_tile(s: State) -> bool:
    """T-80: tell whether the seat has a tile to give up; without one it is not asked."""
    me = s.players[s.seat]
    for kind in range(Tile.ANY_EXTRA, Tile.EXTRA + TRAYS):
        if me.tiles[kind] > 0:
            return True
    return False


@compiled
def play_extra(s: State, action: int, log: EventLog) -> None:
    """T-80, T-81: perform the action again, twice with a [+2] marker. The tile leaves the game; none may follow."""
    pop(s)
    if action == END_TURN:
        return
    me = s.players[s.seat]
    with_wild = action >= REPEAT_WILD
    repeated = action - REPEAT_WILD if with_wild else action - REPEAT
    me.tiles[Tile.ANY_EXTRA if with_wild else Tile.EXTRA + repeated] -= 1
    again = me.plus_two[repeated]
    push(s, Frame.PERFORM, repeated, again)
    emit(log, Event.REPEATED, s.seat, repeated, 1 if with_wild else 0, 1 + again)
