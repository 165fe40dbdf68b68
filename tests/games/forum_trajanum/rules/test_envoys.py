"""Sending envoys to the forum, and filling its areas.   F-48, F-50 to F-53."""

import pytest

from tests.games.forum_trajanum.drawing import draw
from tests.support.drawn import Drawn

FORUM = "forum: BBGO / BEGO / RRGE"
COLOURS = {
    "blue": {"a1", "b1", "a2"},
    "green": {"c1", "c2", "c3"},
    "red": {"a3", "b3"},
    "orange": {"d1", "d2"},
}
BONUSES = ["gain tribune", "gain assistant", "gain money", "gain upgrade", "gain points"]


def pending(frame: str, *lines: str, seats: int = 2) -> Drawn:
    """Seat 0 is asked something and has envoys; when its turn is over, seat 1 has something to build."""
    return draw("\n".join([f"seats {seats}", "1 resources: red", "0 ship: 3", *lines, f"pending: {frame}"]))


def squares(table: Drawn) -> set[str]:
    assert table.question.startswith("envoy")
    return {option.removeprefix("envoy ") for option in table.options if option.startswith("envoy ")}


def held(table: Drawn, seat: int = 0) -> dict[str, int]:
    return {name: count for name, count in table.mat(seat)["resources"].items() if count}


# Who sends one


@pytest.mark.parametrize("colour", COLOURS)
def test_a_coloured_structure_sends_an_envoy_of_its_colour(colour: str) -> None:
    """F-48, F-50."""
    table = pending("build", FORUM, f"0 resources: {colour}").play(f"build {colour}", "place b1")
    assert table.question == f"envoy {colour}"
    assert squares(table) == COLOURS[colour]
    table.play("decline")
    assert table.s.seat == 1


@pytest.mark.parametrize("colour", COLOURS)
def test_a_double_of_two_coloured_sends_two(colour: str) -> None:
    """F-48: one for each square."""
    table = pending("build", FORUM, f"0 resources: {colour} 2").play(f"build {colour} twice", "place b1 c1")
    first = sorted(squares(table))[0]
    table.play(f"envoy {first}")
    if table.question == "gain":
        table.play("gain points")
    assert squares(table) == COLOURS[colour] - {first}
    table.play("decline")
    assert (table.mat(0)["ship"], table.s.seat) == (2, 1)


def test_a_double_of_a_grey_building_and_a_structure_sends_one() -> None:
    """F-48."""
    table = pending("build", FORUM, "0 resources: builder, green").play("build green with grey", "place b1 c1")
    table.play("reward grey", "envoy c1")
    assert (table.mat(0)["ship"], table.s.seat) == (2, 1)


def test_the_colour_is_the_structures_not_the_workers() -> None:
    """F-50, F-41."""
    table = pending("build", FORUM, "0 resources: blue, assistant").play("build red", "place b1")
    assert table.question == "envoy red"


def test_a_grey_building_sends_none() -> None:
    """F-48."""
    table = pending("build", FORUM, "0 resources: builder").play("build column", "place b1")
    assert (table.mat(0)["ship"], table.s.seat) == (3, 1)


def test_without_an_envoy_on_the_ship_one_builds_for_nothing() -> None:
    """F-48."""
    table = pending("build", FORUM, "0 ship: 0", "0 resources: red 2").play("build red twice", "place b1 c1")
    assert [table.mat(0)["colonia"][square]["building"] for square in ("b1", "c1")] == ["red", "red"]
    assert table.s.seat == 1


def test_a_single_envoy_is_asked_for_once() -> None:
    """F-48: the second half of the double finds the ship empty."""
    table = pending("build", FORUM, "0 ship: 1", "0 resources: red 2").play(
        "build red twice", "place b1 c1", "envoy a3"
    )
    assert table.s.seat == 1


def test_the_tile_used_in_this_turn_can_be_the_envoy() -> None:
    """F-48, F-24."""
    table = pending("use", FORUM, "0 ship: 0", "0 own: blue assistant", "1 passed: money money").play("use own")
    table.play("build blue", "place b1")
    assert table.play("envoy a1").mat(0)["ship"] == 0


# Where it goes


def test_an_envoy_leaves_the_ship_and_stands_on_its_square() -> None:
    """F-50."""
    table = pending("envoy blue", FORUM).play("envoy b1")
    assert table.mat(0)["ship"] == 2
    assert table.board["forum"]["squares"]["b1"]["envoy"] == 0
    assert sum(square["envoy"] is not None for square in table.board["forum"]["squares"].values()) == 1


@pytest.mark.parametrize("envoy", ["blue", "green", "red", "orange", "any", "eagle"])
def test_an_envoy_may_be_declined(envoy: str) -> None:
    """F-50: whatever sends it."""
    table = pending(f"envoy {envoy}", FORUM).play("decline")
    assert (table.mat(0)["ship"], table.s.seat) == (3, 1)
    assert all(square["envoy"] is None for square in table.board["forum"]["squares"].values())


