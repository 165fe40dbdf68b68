"""Sowing, time, Trajan tiles.   T-10 to T-16."""

from tests.games.trajan.drawing import Drawn, draw
from tests.support.views import json_view


def test_an_empty_tray_cannot_be_sown() -> None:
    """T-10."""
    table = draw("0 trays: WB / - / WBYGPO / - / YG / PO")
    assert table.options == ["sow seaport", "sow military", "sow trajan", "sow construction"]


def test_markers_go_one_by_one_clockwise_and_the_last_tray_is_the_target() -> None:
    """T-10."""
    table = draw("""
        seats 2
        0 trays: WB / - / YG / PO / WBYG / PO
    """)
    table.play("sow trajan")
    assert table.question == "lay construction"
    table.play("lay green", "lay white", "lay blue")
    assert table.question == "perform military"
    assert json_view(table.match, 0)["players"][0]["trays"] == {
        "seaport": {"white": 2, "blue": 1},
        "forum": {"blue": 1},
        "military": {"yellow": 2, "green": 1},
        "senate": {"pink": 1, "orange": 1},
        "trajan": {},
        "construction": {"green": 1, "pink": 1, "orange": 1},
    }


def test_the_player_chooses_which_colour_goes_where() -> None:
    """T-10."""
    table = draw("0 trays: WBY / YG / PO / WB / G / PO").play("sow seaport")
    assert table.options == ["lay white", "lay blue", "lay yellow"]
    assert table.play("lay blue").options == ["lay white", "lay yellow"]


def test_markers_of_one_colour_are_laid_without_asking() -> None:
    """T-10."""
    table = draw("0 trays: WW / YG / PO / BB / YG / PO").play("sow seaport")
    assert table.question == "perform military"
    assert table.player(0).trays[1, 0] == table.player(0).trays[2, 0] == 1


def test_six_markers_come_round_to_the_emptied_tray() -> None:
    """T-10."""
    table = draw("0 trays: WWBBYY / - / - / GGPPOO / - / -").play("sow seaport")
    table.play("lay white", "lay white", "lay blue", "lay blue")
    assert table.question == "perform seaport"
    assert table.player(0).trays[0].sum() == 1


def test_more_than_six_markers_lay_two_in_some_trays() -> None:
    """T-10."""
    table = draw("0 trays: WWBBYYGG / - / - / PPOO / - / -").play("sow seaport")
    table.play("lay white", "lay white", "lay blue", "lay blue", "lay yellow", "lay yellow")
    assert table.question == "perform military"
    assert [int(tray.sum()) for tray in table.player(0).trays] == [1, 2, 2, 5, 1, 1]


def test_time_advances_by_the_number_of_markers_taken() -> None:
    """T-11."""
    table = draw("0 trays: WBY / G / PO / WB / YG / PO").play("sow seaport")
    assert table.s.time == 3


def test_reaching_the_start_space_ends_the_round_after_the_turn() -> None:
    """T-11."""
    table = draw("""
        seats 2
        time: 9
        0 trays: WW / YG / PO / BB / YG / PO
    """)
    table.play("sow seaport")
    assert (table.s.time, table.s.rounds_done) == (0, 0)
    table.play("pass")
    assert (table.s.rounds_done, table.s.seat) == (1, 1)


def test_passing_the_start_space_keeps_the_surplus() -> None:
    """T-11: the marker is not put back."""
    table = draw("""
        seats 2
        time: 10
        0 trays: WW / YG / PO / BB / YG / PO
    """).play("sow seaport", "pass")
    assert (table.s.time, table.s.rounds_done) == (1, 1)


def test_short_of_the_start_space_the_round_goes_on() -> None:
    """T-11."""
    table = draw("""
        seats 2
        time: 8
        0 trays: WW / YG / PO / BB / YG / PO
    """).play("sow seaport", "pass")
    assert (table.s.time, table.s.rounds_done) == (10, 0)


ALL_IN_ONE = "0 trays: WWBBYYGGPPOO / - / - / - / - / -"


def sow_twelve(table: Drawn) -> None:
    table.play(*["lay white"] * 2, *["lay blue"] * 2, *["lay yellow"] * 2, *["lay green"] * 2, *["lay pink"] * 2)


def test_twelve_markers_can_end_two_rounds_at_once() -> None:
    """T-11: a demand for each."""
    table = draw(f"""
        seats 2
        time: 10
        {ALL_IN_ONE}
    """)
    sow_twelve(table)
    table.play("pass")
    assert (table.s.rounds_done, table.s.time, table.s.seat) == (2, 0, 1)
    assert len(json_view(table.match)["demands"]) == 2


