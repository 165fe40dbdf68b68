"""Plays a tournament to its end, wherever it is played, and whatever was played of it before."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ulpia.arena import journal
from ulpia.arena.cluster import play_on_ray
from ulpia.arena.cores import play_on_cores
from ulpia.arena.errors import WorkersDie
from ulpia.arena.play import GivenUp, Played
from ulpia.arena.schedule import Fixture, Tournament

Crew = Callable[[Tournament, Sequence[Fixture], int | None], Iterator[Played | GivenUp]]
"""Plays games in any order, so many at once."""

CREWS: dict[str, Crew] = {"cores": play_on_cores, "ray": play_on_ray}


@dataclass(frozen=True)
class Results:
    """What came of a tournament."""

    games: list[Played]
    """All that count, in their order."""
    given_up: list[GivenUp]
    """One for each deal that counts for nobody, in the order of the deals."""


def contest(
    tournament: Tournament,
    path: Path,
    on: str = "cores",
    many: int | None = None,
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> Results:
    """Play what the journal at `path` does not tell of yet; return all games. `tell` is told how far."""
    fixtures = tournament.fixtures()
    with journal.opened(path, tournament) as kept:
        missing = kept.missing(fixtures)
        left = len(missing)
        tell(len(fixtures) - left, len(fixtures))
        if missing:
            for one in CREWS[on](tournament, missing, many):
                kept.write(one)
                if isinstance(one, GivenUp):
                    left = len(kept.missing(fixtures))
                elif one.seed not in kept.given_up:
                    left -= 1
                tell(len(fixtures) - left, len(fixtures))
        deals = {fixture.seed for fixture in fixtures}
        results = Results(kept.results(fixtures), [kept.given_up[seed] for seed in sorted(deals & set(kept.given_up))])
        if not results.games:
            first = results.given_up[0]
            raise WorkersDie(number=first.number, seed=first.seed, times=first.workers, path=path)
        return results
