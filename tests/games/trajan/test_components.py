"""Printed figures: what is read, what is refused, and playing with a corrected file."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

import ulpia
from ulpia.core.errors import BadComponents, MissingFile, OtherComponents
from ulpia.registry import find_game

ORIGINAL = (files("ulpia.games.trajan") / "components.toml").read_text()


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """The component file with one thing changed."""
    assert ORIGINAL.count(old) == 1, old
    path = tmp_path / "components.toml"
    path.write_text(ORIGINAL.replace(old, new))
    return path


def test_the_built_in_file_is_consistent() -> None:
    facts = find_game("trajan").read_components().facts
    assert facts.forum_tiles.sum() == 70
    assert facts.ship_points[0, 0].tolist() == [0, 2, 6, 12, 20]
    assert (facts.touches == facts.touches.T).all()


def test_every_colour_is_asked_for_eighteen_times() -> None:
    """The tiles as photographed: a check of the table itself."""
    colours = find_game("trajan").read_components().facts.tile_colours.ravel().tolist()
    assert [colours.count(colour) for colour in range(6)] == [18] * 6


FAULTS = [
    ("quarters = 4", "quarters = 5", "length.quarters", "need"),
    ("spaces = { 2 = 11,", "spaces = { 2 = 5,", "time_track.spaces.2", "between"),
    ("spaces = { 2 = 11,", "spaces = { 5 = 11,", "time_track.spaces.2", "missing"),
    ("points = [0, 2, 3, 4, 5, 6, 7, 8]", "points = [0, 2, 3, 4, 5, 6, 7]", "senate_track.points", "list of 8"),
    ("votes  = [0, 2, 3", 'votes  = [0, "two", 3', "senate_track.votes[1]", "whole number"),
    ("votes  = [0, 2, 3", "votes  = [0, true, 3", "senate_track.votes[1]", "whole number"),
    ('["II", "IV", "VI"]', '["I", "IV", "VI"]', "action_circle.first_tile_slots", "need"),
    ("supply = 13", "supply = 12", "figures.at_start", "add up to 14"),
    ('"BB", "YY", "OO", "WB", "BO"', '"BB", "YY", "OO", "WB"', "trajan_tiles.stacks[0].tiles", "add up to 8"),
    ('"GO", "PO", "YO"', '"GO", "PX", "YO"', "trajan_tiles.stacks[2].tiles[0].asks", "two colours"),
    ('reward = "+2 marker"', 'reward = "+3 marker"', "trajan_tiles.stacks[4].tiles[0].reward", "not known"),
    ("bread = 14", "bread = 13", "forum_tiles.count", "add up to 69"),
    ("any_demand = 3", "any_demands = 3", "forum_tiles.count.any_demand", "missing"),
    ("copies_of_each_action = 2", "copies_of_each_action = -1", "extra_action_tiles.copies_of_each_action", "between"),
    ("copies_of_each_action = 2", "copies_of_each_action = 3", "extra_action_tiles.copies_of_each_action", "up to 18"),
    ("total = 15", "total = 16", "figures.total", "need 15"),
    ("yellow = 1, grey = 0.5", "yellow = 1, grey = inf", "bonus_tiles.tiles[3].grey", "half points"),
    ("yellow = 1, grey = 0.5", "yellow = 1, grey = nan", "bonus_tiles.tiles[3].grey", "half points"),
    ('"1 to 3 different pairs"', '"[/x]"', "ships.points.pairs.asks", "not known"),
    ("rows = 4", "rows = 5", "construction.rows", "need"),
    ('door = "senate"', 'door = "circus"', "construction.types.door", "not known"),
    ('["alpes", "raetia", "noricum"]', '["alpes", "gallia"]', "provinces.camp_touches", "not known"),
    ('touches = ["lugdunensis", "narbonensis"]', 'touches = ["lugdunensis"]', "narbonensis.touches", "does not"),
    ('points = 5,  touches = ["raetia"]', "points = 5,  touches = []", "provinces.map.noricum.touches", "no neighbour"),
    ('points = 5,  touches = ["raetia"]', 'points = 5,  touches = ["noricum"]', "provinces.map.noricum", "itself"),
    ('points = 5,  touches = ["raetia"]', 'points = 5,  touches = ["raetia", "raetia"]', "noricum.touches", "twice"),
    ("copies = 5", "copies = 6", "commodities.copies", "add up to 72"),
    ('"columns", "furs", "scrolls", "oils", "fruit"', '"furs", "columns", "scrolls"', "commodities.names", "need"),
    ("coloured = [5, 10, 15]", "coloured = [5, 10]", "ships.points.pairs.coloured", "list of 3"),
    ("bread = 5, games = 5", "bread = 5, games = 6", "demand_tiles.count", "add up to 16"),
    ("yellow = 1, grey = 0.5", "yellow = 1, grey = 0.3", "bonus_tiles.tiles[3].grey", "half points"),
    ('["wine", "fish"]', '["wine", "furs"]', "bonus_tiles.tiles[9].scores", "need"),
    ("hand_card = 1", 'hand_card = "1"', "final_scoring.hand_card", "whole number"),
    ("hand_card = 1", "hand_card = 1\nhat = 2", "final_scoring.hat", "nobody knows"),
    ("[length]", "[lenght]", "length", "missing"),
    ("[final_scoring]", "[extra]\n[final_scoring]", "extra", "nobody knows"),
    ('# five cards of each\nsure = "seen"', '\nsure = "maybe"', "commodities.sure", "not known"),
    ("[length]", "[length", "components.toml", "TOML"),
    ('types = { stairs = "forum",', 'types = 3\nother = { stairs = "forum",', "construction.types", "table"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "place", "why"), FAULTS, ids=[fault[2] for fault in FAULTS])
def test_a_fault_is_refused_with_its_table_and_entry(tmp_path: Path, old: str, new: str, place: str, why: str) -> None:
    with pytest.raises(BadComponents) as caught:
        ulpia.new("trajan", components=changed(tmp_path, old, new))
    for language in ("en", "de"):
        assert place in caught.value.say(language)
    assert why in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingFile, match="nowhere"):
        ulpia.new("trajan", components=tmp_path / "nowhere.toml")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "noise.toml"
    path.write_bytes(b"\xff\xfe\x00noise")
    with pytest.raises(BadComponents, match="TOML"):
        ulpia.new("trajan", components=path)


def test_a_corrected_file_is_played_with(tmp_path: Path) -> None:
    """The same compiled rules, other figures."""
    path = changed(tmp_path, "points = [0, 2, 3, 4", "points = [0, 7, 3, 4")
    match = ulpia.new("trajan", seed=3, setup="dealt", components=path)
    while "advance" not in map(str, match.options):
        match.play(match.options[0])
    seat = match.seat
    before = match.points[seat]
    match.play("advance")
    assert match.points[seat] == before + 7


def test_the_digest_is_part_of_the_match(tmp_path: Path) -> None:
    path = changed(tmp_path, "noricum           = { points = 5", "noricum           = { points = 6")
    text = ulpia.new("trajan", components=path).transcript()
    assert re.search(r"^components ([0-9a-f]{12})$", text, re.M)
    with pytest.raises(OtherComponents, match="component file"):
        ulpia.load(text)
    assert ulpia.load(text, components=path).transcript() == text
    with pytest.raises(OtherComponents):
        ulpia.load(ulpia.new("trajan").transcript(), components=path)


def test_comments_and_layout_do_not_change_the_digest(tmp_path: Path) -> None:
    path = changed(tmp_path, "[length]", "# a note\n\n[length]")
    assert find_game("trajan").read_components(path).digest == find_game("trajan").read_components().digest
