"""The ladder: every level against the level below, the strongest against `greedy` and against itself.

It is played for every game whose evaluation folder has a `ladder.toml` with the targets that the levels must reach.
Each part is a tournament with its own journal, so that the ladder can be played in parts and on several machines.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from ulpia.agents import LEVELS
from ulpia.arena import journal
from ulpia.arena.code_digest import code_digest
from ulpia.arena.errors import NothingSelected, OtherTournament
from ulpia.arena.play import GameResult
from ulpia.arena.schedule import Tournament, tournament
from ulpia.arena.statistics import TIMED, summary
from ulpia.arena.summary import AgentResults, DealRange
from ulpia.core.errors import MissingFile
from ulpia.registry import find_game, game_names

ASCENT, GREEDY, EQUALS = "ascent", "greedy", "equals"
"""Kinds of parts: against the level below; the strongest against `greedy`; the strongest against itself."""
DEFAULT_GAMES = {(ASCENT, 2): 60, (ASCENT, 3): 36, (ASCENT, 4): 48, (GREEDY, 2): 40, (EQUALS, 4): 32}
"""Games of a part by kind and seats, unless --games says otherwise: one to two hours on two cores."""
MEASURED_APART = frozenset({"optio"})
"""Levels between two rungs, whose results the note of the published ladder gives."""
OTHER_GAMES = 36
"""Games of all other parts."""


@dataclass(frozen=True)
class Target:
    """A figure that a part must reach."""

    kind: str
    seats: int
    figure: str
    least: float


@dataclass(frozen=True)
class CountedEvent:
    """An event that strong play avoids, counted for the strongest agent."""

    kind: str
    detail: str | int
    """The first detail of the event."""
    chances_fact: str
    """The component fact that says how often it can happen to a seat in a game."""
    sentence: str
    """What it means, for the page."""

    @property
    def key(self) -> str:
        """The key in `GameResult.event_counts`."""
        return f"{self.kind} {self.detail}"


@dataclass(frozen=True)
class LadderPlan:
    """The `ladder.toml` of a game."""

    targets: tuple[Target, ...]
    counted_event: CountedEvent | None


class TargetResult(TypedDict):
    """A target, what was found, and whether that reaches it; None if nothing was played."""

    figure: str
    least: float
    found: float | None
    holds: bool | None


class EventCount(TypedDict):
    """How often the counted event happened."""

    event: str
    sentence: str
    times: int
    chances: int
    seats: int
    """Seats to which it happened."""
    victories: float
    """Victories of these seats."""


class PartResults(TypedDict):
    """The results of one part. The figures are missing if no game was played."""

    part: str
    kind: str
    game: str
    seats: int
    agents: list[str]
    command: str
    games: int
    complete: bool
    targets: list[TargetResult]
    rules: NotRequired[int]
    components: NotRequired[str]
    settings: NotRequired[dict[str, str]]
    deals: NotRequired[DealRange]
    winners_points: NotRequired[float]
    winners_points_interval: NotRequired[list[float]]
    results: NotRequired[list[AgentResults]]
    counted_event: NotRequired[EventCount | None]


class OtherCodeNote(TypedDict):
    """Why results that were played with other code are still shown."""

    code: dict[str, str]
    """The code that the note is about, by game."""
    because: str


class LadderResults(TypedDict):
    """The results of all parts."""

    ulpia: str
    code: dict[str, str]
    """Digests of the code with which the games were played, by game."""
    note: NotRequired[OtherCodeNote]
    complete: bool
    holds: bool
    parts: list[PartResults]


@cache
def ladder_plan(game: str) -> LadderPlan | None:
    """Read the `ladder.toml` of a game; None if it has none."""
    folder = find_game(game).evaluation
    if folder is None or not (folder / "ladder.toml").is_file():
        return None
    stored = tomllib.loads((folder / "ladder.toml").read_text(encoding="utf-8"))
    event = stored.get("counted_event")
    return LadderPlan(tuple(Target(**each) for each in stored["targets"]), CountedEvent(**event) if event else None)


def ladder_games() -> list[str]:
    """Return the games that take part in the ladder."""
    return [game for game in game_names() if ladder_plan(game) is not None]


def plan_of(game: str) -> LadderPlan:
    """Return the plan of a game; an empty one if it has none."""
    return ladder_plan(game) or LadderPlan((), None)


@dataclass(frozen=True)
class Part:
    """One tournament of the ladder."""

    kind: str
    tournament: Tournament

    @property
    def key(self) -> str:
        """The name of the part and of its journal."""
        asked = self.tournament
        return "-".join([asked.game, str(asked.seats), *dict.fromkeys(asked.agents)])

    @property
    def command(self) -> str:
        """The command that plays this part alone."""
        asked = self.tournament
        names = ",".join(asked.agents)
        return (
            f"ulpia arena {asked.game} --agents {names} --seats {asked.seats} --games {asked.games} --seed {asked.seed}"
        )

    def journal(self, folder: Path) -> Path:
        """Return the path of the journal."""
        return folder / f"{self.key}.jsonl"


def parts(games: int | None = None, seed: int = 1) -> Iterator[Part]:
    """Yield all parts, from the lowest level to the highest."""
    levels = tuple(level for level in LEVELS if level not in MEASURED_APART)
    for game in ladder_games():
        event, seat_counts = plan_of(game).counted_event, find_game(game).seat_counts
        counted_events = [event.kind] if event else []

        def part(kind: str, names: list[str], game: str = game, counted: Sequence[str] = counted_events) -> Part:
            many = games or DEFAULT_GAMES.get((kind, len(names)), OTHER_GAMES)
            return Part(kind, tournament(game, names, len(names), many, seed, counted_events=counted))

        for seats in seat_counts:
            for lower, upper in pairwise(levels):
                yield part(ASCENT, [upper, *[lower] * (seats - 1)])
        yield part(GREEDY, [levels[-1], *["greedy"] * (seat_counts[0] - 1)])
        yield part(EQUALS, [levels[-1]] * seat_counts[-1])


def select(found: Sequence[Part], words: Sequence[str], seats: int | None) -> list[Part]:
    """Return the parts whose name has all the words, with this number of seats."""
    chosen = [
        part for part in found if seats in (None, part.tournament.seats) and set(words) <= set(part.key.split("-"))
    ]
    if not chosen:
        raise NothingSelected(known=", ".join(part.key for part in found))
    return chosen


def current_code() -> dict[str, str]:
    """Return the digest of the code of every game that takes part in the ladder."""
    return {game: code_digest(find_game(game)) for game in ladder_games()}


def is_explained(results: LadderResults) -> bool:
    """Tell whether results were played with the code of today, or a note says why they are shown all the same."""
    note = results.get("note")
    return current_code() == (results["code"] if note is None else note["code"])


def gather(found: Sequence[Part], folder: Path) -> LadderResults:
    """Return the results of all parts from the journals in a folder, as far as they were played with this code."""
    described = [describe(part, _games(part, folder)) for part in found]
    return {
        "ulpia": found[0].tournament.identity()["ulpia"],
        "code": current_code(),
        "complete": all(part["complete"] for part in described),
        "holds": all(target["holds"] is True for part in described for target in part["targets"]),
        "parts": described,
    }


def _games(part: Part, folder: Path) -> list[GameResult]:
    try:
        return journal.read(part.journal(folder), part.tournament)
    except (MissingFile, OtherTournament):
        return []


def describe(part: Part, games: Sequence[GameResult]) -> PartResults:
    """Return the results of one part, and whether they reach its targets."""
    asked = part.tournament
    targets = [each for each in plan_of(asked.game).targets if (each.kind, each.seats) == (part.kind, asked.seats)]
    described: PartResults = {
        "part": part.key,
        "kind": part.kind,
        "game": asked.game,
        "seats": asked.seats,
        "agents": list(asked.agents),
        "command": replace(part, tournament=replace(asked, games=len(games) or asked.games)).command,
        "games": len(games),
        "complete": len(games) >= asked.games,
        "targets": [{"figure": each.figure, "least": each.least, "found": None, "holds": None} for each in targets],
    }
    if not games:
        return described
    found = summary(asked, games)
    first, table = found["agents"][0], found["tables"][0]
    figures = {
        "win_rate": first["win_rate"],
        "lower_end": first["win_rate_interval"][0],
        "winners_points": table["winners_points"],
    }
    timeless = [{key: value for key, value in agent.items() if key not in TIMED} for agent in found["agents"]]
    described.update(
        {
            "rules": found["rules"],
            "components": found["components"],
            "settings": found["settings"],
            "deals": found["deals"],
            "winners_points": table["winners_points"],
            "winners_points_interval": table["winners_points_interval"],
            "results": cast(list[AgentResults], timeless),
            "counted_event": _count_event(part, games),
            "targets": [
                {
                    "figure": each.figure,
                    "least": each.least,
                    "found": figures[each.figure],
                    "holds": figures[each.figure] >= each.least,
                }
                for each in targets
            ],
        }
    )
    return described


def _count_event(part: Part, games: Sequence[GameResult]) -> EventCount | None:
    """Count the event that strong play avoids at the seats of the first agent, and how often they won all the same."""
    asked = part.tournament
    event = plan_of(asked.game).counted_event
    if event is None:
        return None
    times = seats = held = 0
    victories = 0.0
    for game in games:
        counts = game.event_counts.get(event.key, (0,) * asked.seats)
        for seat, name in enumerate(game.seating):
            if name == asked.agents[0]:
                held += 1
                times += counts[seat]
                seats += counts[seat] > 0
                victories += game.victory_shares[seat] * (counts[seat] > 0)
    chances = int(find_game(asked.game).read_components().facts[event.chances_fact])
    return {
        "event": event.key,
        "sentence": event.sentence,
        "times": times,
        "chances": held * chances,
        "seats": seats,
        "victories": round(victories, 6),
    }
