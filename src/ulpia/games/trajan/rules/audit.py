"""Invariants of a state: no piece appears, vanishes or is counted wrongly. `ulpia check` tests them."""

from enum import IntEnum

from ulpia.core.constants import NONE
from ulpia.engine.agenda import pending
from ulpia.engine.jit import compiled
from ulpia.games.trajan.constants import (
    AGENDA_DEPTH,
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
    FORUM_TILE_KINDS,
    PILES,
    PROVINCES,
    SENATE_SPACES,
    SITES,
    SOURCES,
    STACKS,
    TILES_IN_STACK,
    TRAJAN_TILES,
    TRAYS,
    Frame,
    Side,
    Tile,
)
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import Player, State


class Fault(IntEnum):
    """Faults that an audit can find."""

    NONE = 0
    MARKERS = 1
    FIGURES = 2
    CARDS = 3
    HAND = 4
    FORUM_TILES = 5
    TRAJAN_TILES = 6
    ARCH = 7
    BONUS_TILES = 8
    CONSTRUCTION_TILES = 9
    DEMANDS = 10
    SENATE = 11
    POINTS = 12
    PLACES = 13
    TIME = 14
    AGENDA = 15


FAULTS = {fault.value: None if fault == Fault.NONE else fault.name.lower() for fault in Fault}


@compiled
def audit(f: Facts, s: State) -> int:
    """Return the first fault of a state, 0 if there is none."""
    for seat in range(s.seats):
        fault = audit_player(f, s, s.players[seat], seat)
        if fault != Fault.NONE:
            return fault
    return audit_board(f, s)


@compiled
def audit_player(f: Facts, s: State, me: Player, seat: int) -> int:
    """Check what belongs to one seat."""
    if not markers_agree(f, s, me, seat):
        return Fault.MARKERS
    figures = me.supply + me.legionnaires + me.workers
    for province in range(PROVINCES):
        figures += me.occupied[province]
    for site in range(SITES):
        figures += me.built[site]
    if figures != f.supply + f.legionnaires + f.workers or min(me.supply, me.legionnaires, me.workers) < 0:
        return Fault.FIGURES
    for good in range(COMMODITIES):
        if min(me.known[good], me.older[good]) < 0 or me.known[good] + me.older[good] > me.hand[good]:
            return Fault.HAND
    points = 0
    for source in range(SOURCES):
        points += me.sources[source]
    if points != me.points:
        return Fault.POINTS
    if not arch_agrees(me):
        return Fault.ARCH
    if not places_agree(s, me):
        return Fault.PLACES
    return Fault.NONE


@compiled
def markers_agree(f: Facts, s: State, me: Player, seat: int) -> bool:
    """Two markers of each colour are in the trays or in the hand, and none before the seat arranges its markers."""
    for colour in range(COLOURS):
        markers = s.sowing[colour] if seat == s.seat else 0
        for tray in range(TRAYS):
            if me.trays[tray, colour] < 0:
                return False
            markers += me.trays[tray, colour]
        waits = pending(s) == Frame.ARRANGE and seat != s.seat and markers == 0
        if markers != f.markers_of_colour and not waits:
            return False
    return True


@compiled
def arch_agrees(me: Player) -> bool:
    """T-15, T-50: the arch is in the centre exactly when all slots are full, otherwise at a free slot."""
    full = True
    for slot in range(TRAYS):
        full = full and me.slots[slot] != NONE
    return full if me.arch == CENTRE else me.slots[me.arch] == NONE


@compiled
def places_agree(s: State, me: Player) -> bool:
    """A place holds at most one figure of a seat; a site with a worker has lost its tile."""
    for province in range(PROVINCES):
        if not 0 <= me.occupied[province] <= 1:
            return False
    for site in range(SITES):
        if not 0 <= me.built[site] <= 1 or (me.built[site] == 1 and s.site_tiles[site] != NONE):
            return False
    for action in range(TRAYS):
        if not 0 <= me.plus_two[action] <= 1:
            return False
    return 0 <= me.leader <= PROVINCES


@compiled
def audit_board(f: Facts, s: State) -> int:
    """Check what all seats share."""
    if not cards_agree(f, s):
        return Fault.CARDS
    if not forum_tiles_agree(f, s):
        return Fault.FORUM_TILES
    if not trajan_tiles_agree(s):
        return Fault.TRAJAN_TILES
    if not bonus_tiles_agree(s):
        return Fault.BONUS_TILES
    if not construction_tiles_agree(s):
        return Fault.CONSTRUCTION_TILES
    if not demands_agree(s):
        return Fault.DEMANDS
    if not discs_agree(s):
        return Fault.SENATE
    if not 0 <= s.time < f.time_spaces[s.seats]:
        return Fault.TIME
    is_over = s.agenda.depth == 1 and s.agenda.kinds[0] == Frame.OVER
    if not 0 < s.agenda.depth <= AGENDA_DEPTH or is_over != (s.seat == NONE):
        return Fault.AGENDA
    return Fault.NONE


