"""Shipping: load card by card, then sail.   T-23, T-24.

The first load chooses the ship. All seats see every card that is loaded. The seat is asked for more whenever the others
must think it possible: a question that depended on hidden cards would reveal them (T-111).
"""

from ulpia.engine.agenda import detail_a, pop, push
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.score import score
from ulpia.games.trajan.actions import (
    LOAD,
    LOAD_PAIR,
    SAIL,
    SHIP_DIFFERENT,
    SHIP_EQUAL,
    SHIP_PAIRS,
    WILD,
)
from ulpia.games.trajan.constants import COMMODITIES, Frame, Source, Tile, Vessel
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.cards import how_many, leave_hand
from ulpia.games.trajan.rules.facts import MAX_LOADED, Facts
from ulpia.games.trajan.rules.state import Player, State

TWO_WILDS = 2 * COMMODITIES
"""Number of the last kind of pair. The kinds are: two of a good, a good and a wild, two wilds."""
MAX_PAIRS = 3


@compiled
def loaded(s: State) -> int:
    """Count the cards and wilds on the ship."""
    total = 0
    for item in range(COMMODITIES + 1):
        total += s.load[item]
    return total


@compiled
def loaded_amount(s: State, ship: int) -> int:
    """T-23: return how much the ship scores for: cards, or pairs of cards."""
    return loaded(s) // 2 if ship == Vessel.PAIRS else loaded(s)


@compiled
def fits(s: State, ship: int, item: int) -> bool:
    """T-23, T-24: a card of this good agrees with the load. (Wilds always do; for pairs see has_pair.)"""
    if ship == Vessel.DIFFERENT:
        return s.load[item] == 0
    for good in range(COMMODITIES):
        if s.load[good] > 0 and good != item:
            return False
    return True


@compiled
def has_pair(s: State, me: Player, pair: int) -> bool:
    """T-23, T-24: the seat holds two cards, a card and a wild, or two wilds, of a good that is not loaded yet."""
    wilds = me.tiles[Tile.ANY_COMMODITY]
    if pair == TWO_WILDS:
        return wilds >= 2
    if pair >= COMMODITIES:
        return wilds >= 1 and me.hand[pair - COMMODITIES] >= 1 and s.load[pair - COMMODITIES] == 0
    return me.hand[pair] >= 2 and s.load[pair] == 0


@compiled
def offer_pairs(s: State, me: Player, legal: Options, n: int, start: int) -> int:
    """List the pairs that can be loaded."""
    for pair in range(TWO_WILDS + 1):
        n = offer(legal, n, start + pair, has_pair(s, me, pair))
    return n


@compiled
def ship_options(s: State, legal: Options, n: int) -> int:
    """T-23, T-24: list every ship with every first card, pair or wild."""
    me = s.players[s.seat]
    has_wild = me.tiles[Tile.ANY_COMMODITY] > 0
    for good in range(COMMODITIES):
        n = offer(legal, n, SHIP_EQUAL + good, me.hand[good] > 0)
    n = offer(legal, n, SHIP_EQUAL + WILD, has_wild)
    n = offer_pairs(s, me, legal, n, SHIP_PAIRS)
    for good in range(COMMODITIES):
        n = offer(legal, n, SHIP_DIFFERENT + good, me.hand[good] > 0)
    return offer(legal, n, SHIP_DIFFERENT + WILD, has_wild)


@compiled
def load_item(s: State, ship: int, item: int, log: EventLog) -> None:
    """Move one card or wild to the ship, visibly for all."""
    me = s.players[s.seat]
    if item == WILD:
        me.tiles[Tile.ANY_COMMODITY] -= 1
    else:
        leave_hand(me, item)
    s.load[item] += 1
    emit(log, Event.LOADED, s.seat, item, ship, 0)


@compiled
def load_pair(s: State, pair: int, log: EventLog) -> None:
    """Move two of a good, a good and a wild, or two wilds to the ship."""
    load_item(s, Vessel.PAIRS, WILD if pair == TWO_WILDS else pair % COMMODITIES, log)
    load_item(s, Vessel.PAIRS, WILD if pair >= COMMODITIES else pair, log)


@compiled
def is_complete(s: State) -> bool:
    """All seats see that nothing more can be loaded: the ship is full, or the seat has no card and no wild."""
    me = s.players[s.seat]
    most = 2 * MAX_PAIRS if detail_a(s) == Vessel.PAIRS else MAX_LOADED
    return loaded(s) == most or (how_many(me.hand) == 0 and me.tiles[Tile.ANY_COMMODITY] == 0)


@compiled
def play_ship(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-23: choose the ship with its first load."""
    if action >= SHIP_DIFFERENT:
        push(s, Frame.LOAD, Vessel.DIFFERENT, 0)
        load_item(s, Vessel.DIFFERENT, action - SHIP_DIFFERENT, log)
    elif action >= SHIP_PAIRS:
        push(s, Frame.LOAD, Vessel.PAIRS, 0)
        load_pair(s, action - SHIP_PAIRS, log)
    else:
        push(s, Frame.LOAD, Vessel.EQUAL, 0)
        load_item(s, Vessel.EQUAL, action - SHIP_EQUAL, log)
    if is_complete(s):
        sail(f, s, log)


@compiled
def load_options(s: State, legal: Options) -> int:
    """T-23, T-24: list what can be loaded, and sailing."""
    ship = detail_a(s)
    me = s.players[s.seat]
    n = 0
    if ship == Vessel.PAIRS:
        n = offer_pairs(s, me, legal, n, LOAD_PAIR)
    else:
        for good in range(COMMODITIES):
            n = offer(legal, n, LOAD + good, me.hand[good] > 0 and fits(s, ship, good))
        n = offer(legal, n, LOAD + WILD, me.tiles[Tile.ANY_COMMODITY] > 0)
    return offer(legal, n, SAIL, True)


@compiled
def play_load(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-23: load more, or sail."""
    if action >= LOAD_PAIR and action != SAIL:
        load_pair(s, action - LOAD_PAIR, log)
    elif action != SAIL:
        load_item(s, detail_a(s), action - LOAD, log)
    if action == SAIL or is_complete(s):
        sail(f, s, log)


@compiled
def sail(f: Facts, s: State, log: EventLog) -> None:
    """T-23, T-24: score by the ship's side and turn it to grey; cards go to the display, wilds leave the game."""
    ship = detail_a(s)
    pop(s)
    me = s.players[s.seat]
    amount = loaded_amount(s, ship)
    points = f.ship_points[ship, s.ships[ship], amount]
    score(me, Source.SHIPS, points)
    emit(log, Event.SAILED, s.seat, ship, amount, points)
    for good in range(COMMODITIES):
        me.display[good] += s.load[good]
        s.load[good] = 0
    s.load[WILD] = 0
    if s.ships[ship] == 0:
        s.ships[ship] = 1
        emit(log, Event.SHIP_TURNED, s.seat, ship, 0, 0)
