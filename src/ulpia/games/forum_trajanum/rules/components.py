"""Check the printed figures of Forum Trajanum, from components.toml or from a corrected copy of it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ulpia.core.components import Components, TomlEntries, TomlTable
from ulpia.core.constants import NONE
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import (
    CITIZEN,
    CORNER_SQUARES,
    CYCLES,
    EAGLE,
    POSITIONS,
    SEATS,
    SIDE,
    TEMPLES,
)
from ulpia.games.forum_trajanum.rules.facts import (
    FACTS,
    TABLEAU_COLUMNS,
    TABLEAU_FACES,
    TABLEAU_ROWS,
    TABLEAU_SQUARES,
    TABLEAUS,
)

SEAT_KEYS = ("2", "3", "4")
STREET_CARDS_IN_ALL = 24
SINGLES_IN_ALL = 56
DOUBLES_IN_ALL = 48
COLONIA_TILES_IN_ALL = 34
CITIZENS_OF_CLASS = 2
ROMAN_ROWS = [f"{name} {number}" for name in names.CLASSES for number in ("I", "II")]
LETTERS = names.COLOUR_LETTERS + names.EAGLE_LETTER
PREMIUMS = {
    "library": ["a worker of any colour and a tribune", "a builder", "an envoy onto an eagle"],
    "basilica": ["2 assistants", "2 tribunes", "an upgrade", "one more building action"],
    "market": ["1 money", "an area bonus", "an envoy onto any coloured square"],
}
TAKE_AND_USE = "take a colonia tile and use it"
AREA_BONUSES = ["tribune", "assistant", "money", "upgrade"]
ROW_BONUSES = (
    "an envoy onto the forum",
    "one area bonus",
    "money or tribune",
    "money or assistant",
    "a worker of any colour",
    "a builder",
)
BUILD_TASKS = (
    "a coloured structure between two grey buildings, side by side",
    "any building above and any below a temple",
    "two different grey buildings, one under the other",
    "a crane with buildings on both its sides",
    "a square of four buildings",
    "a grey building between two coloured structures, one under the other",
    "structures of all four colours, anywhere",
    "a coloured structure between two grey buildings, one under the other",
    "two grey buildings between two coloured structures, one under the other",
    "three structures of different colours, one under the other",
    "coloured structures at the four corners of a temple",
    "three different grey buildings, one under the other",
)
"""In the order of names.BUILD_TASKS."""
COLLECT_TASKS = (
    "tribune + money",
    "2 active citizens of different classes + an envoy on the ship",
    "2 assistants + money",
    "builder + worker + assistant",
    "assistant + 2 money",
    "tribune + builder + assistant",
    "worker + 2 columns in the colonia",
    "2 scored cranes + 2 active citizens of different classes",
    "an active citizen of every class",
    "a column in the colonia + tribune + builder",
    "2 scored cranes + 2 workers of different colours",
    "an own marker beside Trajan's Column + assistant + money",
)
"""In the order of names.COLLECT_TASKS."""


def check(tables: TomlEntries) -> Components:
    """Check all of a component file, and make a record of its figures."""
    whole = TomlTable(tables, "")
    box = np.zeros(1, FACTS)
    facts: Any = box[0]
    for room in (
        _colonia,
        _temples,
        _street_cards,
        _street_symbols,
        _structures,
        _building_tiles,
        _citizen_tiles,
        _resource_tiles,
        _start,
        _mosaic,
        _prestige,
        _premium_tracks,
        _area_bonus,
        _second_citizen,
        _column,
        _crane_points,
        _trajan_cards,
    ):
        table = whole.open(room.__name__[1:])
        room(table, facts)
        table.close()
    whole.close()
    box.setflags(write=False)
    return Components(box[0], tables, check)


def _colonia(table: TomlTable, _facts: np.record) -> None:
    table.exactly("rows", SIDE)
    table.exactly("columns", SIDE)
    table.same_names("cranes", [[square // SIDE + 1, square % SIDE + 1] for square in CORNER_SQUARES])
    table.same_names("citizen_rows", ROMAN_ROWS)


def _temples(table: TomlTable, facts: np.record) -> None:
    squares = [row * SIDE + column for row, column in _cells(table, "cells", TEMPLES, SIDE, SIDE, 1)]
    for at, square in enumerate(squares):
        if square in CORNER_SQUARES:
            table.fail("temple_on_crane", f"cells[{at}]", square=names.SQUARES[square])
    facts.temples[:] = squares
    facts.is_temple[squares] = 1


def _cells(table: TomlTable, key: str, length: int, rows: int, columns: int, lowest: int) -> list[tuple[int, int]]:
    """Read pairs of row and column of a grid, none twice; the file counts from 1, the result from 0."""
    cells = table.find(key)
    if not isinstance(cells, list) or len(cells) != length:
        table.fail("wrong_length", key, length=length)
    for at, cell in enumerate(cells):
        if not (isinstance(cell, list) and len(cell) == 2 and all(type(number) is int for number in cell)):
            table.fail("not_a_square", f"{key}[{at}]", value=cell)
        for number, high in zip(cell, (rows, columns)):
            if not lowest <= number < high + lowest:
                table.fail("out_of_range", f"{key}[{at}]", value=number, low=lowest, high=high + lowest - 1)
        if cell in cells[:at]:
            table.fail("named_twice", f"{key}[{at}]", names=cell)
    return [(row - lowest, column - lowest) for row, column in cells]


def _street_cards(table: TomlTable, facts: np.record) -> None:
    facts.street_copies = table.number("copies", 1, 10)
    _expect(table, "copies", int(facts.street_copies) * len(names.STREETS), STREET_CARDS_IN_ALL)


def _street_symbols(table: TomlTable, facts: np.record) -> None:
    for key, first in (("side_b_rows", 0), ("side_b_columns", SIDE)):
        boards = table.find(key)
        if not isinstance(boards, list) or len(boards) != SEATS:
            table.fail("wrong_length", key, length=SEATS)
        for board, symbols in enumerate(boards):
            if not isinstance(symbols, list) or sorted(map(repr, symbols)) != list("123456"):
                table.fail("not_a_permutation", f"{key}[{board}]", value=symbols, low=1, high=SIDE)
            for at, symbol in enumerate(symbols):
                facts.side_b[board, first + symbol - 1] = first + at


def _structures(table: TomlTable, facts: np.record) -> None:
    given: dict[str, list[str]] = {"structure": [], "grey": []}
    for colour, name in enumerate(names.COLOURS):
        entry = table.table(name)
        for key, known in (("structure", names.STRUCTURES), ("grey", names.GREY)):
            value = entry.one_of(key, known)
            if value in given[key]:
                entry.fail("named_twice", key, names=value)
            given[key].append(value)
        entry.close()
        facts.structure_of[colour] = names.STRUCTURES.index(given["structure"][-1])
        grey = names.GREY.index(given["grey"][-1])
        facts.grey_of[colour] = grey
        facts.colour_of[grey] = colour


def _building_tiles(table: TomlTable, facts: np.record) -> None:
    facts.singles = table.number("singles_per_colour", 1, 100)
    facts.doubles = table.number("doubles_per_colour", 1, 100)
    _expect(table, "singles_per_colour", int(facts.singles) * len(names.COLOURS), SINGLES_IN_ALL)
    _expect(table, "doubles_per_colour", int(facts.doubles) * len(names.COLOURS), DOUBLES_IN_ALL)


def _expect(table: TomlTable, key: str, got: int, expected: int) -> None:
    if got != expected:
        table.fail("wrong_sum", key, got=got, expected=expected)


def _citizen_tiles(table: TomlTable, facts: np.record) -> None:
    for at, (name, count) in enumerate(table.counts("count", names.CLASSES).items()):
        if count != CITIZENS_OF_CLASS:
            table.fail("fixed", f"count.{name}", value=count, expected=CITIZENS_OF_CLASS)
        facts.tiles[CITIZEN + at] = count - 1  # the one with a female envoy is not shuffled (F-04)


def _resource_tiles(table: TomlTable, facts: np.record) -> None:
    tiles = table.find("tiles")
    if not isinstance(tiles, list):
        table.fail("not_a_list", "tiles")
    for at, tile in enumerate(tiles):
        place = f"tiles[{at}]"
        if not isinstance(tile, list) or len(tile) != 2:
            table.fail("not_two_symbols", place, value=tile)
        for symbol in tile:
            if symbol not in names.SYMBOLS:
                table.fail("unknown_name", place, name=symbol, known=", ".join(names.SYMBOLS))
        low, high = sorted(names.SYMBOLS.index(symbol) for symbol in tile)
        facts.tiles[names.PAIRS.index((low, high))] += 1
    citizens = CITIZENS_OF_CLASS * len(names.CLASSES)
    _expect(table, "tiles", len(tiles) + citizens, COLONIA_TILES_IN_ALL)


def _start(table: TomlTable, facts: np.record) -> None:
    given = table.counts("resources", ("tribune", "builder", "assistant", "money"), 0, 20)
    for name, count in given.items():
        facts.start[names.RESOURCES.index(name)] = count


def _mosaic(table: TomlTable, facts: np.record) -> None:
    counts = table.counts("tableaus", SEAT_KEYS, 1, TABLEAUS)
    places = table.table("places")
    for seats in SEAT_KEYS:
        facts.tableaus[int(seats)] = counts[seats]
        corners = _cells(
            places,
            seats,
            counts[seats],
            names.FORUM_ROWS - TABLEAU_ROWS + 1,
            names.FORUM_COLUMNS - TABLEAU_COLUMNS + 1,
            0,
        )
        for at, (row, column) in enumerate(corners):
            for other_row, other_column in corners[:at]:
                if abs(row - other_row) < TABLEAU_ROWS and abs(column - other_column) < TABLEAU_COLUMNS:
                    places.fail("overlap", f"{seats}[{at}]")
        facts.tableau_places[int(seats)] = NONE
        facts.tableau_places[int(seats), : len(corners)] = [
            row * names.FORUM_COLUMNS + column for row, column in corners
        ]
    places.close()
    faces = table.find("faces")
    if not isinstance(faces, list) or len(faces) != TABLEAUS:
        table.fail("wrong_length", "faces", length=TABLEAUS)
    for tableau, pair in enumerate(faces):
        if not isinstance(pair, list) or len(pair) != TABLEAU_FACES:
            table.fail("wrong_length", f"faces[{tableau}]", length=TABLEAU_FACES)
        for side, drawing in enumerate(pair):
            facts.mosaics[tableau, side] = _face(table, f"faces[{tableau}][{side}]", drawing)


def _face(table: TomlTable, place: str, drawing: object) -> list[int]:
    rows = drawing.split("/") if isinstance(drawing, str) else []
    if len(rows) != TABLEAU_ROWS or any(len(row) != TABLEAU_COLUMNS for row in rows):
        table.fail("not_a_mosaic", place, value=drawing, rows=TABLEAU_ROWS, columns=TABLEAU_COLUMNS)
    letters = "".join(rows)
    for letter in letters:
        if letter not in LETTERS:
            table.fail("unknown_name", place, name=letter, known=", ".join(LETTERS))
    if letters.count(names.EAGLE_LETTER) != 1:
        table.fail("eagles", place, value=drawing, eagles=letters.count(names.EAGLE_LETTER))
    assert len(letters) == TABLEAU_SQUARES
    return [EAGLE if letter == names.EAGLE_LETTER else names.COLOUR_LETTERS.index(letter) for letter in letters]


def _prestige(table: TomlTable, facts: np.record) -> None:
    table.exactly("positions", POSITIONS)
    cypresses = table.find("cypresses")
    if not isinstance(cypresses, list) or not cypresses:
        table.fail("not_a_list", "cypresses")
    cypresses = table.numbers("cypresses", len(cypresses), 1, POSITIONS - 1)
    _ascending(table, "cypresses", cypresses, strictly=True)
    for position in range(POSITIONS):
        facts.next_cypress[position] = min([at for at in cypresses if at > position], default=position)
    facts.head[:] = table.numbers("head", POSITIONS)
    _ascending(table, "head", facts.head.tolist(), strictly=False)
    offset = table.counts("offset", ("front", "reverse"), -20, 20)
    facts.offset[:] = list(offset.values())


def _ascending(table: TomlTable, key: str, numbers: Sequence[int], strictly: bool) -> None:
    for low, high in pairwise(numbers):
        if high < low or (strictly and high == low):
            table.fail("not_ascending", key, value=list(numbers))


def _premium_tracks(table: TomlTable, _facts: np.record) -> None:
    for name, rewards in PREMIUMS.items():
        table.same_names(name, [*rewards, TAKE_AND_USE][:4])


def _area_bonus(table: TomlTable, facts: np.record) -> None:
    choices = table.find("choices")
    points = choices[-1] if isinstance(choices, list) and choices else None
    words = points.split() if isinstance(points, str) else []
    if len(words) != 2 or words[1] != "points" or not words[0].isdecimal() or len(words[0]) > 2:
        table.fail("not_points", "choices", value=points)
    table.same_names("choices", [*AREA_BONUSES, str(points)])
    facts.area_points = int(words[0])


def _second_citizen(table: TomlTable, facts: np.record) -> None:
    rows = table.find("rows")
    if not isinstance(rows, list) or len(rows) != len(names.CITIZEN_ROWS):
        table.fail("wrong_length", "rows", length=len(names.CITIZEN_ROWS))
    for row, bonus in enumerate(rows):
        if bonus not in ROW_BONUSES:
            table.fail("unknown_name", f"rows[{row}]", name=bonus, known=", ".join(ROW_BONUSES))
        facts.row_bonus[row] = ROW_BONUSES.index(bonus)


def _column(table: TomlTable, facts: np.record) -> None:
    facts.fragments[:] = table.numbers("fragments", CYCLES)


def _crane_points(table: TomlTable, facts: np.record) -> None:
    facts.crane_points[:] = table.numbers("points", CYCLES)


def _trajan_cards(table: TomlTable, facts: np.record) -> None:
    cards = table.tables("cards")
    in_cycle = len(names.BUILD_TASKS) // CYCLES
    if len(cards) != len(names.BUILD_TASKS):
        table.fail("wrong_length", "cards", length=len(names.BUILD_TASKS))
    for at, card in enumerate(cards):
        cycle = card.number("cycle", 1, CYCLES)
        if cycle != at // in_cycle + 1:
            card.fail("fixed", "cycle", value=cycle, expected=at // in_cycle + 1)
        facts.card_build[at] = BUILD_TASKS.index(card.one_of("build", BUILD_TASKS))
        facts.card_collect[at] = COLLECT_TASKS.index(card.one_of("collect", COLLECT_TASKS))
        card.close()
