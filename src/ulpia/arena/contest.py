"""Plays a tournament to its end, on cores or on a cluster, continuing from its journal."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ulpia.arena import journal
from ulpia.arena.cluster import play_on_ray
from ulpia.arena.cores import play_on_cores
from ulpia.arena.errors import WorkersDie
from ulpia.arena.play import AbandonedGame, GameResult
from ulpia.arena.schedule import Fixture, Tournament

Runner = Callable[[Tournament, Sequence[Fixture], int | None], Iterator[GameResult | AbandonedGame]]
"""Plays games in any order, at most so many at once."""

RUNNERS: dict[str, Runner] = {"cores": play_on_cores, "ray": play_on_ray}


@dataclass(frozen=True)
class Results:
    """The results of a tournament."""

    games: list[GameResult]
    """All games that count, in their order."""
    abandoned: list[AbandonedGame]
    """One for each deal that does not count, in the order of the deals."""


def contest(
    tournament: Tournament,
    path: Path,
    on: str = "cores",
    many: int | None = None,
    report: Callable[[int, int], None] = lambda _done, _total: None,
) -> Results:
    """Play the games that the journal at `path` lacks; return all. `report` is called with (done, total)."""
    fixtures = tournament.fixtures()
    with journal.opened(path, tournament) as book:
        missing = book.missing(fixtures)
        left = len(missing)
        report(len(fixtures) - left, len(fixtures))
        if missing:
            for one in RUNNERS[on](tournament, missing, many):
                book.write(one)
                if isinstance(one, AbandonedGame):
                    left = len(book.missing(fixtures))
                elif one.seed not in book.abandoned:
                    left -= 1
                report(len(fixtures) - left, len(fixtures))
        deals = {fixture.seed for fixture in fixtures}
        results = Results(
            book.results(fixtures), [book.abandoned[seed] for seed in sorted(deals & set(book.abandoned))]
        )
        if not results.games:
            first = results.abandoned[0]
            raise WorkersDie(number=first.number, seed=first.seed, times=first.workers, path=path)
        return results