def test_a_quarter_can_end_between_two_rounds_that_end_at_once() -> None:
    """T-11: the rounds are settled one after the other."""
    table = draw(f"""
        seats 2
        time: 10
        demands: bread, games, religion
        bonus: bread, games
        {ALL_IN_ONE}
    """)
    sow_twelve(table)
    table.play("pass")
    assert table.question == "consul"
    table.play("bonus bread")
    assert (table.s.quarters_done, table.s.rounds_done) == (1, 1)
    assert len(json_view(table.match)["demands"]) == 1


def test_after_the_fourth_quarter_a_second_round_is_dropped() -> None:
    """T-11."""
    table = draw(f"""
        seats 2
        time: 10
        quarter: 4
        demands: bread, games, religion
        bonus: bread, games
        {ALL_IN_ONE}
    """)
    sow_twelve(table)
    table.play("pass", "bonus bread")
    assert table.match.seat is None
    assert table.match.outcome is not None


def tile_at_forum(tile: str, trays: str = "W / {} / PO / BB / YG / PO", extra: str = "") -> Drawn:
    """Seat 0 sows one white marker from the seaport into the forum."""
    return draw(f"""
        seats 2
        0 trays: {trays}
        0 slots: - / {tile} / - / - / - / -
        forum: bread
        {extra}
    """).play("sow seaport")


def test_a_tile_is_fulfilled_when_its_two_colours_lie_in_the_target() -> None:
    """T-12: cards 3 asks for white and blue."""
    table = tile_at_forum("cards 3", "W / BYG / PO / B / YG / PO")
    assert table.question == "fulfil forum"
    table.play("fulfil")
    assert table.points(0) == 3
    assert table.sources(0) == {"trajan tiles": 3}


def test_other_markers_in_the_tray_do_not_matter() -> None:
    """T-12."""
    assert tile_at_forum("cards 3", "W / BYYGG / PO / B / - / PO").legal("fulfil")


def test_a_tile_with_one_colour_missing_is_not_fulfilled() -> None:
    """T-12."""
    assert tile_at_forum("cards 3", "W / YG / PO / BB / YG / PO").question == "perform forum"


def test_a_double_needs_two_of_its_colour() -> None:
    """T-12: points 5 asks for two white ones."""
    assert tile_at_forum("points 5", "W / YG / PO / BB / YG / PO").question == "perform forum"
    assert tile_at_forum("points 5", "W / WYG / PO / BB / - / PO").question == "fulfil forum"


def test_only_the_target_tray_counts() -> None:
    """T-12: the tile at the seaport would be met, but the last marker fell elsewhere."""
    table = draw("""
        seats 2
        0 trays: WB / W / PO / B / YG / PO
        0 slots: cards 3 / - / - / - / - / -
    """).play("sow forum")
    assert table.question == "perform military"


def test_fulfilling_can_be_declined() -> None:
    """T-12: the tile stays."""
    table = tile_at_forum("cards 3", "W / BYG / PO / B / YG / PO").play("leave tile")
    assert table.points(0) == 0
    assert table.player(0).slots[1] == 3
    assert table.question == "perform forum"


def test_reward_two_cards() -> None:
    """T-13."""
    table = tile_at_forum("cards 3", "W / BYG / PO / B / YG / PO").play("fulfil")
    assert table.player(0).hand.sum() == 2
    assert table.player(0).known.sum() == 0


def test_reward_can_be_forgone() -> None:
    """T-13: the points are taken all the same."""
    table = tile_at_forum("cards 3", "W / BYG / PO / B / YG / PO").play("fulfil without reward")
    assert table.player(0).hand.sum() == 0
    assert table.points(0) == 3
    assert table.player(0).slots[1] == -1


def test_reward_cards_with_no_card_left_is_forgone() -> None:
    """T-13, T-25."""
    table = tile_at_forum("cards 3", "W / BYG / PO / B / YG / PO", "pile: -")
    assert table.options == ["fulfil", "leave tile"]
    assert table.play("fulfil").player(0).hand.sum() == 0


def test_reward_one_worker() -> None:
    """T-13: workers 3 asks for white and orange."""
    table = tile_at_forum("workers 3", "W / OYG / PO / BB / YG / P").play("fulfil")
    assert (table.player(0).workers, table.player(0).supply, table.points(0)) == (2, 12, 5)


def test_reward_two_workers() -> None:
    """T-13: workers 8 asks for blue and yellow."""
    table = tile_at_forum("workers 8", "B / YG / PO / WW / YG / PO").play("fulfil")
    assert (table.player(0).workers, table.player(0).supply, table.points(0)) == (3, 11, 2)


