"""Where one may build and what; exchanges while building.   F-40, F-42, F-43, F-09."""

import pytest

from tests.games.forum_trajanum.drawing import draw
from tests.support.drawn import Drawn

RICH = "0 resources: builder 2, blue 2, green 2, red 2, orange 2, assistant 2"
GREY = ("library", "basilica", "market", "column")
COLOURS = ("blue", "green", "red", "orange")
PAIRED = {"blue": "library", "green": "column", "red": "basilica", "orange": "market"}
COVERED = "O####O / ##T### / ####T# / #T#### / ###T## / O####O"


def building(*lines: str) -> Drawn:
    """Seat 0 builds; when its turn is over, seat 1 has something to build."""
    return draw("\n".join(["seats 2", "1 resources: red", *lines, "pending: build"]))


def tiles(table: Drawn) -> list[str]:
    return [option.removeprefix("build ") for option in table.options if option.startswith("build ")]


def places(table: Drawn) -> set[str]:
    assert all(option.startswith("place ") for option in table.options)
    return {option.removeprefix("place ") for option in table.options}


def exchanges(table: Drawn) -> list[str]:
    return [option for option in table.options if option.split()[0] in ("trade", "train", "merge")]


def built(table: Drawn) -> dict[str, str]:
    return {square: what["building"] for square, what in table.mat(0)["colonia"].items() if what["building"]}


# Once per turn


def test_building_is_optional() -> None:
    """F-40."""
    table = building(RICH).play("end turn")
    assert (built(table), table.s.seat) == ({}, 1)


def test_one_tile_is_built_in_a_turn() -> None:
    """F-40: though more could be paid."""
    table = building(RICH).play("build column", "place b1", "pay builder")
    assert tiles(table) == []
    assert table.legal("end turn")


def test_what_was_chosen_is_built() -> None:
    """F-40: the tile, its place, the payment; there is no way back."""
    table = building(RICH).play("build column")
    assert "b1" in places(table)
    assert table.play("place b1").options == ["pay builder", *(f"pay two {colour}" for colour in COLOURS)]


# Where


def test_a_single_lies_on_any_free_square_but_temples_and_cranes() -> None:
    """F-40: the four corners are uncovered here."""
    table = building(RICH).play("build blue")
    every = {f"{column}{row}" for column in "abcdef" for row in range(1, 7)}
    assert places(table) == every - {"a1", "f1", "a6", "f6"} - {"c2", "e3", "b4", "d5"}


def test_a_scored_crane_is_not_built_over_either() -> None:
    """F-40."""
    table = building(RICH, "0 scored: a1, f1, a6, f6").play("build blue")
    assert not places(table) & {"a1", "f1", "a6", "f6"}


def test_a_single_lies_on_an_uncovered_and_unbuilt_square() -> None:
    """F-40: not under tiles, face down or open, and not on buildings."""
    table = building("0 colonia: O.L##O / #bT.## / ####T# / #T#### / ###T## / O###.O", RICH).play("build blue")
    assert places(table) == {"b1", "d2", "e6"}


@pytest.mark.parametrize(
    "colonia",
    [
        COVERED,
        ".####. / ##.### / ####.# / #.#### / ###.## / .####.",
        ".LBMC. / bb.gro / CCCC.L / g.rooo / bbb.gg / .MMBB.",
    ],
)
def test_without_a_free_square_nothing_is_built(colonia: str) -> None:
    """F-40: cranes and temples are none."""
    table = building(f"0 colonia: {colonia}", RICH)
    assert tiles(table) == []
    assert table.legal("merge blue", "end turn")


# Doubles

SQUARE_OF_FOUR = "O####O / ##T### / ##..T# / #T..## / ###T## / O####O"
FOUR_PAIRS = {"c3 d3", "c4 d4", "c3 c4", "d3 d4"}


@pytest.mark.parametrize("colour", COLOURS)
def test_the_grey_half_lies_on_either_square_across_and_down(colour: str) -> None:
    """F-40: never diagonally."""
    table = building(f"0 colonia: {SQUARE_OF_FOUR}", RICH).play(f"build {colour} with grey")
    assert places(table) == FOUR_PAIRS | {" ".join(reversed(pair.split())) for pair in FOUR_PAIRS}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_double_of_two_alike_lies_across_or_down(colour: str) -> None:
    """F-40: turned round it is the same."""
    table = building(f"0 colonia: {SQUARE_OF_FOUR}", RICH).play(f"build {colour} twice")
    assert places(table) == FOUR_PAIRS


