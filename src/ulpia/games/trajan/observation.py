"""What a seat knows, as an array of numbers for networks.   T-110, T-111.

Everything is relative to the observing seat: where a part has a row per seat, the first row is the observer's and the
others follow clockwise; rows of absent seats are zero. Of the hidden cards it contains those in the observer's hand and
those that everybody saw being taken.
"""

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.engine.observation import (
    Observation,
    ObservationRow,
    mark_one,
    write_points,
    write_row,
)
from ulpia.games.trajan.constants import (
    AGENDA_DEPTH,
    BONUS_SPACES,
    BONUS_TILES,
    CARDS,
    COLOURS,
    COMMODITIES,
    CONSTRUCTION_LEVELS,
    CONSTRUCTION_TYPES,
    DEMAND_SYMBOLS,
    EXTRA_SPACES,
    FORUM_SPACES,
    FORUM_TILE_KINDS,
    PILES,
    PROVINCES,
    SEATS,
    SENATE_SPACES,
    SITES,
    STACKS,
    TILES_IN_STACK,
    TRAYS,
    Frame,
    Side,
)
from ulpia.games.trajan.names import REWARDS
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State

FRAMES = len(Frame) + 1
TILE_COLUMNS = COLOURS + len(REWARDS)
"""Columns that describe a Trajan tile: the markers it asks for by colour, and its reward."""

OBSERVATION = Observation()
_part = OBSERVATION.part

SEATS_AT = _part("seats", (3,), 1, "how many play: 2, 3 or 4")
DECIDES = _part("decides", (SEATS,), 1, "whose decision it is; nobody's when the game is over")
ACTIVE = _part("active", (SEATS,), 1, "whose turn it is")
FIRST = _part("first", (SEATS,), 1, "who is the first player")
QUARTERS = _part("quarters", (1,), 4, "quarters completed")
ROUNDS = _part("rounds", (1,), 4, "rounds completed in this quarter")
TIME = _part("time", (1,), 20, "spaces the time marker has walked in this round")
ASKED = _part("asked", (FRAMES,), 1, "what is being decided, by the number of the frame on top of the agenda")
AGENDA = _part("agenda", (3, AGENDA_DEPTH), 10, "what is pending, the lowest first: kinds of frames, and two details")
SOWING = _part("sowing", (COLOURS,), 4, "markers in the hand of the seat that sows or arranges")
LOAD = _part("load", (COMMODITIES + 1,), 4, "cards on the ship being loaded, by good; the last are wilds")
PERFORMED = _part("performed", (TRAYS,), 1, "actions performed this turn")
FORUM = _part("forum", (FORUM_TILE_KINDS,), 4, "tiles in the forum, by kind")
FORUM_BAG = _part("forum bag", (FORUM_TILE_KINDS,), 6, "forum tiles that are still to come, by kind")
EXTRA_BAG = _part("extra bag", (TRAYS,), 4, "extra-action tiles that are still to come")
PROVINCE_TILES = _part("province tiles", (PROVINCES, FORUM_TILE_KINDS), 1, "the forum tile in each province")
SITE_TYPES = _part("site types", (SITES, CONSTRUCTION_TYPES), 1, "the construction tile on each site, by type")
SITE_LEVELS = _part("site levels", (SITES, CONSTRUCTION_LEVELS), 1, "the same, by level")
TOPS = _part("tops", (STACKS, TILE_COLUMNS), 2, "the top tile of each stack: markers by colour, reward")
TOP_POINTS = _part("top points", (STACKS,), 9, "its points")
BELOW = _part("below", (STACKS, TILES_IN_STACK), 1, "tiles that lie below it, in an order nobody knows")
OPEN_TOPS = _part("open tops", (PILES, COMMODITIES), 1, "the top card of each open pile")
OPEN = _part("open", (PILES, COMMODITIES), 5, "the cards in each open pile")
ORDER = _part(
    "open order", (PILES, CARDS), 12, "the same from the top down: the number of the good, from 1; 0 below them"
)
HIDDEN_CARDS = _part("hidden cards", (COMMODITIES,), 5, "in the hidden pile and unseen in other hands, together")
OLDER_CARDS = _part("older cards", (COMMODITIES,), 5, "unseen in other hands since before the pile was made anew")
SHIPS = _part("ships", (3,), 1, "ships that show their grey side")
BONUS_SHOWN = _part("bonus shown", (BONUS_TILES,), 1, "bonus tiles to be had this quarter")
BONUS_BAG = _part("bonus bag", (BONUS_TILES,), 1, "bonus tiles that are still to come")
DEMANDS = _part("demands", (DEMAND_SYMBOLS,), 3, "demands of this quarter")
DEMAND_BAG = _part("demand bag", (DEMAND_SYMBOLS,), 5, "demands not yet shown, the removed ones among them")
HAND = _part("hand", (COMMODITIES,), 4, "the observer's cards")
OLDER_HAND = _part("older hand", (COMMODITIES,), 4, "those drawn unseen before the pile was made anew")

