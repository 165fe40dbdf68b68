"""Check the printed figures of Trajan, from components.toml or from a corrected copy of it."""

from typing import Any

import numpy as np

from ulpia.core.components import Components, TomlEntries, TomlTable
from ulpia.games.trajan import names
from ulpia.games.trajan.constants import (
    CONSTRUCTION_LEVELS,
    EXTRA_SPACES,
    FIRST_TILE_SLOTS,
    FORUM_SPACES,
    SENATE_SPACES,
    TILES_IN_STACK,
)
from ulpia.games.trajan.rules.facts import FACTS, MAX_LOADED

SEAT_KEYS = ("2", "3", "4")
FORUM_TILES_IN_ALL = 70
EXTRA_TILES_IN_ALL = 12
SHIP_LOADS = (
    (MAX_LOADED, "1 to 4 equal cards"),
    (3, "1 to 3 different pairs"),
    (MAX_LOADED, "1 to 4 different cards"),
)
DEMAND_TILES_IN_ALL = 15
CARDS_IN_ALL = 60
BONUS_PER = {
    **dict.fromkeys(names.DEMANDS, "owning at least one such forum tile"),
    "workers": "own worker in the district, rounded up",
    "legionnaires": "own legionnaire in a province",
    "bonus tiles": "own bonus tile lying yellow side up, itself included",
}
CARD_PER = "card of these in the display"


def key(name: str) -> str:
    """Spell a name as the component file does."""
    return name.replace(" ", "_")


def keys(known: tuple[str, ...]) -> tuple[str, ...]:
    """Spell names as the component file does."""
    return tuple(key(name) for name in known)


def check(tables: TomlEntries) -> Components:
    """Check all of a component file, and make a record of its figures."""
    whole = TomlTable(tables, "")
    box = np.zeros(1, FACTS)
    facts: Any = box[0]
    for room in (
        _length,
        _time_track,
        _senate_track,
        _action_circle,
        _figures,
        _trajan_tiles,
        _forum_tiles,
        _extra_action_tiles,
        _construction,
        _provinces,
        _commodities,
        _ships,
        _demand_tiles,
        _bonus_tiles,
        _final_scoring,
    ):
        table = whole.open(room.__name__[1:])
        room(table, facts)
        table.close()
    whole.close()
    box.setflags(write=False)
    return Components(box[0], tables, check)


def _by_seats(table: TomlTable, entry: str, low: int, high: int) -> list[int]:
    counts = table.counts(entry, SEAT_KEYS, low, high)
    return [0, 0, *(counts[seats] for seats in SEAT_KEYS)]


def _length(table: TomlTable, facts: np.record) -> None:
    facts.quarters = table.exactly("quarters", 4)
    facts.rounds = table.exactly("rounds_per_quarter", 4)


def _time_track(table: TomlTable, facts: np.record) -> None:
    # 7 is the shortest track on which a tray of twelve markers ends at most two rounds.
    facts.time_spaces[:] = _by_seats(table, "spaces", 7, 60)


def _senate_track(table: TomlTable, facts: np.record) -> None:
    facts.senate_points[:] = table.numbers("points", SENATE_SPACES)
    facts.senate_votes[:] = table.numbers("votes", SENATE_SPACES)


def _action_circle(table: TomlTable, facts: np.record) -> None:
    table.same_names("trays", names.TRAYS)
    table.same_names("first_tile_slots", [names.SLOTS[slot] for slot in FIRST_TILE_SLOTS])
    colours = table.table("marker_colours")
    for letter, colour in zip(names.COLOUR_LETTERS, names.COLOURS):
        colours.one_of(letter, (colour,))
    colours.close()
    facts.markers_of_colour = table.exactly("markers_of_each_colour", 2)
    table.exactly("markers_per_tray", 2)
    table.exactly("plus_two_markers_per_player", 6)


def _figures(table: TomlTable, facts: np.record) -> None:
    total = table.exactly("total", 15)
    start = table.counts("at_start", ("military_camp", "worker_camp", "supply"))
    if sum(start.values()) != total:
        table.fail("wrong_sum", "at_start", got=sum(start.values()), expected=total)
    facts.legionnaires = start["military_camp"]
    facts.workers = start["worker_camp"]
    facts.supply = start["supply"]


def _trajan_tiles(table: TomlTable, facts: np.record) -> None:
    stacks = table.tables("stacks")
    if len(stacks) != len(names.STACKS):
        table.fail("wrong_length", "stacks", length=len(names.STACKS))
    for number, (stack, name) in enumerate(zip(stacks, names.STACKS)):
        stack.one_of("stack", (name,))
        tile = number * TILES_IN_STACK
        for group in stack.tables("tiles"):
            reward = names.REWARDS.index(group.one_of("reward", names.REWARDS))
            points = group.number("points")
            for asks in _asks(group):
                if tile < (number + 1) * TILES_IN_STACK:
                    facts.tile_colours[tile] = asks
                    facts.tile_points[tile] = points
                    facts.tile_reward[tile] = reward
                tile += 1
            group.close()
        got = tile - number * TILES_IN_STACK
        if got != TILES_IN_STACK:
            stack.fail("wrong_sum", "tiles", got=got, expected=TILES_IN_STACK)
        stack.close()


def _asks(group: TomlTable) -> list[list[int]]:
    pairs = group.find("asks")
    if not isinstance(pairs, list):
        group.fail("not_a_list", "asks")
    for pair in pairs:
        if not (isinstance(pair, str) and len(pair) == 2 and set(pair) <= set(names.COLOUR_LETTERS)):
            group.fail("not_two_colours", "asks", name=pair, known=", ".join(names.COLOUR_LETTERS))
    return [[names.COLOUR_LETTERS.index(letter) for letter in pair] for pair in pairs]


