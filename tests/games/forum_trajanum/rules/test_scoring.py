"""Paying citizens, the scoring of a cycle and the end of the game.   F-60, F-70 to F-75, F-80."""

import pytest

from tests.games.forum_trajanum.drawing import draw
from tests.support.compiled import callable_from_python
from tests.support.drawn import Drawn, rank
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.rules import scoring

standing = callable_from_python(scoring.standing)

FULL = "1 colonia: O####O / ##T### / ####T# / #T#### / ###T## / O####O"
"""Seat 1 has tiles to take, so that the game stops there after the scoring."""


def scored(*lines: str) -> Drawn:
    """A cycle is scored right away."""
    return draw("\n".join([*lines, FULL, "pending: score"]))


def paying(*lines: str) -> Drawn:
    """Citizens are paid, then the cycle is scored."""
    return draw("\n".join([*lines, FULL, "pending: paying"]))


def test_the_worked_example_scores_54() -> None:
    """F-60, F-70 to F-74: the example of the rule book, with one row left unpaid to keep a money."""
    table = draw("""
        seats 2
        cycle: 3
        card: 11
        forum: BBBB / BEGG / RRGG
        envoys: 0 a1 b1 c1 a2 b2 c2 b3
        0 colonia: O..M.. / .LTL.B / C..gT. / MTBg.g / LBCTM. / O...LO
        0 cranes: blue green red orange
        0 citizens: merchant 1, merchant 2, craftsman 1, craftsman 1, craftsman 2
        0 resources: assistant, money 4
        0 tracks: library home
        0 slider: 4
        pending: paying
    """)
    table.play("pay merchant 1", "pay merchant 2", "pay craftsman 1", "leave craftsman 2")
    assert table.sources(0) == {"cranes": 3, "colonia": 22, "eagles": 6, "group": 9, "trajan cards": 14}
    assert table.points(0) == 54


# F-60


def test_each_row_with_citizens_is_asked_from_top_to_bottom() -> None:
    """F-60: one money for a row, whether one or two citizens lie there."""
    table = draw("""
        seats 2
        0 citizens: patrician 2, merchant 1, merchant 1, craftsman 2
        0 resources: money 3
        pending: paying
    """)
    assert table.options == ["pay patrician 2", "leave patrician 2"]
    table.play("pay patrician 2")
    assert table.options == ["pay merchant 1", "leave merchant 1"]
    table.play("pay merchant 1")
    assert table.options == ["pay craftsman 2", "leave craftsman 2"]
    assert table.player(0).resources[names.RESOURCES.index("money")] == 1


def test_without_money_rows_become_inactive_unasked() -> None:
    """F-60."""
    table = paying("seats 2", "0 citizens: patrician 1, craftsman 2", "0 resources: money 1").play("pay patrician 1")
    assert table.player(0).active.tolist() == [1, 0, 0, 0, 0, 0]
    assert table.question.startswith("take")


def test_an_unpaid_row_can_be_paid_again_at_the_next_scoring() -> None:
    """F-60: it becomes active again."""
    lines = ("seats 2", "cycle: 2", "0 citizens: patrician 1", "0 inactive: patrician 1", "0 resources: money 1")
    table = paying(*lines).play("pay patrician 1")
    assert table.player(0).active[0] == 1


def test_seats_pay_clockwise_from_the_starting_player() -> None:
    """F-60, F-03: from the seat that started the round, before the figure moves on (F-16)."""
    lines = [f"{seat} {what}" for seat in range(3) for what in ("citizens: patrician 1", "resources: money 1")]
    table = paying("seats 3", "first: 1", *lines)
    asked = []
    while table.question.startswith("paying"):
        asked.append(table.match.seat)
        table.play("pay patrician 1")
    assert asked == [1, 2, 0]
    assert table.s.first == 0


# F-70


@pytest.mark.parametrize(("cycle", "each"), [(1, 3), (2, 2), (3, 1)])
def test_an_uncovered_crane_scores_every_structure_of_its_colour(cycle: int, each: int) -> None:
    """F-70: three, two, one point by cycle; grey buildings of that colour's tiles do not count."""
    colonia = "0 colonia: .r.BrO / ..T... / b.r.T. / .T.... / ...T.. / O....O"
    table = scored("seats 2", f"cycle: {cycle}", colonia, "0 cranes: red blue green orange")
    assert table.sources(0) == {"cranes": 3 * each, "colonia": 1}
    table = scored("seats 2", f"cycle: {cycle}", colonia, "0 cranes: blue red green orange")
    assert table.sources(0) == {"cranes": each, "colonia": 1}