@pytest.mark.parametrize(
    "colonia",
    [
        "O####O / ##T##. / .###T# / #T#### / ###T## / O####O",
        "O####O / ##T### / ##.#T# / #T#.## / ###T## / O####O",
        "O####O / ##T### / ##.#T# / #T#### / ##.T## / O####O",
        "O####O / #.T### / ####T# / #T#### / ###T## / O####O",
        "..###O / ##T### / ####T# / #T#### / ###T## / O###..",
        "O####O / ##T### / #L.bT# / #T#### / ###T## / O####O",
    ],
    ids=["end of a row and start of the next", "diagonal", "apart", "temple", "crane", "built"],
)
def test_a_double_needs_two_free_squares_sharing_a_side(colonia: str) -> None:
    """F-40: a temple or a crane is no half of it."""
    assert tiles(building(f"0 colonia: {colonia}", RICH)) == [*GREY, *COLOURS]


@pytest.mark.parametrize(
    ("where", "first", "second"),
    [
        ("c3 d3", "right", "left"),
        ("d3 c3", "left", "right"),
        ("c3 c4", "below", "above"),
        ("d4 d3", "above", "below"),
    ],
)
def test_the_grey_half_lies_on_the_square_named_first(where: str, first: str, second: str) -> None:
    """F-40, F-42."""
    table = building(RICH).play("build green with grey", f"place {where}")
    one, other = where.split()
    assert built(table) == {one: "column", other: "green"}
    assert [table.mat(0)["colonia"][square]["joined"] for square in (one, other)] == [first, second]


# Kinds, and how many there are


def test_there_are_sixteen_kinds() -> None:
    """F-42."""
    mixed, twice = ([f"{colour} {shape}" for colour in COLOURS] for shape in ("with grey", "twice"))
    assert tiles(building(RICH)) == [*GREY, *COLOURS, *mixed, *twice]


@pytest.mark.parametrize("tile", [*GREY, *COLOURS])
def test_a_single_is_one_building(tile: str) -> None:
    """F-42."""
    table = building(RICH).play(f"build {tile}", "place d3")
    assert built(table) == {"d3": tile}
    assert table.mat(0)["colonia"]["d3"]["joined"] is None


@pytest.mark.parametrize(("colour", "grey"), PAIRED.items())
def test_a_double_pairs_a_colour_with_its_grey_building(colour: str, grey: str) -> None:
    """F-42."""
    assert built(building(RICH).play(f"build {colour} with grey", "place d3 d4")) == {"d3": grey, "d4": colour}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_double_of_two_coloured_shows_one_colour(colour: str) -> None:
    """F-42."""
    assert built(building(RICH).play(f"build {colour} twice", "place d3 d4")) == {"d3": colour, "d4": colour}


@pytest.mark.parametrize(("colour", "grey"), PAIRED.items())
def test_both_faces_of_a_single_come_from_one_stock(colour: str, grey: str) -> None:
    """F-09: a tile that is built shows one face and is gone with the other."""
    for tile in (colour, grey):
        table = building(RICH, f"singles: {colour} 5").play(f"build {tile}", "place d3")
        assert (table.board["stock"][colour]["singles"], table.board["stock"][colour]["doubles"]) == (4, 12)
    left = tiles(building(RICH, f"singles: {colour} 0"))
    assert set(GREY + COLOURS) - set(left) == {colour, grey}
    assert {f"{colour} with grey", f"{colour} twice"} <= set(left)


@pytest.mark.parametrize("colour", COLOURS)
def test_both_faces_of_a_double_come_from_one_stock(colour: str) -> None:
    """F-09."""
    for shape in ("with grey", "twice"):
        table = building(RICH, f"doubles: {colour} 5").play(f"build {colour} {shape}", "place d3 d4")
        assert (table.board["stock"][colour]["singles"], table.board["stock"][colour]["doubles"]) == (14, 4)
    left = tiles(building(RICH, f"doubles: {colour} 0"))
    assert len(left) == 14
    assert not {f"{colour} with grey", f"{colour} twice"} & set(left)


def test_the_last_tile_is_gone_for_the_others_too() -> None:
    """F-09."""
    table = building("0 resources: builder", "1 resources: builder, red", "singles: red 1")
    table.play("build basilica", "place d3")
    assert table.s.seat == 1
    assert tiles(table) == ["library", "market", "column", "red with grey"]


# Exchanges


