"""Newcomers, side B, a dealt set-up, and what is short.   F-07 to F-09."""

import pytest

import ulpia
from tests.games.forum_trajanum.drawing import Drawn, draw
from tests.games.forum_trajanum.rules.test_setup import options, set_up
from tests.support.views import json_view
from ulpia.games.forum_trajanum import names
from ulpia.match import Match

BOARD = "###### / ##.### / ####.# / #.#### / ###.## / ######"


def newcomer(*lines: str) -> Drawn:
    """Seat 0 is asked for a second citizen, and may merge workers afterwards."""
    return draw("\n".join(["seats 2", "0 resources: blue 2", *lines, "pending: newcomer"]), newcomers=(0,))


def asked_newcomer(seats: int, newcomers: tuple[int, ...]) -> Match:
    """A match at its first question to a newcomer."""
    match = ulpia.new("forum_trajanum", seats=seats, seed=5, newcomers=newcomers)
    while match.question.kind != "newcomer":
        match.play(match.options[0])
    return match


def test_a_newcomer_has_one_more_money() -> None:
    """F-07."""
    players = json_view(asked_newcomer(3, (0, 2)))["players"]
    assert [player["resources"]["money"] for player in players] == [2, 1, 2]
    assert [sum(player["resources"].values()) for player in players] == [6, 5, 6]


def test_newcomers_are_asked_when_everybody_is_set_up() -> None:
    """F-07, F-03: clockwise from the starting player, and nobody else."""
    match = asked_newcomer(4, (0, 1, 3))
    first = json_view(match)["first"]
    assert all(player["ship"] == 1 for player in json_view(match)["players"])
    asked = []
    while match.question.kind == "newcomer":
        asked.append(match.seat)
        match.play("decline")
    assert asked == [seat % 4 for seat in range(first, first + 4) if seat % 4 != 2]


def test_a_newcomer_takes_a_citizen_from_a_corner_and_opens_that_crane() -> None:
    """F-07: it is active at once."""
    match = asked_newcomer(2, (1,))
    assert match.seat == 1
    before = json_view(match)["players"][1]["colonia"]
    citizens = [square for square in names.CORNERS if before[square]["face"] in names.CLASSES]
    assert options(match) == [*(f"welcome {square}" for square in citizens), "decline"]
    kind = before[citizens[0]]["face"]
    match.play(f"welcome {citizens[0]}")
    assert options(match) == [f"lay {kind} 1", f"lay {kind} 2"]
    match.play(f"lay {kind} 2")
    player = json_view(match)["players"][1]
    assert player["active_citizens"] == 2
    assert player["citizens"][f"{kind} 2"]["spaces"] == [1, None]
    assert {square: player["colonia"][square]["crane"]["open"] for square in names.CORNERS} == {
        square: square == citizens[0] for square in names.CORNERS
    }
    assert player["colonia"][citizens[0]]["cover"] == "none"
    assert match.question.kind == "take"


def test_a_newcomer_may_do_without() -> None:
    """F-07: and is not asked again."""
    match = asked_newcomer(2, (0,))
    match.play("decline")
    player = json_view(match)["players"][0]
    assert player["active_citizens"] == 1
    assert all(player["colonia"][square]["cover"] == "open" for square in names.CORNERS)
    assert match.question.kind == "take"


def test_resources_on_a_corner_are_not_for_newcomers() -> None:
    """F-07: any citizen is, also one that was turned up by chance."""
    table = newcomer("0 open: a1 merchant, f1 money money, a6 craftsman, f6 patrician")
    assert table.options == ["welcome a1", "welcome a6", "welcome f6", "decline"]


def test_a_newcomers_citizen_beside_the_first_gives_the_bonus_of_its_row() -> None:
    """F-07, F-35."""
    table = newcomer("0 citizens: merchant 1", "0 open: a1 merchant, f6 patrician")
    table.play("welcome a1", "lay merchant 1")
    assert table.options == ["gain tribune", "gain money"]
    table.play("gain tribune")
    assert table.mat(0)["resources"]["tribune"] == 1
    assert table.mat(0)["citizens"]["merchant 1"]["spaces"] == [0, 0]


def test_a_newcomers_citizen_in_the_other_row_gives_no_bonus() -> None:
    """F-07, F-35."""
    table = newcomer("0 citizens: merchant 1", "0 open: a1 merchant, f6 patrician")
    table.play("welcome a1", "lay merchant 2")
    assert table.last_events() == ["citizen_laid"]
    assert table.question == "build built"


def test_a_newcomer_sends_the_first_envoy_for_a_second_patrician() -> None:
    """F-07, F-35: the only one on the ship."""
    table = newcomer("forum: BG", "0 ship: 1", "0 citizens: patrician 1", "0 open: a1 patrician, f6 merchant")
    table.play("welcome a1", "lay patrician 1")
    assert table.options == ["envoy a1", "envoy b1", "decline"]
    assert table.play("envoy b1").mat(0)["ship"] == 0


def test_without_newcomers_nobody_is_asked() -> None:
    """F-07."""
    match = set_up(4)
    assert not any(event.kind == "citizen_welcomed" for event in match.events())
    assert [player["active_citizens"] for player in json_view(match)["players"]] == [1, 1, 1, 1]


def test_on_side_a_all_boards_are_alike() -> None:
    """F-08."""
    players = json_view(ulpia.new("forum_trajanum", seats=4, seed=5, side="A"))["players"]
    assert all(player["street_of"] == {street: street for street in names.STREETS} for player in players)


