"""Ship commodities: load card by card, then sail.   T-23, T-24.

The first load names the ship. Every card is seen by all as it is loaded. Whether loading goes on is asked whenever it
could, as far as everybody knows: a question that depended on hidden cards would tell of them (T-111).
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
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State

TWO_WILDS = 2 * COMMODITIES
"""Number of the last kind of pair: two of a good, a good and a wild, two wilds."""
MOST_CARDS = 4
MOST_PAIRS = 3


@compiled
def loaded(s: State) -> int:
    """Count cards and wilds on the ship."""
    total = 0
    for item in range(COMMODITIES + 1):
        total += s.load[item]
    return total


@compiled
def fits(s: State, ship: int, item: int) -> bool:
    """T-23, T-24: a card of this good agrees with what is loaded. (Wilds always do; pairs: see has_pair.)"""
    if ship == Vessel.DIFFERENT:
        return s.load[item] == 0
    for good in range(COMMODITIES):
        if s.load[good] > 0 and good != item:
            return False
    return True


@compiled
def has_pair(s: State, me: Player, pair: int) -> bool:
    """T-23, T-24: two cards, a card and a wild, or two wilds at hand, of a good not loaded yet."""
    wilds = me.tiles[Tile.ANY_COMMODITY]
    if pair == TWO_WILDS:
        return wilds >= 2
    if pair >= COMMODITIES:
        return wilds >= 1 and me.hand[pair - COMMODITIES] >= 1 and s.load[pair - COMMODITIES] == 0
    return me.hand[pair] >= 2 and s.load[pair] == 0


@compiled
def offer_pairs(s: State, me: Player, legal: Options, n: int, start: int) -> int:
    """List pairs for their ship."""
    for pair in range(TWO_WILDS + 1):
        n = offer(legal, n, start + pair, has_pair(s, me, pair))
    return n


@compiled
def ship_options(s: State, legal: Options, n: int) -> int:
    """T-23, T-24: any ship, with any first card, pair or wild."""
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
    """Put one card or wild on the ship, for all to see."""
    me = s.players[s.seat]
    if item == WILD:
        me.tiles[Tile.ANY_COMMODITY] -= 1
    else:
        leave_hand(me, item)
    s.load[item] += 1
    emit(log, Event.LOADED, s.seat, item, ship, 0)


@compiled
def load_pair(s: State, pair: int, log: EventLog) -> None:
    """Put two of a good, a good and a wild, or two wilds on the ship."""
    load_item(s, Vessel.PAIRS, WILD if pair == TWO_WILDS else pair % COMMODITIES, log)
    load_item(s, Vessel.PAIRS, WILD if pair >= COMMODITIES else pair, log)


@compiled
def is_complete(s: State) -> bool:
    """Everybody sees that nothing more can be loaded: the ship is full, or there is no card and no wild at hand."""
    me = s.players[s.seat]
    most = 2 * MOST_PAIRS if detail_a(s) == Vessel.PAIRS else MOST_CARDS
    return loaded(s) == most or (how_many(me.hand) == 0 and me.tiles[Tile.ANY_COMMODITY] == 0)


@compiled
def play_ship(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-23: the ship is chosen with its first load."""
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
    """T-23, T-24: load more, or sail."""
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
    """T-23: one more, or the end of loading."""
    if action >= LOAD_PAIR and action != SAIL:
        load_pair(s, action - LOAD_PAIR, log)
    elif action != SAIL:
        load_item(s, detail_a(s), action - LOAD, log)
    if action == SAIL or is_complete(s):
        sail(f, s, log)


@compiled
def sail(f: Facts, s: State, log: EventLog) -> None:
    """T-23, T-24: score by the ship's side, turn it to grey; cards go to the display, wilds out of the game."""
    ship = detail_a(s)
    pop(s)
    me = s.players[s.seat]
    amount = loaded(s) // 2 if ship == Vessel.PAIRS else loaded(s)
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
