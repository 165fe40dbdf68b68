"""Set-up.   F-01 to F-09."""

import collections
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ulpia
from tests.games.forum_trajanum.drawing import draw
from tests.support.views import json_view
from ulpia.core.errors import BadSeats
from ulpia.games import forum_trajanum
from ulpia.games.forum_trajanum import names
from ulpia.match import Match

PRINTED = tomllib.loads((Path(forum_trajanum.__file__).parent / "components.toml").read_text("utf-8"))["mosaic"][
    "faces"
]
TABLEAUS = {2: ("a1", "a4", "a7"), 3: ("a1", "e1", "a4", "e4"), 4: ("a1", "e1", "a4", "e4", "c7")}
"""Top left squares of the tableaus, by number of seats."""
FRONT_OF_CARDS = {
    "coloured between grey across": 1,
    "temple above and below": 1,
    "two grey down": 1,
    "crane both sides": 1,
    "square of four": 2,
    "grey between coloured down": 2,
    "all four colours": 2,
    "coloured between grey down": 2,
    "two grey between coloured down": 3,
    "three colours down": 3,
    "temple four corners": 3,
    "three grey down": 3,
}
"""The cycle of each Trajan card, by its upper task."""


def begun(seats: int = 2, seed: int = 5, **options: Any) -> Match:
    """A match before its first decision."""
    return ulpia.new("forum_trajanum", seats=seats, seed=seed, **options)


def set_up(seats: int = 2, seed: int = 5, **options: Any) -> Match:
    """A match whose set-up is decided, the first option always, before anybody takes a tile."""
    match = begun(seats, seed, **options)
    while match.question.kind != "take":
        match.play(match.options[0])
    return match


def options(match: Match) -> list[str]:
    return [str(action) for action in match.options]


def lay_cranes(match: Match) -> Match:
    """The seat that is asked lays its cranes."""
    return played(match, "crane blue", "crane green", "crane red")


