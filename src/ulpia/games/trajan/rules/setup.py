"""The set-up and its decisions.   T-01 to T-09."""

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.agenda import (
    change_detail,
    detail_a,
    detail_b,
    pending,
    pop,
    push,
)
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.rng import draw, roll
from ulpia.games.trajan.actions import (
    ARRANGE,
    CHOOSE_TILE,
    COLOUR_PAIRS,
    DRAW_CARD,
    TAKE_CARD,
)
from ulpia.games.trajan.constants import (
    BONUS_SPACES,
    BONUS_TILES,
    CAMP,
    COLOURS,
    COMMODITIES,
    DEMAND_SYMBOLS,
    EXTRA_SPACES,
    FIRST_CARDS,
    FIRST_TILE_SLOTS,
    FORUM_SPACES,
    FORUM_TILE_KINDS,
    PILES,
    PROVINCES,
    SITES,
    STACKS,
    TILES_IN_STACK,
    TRAYS,
    Frame,
    Side,
)
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.bags import (
    fill_forum,
    fill_provinces,
    show_bonus_tiles,
    show_stacks,
    turn_up_tile,
)
from ulpia.games.trajan.rules.cards import draw_to_hand, fill_open_pile, take_from_open_pile
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State

SETUP_QUESTIONS = (Frame.ARRANGE, Frame.TAKE_CARDS, Frame.CHOOSE_TILES)
FIRST_TILES = len(FIRST_TILE_SLOTS)
SLOT_OF_TILE = np.array(FIRST_TILE_SLOTS)
PAIR_COLOURS = np.array(COLOUR_PAIRS)
"""PAIR_COLOURS[pair]: the two colours of an unordered pair."""


@compiled
def begin(f: Facts, s: State, seats: int, _setup_flags: int, log: EventLog) -> None:
    """Turn a record of zeros into the start of a game, up to the arranging of the markers."""
    s.seats = seats
    s.first = roll(s.chance, seats)  # T-01
    s.active = s.first
    emit(log, Event.STARTED, s.first, 0, 0, 0)
    fill_bags(f, s)
    clear_board(s)
    fill_provinces(s)  # T-02
    fill_forum(f, s)
    deal_construction_tiles(s)
    for seat in range(seats):
        equip(f, s.players[seat])
        s.players[seat].arrival = (seat - s.first + seats) % seats  # T-06: clockwise, the last on top
    push(s, Frame.TURN, s.first, 0)
    push(s, Frame.CHOOSE_TILES, 0, 0)
    push(s, Frame.TAKE_CARDS, 0, 0)
    push(s, Frame.REVEAL, 0, 0)
    push(s, Frame.ARRANGE, 0, 0)
    take_markers(f, s)


@compiled
def fill_bags(f: Facts, s: State) -> None:
    """Fill every bag with all its pieces."""
    for kind in range(FORUM_TILE_KINDS):
        s.forum_bag[kind] = f.forum_tiles[kind]
    for action in range(TRAYS):
        s.extra_bag[action] = f.extra_tiles[action]
    for tile in range(BONUS_TILES):
        s.bonus_bag[tile] = 1
    for symbol in range(DEMAND_SYMBOLS):
        s.demand_bag[symbol] = f.demand_tiles[symbol]
    for good in range(COMMODITIES):
        s.pile[good] = f.copies
    for stack in range(STACKS):
        for at in range(TILES_IN_STACK):
            s.below[stack, at] = 1


@compiled
def clear_board(s: State) -> None:
    """Empty the board."""
    for space in range(FORUM_SPACES + EXTRA_SPACES):
        s.forum[space] = NONE
    for province in range(PROVINCES):
        s.province_tiles[province] = NONE
    for stack in range(STACKS):
        s.tops[stack] = NONE
    for space in range(BONUS_SPACES):
        s.bonus_shown[space] = NONE
    for at in range(3):
        s.demands[at] = NONE
    for seat in range(s.seats):
        s.players[seat].leader = CAMP  # T-03


@compiled
def deal_construction_tiles(s: State) -> None:
    """T-02: deal one construction tile to each site."""
    for site in range(SITES):
        s.site_tiles[site] = site
    for site in range(SITES - 1, 0, -1):
        other = roll(s.chance, site + 1)
        held = s.site_tiles[site]
        s.site_tiles[site] = s.site_tiles[other]
        s.site_tiles[other] = held


@compiled
def equip(f: Facts, me: Player) -> None:
    """T-03: put figures into the supply and the camps; the arch stands at I."""
    me.supply = f.supply
    me.legionnaires = f.legionnaires
    me.workers = f.workers
    for slot in range(TRAYS):
        me.slots[slot] = NONE


