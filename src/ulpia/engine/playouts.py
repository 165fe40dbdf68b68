"""Runs a game's compiled loops from Python: buffers, preparation, chunks for many cores."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ulpia.core.components import Components
from ulpia.core.game import Game
from ulpia.core.settings import Settings, defaults, written
from ulpia.engine.batch_types import PlayoutBuffers, PlayoutGames
from ulpia.engine.jit import is_ready, mark_ready, watch_compilation
from ulpia.engine.layout import blank
from ulpia.engine.rng import CHANCE_TYPE
from ulpia.engine.templates.loops import (
    DECISIONS,
    DETAIL,
    FAULTS,
    FAULTY_DECISION,
    FAULTY_SEED,
    GAMES,
    REAL_DECISIONS,
    TALLY,
)

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Counted:
    """What a loop did."""

    games: int
    decisions: int
    real_decisions: int


@dataclass(frozen=True)
class Violation:
    """An invariant that did not hold, and where."""

    what: str
    seats: int
    settings: str
    """All options: "setup=chosen newcomers=0,2"."""
    seed: int
    decision: int


class Runner:
    """The compiled loops of one game, with buffers of their own. One runner for each thread."""

    def __init__(self, game: Game, components: Components) -> None:
        self.game = game
        self.facts: Any = components.facts
        self.states: Any = np.zeros(4, game.state_type)
        self.dice: Any = blank(CHANCE_TYPE)
        self.legal = np.zeros(game.max_options, np.int64)
        self.log = np.zeros(game.log_shape, np.int16)
        self.silent = np.zeros((0, game.log_shape[1]), np.int16)
        self.tally = np.zeros(TALLY, np.int64)

    def playouts(self, seats: int, seed: int, games: int, settings: Settings | None = None) -> Counted:
        """Play complete random games, nothing else; with the default settings if none are given."""
        chosen = defaults(self.game.settings) if settings is None else settings
        self.tally[:] = 0
        buffers = PlayoutBuffers(self.states, self.dice, self.legal, self.silent, self.tally)
        requested = PlayoutGames(seats, self.game.setup_flags(chosen), seed, games)
        self.game.loops.playouts(self.facts, buffers, requested)
        return self._counted()

    def check(self, seats: int, seed: int, games: int, settings: Settings | None = None) -> Counted | Violation:
        """Play random games with every invariant tested after every decision."""
        chosen = defaults(self.game.settings) if settings is None else settings
        self.tally[:] = 0
        buffers = PlayoutBuffers(self.states, self.dice, self.legal, self.log, self.tally)
        requested = PlayoutGames(seats, self.game.setup_flags(chosen), seed, games)
        fault = self.game.loops.check(self.facts, buffers, requested)
        if fault == 0:
            return self._counted()
        what = str(FAULTS[fault])
        if self.tally[DETAIL]:
            what += f": {self.game.audit(self.facts, self.states[:1])}"
        named = " ".join(f"{name}={value}" for name, value in written(self.game.settings, chosen).items())
        return Violation(what, seats, named, int(self.tally[FAULTY_SEED]), int(self.tally[FAULTY_DECISION]))

    def _counted(self) -> Counted:
        return Counted(int(self.tally[GAMES]), int(self.tally[DECISIONS]), int(self.tally[REAL_DECISIONS]))


def is_prepared(game: Game, door: str) -> bool:
    """Tell whether everything behind a door lies compiled on disk."""
    return is_ready(f"{game.name}-{door}")


def prepare(game: Game, door: str, progress: Progress | None = None) -> None:
    """Compile what a match, the playouts or the check need, if nobody has yet; report (done, known)."""
    seats = game.seat_counts[0]
    works: dict[str, Callable[[], object]] = {
        "match": game.compile_match,
        "playouts": lambda: Runner(game, game.read_components()).playouts(seats, 0, 1),
        "check": lambda: Runner(game, game.read_components()).check(seats, 0, 1),
    }
    compile_once(game, door, works[door], progress)


def compile_once(game: Game, door: str, work: Callable[[], object], progress: Progress | None = None) -> None:
    """Do some work that calls everything behind a door, if nobody has yet."""
    if is_prepared(game, door):
        return
    with watch_compilation(progress or (lambda _done, _known: None)):
        work()
    mark_ready(f"{game.name}-{door}")
