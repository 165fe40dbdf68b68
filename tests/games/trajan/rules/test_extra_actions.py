"""Extra-action tiles.   T-80, T-81, T-82."""

import pytest

from tests.games.trajan.drawing import Drawn, draw
from ulpia.games.trajan.names import FORUM_TILES


def perform(action: str, *lines: str) -> Drawn:
    """Seat 0 performs an action."""
    return draw("\n".join(["seats 2", *lines, f"pending: perform {action}"]))


def turn_is_over(table: Drawn) -> bool:
    return (table.question, int(table.s.seat)) == ("turn", 1)


def test_a_tile_of_the_action_is_given_up_to_perform_it_once_more() -> None:
    """T-80: 2 points, then 3."""
    table = perform("senate", "0 tiles: extra senate").play("advance")
    assert table.options == ["repeat senate", "end turn"]
    table.play("repeat senate")
    assert table.question == "perform senate"
    table.play("advance")
    assert turn_is_over(table)
    assert table.points(0) == 5


@pytest.mark.parametrize(
    ("action", "performance"),
    [
        ("seaport", "take left"),
        ("forum", "take bread"),
        ("military", "recruit"),
        ("senate", "advance"),
        ("trajan", "tile points"),
        ("construction", "hire"),
    ],
)
def test_every_action_can_be_repeated_by_its_tile(action: str, performance: str) -> None:
    """T-80."""
    on_board = ["left: wine, fish", "forum: bread, games", "stack points: 0, 1"]
    table = perform(action, *on_board, f"0 tiles: extra {action}").play(performance)
    assert table.options == [f"repeat {action}", "end turn"]
    assert table.play(f"repeat {action}").question == f"perform {action}"


def test_a_tile_is_offered_only_after_the_action() -> None:
    """T-80."""
    assert perform("senate", "0 tiles: extra senate").options == ["advance", "pass"]


def test_a_tile_need_not_be_used() -> None:
    """T-80."""
    table = perform("senate", "0 tiles: extra senate").play("advance", "end turn")
    assert turn_is_over(table)
    assert table.mat(0)["tiles"] == {"extra senate": 1}
    assert table.points(0) == 2


def test_a_tile_of_another_action_is_of_no_use() -> None:
    """T-80."""
    table = perform("senate", "0 tiles: extra forum, extra military", "forum: bread").play("advance")
    assert turn_is_over(table)


def test_the_tiles_of_others_are_of_no_use() -> None:
    """T-80."""
    assert turn_is_over(perform("senate", "1 tiles: extra senate").play("advance"))


def test_a_wild_repeats_any_action() -> None:
    """T-80."""
    table = perform("senate", "0 tiles: any extra action").play("advance")
    assert table.options == ["repeat senate wild", "end turn"]
    table.play("repeat senate wild", "advance")
    assert table.points(0) == 5
    assert table.mat(0)["tiles"] == {}


@pytest.mark.parametrize(
    ("chosen", "left"),
    [("repeat senate", {"any extra action": 1}), ("repeat senate wild", {"extra senate": 1})],
)
def test_a_seat_with_both_chooses_tile_or_wild(chosen: str, left: dict[str, int]) -> None:
    """T-80."""
    table = perform("senate", "0 tiles: extra senate, any extra action").play("advance")
    assert table.options == ["repeat senate", "repeat senate wild", "end turn"]
    assert table.play(chosen).mat(0)["tiles"] == left


def test_the_tile_leaves_the_game() -> None:
    """T-80."""
    table = perform("senate", "0 tiles: extra senate, extra senate").play("advance", "repeat senate", "advance")
    assert table.mat(0)["tiles"] == {"extra senate": 1}
    assert table.board["bags"]["extra_actions"] == table.board["bags"]["forum_tiles"] == {}
    assert set(table.board["forum"] + table.board["extra_actions"]) == {None}


@pytest.mark.parametrize(
    ("tile", "repeat"), [("extra senate", "repeat senate"), ("any extra action", "repeat senate wild")]
)
def test_with_a_plus_two_marker_the_action_is_performed_twice_more(tile: str, repeat: str) -> None:
    """T-80: 2, 3 and 4 points for one tile, by a wild too."""
    table = perform("senate", f"0 tiles: {tile}", "0 plus two: senate").play("advance", repeat, "advance")
    assert (table.question, table.s.seat) == ("perform senate", 0)
    table.play("advance")
    assert turn_is_over(table)
    assert table.points(0) == 9


def test_the_plus_two_marker_stays() -> None:
    """T-80."""
    table = perform("senate", "0 tiles: extra senate", "0 plus two: senate")
    table.play("advance", "repeat senate", "advance", "advance")
    assert table.mat(0)["plus_two"] == ["senate"]
    assert table.mat(0)["tiles"] == {}


