"""The seaport action, except shipping: draw, take or lay out cards.   T-20, T-21, T-22. (Shipping, T-23: ship.py.)"""

from ulpia.engine.agenda import detail_a, pop, push
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.trajan.actions import (
    DISCARD,
    DISPLAY,
    DRAW_TWO,
    ENOUGH,
    TAKE_CARD,
)
from ulpia.games.trajan.constants import COMMODITIES, PILES, Frame
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.cards import (
    can_draw,
    draw_to_hand,
    how_many,
    leave_hand,
    put_on_open_pile,
    take_from_open_pile,
)
from ulpia.games.trajan.rules.state import State


@compiled
def seaport_options(s: State, legal: Options, n: int) -> int:
    """T-20, T-21, T-22: list drawing two cards, taking an open card, and laying a card into the display."""
    me = s.players[s.seat]
    for which in range(PILES):
        n = offer(legal, n, TAKE_CARD + which, s.open_size[which] > 0)
    n = offer(legal, n, DRAW_TWO, can_draw(s))  # T-25: at least one card can be drawn
    for good in range(COMMODITIES):
        n = offer(legal, n, DISPLAY + good, me.hand[good] > 0)
    return n


@compiled
def play_draw_two(s: State, log: EventLog) -> None:
    """T-20: draw two cards, then ask for the discard."""
    draw_to_hand(s, s.seat, 2, log)
    push(s, Frame.DISCARD, 0, 0)


@compiled
def play_take_card(s: State, action: int, log: EventLog) -> None:
    """T-21: take the top card of an open pile."""
    take_from_open_pile(s, s.seat, action - TAKE_CARD, log)


@compiled
def discard_options(s: State, legal: Options) -> int:
    """T-20: list every hand card on either open pile."""
    me = s.players[s.seat]
    n = 0
    for good in range(COMMODITIES):
        for which in range(PILES):
            n = offer(legal, n, DISCARD + good * PILES + which, me.hand[good] > 0)
    return n


@compiled
def play_discard(s: State, action: int, log: EventLog) -> None:
    """T-20: put the card face up on top of the pile."""
    good = (action - DISCARD) // PILES
    which = (action - DISCARD) % PILES
    pop(s)
    leave_hand(s.players[s.seat], good)
    put_on_open_pile(s, which, good)
    emit(log, Event.DISCARDED, s.seat, good, which, 0)


@compiled
def display_options(s: State, legal: Options) -> int:
    """T-22: list the hand cards for a second display, and stopping."""
    me = s.players[s.seat]
    n = 0
    for good in range(COMMODITIES):
        n = offer(legal, n, DISPLAY + good, me.hand[good] > 0)
    return offer(legal, n, ENOUGH, True)


@compiled
def lay_into_display(s: State, good: int, log: EventLog) -> None:
    """Move a card from the hand to the display."""
    me = s.players[s.seat]
    leave_hand(me, good)
    me.display[good] += 1
    emit(log, Event.DISPLAYED, s.seat, good, 0, 0)


@compiled
def play_first_display(s: State, action: int, log: EventLog) -> None:
    """T-22: lay the first card; a second may follow before any card is drawn."""
    lay_into_display(s, action - DISPLAY, log)
    if how_many(s.players[s.seat].hand) > 0:
        push(s, Frame.DISPLAY, 1, 0)
    else:
        draw_to_hand(s, s.seat, 1, log)


@compiled
def play_display(s: State, action: int, log: EventLog) -> None:
    """T-22: lay the second card or none, then draw as many as were laid."""
    laid = detail_a(s)
    pop(s)
    if action != ENOUGH:
        lay_into_display(s, action - DISPLAY, log)
        laid += 1
    draw_to_hand(s, s.seat, laid, log)
