"""What a game offers to everything built on top of it: matches, agents, environments, pictures, servers.

A game is stateless. What is played with are records: `facts` (printed figures), `state` (one table) and buffers. Every
state has seat, seats, turns, chance, agenda and players; every player has points and sources. (Fields are asked for as
state["seat"] here, because outside compiled code that is many times as fast as state.seat.)
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ulpia.core.actions import Action
from ulpia.core.components import Components
from ulpia.core.i18n import Texts
from ulpia.core.settings import Kind, Settings
from ulpia.core.view import Question as Question
from ulpia.engine.event_log import NO_LOG, EventLog, GameEvent
from ulpia.engine.layout import NONE
from ulpia.engine.observation import Observation
from ulpia.engine.templates.loops import DEAL, GO_ON, LIST_ONLY

States = npt.NDArray[Any]
"""An array of states; one table is an array of length one, so that it can be overwritten as a whole."""

SPECTATOR = -1
"""The viewer who holds no seat."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """Seats by place, best first; seats that share a place stand together."""
    points: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won; more than one if the victory is shared."""
        return self.ranking[0]


class Game(ABC):
    """The rules of one game behind one interface. Unchecked: the match is the checked door."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    """Raised by every change that could make the same actions mean another game."""
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    settings: ClassVar[Mapping[str, Kind]]
    """Options of a match, by name."""
    varieties: ClassVar[tuple[Settings, ...]]
    """What `ulpia check` spreads its games over besides seat counts: all options of each, fit for every table."""
    actions: ClassVar[Sequence[Action]]
    texts: ClassVar[Texts]
    """Its texts. Whatever shows a game relies on these: `title`; `seat`, which is told its {number}; `compiling`; and
    `names.sources`, a name for each key of `sources`. If there is a `hint`, it greets whoever sits down to play."""
    state_type: ClassVar[np.dtype[np.record]]
    max_options: ClassVar[int]
    log_shape: ClassVar[tuple[int, int]]
    source_names: ClassVar[Sequence[str]]
    """Where points come from."""
    midway: ClassVar[frozenset[str]] = frozenset()
    """Kinds of questions that are asked in the middle of what a player does as one gesture."""
    faults: ClassVar[Mapping[int, str | None]]
    """Names of what its audit can find wrong."""
    loops: ClassVar[ModuleType]
    """kernel/loops.py bound to this game."""
    lockstep: ClassVar[ModuleType]
    """kernel/lockstep.py bound to this game."""
    observation: ClassVar[Observation]
    """What a seat may know, as numbers in a row."""
    thoughts: ClassVar[Mapping[str, Any]]
    """The compiled functions that thinking is bound to: begin, settle, options, apply, imagine_into, features."""
    features: ClassVar[int]
    """How many numbers describe a seat to an evaluation."""

    @abstractmethod
    def read_components(self, path: Path | None = None) -> Components:
        """Read and check the printed figures."""

    @abstractmethod
    def setup_flags(self, settings: Settings) -> int:
        """The settings as one number, which the compiled set-up takes."""

    def begin(
        self,
        facts: np.record,
        states: States,
        seats: int,
        seed: int,
        settings: Settings,
        log: EventLog,
        legal: Any,
    ) -> int:
        """Fill states[0] with a new game up to its first choice; list that choice and return its size."""
        states[:1] = np.zeros(1, self.state_type)
        self.loops.begin(facts, states[0], seats, self.setup_flags(settings), seed, log)
        return self.play(facts, states, DEAL if settings["setup"] == "dealt" else GO_ON, log, legal)

    def play(self, facts: np.record, states: States, action: int, log: EventLog, legal: Any) -> int:
        """Carry out a listed action and what follows of itself; list the next choice, 0 when the game is over."""
        return int(self.loops.play(facts, states[0], action, log, legal))

    def options(self, facts: np.record, states: States, legal: Any) -> int:
        """List the choice in a state that was settled before (by `play`, or imagined from one)."""
        return self.play(facts, states, LIST_ONLY, NO_LOG, legal)

    @abstractmethod
    def see(self, states: States, viewer: int) -> States:
        """Look with one pair of eyes: records that hold what that viewer knows and nothing else."""

    @abstractmethod
    def imagine(self, facts: np.record, seen: States, seed: int, states: States) -> None:
        """Write into states[0] a table that looks like seen[0], everything hidden redrawn."""

    @abstractmethod
    def view(self, facts: np.record, seen: States) -> dict[str, Any]:
        """Put what was seen into names and numbers that JSON can carry."""

    @abstractmethod
    def sketch(self, view: dict[str, Any], language: str, seat_names: Sequence[str]) -> list[str]:
        """Draw a view in text: lines with style tags in square brackets, as rich reads them."""

    def audit(self, facts: np.record, states: States) -> str | None:
        """Count everything; name the first invariant that does not hold."""
        return self.faults[self.loops.audit(facts, states[0])]

    def seat(self, state: Any) -> int | None:
        """Whose decision it is."""
        return None if state["seat"] == NONE else int(state["seat"])

    @abstractmethod
    def question(self, state: np.record) -> Question | None:
        """What is being decided."""

    def points(self, state: Any) -> tuple[int, ...]:
        """Points of each seat."""
        return tuple(state["players"]["points"][: state["seats"]].tolist())

    def sources(self, state: Any) -> tuple[dict[str, int], ...]:
        """The same points by where they came from."""
        rows = state["players"]["sources"][: state["seats"]].tolist()
        return tuple(dict(zip(self.source_names, points)) for points in rows)

    @abstractmethod
    def outcome(self, state: np.record) -> Outcome | None:
        """The ranking, once the game is over."""

    def undo_mark(self, state: Any) -> tuple[int, ...]:
        """Changes whenever taking back would unlearn something hidden, or leave one's own turn."""
        return int(state["turns"]), int(state["seat"]), int(state["chance"]["count"])

    @abstractmethod
    def events(self, log: EventLog, viewer: int) -> list[GameEvent]:
        """What happened, as the viewer may know it."""

    @abstractmethod
    def say_event(self, event: GameEvent, language: str, seat_names: Sequence[str]) -> str:
        """An event as a sentence."""

    @abstractmethod
    def say_action(self, action: Action, language: str) -> str:
        """An action in words."""

    @abstractmethod
    def is_secret(self, action: Action) -> bool:
        """Whether others may not know that this was chosen, until the events tell it."""

    @abstractmethod
    def say_effect(self, action: Action, view: dict[str, Any], language: str) -> str:
        """What the action would do now, in a few words, from the view of the seat that decides; may be empty."""

    @abstractmethod
    def say_question(self, question: Question, language: str) -> str:
        """A question in words."""

    def compile_match(self) -> None:
        """Call every function a match needs once."""
        facts, states = self.read_components().facts, np.zeros(1, self.state_type)
        legal, log = np.zeros(self.max_options, np.int64), np.zeros(self.log_shape, np.int16)
        self.begin(facts, states, 2, 0, {**self.varieties[0], "setup": "dealt"}, log, legal)
        self.play(facts, states, int(legal[0]), log, legal)
        self.options(facts, states, legal)
        seen = self.see(states, 0)
        self.view(facts, seen)
        self.imagine(facts, seen, 0, states)