def test_two_workers_of_one_colour_become_a_builder() -> None:
    """F-43."""
    table = building("0 resources: blue 2, green 3, red, assistant")
    assert exchanges(table) == ["merge blue", "merge green"]
    table.play("merge green")
    resources = table.mat(0)["resources"]
    assert (resources["builder"], resources["blue"], resources["green"], resources["red"]) == (1, 2, 1, 1)
    assert exchanges(table) == ["merge blue"]


def test_workers_may_be_exchanged_any_number_of_times() -> None:
    """F-43: nothing counts these."""
    table = building("0 resources: blue 6").play("merge blue", "merge blue", "merge blue")
    assert table.mat(0)["resources"]["builder"] == 3


def test_exchanges_make_a_tile_payable() -> None:
    """F-43, F-34: in any order, before it is paid."""
    table = building("0 resources: money, assistant 2", "0 citizens: merchant 2, craftsman 1, craftsman 2")
    assert tiles(table) == []
    table.play("train red", "trade money assistant")
    assert tiles(table) == [*COLOURS]
    table.play("train builder")
    assert set(tiles(table)) > {"library", "red", "red with grey"}
    table.play("build red with grey", "place b1 c1")
    assert built(table) == {"b1": "basilica", "c1": "red"}


def test_exchanges_may_follow_the_tile_until_the_turn_is_ended() -> None:
    """F-43."""
    table = building(
        "0 resources: builder, money, assistant 2, orange 2", "0 citizens: merchant 2, craftsman 1, craftsman 2"
    ).play("build column", "place b1", "pay builder")
    assert table.s.seat == 0
    table.play("merge orange", "train red", "train builder", "trade money tribune")
    resources = {name: count for name, count in table.mat(0)["resources"].items() if count}
    assert resources == {"builder": 2, "red": 1, "tribune": 1}
    assert table.s.seat == 1


def test_what_was_exchanged_before_the_tile_counts_after_it() -> None:
    """F-33, F-34: per turn, not for each half of it."""
    table = building(
        "0 resources: builder, money 2, assistant 5", "0 citizens: merchant 2, craftsman 1, craftsman 2"
    ).play("trade money tribune", "train red", "train builder", "build column", "place b1")
    assert exchanges(table) == ["train blue", "train green", "train red", "train orange"]


def test_a_tile_that_was_chosen_is_paid_at_once() -> None:
    """F-40, F-43: what can be exchanged is exchanged before it is chosen, or after it is paid."""
    table = building("0 resources: builder, blue 3, assistant 2", "0 citizens: craftsman 1, craftsman 2")
    table.play("build blue with grey", "place b1 c1")
    assert table.options == ["pay builder", "pay two blue"]


# One more building action


def once_more(*lines: str) -> Drawn:
    """Seat 0 has built its fourth basilica and may build once more."""
    return draw("\n".join(["seats 2", "1 resources: red", *lines, "pending: extra_build"]))


def test_one_more_building_action_offers_what_the_first_did() -> None:
    """F-47, F-40."""
    first, more = building(RICH).options, once_more(RICH).options
    assert (first[-1], more[-1]) == ("end turn", "decline")
    assert first[:-1] == more[:-1]


def test_one_more_building_action_may_be_declined() -> None:
    """F-47: then there is no other tile."""
    table = once_more(RICH).play("decline")
    assert tiles(table) == []
    assert table.legal("merge blue", "end turn")


def test_one_more_building_action_is_one() -> None:
    """F-47."""
    table = once_more(RICH).play("build column", "place b1", "pay builder")
    assert built(table) == {"b1": "column"}
    assert tiles(table) == []


def test_exchanges_are_made_during_one_more_building_action_too() -> None:
    """F-43: what was exchanged earlier in the turn still counts."""
    citizens = "0 citizens: merchant 2, craftsman 1, craftsman 2"
    table = once_more(citizens, "0 resources: assistant 3, money, red 2")
    assert table.legal("trade money assistant", "train red", "train builder", "merge red", "build red")
    table = once_more(citizens, "0 resources: assistant 3, money, red 2", "traded: 1", "workers_trained: 1")
    assert table.legal("train red", "train builder", "merge red")
    assert not table.legal("trade money assistant")
    table.play("train red", "train builder")
    assert exchanges(table) == ["merge red"]
    table.play("merge red", "build red", "place b1")
    assert exchanges(table) == []


def test_one_more_building_action_that_nobody_can_pay_is_over() -> None:
    """F-47, F-46."""
    assert once_more("0 resources: assistant 3, money 3").s.seat == 1