def test_declining_the_first_of_two_leaves_the_second() -> None:
    """F-48, F-50."""
    table = pending("build", FORUM, "0 resources: red 2").play("build red twice", "place b1 c1", "decline")
    assert table.question == "envoy red"
    assert table.play("envoy a3").s.seat == 1


def test_a_taken_square_is_not_free() -> None:
    """F-50: no matter whose envoy stands there."""
    assert squares(pending("envoy green", FORUM, "envoys: 0 c1, 1 c3")) == {"c2"}


def test_without_a_free_square_of_the_colour_no_envoy_is_sent() -> None:
    """F-50: another colour is no way out."""
    table = pending("envoy red", FORUM, "envoys: 0 a3, 1 b3")
    assert (table.mat(0)["ship"], table.s.seat) == (3, 1)


def test_only_the_library_sends_an_envoy_to_an_eagle() -> None:
    """F-50, F-46: and that one to nothing else."""
    for colour, own in COLOURS.items():
        assert squares(pending(f"envoy {colour}", FORUM)) == own
    assert not squares(pending("envoy any", FORUM)) & {"b2", "d3"}
    table = pending("premium library", FORUM, "0 tracks: library 3").play("premium envoy on an eagle")
    assert squares(table) == {"b2", "d3"}
    assert table.play("envoy d3").board["forum"]["squares"]["d3"]["envoy"] == 0


# Begun areas

THREE_BLUES = "forum: BBGB / GGGB / BBBG"
"""Blue areas: a1 b1, d1 d2, a3 b3 c3."""


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_an_envoy_must_go_into_the_area_that_is_begun(seat: int) -> None:
    """F-51: no matter who began it; beside the other envoy or not."""
    assert squares(pending("envoy blue", THREE_BLUES, f"envoys: {seat} a3", seats=3)) == {"b3", "c3"}


def test_of_several_begun_areas_any_will_do() -> None:
    """F-51."""
    assert squares(pending("envoy blue", THREE_BLUES, "envoys: 1 a3 d2")) == {"b3", "c3", "d1"}


def test_if_no_area_is_begun_any_will_do() -> None:
    """F-51."""
    assert squares(pending("envoy blue", THREE_BLUES)) == {"a1", "b1", "d1", "d2", "a3", "b3", "c3"}


def test_a_full_area_is_not_to_be_joined() -> None:
    """F-51."""
    assert squares(pending("envoy blue", THREE_BLUES, "envoys: 1 a1, 0 b1")) == {"d1", "d2", "a3", "b3", "c3"}
    assert squares(pending("envoy blue", THREE_BLUES, "envoys: 1 a1, 0 b1, 1 d1")) == {"d2"}


def test_a_begun_area_of_another_colour_does_not_matter() -> None:
    """F-51: nor does an envoy on an eagle."""
    table = pending("envoy red", "forum: BRER / BGGG", "envoys: 1 a1 a2 b2 c1")
    assert squares(table) == {"b1", "d1"}


def test_squares_that_touch_at_a_corner_are_two_areas() -> None:
    """F-51."""
    assert squares(pending("envoy blue", "forum: BBG / GGB", "envoys: 1 a1")) == {"b1"}


def test_an_area_goes_on_across_tableaus() -> None:
    """F-51: three tableaus of three rows lie below each other."""
    forum = "forum: GGGG / GGGG / BGGB / BGGG / GGGG / BBBB / GGBG"
    assert squares(pending("envoy blue", forum, "envoys: 1 a4")) == {"a3"}
    assert squares(pending("envoy blue", forum, "envoys: 1 c7")) == {"a6", "b6", "c6", "d6"}


def test_an_area_does_not_go_round_the_edge_of_the_forum() -> None:
    """F-51: in a forum of the full width."""
    forum = "forum: GGGGGGBB / BBGGGGGG"
    assert squares(pending("envoy blue", forum, "envoys: 1 h1", seats=4)) == {"g1"}
    assert squares(pending("envoy blue", forum, "envoys: 1 a2", seats=4)) == {"b2"}


def test_the_second_envoy_of_a_double_joins_the_area_the_first_began() -> None:
    """F-51."""
    table = pending("build", THREE_BLUES, "0 resources: blue 2").play("build blue twice", "place b1 c1", "envoy a3")
    assert squares(table) == {"b3", "c3"}


def test_once_the_begun_area_is_full_the_second_envoy_is_free() -> None:
    """F-51, F-53: the bonus comes first."""
    table = pending("build", THREE_BLUES, "envoys: 1 a1", "0 resources: blue 2")
    table.play("build blue twice", "place b1 c1", "envoy b1")
    assert table.options == BONUSES
    assert squares(table.play("gain money")) == {"d1", "d2", "a3", "b3", "c3"}