def _forum_tiles(table: TomlTable, facts: np.record) -> None:
    counts = table.counts("count", keys(names.FORUM_TILES))
    total = sum(counts.values())
    if total != FORUM_TILES_IN_ALL:
        table.fail("wrong_sum", "count", got=total, expected=FORUM_TILES_IN_ALL)
    facts.forum_tiles[:] = list(counts.values())
    facts.forum_spaces[:] = _by_seats(table, "spaces_in_forum", 1, FORUM_SPACES)


def _extra_action_tiles(table: TomlTable, facts: np.record) -> None:
    copies = table.number("copies_of_each_action", 0, 10)
    if copies * len(names.TRAYS) != EXTRA_TILES_IN_ALL:
        total = copies * len(names.TRAYS)
        table.fail("wrong_sum", "copies_of_each_action", got=total, expected=EXTRA_TILES_IN_ALL)
    facts.extra_tiles[:] = copies
    facts.extra_spaces = table.number("spaces_in_forum", 0, EXTRA_SPACES)


def _construction(table: TomlTable, facts: np.record) -> None:
    table.exactly("rows", names.SITE_ROWS)
    table.exactly("columns", names.SITE_COLUMNS)
    types = table.table("types")
    for number, name in enumerate(names.CONSTRUCTIONS):
        facts.construction_grants[number] = names.TRAYS.index(types.one_of(name, names.TRAYS))
    types.close()
    facts.construction_points[:] = table.numbers("points_in_each_type", CONSTRUCTION_LEVELS)


def _provinces(table: TomlTable, facts: np.record) -> None:
    facts.less_per_legionnaire = table.number("less_per_other_legionnaire")
    known = keys(names.PROVINCES)
    near_camp = table.names("camp_touches", known)
    if not near_camp:
        table.fail("no_neighbour", "camp_touches")
    for name in near_camp:
        facts.camp_touches[known.index(name)] = 1
    land = table.table("map")
    for number, name in enumerate(known):
        province = land.table(name)
        facts.province_points[number] = province.number("points")
        for other in province.names("touches", known):
            facts.touches[number, known.index(other)] = 1
        province.close()
    land.close()
    for number, name in enumerate(known):
        if facts.touches[number, number]:
            land.fail("own_neighbour", f"{name}.touches")
        if not facts.touches[number].any():
            land.fail("no_neighbour", f"{name}.touches")
    for number, name in enumerate(known):
        for beyond, far in enumerate(known):
            if facts.touches[number, beyond] and not facts.touches[beyond, number]:
                land.fail("one_way_border", f"{name}.touches", one=name, other=far)


def _commodities(table: TomlTable, facts: np.record) -> None:
    table.same_names("names", names.GOODS)
    facts.copies = table.number("copies", 1, 10)
    total = int(facts.copies) * len(names.GOODS)
    if total != CARDS_IN_ALL:
        table.fail("wrong_sum", "copies", got=total, expected=CARDS_IN_ALL)


def _ships(table: TomlTable, facts: np.record) -> None:
    points = table.table("points")
    for number, (name, (most, asks)) in enumerate(zip(names.SHIPS, SHIP_LOADS)):
        ship = points.table(name)
        ship.one_of("asks", (asks,))
        for side, colour in enumerate(("coloured", "grey")):
            facts.ship_points[number, side, 1 : most + 1] = ship.numbers(colour, most)
        ship.close()
    points.close()


def _demand_tiles(table: TomlTable, facts: np.record) -> None:
    counts = table.counts("count", names.DEMANDS)
    if sum(counts.values()) != DEMAND_TILES_IN_ALL:
        table.fail("wrong_sum", "count", got=sum(counts.values()), expected=DEMAND_TILES_IN_ALL)
    facts.demand_tiles[:] = list(counts.values())
    table.exactly("removed", 3)
    facts.penalty[:] = table.numbers("penalty", 4)


def _bonus_tiles(table: TomlTable, facts: np.record) -> None:
    tiles = table.tables("tiles")
    if len(tiles) != len(names.BONUS_TILES):
        table.fail("wrong_length", "tiles", length=len(names.BONUS_TILES))
    for number, (tile, name) in enumerate(zip(tiles, names.BONUS_TILES)):
        scores = [name] if name in BONUS_PER else name.split()
        tile.same_names("scores", scores)
        tile.one_of("per", (BONUS_PER.get(name, CARD_PER),))
        for side, colour in enumerate(("yellow", "grey")):
            facts.bonus_halves[number, side] = _halves(tile, colour)
        if name not in BONUS_PER:
            for good in scores:
                facts.bonus_goods[number, names.GOODS.index(good)] = 1
        tile.close()


def _halves(tile: TomlTable, colour: str) -> int:
    value = tile.find(colour)
    if type(value) not in (int, float) or not 0 <= value <= 50 or value * 2 != int(value * 2):
        tile.fail("not_halves", colour, value=value)
    return int(value * 2)


def _final_scoring(table: TomlTable, facts: np.record) -> None:
    facts.hand_card = table.number("hand_card")
    facts.worker_in_camp = table.number("worker_in_camp")
    facts.legionnaire_in_camp = table.number("legionnaire_in_camp")
    facts.tile_at_tray = table.number("trajan_tile_on_circle")
    sets = table.counts("construction_sets", ("3", "4"))
    facts.set_of_three = sets["3"]
    facts.set_of_four = sets["4"]
