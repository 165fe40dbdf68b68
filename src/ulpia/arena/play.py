"""One game of a tournament, from its first decision to what is remembered of it."""

import random
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from ulpia.agents import (
    Agent,
    Greedy,
    Look,
    Own,
    Search,
    find_agent,
    needs_thinking,
)
from ulpia.agents.external import PATIENCE
from ulpia.arena.schedule import Fixture, Tournament
from ulpia.core.actions import Action
from ulpia.core.errors import UlpiaError
from ulpia.match import Match, new

OURS = Path(__file__)
LONGEST_REMARK = 300
MOST_KINDS = 10
"""So many different mishaps of one seat in one game are told apart."""
REMARKS = ("answer", "why", "action", "number")
"""The facts of a refusal that say what was wrong; others, such as what is legal, differ from time to time."""


OTHERS = "…", "…"


@dataclass
class Thinking:
    """How one seat thought about decisions that left a choice."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    judged: int = 0
    """Positions that were evaluated, if the agent tells."""
    judging: float = 0.0
    """Seconds it took for these."""


@dataclass(frozen=True)
class Mishap:
    """An agent that failed to answer with an action it may play."""

    seat: int
    what: str
    where: str
    times: int


@dataclass(frozen=True)
class Played:
    """One game as it is remembered."""

    number: int
    seed: int
    seating: tuple[str, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    """From 1; who shares a place has the same."""
    sources: tuple[Mapping[str, int], ...]
    actions: int
    digest: str
    """Names the final position."""
    happened: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """How often a watched event fell to each seat, by its kind and its first detail."""
    mishaps: tuple[Mishap, ...] = ()
    thinking: tuple[Thinking, ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the victory."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)

    @property
    def result(self) -> dict[str, Any]:
        """What is the same wherever and whenever the game is played: all but the times."""
        kept = {name.name: getattr(self, name.name) for name in fields(self) if name.name != "thinking"}
        return kept | {"decisions": tuple((seat.decisions, seat.judged) for seat in self.thinking)}

    def to_json(self) -> dict[str, Any]:
        """As a journal has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Played":
        """Read back what `to_json` gave."""
        return cls(
            number=kept["number"],
            seed=kept["seed"],
            seating=tuple(kept["seating"]),
            points=tuple(kept["points"]),
            places=tuple(kept["places"]),
            sources=tuple(kept["sources"]),
            actions=kept["actions"],
            digest=kept["digest"],
            happened={kind: tuple(times) for kind, times in kept["happened"].items()},
            mishaps=tuple(Mishap(**mishap) for mishap in kept["mishaps"]),
            thinking=tuple(Thinking(**seat) for seat in kept["thinking"]),
        )


DEATHS = 3
"""So many workers may die over the same game."""


