"""Showing and using tiles, and where they go.   F-20 to F-24."""

import pytest

from tests.games.forum_trajanum.drawing import Drawn, draw
from tests.support.views import json_view
from ulpia.core.errors import IllegalAction


def turn(*lines: str) -> Drawn:
    """Seat 0 begins its turn. It has a builder, so that building is asked about afterwards."""
    return draw("\n".join(["seats 3", "0 resources: builder", *lines, "pending: turn 0"]))


def two_tiles(*lines: str) -> Drawn:
    return turn("0 own: money money", "1 passed: green tribune", *lines)


def held(table: Drawn, seat: int = 0) -> dict[str, int]:
    """The resources of a seat, without the builder."""
    resources = table.mat(seat)["resources"]
    return {name: count for name, count in resources.items() if count and name != "builder"}


def whose(table: Drawn, row: str) -> list[int | None]:
    spaces: list[int | None] = table.mat(0)["citizens"][row]["spaces"]
    return spaces


def test_both_tiles_are_shown_when_the_turn_begins() -> None:
    """F-20: the seat's own one and the one from the left neighbour, to all; those of others are not."""
    table = two_tiles("1 own: red red", "2 passed: blue blue")
    told = [(event.kind, event.seat, dict(event.details)) for event in table.match.events()]
    assert told == [
        ("shown_own", 0, {"face": "money money"}),
        ("shown_received", 0, {"face": "green tribune"}),
    ]
    players = table.board["players"]
    assert (players[0]["own"], players[0]["received"]) == ("money money", "green tribune")
    assert (players[1]["own"], players[1]["received"]) == ("hidden", "hidden")


def test_one_of_the_two_tiles_is_used() -> None:
    """F-20: the other one is not, and using none is no choice."""
    assert two_tiles().options == ["use own", "use received"]
    own, received = two_tiles().play("use own"), two_tiles().play("use received")
    assert held(own) == {"money": 2}
    assert held(received) == {"green": 1, "tribune": 1}
    assert own.question == received.question == "build"


def test_a_tile_without_an_alternative_is_used_without_asking() -> None:
    """F-20, F-14: nothing was received, and nothing lies beside the colonia."""
    table = turn("0 own: money money")
    assert (table.question, held(table)) == ("build", {"money": 2})


def test_who_has_no_own_tile_uses_the_received_one() -> None:
    """F-20: even with tiles beside the colonia, which are for those who received nothing."""
    table = turn("1 passed: green tribune", "0 beside: red red", "0 resources: tribune 4")
    assert table.question == "build"
    assert held(table) == {"green": 1, "tribune": 5}
    assert table.mat(0)["beside"] == {"green tribune": 1, "red red": 1}


@pytest.mark.parametrize("order", [("use own", "use received"), ("use received", "use own")])
def test_two_tribunes_allow_both_tiles_in_either_order(order: tuple[str, str]) -> None:
    """F-20: the second is used without asking, for it has to be."""
    table = two_tiles("0 resources: tribune 2")
    assert table.options == ["use own", "use received", "use both"]
    table.play("use both")
    assert (held(table), table.question) == ({}, "use both")
    assert table.options == ["use own", "use received"]
    table.play(order[0])
    assert held(table) == {"money": 2, "green": 1, "tribune": 1}
    used = [event.kind for event in table.match.events(since=2) if event.kind.startswith("used")]
    assert used == [{"use own": "used_own", "use received": "used_received"}[step] for step in order]
    assert table.question == "build"


def test_only_two_of_many_tribunes_are_paid_for_both() -> None:
    """F-20: once."""
    table = two_tiles("0 resources: tribune 5").play("use both")
    assert held(table) == {"tribune": 3}
    assert table.options == ["use own", "use received"]


def test_nobody_has_to_pay_for_both() -> None:
    """F-20."""
    table = two_tiles("0 resources: tribune 2").play("use own")
    assert (table.question, held(table)) == ("build", {"money": 2, "tribune": 2})


def test_one_tribune_is_not_enough_for_both() -> None:
    """F-20."""
    assert two_tiles("0 resources: tribune").options == ["use own", "use received"]


