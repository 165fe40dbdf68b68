"""Rates, intervals and ratings, against values known from elsewhere."""

import random
from statistics import NormalDist

import pytest

from ulpia.arena.play import DecisionTimes, GameResult
from ulpia.arena.schedule import tournament
from ulpia.arena.statistics import (
    crosstable,
    effective,
    mean_of,
    ratings,
    summary,
    wilson,
    win_rate,
)


def game(number: int, seed: int, seating: str, points: tuple[int, ...], places: tuple[int, ...]) -> GameResult:
    return GameResult(number, seed, tuple(seating), points, places, tuple({} for _ in points), 1, "")


def duels(results: list[tuple[int, int]]) -> list[GameResult]:
    """Deals of two games: who wins each, 1 for a, 0 for b."""
    found = []
    for deal, (first, second) in enumerate(results):
        found.append(game(2 * deal, deal, "ab", (10, 5), (1, 2) if first else (2, 1)))
        found.append(game(2 * deal + 1, deal, "ba", (10, 5), (2, 1) if second else (1, 2)))
    return found


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe 1998, table I, method 3 (score without continuity correction)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_gives_published_values(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)


def test_independent_deals_count_as_games() -> None:
    """One game a deal: as many effective games as there are, but for one that the variance costs."""
    deals = [(1.0, 1)] * 60 + [(0.0, 1)] * 40
    assert effective(deals) == pytest.approx(99)


def test_two_games_that_always_end_alike_count_as_one() -> None:
    deals = [(2.0, 2)] * 60 + [(0.0, 2)] * 40
    assert effective(deals) == pytest.approx(99)
    rate, (low, high) = win_rate(duels([(1, 1)] * 60 + [(0, 0)] * 40), "a")
    assert rate == 0.6
    assert high - low == pytest.approx(wilson(0.6, 99)[1] - wilson(0.6, 99)[0])


def test_luck_that_cancels_within_a_deal_never_counts_as_more_than_a_game_each() -> None:
    assert effective([(1.0, 2)] * 49 + [(2.0, 2)]) == 100


def test_deals_that_all_end_alike_count_once_each() -> None:
    assert effective([(2.0, 2)] * 10) == 10
    assert win_rate(duels([(1, 1)] * 10), "a") == (1.0, wilson(1.0, 10))


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Deals whose luck favours one agent in both games: the interval over games would be too narrow."""
    dice, covered = random.Random(1), 0
    for _ in range(400):
        chances = [dice.betavariate(1, 1) for _ in range(60)]
        results = [(int(dice.random() < chance), int(dice.random() < chance)) for chance in chances]
        low, high = win_rate(duels(results), "a")[1]
        covered += low <= 0.5 <= high
    assert 0.92 <= covered / 400 <= 0.98


def test_a_shared_victory_is_shared() -> None:
    tied = game(0, 0, "abc", (9, 9, 3), (1, 1, 3))
    assert tied.victory_shares == (0.5, 0.5, 0.0)
    assert win_rate([tied], "a")[0] == 0.5


def test_a_rate_is_per_seat_and_among_equals_there_is_nothing_to_doubt() -> None:
    games = [game(0, 0, "abbb", (9, 8, 7, 6), (2, 1, 3, 4)), game(1, 0, "babb", (9, 8, 7, 6), (1, 2, 3, 4))]
    assert win_rate(games, "b")[0] == pytest.approx(1 / 3)
    alone = [game(0, 0, "aaaa", (9, 8, 7, 6), (1, 2, 3, 4))]
    assert win_rate(alone, "a") == (0.25, (0.25, 0.25))


def test_the_interval_of_a_mean_is_that_of_the_means_of_deals() -> None:
    games = [game(at, at // 2, "ab", (points, 0), (1, 2)) for at, points in enumerate((10, 12, 20, 22, 30, 32))]
    mean, (low, high) = mean_of(games, lambda one: [float(one.points[0])])
    assert mean == 21
    assert high - mean == pytest.approx(NormalDist().inv_cdf(0.975) * 10 / 3**0.5)
    assert mean - low == pytest.approx(high - mean)


def test_ratings_order_agents_by_strength_whatever_the_size_of_the_table() -> None:
    dice = random.Random(3)
    games = []
    for number in range(150):
        seating = "".join(dice.sample("abcd", 4))
        skill = sorted(seating, key=lambda who: -("dcba".index(who) + dice.gauss(0, 1.2)))
        games.append(game(number, number, seating, (4, 3, 2, 1), tuple(1 + skill.index(who) for who in seating)))
    rated = ratings(games, "abcd")
    assert sorted(rated, key=lambda who: -rated[who][0]) == list("abcd")
    assert all(deviation < 25 / 3 for _, deviation in rated.values())
    assert ratings(games, "abcd") == rated


def test_one_win_moves_ratings_as_openskill_says() -> None:
    rated = ratings([game(0, 0, "ab", (2, 1), (1, 2))], "ab")
    assert rated["a"] == pytest.approx((27.6354, 8.0658), abs=5e-3)
    assert rated["b"] == pytest.approx((22.3646, 8.0658), abs=5e-3)


def test_an_agent_with_several_seats_has_one_rating() -> None:
    rated = ratings([game(at, at, "abbb", (9, 8, 7, 6), (1, 2, 3, 4)) for at in range(20)], "ab")
    assert rated["a"][0] > 25 > rated["b"][0]


def test_the_crosstable_counts_pairs_of_seats_and_halves_ties() -> None:
    games = [game(0, 0, "abc", (3, 2, 2), (1, 2, 2))]
    assert crosstable(games, "abc") == {"a": {"b": 1.0, "c": 1.0}, "b": {"a": 0.0, "c": 0.5}, "c": {"a": 0.0, "b": 0.5}}


def test_a_summary_adds_up() -> None:
    asked = tournament("trajan", ["random", "greedy"], 2, 4)
    games = [
        GameResult(
            number=fixture.number,
            seed=fixture.seed,
            seating=fixture.seating,
            points=(30 + fixture.number, 90),
            places=(2, 1),
            sources=({"ships": 30 + fixture.number}, {"ships": 100, "demands": -10}),
            actions=1,
            digest="",
            times=(DecisionTimes(10, 0.5, 0.2, 1_000, 0.25), DecisionTimes(30, 0.5, 0.1, 1_000, 0.25)),
        )
        for fixture in asked.fixtures()
    ]
    found = summary(asked, games)
    assert (found["games"], found["deals"]) == (4, {"first": 1, "last": 2, "many": 2})
    for agent in found["agents"]:
        assert sum(agent["sources"].values()) == pytest.approx(agent["mean_points"])
        assert sum(agent["points"].values()) == agent["seats_held"] == 4
        assert sum(agent["places"]) == 1
        assert agent["win_rate"] == 0.5
        assert agent["win_rate_by_seat"] == [0.0, 1.0]
        assert agent["decisions"] == 80
        assert agent["seconds_per_decision"] == pytest.approx(2 / 80)
        assert agent["longest_decision"] == 0.2
        assert agent["positions_per_second"] == 4_000
    assert found["tables"][0]["winners_points"] == 90
