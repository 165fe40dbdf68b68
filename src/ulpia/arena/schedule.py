"""Who plays whom, where they sit, and which deal they get.

A deal is a seed. Every table plays every deal, and plays it from all seats: the agents move round, one seat a game, so
that neither the deal nor the seat favours anybody. The next deal finds them in the next order round the table.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import combinations, count, permutations
from pathlib import Path
from typing import Any

import ulpia
from ulpia.agents.external import PATIENCE, is_own, patience
from ulpia.arena.errors import NoAgents, RepeatedAgents
from ulpia.core.errors import BadCount
from ulpia.core.settings import written
from ulpia.match import (
    check_path,
    check_seats,
    check_seed,
    check_settings,
)
from ulpia.registry import find_game

AGENT_FILES = ("__init__", "look", "levels", "thinkers", "own", "apart")
ARENA_FILES = ("schedule", "play")
PLAYED_BY = (
    *("kernel/**/*", "games/**/*", "thinking/**/*", "match.py"),
    *(f"agents/{name}.py" for name in AGENT_FILES),
    *(f"arena/{name}.py" for name in ARENA_FILES),
)
"""The files that decide how a game goes."""

Seating = tuple[str, ...]
"""Agents by seat."""


@dataclass(frozen=True)
class Fixture:
    """One game that is to be played."""

    number: int
    seed: int
    seating: Seating

    def chance(self, what: str, seat: int) -> int:
        """A seed for something at one seat. It depends on nothing but this game."""
        text = f"{what} {seat} {self.seed} {','.join(self.seating)}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:5])


@dataclass(frozen=True)
class Tournament:
    """What is played. All of it but the number of games decides how each game goes."""

    game: str
    agents: tuple[str, ...]
    seats: int
    games: int
    """At least; the last deal is played from all seats."""
    seed: int = 1
    """The first deal; the next ones follow."""
    settings: Mapping[str, str] = field(default_factory=dict)
    components: str | None = None
    """A file of corrected printed figures."""
    watched: tuple[str, ...] = ()
    """Kinds of events that are counted."""
    patience: float = PATIENCE
    """Seconds an agent of one's own may take for a decision, on every machine."""

    @property
    def tables(self) -> list[Seating]:
        """Who meets whom."""
        return tables(self.agents, self.seats)

    @property
    def contestants(self) -> tuple[str, ...]:
        """Every agent once."""
        return tuple(dict.fromkeys(self.agents))

    def fixtures(self) -> list[Fixture]:
        """All games, in order. A longer tournament begins with the same ones."""
        orders = [circles(table) for table in self.tables]
        found: list[Fixture] = []
        for deal in count():
            if len(found) >= self.games:
                return found
            for circle in orders:
                for seating in rotations(circle[deal % len(circle)]):
                    found.append(Fixture(len(found), self.seed + deal, seating))
        raise AssertionError

    def identity(self) -> dict[str, Any]:
        """What two tournaments must have in common for games of one to be games of the other."""
        known = asdict(self)
        del known["games"], known["components"]
        game = find_game(self.game)
        return {
            **known,
            "agents": list(self.agents),
            "watched": list(self.watched),
            "settings": dict(self.settings),
            "rules": game.rules_version,
            "components": game.read_components(check_path(self.components)).digest,
            "ulpia": ulpia.__version__,
            "code": code_digest(),
            "own": {name: file_digest(name) for name in self.contestants if is_own(name)},
        }


def tournament(
    game: str,
    agents: Sequence[str],
    seats: int | None,
    games: int,
    seed: int = 1,
    settings: Mapping[str, str] | None = None,
    components: Path | None = None,
    watched: Sequence[str] = (),
) -> Tournament:
    """A tournament, if it can be played. Without a number of seats: duels, or one table if a name is repeated."""
    rules = find_game(game)
    if not agents:
        raise NoAgents()
    if games < 1:
        raise BadCount(count=games)
    if seats is None:
        seats = len(agents) if len(set(agents)) < len(agents) else 2
    check_seats(rules, seats)
    check_seed(seed)
    check_seed(seed + games - 1)
    chosen = check_settings(rules, {"setup": "dealt", **(settings or {})}, seats)
    rules.read_components(components)
    tables(agents, seats)
    place = None if components is None else str(components.resolve())
    spoken = written(rules.settings, chosen)
    waits = patience() if any(map(is_own, agents)) else PATIENCE
    return Tournament(rules.name, tuple(agents), seats, games, seed, spoken, place, tuple(watched), waits)


def tables(agents: Sequence[str], seats: int) -> list[Seating]:
    """Who meets whom.

    As many names as seats: they are the table, and a name may be repeated. More: every choice of them. Fewer: one of
    each against the others' seats filled with one other, for every two of them; alone, an agent meets itself.
    """
    if len(agents) == seats:
        return [tuple(agents)]
    if len(set(agents)) < len(agents):
        raise RepeatedAgents(agents=", ".join(agents), seats=seats)
    if len(agents) > seats:
        return list(combinations(agents, seats))
    if len(agents) == 1:
        return [(agents[0],) * seats]
    return [(one, *[other] * (seats - 1)) for one, other in permutations(agents, 2)]


def seated(table: Sequence[str]) -> str:
    """A table in words: who sits there, and on how many seats."""
    many = {name: table.count(name) for name in table}
    return ", ".join(name if seats == 1 else f"{seats} × {name}" for name, seats in many.items())


def rotations(order: Seating) -> list[Seating]:
    """The agents move round the table; what looks the same counts once."""
    return list(dict.fromkeys(order[by:] + order[:by] for by in range(len(order))))


@cache
def circles(table: Seating) -> list[Seating]:
    """Every order round the table, whoever sits first."""
    found: dict[frozenset[Seating], Seating] = {}
    for order in permutations(table):
        found.setdefault(frozenset(rotations(order)), order)
    return list(found.values())


def file_digest(name: str) -> str:
    """Names the file of an agent of one's own as it is now; empty if there is none."""
    try:
        return hashlib.sha256(Path(name.rpartition(":")[0]).read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


@cache
def code_digest() -> str:
    """Names everything that decides how agents play: other rules or weights, other digest, on every machine."""
    root = Path(ulpia.__file__).parent
    digest = hashlib.sha256()
    for pattern in PLAYED_BY:
        for path in sorted(root.glob(pattern)):
            if path.suffix in (".py", ".toml", ".npz") and path.parent.name != "text":
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
