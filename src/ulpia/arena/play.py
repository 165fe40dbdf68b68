"""One game of a tournament, and what is recorded of it."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path

import msgspec

from ulpia.agents import (
    Agent,
    Decision,
    ExternalAgent,
    Greedy,
    Random,
    Search,
    SearchStats,
    WithFallback,
    find_agent,
    needs_compiled_search,
)
from ulpia.agents.external import PATIENCE
from ulpia.arena.schedule import Fixture, Tournament
from ulpia.core.actions import Action
from ulpia.core.errors import UlpiaError
from ulpia.match import Match, new

LONGEST_SUMMARY = 300
MAX_KINDS = 10
"""Different failures of one seat in one game that are counted separately."""
SUMMARY_FACTS = ("answer", "why", "action", "number")
"""Facts of an error that say what was wrong; others, such as what is legal, differ from one occurrence to the next."""
OTHER_KINDS = "…", "…"


@dataclass
class DecisionTimes:
    """How long one seat took for decisions with more than one option."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    positions: int = 0
    """Positions that were evaluated, if the agent has `stats`."""
    search_seconds: float = 0.0
    """Seconds for these positions."""


@dataclass(frozen=True)
class Failure:
    """A kind of failure of the agent at a seat."""

    seat: int
    what: str
    where: str
    times: int


@dataclass(frozen=True)
class GameResult:
    """What is recorded of one game."""

    number: int
    seed: int
    seating: tuple[str, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    """From 1; seats that share a place have the same."""
    sources: tuple[Mapping[str, int], ...]
    actions: int
    digest: str
    """Digest of the final position."""
    event_counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """How often a counted event happened to each seat, by its kind and first detail."""
    failures: tuple[Failure, ...] = ()
    times: tuple[DecisionTimes, ...] = ()

    @property
    def victory_shares(self) -> tuple[float, ...]:
        """Each seat's share of the victory."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)

    @property
    def reproducible(self) -> dict[str, object]:
        """What is the same on every machine: everything but the times."""
        kept = {name.name: getattr(self, name.name) for name in fields(self) if name.name != "times"}
        return kept | {"decisions": tuple((seat.decisions, seat.positions) for seat in self.times)}

    def to_json(self) -> dict[str, object]:
        """Return the result as a journal stores it."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: object) -> "GameResult":
        """Read what `to_json` returned."""
        return msgspec.convert(stored, cls)


MAX_WORKER_DEATHS = 3
"""Workers that may die in the same game before it is abandoned."""


@dataclass(frozen=True)
class AbandonedGame:
    """A game that ended one worker after another. No game of its deal counts."""

    number: int
    seed: int
    seating: tuple[str, ...]
    workers: int = MAX_WORKER_DEATHS

    @classmethod
    def of(cls, fixture: Fixture) -> "AbandonedGame":
        """Abandon a game."""
        return cls(fixture.number, fixture.seed, fixture.seating)

    def to_json(self) -> dict[str, object]:
        """Return the entry of a journal and a report."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: object) -> "AbandonedGame":
        """Read what `to_json` returned."""
        return msgspec.convert(stored, cls)


class Player:
    """The agent at a seat, with its times and failures."""

    def __init__(self, name: str, seat: int, fixture: Fixture, patience: float = PATIENCE) -> None:
        self.seat = seat
        self.times = DecisionTimes()
        self.failures: Counter[tuple[str, str]] = Counter()
        fallback = fixture.seed_for("fallback", seat)
        try:
            agent = find_agent(name, fixture.seed_for("agent", seat))
        except (Exception, SystemExit) as error:
            self._count(error, name)
            self.agent = WithFallback(Random(fallback), fallback)
            return
        if isinstance(agent, ExternalAgent):
            agent.patience = patience
        self.agent = WithFallback(agent, fallback)

    def choose(self, match: Match) -> Action:
        """Return what the agent plays, or a random option when it fails."""
        decision = Decision(match)
        begin = time.perf_counter()
        action = self.agent.choose(decision)
        if len(decision.options) > 1:
            self._measure(time.perf_counter() - begin)
        for failure in self.agent.failures:
            self._count(failure)
        self.agent.failures.clear()
        return action

    def _measure(self, seconds: float) -> None:
        times = self.times
        times.decisions += 1
        times.seconds += seconds
        times.longest = max(times.longest, seconds)
        stats: SearchStats | None = getattr(self.agent.agent, "stats", None)
        if stats is not None:
            times.positions += stats.positions
            times.search_seconds += stats.seconds

    def _count(self, error: BaseException, name: str = "") -> None:
        place = error.facts.get("place", name) if isinstance(error, UlpiaError) else place_of(error, name)
        kind = summarize(error), str(place)
        if kind not in self.failures and len(self.failures) >= MAX_KINDS:
            kind = OTHER_KINDS
        self.failures[kind] += 1


def place_of(error: BaseException, name: str) -> str:
    """Return file and line where an exception was raised."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return name if last is None else f"{last.tb_frame.f_code.co_filename}:{last.tb_lineno}"


def summarize(error: BaseException) -> str:
    """Return what went wrong in few words, the same for every occurrence."""
    facts = (
        [str(error.facts[key]) for key in SUMMARY_FACTS if key in error.facts] if isinstance(error, UlpiaError) else []
    )
    return f"{type(error).__name__}: {', '.join(facts) or error}"[:LONGEST_SUMMARY]


def play(tournament: Tournament, fixture: Fixture) -> GameResult:
    """Play one game. The same fixture gives the same game everywhere if the agents depend on their seeds alone."""
    if any(map(needs_compiled_search, fixture.seating)):
        load_search(tournament.game)
    path = None if tournament.components is None else Path(tournament.components)
    match = new(tournament.game, tournament.seats, fixture.seed, path, **tournament.settings)
    players = [Player(name, seat, fixture, tournament.patience) for seat, name in enumerate(fixture.seating)]
    while match.seat is not None:
        match.play(players[match.seat].choose(match))
    assert match.outcome is not None
    places = {seat: place for place, seats in _places(match.outcome.ranking) for seat in seats}
    return GameResult(
        number=fixture.number,
        seed=fixture.seed,
        seating=fixture.seating,
        points=match.points,
        places=tuple(places[seat] for seat in range(match.seats)),
        sources=match.sources,
        actions=len(match.actions),
        digest=match.digest,
        event_counts=_count_events(match, tournament.counted_events),
        failures=tuple(
            Failure(player.seat, what, where, times)
            for player in players
            for (what, where), times in player.failures.items()
        ),
        times=tuple(player.times for player in players),
    )


@cache
def load_search(game: str) -> None:
    """Search once before times are measured, so that loading compiled code counts for no agent."""
    agents: list[Agent] = [Greedy(0), Search(0, simulations=1)]
    for agent in agents:
        agent.choose(Decision(new(game, setup="dealt")))


def _places(ranking: tuple[tuple[int, ...], ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the seats at each place: after two that share the first place comes the third."""
    return [(1 + sum(map(len, ranking[:at])), seats) for at, seats in enumerate(ranking)]


def _count_events(match: Match, kinds: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Count events by their kind and first detail, for each seat."""
    counts: dict[str, list[int]] = {}
    if kinds:
        for event in match.events():
            if event.kind in kinds and event.seat is not None:
                kind = " ".join([event.kind, *map(str, list(event.details.values())[:1])])
                counts.setdefault(kind, [0] * match.seats)[event.seat] += 1
    return {kind: tuple(times) for kind, times in sorted(counts.items())}
