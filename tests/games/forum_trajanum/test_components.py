"""Printed figures: what is read, what is refused, and playing with a corrected file."""

from importlib.resources import files
from pathlib import Path

import pytest

import ulpia
from tests.games.forum_trajanum.drawing import draw
from ulpia.core.errors import BadComponents, OtherComponents
from ulpia.registry import find_game

ORIGINAL = (files("ulpia.games.forum_trajanum") / "components.toml").read_text()


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """The component file with one thing changed."""
    assert ORIGINAL.count(old) == 1, old
    path = tmp_path / "components.toml"
    path.write_text(ORIGINAL.replace(old, new))
    return path


def test_the_built_in_file_is_consistent() -> None:
    facts = find_game("forum_trajanum").read_components().facts
    assert facts.tiles.sum() == 31
    assert facts.side_b[1].tolist() == [4, 5, 0, 1, 2, 3, 7, 6, 11, 10, 9, 8]
    assert facts.next_cypress.tolist() == [2, 2, 4, 4, 6, 6, 6]
    assert sorted(facts.grey_of.tolist()) == sorted(facts.colour_of.tolist()) == [0, 1, 2, 3]


THREE_TILES = '  ["money", "money"], ["money", "money"], ["money", "assistant"], ["money", "tribune"],\n'
FAULTS = [
    ("rows = 6", "rows = 7", "colonia.rows", "need 6"),
    ("[[1, 1], [1, 6], [6, 1], [6, 6]]", "[[1, 1], [1, 6], [6, 1], [6, 5]]", "colonia.cranes", "need"),
    ('"patrician I", "patrician II"', '"patrician II", "patrician I"', "colonia.citizen_rows", "need"),
    ("[[2, 3], [3, 5], [4, 2], [5, 4]]", "[[2, 3], [3, 5], [4, 2], [6, 6]]", "temples.cells[3]", "cannot stand on f6"),
    ("[[2, 3], [3, 5], [4, 2], [5, 4]]", "[[2, 3], [3, 5], [4, 2]]", "temples.cells", "list of 4"),
    ("[[2, 3], [3, 5], [4, 2], [5, 4]]", "[[2, 3], [3, 5], [4, 2], [2, 3]]", "temples.cells[3]", "twice"),
    ("[[2, 3], [3, 5], [4, 2], [5, 4]]", "[[2, 3], [3, 5], [4, 2], [5, 7]]", "temples.cells[3]", "between"),
    ("[[2, 3], [3, 5], [4, 2], [5, 4]]", '[[2, 3], [3, 5], [4, 2], "d5"]', "temples.cells[3]", "not a square"),
    ("[[2, 3], [3, 5], [4, 2], [5, 4]]", "[[2, 3], [3, 5], [4, 2], [5, true]]", "temples.cells[3]", "not a square"),
    ("copies = 2", "copies = 3", "street_cards.copies", "add up to 36"),
    ("[[2, 3, 4, 5, 6, 1],", "[[2, 3, 4, 5, 6, 6],", "street_symbols.side_b_rows[0]", "once"),
    ("[[2, 3, 4, 5, 6, 1],", "[[2, 3, 4, 5, 6, 1.0],", "street_symbols.side_b_rows[0]", "once"),
    ("[2, 1, 6, 5, 4, 3], ", "", "street_symbols.side_b_columns", "list of 4"),
    ('grey = "library"', 'grey = "column"', "structures.green.grey", "twice"),
    ('structure = "house"', 'structure = "villa"', "structures.red.structure", "not known"),
    ("singles_per_colour = 14", "singles_per_colour = 13", "building_tiles.singles_per_colour", "add up to 52"),
    ("doubles_per_colour = 12", "doubles_per_colour = 13", "building_tiles.doubles_per_colour", "add up to 52"),
    ("patrician = 2,", "patrician = 3,", "citizen_tiles.count.patrician", "need 2"),
    (THREE_TILES, THREE_TILES[:22] + "\n", "resource_tiles.tiles", "add up to 31, but there are 34"),
    ('["builder", "builder"]', '["builder"]', "resource_tiles.tiles[16]", "not a tile"),
    ('["builder", "builder"]', '["builder", "mason"]', "resource_tiles.tiles[16]", "not known"),
    ("money = 1 }", "money = -1 }", "start.resources.money", "between"),
    ("tableaus = { 2 = 3,", "tableaus = { 2 = 4,", "mosaic.places.2", "list of 4"),
    ("2 = [[0, 0], [3, 0], [6, 0]]", "2 = [[0, 0], [2, 0], [6, 0]]", "mosaic.places.2[1]", "another one"),
    ("2 = [[0, 0], [3, 0], [6, 0]]", "2 = [[0, 0], [3, 0], [7, 0]]", "mosaic.places.2[2]", "between"),
    ('"BBBO/GERO/GGRR"', '"BBBO/GBRO/GGRR"', "mosaic.faces[0][0]", "0 eagles"),
    ('"BBBO/GERO/GGRR"', '"BBBO/GERO/GGRE"', "mosaic.faces[0][0]", "2 eagles"),
    ('"BBBO/GERO/GGRR"', '"BBBO/GERO"', "mosaic.faces[0][0]", "3 rows of 4"),
    ('"BBBO/GERO/GGRR"', '"BBBO/GERO/GGRX"', "mosaic.faces[0][0]", "not known"),
    ('["BBBO/GERO/GGRR", "GOBB/GOEB/RRRB"]', '["BBBO/GERO/GGRR"]', "mosaic.faces[0]", "list of 2"),
    ("positions = 7", "positions = 8", "prestige.positions", "need 7"),
    ("cypresses = [2, 4, 6]", "cypresses = [2, 6, 4]", "prestige.cypresses", "ascend"),
    ("cypresses = [2, 4, 6]", "cypresses = 2", "prestige.cypresses", "list"),
    ("cypresses = [2, 4, 6]", "cypresses = [2, 4, 9]", "prestige.cypresses[2]", "between"),
    ("head = [3, 3, 5, 5, 7, 7, 7]", "head = [3, 3, 5, 5, 7, 7, 5]", "prestige.head", "ascend"),
    ("head = [3, 3, 5, 5, 7, 7, 7]", "head = [3, 3, 5, 5, 7, 7]", "prestige.head", "list of 7"),
    ("front = -3", "front = -30", "prestige.offset.front", "between"),
    ('"2 assistants", "2 tribunes"', '"2 tribunes", "2 assistants"', "premium_tracks.basilica", "need"),
    ('"2 points"', '"two points"', "area_bonus.choices", "2 points"),
    ('"money or assistant", "a worker', '"money or hat", "a worker', "second_citizen.rows[3]", "not known"),
    ("fragments = [3, 2, 1]", "fragments = [3, 2]", "column.fragments", "list of 3"),
    ('cycles I, II, III\nsure = "rules"\npoints', "\npoints", "crane_points.sure", "missing"),
    ('{ cycle = 1, build = "a crane', '{ cycle = 2, build = "a crane', "trajan_cards.cards[3].cycle", "need 1"),
    ('build = "a square of four buildings"', 'build = "a square of five"', "trajan_cards.cards[4].build", "not known"),
    ('collect = "tribune + money"', 'collect = "tribune"', "trajan_cards.cards[0].collect", "not known"),
    ("[column]", "[hat]\n[column]", "hat", "nobody knows"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "place", "why"), FAULTS, ids=[f"{at}-{fault[2]}" for at, fault in enumerate(FAULTS)]
)
def test_a_fault_is_refused_with_its_table_and_entry(tmp_path: Path, old: str, new: str, place: str, why: str) -> None:
    """What is inconsistent is named in both languages."""
    with pytest.raises(BadComponents) as caught:
        ulpia.new("forum_trajanum", components=changed(tmp_path, old, new))
    for language in ("en", "de"):
        assert place in caught.value.say(language)
    assert why in str(caught.value)