def played(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


def right_of(square: str, steps: int = 1) -> str:
    return chr(ord(square[0]) + steps) + square[1]


def below(square: str, steps: int = 1) -> str:
    return square[0] + str(int(square[1]) + steps)


def picture(forum: dict[str, Any], top_left: str) -> str:
    """The tableau that lies there, as it would be printed."""
    letters = dict(zip((*names.COLOURS, "eagle"), "BGROE"))
    rows = [[right_of(below(top_left, row), column) for column in range(4)] for row in range(3)]
    return "/".join("".join(letters[forum["squares"][square]["colour"]] for square in row) for row in rows)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play(seats: int) -> None:
    """F-01."""
    assert len(json_view(begun(seats))["players"]) == seats


@pytest.mark.parametrize("seats", [1, 5])
def test_not_fewer_and_not_more(seats: int) -> None:
    """F-01."""
    with pytest.raises(BadSeats):
        begun(seats)


def test_the_first_player_is_drawn_at_random() -> None:
    """F-01."""
    firsts = collections.Counter(int(begun(4, seed).state.first) for seed in range(200))
    assert sorted(firsts) == [0, 1, 2, 3]
    assert all(25 < count < 75 for count in firsts.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_different_tableaus_fill_the_forum(seats: int) -> None:
    """F-01: 3, 4 or 5 of them, each as printed or upside down."""
    for seed in range(20):
        forum = json_view(begun(seats, seed))["forum"]
        pictures = [picture(forum, place) for place in TABLEAUS[seats]]
        laid = [
            at for at, faces in enumerate(PRINTED) for face in faces for laid in pictures if laid in (face, face[::-1])
        ]
        assert len(laid) == len(set(laid)) == seats + 1
        assert len(forum["squares"]) == 12 * (seats + 1)
        assert all(square["envoy"] is None for square in forum["squares"].values())


def test_tableaus_faces_and_turns_are_random() -> None:
    """F-01: any of the five, either face, turned or not, in every place."""
    expected = {way for faces in PRINTED for face in faces for way in (face, face[::-1])}
    assert len(expected) == 20
    forums = [json_view(begun(2, seed))["forum"] for seed in range(200)]
    for place in TABLEAUS[2]:
        assert {picture(forum, place) for forum in forums} == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_areas_go_on_across_tableaus(seats: int) -> None:
    """F-01: neighbours by a side have one area if they have one colour, whatever tableau they are on."""
    joined_across = 0
    for seed in range(10):
        squares = json_view(begun(seats, seed))["forum"]["squares"]
        for square, shown in squares.items():
            for other in (right_of(square), below(square)):
                if other in squares and shown["colour"] != "eagle":
                    same = shown["colour"] == squares[other]["colour"]
                    assert (shown["area"] == squares[other]["area"]) == same
                    joined_across += same and square[1] in "36" and other[1] in "47"
    assert joined_across > 0


def test_an_area_is_connected_and_an_eagle_belongs_to_none() -> None:
    """F-01: squares of one colour that touch at a corner only are two areas."""
    forum = draw("forum: BG.. / GBEB / ..EB").board["forum"]
    assert [area["squares"] for area in forum["areas"]] == [["a1"], ["b1"], ["a2"], ["b2"], ["d2", "d3"]]
    assert [area["free"] for area in forum["areas"]] == [1, 1, 1, 1, 2]
    assert forum["squares"]["c2"] == {"colour": "eagle", "envoy": None, "area": None}


def test_every_street_has_two_cards_and_eight_are_turned_up_in_each_cycle() -> None:
    """F-02: three stacks of eight, used up when the game ends."""
    match = begun(2, 3, setup="dealt")
    cards: dict[int, list[str]] = collections.defaultdict(list)
    since = 0
    while match.seat is not None:
        for event in match.events(None, since):
            if event.kind == "round_began":
                cards[json_view(match)["cycle"]] += [event.details["street"], event.details["other_street"]]
        since = len(match.entries)
        match.play(match.options[-1])
    assert {cycle: len(turned) for cycle, turned in cards.items()} == {1: 8, 2: 8, 3: 8}
    assert collections.Counter(card for turned in cards.values() for card in turned) == dict.fromkeys(names.STREETS, 2)
    assert json_view(match)["streets"]["left"] == {}


def test_street_cards_are_shuffled() -> None:
    """F-02, F-10: any street may come first; both cards may name the same."""
    shown = [json_view(begun(2, seed, setup="dealt"))["streets"]["shown"] for seed in range(150)]
    assert {first for first, _ in shown} == {second for _, second in shown} == set(names.STREETS)
    assert 1 < sum(first == second for first, second in shown) < 20  # six or seven are to be expected


def test_a_trajan_card_for_each_cycle_from_its_own_four() -> None:
    """F-02: open from the start."""
    seen: dict[int, set[str]] = collections.defaultdict(set)
    for seed in range(100):
        for cycle, card in enumerate(json_view(begun(2, seed))["trajan_cards"], 1):
            seen[cycle].add(card["build"])
    for cycle in (1, 2, 3):
        assert seen[cycle] == {task for task, of in FRONT_OF_CARDS.items() if of == cycle}


def test_the_introductory_game_has_a_card_for_the_third_cycle_only() -> None:
    """F-02."""
    cards = [json_view(begun(2, seed, variant="introductory"))["trajan_cards"] for seed in range(100)]
    assert all(first is None and second is None for first, second, _ in cards)
    assert {third["build"] for _, _, third in cards} == {task for task, of in FRONT_OF_CARDS.items() if of == 3}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_in_turn_decides_cranes_then_row_then_corners(seats: int) -> None:
    """F-03: clockwise from the starting player; the last crane is no choice."""
    match = begun(seats)
    first, asked = json_view(match)["first"], []
    while match.question.kind != "take":
        asked.append((match.seat, match.question.kind))
        match.play(match.options[0])
    kinds = ["cranes", "cranes", "cranes", "lay", "corners"]
    assert asked == [((first + step) % seats, kind) for step in range(seats) for kind in kinds]
    assert match.seat == first


def test_a_crane_of_each_colour_in_the_corner_that_the_player_likes() -> None:
    """F-03."""
    match = begun()
    seat = match.seat
    assert options(match) == ["crane blue", "crane green", "crane red", "crane orange"]
    match.play("crane red")
    assert options(match) == ["crane blue", "crane green", "crane orange"]
    played(match, "crane orange", "crane blue")
    colonia = json_view(match)["players"][seat]["colonia"]
    assert {square: colonia[square]["crane"]["colour"] for square in names.CORNERS} == {
        "a1": "red",
        "f1": "orange",
        "a6": "blue",
        "f6": "green",
    }


def test_cranes_are_laid_before_the_first_citizen_is_drawn_and_tiles_are_shuffled_last() -> None:
    """F-03."""
    match = lay_cranes(begun())
    seat = match.seat
    kinds = [event.kind for event in match.events(seat)]
    assert kinds[-2:] == ["crane_placed", "citizen_drawn"]
    played(match, options(match)[0])
    colonia = json_view(match)["players"][seat]["colonia"]
    assert all(square["cover"] == "none" for square in colonia.values())
    played(match, options(match)[0])
    kinds = [event.kind for event in match.events(seat, len(match.entries) - 1)]
    assert kinds == ["citizen_on_corner"] * 2 + ["corner_opened"] * 2 + ["first_envoy"]


def test_the_first_citizen_is_drawn_and_active_in_either_row_of_its_class() -> None:
    """F-04: on the left space."""
    drawn = collections.Counter()
    for seed in range(60):
        match = lay_cranes(begun(2, seed))
        seat, citizen = match.seat, str(match.question.about)
        drawn[citizen] += 1
        assert options(match) == [f"lay {citizen} 1", f"lay {citizen} 2"]
        row = f"{citizen} {1 + seed % 2}"
        player = json_view(played(match, f"lay {row}"))["players"][seat]
        assert player["citizens"][row]["spaces"] == [seat, None]
        assert player["citizens"][row]["active"]
        assert player["active_citizens"] == 1
    assert sorted(drawn) == ["craftsman", "merchant", "patrician"]
    assert min(drawn.values()) > 8


@pytest.mark.parametrize(("corner", "opposite"), [("a1", "f6"), ("f1", "a6"), ("a6", "f1"), ("f6", "a1")])
def test_the_other_two_citizens_lie_open_on_opposite_corners(corner: str, opposite: str) -> None:
    """F-04: the player says which lies where."""
    for seed in range(12):
        match = lay_cranes(begun(2, seed))
        seat, citizen = match.seat, match.question.about
        others = [name for name in names.CLASSES if name != citizen]
        match.play(f"lay {citizen} 1")
        assert options(match) == [f"corner {others[0]} {square}" for square in names.CORNERS]
        colonia = json_view(played(match, f"corner {others[0]} {corner}"))["players"][seat]["colonia"]
        assert (colonia[corner]["face"], colonia[opposite]["face"]) == tuple(others)
        assert colonia[corner]["cover"] == colonia[opposite]["cover"] == "open"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_cover_everything_but_temples_and_are_open_on_corners(seats: int) -> None:
    """F-05."""
    for player in json_view(set_up(seats))["players"]:
        colonia = player["colonia"]
        temples = [square for square, shown in colonia.items() if shown["temple"]]
        assert temples == [square for square, shown in colonia.items() if shown["cover"] == "none"]
        assert len(temples) == 4
        assert tuple(square for square, shown in colonia.items() if shown["cover"] == "open") == names.CORNERS
        assert all(colonia[square]["face"] for square in names.CORNERS)
        assert not any(colonia[square]["crane"]["open"] for square in names.CORNERS)


def test_the_last_tile_lies_on_the_ship() -> None:
    """F-05: 34 tiles in all; the owner has seen four corners, the first citizen and the envoy."""
    match = set_up()
    for seat in (0, 1):
        mine = json_view(match, seat)["players"][seat]
        seen = [mine["colonia"][square]["face"] for square in names.CORNERS]
        seen += [row.rpartition(" ")[0] for row, shown in mine["citizens"].items() if shown["spaces"][0] is not None]
        seen.append(mine["first_envoy"])
        assert mine["ship"] == 1
        assert len(seen) == 6
        assert sum(mine["unseen"].values()) == 28
        tiles = collections.Counter(seen) + collections.Counter(mine["unseen"])
        assert sum(tiles.values()) == 34
        assert [tiles[citizen] for citizen in names.CLASSES] == [2, 2, 2]
        assert tiles["money money"] == 2


def test_tiles_are_shuffled() -> None:
    """F-05: corners and ship hold any of the 30 different faces that are left."""
    corners, envoys = set(), set()
    for seed in range(150):
        match = begun(2, seed, setup="dealt")
        for seat in (0, 1):
            mine = json_view(match, seat)["players"][seat]
            corners |= {mine["colonia"][square]["face"] for square in names.CORNERS}
            envoys.add(mine["first_envoy"])
    assert len(corners) == len(envoys) == 30


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start_resources_with_a_worker_of_another_colour_for_each(seats: int) -> None:
    """F-06."""
    for seed in range(10):
        workers = []
        for player in json_view(begun(seats, seed, setup="dealt"))["players"]:
            resources = player["resources"]
            assert [resources[name] for name in ("tribune", "builder", "assistant", "money")] == [1, 1, 1, 1]
            assert sum(resources.values()) == 5
            workers += [colour for colour in names.COLOURS if resources[colour]]
        assert len(set(workers)) == seats


def test_the_slider_begins_at_its_left_end_on_its_front() -> None:
    """F-06."""
    for player in json_view(begun(4))["players"]:
        assert (player["prestige"]["position"], player["prestige"]["reverse"]) == (0, False)


def test_workers_are_drawn_when_all_have_set_up() -> None:
    """F-06: nobody knows them while choosing cranes, row and corners."""
    match = begun()
    while match.question.kind != "take":
        players = json_view(match)["players"]
        assert [sum(player["resources"].values()) for player in players] == [4, 4]
        match.play(match.options[0])
    hired = [event.seat for event in match.events() if event.kind == "gained"]
    assert sorted(hired) == [0, 1]


def test_the_colour_of_the_first_worker_is_random() -> None:
    """F-06: for every seat."""
    tables = [json_view(begun(2, seed, setup="dealt"))["players"] for seed in range(40)]
    for seat in (0, 1):
        hired = {colour for players in tables for colour in names.COLOURS if players[seat]["resources"][colour]}
        assert hired == set(names.COLOURS)


def test_a_first_merchant_of_row_one_turns_the_slider() -> None:
    """F-06, F-32: one of row two does not."""
    seeds = [seed for seed in range(30) if lay_cranes(begun(2, seed)).question.about == "merchant"]
    for row, reverse in (("merchant 1", True), ("merchant 2", False)):
        match = lay_cranes(begun(2, seeds[0]))
        seat = match.seat
        prestige = json_view(played(match, f"lay {row}"))["players"][seat]["prestige"]
        assert (prestige["position"], prestige["reverse"]) == (0, reverse)