POINTS = _part("points", (SEATS, 2), 10, "tens and ones")
TRAYS_AT = _part("trays", (SEATS, TRAYS, COLOURS), 2, "markers on each tray, by colour")
SLOTS = _part("slots", (SEATS, TRAYS, TILE_COLUMNS), 2, "the Trajan tile at each tray: markers by colour, reward")
SLOT_POINTS = _part("slot points", (SEATS, TRAYS), 9, "its points")
ARCH = _part("arch", (SEATS, TRAYS + 1), 1, "the slot of the arch; the last is the centre")
KNOWN = _part("known cards", (SEATS, COMMODITIES), 4, "cards in hand that all saw being taken")
UNSEEN = _part("unseen cards", (SEATS, 2), 8, "how many others: since the pile was made anew, and from before")
DISPLAY = _part("display", (SEATS, COMMODITIES), 4, "cards laid out")
TILES = _part("tiles", (SEATS, FORUM_TILE_KINDS), 2, "forum and extra-action tiles on the mat")
KEPT = _part("kept", (SEATS, DEMAND_SYMBOLS), 2, "Trajan tiles kept for demands")
PLUS_TWO = _part("plus two", (SEATS, TRAYS), 1, "actions with a [+2] marker")
CONSTRUCTIONS = _part("constructions", (SEATS, CONSTRUCTION_TYPES, CONSTRUCTION_LEVELS), 1, "construction tiles")
BONUS = _part("bonus", (SEATS, 2, BONUS_TILES), 1, "bonus tiles that lie on their yellow and on their grey side")
FIGURES = _part("figures", (SEATS, 3), 5, "in the supply, in the military camp, in the worker camp")
LEADER = _part("leader", (SEATS, PROVINCES + 1), 1, "where the leader stands; the last is the camp")
OCCUPIED = _part("occupied", (SEATS, PROVINCES), 1, "provinces with a legionnaire")
BUILT = _part("built", (SEATS, SITES), 1, "sites with a worker")
SENATE = _part("senate", (SEATS, SENATE_SPACES), 1, "the space on the senate track")
ARRIVAL = _part("arrival", (SEATS,), 4, "order in which the discs last moved, 0 the earliest")


@compiled
def observe(f: Facts, s: State, seat: int, out: ObservationRow) -> None:
    """Write the observation of a seat."""
    out[:] = 0
    show_progress(s, seat, out)
    show_board(f, s, out)
    show_cards(s, seat, out)
    for step in range(s.seats):
        show_player(f, s.players[(seat + step) % s.seats], step, out)


@compiled
def show_progress(s: State, seat: int, out: ObservationRow) -> None:
    """Write the progress of the game and what is pending."""
    out[SEATS_AT + s.seats - 2] = 1
    if s.seat != NONE:
        out[DECIDES + (s.seat - seat) % s.seats] = 1
    if s.active != NONE:
        out[ACTIVE + (s.active - seat) % s.seats] = 1
    out[FIRST + (s.first - seat) % s.seats] = 1
    out[QUARTERS] = s.quarters_done
    out[ROUNDS] = s.rounds_done
    out[TIME] = s.time
    depth = s.agenda.depth
    out[ASKED + int(s.agenda.kinds[depth - 1])] = 1
    write_row(out, AGENDA, s.agenda.kinds)
    write_row(out, AGENDA + AGENDA_DEPTH, s.agenda.first)
    write_row(out, AGENDA + 2 * AGENDA_DEPTH, s.agenda.second)
    for at in range(depth):
        if s.agenda.kinds[at] == Frame.TURN:
            out[AGENDA + AGENDA_DEPTH + at] = (s.agenda.first[at] - seat) % s.seats  # seat, relative to the observer
    write_row(out, SOWING, s.sowing)
    write_row(out, LOAD, s.load)
    write_row(out, PERFORMED, s.performed)


