"""The compiled half of a game: its record types, its functions, and the templates bound to them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ulpia.core import compilation
from ulpia.core.compilation import MATCH
from ulpia.core.components import Components, TomlEntries
from ulpia.core.constants import NONE
from ulpia.core.game import Game, Outcome, Progress
from ulpia.core.settings import Settings
from ulpia.engine.event_log import NO_LOG, WIDTH, EventLog
from ulpia.engine.interpreted import as_python, module_as_python
from ulpia.engine.jit import bind, compiled, is_ready, package_of
from ulpia.engine.layout import Options, blank, cached_record_to_python, layout, record_to_python
from ulpia.engine.observation import Observation
from ulpia.engine.play_requests import DEAL, GO_ON, LIST_ONLY
from ulpia.engine.position import Position
from ulpia.engine.rng import CHANCE_TYPE, key_of
from ulpia.engine.state_check import StateCheck
from ulpia.engine.warmup import is_prepared, part_name, prepare

States = npt.NDArray[Any]
"""An array of states; one game is an array of length one, so that it can be overwritten as a whole."""
Function = Any
"""A compiled function. Its types depend on the record types of the game, so they are checked by Numba."""


@compiled
def never(_s: Any) -> bool:
    """Default of `is_setting_up` and `may_skip`."""
    return False


@compiled
def no_fault(_f: Any, _s: Any) -> int:
    """Default of `audit`."""
    return 0


@compiled
def counts_right(_f: Any, _before: Any, _after: Any, _action: int) -> bool:
    """Default of `recount_action`."""
    return True


@compiled
def settles_right(_f: Any, _before: Any, _after: Any) -> bool:
    """Default of `recount_settling`."""
    return True


@compiled
def no_features(_f: Any, _s: Any, _seat: int, _out: Any) -> int:
    """Default of `features`."""
    return 0


class RuleFunctions(NamedTuple):
    """The functions a game gives to the templates, all compiled. `f` are printed figures, `s` is a state."""

    begin: Function
    """begin(f, s, seats, setup_flags, log): write a new game into a blank state whose chance is started."""
    settle: Function
    """settle(f, s, log): carry out everything that leaves no choice."""
    options: Function
    """options(f, s, legal) -> int: write the legal actions in ascending order, return how many; 0 at the end."""
    apply: Function
    """apply(f, s, action, log): carry out a legal action."""
    standing: Function
    """standing(s, seat) -> int: a higher number is a better place; equal numbers share it."""
    imagine_into: Function
    """imagine_into(f, seen, seed, states, dice, legal, log): write into states[0] a state that looks like `seen`."""
    observe: Function
    """observe(f, s, seat, out): write the observation of a seat."""
    is_setting_up: Function = never
    """is_setting_up(s) -> bool: whether the decision belongs to the set-up, which can be dealt at random."""
    may_skip: Function = never
    """may_skip(s) -> bool: whether a decision with one option is carried out without being asked."""
    audit: Function = no_fault
    """audit(f, s) -> int: 0 if every invariant holds, else a key of `GameRules.faults`."""
    recount_action: Function = counts_right
    """recount_action(f, before, after, action) -> bool: whether the points an action gave are right."""
    recount_settling: Function = settles_right
    """recount_settling(f, before, after) -> bool: the same for what followed by itself."""
    features: Function = no_features
    """features(f, s, seat, out) -> int: write the numbers an evaluation sees, return how many."""


def no_flags(_settings: Settings) -> int:
    """Default of `GameRules.setup_flags`."""
    return 0


@dataclass(frozen=True, eq=False)
class GameRules:
    """The compiled rules of one game. Nothing is checked here: `ulpia.match` checks what comes from outside."""

    game: str
    state: type
    """The record class of a state. Every state has seat, seats, turns, agenda, players and, last, chance; every player
    has points and sources."""
    functions: RuleFunctions
    check_components: Callable[[TomlEntries], Components]
    """check_components(tables): check all of a component file and make a record of its figures."""
    see: Callable[[States, int], States]
    """see(states, viewer): records that hold what the viewer knows and nothing else."""
    max_options: int
    """No decision has more options."""
    log_length: int
    """No action causes more events."""
    observation: Observation
    """How the observation of a seat is divided."""
    feature_count: int = 0
    """How many numbers `functions.features` writes."""
    faults: Mapping[int, str | None] = field(default_factory=lambda: {0: None})
    """Names of what `functions.audit` can find wrong."""
    figures: Callable[[Any, Any], Any] | None = None
    """figures(facts, seen) computes values for the view that only the rules know, as one record."""
    setup_flags: Callable[[Settings], int] = no_flags
    """The settings as one number, which `functions.begin` takes."""

    @cached_property
    def state_type(self) -> np.dtype[np.record]:
        """The NumPy type of a state."""
        return layout(self.state)

    @cached_property
    def state_check(self) -> StateCheck:
        """The check of states that come from outside."""
        return StateCheck(self.state)

    @cached_property
    def package(self) -> Path | None:
        """The folder of the game's source files."""
        code: Any = getattr(self.functions.begin, "py_func", self.functions.begin)
        return package_of(code.__code__.co_filename)

    def bind(self, template: str, variant: str = "", **others: Any) -> ModuleType:
        """Load a template with the functions of this game, and others it needs besides."""
        return bind(template, self.game, self.package, {**self.functions._asdict(), **others}, variant)

    @cached_property
    def loops(self) -> ModuleType:
        """Single games, random playouts and checks."""
        return self.bind("loops")

    @cached_property
    def batch(self) -> ModuleType:
        """Many games in lock-step."""
        return self.bind("batch", play=self.loops.play)

    @cached_property
    def interpreted(self) -> "GameRules":
        """The same rules for matches as plain Python: they need no compiling, and about a millisecond an action."""
        figures = None if self.figures is None else as_python(self.figures)
        twin = replace(self, see=as_python(self.see), figures=figures)
        vars(twin).update(loops=module_as_python(self.loops), interpreted=twin)  # in place of the cached properties
        return twin

    @property
    def current(self) -> "GameRules":
        """The rules that matches are played by now: the interpreted ones, if nobody waits for the compiled ones."""
        return (
            self
            if compilation.is_waited_for or is_ready(part_name(self.game, MATCH), self.package)
            else self.interpreted
        )

    @property
    def log_shape(self) -> tuple[int, int]:
        """The shape of an event log that can hold what one action causes."""
        return self.log_length, WIDTH

    def begin(self, components: Components, seats: int, seed: int, settings: Settings) -> Position:
        """A new game at its first decision."""
        return Position.begin(self, components.facts, seats, seed, settings)

    def imagine(self, components: Components, knowledge: States, seed: int) -> Position:
        """A position that looks the same to the viewer with this knowledge; everything hidden is drawn again."""
        return Position.imagine(self, components.facts, knowledge, seed)

    def plain_values(self, components: Components, knowledge: States) -> tuple[Any, ...]:
        """Printed figures, knowledge and, if the game has any, computed figures, as plain values for its view."""
        facts, seen, figures = components.facts, knowledge[0], self.current.figures
        computed = () if figures is None else (record_to_python(figures(facts, seen)),)
        return self._plain_facts(facts), record_to_python(seen), *computed

    def _plain_facts(self, facts: Any) -> Any:
        """Return printed figures as plain values. Those that were asked for last are known by identity."""
        known, plain = self._latest_facts
        if known is not facts:
            plain = cached_record_to_python(facts)
            self._latest_facts[:] = facts, plain
        return plain

    @cached_property
    def _latest_facts(self) -> list[Any]:
        return [None, None]

    # The same for arrays of states, which research and search keep themselves

    def start(
        self, facts: Any, states: States, seats: int, seed: int, settings: Settings, log: EventLog, legal: Options
    ) -> int:
        """Write a new game into states[0], up to its first decision; list the options and return their number."""
        states[:1] = np.zeros(1, self.state_type)
        self.loops.start(facts, states[0], seats, self.setup_flags(settings), key_of(seed), log)
        return self.play(facts, states, DEAL if settings.get("setup") == "dealt" else GO_ON, log, legal)

    def play(self, facts: Any, states: States, action: int, log: EventLog, legal: Options) -> int:
        """Carry out a legal action in states[0] and what follows by itself; list the next options, 0 at the end."""
        return int(self.loops.play(facts, states[0], action, log, legal))

    def options(self, facts: Any, states: States, legal: Options) -> int:
        """List the options of states[0], which was settled before (by `play`, or imagined); return their number."""
        return self.play(facts, states, LIST_ONLY, NO_LOG, legal)

    def imagine_state(self, facts: Any, knowledge: States, seed: int, states: States) -> None:
        """Write into states[0] a state that looks like knowledge[0]; everything hidden is drawn again."""
        legal = np.zeros(self.max_options, np.int64)
        self.loops.imagine(facts, knowledge[0], seed, states, blank(CHANCE_TYPE), legal, NO_LOG)

    def outcome(self, states: States) -> Outcome | None:
        """The ranking in states[0], once the game is over."""
        state = states[0]
        if state["seat"] != NONE:
            return None
        seats = int(state["seats"])
        standings = np.zeros(seats, np.int64)
        self.loops.standings(states, standings)
        return Outcome.of(standings.tolist(), tuple(state["players"]["points"][:seats].tolist()))

    def audit(self, facts: np.record, states: States) -> str | None:
        """The name of the first invariant that does not hold in states[0]; None if all hold."""
        found = self.first_audit_fault(facts, states[:1])
        return None if found is None else found[1]

    def first_fault(self, facts: np.record, states: States) -> tuple[int, str] | None:
        """The first of some states from outside that no game can have, and what is wrong with it."""
        return self.state_check.first_fault(states) or self.first_audit_fault(facts, states)

    def first_audit_fault(self, facts: np.record, states: States) -> tuple[int, str] | None:
        """The first state with an invariant that does not hold, and the name of the invariant."""
        found = np.zeros(2, np.int64)
        self.loops.find_fault(facts, states, found)
        fault = self.faults[int(found[0])]
        return None if fault is None else (int(found[1]), fault)

    def is_prepared(self, game: Game, part: str) -> bool:
        """Whether everything that a part of this game needs is compiled on disk."""
        return is_prepared(game, part)

    def prepare(self, game: Game, part: str, progress: Progress | None = None) -> None:
        """Compile what a part of this game needs, unless that was done before, or matches do not wait for it."""
        if part != MATCH or compilation.is_waited_for:
            prepare(game, part, progress)
