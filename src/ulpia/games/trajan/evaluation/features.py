"""Features of Trajan: the numbers from which an evaluation judges a seat's position.

They depend on what the seat knows, and on the hands of its rivals: search evaluates imagined tables, whose hidden cards
are imagined too.
"""

from typing import Any

from ulpia.core.constants import NONE
from ulpia.engine.agenda import detail_a, detail_b, pending
from ulpia.engine.jit import compiled
from ulpia.games.trajan.constants import (
    BONUS_SPACES,
    BONUS_TILES,
    CENTRE,
    COLOURS,
    COMMODITIES,
    CONSTRUCTION_LEVELS,
    CONSTRUCTION_TYPES,
    DEMAND_SYMBOLS,
    EXTRA_SPACES,
    FORUM_SPACES,
    PROVINCES,
    SENATE_SPACES,
    SITES,
    TRAYS,
    Bonus,
    Frame,
    Side,
    Tile,
    Vessel,
)
from ulpia.games.trajan.rules.cards import how_many
from ulpia.games.trajan.rules.demands import unmet_demands
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.possible import has_built, may_build_on
from ulpia.games.trajan.rules.scoring import (
    best_sets,
    tiles_at_trays,
    tiles_of_type,
    worth_of_bonus,
    worth_of_good,
)
from ulpia.games.trajan.rules.state import Player, State
from ulpia.games.trajan.rules.steps.quarter import place_in_senate, votes_of
from ulpia.games.trajan.rules.steps.sow import markers_in

FEATURES = 155
"""Length of the feature vector; a test counts it."""
ROUNDS_IN_GAME = 16.0


@compiled
def can_fulfil(f: Facts, me: Player, tray: int, target: int) -> bool:
    """T-12: tell whether sowing a tray can end at the target and meet the tile there."""
    tile = me.slots[target]
    if tile == NONE:
        return False
    one = f.tile_colours[tile, 0]
    other = f.tile_colours[tile, 1]
    there_one = me.trays[target, one]
    there_other = me.trays[target, other]
    mine_one = me.trays[tray, one]
    mine_other = me.trays[tray, other]
    if tray == target:  # a full lap: the tray is empty when its last marker arrives
        return False
    if one == other:
        return there_one >= 2 or (there_one == 1 and mine_one >= 1)
    if there_one > 0:
        return there_other > 0 or mine_other > 0
    return there_other > 0 and mine_one > 0


@compiled
def best_load(f: Facts, s: State, me: Player, ship: int) -> int:
    """Return the points for the best load of a ship from the cards at hand."""
    most = 0
    kinds = 0
    pairs = 0
    wilds = int(me.tiles[Tile.ANY_COMMODITY])
    for good in range(COMMODITIES):
        held = int(me.hand[good])
        most = max(most, held)
        kinds += 1 if held > 0 else 0
        pairs += held // 2
    if ship == Vessel.EQUAL:
        many = min(4, most + wilds)
    elif ship == Vessel.PAIRS:
        many = min(3, pairs + (1 if wilds > 0 and most > 0 else 0))
    else:
        many = min(4, kinds + wilds)
    return int(f.ship_points[ship, s.ships[ship], many])


@compiled
def worth_at_end(f: Facts, me: Player) -> int:
    """T-100 to T-104: return what the seat would score if the game ended now."""
    total = int(how_many(me.hand)) * int(f.hand_card) + int(me.workers) * int(f.worker_in_camp)
    total += int(me.legionnaires) * int(f.legionnaire_in_camp) + int(tiles_at_trays(me)) * int(f.tile_at_tray)
    total += int(best_sets(f, me, int(me.tiles[Tile.ANY_CONSTRUCTION])))
    for tile in range(BONUS_TILES):
        if me.bonus[tile] != Side.NOT_OWNED:
            total += int(worth_of_bonus(f, me, tile))
    return total


@compiled
def features(f: Facts, s: State, seat: int, out: Any) -> int:
    """Write the features of a seat into `out`; return their number."""
    me = s.players[seat]
    k = time_features(f, s, seat, out, 0)
    k = circle_features(f, me, out, k)
    k = mat_features(f, s, seat, out, k)
    k = board_features(f, s, seat, out, k)
    return pending_features(s, seat, out, k)


@compiled
def time_features(f: Facts, s: State, seat: int, out: Any, k: int) -> int:
    """The share of the game and of the quarter that is left, the number of seats, the distance to the next turn."""
    spaces = float(f.time_spaces[s.seats])
    rounds = s.quarters_done * f.rounds + s.rounds_done + s.time / spaces
    left = (ROUNDS_IN_GAME - rounds) / ROUNDS_IN_GAME
    out[k] = left
    out[k + 1] = left * left
    out[k + 2] = (s.rounds_done + s.time / spaces) / f.rounds
    out[k + 3] = 1.0 if s.seats == 3 else 0.0
    out[k + 4] = 1.0 if s.seats == 4 else 0.0
    out[k + 5] = ((seat - s.active) % s.seats) / 4.0
    out[k + 6] = left * spaces * ROUNDS_IN_GAME / (3.0 * s.seats) / 20.0  # estimate of the turns left
    for quarter in range(4):
        out[k + 7 + quarter] = 1.0 if s.quarters_done == quarter else 0.0
    return k + 11