@compiled
def show_board(f: Facts, s: State, out: ObservationRow) -> None:
    """Write the board and what is still in the bags."""
    for space in range(FORUM_SPACES + EXTRA_SPACES):
        if s.forum[space] != NONE:
            out[FORUM + int(s.forum[space])] += 1
    write_row(out, FORUM_BAG, s.forum_bag)
    write_row(out, EXTRA_BAG, s.extra_bag)
    for province in range(PROVINCES):
        mark_one(out, PROVINCE_TILES + province * FORUM_TILE_KINDS, s.province_tiles[province])
    for site in range(SITES):
        tile = int(s.site_tiles[site])
        if tile != NONE:
            out[SITE_TYPES + site * CONSTRUCTION_TYPES + tile // CONSTRUCTION_LEVELS] = 1
            out[SITE_LEVELS + site * CONSTRUCTION_LEVELS + tile % CONSTRUCTION_LEVELS] = 1
    for stack in range(STACKS):
        show_tile(f, s.tops[stack], out, TOPS + stack * TILE_COLUMNS, TOP_POINTS + stack)
        write_row(out, BELOW + stack * TILES_IN_STACK, s.below[stack])
    write_row(out, SHIPS, s.ships)
    for space in range(BONUS_SPACES):
        mark_one(out, BONUS_SHOWN, s.bonus_shown[space])
    write_row(out, BONUS_BAG, s.bonus_bag)
    for at in range(len(s.demands)):
        if s.demands[at] != NONE:
            out[DEMANDS + int(s.demands[at])] += 1
    write_row(out, DEMAND_BAG, s.demand_bag)


@compiled
def show_tile(f: Facts, tile: int, out: ObservationRow, at: int, points_at: int) -> None:
    """Write the columns of a Trajan tile."""
    if tile != NONE:
        out[at + int(f.tile_colours[tile, 0])] += 1
        out[at + int(f.tile_colours[tile, 1])] += 1
        out[points_at] = f.tile_points[tile]
        out[at + COLOURS + int(f.tile_reward[tile])] = 1


@compiled
def show_cards(s: State, seat: int, out: ObservationRow) -> None:
    """T-111: write the own hand, the open piles, and the sum of all cards the observer has not seen."""
    for pile in range(PILES):
        size = int(s.open_size[pile])
        for at in range(size):
            out[OPEN + pile * COMMODITIES + int(s.open[pile, at])] += 1
            out[ORDER + pile * CARDS + size - 1 - at] = s.open[pile, at] + 1
        if size > 0:
            out[OPEN_TOPS + pile * COMMODITIES + int(s.open[pile, size - 1])] = 1
    me = s.players[seat]
    write_row(out, HAND, me.hand)
    write_row(out, OLDER_HAND, me.older)
    write_row(out, HIDDEN_CARDS, s.pile)
    for step in range(1, s.seats):
        player = s.players[(seat + step) % s.seats]
        for good in range(COMMODITIES):
            out[OLDER_CARDS + good] += player.older[good]
            out[HIDDEN_CARDS + good] += player.hand[good] - player.known[good] - player.older[good]


@compiled
def show_player(f: Facts, player: Player, step: int, out: ObservationRow) -> None:
    """Write what is public about the seat that sits `step` seats to the left of the observer."""
    write_points(out, POINTS + 2 * step, player.points)
    newer = 0
    older = 0
    for good in range(COMMODITIES):
        newer += player.hand[good] - player.known[good] - player.older[good]
        older += player.older[good]
    out[UNSEEN + 2 * step] = newer
    out[UNSEEN + 2 * step + 1] = older
    for tray in range(TRAYS):
        slot = step * TRAYS + tray
        write_row(out, TRAYS_AT + slot * COLOURS, player.trays[tray])
        show_tile(f, player.slots[tray], out, SLOTS + slot * TILE_COLUMNS, SLOT_POINTS + slot)
    out[ARCH + step * (TRAYS + 1) + int(player.arch)] = 1
    write_row(out, KNOWN + step * COMMODITIES, player.known)
    write_row(out, DISPLAY + step * COMMODITIES, player.display)
    write_row(out, TILES + step * FORUM_TILE_KINDS, player.tiles)
    write_row(out, KEPT + step * DEMAND_SYMBOLS, player.kept)
    write_row(out, PLUS_TWO + step * TRAYS, player.plus_two)
    for type_ in range(CONSTRUCTION_TYPES):
        at = CONSTRUCTIONS + (step * CONSTRUCTION_TYPES + type_) * CONSTRUCTION_LEVELS
        write_row(out, at, player.constructions[type_])
    for tile in range(BONUS_TILES):
        if player.bonus[tile] != Side.NOT_OWNED:
            out[BONUS + (2 * step + int(player.bonus[tile]) - Side.YELLOW) * BONUS_TILES + tile] = 1
    out[FIGURES + 3 * step] = player.supply
    out[FIGURES + 3 * step + 1] = player.legionnaires
    out[FIGURES + 3 * step + 2] = player.workers
    out[LEADER + step * (PROVINCES + 1) + int(player.leader)] = 1
    write_row(out, OCCUPIED + step * PROVINCES, player.occupied)
    write_row(out, BUILT + step * SITES, player.built)
    out[SENATE + step * SENATE_SPACES + int(player.senate)] = 1
    out[ARRIVAL + step] = player.arrival
