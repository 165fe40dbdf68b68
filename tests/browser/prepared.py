"""Games in a database: dealt by a fixed seed and played up to a moment, with keys that are known here. And a server."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np

from ulpia.core.settings import written
from ulpia.engine.event_log import NO_LOG
from ulpia.match import Match, new
from ulpia.registry import find_game
from ulpia.server import tokens
from ulpia.server.storage import store
from ulpia.server.storage.store import (
    COMPUTER,
    PERSON,
    NewGame,
    Page,
    Seat,
    Store,
)

OWNER = "whoever-looks-at-prepared-games".ljust(32, "x")
ROLLOUTS, HORIZON = 6, 120
Chooser = Callable[[Match, random.Random], int]
Moment = Callable[[Match], bool]


@dataclass(frozen=True)
class Prepared:
    """A game as it shall lie in the database; the first seat is ours."""

    table: str
    game: str
    names: tuple[str, ...]
    seed: int
    until: Moment
    chooser: Chooser
    days_ago: float = 0.0
    owner: str = OWNER

    def key(self) -> str:
        """The token of our seat."""
        return self.table.ljust(32, "x")

    def match(self) -> Match:
        """The game up to its moment."""
        match = new(self.game, len(self.names), self.seed, setup="dealt")
        for number in whole_game(self.game, len(self.names), self.seed, self.chooser):
            if self.until(match):
                break
            match.play(number)
        return match

    def memory(self) -> dict[str, str]:
        """What a browser must remember to sit there."""
        return {"owner": self.owner, f"seat-{self.table}": json.dumps({"token": self.key(), "links": []})}


def remembering(memory: Mapping[str, str]) -> str:
    """A script that gives a browser a memory before it opens its first page."""
    return "".join(
        f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {value!r});" for key, value in memory.items()
    )


def never(_: Match) -> bool:
    """Play to the end."""
    return False


def by_chance(match: Match, dice: random.Random) -> int:
    """Any option."""
    return dice.choice(match.options).number


def by_trying(match: Match, dice: random.Random) -> int:
    """The option after which chance does best for whoever decides. It sees what is hidden: good enough for pictures."""
    rules, facts, seat = match.game.rules, match.components.facts, match.seat
    assert seat is not None
    table, legal = np.zeros(1, rules.state_type), np.zeros(rules.max_options, np.int64)

    def worth(number: int) -> float:
        total = 0.0
        for _ in range(ROLLOUTS):
            table[0] = match.state
            count = rules.play(facts, table, number, NO_LOG, legal)
            for _ in range(HORIZON):
                if not count:
                    break
                count = rules.play(facts, table, int(legal[dice.randrange(count)]), NO_LOG, legal)
            points = table[0]["players"]["points"][: match.seats].tolist()
            total += points[seat] - sum(points) / len(points)
        return total

    numbers = [option.number for option in match.options]
    return numbers[0] if len(numbers) == 1 else max(numbers, key=worth)


@cache
def whole_game(game: str, seats: int, seed: int, chooser: Chooser) -> tuple[int, ...]:
    """Every action of a game."""
    match, dice = new(game, seats, seed, setup="dealt"), random.Random(seed)
    while match.seat is not None:
        match.play(chooser(match, dice))
    return tuple(action.number for action in match.actions)


UNLIMITED = ("tables_at_once", "tables_per_minute", "requests_at_once", "requests_per_second", "judging_seconds")
"""Tests open tables faster than people do, all from one address; and the teacher of a busy machine needs time."""


@contextmanager
def serving(folder: Path, *options: str, environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """A server of its own, on a free port of this machine. Without options it opens no browser."""
    unlimited = [part for name in UNLIMITED for part in ("--limit", f"{name}=100000")]
    with (folder / "server.log").open("wb") as log:  # a pipe that nobody reads would stop the server when it is full
        server = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "ulpia",
                "--language",
                "en",
                "serve",
                "--port",
                "0",
                *(options or ["--no-browser"]),
                *unlimited,
            ],
            env=os.environ | {"XDG_DATA_HOME": str(folder), "BROWSER": "true", **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            break
    else:
        raise AssertionError("the server did not start")
    try:
        yield found.group()
    finally:
        server.terminate()
        server.communicate(timeout=120)


def prepare(folder: Path, games: Sequence[Prepared]) -> None:
    """Write games into the database of a server in this folder."""
    kept = Store(f"sqlite:///{folder / 'ulpia' / 'games.sqlite'}")
    for one in games:
        _write(kept, one)
    kept.close()


def _write(kept: Store, one: Prepared) -> None:
    match = new(one.game, len(one.names), one.seed, setup="dealt")
    rules = find_game(one.game)
    seats = [Seat(at, COMPUTER if at else PERSON, "random" if at else None, name) for at, name in enumerate(one.names)]
    head = NewGame(
        id=one.table,
        game=one.game,
        seed=one.seed,
        settings=written(rules.settings, match.settings),
        components=match.components.digest,
        rules=rules.rules_version,
        pace=0,
        owner=tokens.digest(one.owner),
        seats=seats,
        tokens={0: tokens.digest(one.key())},
        deciding=match.seat,
    )
    pages = []
    for number in whole_game(one.game, len(one.names), one.seed, one.chooser):
        if one.until(match):
            break
        seat = match.seat
        assert seat is not None
        match.play(number)
        pages.append(Page(one.table, len(match.actions) - 1, seat, [number], match.seat, match.outcome))
    made = store.now() - int(one.days_ago * 86_400_000)
    with patch("ulpia.server.storage.store.now", return_value=made):
        kept.create(head)
        kept.write(pages)