@pytest.mark.parametrize("tile", ["use own", "use received"])
def test_the_tribunes_must_be_held_before_a_tile_is_used(tile: str) -> None:
    """F-20: those on the tiles come too late."""
    table = turn("0 own: builder tribune", "1 passed: green tribune", "0 resources: tribune")
    assert not table.legal("use both")
    table.play(tile)
    assert (table.question, held(table)["tribune"]) == ("build", 2)
    with pytest.raises(IllegalAction):
        table.play("use both")


def test_there_is_no_paying_for_a_single_tile() -> None:
    """F-20."""
    table = turn("0 own: money money", "0 resources: tribune 4")
    assert (table.question, held(table)) == ("build", {"money": 2, "tribune": 4})


def test_who_received_nothing_may_choose_from_the_tiles_beside_the_colonia() -> None:
    """F-21: any of them, instead of the seat's own."""
    table = turn("0 own: money money", "0 beside: red red, red red, blue assistant")
    assert table.options == ["use own", "use blue assistant", "use red red"]
    table.play("use red red")
    assert held(table) == {"red": 2}
    assert table.question == "build"


def test_a_tile_used_from_beside_the_colonia_leaves_the_game() -> None:
    """F-21: it was the left neighbour's; the own tile goes to the ship unused."""
    table = turn("0 own: money money", "0 beside: red red, red red, blue assistant").play("use red red")
    assert table.mat(0)["beside"] == {"blue assistant": 1, "red red": 1}
    assert [table.mat(seat)["left_game"] for seat in (0, 1, 2)] == [0, 1, 0]
    assert [table.mat(seat)["ship"] for seat in (0, 1, 2)] == [1, 0, 0]


def test_whether_a_tile_from_beside_leaves_the_game_is_told_to_all() -> None:
    """F-21, F-24: a citizen with a free space does not; every other tile does."""
    for face, leaves in (("red red", 1), ("merchant", 0)):
        table = turn("0 own: money money", "0 beside: red red, merchant").play(f"use {face}")
        used = [event for event in table.match.events() if event.kind == "used_beside"]
        assert [(event.seat, dict(event.details)) for event in used] == [(0, {"face": face, "leaves": leaves})]


def test_tiles_beside_the_colonia_stay_when_the_own_one_is_used() -> None:
    """F-21."""
    table = turn("0 own: money money", "0 beside: red red, blue assistant").play("use own")
    assert table.mat(0)["beside"] == {"blue assistant": 1, "red red": 1}
    assert table.mat(1)["left_game"] == 0


def test_who_received_a_tile_does_not_choose_from_those_beside() -> None:
    """F-21: neither before nor after using it."""
    table = two_tiles("0 beside: red red", "0 resources: tribune 2")
    assert table.options == ["use own", "use received", "use both"]
    table.play("use both", "use received")
    assert held(table) == {"money": 2, "green": 1, "tribune": 1}
    assert table.question == "build"


@pytest.mark.parametrize("first", ["use own", "use red red"])
def test_two_tribunes_allow_the_own_tile_and_one_from_beside(first: str) -> None:
    """F-21, F-20: one, not two."""
    table = turn("0 own: money money", "0 beside: red red, blue assistant", "0 resources: tribune 2")
    assert table.options == ["use own", "use blue assistant", "use red red", "use both"]
    table.play("use both", first)
    if first == "use own":
        assert table.options == ["use blue assistant", "use red red"]
        table.play("use red red")
    assert held(table) == {"money": 2, "red": 2}
    assert table.question == "build"
    assert table.mat(0)["beside"] == {"blue assistant": 1}


def test_a_citizen_from_beside_is_laid_and_does_not_leave_the_game() -> None:
    """F-21, F-23: it remains the neighbour's tile."""
    table = turn("0 own: money money", "0 beside: merchant, merchant").play("use merchant", "lay merchant 2")
    assert whose(table, "merchant 2") == [1, None]
    assert table.mat(0)["beside"] == {"merchant": 1}
    assert table.mat(1)["left_game"] == 0


FULL_ROWS = "0 citizens: merchant 1, merchant 1, merchant 2, merchant 2 of 1"


def test_a_citizen_from_beside_without_a_space_leaves_the_game() -> None:
    """F-21, F-23: without effect."""
    table = turn("0 own: money money", "0 beside: merchant", FULL_ROWS).play("use merchant")
    assert (table.mat(0)["beside"], table.mat(1)["left_game"]) == ({}, 1)
    assert (table.question, held(table)) == ("build", {})


