"""The Trajan action: take a Trajan tile to the arch.   T-50."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.trajan.actions import CHOOSE_TILE
from ulpia.games.trajan.constants import CENTRE, STACKS, TRAYS
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.bags import turn_up_tile
from ulpia.games.trajan.rules.state import Player, State


@compiled
def trajan_options(s: State, legal: Options, n: int) -> int:
    """T-50: list the stacks that have tiles, unless the arch stands in the centre."""
    me = s.players[s.seat]
    for stack in range(STACKS):
        n = offer(legal, n, CHOOSE_TILE + stack, me.arch != CENTRE and s.tops[stack] != NONE)
    return n


@compiled
def next_free_slot(me: Player) -> int:
    """T-50: return the next free slot clockwise from the arch, or the centre if there is none."""
    for steps in range(1, TRAYS):
        slot = (me.arch + steps) % TRAYS
        if me.slots[slot] == NONE:
            return slot
    return CENTRE


@compiled
def play_choose_tile(s: State, action: int, log: EventLog) -> None:
    """T-50: move the top tile to the arch's slot, then move the arch."""
    stack = action - CHOOSE_TILE
    me = s.players[s.seat]
    tile = s.tops[stack]
    me.slots[me.arch] = tile
    emit(log, Event.TILE_CHOSEN, s.seat, tile, me.arch, 0)
    me.arch = next_free_slot(me)
    emit(log, Event.ARCH_MOVED, s.seat, me.arch, 0, 0)
    turn_up_tile(s, stack)
