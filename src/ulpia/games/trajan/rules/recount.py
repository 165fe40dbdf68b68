"""An independent count of points, from the pieces that moved and not from what the rules scored.

It shares no code with the steps and scoring.py on purpose: `ulpia check` compares both after every decision.
"""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import pending
from ulpia.engine.jit import compiled
from ulpia.games.trajan.actions import (
    LOAD,
    SHIP_DIFFERENT,
    SHIP_EQUAL,
    SHIP_PAIRS,
)
from ulpia.games.trajan.constants import (
    BONUS_TILES,
    COMMODITIES,
    CONSTRUCTION_LEVELS,
    CONSTRUCTION_TYPES,
    DEMAND_SYMBOLS,
    PROVINCES,
    SITES,
    TRAYS,
    Bonus,
    Frame,
    Side,
    Tile,
    Vessel,
)
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State

EQUAL, PAIRS, DIFFERENT = map(int, Vessel)


@compiled
def recount_action(f: Facts, before: State, after: State, action: int) -> bool:
    """Check that every seat's points changed by the worth of its pieces that moved."""
    for seat in range(before.seats):
        old = before.players[seat]
        new = after.players[seat]
        worth = moved_figures(f, before, old, new) + moved_tiles(f, old, new)
        for space in range(old.senate + 1, new.senate + 1):
            worth += f.senate_points[space]  # T-60
        if seat == before.active:
            worth += sailed(f, before, after, old, new, action)
        if new.points - old.points != worth:
            return False
    return True


@compiled
def moved_figures(f: Facts, before: State, old: Player, new: Player) -> int:
    """T-42: return the worth of the legionnaires that arrived in a province."""
    worth = 0
    for province in range(PROVINCES):
        if new.occupied[province] > old.occupied[province]:
            value = int(f.province_points[province])
            for seat in range(before.seats):
                if before.players[seat].occupied[province] == 1:
                    value -= f.less_per_legionnaire
            worth += value if value > 0 else 0
    return worth


@compiled
def moved_tiles(f: Facts, old: Player, new: Player) -> int:
    """T-12, T-72: return the worth of Trajan tiles that left a tray and construction tiles that came to the mat."""
    worth = 0
    for slot in range(TRAYS):
        if old.slots[slot] != NONE and new.slots[slot] == NONE:
            worth += f.tile_points[old.slots[slot]]
    for kind in range(CONSTRUCTION_TYPES):
        for level in range(CONSTRUCTION_LEVELS):
            if new.constructions[kind, level] > old.constructions[kind, level]:
                worth += f.construction_points[level]
    return worth


@compiled
def ship_of(before: State, action: int) -> int:
    """Return the ship that an action loads, NONE if it loads none."""
    if pending(before) == Frame.LOAD:
        return before.agenda.first[before.agenda.depth - 1]
    if SHIP_EQUAL <= action < SHIP_PAIRS:
        return EQUAL
    if SHIP_PAIRS <= action < SHIP_DIFFERENT:
        return PAIRS
    return DIFFERENT if SHIP_DIFFERENT <= action < LOAD else NONE


