"""Plays a tournament to its end, wherever it is played, and whatever was played of it before."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ulpia.arena import journal
from ulpia.arena.cluster import play_on_ray
from ulpia.arena.cores import play_on_cores
from ulpia.arena.play import Played
from ulpia.arena.schedule import Fixture, Tournament

Crew = Callable[[Tournament, Sequence[Fixture], int | None], Iterator[Played]]
"""Plays games in any order, so many at once."""

CREWS: dict[str, Crew] = {"cores": play_on_cores, "ray": play_on_ray}


def contest(
    tournament: Tournament,
    path: Path,
    on: str = "cores",
    many: int | None = None,
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> list[Played]:
    """Play what the journal at `path` does not tell of yet; return all games in their order. `tell` is told how far."""
    fixtures = tournament.fixtures()
    with journal.opened(path, tournament) as kept:
        missing = kept.missing(fixtures)
        done = len(fixtures) - len(missing)
        tell(done, len(fixtures))
        if missing:
            for played in CREWS[on](tournament, missing, many):
                kept.write(played)
                done += 1
                tell(done, len(fixtures))
        return kept.results(fixtures)
