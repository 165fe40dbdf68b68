"""The final scoring and the ranking.   T-100 to T-105."""

from ulpia.core.constants import NONE
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.score import score
from ulpia.games.trajan.constants import (
    BONUS_TILES,
    COMMODITIES,
    CONSTRUCTION_LEVELS,
    CONSTRUCTION_TYPES,
    DEMAND_SYMBOLS,
    PROVINCES,
    SEATS,
    SITES,
    TRAYS,
    Bonus,
    Side,
    Source,
    Tile,
)
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.cards import how_many
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State


@compiled
def score_end(f: Facts, s: State, log: EventLog) -> None:
    """Score every seat, clockwise from the first player."""
    for step in range(s.seats):
        seat = (s.first + step) % s.seats
        score_leftovers(f, s.players[seat], seat, log)
        score_sets(f, s.players[seat], seat, log)
        score_bonus_tiles(f, s.players[seat], seat, log)
    emit(log, Event.ENDED, NONE, 0, 0, 0)


@compiled
def tiles_at_trays(me: Player) -> int:
    """Count the Trajan tiles that were not fulfilled."""
    total = 0
    for tray in range(TRAYS):
        total += 1 if me.slots[tray] != NONE else 0
    return total


@compiled
def score_leftovers(f: Facts, me: Player, seat: int, log: EventLog) -> None:
    """T-100: score hand cards, workers and legionnaires in the camps, Trajan tiles still at a tray."""
    cards = how_many(me.hand)
    tiles = tiles_at_trays(me)
    score_left(me, seat, log, Event.LEFT_HAND_CARDS, cards, f.hand_card)
    score_left(me, seat, log, Event.LEFT_WORKERS, me.workers, f.worker_in_camp)
    score_left(me, seat, log, Event.LEFT_LEGIONNAIRES, me.legionnaires, f.legionnaire_in_camp)
    score_left(me, seat, log, Event.LEFT_TILES, tiles, f.tile_at_tray)


@compiled
def score_left(me: Player, seat: int, log: EventLog, event: int, amount: int, each: int) -> None:
    """T-100: score `each` points for each of the leftovers."""
    if amount > 0:
        score(me, Source.LEFTOVERS, each * amount)
        emit(log, event, seat, amount, each * amount, 0)