def test_the_markets_third_reward_may_begin_any_area() -> None:
    """F-52: of any colour, though others are begun; not an eagle."""
    table = pending("premium market", FORUM, "envoys: 1 a1 c1", "0 tracks: market 3").play(
        "premium envoy on any colour"
    )
    assert squares(table) == {"b1", "d1", "a2", "c2", "d2", "a3", "b3", "c3"}


# Area bonuses


def fills(*lines: str) -> Drawn:
    """Seat 0 has filled the last square of a red area; seat 1 has the others."""
    return pending("envoy red", "forum: RRG / RGG", "envoys: 1 a1 b1", *lines).play("envoy a2")


def test_filling_the_last_square_earns_an_area_bonus() -> None:
    """F-53: however many envoys the others have there; it cannot be declined."""
    table = fills()
    assert (table.question, table.options, table.s.seat) == ("gain", BONUSES, 0)
    assert "area_completed" in table.last_events()


@pytest.mark.parametrize("bonus", ["tribune", "assistant", "money"])
def test_an_area_bonus_is_one_resource(bonus: str) -> None:
    """F-53."""
    table = fills().play(f"gain {bonus}")
    assert (held(table), table.points(0), table.s.seat) == ({bonus: 1}, 0, 1)
    assert (held(table, 1), table.points(1)) == ({"red": 1}, 0)


def test_or_an_upgrade() -> None:
    """F-53: at the end of the slider it has no effect."""
    assert fills("0 slider: 3").play("gain upgrade").mat(0)["prestige"]["position"] == 4
    assert fills("0 slider: 6").play("gain upgrade").mat(0)["prestige"]["position"] == 6


def test_or_two_points() -> None:
    """F-53."""
    table = fills().play("gain points")
    assert table.sources(0) == {"area bonuses": 2}
    assert held(table) == {}


def test_an_area_with_a_free_square_gives_nothing() -> None:
    """F-53."""
    table = pending("envoy red", "forum: RRG / RGG", "envoys: 1 a1").play("envoy a2")
    assert table.s.seat == 1
    assert "area_completed" not in table.last_events()


def test_an_area_of_one_square_is_full_at_once() -> None:
    """F-53."""
    assert pending("envoy red", "forum: RGR").play("envoy a1").question == "gain"


def test_two_envoys_of_a_double_fill_an_area_together() -> None:
    """F-53: one area, one bonus."""
    table = pending("build", "forum: RRG / RGG", "envoys: 1 a1", "0 resources: red 2").play(
        "build red twice", "place b1 c1"
    )
    assert table.play("envoy b1").question == "envoy red"
    assert table.play("envoy a2").question == "gain"
    assert table.play("gain points").s.seat == 1


def test_two_envoys_of_a_double_fill_two_areas() -> None:
    """F-53: a bonus for each; Patrician II takes the same ones twice."""
    drawn = ("forum: RGR", "0 resources: red 2")
    table = pending("build", *drawn).play("build red twice", "place b1 c1", "envoy a1", "gain points", "envoy c1")
    assert table.play("gain points").points(0) == 4
    table = pending("build", *drawn, "0 citizens: patrician 2").play("build red twice", "place b1 c1", "envoy a1")
    table.play("gain points", "gain money", "envoy c1", "gain points", "gain money")
    assert (table.points(0), held(table)) == (4, {"money": 2})


def test_an_area_across_tableaus_is_filled_as_one() -> None:
    """F-53."""
    forum = "forum: GGGG / GGGG / BGGG / BGGG"
    assert pending("envoy blue", forum).play("envoy a3").s.seat == 1
    assert pending("envoy blue", forum, "envoys: 1 a3").play("envoy a4").question == "gain"


def test_an_envoy_of_the_market_can_fill_an_area() -> None:
    """F-52, F-53."""
    assert pending("envoy any", "forum: RRG", "envoys: 1 a1").play("envoy b1").question == "gain"


def test_an_eagle_is_no_area() -> None:
    """F-53: its square is filled, and gives nothing; the squares around it are an area without it."""
    assert pending("envoy eagle", "forum: REG / EGG").play("envoy b1").s.seat == 1
    assert pending("envoy red", "forum: RER", "envoys: 1 b1").play("envoy a1").question == "gain"


@pytest.mark.parametrize(("square", "eagles", "group"), [("a2", 1, 2), ("b3", 1, 1), ("a8", 0, 3), ("b8", 0, 1)])
def test_an_envoy_is_reported_with_its_eagle_points_and_its_group(square: str, eagles: int, group: int) -> None:
    """F-72, F-73: at both ends of the forum; diagonal envoys are no group."""
    forum = "forum: BB / BE / BB / BB / BB / BB / BB / BB / BB"
    table = pending("envoy any", forum, "envoys: 0 a1 a7 a9", seats=4).play(f"envoy {square}")
    sent = [event.details for event in table.match.events() if event.kind == "envoy_sent"]
    assert [(details["place"], details["eagles"], details["envoys"]) for details in sent] == [(square, eagles, group)]