def test_a_plus_two_marker_on_another_action_does_not_count() -> None:
    """T-80."""
    table = perform("senate", "0 tiles: extra senate", "0 plus two: forum, trajan")
    assert turn_is_over(table.play("advance", "repeat senate", "advance"))


def test_a_plus_two_marker_without_a_tile_does_nothing() -> None:
    """T-80."""
    assert turn_is_over(perform("senate", "0 plus two: senate").play("advance"))


def test_each_performance_is_free_in_its_choice() -> None:
    """T-80: recruit, march, occupy."""
    table = perform("military", "0 tiles: extra military", "0 plus two: military")
    table.play("recruit", "repeat military", "march noricum", "occupy")
    assert turn_is_over(table)
    assert (table.mat(0)["leader"], table.mat(0)["legionnaires"], table.points(0)) == ("noricum", 1, 5)


def test_declining_the_first_of_two_declines_both() -> None:
    """T-80: the tile is gone all the same."""
    table = perform("senate", "0 tiles: extra senate", "0 plus two: senate").play("advance", "repeat senate", "pass")
    assert turn_is_over(table)
    assert (table.points(0), table.mat(0)["tiles"]) == (2, {})


def test_the_second_of_two_may_be_declined_alone() -> None:
    """T-80."""
    table = perform("senate", "0 tiles: extra senate", "0 plus two: senate")
    table.play("advance", "repeat senate", "advance", "pass")
    assert turn_is_over(table)
    assert table.points(0) == 5


def test_a_second_performance_that_is_not_possible_lapses() -> None:
    """T-80, T-60: 7 and 8 points, then the track is at its end."""
    table = perform("senate", "0 senate: 5", "0 tiles: extra senate", "0 plus two: senate")
    table.play("advance", "repeat senate", "advance")
    assert turn_is_over(table)
    assert table.points(0) == 15


def test_a_tile_taken_from_the_forum_can_be_used_at_once() -> None:
    """T-80."""
    table = perform("forum", "forum: extra forum, bread").play("take extra forum", "repeat forum", "take bread")
    assert turn_is_over(table)
    assert table.mat(0)["tiles"] == {"bread": 1}


def test_a_wild_taken_from_the_forum_can_be_used_at_once() -> None:
    """T-80."""
    table = perform("forum", "forum: any extra action, bread").play("take any extra action")
    assert table.options == ["repeat forum wild", "end turn"]


def test_a_tile_found_in_a_province_can_be_used_at_once() -> None:
    """T-80."""
    table = perform("military", "alpes: extra military").play("march alpes")
    assert table.options == ["repeat military", "end turn"]


@pytest.mark.parametrize(
    ("action", "lines", "performance"),
    [
        ("senate", ["0 senate: 6"], "advance"),
        ("forum", ["forum: bread"], "take bread"),
        ("trajan", ["stack points: 0"], "tile points"),
        (
            "trajan",
            ["stack points: 0, 1", "0 slots: - / cards 0 / cards 1 / cards 2 / cards 3 / cards 4"],
            "tile points",
        ),
        ("seaport", ["pile: -", "0 hand: wine"], "display wine"),
        ("construction", ["0 supply: 0"], "build c2"),
    ],
)
def test_a_tile_is_not_offered_if_the_action_cannot_be_performed_again(
    action: str, lines: list[str], performance: str
) -> None:
    """T-80: neither is a wild."""
    table = perform(action, *lines, f"0 tiles: extra {action}, any extra action").play(performance)
    assert turn_is_over(table)
    assert {f"extra {action}", "any extra action"} <= set(table.mat(0)["tiles"])


def test_the_forum_can_be_repeated_while_extra_action_tiles_are_left() -> None:
    """T-80, T-30."""
    table = perform("forum", "forum: bread", "0 tiles: extra forum")
    table.s.forum[12] = FORUM_TILES.index("extra senate")
    assert table.go_on().play("take bread").options == ["repeat forum", "end turn"]


def test_a_tile_is_not_offered_for_an_action_that_was_passed() -> None:
    """T-80."""
    table = perform("senate", "0 tiles: extra senate, any extra action").play("pass")
    assert turn_is_over(table)
    assert table.mat(0)["tiles"] == {"any extra action": 1, "extra senate": 1}


def test_a_tile_is_not_offered_for_an_action_that_was_not_possible() -> None:
    """T-80."""
    assert turn_is_over(perform("senate", "0 senate: 7", "0 tiles: extra senate, any extra action"))


def test_a_tile_is_offered_after_the_action_is_complete() -> None:
    """T-80: not before the discard, and not before the ship sails."""
    table = perform("seaport", "0 tiles: extra seaport", "0 hand: wine, wine", "pile: furs, furs")
    assert table.play("ship equal wine").options == ["load wine", "sail"]
    assert table.play("sail").options == ["repeat seaport", "end turn"]
    table.play("repeat seaport", "draw two")
    assert table.question == "discard"
    assert turn_is_over(table.play("discard furs left"))