def test_a_crane_scores_once() -> None:
    """F-70: then it is turned over, even if it gave nothing."""
    lines = ("seats 2", "cycle: 2", "0 colonia: .b.... / ..T... / ....T. / .T.... / ...T.. / O....O")
    table = scored(*lines)
    assert table.sources(0) == {"cranes": 2}
    assert table.player(0).scored.tolist() == [1, 1, 0, 0]
    assert scored(*lines, "0 scored: a1, f1").sources(0) == {}


def test_several_cranes_score_in_one_cycle() -> None:
    """F-70."""
    table = scored("seats 2", "0 colonia: .bb... / ..T... / .g..T. / .T.r.. / ...T.. / .....O")
    assert table.sources(0) == {"cranes": 3 * (2 + 1 + 1)}


# F-71


def test_different_grey_buildings_of_a_row_count_times_one_plus_its_citizens() -> None:
    """F-71: a building that stands twice counts once; coloured structures do not count; columns of squares neither."""
    rows = "0 colonia: O.LBMO / LLTBB. / CbgrT. / CTML.B / ...T.. / O....O"
    assert scored("seats 2", rows).sources(0)["colonia"] == 3 + 2 + 1 + 4
    citizens = "0 citizens: patrician 1, patrician 2, patrician 2, merchant 2"
    assert scored("seats 2", rows, citizens).sources(0)["colonia"] == 3 * 2 + 2 * 3 + 1 + 4 * 2
    inactive = "0 inactive: patrician 2"
    assert scored("seats 2", rows, citizens, inactive).sources(0)["colonia"] == 3 * 2 + 2 + 1 + 4 * 2


# F-72, F-73


@pytest.mark.parametrize(
    ("slider", "reverse", "envoys", "points"),
    [
        (0, 0, "a1", 0),
        (0, 0, "a1 a2 a3 a4", 1),
        (3, 0, "a1 a2 a3 a4 a5 a6", 6),
        (0, 1, "a1 a2 a3", 1),
        (6, 1, "a1", 5),
        (6, 1, "", 0),
    ],
)
def test_the_largest_group_scores_by_the_slider(slider: int, reverse: int, envoys: str, points: int) -> None:
    """F-72: six envoys scored six in the rule book; no envoys, no points."""
    forum = "forum: B / B / B / B / B / B"
    table = scored("seats 2", forum, f"envoys: 0 {envoys}", f"0 slider: {slider}", f"0 reverse: {reverse}")
    assert table.sources(0).get("group", 0) == points


def test_groups_are_joined_by_sides_and_eagles_belong_to_them() -> None:
    """F-72: not diagonally, not through another seat's envoy, not round the edge of the forum."""
    forum = "forum: BBBBBBBB / BEBBBBBB / BBBBBBBB / BBBBBBBB / BBBBBBBB / BBBBBBBB / BBBBBBBB / BBBBBBBB / BBBBBBBB"
    for envoys, largest in {
        "a1 b2 c3 d4": 1,
        "a1 b1 b2 b3": 4,
        "h1 a2": 1,
        "a1 b1 d1 e1 f1": 3,
        "c4 c5 c6 c7 b5 d6": 6,
        "h5 h6 g6 a6 a7": 3,
        "d9 d8 e9 c9": 4,
    }.items():
        table = scored("seats 2", forum, f"envoys: 0 {envoys}, 1 c1", "0 slider: 6", "0 reverse: 1")
        assert table.sources(0)["group"] == largest + 4, envoys


def test_envoys_on_and_beside_eagles() -> None:
    """F-73: two on an eagle, one beside, once for two eagles; diagonally only with an active Patrician I (F-30)."""
    lines = ["seats 2", "forum: BBBBB / BEBEB / BBBBB", "envoys: 0 b2 c2 a1 d1 e3, 1 d2"]
    assert scored(*lines).sources(0)["eagles"] == 2 + 1 + 1
    patrician = "0 citizens: patrician 1"
    assert scored(*lines, patrician).sources(0)["eagles"] == 2 + 1 + 1 + 2
    assert scored(*lines, patrician, "0 inactive: patrician 1").sources(0)["eagles"] == 4
    assert scored(*lines, "0 citizens: patrician 2").sources(0)["eagles"] == 4


# F-74


@pytest.mark.parametrize(("slider", "each"), list(enumerate([3, 3, 5, 5, 7, 7, 7])))
def test_each_fulfilment_scores_by_the_head_of_the_slider(slider: int, each: int) -> None:
    """F-74: three, five or seven; nothing is spent."""
    table = scored("seats 2", "card: 0", "0 resources: tribune 2, money 3", f"0 slider: {slider}")
    assert table.sources(0) == {"trajan cards": 2 * each}
    assert table.mat(0)["resources"]["money"] == 3


