"""Keeping and passing on, all at once; turns and the starting player.   F-14 to F-16."""

import itertools

import pytest

import ulpia
from tests.games.forum_trajanum.drawing import Drawn, draw
from tests.support.views import json_view
from ulpia.core.errors import IllegalAction
from ulpia.match import Match

FACES = (
    ("builder blue", "money money"),
    ("builder green", "green green"),
    ("builder red", "red red"),
    ("builder orange", "orange orange"),
)
"""What lies open on two corners of each seat."""


def all_take(seats: int, *lines: str, first: int = 0) -> Drawn:
    """A table at which every seat has a tile for each card, on corners a1 and f1."""
    corners = [f"{seat} open: a1 {FACES[seat][0]}, f1 {FACES[seat][1]}" for seat in range(seats)]
    streets = "streets: column a, column f"
    return draw("\n".join([f"seats {seats}", f"first: {first}", streets, *corners, *lines, "pending: take"]))


def keep(table: Drawn, *faces: str) -> Drawn:
    """Seat by seat takes both tiles and keeps one."""
    for face in faces:
        table.play("take a1 first", f"keep {face}")
    return table


def kept(table: Drawn, seat: int) -> str | None:
    own: str | None = table.mat(seat)["own"]
    return own


def received(table: Drawn, seat: int) -> str | None:
    face: str | None = table.mat(seat)["received"]
    return face


def test_one_of_two_tiles_is_kept_and_the_other_passed_on() -> None:
    """F-14: nothing else can be done with them."""
    table = all_take(2).play("take a1 first")
    assert table.options == ["keep builder blue", "keep money money"]
    keep(table.play("keep money money"), "green green")
    assert (kept(table, 0), kept(table, 1)) == ("money money", "green green")
    assert (received(table, 0), received(table, 1)) == ("builder green", "builder blue")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_are_passed_to_the_right(seats: int) -> None:
    """F-14: seats are numbered clockwise, so the right neighbour of a seat is the one before it."""
    table = all_take(seats)
    for seat in range(seats):
        keep(table, FACES[seat][1])
    for seat in range(seats):
        assert kept(table, seat) == FACES[seat][1]
        assert received(table, seat) == FACES[(seat + 1) % seats][0]
        assert table.mat(seat)["passed"] == FACES[seat][0]


def test_the_first_tile_can_be_kept_as_well_as_the_second() -> None:
    """F-14."""
    for keeps, passes in itertools.permutations(FACES[0]):
        table = keep(all_take(2), keeps, "green green")
        assert (kept(table, 0), received(table, 1)) == (keeps, passes)


def test_of_two_tiles_alike_one_is_kept_without_asking() -> None:
    """F-14: there are two with two money."""
    table = all_take(2, "0 open: a1 money money").play("take a1 first")
    assert (table.question, table.s.seat) == ("take", 1)
    keep(table, "green green")
    assert (kept(table, 0), received(table, 1)) == ("money money", "money money")


LAST_TILE = """
    seats 3
    streets: column a, column f
    0 open: a1 builder blue
    1 open: a1 builder green, f1 green green
    2 open: a1 builder red, f1 red red
    0 beside: money money
    2 beside: money money
    pending: take
"""


def test_a_single_tile_is_kept_and_nothing_passed() -> None:
    """F-14: the right neighbour receives nothing."""
    table = keep(draw(LAST_TILE), "green green", "red red")
    assert kept(table, 0) == "builder blue"
    assert table.mat(0)["passed"] is None
    assert received(table, 2) is None
    assert (received(table, 0), received(table, 1)) == ("builder green", "builder red")
    assert ("received_nothing", 2) in [(event.kind, event.seat) for event in table.match.events(2)]


def test_without_a_tile_nothing_is_kept_and_nothing_passed() -> None:
    """F-14, F-13: what the neighbour passes is still received."""
    table = keep(draw(LAST_TILE.replace("0 open: a1 builder blue", "")), "green green", "red red")
    assert ("took_none", 0) in [(event.kind, event.seat) for event in table.match.events()]
    assert ("used_received", 0) in [(event.kind, event.seat) for event in table.match.events()]
    assert received(table, 2) is None
    assert table.mat(0)["passed"] is None


def test_a_tile_that_was_paid_for_can_be_passed_on() -> None:
    """F-14, F-12."""
    table = draw("""
        seats 2
        streets: row 3, row 4
        0 open: a1 builder blue, f1 money money
        0 resources: tribune 2
        0 beside: red red
        pending: take
    """)
    table.play("take f1 first tribune", "take a1 second tribune", "keep money money")
    assert (kept(table, 0), table.mat(0)["passed"]) == ("money money", "builder blue")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_seats_take_one_after_another_from_the_starting_player_on(first: int) -> None:
    """F-15, F-03."""
    table = all_take(3, first=first)
    asked = []
    while table.question == "take":
        asked.append(int(table.s.seat))
        keep(table, FACES[table.s.seat][0])
    assert asked == [(first + step) % 3 for step in range(3)]