@compiled
def circle_features(f: Facts, me: Player, out: Any, k: int) -> int:
    """The action circle: markers, trays that can be reached, tiles that can be fulfilled."""
    lowest = k
    for tray in range(TRAYS):
        out[k + tray] = 0.0  # reached
        out[k + 6 + tray] = 0.0  # fulfilled there
    most = 0
    total = 0
    for tray in range(TRAYS):
        markers = int(markers_in(me, tray))
        colours = 0
        for colour in range(COLOURS):
            colours += 1 if me.trays[tray, colour] > 0 else 0
        out[k + 12 + tray] = markers / 4.0
        out[k + 18 + tray] = colours / 4.0
        if markers > 0:
            target = (tray + markers) % TRAYS
            out[k + target] = 1.0
            if can_fulfil(f, me, tray, target):
                points = int(f.tile_points[me.slots[target]])
                out[k + 6 + target] = (3.0 + points) / 9.0
                most = max(most, points + 3)
                total += 1
    k += 24
    reached = 0.0
    for tray in range(TRAYS):
        reached += out[lowest + tray]
    out[k] = reached / 6.0
    out[k + 1] = most / 9.0
    out[k + 2] = total / 3.0
    k += 3
    for tray in range(TRAYS):
        tile = me.slots[tray]
        half = 0
        if tile != NONE:
            one = f.tile_colours[tile, 0]
            other = f.tile_colours[tile, 1]
            if one == other:
                half = min(2, int(me.trays[tray, one]))
            else:
                half = (1 if me.trays[tray, one] > 0 else 0) + (1 if me.trays[tray, other] > 0 else 0)
        out[k + tray] = 0.0 if tile == NONE else (2.0 + f.tile_points[tile]) / 9.0
        out[k + 6 + tray] = half / 2.0
        out[k + 12 + tray] = float(me.plus_two[tray])
    k += 18
    for reward in range(8):
        out[k + reward] = 0.0
    for tray in range(TRAYS):
        if me.slots[tray] != NONE:
            out[k + min(int(f.tile_reward[me.slots[tray]]), 7)] += 0.5
    out[k + 8] = 1.0 if me.arch == CENTRE else 0.0
    return k + 9


@compiled
def mat_features(f: Facts, s: State, seat: int, out: Any, k: int) -> int:
    """The seat's cards, tiles, constructions and figures."""
    me = s.players[seat]
    out[k] = worth_at_end(f, me) / 20.0
    out[k + 1] = how_many(me.hand) / 6.0
    out[k + 2] = how_many(me.display) / 6.0
    for ship in range(3):
        out[k + 3 + ship] = best_load(f, s, me, ship) / 10.0
        out[k + 6 + ship] = float(s.ships[ship])
    matches = 0
    shown = 0
    for good in range(COMMODITIES):
        worth = int(worth_of_good(f, me, good))
        matches += worth * int(me.hand[good])
        shown += worth * int(me.display[good])
    out[k + 9] = matches / 20.0
    out[k + 10] = shown / 20.0
    k += 11
    for symbol in range(DEMAND_SYMBOLS):
        out[k + symbol] = min(3, int(me.tiles[symbol])) / 2.0
        out[k + 3 + symbol] = min(2, int(me.kept[symbol])) / 1.0
    missing = unmet_demands(f, s, seat)
    out[k + 6] = missing / 2.0
    out[k + 7] = f.penalty[min(3, missing)] / 10.0
    out[k + 8] = min(3, int(me.tiles[Tile.ANY_DEMAND])) / 1.0
    out[k + 9] = min(3, int(me.tiles[Tile.ANY_COMMODITY])) / 1.0
    out[k + 10] = min(3, int(me.tiles[Tile.ANY_CONSTRUCTION])) / 1.0
    out[k + 11] = min(3, int(me.tiles[Tile.ANY_EXTRA])) / 1.0
    k += 12
    for action in range(TRAYS):
        out[k + action] = min(2, int(me.tiles[Tile.EXTRA + action])) * 1.0
        out[k + 6 + action] = out[k + action] * me.plus_two[action]
    k += 12
    built = 0
    for kind in range(CONSTRUCTION_TYPES):
        tiles = int(tiles_of_type(me, kind))
        built += 1 if tiles > 0 else 0
        out[k + kind] = tiles / 3.0
    out[k + 5] = built / 5.0
    k += 6
    for tile in range(BONUS_TILES):
        out[k + tile] = 1.0 if me.bonus[tile] == Side.YELLOW else 0.5 if me.bonus[tile] == Side.GREY else 0.0
    k += BONUS_TILES
    out[k] = me.supply / 12.0
    out[k + 1] = me.legionnaires / 4.0
    out[k + 2] = me.workers / 4.0
    return k + 3