def test_both_tasks_score() -> None:
    """F-74: the upper and the lower one, each as often as it is fulfilled."""
    table = scored(
        "seats 2",
        "card: 0",
        "0 colonia: OLbLgO / ..T... / LbL.T. / .T.... / ...T.. / O....O",
        "0 resources: tribune, money",
    )
    assert table.sources(0)["trajan cards"] == 3 * (2 + 1)


def test_no_square_counts_twice() -> None:
    """F-74: of three different grey buildings in a column two make a pair, and four make two."""
    three = "0 colonia: O....O / ..T... / B...T. / MT.... / L..T.. / O....O"
    four = "0 colonia: O....O / C.T... / B...T. / MT.... / L..T.. / O....O"
    assert scored("seats 2", "card: 2", three).sources(0)["trajan cards"] == 3
    assert scored("seats 2", "card: 2", four).sources(0)["trajan cards"] == 6


def test_a_double_tile_belongs_to_one_fulfilment() -> None:
    """F-74: two columns grey-coloured-grey side by side are fulfilled twice, or once if a double tile joins them."""
    colonia = "0 colonia: OL...O / LgT... / bL..T. / LT.... / ...T.. / O....O"
    assert scored("seats 2", "card: 7", colonia).sources(0)["trajan cards"] == 6
    assert scored("seats 2", "card: 7", colonia, "0 joined: a2 b2").sources(0)["trajan cards"] == 3


def test_both_squares_of_a_double_tile_serve_in_one_fulfilment() -> None:
    """F-74: a formation is made of squares."""
    colonia = "0 colonia: OL...O / .gT... / .L..T. / .T.... / ...T.. / O....O"
    assert scored("seats 2", "card: 7", colonia, "0 joined: b1 b2").sources(0)["trajan cards"] == 3


def test_a_scoring_is_logged_in_the_order_of_the_rule_book() -> None:
    """F-70 to F-74: cranes, colonia, eagles, group, card."""
    table = scored("seats 2", "card: 0", "forum: BE", "envoys: 0 a1 b1", "0 resources: tribune, money")
    scorings = [event.kind for event in table.match.events() if event.seat == 0 and event.kind.endswith("_scored")]
    assert scorings == [*["crane_scored"] * 4, "colonia_scored", "eagles_scored", "group_scored", "card_scored"]


def test_without_a_card_nothing_is_scored_for_it() -> None:
    """F-02, F-74: the first two cycles of an introductory game."""
    assert scored("seats 2", "0 resources: tribune, money").sources(0) == {}


def test_only_the_card_of_the_cycle_counts() -> None:
    """F-74, F-02."""
    lines = ("seats 2", "0 resources: tribune, money")
    assert scored(*lines, "card: 0", "cycle: 2", "card: 4").sources(0) == {}
    assert scored(*lines, "cycle: 2", "card: 4", "cycle: 1", "card: 0").sources(0) == {"trajan cards": 3}


# F-75, F-80


def test_after_a_cycle_the_next_fragment_counts() -> None:
    """F-75, F-45: a column gives one point less in each cycle."""
    for cycle, points in ((1, 3), (2, 2), (3, 1)):
        table = draw(f"seats 2\ncycle: {cycle}\npending: reward column")
        assert table.sources(0) == {"columns": points}


def test_the_game_ends_after_the_third_scoring() -> None:
    """F-80, F-75: twelve rounds; after the first and second scoring a round begins."""
    for cycle in (1, 2):
        assert scored("seats 2", f"cycle: {cycle}").question.startswith("take")
    table = draw("seats 2\ncycle: 3\n1 points: 5\npending: score")
    assert table.match.seat is None
    assert table.match.outcome is not None
    assert table.match.outcome.winners == (1,)
    assert table.last_events()[-1] == "ended"


@pytest.mark.parametrize(
    ("lines", "ranking"),
    [
        (["0 points: 9", "1 points: 8", "2 points: 10"], ((2,), (0,), (1,))),
        (["0 citizens: merchant 2", "1 citizens: patrician 1, craftsman 2", "2 points: 1"], ((2,), (1,), (0,))),
        (
            ["0 citizens: merchant 2", "1 citizens: patrician 2", "1 resources: builder", "2 points: 1"],
            ((2,), (1,), (0,)),
        ),
        (["0 resources: builder", "1 resources: tribune"], ((0, 1), (2,))),
        (["0 citizens: merchant 2", "0 inactive: merchant 2"], ((0, 1, 2),)),
    ],
)
def test_ties_go_to_active_citizens_then_to_resources_and_are_shared_then(
    lines: list[str], ranking: tuple[tuple[int, ...], ...]
) -> None:
    """F-80."""
    table = scored("seats 3", "cycle: 3", *lines)
    assert table.match.outcome is not None
    assert table.match.outcome.ranking == ranking
    assert rank([standing(table.s, seat) for seat in range(3)]) == ranking
