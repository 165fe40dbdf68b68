"""The rules of Scalae as compiled functions. `f` are the printed figures, `s` is the state."""

from typing import Any

import numpy as np

from ulpia.core.components import Components, TomlEntries, TomlTable
from ulpia.core.constants import NONE
from ulpia.engine.agenda import pop, push
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.rng import CHANCE_TYPE, IMAGINED_GAME, IMAGINING, Chance, draw, roll, start_chance
from ulpia.engine.score import score
from ulpia_scalae.names import KINDS, LAY, REST, Event, Frame
from ulpia_scalae.state import FACTS, SEEN, Facts, Seen, State


def check_components(tables: TomlEntries) -> Components:
    """Check the printed figures, and make a record of them."""
    whole, facts = TomlTable(tables, ""), np.zeros(1, FACTS)
    deck, length = whole.open("deck"), whole.open("length")
    facts["copies"] = deck.number("copies", 3, 10)
    facts["hand"] = deck.number("hand", 1, 5)
    facts["turns"] = length.number("turns", 1, 30)
    for table in (deck, length, whole):
        table.close()
    return Components(facts[0], tables, check_components)


@compiled
def begin(f: Facts, s: State, seats: int, _setup_flags: int, log: EventLog) -> None:
    """Shuffle, deal, and choose who begins."""
    s.seats = seats
    s.first = roll(s.chance, seats)
    s.seat = s.first
    s.active = s.first
    for value in range(1, KINDS):
        s.deck[value] = f.copies
    emit(log, Event.STARTED, s.first, 0, 0, 0)
    for seat in range(seats):
        for _ in range(f.hand):
            draw_card(s, seat, log)
    push(s, Frame.TURN, 0, 0)


@compiled
def draw_card(s: State, seat: int, log: EventLog) -> None:
    """Draw a card into a hand, unless the deck is used up."""
    value = draw(s.chance, s.deck)
    if value != NONE:
        s.players[seat].hand[value] += 1
        s.players[seat].cards += 1
        emit(log, Event.DRAWN, seat, value, 0, 0)


@compiled
def options(_f: Facts, s: State, legal: Options) -> int:
    """Higher cards may be laid, and a staircase may be scored. A seat that can do neither rests for nothing."""
    if s.seat == NONE:
        return 0
    me = s.players[s.seat]
    n = 0
    for value in range(1, KINDS):
        n = offer(legal, n, LAY + value - 1, me.hand[value] > 0 and value > me.top)
    return offer(legal, n, REST, me.steps > 0 or n == 0)


@compiled
def apply(f: Facts, s: State, action: int, log: EventLog) -> None:
    """Carry out an action and pass the turn on."""
    seat = s.seat
    me = s.players[seat]
    if action < REST:
        value = action - LAY + 1
        me.hand[value] -= 1
        me.cards -= 1
        me.top = value
        me.steps += 1
        s.laid[value] += 1
        emit(log, Event.LAID, seat, value, 0, 0)
        draw_card(s, seat, log)
    else:
        emit(log, Event.RESTED, seat, me.steps, me.steps * me.steps, 0)
        score(me, 0, me.steps * me.steps)
        me.steps = 0
        me.top = 0
    s.turns += 1
    s.seat = (seat + 1) % s.seats
    s.active = s.seat
    if s.turns == f.turns * s.seats:
        pop(s)
        push(s, Frame.OVER, 0, 0)
        s.seat = NONE


@compiled
def settle(_f: Facts, _s: State, _log: EventLog) -> None:
    """Nothing happens by itself in this game."""


@compiled
def standing(s: State, seat: int) -> int:
    """Most points; a tie goes to the longer unfinished staircase."""
    return int(s.players[seat].points) * KINDS + int(s.players[seat].steps)


@compiled
def audit(f: Facts, s: State) -> int:
    """No card is ever lost."""
    for value in range(1, KINDS):
        cards = int(s.deck[value]) + int(s.laid[value])
        for seat in range(s.seats):
            cards += int(s.players[seat].hand[value])
        if cards != f.copies:
            return 1
    return 0


def see(states: Any, viewer: int) -> Any:
    """What a viewer knows: hidden cards are together in the deck, and the generator of chance is left out."""
    seen = np.zeros(len(states), SEEN)
    seen["viewer"] = viewer
    seen["table"] = states
    seen["table"]["chance"] = np.zeros(1, CHANCE_TYPE)
    for seat in range(states["players"].shape[1]):
        if seat != viewer:
            seen["table"]["deck"] += states["players"]["hand"][:, seat]
            seen["table"]["players"]["hand"][:, seat] = 0
    return seen


@compiled
def imagine_into(_f: Facts, seen: Seen, seed: int, states: Any, dice: Chance, _legal: Options, _log: EventLog) -> None:
    """Deal the hidden cards again, and begin another stream of chance."""
    states[0] = seen.table
    s = states[0]
    start_chance(dice, seed, IMAGINING)
    for seat in range(s.seats):
        if seat != seen.viewer:
            for _ in range(s.players[seat].cards):
                s.players[seat].hand[draw(dice, s.deck)] += 1
    start_chance(s.chance, seed, IMAGINED_GAME)