def test_nothing_takes_effect_before_the_last_one_has_kept() -> None:
    """F-15: tiles lie where they were, tribunes are where they were."""
    table = draw("""
        seats 2
        streets: column a, row 3
        0 open: a1 builder blue, f1 money money
        0 resources: tribune
        1 open: a1 builder green, f6 green green
        1 resources: tribune 2
        pending: take
    """)
    table.play("take a1 first", "take f1 second tribune", "keep builder blue")
    assert (table.question, table.s.seat) == ("take", 1)
    for viewer in (0, 1, None):
        mat = json_view(table.match, viewer)["players"][0]
        assert [mat["colonia"][square]["cover"] for square in ("a1", "f1")] == ["open", "open"]
        assert mat["resources"]["tribune"] == 1
        assert mat["own"] is mat["passed"] is None
    table.play("take f6 first tribune", "take a1 second tribune", "keep green green")
    for seat, corners in ((0, ("a1", "f1")), (1, ("a1", "f6"))):
        mat = table.board["players"][seat]
        assert [mat["colonia"][square]["cover"] for square in corners] == ["none", "none"]
        assert all(mat["colonia"][square]["crane"]["open"] for square in corners)
        assert mat["resources"]["tribune"] == 0


def test_who_took_from_where_is_told_when_all_have_passed_on() -> None:
    """F-15: and not before; with the tribunes that were paid."""
    table = draw("""
        seats 2
        streets: column a, row 3
        0 open: a1 builder blue, f1 money money
        0 resources: tribune
        1 open: a1 builder green
        1 resources: tribune
        1 beside: red red
        pending: take
    """)
    table.play("take a1 first", "take f1 second tribune", "keep builder blue")
    assert table.match.events(1, since=1) == []
    table.play("take a1 first")
    told = [(event.kind, event.seat, dict(event.details)) for event in table.match.events(None, since=1)]
    assert told[:2] == [
        ("took_two", 0, {"square": "a1", "other_square": "f1", "tribunes": 1}),
        ("took_one", 1, {"square": "a1", "tribunes": 0}),
    ]


def test_a_corner_that_was_taken_from_opens_its_crane() -> None:
    """F-15: whether the tile is kept or passed on."""
    table = keep(all_take(2, "0 open: a6 builder builder"), "money money", "green green")
    colonia = table.mat(0)["colonia"]
    assert [colonia[square]["crane"]["open"] for square in ("a1", "f1", "a6")] == [True, True, False]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_turns_go_clockwise_from_the_starting_player(first: int) -> None:
    """F-16: a tile is used, then something may be built."""
    table = all_take(3, first=first)
    while table.question == "take":
        keep(table, FACES[table.s.seat][0])
    asked = []
    while table.s.rounds_done == 0:
        asked.append((int(table.s.seat), table.question))
        table.play("end turn" if table.question == "build" else "use own")
    seats = [(first + step) % 3 for step in range(3)]
    assert asked == [(seat, question) for seat in seats for question in ("use", "build")]


def test_building_comes_after_using() -> None:
    """F-16."""
    table = draw("0 own: money money\n0 resources: builder 3, blue 3\n1 passed: builder builder")
    assert table.options == ["use own", "use received"]
    with pytest.raises(IllegalAction):
        table.play("build library")
    assert table.play("use own").legal("build library")


def starting_players(match: Match) -> list[int]:
    """The starting player of each round."""
    firsts: dict[int, int] = {}
    while match.seat is not None:
        view = json_view(match)
        assert firsts.setdefault(view["round"], view["first"]) == view["first"]
        match.play(match.options[-1])
    return list(firsts.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_player_figure_goes_to_the_right_after_every_round(seats: int) -> None:
    """F-16: once, between cycles too."""
    firsts = starting_players(ulpia.new("forum_trajanum", seats=seats, seed=7, setup="dealt"))
    assert len(firsts) == 12
    assert all(later == (earlier - 1) % seats for earlier, later in itertools.pairwise(firsts))


def test_the_starting_player_stays_while_the_cycle_is_paid_for_and_scored() -> None:
    """F-16, F-03: the figure moves when the new round begins."""
    table = draw("""
        seats 3
        first: 1
        round: 4
        0 citizens: patrician 1
        1 citizens: patrician 1
        0 resources: money
        1 resources: money
        0 colonia: ###### / ##.### / ####.# / #.#### / ###.## / ######
        pending: paying
    """)
    assert (table.question, int(table.s.seat), int(table.s.first)) == ("paying patrician 1", 1, 1)
    table.play("pay patrician 1")
    assert (int(table.s.seat), int(table.s.first)) == (0, 1)
    table.play("pay patrician 1")
    assert (table.board["cycle"], int(table.s.first)) == (2, 0)
