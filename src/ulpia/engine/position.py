"""One game at one moment: state, legal actions and last events, given out as plain values."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ulpia.core.events import Rows
from ulpia.core.settings import Settings
from ulpia.engine.layout import NONE, copy_states, record_to_python

if TYPE_CHECKING:
    from ulpia.engine.rules import GameRules, States


class PlainAgenda(NamedTuple):
    """The agenda of a state as plain values, as far as `Game.question` reads a state."""

    agenda: Any

    @classmethod
    def of(cls, state: Any) -> "PlainAgenda":
        """Read the agenda of a record."""
        return cls(record_to_python(state["agenda"]))


class Position:
    """A state with its legal actions and the events of the last action. Nothing is checked: `Match` does that.

    (Fields are read as state["seat"], which outside compiled code is many times as fast as state.seat.)
    """

    __slots__ = ("_count", "_facts", "_legal", "_log", "_states", "rules")

    def __init__(self, rules: "GameRules", facts: Any, states: Any, legal: Any, log: Any, count: int) -> None:
        self.rules = rules
        self._facts = facts
        self._states = states
        self._legal = legal
        self._log = log
        self._count = count

    @classmethod
    def _blank(cls, rules: "GameRules", facts: Any) -> "Position":
        legal, log = np.zeros(rules.max_options, np.int64), np.zeros(rules.log_shape, np.int16)
        return cls(rules, facts, np.zeros(1, rules.state_type), legal, log, 0)

    @classmethod
    def begin(cls, rules: "GameRules", facts: Any, seats: int, seed: int, settings: Settings) -> "Position":
        """A new game at its first decision."""
        position = cls._blank(rules, facts)
        position._count = rules.current.start(
            facts, position._states, seats, seed, settings, position._log, position._legal
        )
        return position

    @classmethod
    def imagine(cls, rules: "GameRules", facts: Any, knowledge: "States", seed: int) -> "Position":
        """A position that looks the same to the viewer with this knowledge; everything hidden is drawn again."""
        position = cls._blank(rules, facts)
        current = rules.current
        current.imagine_state(facts, knowledge, seed, position._states)
        position._count = current.options(facts, position._states, position._legal)
        return position

    def play(self, action: int) -> None:
        """Carry out a legal action and everything that leaves no choice."""
        self._log[0, 0] = 0
        self._count = self.rules.current.play(self._facts, self._states, action, self._log, self._legal)

    def copy(self) -> "Position":
        """An independent position."""
        states, legal, log = copy_states(self._states), self._legal.copy(), self._log.copy()
        return Position(self.rules, self._facts, states, legal, log, self._count)

    @property
    def seat(self) -> int | None:
        """The seat that decides; None when the game is over."""
        seat = int(self._states[0]["seat"])
        return None if seat == NONE else seat

    @property
    def seats(self) -> int:
        """Number of seats."""
        return int(self._states[0]["seats"])

    @property
    def agenda(self) -> Any:
        """What is pending: depth, kinds, first, second."""
        return record_to_python(self._states[0]["agenda"])

    @property
    def legal_actions(self) -> list[int]:
        """Numbers of the legal actions in ascending order."""
        legal: list[int] = self._legal[: self._count].tolist()
        return legal

    @property
    def events(self) -> Rows:
        """What the last action caused, or the set-up."""
        rows: Rows = self._log[1 : 1 + int(self._log[0, 0])].tolist()
        return rows

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each seat."""
        state = self._states[0]
        return tuple(state["players"]["points"][: state["seats"]].tolist())

    @property
    def point_sources(self) -> tuple[tuple[int, ...], ...]:
        """The same points by source."""
        state = self._states[0]
        return tuple(map(tuple, state["players"]["sources"][: state["seats"]].tolist()))

    @property
    def standings(self) -> tuple[int, ...]:
        """One number for each seat: a higher one is a better place, equal ones share it."""
        out = np.zeros(self.seats, np.int64)
        self.rules.current.loops.standings(self._states, out)
        return tuple(out.tolist())

    @property
    def turn(self) -> tuple[int, int]:
        """How many turns have begun, and which seat decides. It changes with every turn."""
        state = self._states[0]
        return int(state["turns"]), int(state["seat"])

    @property
    def undo_mark(self) -> tuple[int, ...]:
        """Changes whenever taking back would unlearn something hidden, or leave one's own turn."""
        return *self.turn, int(self._states[0]["chance"]["count"])

    @property
    def record(self) -> Any:
        """A copy of the complete state as one NumPy record."""
        return copy_states(self._states)[0]

    def tobytes(self) -> bytes:
        """The complete state as bytes."""
        data: bytes = self._states.tobytes()
        return data

    def knowledge(self, viewer: int) -> "States":
        """What a viewer knows."""
        return self.rules.current.see(self._states, viewer)