@compiled
def seat_after(s: State, finished: int) -> int:
    """Return the seat that is asked when `finished` seats have finished, clockwise from the first player."""
    return (s.first + finished) % s.seats


@compiled
def is_setting_up(s: State) -> bool:
    """Tell whether the pending question belongs to the set-up (T-04, T-08, T-09)."""
    return pending(s) in SETUP_QUESTIONS


@compiled
def take_markers(f: Facts, s: State) -> None:
    """T-04: give the seat all its markers to lay."""
    for colour in range(COLOURS):
        s.sowing[colour] = f.markers_of_colour


@compiled
def arrange_options(s: State, legal: Options) -> int:
    """T-04: list the unordered pairs of colours that are left."""
    n = 0
    for pair in range(PAIR_COLOURS.shape[0]):
        one = PAIR_COLOURS[pair, 0]
        other = PAIR_COLOURS[pair, 1]
        needed = 2 if one == other else 1
        n = offer(legal, n, ARRANGE + pair, s.sowing[one] >= needed and s.sowing[other] >= needed)
    return n


@compiled
def play_arrange(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-04: lay a pair into the next tray, from the seaport on; after the last tray the next seat begins."""
    one = PAIR_COLOURS[action - ARRANGE, 0]
    other = PAIR_COLOURS[action - ARRANGE, 1]
    finished = detail_a(s)
    tray = detail_b(s)
    me = s.players[s.seat]
    me.trays[tray, one] += 1
    me.trays[tray, other] += 1
    s.sowing[one] -= 1
    s.sowing[other] -= 1
    emit(log, Event.ARRANGED, s.seat, tray, one, other)
    if tray + 1 < TRAYS:
        change_detail(s, finished, tray + 1)
    elif finished + 1 < s.seats:
        change_detail(s, finished + 1, 0)
        take_markers(f, s)
    else:
        pop(s)


@compiled
def reveal(s: State, log: EventLog) -> None:
    """T-05, T-07, T-08: when all markers are laid, show Trajan tiles, bonus tiles and the first cards."""
    pop(s)
    show_stacks(s)
    for step in range(s.seats):
        seat = seat_after(s, step)
        tile = draw(s.chance, s.bonus_bag)
        s.players[seat].bonus[tile] = Side.YELLOW
        emit(log, Event.BONUS_DRAWN, seat, tile, 0, 0)
    show_bonus_tiles(s)
    emit(log, Event.REVEALED, NONE, 0, 0, 0)
    for which in range(PILES):
        fill_open_pile(s, which, log)


@compiled
def take_cards_options(s: State, legal: Options) -> int:
    """T-08: list the three piles."""
    n = offer(legal, 0, DRAW_CARD, True)
    for which in range(PILES):
        n = offer(legal, n, TAKE_CARD + which, s.open_size[which] > 0)
    return n


@compiled
def play_take_cards(s: State, action: int, log: EventLog) -> None:
    """T-08: take a card; after three the next seat begins."""
    if action == DRAW_CARD:
        draw_to_hand(s, s.seat, 1, log)
    else:
        take_from_open_pile(s, s.seat, action - TAKE_CARD, log)
    finished = detail_a(s)
    taken = detail_b(s) + 1
    if taken < FIRST_CARDS:
        change_detail(s, finished, taken)
    elif finished + 1 < s.seats:
        change_detail(s, finished + 1, 0)
    else:
        pop(s)


@compiled
def has_chosen_from(me: Player, stack: int) -> bool:
    """T-09: a tile of this stack lies at a tray of the seat already."""
    for slot in range(TRAYS):
        if me.slots[slot] != NONE and me.slots[slot] // TILES_IN_STACK == stack:
            return True
    return False


@compiled
def choose_tiles_options(s: State, legal: Options) -> int:
    """T-09: list the tiles for slot II, then IV, then VI, each from another stack."""
    me = s.players[s.seat]
    n = 0
    for stack in range(STACKS):
        n = offer(legal, n, CHOOSE_TILE + stack, s.tops[stack] != NONE and not has_chosen_from(me, stack))
    return n


@compiled
def play_choose_tiles(s: State, action: int, log: EventLog) -> None:
    """T-09: move the tile to its slot and show the next one of the stack."""
    stack = action - CHOOSE_TILE
    finished = detail_a(s)
    chosen = detail_b(s)
    slot = SLOT_OF_TILE[chosen]
    tile = s.tops[stack]
    s.players[s.seat].slots[slot] = tile
    emit(log, Event.TILE_CHOSEN, s.seat, tile, slot, 0)
    turn_up_tile(s, stack)
    if chosen + 1 < FIRST_TILES:
        change_detail(s, finished, chosen + 1)
    elif finished + 1 < s.seats:
        change_detail(s, finished + 1, 0)
    else:
        pop(s)