def test_who_has_no_tile_at_all_may_use_one_from_beside_or_none() -> None:
    """F-21: one only, however many tribunes."""
    table = turn("0 beside: red red, blue assistant", "0 resources: tribune 4")
    assert table.options == ["use blue assistant", "use red red", "decline"]
    table.play("use blue assistant")
    assert table.question == "build"
    assert held(table) == {"blue": 1, "assistant": 1, "tribune": 4}
    assert table.mat(0)["beside"] == {"red red": 1}


def test_who_has_no_tile_at_all_may_do_without() -> None:
    """F-21: nothing moves."""
    table = turn("0 beside: red red").play("decline")
    assert table.question == "build"
    assert (table.mat(0)["beside"], table.mat(1)["left_game"], held(table)) == ({"red red": 1}, 0, {})


def test_who_has_no_tile_anywhere_goes_on_to_build() -> None:
    """F-21."""
    table = turn()
    assert (table.question, table.last_events()) == ("build", [])


def test_resources_are_taken_at_once() -> None:
    """F-22: both, or two of one; they can be used for building in the same turn."""
    table = turn("0 own: orange orange", "1 passed: builder assistant", "0 resources: builder 0")
    table.play("use own")
    assert held(table) == {"orange": 2}
    assert table.legal("build orange", "build market", "build orange twice")


