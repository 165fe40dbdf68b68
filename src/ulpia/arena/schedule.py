"""The schedule of a tournament: who plays whom, at which seats, with which deals.

A deal is a seed. Every table plays every deal from all seats: the agents rotate, one seat a game, so that neither the
deal nor the seat favours an agent. The next deal uses the next order round the table.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, count, permutations
from pathlib import Path
from typing import TypedDict

import ulpia
from ulpia.agents.external import PATIENCE, is_external, patience
from ulpia.arena.code_digest import code_digest
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

Seating = tuple[str, ...]
"""Agents by seat."""


@dataclass(frozen=True)
class Fixture:
    """A game of the schedule."""

    number: int
    seed: int
    seating: Seating

    def seed_for(self, what: str, seat: int) -> int:
        """Return a seed for something at one seat. It depends on this game alone."""
        text = f"{what} {seat} {self.seed} {','.join(self.seating)}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:5])


class Identity(TypedDict):
    """What two tournaments must have in common to share games."""

    game: str
    agents: list[str]
    seats: int
    seed: int
    settings: dict[str, str]
    counted_events: list[str]
    patience: float
    rules: int
    components: str
    """Digest of the component file."""
    ulpia: str
    code: str
    """Digest of the code that decides how games go."""
    external: dict[str, str]
    """Digests of the files of external agents."""


@dataclass(frozen=True)
class Tournament:
    """A tournament. Everything but the number of games decides how each game goes."""

    game: str
    agents: tuple[str, ...]
    seats: int
    games: int
    """At least; the last deal is played from all seats."""
    seed: int = 1
    """The first deal; the next ones follow."""
    settings: Mapping[str, str] = field(default_factory=dict)
    components: str | None = None
    """Path of a component file."""
    counted_events: tuple[str, ...] = ()
    """Kinds of events that are counted."""
    patience: float = PATIENCE
    """Seconds an external agent may take for a decision, on every machine."""

    @property
    def tables(self) -> list[Seating]:
        """The tables: who meets whom."""
        return tables(self.agents, self.seats)

    @property
    def contestants(self) -> tuple[str, ...]:
        """Every agent once."""
        return tuple(dict.fromkeys(self.agents))

    def fixtures(self) -> list[Fixture]:
        """Return all games in order. A longer tournament begins with the same ones."""
        orders = [circles(table) for table in self.tables]
        found: list[Fixture] = []
        for deal in count():
            if len(found) >= self.games:
                return found
            for circle in orders:
                for seating in rotations(circle[deal % len(circle)]):
                    found.append(Fixture(len(found), self.seed + deal, seating))
        raise AssertionError

    def identity(self) -> Identity:
        """Return what two tournaments must have in common to share games."""
        game = find_game(self.game)
        return {
            "game": self.game,
            "agents": list(self.agents),
            "seats": self.seats,
            "seed": self.seed,
            "settings": dict(self.settings),
            "counted_events": list(self.counted_events),
            "patience": self.patience,
            "rules": game.rules_version,
            "components": game.read_components(check_path(self.components)).digest,
            "ulpia": ulpia.__version__,
            "code": code_digest(game),
            "external": {name: file_digest(name) for name in self.contestants if is_external(name)},
        }


def tournament(
    game: str,
    agents: Sequence[str],
    seats: int | None,
    games: int,
    seed: int = 1,
    settings: Mapping[str, str] | None = None,
    components: Path | None = None,
    counted_events: Sequence[str] = (),
) -> Tournament:
    """Return a checked tournament. Without a number of seats: duels, or one table if a name is repeated."""
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
    seconds = patience() if any(map(is_external, agents)) else PATIENCE
    return Tournament(
        game=rules.name,
        agents=tuple(agents),
        seats=seats,
        games=games,
        seed=seed,
        settings=written(rules.settings, chosen),
        components=place,
        counted_events=tuple(counted_events),
        patience=seconds,
    )


def tables(agents: Sequence[str], seats: int) -> list[Seating]:
    """Return the tables of a tournament.

    As many names as seats form one table, in which a name may be repeated. More names: every combination of them. Fewer
    names: for every two of them, one seat for the first and all others for the second. A single name plays itself.
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
    """Return the agents at a table with their numbers of seats, as text."""
    many = {name: table.count(name) for name in table}
    return ", ".join(name if seats == 1 else f"{seats} × {name}" for name, seats in many.items())


def rotations(order: Seating) -> list[Seating]:
    """Return all rotations of the agents round the table, without duplicates."""
    return list(dict.fromkeys(order[by:] + order[:by] for by in range(len(order))))


@cache
def circles(table: Seating) -> list[Seating]:
    """Return every order round the table that is no rotation of another."""
    found: dict[frozenset[Seating], Seating] = {}
    for order in permutations(table):
        found.setdefault(frozenset(rotations(order)), order)
    return list(found.values())


def file_digest(name: str) -> str:
    """Return a digest of the file of an external agent; empty if there is none."""
    try:
        return hashlib.sha256(Path(name.rpartition(":")[0]).read_bytes()).hexdigest()[:16]
    except OSError:
        return ""