def test_a_corrected_file_is_played_with(tmp_path: Path) -> None:
    """The same compiled rules, other figures: a column worth seven, an area bonus of five points."""
    path = changed(tmp_path, "fragments = [3, 2, 1]", "fragments = [7, 2, 1]")
    assert draw("seats 2\npending: reward column", components=path).sources(0) == {"columns": 7}
    path = changed(tmp_path, '"2 points"', '"5 points"')
    assert draw("seats 2\npending: gain 1", components=path).play("gain points").sources(0) == {"area bonuses": 5}


def test_colours_can_be_told_apart_otherwise(tmp_path: Path) -> None:
    """Which grey building lies on the back of which colour is a reconstruction: a double shows what the file says."""
    pairs = (
        'green  = { structure = "park",     grey = "column" }',
        'blue   = { structure = "fountain", grey = "library" }',
    )
    path = tmp_path / "components.toml"
    path.write_text(
        ORIGINAL.replace(pairs[0], pairs[0].replace("column", "library")).replace(
            pairs[1], pairs[1].replace("library", "column")
        )
    )
    position = "seats 2\n0 resources: builder, blue\n0 ship: 0\npending: build"
    built = draw(position, components=path).play("build blue with grey", "place b1 c1", "reward grey")
    assert built.sources(0)["columns"] == 3
    assert "columns" not in draw(position).play("build blue with grey", "place b1 c1", "reward grey").sources(0)


def test_the_digest_is_part_of_the_match(tmp_path: Path) -> None:
    path = changed(tmp_path, "offset = { front = -3", "offset = { front = -2")
    text = ulpia.new("forum_trajanum", components=path).transcript()
    with pytest.raises(OtherComponents, match="component file"):
        ulpia.load(text)
    assert ulpia.load(text, components=path).transcript() == text


def test_reconstructions_are_named() -> None:
    """`ulpia facts` shows how sure each table is; the README lists the same tables."""
    tables = find_game("forum_trajanum").read_components().tables
    uncertain = {name for name, table in tables.items() if table["sure"] == "reconstruction"}
    assert uncertain == {"temples", "street_symbols", "structures", "resource_tiles", "mosaic", "prestige"}