@compiled
def sailed(f: Facts, before: State, after: State, old: Player, new: Player, action: int) -> int:
    """T-23: return the worth of a ship that is empty now: it carried what lay on it and what left hand and mat."""
    ship = ship_of(before, action)
    items = int(before.load[COMMODITIES]) + old.tiles[Tile.ANY_COMMODITY] - new.tiles[Tile.ANY_COMMODITY]
    left = int(after.load[COMMODITIES])
    for good in range(COMMODITIES):
        items += before.load[good] + old.hand[good] - new.hand[good]
        left += after.load[good]
    if ship == NONE or left > 0:
        return 0
    return f.ship_points[ship, before.ships[ship], items // 2 if ship == PAIRS else items]


@compiled
def recount_settling(f: Facts, before: State, after: State) -> bool:
    """Check the points for the ends of rounds, quarters and the game."""
    quarter_ended = pending(after) == Frame.CONSUL and pending(before) != Frame.CONSUL
    game_ended = pending(after) == Frame.OVER and pending(before) != Frame.OVER
    for seat in range(before.seats):
        worth = 0
        if quarter_ended:
            worth -= f.penalty[unmet_demands(after, before.players[seat])]
        if game_ended:
            worth += final_worth(f, after.players[seat])
        if after.players[seat].points - before.players[seat].points != worth:
            return False
    return True


@compiled
def unmet_demands(s: State, player: Player) -> int:
    """T-91: count the missing symbols, less the wilds."""
    unmet = 0
    for symbol in range(DEMAND_SYMBOLS):
        asked = 0
        for at in range(3):
            asked += 1 if s.demands[at] == symbol else 0
        unmet += max(0, asked - player.kept[symbol] - player.tiles[symbol])
    return max(0, unmet - player.tiles[Tile.ANY_DEMAND])


@compiled
def final_worth(f: Facts, me: Player) -> int:
    """T-100 to T-104: return the worth of everything at the end of the game."""
    worth = me.workers * f.worker_in_camp + me.legionnaires * f.legionnaire_in_camp
    for good in range(COMMODITIES):
        worth += me.hand[good] * f.hand_card
    for slot in range(TRAYS):
        if me.slots[slot] >= 0:
            worth += f.tile_at_tray
    return worth + best_sets(f, me) + counted_bonus(f, me) + demand_bonus(f, me) + commodity_bonus(f, me)


@compiled
def best_sets(f: Facts, me: Player) -> int:
    """T-101: try every way in which the wilds can pick a type."""
    wilds = int(me.tiles[Tile.ANY_CONSTRUCTION])
    best = 0
    for picks in range(CONSTRUCTION_TYPES**wilds):
        total = 0
        for kind in range(CONSTRUCTION_TYPES):
            tiles = 0
            for level in range(CONSTRUCTION_LEVELS):
                tiles += me.constructions[kind, level]
            rest = picks
            for _ in range(wilds):
                tiles += 1 if rest % CONSTRUCTION_TYPES == kind else 0
                rest //= CONSTRUCTION_TYPES
            most = 0
            for threes in range(tiles // 3 + 1):
                for fours in range(tiles // 4 + 1):
                    if 3 * threes + 4 * fours <= tiles:
                        most = max(most, int(threes * f.set_of_three + fours * f.set_of_four))
            total += most
        best = max(best, total)
    return best


@compiled
def side_value(f: Facts, me: Player, tile: int) -> int:
    """Half points of a tile on the side it lies on, 0 if it is not owned."""
    if me.bonus[tile] == Side.NOT_OWNED:
        return 0
    return f.bonus_halves[tile, 0 if me.bonus[tile] == Side.YELLOW else 1]


@compiled
def counted_bonus(f: Facts, me: Player) -> int:
    """T-104: count workers, legionnaires or yellow bonus tiles."""
    workers = 0
    legionnaires = 0
    yellow = 0
    for site in range(SITES):
        workers += me.built[site]
    for province in range(PROVINCES):
        legionnaires += me.occupied[province]
    for tile in range(BONUS_TILES):
        yellow += 1 if me.bonus[tile] == Side.YELLOW else 0
    halves = side_value(f, me, Bonus.WORKERS) * workers
    worth = halves // 2 + halves % 2
    halves = side_value(f, me, Bonus.LEGIONNAIRES) * legionnaires
    worth += halves // 2 + halves % 2
    halves = side_value(f, me, Bonus.BONUS_TILES) * yellow
    return worth + halves // 2 + halves % 2


@compiled
def demand_bonus(f: Facts, me: Player) -> int:
    """T-102: return the best over all ways in which wilds can stand in for symbols."""
    best = 0
    for covered in range(1 << DEMAND_SYMBOLS):
        wilds = int(me.tiles[Tile.ANY_DEMAND])
        worth = 0
        for symbol in range(DEMAND_SYMBOLS):
            if covered >> symbol & 1 == 1:
                wilds -= 1
            if covered >> symbol & 1 == 1 or me.tiles[symbol] > 0:
                halves = side_value(f, me, symbol)
                worth += halves // 2 + halves % 2
        if wilds >= 0:
            best = max(best, worth)
    return best


@compiled
def commodity_bonus(f: Facts, me: Player) -> int:
    """T-103: count display cards; every wild goes where one more card is worth most."""
    worth = 0
    most = 0
    for tile in range(Bonus.COMMODITIES, BONUS_TILES):
        cards = 0
        for good in range(COMMODITIES):
            if f.bonus_goods[tile, good] == 1:
                cards += me.display[good]
        halves = side_value(f, me, tile)
        worth += (halves * cards + 1) // 2
        most = max(most, int(halves))
    return worth + (most * me.tiles[Tile.ANY_COMMODITY] + 1) // 2