@compiled
def board_features(f: Facts, s: State, seat: int, out: Any, k: int) -> int:
    """The seat's figures on the board, the senate, the tiles in the forum."""
    me = s.players[seat]
    occupied = 0
    for province in range(PROVINCES):
        occupied += me.occupied[province]
    out[k] = occupied / 5.0
    worth = 0
    if 0 <= me.leader < PROVINCES and me.occupied[me.leader] == 0:
        others = 0
        for other in range(s.seats):
            others += s.players[other].occupied[me.leader]
        worth = max(0, int(f.province_points[me.leader]) - others * int(f.less_per_legionnaire))
    out[k + 1] = worth / 10.0
    out[k + 2] = worth / 10.0 if me.legionnaires > 0 else 0.0
    out[k + 3] = 1.0 if me.leader == PROVINCES else 0.0
    first = not has_built(me)
    workers = 0
    tiles = 0
    best = 0
    for site in range(SITES):
        workers += me.built[site]
        if s.site_tiles[site] != NONE and may_build_on(me, site, first):
            tiles += 1
            best = max(best, int(f.construction_points[s.site_tiles[site] % CONSTRUCTION_LEVELS]))
    out[k + 4] = workers / 6.0
    out[k + 5] = min(tiles, 6) / 6.0
    out[k + 6] = best / 5.0
    out[k + 7] = best / 5.0 if me.workers > 0 else 0.0
    out[k + 8] = me.senate / float(SENATE_SPACES)
    votes = int(votes_of(f, me))
    place = int(place_in_senate(f, s, seat))
    margin = 99
    for other in range(s.seats):
        if other != seat:
            gap = votes - int(votes_of(f, s.players[other]))
            margin = min(margin, gap)
    out[k + 9] = votes / 10.0
    out[k + 10] = 1.0 if place == 0 else 0.0
    out[k + 11] = 1.0 if place == 1 else 0.0
    out[k + 12] = max(-10, min(10, margin)) / 10.0
    k += 13
    offered = 0
    for space in range(FORUM_SPACES + EXTRA_SPACES):
        offered += 1 if s.forum[space] != NONE else 0
    out[k] = offered / 15.0
    help_here = 0
    for space in range(FORUM_SPACES):
        kind = s.forum[space]
        if 0 <= kind < DEMAND_SYMBOLS or kind == Tile.ANY_DEMAND:
            help_here += 1
    out[k + 1] = help_here / 6.0
    worth_first = 0
    for space in range(BONUS_SPACES):
        tile = s.bonus_shown[space]
        if tile != NONE:
            worth_first = max(worth_first, int(bonus_would_count(f, me, tile)))
    out[k + 2] = worth_first / 10.0
    return k + 3


@compiled
def bonus_would_count(f: Facts, me: Player, tile: int) -> int:
    """Estimate what a bonus tile would score for the seat as consul if the game ended now."""
    halves = int(f.bonus_halves[tile, 0])
    many = 0
    if tile < DEMAND_SYMBOLS:
        many = 1 if me.tiles[tile] > 0 else 0
    elif tile == Bonus.WORKERS:
        for site in range(SITES):
            many += me.built[site]
    elif tile == Bonus.LEGIONNAIRES:
        for province in range(PROVINCES):
            many += me.occupied[province]
    elif tile == Bonus.BONUS_TILES:
        many = 1
    else:
        for good in range(COMMODITIES):
            if f.bonus_goods[tile, good] == 1:
                many += me.display[good]
    return halves * many // 2


@compiled
def pending_features(s: State, seat: int, out: Any, k: int) -> int:
    """The decision the seat is in the middle of."""
    is_mine = s.seat == seat
    frame = pending(s)
    for at in range(18):
        out[k + at] = 0.0
    if is_mine:
        if frame == Frame.PERFORM:
            out[k + detail_a(s)] = 1.0
            out[k + 6] = float(detail_b(s))
        elif frame == Frame.TURN:
            out[k + 7] = 1.0
        elif frame == Frame.FULFIL:
            out[k + 8] = 1.0
        elif frame == Frame.EXTRA:
            out[k + 9] = 1.0
        elif frame == Frame.LOAD:
            out[k + 10] = 1.0
        elif frame == Frame.CONSUL:
            out[k + 11] = 1.0
        # a tile can repeat an action that was performed
        me = s.players[seat]
        for action in range(TRAYS):
            if me.tiles[Tile.EXTRA + action] > 0 or me.tiles[Tile.ANY_EXTRA] > 0:
                out[k + 12 + action] = float(s.performed[action]) * (1.0 + me.plus_two[action])
        for at in range(s.agenda.depth - 1):
            if s.agenda.kinds[at] == Frame.PERFORM:
                out[k + s.agenda.first[at]] += 1.0
    return k + 18
