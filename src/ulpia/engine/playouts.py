"""Random games from Python: complete playouts, and playouts with every invariant tested."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ulpia.core.components import Components
from ulpia.core.game import Game
from ulpia.core.settings import Settings, defaults, written
from ulpia.engine.batch_types import PlayoutBuffers, PlayoutGames
from ulpia.engine.dice import DICE_TYPE
from ulpia.engine.event_log import NO_LOG
from ulpia.engine.layout import blank
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


@dataclass(frozen=True)
class Counts:
    """How much was played."""

    games: int
    decisions: int
    real_decisions: int
    """Decisions with more than one option."""


@dataclass(frozen=True)
class Violation:
    """An invariant that did not hold, and where."""

    what: str
    seats: int
    settings: str
    """All options: "setup=chosen newcomers=0,2"."""
    seed: int
    decision: int


class Playouts:
    """Plays random games with buffers of its own. One object for each thread."""

    def __init__(self, game: Game, components: Components) -> None:
        self.game = game
        self.rules = game.rules
        self.facts: Any = components.facts
        self.states: Any = np.zeros(4, self.rules.state_type)
        self.dice: Any = blank(DICE_TYPE)
        self.legal = np.zeros(self.rules.max_options, np.int64)
        self.log = np.zeros(self.rules.log_shape, np.int16)
        self.tally = np.zeros(TALLY, np.int64)

    def play(self, seats: int, seed: int, games: int, settings: Settings | None = None) -> Counts:
        """Play complete random games, nothing else; with the default settings if none are given."""
        chosen = defaults(self.game.settings) if settings is None else settings
        self.tally[:] = 0
        buffers = PlayoutBuffers(self.states, self.dice, self.legal, NO_LOG, self.tally)
        requested = PlayoutGames(seats, self.rules.setup_flags(chosen), seed, games)
        self.rules.loops.playouts(self.facts, buffers, requested)
        return self._counts()

    def check(self, seats: int, seed: int, games: int, settings: Settings | None = None) -> Counts | Violation:
        """Play random games and test every invariant after every decision."""
        chosen = defaults(self.game.settings) if settings is None else settings
        self.tally[:] = 0
        buffers = PlayoutBuffers(self.states, self.dice, self.legal, self.log, self.tally)
        requested = PlayoutGames(seats, self.rules.setup_flags(chosen), seed, games)
        fault = self.rules.loops.check(self.facts, buffers, requested)
        if fault == 0:
            return self._counts()
        what = str(FAULTS[fault])
        if self.tally[DETAIL]:
            what += f": {self.rules.audit(self.facts, self.states[:1])}"
        named = " ".join(f"{name}={value}" for name, value in written(self.game.settings, chosen).items())
        return Violation(what, seats, named, int(self.tally[FAULTY_SEED]), int(self.tally[FAULTY_DECISION]))

    def _counts(self) -> Counts:
        return Counts(int(self.tally[GAMES]), int(self.tally[DECISIONS]), int(self.tally[REAL_DECISIONS]))