@pytest.mark.parametrize(("before", "after"), [(0, 2), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_an_upgrade_moves_the_slider_one_step_right_until_its_end(before: int, after: int) -> None:
    """F-22: two upgrades, two steps; at the end they have no effect."""
    table = turn("0 own: upgrade upgrade", f"0 slider: {before}")
    assert table.mat(0)["prestige"]["position"] == after
    assert table.last_events().count("upgraded") == after - before
    assert table.mat(0)["ship"] == 1


def test_the_track_that_is_shown_ends_where_upgrades_end() -> None:
    """F-22: a slider on the last position has come as far as the view says."""
    table = turn("0 own: upgrade upgrade", "0 slider: 5")
    assert table.mat(0)["prestige"]["position"] == table.board["prestige"]["last"] == 6


def test_the_other_symbol_counts_when_the_upgrade_has_no_effect() -> None:
    """F-22."""
    table = turn("0 own: tribune upgrade", "0 slider: 6")
    assert (table.mat(0)["prestige"]["position"], held(table)) == (6, {"tribune": 1})


def test_a_citizen_is_laid_into_either_row_of_its_class() -> None:
    """F-23: the left space first."""
    table = turn("0 own: craftsman", "1 passed: red red").play("use own")
    assert (table.question, table.options) == ("lay craftsman", ["lay craftsman 1", "lay craftsman 2"])
    table.play("lay craftsman 2")
    assert whose(table, "craftsman 2") == [0, None]
    assert table.mat(0)["citizens"]["craftsman 2"]["active"]
    assert table.mat(0)["active_citizens"] == 1


def test_a_second_citizen_goes_to_the_right_space() -> None:
    """F-23: a foreign tile like an own one."""
    table = turn("0 own: red red", "1 passed: craftsman", "0 citizens: craftsman 2").play("use received")
    assert table.options == ["lay craftsman 1", "lay craftsman 2"]
    assert whose(table.play("lay craftsman 2"), "craftsman 2") == [0, 1]


def test_a_row_with_two_citizens_has_no_space() -> None:
    """F-23: the other row is the only one, and is not asked for."""
    table = turn("0 own: merchant", "1 passed: red red", "0 citizens: merchant 1, merchant 1 of 1").play("use own")
    assert table.question == "build"
    assert whose(table, "merchant 2") == [0, None]
    assert whose(table, "merchant 1") == [0, 1]


def test_inactive_citizens_keep_their_space() -> None:
    """F-23: beside one the right space is free; two leave none."""
    table = turn(
        "0 own: merchant",
        "1 passed: red red",
        "0 citizens: merchant 1, merchant 1, merchant 2",
        "0 inactive: merchant 1, merchant 2",
    ).play("use own")
    assert whose(table, "merchant 1") == [0, 0]
    assert whose(table, "merchant 2") == [0, 0]


def test_an_own_citizen_without_a_space_goes_to_the_ship_without_effect() -> None:
    """F-23, F-24: spaces of other classes are no help."""
    table = turn("0 own: merchant", "1 passed: red red", FULL_ROWS).play("use own")
    assert "no_space" in table.last_events()
    assert (table.question, table.mat(0)["ship"], held(table)) == ("build", 1, {})
    assert whose(table, "patrician 1") == whose(table, "craftsman 1") == [None, None]


def test_a_foreign_citizen_without_a_space_lies_beside_the_colonia() -> None:
    """F-23, F-24."""
    table = turn("0 own: red red", "1 passed: merchant", FULL_ROWS).play("use received")
    assert table.mat(0)["beside"] == {"merchant": 1}
    assert (table.mat(1)["ship"], table.mat(1)["left_game"]) == (0, 0)


@pytest.mark.parametrize("tile", ["use own", "use received"])
def test_used_or_not_own_tiles_go_to_the_ship_and_foreign_ones_beside(tile: str) -> None:
    """F-24: beside the colonia they lie open."""
    table = two_tiles("0 ship: 3", "0 beside: red red").play(tile)
    for viewer in (0, 2, None):
        mat = json_view(table.match, viewer)["players"][0]
        assert (mat["ship"], mat["beside"]) == (4, {"green tribune": 1, "red red": 1})
        assert mat["own"] is mat["received"] is None


def test_laid_citizens_go_neither_to_the_ship_nor_beside() -> None:
    """F-24: own and foreign."""
    table = turn("0 own: merchant", "1 passed: craftsman", "0 resources: tribune 2")
    table.play("use both", "use own", "lay merchant 2", "lay craftsman 2")
    assert (table.mat(0)["ship"], table.mat(0)["beside"]) == (0, {})
    assert (whose(table, "merchant 2"), whose(table, "craftsman 2")) == ([0, None], [1, None])


def test_citizens_that_are_not_used_go_where_other_tiles_go() -> None:
    """F-24."""
    table = turn("0 own: merchant", "1 passed: red red").play("use received")
    assert (table.mat(0)["ship"], table.mat(0)["active_citizens"]) == (1, 0)
    table = turn("0 own: red red", "1 passed: merchant").play("use own")
    assert (table.mat(0)["beside"], table.mat(0)["active_citizens"]) == ({"merchant": 1}, 0)


@pytest.mark.parametrize("tile", ["use own", "use received"])
def test_the_own_tile_of_this_turn_can_be_an_envoy_in_it(tile: str) -> None:
    """F-24: used or not; the ship was empty."""
    table = turn("forum: BB", "0 own: blue blue", "1 passed: blue tribune").play(tile, "build blue", "place b1")
    assert table.question == "envoy blue"
    assert table.play("envoy a1").mat(0)["ship"] == 0


PATRICIAN_BONUS = (
    "forum: BB",
    "0 own: money money",
    "1 passed: patrician",
    "0 citizens: patrician 1",
    "0 resources: tribune 2",
)
"""A second patrician in row I sends an envoy."""


def test_a_used_tile_is_on_the_ship_before_the_next_one_is_used() -> None:
    """F-24, F-35."""
    table = turn(*PATRICIAN_BONUS).play("use both", "use own", "lay patrician 1")
    assert table.options == ["envoy a1", "envoy b1", "decline"]


def test_a_tile_still_to_be_used_is_not_on_the_ship() -> None:
    """F-24, F-35: in the other order the bonus finds no envoy."""
    table = turn(*PATRICIAN_BONUS).play("use both", "use received", "lay patrician 1")
    assert (table.question, table.mat(0)["ship"]) == ("build", 1)
    assert table.board["forum"]["squares"]["a1"]["envoy"] is None


def test_a_tile_that_is_not_used_goes_to_the_ship_after_the_other_was_used() -> None:
    """F-24, F-35: the bonus of a citizen is part of its use."""
    table = turn(*PATRICIAN_BONUS).play("use received", "lay patrician 1")
    assert (table.question, table.mat(0)["ship"]) == ("build", 1)


def test_of_two_open_tiles_alike_one_stays_uncertain_when_the_other_is_shown() -> None:
    """F-91: both were money from open corners; the own one is shown, and the passed one is still unknown to others."""
    table = turn("0 own: money money", "0 passed: money money", "0 opened: money money, money money")
    assert json_view(table.match, 1)["players"][0]["opened"] == ["money money"]
