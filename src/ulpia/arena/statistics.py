"""Results of a tournament with confidence intervals.

Games of one deal are not independent: what favours a seat in one favours it in the next. So intervals are taken over
deals. A win rate gets Wilson's interval, which stays between 0 and 1, for the effective number of games: as many
independent games as would have the variance of the deals (at most one for each seat held). If all deals have the same
result there is no variance, and each deal counts as one game. A mean gets the normal interval of the means of deals.
Both need about thirty deals or more.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from math import sqrt
from statistics import NormalDist, fmean, pstdev, stdev
from typing import TYPE_CHECKING

from ulpia.arena.play import AbandonedGame, DecisionTimes, GameResult
from ulpia.arena.schedule import Seating, Tournament
from ulpia.arena.summary import (
    AbandonedEntry,
    AgentFailures,
    AgentSummary,
    AgentTimes,
    FailureKind,
    Summary,
    TableAgent,
    TableSummary,
)
from ulpia.core.errors import MissingExtra

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
METHOD = "Wilson's interval for the effective number of games, variance over deals"
TIMED = ("seconds_per_decision", "longest_decision", "positions_per_second")
"""Figures that depend on the machine; all others are the same on every machine."""
DIGITS = 6
NO_VARIANCE = 1e-12

Interval = tuple[float, float]
Cluster = tuple[float, int]
"""Victories of the seats of one agent in the games of one deal, and the number of these seats."""


def wilson(rate: float, many: float) -> Interval:
    """Return the interval for a rate observed in so many independent games."""
    centre = (rate + Z * Z / (2 * many)) / (1 + Z * Z / many)
    reach = Z * sqrt(rate * (1 - rate) / many + (Z / (2 * many)) ** 2) / (1 + Z * Z / many)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def effective(deals: Sequence[Cluster]) -> float:
    """Return the number of independent games that would have the same variance as these deals."""
    seats = sum(held for _, held in deals)
    rate = sum(won for won, _ in deals) / seats
    many = len(deals)
    if many < 2:
        return float(many)
    spread = sum((won - rate * held) ** 2 for won, held in deals) * many / (many - 1) / seats**2
    if spread < NO_VARIANCE:
        return float(many)
    return min(float(seats), rate * (1 - rate) / spread)


def win_rate(games: Sequence[GameResult], name: str) -> tuple[float, Interval]:
    """Return the share of victories per seat of an agent, with its interval. A shared victory counts in part."""
    deals: dict[int, list[float]] = {}
    for game in games:
        deal = deals.setdefault(game.seed, [])
        deal += [share for share, who in zip(game.victory_shares, game.seating) if who == name]
    clusters = [(sum(shares), len(shares)) for shares in deals.values() if shares]
    rate = sum(won for won, _ in clusters) / sum(held for _, held in clusters)
    if all(set(game.seating) == {name} for game in games):
        return rate, (rate, rate)  # an agent that plays itself always wins
    return rate, wilson(rate, effective(clusters))


def mean_of(games: Sequence[GameResult], value: Callable[[GameResult], list[float]]) -> tuple[float, Interval]:
    """Return the mean of some values of each game, with its interval."""
    deals: dict[int, list[float]] = {}
    for game in games:
        deals.setdefault(game.seed, []).extend(value(game))
    means = [fmean(values) for values in deals.values() if values]
    mean = fmean(one for values in deals.values() for one in values)
    reach = Z * stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0
    return mean, (mean - reach, mean + reach)


def load_rating_model() -> "PlackettLuce":
    """Return the rating model, if openskill is installed."""
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        raise MissingExtra(package="openskill", extra="arena") from None
    return PlackettLuce()


def ratings(games: Sequence[GameResult], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return skill and deviation of each agent: games in order, every seat rated as a separate player.

    An agent with several seats continues with the mean of their ratings.
    """
    model = load_rating_model()
    skill = {name: (model.mu, model.sigma) for name in names}
    for game in games:
        seats = [[model.rating(mu=skill[name][0], sigma=skill[name][1])] for name in game.seating]
        rated = [seat[0] for seat in model.rate(seats, ranks=list(map(float, game.places)))]
        for name in dict.fromkeys(game.seating):
            own = [new for new, who in zip(rated, game.seating) if who == name]
            skill[name] = fmean(new.mu for new in own), fmean(new.sigma for new in own)
    return skill


def summary(tournament: Tournament, games: Sequence[GameResult], abandoned: Sequence[AbandonedGame] = ()) -> Summary:
    """Return everything that is reported, ready for JSON."""
    rated = ratings(games, tournament.contestants)
    identity = tournament.identity()
    return {
        "game": tournament.game,
        "seats": tournament.seats,
        "settings": dict(tournament.settings),
        "seed": tournament.seed,
        "deals": {"first": games[0].seed, "last": games[-1].seed, "many": len({game.seed for game in games})},
        "games": len(games),
        "abandoned": [_abandoned(lost) for lost in abandoned],
        "ulpia": identity["ulpia"],
        "rules": identity["rules"],
        "components": identity["components"],
        "code": identity["code"],
        "confidence": CONFIDENCE,
        "interval": METHOD,
        "depends_on_the_machine": list(TIMED),
        "agents": [describe(tournament, games, name, rated[name]) for name in tournament.contestants],
        "tables": [about_table(games, table) for table in tournament.tables],
        "ahead": crosstable(games, tournament.contestants),
    }


