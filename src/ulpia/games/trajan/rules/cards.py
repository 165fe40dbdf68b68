"""Commodity cards: the hidden pile, the open piles, hands.   T-08, T-20 to T-25, T-111."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Row
from ulpia.engine.rng import draw
from ulpia.games.trajan.constants import COMMODITIES, PILES
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.state import Player, State


@compiled
def how_many(cards: Row) -> int:
    """Count the cards of all goods."""
    total = 0
    for good in range(COMMODITIES):
        total += cards[good]
    return total


@compiled
def can_draw(s: State) -> bool:
    """T-25: a hidden card exists, or one can be had by shuffling what lies beneath the top of an open pile."""
    return how_many(s.pile) > 0 or s.open_size[0] > 1 or s.open_size[1] > 1


@compiled
def reshuffle_open_piles(s: State, log: EventLog) -> None:
    """T-25: shuffle the cards beneath the top card of each open pile into a new hidden pile.

    Everybody saw those cards, so none of them is in a hand: the unknown cards in the hands come from an older bag now.
    """
    for seat in range(s.seats):
        player = s.players[seat]
        for good in range(COMMODITIES):
            player.older[good] = player.hand[good] - player.known[good]
    for which in range(PILES):
        size = s.open_size[which]
        if size > 1:
            for at in range(size - 1):
                s.pile[s.open[which, at]] += 1
            s.open[which, 0] = s.open[which, size - 1]
            for at in range(1, size):
                s.open[which, at] = 0
            s.open_size[which] = 1
    emit(log, Event.PILE_RESHUFFLED, NONE, 0, 0, 0)


@compiled
def draw_hidden(s: State, log: EventLog) -> int:
    """Turn up the top card of the hidden pile; NONE if there is none (T-25)."""
    if how_many(s.pile) == 0:
        if not can_draw(s):
            return NONE
        reshuffle_open_piles(s, log)
    return draw(s.chance, s.pile)


@compiled
def draw_to_hand(s: State, seat: int, cards: int, log: EventLog) -> None:
    """Draw cards that only this seat sees, as long as there are any (T-25)."""
    for _ in range(cards):
        good = draw_hidden(s, log)
        if good == NONE:
            return
        s.players[seat].hand[good] += 1
        emit(log, Event.CARD_DRAWN, seat, good, 0, 0)


@compiled
def put_on_open_pile(s: State, which: int, good: int) -> None:
    """Lay a card on top of an open pile."""
    s.open[which, s.open_size[which]] = good
    s.open_size[which] += 1


@compiled
def take_from_open_pile(s: State, seat: int, which: int, log: EventLog) -> None:
    """T-08, T-21: take the top card, which everybody sees; an emptied pile is refilled from the hidden one."""
    player = s.players[seat]
    top = s.open_size[which] - 1
    good = s.open[which, top]
    s.open[which, top] = 0
    s.open_size[which] = top
    player.hand[good] += 1
    player.known[good] += 1
    emit(log, Event.CARD_TAKEN, seat, good, which, 0)
    if top == 0:
        fill_open_pile(s, which, log)


@compiled
def fill_open_pile(s: State, which: int, log: EventLog) -> None:
    """Turn up a hidden card as the first of an open pile; without one, the pile stays empty (T-25)."""
    good = draw_hidden(s, log)
    if good != NONE:
        put_on_open_pile(s, which, good)
        emit(log, Event.PILE_REFILLED, NONE, which, good, 0)


@compiled
def leave_hand(player: Player, good: int) -> None:
    """T-111: remove a card from the hand: first one that everybody knows, then one drawn before the last T-25."""
    player.hand[good] -= 1
    if player.known[good] > 0:
        player.known[good] -= 1
    elif player.older[good] > 0:
        player.older[good] -= 1
