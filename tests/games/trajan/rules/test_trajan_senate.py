"""Trajan tiles and the arch; the senate track.   T-50, T-60."""

import pytest

from tests.games.trajan.drawing import Drawn, draw


def trajan(*lines: str) -> Drawn:
    """Seat 0 performs the Trajan action."""
    return draw("\n".join(["seats 2", *lines, "pending: perform trajan"]))


def tiles_at_trays(table: Drawn) -> dict[str, int]:
    return {slot: tile["tile"] for slot, tile in table.mat(0)["slots"].items() if tile}


def test_the_top_tile_of_a_stack_goes_to_the_slot_of_the_arch() -> None:
    """T-50: points 4 is tile 13."""
    table = trajan("stack points: 4, 0, 1", "0 arch: III").play("tile points")
    assert tiles_at_trays(table) == {"III": 13}


def test_a_tile_is_taken_from_any_stack() -> None:
    """T-50."""
    stacks = ["cards", "points", "workers", "legionnaires", "plus two", "demands"]
    table = trajan(*(f"stack {stack}: 0, 1" for stack in stacks))
    assert table.options == [*(f"tile {stack}" for stack in stacks), "pass"]


def test_a_stack_without_tiles_gives_none() -> None:
    """T-50."""
    assert trajan("stack workers: 8", "stack demands: 0, 1").options == ["tile workers", "tile demands", "pass"]


def test_one_tile_is_taken_and_scores_nothing() -> None:
    """T-50."""
    table = trajan("stack points: 0, 1").play("tile points")
    assert (table.question, table.s.seat, table.points(0)) == ("turn", 1, 0)


def test_the_next_tile_of_the_stack_is_shown() -> None:
    """T-50, T-05: points 3 is tile 12."""
    table = trajan("stack points: 0, 3").play("tile points")
    assert table.board["stacks"]["points"]["top"]["tile"] == 12
    assert table.board["stacks"]["points"]["below"] == []


def test_only_the_stack_that_was_taken_from_shows_another_tile() -> None:
    """T-50, T-05: of two tiles beneath one is shown, the other stays hidden."""
    table = trajan("stack cards: 0, 1", "stack points: 0, 3, 5").play("tile points")
    assert table.board["stacks"]["cards"]["top"]["tile"] == 0
    shown = [table.board["stacks"]["points"]["top"], *table.board["stacks"]["points"]["below"]]
    assert {tile["tile"] for tile in shown} == {12, 14}


def test_the_last_tile_leaves_its_stack_empty() -> None:
    """T-50."""
    table = trajan("stack points: 0").play("tile points")
    assert table.board["stacks"]["points"] == {"top": None, "below": []}


def test_the_arch_moves_clockwise_to_the_next_slot() -> None:
    """T-50."""
    table = trajan("stack points: 0, 1").play("tile points")
    assert table.mat(0)["arch"] == "II"


@pytest.mark.parametrize(
    ("slots", "arch", "goes_to"),
    [
        ("- / cards 0 / - / - / - / -", "I", "III"),
        ("- / cards 0 / cards 1 / cards 2 / - / -", "I", "V"),
        ("- / cards 0 / cards 1 / cards 2 / cards 3 / -", "I", "VI"),
        ("- / cards 0 / - / cards 1 / - / cards 2", "III", "V"),
        ("- / - / - / cards 0 / - / cards 1", "III", "V"),
    ],
)
def test_the_arch_skips_full_slots(slots: str, arch: str, goes_to: str) -> None:
    """T-50."""
    table = trajan(f"0 slots: {slots}", f"0 arch: {arch}", "stack points: 0, 1").play("tile points")
    assert table.mat(0)["arch"] == goes_to


@pytest.mark.parametrize(
    ("slots", "arch", "goes_to"),
    [
        ("- / - / - / - / - / -", "VI", "I"),
        ("cards 0 / - / - / - / - / -", "VI", "II"),
        ("- / - / - / cards 0 / cards 1 / cards 2", "III", "I"),
        ("cards 0 / - / - / cards 1 / cards 2 / cards 3", "III", "II"),
    ],
)
def test_the_arch_comes_round_from_the_last_slot_to_the_first(slots: str, arch: str, goes_to: str) -> None:
    """T-50."""
    table = trajan(f"0 slots: {slots}", f"0 arch: {arch}", "stack points: 0, 1").play("tile points")
    assert table.mat(0)["arch"] == goes_to