def describe(
    tournament: Tournament, games: Sequence[GameResult], name: str, rating: tuple[float, float]
) -> AgentSummary:
    """Return the figures of one agent."""
    held = [(game, seat) for game in games for seat, who in enumerate(game.seating) if who == name]
    played = list({id(game): game for game, _ in held}.values())
    points = [game.points[seat] for game, seat in held]
    rate, interval = win_rate(played, name)
    mean, around = mean_of(played, lambda game: [float(p) for p, who in zip(game.points, game.seating) if who == name])
    sources: Counter[str] = Counter()
    for game, seat in held:
        sources.update(game.sources[seat])
    return {
        "name": name,
        "games": len(played),
        "seats_held": len(held),
        "wins": _round(sum(game.victory_shares[seat] for game, seat in held)),
        "win_rate": _round(rate),
        "win_rate_interval": _pair(interval),
        "places": [
            _round(sum(game.places[seat] == place for game, seat in held) / len(held))
            for place in range(1, tournament.seats + 1)
        ],
        "win_rate_by_seat": [
            _round(fmean([game.victory_shares[seat] for game, seat in held if seat == at] or [0.0]))
            for at in range(tournament.seats)
        ],
        "mean_points": _round(mean),
        "mean_points_interval": _pair(around),
        "points_deviation": _round(pstdev(points)),
        "points": dict(sorted(Counter(points).items())),
        "sources": {source: _round(many / len(held)) for source, many in sources.items()},
        "rating": _round(rating[0]),
        "rating_deviation": _round(rating[1]),
        **_times([game.times[seat] for game, seat in held]),
        "failures": _failures([game for game in games if game.failures], name),
    }


def _abandoned(lost: AbandonedGame) -> AbandonedEntry:
    return {"number": lost.number, "seed": lost.seed, "seating": list(lost.seating), "workers": lost.workers}


def _times(seats: Sequence[DecisionTimes]) -> AgentTimes:
    total = reduce(_together, seats, DecisionTimes())
    return {
        "decisions": total.decisions,
        "seconds_per_decision": _round(total.seconds / max(1, total.decisions)),
        "longest_decision": _round(total.longest),
        "positions_per_second": round(total.positions / total.search_seconds) if total.search_seconds else None,
    }


def _together(one: DecisionTimes, other: DecisionTimes) -> DecisionTimes:
    return DecisionTimes(
        one.decisions + other.decisions,
        one.seconds + other.seconds,
        max(one.longest, other.longest),
        one.positions + other.positions,
        one.search_seconds + other.search_seconds,
    )


def _failures(games: Sequence[GameResult], name: str) -> AgentFailures:
    """Return how often an agent failed and where, most frequent first."""
    counted: Counter[tuple[str, str]] = Counter()
    for game in games:
        for failure in game.failures:
            if game.seating[failure.seat] == name:
                counted[failure.what, failure.where] += failure.times
    kinds: list[FailureKind] = [
        {"what": what, "where": where, "times": times} for (what, where), times in counted.most_common(20)
    ]
    return {"times": counted.total(), "kinds": kinds}


def about_table(games: Sequence[GameResult], table: Seating) -> TableSummary:
    """Return the results of the agents that met at one table."""
    met = [game for game in games if sorted(game.seating) == sorted(table)]
    rows: list[TableAgent] = []
    for name in dict.fromkeys(table):
        rate, interval = win_rate(met, name)
        rows.append({"name": name, "win_rate": _round(rate), "win_rate_interval": _pair(interval)})
    best, around = mean_of(met, lambda game: [float(max(game.points))])
    return {
        "table": list(table),
        "games": len(met),
        "agents": rows,
        "winners_points": _round(best),
        "winners_points_interval": _pair(around),
    }


def crosstable(games: Sequence[GameResult], names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return how often each agent finished before each other one at the same table; a tie counts half."""
    before: Counter[tuple[str, str]] = Counter()
    met: Counter[tuple[str, str]] = Counter()
    for game in games:
        for one, place in zip(game.seating, game.places):
            for other, theirs in zip(game.seating, game.places):
                if one != other:
                    met[one, other] += 1
                    before[one, other] += 2 * (place < theirs) + (place == theirs)
    return {
        one: {other: _round(before[one, other] / met[one, other] / 2) for other in names if met[one, other]}
        for one in names
    }


def _round(number: float) -> float:
    return round(number, DIGITS)


def _pair(interval: Interval) -> list[float]:
    return [_round(end) for end in interval]