@compiled
def worth_of_type(f: Facts, tiles: int) -> int:
    """T-101: return the best total of sets of three and of four from tiles of one type."""
    best = 0
    for fours in range(tiles // 4 + 1):
        threes = (tiles - 4 * fours) // 3
        best = max(best, int(fours * f.set_of_four + threes * f.set_of_three))
    return best


@compiled
def tiles_of_type(me: Player, kind: int) -> int:
    """Count the construction tiles of a type on the mat."""
    total = 0
    for level in range(CONSTRUCTION_LEVELS):
        total += me.constructions[kind, level]
    return total


@compiled
def best_sets(f: Facts, me: Player, wilds: int) -> int:
    """T-101: return the best total over all ways to give the wilds to types; `way` has one digit per type."""
    best = 0
    for way in range((wilds + 1) ** CONSTRUCTION_TYPES):
        digits = way
        left = wilds
        total = 0
        for kind in range(CONSTRUCTION_TYPES):
            here = digits % (wilds + 1)
            digits //= wilds + 1
            left -= here
            total += worth_of_type(f, tiles_of_type(me, kind) + here)
        if left >= 0:
            best = max(best, total)
    return best


@compiled
def score_sets(f: Facts, me: Player, seat: int, log: EventLog) -> None:
    """T-101: score sets of construction tiles."""
    points = best_sets(f, me, int(me.tiles[Tile.ANY_CONSTRUCTION]))
    if points > 0:
        score(me, Source.SETS, points)
        emit(log, Event.SETS_SCORED, seat, points, 0, 0)


@compiled
def needs_wild(me: Player, tile: int) -> bool:
    """T-102: the seat owns this demand bonus tile and has no forum tile of its symbol."""
    return tile < DEMAND_SYMBOLS and me.bonus[tile] != Side.NOT_OWNED and me.tiles[tile] == 0


@compiled
def gets_wild(f: Facts, me: Player, tile: int) -> bool:
    """T-102: a demand wild stands in for one bonus tile; the most valuable tiles get them first."""
    rank = 0
    for other in range(DEMAND_SYMBOLS):
        if needs_wild(me, other):
            mine = f.bonus_halves[tile, me.bonus[tile] - 1]
            theirs = f.bonus_halves[other, me.bonus[other] - 1]
            if theirs > mine or (theirs == mine and other < tile):
                rank += 1
    return rank < me.tiles[Tile.ANY_DEMAND]


@compiled
def worth_of_good(f: Facts, me: Player, good: int) -> int:
    """T-103: return the half points that all bonus tiles of the seat give for one display card of a good."""
    halves = 0
    for tile in range(Bonus.COMMODITIES, BONUS_TILES):
        if me.bonus[tile] != Side.NOT_OWNED and f.bonus_goods[tile, good] == 1:
            halves += f.bonus_halves[tile, me.bonus[tile] - 1]
    return halves


@compiled
def wild_stands_for(f: Facts, me: Player) -> int:
    """T-103: return the good for which a leftover commodity wild is worth most."""
    best = 0
    for good in range(COMMODITIES):
        if worth_of_good(f, me, good) > worth_of_good(f, me, best):
            best = good
    return best


@compiled
def cards_counted(f: Facts, me: Player, tile: int) -> int:
    """T-103: count display cards of the tile's goods, and the wilds if they stand for one of them."""
    stands_for = wild_stands_for(f, me) if me.tiles[Tile.ANY_COMMODITY] > 0 else NONE
    total = 0
    for good in range(COMMODITIES):
        if f.bonus_goods[tile, good] == 1:
            total += me.display[good]
            if good == stands_for:
                total += me.tiles[Tile.ANY_COMMODITY]
    return total


@compiled
def counted_by(f: Facts, me: Player, tile: int) -> int:
    """T-102, T-103, T-104: count what a bonus tile scores."""
    if tile < DEMAND_SYMBOLS:
        return 1 if me.tiles[tile] > 0 or gets_wild(f, me, tile) else 0
    total = 0
    if tile == Bonus.WORKERS:
        for site in range(SITES):
            total += me.built[site]
    elif tile == Bonus.LEGIONNAIRES:
        for province in range(PROVINCES):
            total += me.occupied[province]
    elif tile == Bonus.BONUS_TILES:
        for each in range(BONUS_TILES):
            total += 1 if me.bonus[each] == Side.YELLOW else 0  # T-104: the tile counts itself too
    else:
        total = cards_counted(f, me, tile)
    return total


@compiled
def worth_of_bonus(f: Facts, me: Player, tile: int) -> int:
    """T-104: return the points of a bonus tile; halves are rounded up."""
    return (int(f.bonus_halves[tile, me.bonus[tile] - 1]) * int(counted_by(f, me, tile)) + 1) // 2


@compiled
def score_bonus_tiles(f: Facts, me: Player, seat: int, log: EventLog) -> None:
    """T-102, T-103, T-104: score every bonus tile by the side that is up."""
    for tile in range(BONUS_TILES):
        if me.bonus[tile] != Side.NOT_OWNED:
            points = worth_of_bonus(f, me, tile)
            score(me, Source.BONUS_TILES, points)
            emit(log, Event.BONUS_SCORED, seat, tile, points, 0)


@compiled
def standing(s: State, seat: int) -> int:
    """T-105: return a number that is higher for a higher place: points, then the disc higher up after the last T-93.

    No two seats have the same number, because no two discs have the same order of arrival.
    """
    player = s.players[seat]
    return int(player.points) * SEATS + int(player.arrival)