@pytest.mark.parametrize("last", range(6))
def test_with_the_last_slot_filled_the_arch_goes_to_the_centre(last: int) -> None:
    """T-50: points 0 is tile 9."""
    slots = " / ".join("-" if slot == last else f"cards {slot}" for slot in range(6))
    table = trajan(f"0 slots: {slots}", "stack points: 0, 1").play("tile points")
    assert table.mat(0)["arch"] == "centre"
    assert len(tiles_at_trays(table)) == 6
    assert table.player(0).slots[last] == 9


def test_the_tile_and_the_new_place_of_the_arch_are_told() -> None:
    """T-50: everybody is told which tile came to which slot, and then where the arch stands; points 4 is tile 13."""
    table = trajan("stack points: 4, 0, 1", "0 arch: III").play("tile points")
    for viewer in (0, 1, None):
        chosen, moved = table.match.events(viewer, since=1)[:2]
        assert (chosen.kind, chosen.seat, chosen.details) == ("tile_chosen", 0, {"tile": 13, "slot": "III"})
        assert (moved.kind, moved.seat, moved.details) == ("arch_moved", 0, {"place": "IV"})


def test_with_the_arch_in_the_centre_the_action_is_not_possible() -> None:
    """T-50."""
    table = trajan("0 slots: cards 0 / cards 1 / cards 2 / cards 3 / cards 4 / cards 5", "stack points: 0, 1")
    assert table.s.seat == 1
    assert table.board["stacks"]["points"]["top"]["tile"] == 9


def test_with_no_stack_left_the_action_is_not_possible() -> None:
    """T-50."""
    assert trajan().s.seat == 1


def senate(*lines: str, seats: int = 2) -> Drawn:
    """Seat 0 performs the senate action."""
    return draw("\n".join([f"seats {seats}", *lines, "pending: perform senate"]))


@pytest.mark.parametrize(("space", "points"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)])
def test_the_disc_advances_one_space_and_scores_it(space: int, points: int) -> None:
    """T-60."""
    table = senate(f"0 senate: {space - 1}").play("advance")
    assert table.mat(0)["senate"] == space
    assert table.points(0) == points
    assert table.sources(0) == {"senate": points}
    assert table.s.seat == 1


def test_advancing_may_be_declined() -> None:
    """T-60, T-16."""
    table = senate()
    assert table.options == ["advance", "pass"]
    table.play("pass")
    assert (table.mat(0)["senate"], table.points(0)) == (0, 0)


def test_on_the_last_space_the_action_is_not_possible() -> None:
    """T-60: the space that scores 8."""
    table = senate("0 senate: 7")
    assert (table.s.seat, table.points(0)) == (1, 0)


def test_others_on_a_space_change_nothing_about_its_points() -> None:
    """T-60."""
    table = senate("0 senate: 2", "1 senate: 3", "2 senate: 3", seats=3).play("advance")
    assert (table.points(0), table.points(1), table.points(2)) == (4, 0, 0)


def test_the_disc_lands_on_top_of_those_already_there() -> None:
    """T-60: the order of arrival, the last on top."""
    table = senate("0 senate: 0", "1 senate: 1", "2 senate: 1", seats=3)
    assert table.board["senate"]["discs"] == [0, 1, 2]
    table.play("advance")
    assert table.board["senate"]["discs"] == [1, 2, 0]


def test_the_others_keep_their_order_when_a_disc_leaves_their_midst() -> None:
    """T-60."""
    table = senate("0 arrival: 1", "1 arrival: 3", "2 arrival: 0", "3 arrival: 2", seats=4)
    assert table.board["senate"]["discs"] == [2, 0, 3, 1]
    table.play("advance")
    assert table.board["senate"]["discs"] == [2, 3, 1, 0]


def test_a_disc_that_was_on_top_already_stays_there() -> None:
    """T-60."""
    table = senate("0 arrival: 1", "1 arrival: 0").play("advance")
    assert table.board["senate"]["discs"] == [1, 0]


def test_the_last_to_arrive_on_a_space_wins_a_tie_there() -> None:
    """T-60, T-92: seat 1 stood higher before, and was there first."""
    table = draw("""
        seats 2
        time: 10
        demands: bread, games, religion
        bonus: bread, games
        0 trays: WB / YG / P / WBO / YG / PO
        1 senate: 1
        pending: turn 0
    """).play("sow military", "advance")
    assert table.question == "consul"
    assert table.s.seat == 0