def test_reward_two_workers_with_one_figure_left_gives_one() -> None:
    """T-13."""
    table = tile_at_forum("workers 8", "B / YG / PO / WW / YG / PO", "0 supply: 1").play("fulfil")
    assert (table.player(0).workers, table.player(0).supply) == (2, 0)


def test_reward_worker_with_no_figure_left_is_forgone() -> None:
    """T-13."""
    table = tile_at_forum("workers 3", "W / OYG / PO / BB / YG / P", "0 supply: 0")
    assert table.options == ["fulfil", "leave tile"]
    table.play("fulfil")
    assert (table.player(0).workers, table.player(0).supply, table.points(0)) == (1, 0, 5)


def test_reward_legionnaires() -> None:
    """T-13: legionnaires 2 (white and blue) gives one, legionnaires 5 (white and yellow) two."""
    table = tile_at_forum("legionnaires 2", "W / BYG / PO / B / YG / PO").play("fulfil")
    assert (table.player(0).legionnaires, table.player(0).supply, table.points(0)) == (2, 12, 5)
    table = tile_at_forum("legionnaires 5", "W / YG / PO / BB / YG / PO").play("fulfil")
    assert (table.player(0).legionnaires, table.player(0).supply, table.points(0)) == (3, 11, 2)


def test_reward_nine_points_and_nothing_more() -> None:
    """T-13: points 5 asks for two white ones."""
    table = tile_at_forum("points 5", "W / WYG / PO / BB / - / PO")
    assert table.options == ["fulfil", "leave tile"]
    assert table.play("fulfil").points(0) == 9


def test_reward_plus_two_marker_goes_on_an_action_without_one() -> None:
    """T-13: plus two 6 asks for pink and white."""
    table = tile_at_forum("plus two 6", "W / PYG / PO / BB / YG / O", "0 plus two: forum").play("fulfil")
    assert table.options == [
        "plus two seaport",
        "plus two military",
        "plus two senate",
        "plus two trajan",
        "plus two construction",
        "forgo",
    ]
    table.play("plus two senate")
    assert table.player(0).plus_two.tolist() == [0, 1, 0, 1, 0, 0]
    assert table.points(0) == 4


def test_reward_plus_two_with_a_marker_on_every_action_is_forgone() -> None:
    """T-13."""
    everywhere = "0 plus two: seaport, forum, military, senate, trajan, construction"
    table = tile_at_forum("plus two 6", "W / PYG / PO / BB / YG / O", everywhere).play("fulfil")
    assert table.question == "perform forum"


def test_a_fulfilled_tile_leaves_the_game() -> None:
    """T-13."""
    table = tile_at_forum("cards 3", "W / BYG / PO / B / YG / PO").play("fulfil")
    assert 3 not in table.player(0).slots
    assert table.s.tops[0] == -1


def test_demand_tiles_score_their_point_and_are_kept() -> None:
    """T-14: demands 7 (white and green) is a religion tile."""
    table = tile_at_forum("demands 7", "W / YG / PO / BB / YG / PO")
    assert table.options == ["fulfil", "leave tile"]
    table.play("fulfil")
    assert table.points(0) == 1
    assert json_view(table.match, 0)["players"][0]["kept_demands"] == {"religion": 1}


def test_the_arch_moves_from_the_centre_to_the_freed_slot_at_once() -> None:
    """T-15: a Trajan action of the same turn can use it."""
    table = draw("""
        seats 2
        0 trays: - / YG / PO / W / BYG / PO
        0 slots: cards 0 / cards 1 / cards 2 / cards 4 / cards 3 / cards 5
        stack points: 0, 1
    """)
    assert table.player(0).arch == 6
    table.play("sow senate", "fulfil")
    assert table.player(0).arch == 4
    assert table.question == "perform trajan"
    assert table.options == ["tile points", "pass"]
    table.play("tile points")
    assert table.player(0).slots[4] == 9
    assert table.player(0).arch == 6


def test_an_arch_that_is_not_in_the_centre_stays_where_it_is() -> None:
    """T-15."""
    table = tile_at_forum("cards 3", "W / BYG / PO / B / YG / PO").play("fulfil")
    assert table.player(0).arch == 0


def test_the_action_of_the_target_tray_may_be_performed_or_not() -> None:
    """T-16."""
    table = draw("""
        seats 2
        0 trays: W / YG / PO / BB / YG / PO
        forum: bread
    """).play("sow seaport")
    assert table.question == "perform forum"
    assert table.options == ["take bread", "pass"]
    assert table.play("pass").s.seat == 1