def test_only_one_tile_is_used_in_a_turn() -> None:
    """T-81."""
    table = perform("senate", "0 tiles: extra senate, extra senate, any extra action")
    table.play("advance", "repeat senate", "advance")
    assert turn_is_over(table)
    assert table.mat(0)["tiles"] == {"any extra action": 1, "extra senate": 1}


def test_a_tile_taken_by_the_repeated_action_must_wait() -> None:
    """T-81."""
    table = perform("forum", "forum: bread, extra forum, games", "0 tiles: extra forum")
    table.play("take bread", "repeat forum", "take extra forum")
    assert turn_is_over(table)
    assert table.mat(0)["tiles"] == {"bread": 1, "extra forum": 1}


def test_another_tile_can_be_used_in_the_next_turn() -> None:
    """T-81: and what was performed in the last turn counts no more."""
    table = perform("military", "0 tiles: extra military, extra military, extra senate")
    table.play("recruit", "repeat military", "recruit")
    table.play("sow seaport", "lay white", "pass")
    table.play("sow forum", "lay yellow", "advance")
    assert table.s.seat == 0
    assert table.options == ["repeat senate", "end turn"]


def test_a_granted_action_counts_as_performed() -> None:
    """T-82."""
    table = perform("construction", "c2: door 3", "0 tiles: extra senate").play("build c2", "advance")
    assert table.options == ["repeat senate", "end turn"]
    table.play("repeat senate", "advance")
    assert table.sources(0) == {"construction": 3, "senate": 5}


def test_any_action_performed_this_turn_can_be_repeated() -> None:
    """T-82: the building or what it granted, by tile or wild, but one only."""
    table = perform("construction", "c2: door 3", "0 tiles: extra senate, extra construction, any extra action")
    table.play("build c2", "advance")
    assert table.options == [
        "repeat senate",
        "repeat construction",
        "repeat senate wild",
        "repeat construction wild",
        "end turn",
    ]
    assert turn_is_over(table.play("repeat construction", "hire"))


def test_the_granted_action_comes_before_the_tile_is_offered() -> None:
    """T-82: nothing else of the turn may be pending."""
    table = perform("construction", "c2: door 3", "0 tiles: extra construction").play("build c2")
    assert table.options == ["advance", "pass"]
    assert table.play("advance").options == ["repeat construction", "end turn"]


def test_a_granted_action_that_was_declined_is_not_repeated() -> None:
    """T-82."""
    table = perform("construction", "c2: door 3", "0 tiles: extra senate, extra construction")
    assert table.play("build c2", "pass").options == ["repeat construction", "end turn"]


def test_a_tile_gained_by_a_granted_action_can_be_used() -> None:
    """T-82, T-80."""
    table = perform("construction", "c2: stairs 3", "forum: extra construction, bread")
    table.play("build c2", "take extra construction")
    assert table.options == ["repeat construction", "end turn"]


def test_a_repeated_construction_may_grant_again() -> None:
    """T-82."""
    table = perform("construction", "c2: door 3", "c3: window 4", "0 workers: 2", "0 tiles: extra construction")
    table.play("build c2", "advance", "repeat construction", "build c3")
    assert table.question == "perform military"
    assert turn_is_over(table.play("recruit"))
    assert table.sources(0) == {"construction": 7, "senate": 2}


def test_a_grant_is_performed_before_the_second_of_two_repetitions() -> None:
    """T-82, T-72: at once."""
    lines = ["c2: door 3", "c3: window 4", "c4: stairs 5", "forum: bread", "0 workers: 3"]
    table = perform("construction", *lines, "0 tiles: extra construction", "0 plus two: construction")
    table.play("build c2", "advance", "repeat construction", "build c3")
    assert table.question == "perform military"
    table.play("recruit")
    assert table.question == "perform construction"
    table.play("build c4")
    assert table.question == "perform forum"
    assert turn_is_over(table.play("take bread"))


def test_declining_a_grant_does_not_decline_the_second_of_two_repetitions() -> None:
    """T-82, T-80."""
    table = perform("construction", "c2: door 3", "0 tiles: extra construction", "0 plus two: construction")
    table.play("hire", "repeat construction", "build c2", "pass")
    assert table.question == "perform construction"


def test_an_action_granted_by_a_repetition_is_not_repeated_in_turn() -> None:
    """T-82, T-81."""
    table = perform("construction", "c2: door 3", "0 tiles: extra construction, extra senate")
    table.play("hire", "repeat construction", "build c2", "advance")
    assert turn_is_over(table)
    assert table.mat(0)["tiles"] == {"extra senate": 1}
