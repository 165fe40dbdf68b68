"""The ladder: every level against the one below, the strongest against `greedy` and among themselves, in both games.

Each part is a tournament with a journal of its own, so that the ladder can be played in parts, on several machines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from ulpia.agents import LEVELS
from ulpia.arena import journal
from ulpia.arena.errors import NothingSelected, OtherTournament
from ulpia.arena.play import Played
from ulpia.arena.schedule import Tournament, tournament
from ulpia.arena.statistics import TIMED, summary
from ulpia.core.errors import MissingFile
from ulpia.registry import GAMES, find_game

ASCENT, GREEDY, EQUALS = "ascent", "greedy", "equals"
"""Kinds of parts: against the level below; the strongest against `greedy`; the strongest among themselves."""
MANY = {(ASCENT, 2): 60, (ASCENT, 3): 36, (ASCENT, 4): 48, (GREEDY, 2): 40, (EQUALS, 4): 32}
"""Games of a part, unless told otherwise: what two cores play in an hour or two. --games plays more."""
WATCHED = {"trajan": ("demands_unmet", 3)}
"""An event that a strong player avoids, and its first detail."""


@dataclass(frozen=True)
class Demand:
    """What a part must show."""

    what: str
    """A figure of the part."""
    least: float


DEMANDS: dict[tuple[str, str, int], tuple[Demand, ...]] = {
    **{(game, ASCENT, 2): (Demand("win_rate", 0.65), Demand("lower_end", 0.55)) for game in GAMES},
    **{(game, ASCENT, 4): (Demand("win_rate", 0.40),) for game in GAMES},
    **{(game, GREEDY, 2): (Demand("win_rate", 0.90),) for game in GAMES},
    ("trajan", EQUALS, 4): (Demand("winners_points", 150.0),),
}


@dataclass(frozen=True)
class Part:
    """One tournament of the ladder."""

    kind: str
    tournament: Tournament

    @property
    def key(self) -> str:
        """Names it, and its journal."""
        asked = self.tournament
        return "-".join([asked.game, str(asked.seats), *dict.fromkeys(asked.agents)])

    @property
    def command(self) -> str:
        """How to play it alone."""
        asked = self.tournament
        names = ",".join(asked.agents)
        return (
            f"ulpia arena {asked.game} --agents {names} --seats {asked.seats} --games {asked.games} --seed {asked.seed}"
        )

    def journal(self, folder: Path) -> Path:
        """Where its games are kept."""
        return folder / f"{self.key}.jsonl"


def parts(games: int | None = None, seed: int = 1) -> Iterator[Part]:
    """All of the ladder, from the lowest rung to the top."""
    levels = tuple(LEVELS)
    for game in GAMES:
        watched = [WATCHED[game][0]] if game in WATCHED else []

        def part(kind: str, names: Sequence[str], game: str = game, watched: Sequence[str] = watched) -> Part:
            many = games or MANY[kind, len(names)]
            return Part(kind, tournament(game, names, len(names), many, seed, watched=watched))

        for seats in find_game(game).seat_counts:
            for lower, upper in pairwise(levels):
                yield part(ASCENT, [upper, *[lower] * (seats - 1)])
        yield part(GREEDY, [levels[-1], "greedy"])
        yield part(EQUALS, [levels[-1]] * 4)


def select(found: Sequence[Part], words: Sequence[str], seats: int | None) -> list[Part]:
    """Those whose name has all the words, and that are for so many seats."""
    chosen = [
        part for part in found if seats in (None, part.tournament.seats) and set(words) <= set(part.key.split("-"))
    ]
    if not chosen:
        raise NothingSelected(known=", ".join(part.key for part in found))
    return chosen


def gather(found: Sequence[Part], folder: Path) -> dict[str, Any]:
    """What the journals in a folder tell of all parts, as far as they were played with the present code."""
    told = [describe(part, _games(part, folder)) for part in found]
    identity = found[0].tournament.identity()
    return {
        "ulpia": identity["ulpia"],
        "code": identity["code"],
        "complete": all(part["complete"] for part in told),
        "holds": all(demand["holds"] is True for part in told for demand in part["demands"]),
        "parts": told,
    }


def _games(part: Part, folder: Path) -> list[Played]:
    try:
        return journal.read(part.journal(folder), part.tournament)
    except (MissingFile, OtherTournament):
        return []


def describe(part: Part, games: Sequence[Played]) -> dict[str, Any]:
    """One part: what was played, what came out, and whether that is enough."""
    asked = part.tournament
    head = {
        "part": part.key,
        "kind": part.kind,
        "game": asked.game,
        "seats": asked.seats,
        "agents": list(asked.agents),
        "command": replace(part, tournament=replace(asked, games=len(games) or asked.games)).command,
        "games": len(games),
        "complete": len(games) >= asked.games,
    }
    demands = DEMANDS.get((asked.game, part.kind, asked.seats), ())
    if not games:
        unknown = [{"what": demand.what, "least": demand.least, "found": None, "holds": None} for demand in demands]
        return head | {"demands": unknown}
    found = summary(asked, games)
    first, table = found["agents"][0], found["tables"][0]
    figures = {
        "win_rate": first["win_rate"],
        "lower_end": first["win_rate_interval"][0],
        "winners_points": table["winners_points"],
    }
    timeless = [{key: value for key, value in agent.items() if key not in TIMED} for agent in found["agents"]]
    return head | {
        "rules": found["rules"],
        "components": found["components"],
        "settings": found["settings"],
        "deals": found["deals"],
        "winners_points": table["winners_points"],
        "winners_points_interval": table["winners_points_interval"],
        "results": timeless,
        "watched": _watched(part, games),
        "demands": [
            {
                "what": demand.what,
                "least": demand.least,
                "found": figures[demand.what],
                "holds": figures[demand.what] >= demand.least,
            }
            for demand in demands
        ],
    }


def _watched(part: Part, games: Sequence[Played]) -> dict[str, Any] | None:
    """How often the strongest agent's seats let happen what a strong player avoids, and how they fared all the same."""
    game = part.tournament.game
    if game not in WATCHED:
        return None
    kind, detail = WATCHED[game]
    times = seats = held = 0
    won = 0.0
    for played in games:
        counted = played.happened.get(f"{kind} {detail}", (0,) * part.tournament.seats)
        for seat, name in enumerate(played.seating):
            if name == part.tournament.agents[0]:
                held += 1
                times += counted[seat]
                seats += counted[seat] > 0
                won += played.shares[seat] * (counted[seat] > 0)
    quarters = int(find_game(game).read_components().facts["quarters"])
    return {
        "event": f"{kind} {detail}",
        "times": times,
        "of": held * quarters,
        "seats": seats,
        "won_all_the_same": round(won, 6),
    }
