"""Sowing: choose a tray and lay its markers.   T-10, T-11."""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import (
    change_detail,
    detail_a,
    pop,
    push,
)
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.trajan.actions import LAY, SOW
from ulpia.games.trajan.constants import COLOURS, TRAYS, Frame
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.rounds import ends_with_turn
from ulpia.games.trajan.rules.state import Player, State


@compiled
def markers_in(me: Player, tray: int) -> int:
    """Count the markers in a tray."""
    total = 0
    for colour in range(COLOURS):
        total += me.trays[tray, colour]
    return total


@compiled
def can_fulfil_tile(f: Facts, me: Player, tray: int) -> bool:
    """T-12: a Trajan tile lies at the tray, and the tray holds the two markers it asks for."""
    tile = me.slots[tray]
    if tile == NONE:
        return False
    one = f.tile_colours[tile, 0]
    other = f.tile_colours[tile, 1]
    if one == other:
        return me.trays[tray, one] >= 2
    return me.trays[tray, one] >= 1 and me.trays[tray, other] >= 1


@compiled
def sow_options(s: State, legal: Options) -> int:
    """T-10: list the trays that are not empty."""
    me = s.players[s.seat]
    n = 0
    for tray in range(TRAYS):
        n = offer(legal, n, SOW + tray, markers_in(me, tray) > 0)
    return n


@compiled
def play_sow(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-10, T-11: take up the markers; the time marker advances by their number."""
    tray = action - SOW
    me = s.players[s.seat]
    taken = markers_in(me, tray)
    for colour in range(COLOURS):
        s.sowing[colour] = me.trays[tray, colour]
        me.trays[tray, colour] = 0
    spaces = f.time_spaces[s.seats]
    s.time += taken
    rounds = s.time // spaces  # T-11: on the shortest track twelve markers can end two rounds
    s.time -= rounds * spaces
    emit(log, Event.SOWED, s.seat, tray, taken, ends_with_turn(f, s, rounds))
    pop(s)
    push(s, Frame.END_OF_TURN, rounds, 0)
    push(s, Frame.EXTRA, 0, 0)
    push(s, Frame.LAY, next_tray(tray), 0)
    lay_the_rest(f, s, log)


@compiled
def lay_options(s: State, legal: Options) -> int:
    """T-10: list the colours still in the hand."""
    n = 0
    for colour in range(COLOURS):
        n = offer(legal, n, LAY + colour, s.sowing[colour] > 0)
    return n


@compiled
def play_lay(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-10: lay a marker of the chosen colour into the next tray."""
    tray = detail_a(s)
    lay(s, action - LAY, tray, log)
    change_detail(s, next_tray(tray), 0)
    lay_the_rest(f, s, log)


@compiled
def next_tray(tray: int) -> int:
    """Return the next tray clockwise."""
    return tray + 1 if tray + 1 < TRAYS else 0


@compiled
def target_of_hand(s: State, tray: int) -> int:
    """T-10: return the tray of the last marker, if the next one is laid into `tray`; NONE with an empty hand."""
    target = NONE
    for colour in range(COLOURS):
        for _ in range(s.sowing[colour]):
            target = tray if target == NONE else next_tray(target)
    return target


@compiled
def lay(s: State, colour: int, tray: int, log: EventLog) -> None:
    """T-10: move a marker from the hand into a tray."""
    s.players[s.seat].trays[tray, colour] += 1
    s.sowing[colour] -= 1
    emit(log, Event.LAID, s.seat, colour, tray, 0)


@compiled
def lay_the_rest(f: Facts, s: State, log: EventLog) -> None:
    """Lay markers without a question once only one colour is left.

    The tray of the last one is the target (T-10): its tile may be fulfilled (T-12), then its action performed (T-16).
    """
    colours = 0
    colour = 0
    for each in range(COLOURS):
        colours += 1 if s.sowing[each] > 0 else 0
        colour = each if s.sowing[each] > 0 else colour
    if colours > 1:
        return
    target = detail_a(s)
    lay(s, colour, target, log)
    while s.sowing[colour] > 0:
        target = next_tray(target)
        lay(s, colour, target, log)
    pop(s)
    push(s, Frame.PERFORM, target, 0)
    if can_fulfil_tile(f, s.players[s.seat], target):
        push(s, Frame.FULFIL, target, 0)