@dataclass(frozen=True)
class GivenUp:
    """A game that ended one worker after another. Its whole deal counts for nobody."""

    number: int
    seed: int
    seating: tuple[str, ...]
    workers: int = DEATHS

    @classmethod
    def of(cls, fixture: Fixture) -> "GivenUp":
        """Give up a game."""
        return cls(fixture.number, fixture.seed, fixture.seating)

    def to_json(self) -> dict[str, Any]:
        """As a journal and a report have it."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "GivenUp":
        """Read back what `to_json` gave."""
        return cls(kept["number"], kept["seed"], tuple(kept["seating"]), kept["workers"])


class Chair:
    """A seat and the agent on it, whatever the agent does."""

    def __init__(self, name: str, seat: int, fixture: Fixture, patience: float = PATIENCE) -> None:
        self.name, self.seat = name, seat
        self.substitute = random.Random(fixture.chance("substitute", seat))
        self.thinking = Thinking()
        self.mishaps: Counter[tuple[str, str]] = Counter()
        self.agent: Agent | None = None
        try:
            self.agent = find_agent(name, fixture.chance("agent", seat))
            if isinstance(self.agent, Own):
                self.agent.patience = patience
        except (Exception, SystemExit) as error:
            self._note(error)

    def choose(self, match: Match) -> Action:
        """What the agent answers; if that cannot be played, anything that can."""
        look = Look(match)
        begin = time.perf_counter()
        try:
            if self.agent is None:
                return self.substitute.choice(match.options)
            answer = self.agent.choose(look)
            return match.legal(answer)
        except (Exception, SystemExit) as error:
            self._note(error)
            return self.substitute.choice(match.options)
        finally:
            if len(match.options) > 1:
                self._measure(time.perf_counter() - begin)

    def _measure(self, seconds: float) -> None:
        mine = self.thinking
        mine.decisions += 1
        mine.seconds += seconds
        mine.longest = max(mine.longest, seconds)
        thought = getattr(self.agent, "thought", None)
        if thought is not None:
            mine.judged += thought.judged
            mine.judging += thought.seconds

    def _note(self, error: BaseException) -> None:
        kind = remark(error), self._place(error)
        if kind not in self.mishaps and len(self.mishaps) >= MOST_KINDS:
            kind = OTHERS
        self.mishaps[kind] += 1

    def _place(self, error: BaseException) -> str:
        """File and line in the agent where it went wrong; for an answer that cannot be played, where it is made."""
        if isinstance(error, UlpiaError) and "place" in error.facts:
            return str(error.facts["place"])
        method = getattr(type(self.agent), "choose", None)
        code = getattr(method, "__code__", None)
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) != OURS]
        own = [frame for frame in frames if code is not None and frame.filename == code.co_filename]
        if own:
            return f"{own[-1].filename}:{own[-1].lineno}"
        if code is not None:
            return f"{code.co_filename}:{code.co_firstlineno}"
        return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else self.name


def remark(error: BaseException) -> str:
    """What went wrong, in few words, the same ones whenever the same goes wrong."""
    facts = [str(error.facts[key]) for key in REMARKS if key in error.facts] if isinstance(error, UlpiaError) else []
    return f"{type(error).__name__}: {', '.join(facts) or error}"[:LONGEST_REMARK]


def play(tournament: Tournament, fixture: Fixture) -> Played:
    """Play one game. The same fixture gives the same game wherever it is played, if its agents are fixed by seeds."""
    if any(map(needs_thinking, fixture.seating)):
        load_thinking(tournament.game)
    path = None if tournament.components is None else Path(tournament.components)
    match = new(tournament.game, tournament.seats, fixture.seed, path, **tournament.settings)
    chairs = [Chair(name, seat, fixture, tournament.patience) for seat, name in enumerate(fixture.seating)]
    while match.seat is not None:
        match.play(chairs[match.seat].choose(match))
    assert match.outcome is not None
    places = {seat: place for place, seats in _places(match.outcome.ranking) for seat in seats}
    return Played(
        number=fixture.number,
        seed=fixture.seed,
        seating=fixture.seating,
        points=match.points,
        places=tuple(places[seat] for seat in range(match.seats)),
        sources=match.sources,
        actions=len(match.actions),
        digest=match.digest,
        happened=_happened(match, tournament.watched),
        mishaps=tuple(
            Mishap(chair.seat, what, where, times) for chair in chairs for (what, where), times in chair.mishaps.items()
        ),
        thinking=tuple(chair.thinking for chair in chairs),
    )


@cache
def load_thinking(game: str) -> None:
    """Think once before any time is taken, so that reading compiled code from the disk counts as nobody's thought."""
    for agent in (Greedy(0), Search(0, walks=1)):
        agent.choose(Look(new(game, setup="dealt")))


def _places(ranking: tuple[tuple[int, ...], ...]) -> list[tuple[int, tuple[int, ...]]]:
    """The seats at each place: after two that share the first place comes the third."""
    return [(1 + sum(map(len, ranking[:at])), seats) for at, seats in enumerate(ranking)]


def _happened(match: Match, watched: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Count watched events by their kind and their first detail."""
    counted: dict[str, list[int]] = {}
    if watched:
        for event in match.events():
            if event.kind in watched and event.seat is not None:
                kind = " ".join([event.kind, *map(str, list(event.details.values())[:1])])
                counted.setdefault(kind, [0] * match.seats)[event.seat] += 1
    return {kind: tuple(times) for kind, times in sorted(counted.items())}