@compiled
def cards_agree(f: Facts, s: State) -> bool:
    """There are five cards of each good in all."""
    for good in range(COMMODITIES):
        cards = s.pile[good] + s.load[good]
        if s.pile[good] < 0 or s.load[good] < 0:
            return False
        for which in range(PILES):
            for at in range(s.open_size[which]):
                cards += 1 if s.open[which, at] == good else 0
        for seat in range(s.seats):
            cards += s.players[seat].hand[good] + s.players[seat].display[good]
        if cards != f.copies:
            return False
    return True


@compiled
def forum_tiles_agree(f: Facts, s: State) -> bool:
    """No kind of forum tile is more frequent than printed, and no count is negative. (Used tiles leave the game.)"""
    for kind in range(FORUM_TILE_KINDS):
        tiles = int(s.forum_bag[kind])
        printed = int(f.forum_tiles[kind])
        if kind >= Tile.EXTRA:
            tiles += s.extra_bag[kind - Tile.EXTRA]
            printed += f.extra_tiles[kind - Tile.EXTRA]
        for space in range(FORUM_SPACES + EXTRA_SPACES):
            tiles += 1 if s.forum[space] == kind else 0
        for province in range(PROVINCES):
            tiles += 1 if s.province_tiles[province] == kind else 0
        for seat in range(s.seats):
            if s.players[seat].tiles[kind] < 0:
                return False
            tiles += s.players[seat].tiles[kind]
        tiles += s.load[COMMODITIES] if kind == Tile.ANY_COMMODITY else 0
        if tiles > printed or s.forum_bag[kind] < 0:
            return False
    return True


@compiled
def trajan_tiles_agree(s: State) -> bool:
    """No Trajan tile is there twice, and kept demand tiles are among those that left the trays."""
    for tile in range(TRAJAN_TILES):
        stack = tile // TILES_IN_STACK
        copies = int(s.below[stack, tile % TILES_IN_STACK])
        copies += 1 if s.tops[stack] == tile else 0
        for seat in range(s.seats):
            for slot in range(TRAYS):
                copies += 1 if s.players[seat].slots[slot] == tile else 0
        if not 0 <= copies <= 1:
            return False
    kept = 0
    for seat in range(s.seats):
        for symbol in range(DEMAND_SYMBOLS):
            kept += s.players[seat].kept[symbol]
    return 0 <= kept <= TRAJAN_TILES // STACKS


@compiled
def bonus_tiles_agree(s: State) -> bool:
    """Each of the twelve bonus tiles is there once: in the bag, in the senate or at a seat."""
    for tile in range(BONUS_TILES):
        copies = int(s.bonus_bag[tile])
        for space in range(BONUS_SPACES):
            copies += 1 if s.bonus_shown[space] == tile else 0
        for seat in range(s.seats):
            copies += 1 if s.players[seat].bonus[tile] != Side.NOT_OWNED else 0
        if copies != 1:
            return False
    return True


@compiled
def construction_tiles_agree(s: State) -> bool:
    """Each of the twenty construction tiles is there once: on its site or on a mat."""
    for kind in range(CONSTRUCTION_TYPES):
        for level in range(CONSTRUCTION_LEVELS):
            copies = 0
            for site in range(SITES):
                copies += 1 if s.site_tiles[site] == kind * CONSTRUCTION_LEVELS + level else 0
            for seat in range(s.seats):
                copies += s.players[seat].constructions[kind, level]
            if copies != 1:
                return False
    return True


@compiled
def demands_agree(s: State) -> bool:
    """T-90: three tiles leave the bag in each quarter, and one lies open for each round that has ended."""
    shown = 0
    left = 0
    for at in range(3):
        shown += 1 if s.demands[at] != NONE else 0
    for symbol in range(DEMAND_SYMBOLS):
        left += s.demand_bag[symbol]
    if pending(s) == Frame.OVER:
        return shown == 3 and left == 3
    return shown == s.rounds_done and left == 15 - 3 * s.quarters_done - shown


@compiled
def discs_agree(s: State) -> bool:
    """Every disc is on the track, and every order of arrival occurs once."""
    seen = 0
    for seat in range(s.seats):
        if not 0 <= s.players[seat].senate < SENATE_SPACES:
            return False
        seen |= 1 << int(s.players[seat].arrival)
    return seen == (1 << int(s.seats)) - 1