@pytest.mark.parametrize("side", ["A", "B"])
def test_everybody_sees_which_side_is_played(side: str) -> None:
    """F-08."""
    match = ulpia.new("forum_trajanum", seats=2, seed=5, side=side)
    assert [json_view(match, viewer)["side"] for viewer in (0, 1, None)] == [side] * 3


def test_on_side_b_every_board_has_its_own_streets() -> None:
    """F-08: the first seat has the first board. A card means the street that carries its symbol."""
    players = json_view(ulpia.new("forum_trajanum", seats=4, seed=5, side="B"))["players"]
    assert [player["street_of"]["row 1"] for player in players] == ["row 6", "row 5", "row 4", "row 3"]
    assert [player["street_of"]["row 2"] for player in players] == ["row 1", "row 6", "row 5", "row 4"]
    assert [player["street_of"]["column b"] for player in players] == ["column f", "column a", "column b", "column c"]
    assert [player["street_of"]["column f"] for player in players] == ["column b", "column c", "column d", "column e"]
    for player in players:
        assert sorted(player["street_of"].values()) == sorted(names.STREETS)


def test_on_side_b_tiles_are_taken_from_the_streets_of_the_own_board() -> None:
    """F-08, F-10."""
    table = draw(
        f"""
        seats 2
        streets: row 2, column b
        0 colonia: {BOARD}
        1 colonia: {BOARD}
        pending: take
    """,
        side="B",
    )
    row_one = [f"take {column}1 first" for column in "abcdef"]
    assert table.options == [*row_one, *(f"take f{row} second" for row in range(1, 7))]
    table.play("take b1 first", "take f5 second").play(table.options[0])
    assert table.s.seat == 1
    row_six = [f"take {column}6 first" for column in "abcdef"]
    assert table.options == [*row_six, *(f"take a{row} second" for row in range(1, 7))]


def test_resources_are_never_short() -> None:
    """F-09: the box holds twelve tribunes."""
    table = draw("""
        seats 2
        0 resources: tribune 12
        1 resources: tribune 4
        0 own: builder tribune
        1 passed: money money
    """).play("use own")
    assert table.mat(0)["resources"]["tribune"] == 13


def test_fourteen_singles_and_twelve_doubles_of_each_colour() -> None:
    """F-09."""
    stock = json_view(ulpia.new("forum_trajanum", seats=4, seed=5))["stock"]
    assert {colour: (of["singles"], of["doubles"]) for colour, of in stock.items()} == dict.fromkeys(
        names.COLOURS, (14, 12)
    )


RICH = "0 resources: builder 2, green 3, blue 3\n1 passed: money money\npending: build"


def test_without_singles_of_a_colour_neither_face_can_be_built() -> None:
    """F-09: doubles can, and the singles of other colours."""
    table = draw(f"singles: green 0\n{RICH}")
    assert not table.legal("build column")
    assert not table.legal("build green")
    assert table.legal("build green with grey", "build green twice", "build library", "build blue")


def test_without_doubles_of_a_colour_neither_face_can_be_built() -> None:
    """F-09: singles can."""
    table = draw(f"doubles: green 0\n{RICH}")
    assert not table.legal("build green with grey")
    assert not table.legal("build green twice")
    assert table.legal("build column", "build green", "build blue with grey", "build blue twice")


@pytest.mark.parametrize("tile", ["column", "green"])
def test_both_faces_of_a_single_come_from_one_stock(tile: str) -> None:
    """F-09."""
    table = draw(f"singles: green 1\n{RICH}").play(f"build {tile}", "place b1")
    assert table.board["stock"]["green"]["singles"] == 0
    assert table.board["stock"]["green"]["doubles"] == 12


@pytest.mark.parametrize("tile", ["green with grey", "green twice"])
def test_both_faces_of_a_double_come_from_one_stock(tile: str) -> None:
    """F-09."""
    table = draw(f"doubles: green 1\n{RICH}").play(f"build {tile}", "place b1 c1")
    assert table.board["stock"]["green"]["doubles"] == 0
    assert table.board["stock"]["green"]["singles"] == 14


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_dealt_set_up_begins_with_the_first_street_cards(seats: int) -> None:
    """F-03, F-04, F-05: every decision was taken at random."""
    cranes, rows, citizens = set(), set(), set()
    for seed in range(30):
        match = ulpia.new("forum_trajanum", seats=seats, seed=seed, setup="dealt")
        view = json_view(match)
        assert (match.question.kind, match.seat) == ("take", view["first"])
        assert len(view["streets"]["shown"]) == 2
        for player in view["players"]:
            cranes.add(tuple(player["colonia"][square]["crane"]["colour"] for square in names.CORNERS))
            rows |= {row for row, shown in player["citizens"].items() if shown["active"]}
            citizens |= {square for square in names.CORNERS if player["colonia"][square]["face"] in names.CLASSES}
            assert player["active_citizens"] == player["ship"] == 1
    assert all(len(set(colours)) == 4 for colours in cranes)
    assert len(cranes) > 12
    assert rows == set(names.CITIZEN_ROWS)
    assert citizens == set(names.CORNERS)


def test_a_dealt_set_up_leaves_newcomers_their_choice() -> None:
    """F-07: it comes after the set-up."""
    match = ulpia.new("forum_trajanum", seats=2, seed=5, setup="dealt", newcomers=(0, 1))
    view = json_view(match)
    assert (match.question.kind, match.seat, view["streets"]["shown"]) == ("newcomer", view["first"], [])
    assert [player["ship"] for player in view["players"]] == [1, 1]
    match.play("decline")
    assert (match.question.kind, match.seat) == ("newcomer", 1 - view["first"])
