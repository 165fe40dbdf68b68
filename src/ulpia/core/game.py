"""The interface of a game: what matches, agents, environments, pictures and servers know about it.

A game is a Python package. Its entry point in the group `ulpia.games` is one `Game`: names, settings, actions, texts
and the functions that put values into words. This half is plain Python. The compiled half, `Game.rules`, lies in the
module `compiled` of the same package and is imported when it is first needed. Further parts are found by their place
in the package: `pictures`, `rulebook/` and `evaluation/` are optional.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from msgspec.structs import replace

from ulpia.core.actions import Action
from ulpia.core.components import RECONSTRUCTION, Components, Record, TomlEntries, read_toml
from ulpia.core.errors import BadPickle, BrokenGame, IncompleteGame, UlpiaError
from ulpia.core.events import GameEvent, Rows
from ulpia.core.i18n import Texts
from ulpia.core.reasons import Course, Reason, no_gesture, no_reasons, say_no_reason
from ulpia.core.settings import Kind, Settings, defaults
from ulpia.core.sketch import plain_sketch
from ulpia.core.summary import Summary
from ulpia.core.view import PlainRecord, Question, View

SPECTATOR = -1
"""The viewer who holds no seat."""

OwnView: TypeAlias = Any
"""A view of the game's own type, which extends `View`."""
Progress = Callable[[int, int], None]
"""Called with (done, known) while functions are being compiled."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """Seats by place, best first; seats that share a place stand together."""
    points: tuple[int, ...]

    @classmethod
    def of(cls, standings: Sequence[int], points: tuple[int, ...]) -> "Outcome":
        """Rank the seats: a higher standing is a better place, equal ones share it."""
        places: dict[int, list[int]] = {}
        for seat, standing in enumerate(standings):
            places.setdefault(standing, []).append(seat)
        return cls(tuple(tuple(places[standing]) for standing in sorted(places, reverse=True)), points)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; more than one if the victory is shared."""
        return self.ranking[0]


@dataclass(frozen=True)
class DryRun:
    """What actions would do, played on a position that the seat which decides imagines."""

    events: tuple[GameEvent, ...]
    """What would happen, as the seat may know it. Draws are imagined: only their kinds mean anything."""
    is_final: bool
    """Whether there is no polite way back: something hidden would be revealed, or the turn would pass on."""
    question: Question | None
    """What would be asked next; None when the game would be over."""
    certain: tuple[GameEvent, ...]
    """The first events: what the seat would do or get, whatever is drawn and however it answers what is asked next.
    They end where something is drawn, and where others follow."""
    asked: Question | None
    """What the seat would be asked next, before questions about details are answered; None where others follow."""


@dataclass(frozen=True)
class Price:
    """What an option costs, if other options like it cost nothing."""

    amount: int
    thing: str
    """The name of what is paid. The symbol of this name stands for it in pictures."""


class DryRunner(Protocol):
    """Tries actions out, as `Match.dry_run` does: an option of the seat that decides, and actions that follow it."""

    def __call__(self, action: Action, /, *then: Action) -> DryRun:
        """Return what these actions would do."""
        ...


class Knowledge(Protocol):
    """What one viewer knows, as the compiled rules keep it. It holds nothing else, so it can be given away."""

    def tobytes(self) -> bytes:
        """The same as bytes; equal knowledge has equal bytes."""
        ...


class Position(Protocol):
    """One game at one moment, with its legal actions and the events of the last action, as plain values."""

    @property
    def seat(self) -> int | None:
        """The seat that decides; None when the game is over."""
        ...

    @property
    def seats(self) -> int:
        """Number of seats."""
        ...

    @property
    def agenda(self) -> PlainRecord:
        """What is pending: depth, kinds, first, second."""
        ...

    @property
    def legal_actions(self) -> list[int]:
        """Numbers of the legal actions in ascending order; empty when the game is over."""
        ...

    @property
    def events(self) -> Rows:
        """What the last action caused, or the set-up."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each seat."""
        ...

    @property
    def point_sources(self) -> tuple[tuple[int, ...], ...]:
        """The same points by source, in the order of `Game.source_names`."""
        ...

    @property
    def standings(self) -> tuple[int, ...]:
        """One number for each seat: a higher one is a better place, equal ones share it."""
        ...

    @property
    def turn(self) -> tuple[int, int]:
        """How many turns have begun, and which seat decides. It changes with every turn."""
        ...

    @property
    def undo_mark(self) -> tuple[int, ...]:
        """Changes whenever taking back would unlearn something hidden, or leave one's own turn."""
        ...

    @property
    def record(self) -> Record:
        """A copy of the complete state as one NumPy record."""
        ...

    def tobytes(self) -> bytes:
        """The complete state as bytes."""
        ...

    def play(self, action: int) -> None:
        """Carry out a legal action and everything that leaves no choice."""
        ...

    def copy(self) -> "Position":
        """An independent position."""
        ...

    def knowledge(self, viewer: int) -> Knowledge:
        """What a viewer knows."""
        ...


class Rules(Protocol):
    """The compiled half of a game, as far as plain Python uses it."""

    def check_components(self, tables: TomlEntries) -> Components:
        """Check all of a component file and make a record of its figures."""
        ...

    def begin(self, components: Components, seats: int, seed: int, settings: Settings) -> Position:
        """A new game at its first decision."""
        ...

    def imagine(self, components: Components, knowledge: Knowledge, seed: int) -> Position:
        """A position that looks the same to the viewer with this knowledge; everything hidden is drawn again."""
        ...

    def plain_values(self, components: Components, knowledge: Knowledge) -> tuple[PlainRecord, ...]:
        """Printed figures and knowledge as plain values: attributes by name, numbers, lists."""
        ...


def no_effect(_action: Action, _view: OwnView, _events: Sequence[GameEvent], _language: str) -> str:
    """The default: effects of options are not put into words."""
    return ""


def never_secret(_action: Action) -> bool:
    """The default: all see which action was chosen."""
    return False


def never_declines(_action: Action) -> bool:
    """The default: every option does something."""
    return False


def no_price(_action: Action, _events: Sequence[GameEvent]) -> Price | None:
    """The default: what options cost need not be said."""
    return None


def no_summary(_events: Sequence[GameEvent], _seats: int, _language: str) -> Summary | None:
    """The default: the end of a phase is told by its events alone."""
    return None


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One game: its names, its settings, its words, and where its other parts are."""

    name: str
    package: str
    """The package of the game, in which `compiled`, `pictures`, `rulebook` and `evaluation` are looked for."""
    year: int
    """Year of publication; games are listed in this order."""
    rules_version: int
    """Raised by every change that could make the same actions mean another game."""
    settings: Mapping[str, Kind]
    """Options of a match, by name. Every game has `setup` with the values "chosen" and "dealt"."""
    actions: Sequence[Action]
    texts: Texts
    """Texts in both languages. These are required: `title`; `seat`, which is given a {number}; `compiling`; and
    `names.sources`, a name for each of `source_names`. If there is a `hint`, it greets a player in the terminal."""
    source_names: Sequence[str]
    """Where points come from."""
    build_view: Callable[..., View]
    """Plain figures and plain knowledge in, a typed view out."""
    question: Callable[[PlainRecord], Question | None]
    """What the top frame of an `agenda` asks; None when the game is over. Takes a position, or a plain state."""
    read_events: Callable[[Rows, int], list[GameEvent]]
    """Rows of an event log as the viewer may know them."""
    say_event: Callable[[GameEvent, str, Sequence[str]], str]
    """An event as a sentence in a language, with the names of the seats."""
    say_action: Callable[[Action, str], str]
    say_question: Callable[[Question, str], str]
    sketch: Callable[[OwnView, str, Sequence[str]], list[str]] = plain_sketch
    """A view as text: lines with style tags in square brackets, as rich reads them."""
    say_effect: Callable[[Action, OwnView, Sequence[GameEvent], str], str] = no_effect
    """What an action would do now, in a few words, from the view of the seat that decides and the events of a dry
    run; may be empty."""
    detail_questions: frozenset[str] = field(default_factory=frozenset)
    """Kinds of questions that a dry run answers with their first option, because the effects of an option before them
    are the same for all of their answers."""
    drawn_events: frozenset[str] = field(default_factory=frozenset)
    """Kinds of events that name what the seat cannot know before: a dry run imagines it."""
    is_secret: Callable[[Action], bool] = never_secret
    """Whether others may not know that this was chosen, until an event says so."""
    declines: Callable[[Action], bool] = never_declines
    """Whether this is chosen to do nothing, or no more: it is offered quietly beside other options."""
    price: Callable[[Action, Sequence[GameEvent]], Price | None] = no_price
    """What an option costs, from the events of a dry run; None if it is like the other options in that."""
    find_reasons: Callable[[Course, Course | None], Sequence[Reason]] = no_reasons
    """What speaks for a course of actions, and against the one that would be chosen otherwise."""
    say_reason: Callable[[Reason, str], str] = say_no_reason
    """A reason as a sentence in a language."""
    say_gesture: Callable[[Course, str], str] = no_gesture
    """How a gesture is carried out, as a sentence; empty if its first action says it all."""
    seat_counts: tuple[int, ...] = (2, 3, 4)
    varieties: tuple[Settings, ...] = ()
    """Settings that `ulpia check` spreads its games over; all options of each, fit for every number of seats."""
    gesture_questions: frozenset[str] = field(default_factory=frozenset)
    """Kinds of questions that come up in the middle of what a player does as one gesture."""
    phase_events: frozenset[str] = field(default_factory=frozenset)
    """Kinds of events with which a further phase of the game begins, such as a quarter."""
    summarize: Callable[[Sequence[GameEvent], int, str], Summary | None] = no_summary
    """The end of a phase as a table in a language, from the events of that phase and the number of seats."""

    def __post_init__(self) -> None:
        functions = [each.name for each in fields(self) if "Callable" in str(each.type)]
        if missing := [name for name in functions if not callable(getattr(self, name))]:
            raise IncompleteGame(game=self.name, part="game", missing=", ".join(missing))
        if not self.varieties:
            object.__setattr__(self, "varieties", (defaults(self.settings),))

    def __reduce__(self) -> tuple[object, ...]:
        """A game is found again by its name, also in another process; a copy is the game itself."""
        return _installed_game, (self.name,)

    @cached_property
    def rules(self) -> Any:
        """The compiled half (`engine.rules.GameRules`), imported when it is first needed."""
        module = f"{self.package}.compiled"
        try:
            return import_module(module).RULES
        except UlpiaError:
            raise
        except Exception as error:
            raise BrokenGame(game=self.name, package=module, why=f"{type(error).__name__}: {error}") from error

    @cached_property
    def pictures(self) -> ModuleType | None:
        """The module that draws the game; None if it has none of its own."""
        name = f"{self.package}.pictures"
        return import_module(name) if find_spec(name) else None

    @cached_property
    def folder(self) -> Path:
        """Where the package lies."""
        return Path(str(import_module(self.package).__file__)).parent

    @property
    def rulebook(self) -> Path | None:
        """The folder with the texts of its rule book, if there is one."""
        return self._folder("rulebook")

    @property
    def evaluation(self) -> Path | None:
        """The folder with learned weights for search, if there is one."""
        return self._folder("evaluation")

    def _folder(self, name: str) -> Path | None:
        folder = self.folder / name
        return folder if folder.is_dir() else None

    def read_components(self, path: Path | None = None) -> Components:
        """Read and check the printed figures: the game's own, unless a path is given."""
        components: Components = self.rules.check_components(read_toml(path or self.folder / "components.toml"))
        return components

    def verify_components(self, components: object) -> Components:
        """Return printed figures from a pickle, if they are figures of this game."""
        if not isinstance(components, Components) or components.facts.dtype != self._facts_type:
            raise BadPickle(what="components")
        return components

    @cached_property
    def _facts_type(self) -> Any:
        return self._shipped.facts.dtype

    @cached_property
    def _shipped(self) -> Components:
        return self.read_components()

    def list_reconstructed(self, components: Components) -> list[str]:
        """Return the tables of printed figures that are our own reconstruction. A table that was corrected is not."""
        return [
            name
            for name, table in self._shipped.tables.items()
            if table["sure"] == RECONSTRUCTION and components.tables[name] == table
        ]

    def view(self, components: Components, knowledge: Knowledge) -> View:
        """What a viewer knows, in names and numbers."""
        view = self.build_view(*self.rules.plain_values(components, knowledge))
        reconstructed = self.list_reconstructed(components)
        return replace(view, reconstructed=reconstructed) if reconstructed else view

    def is_prepared(self, part: str) -> bool:
        """Whether everything that a part ("match", "playouts", "check") needs is compiled on disk."""
        done: bool = self.rules.is_prepared(self, part)
        return done

    def prepare(self, part: str, progress: Progress | None = None) -> None:
        """Compile what a part needs, unless that was done before."""
        self.rules.prepare(self, part, progress)

    def seat_names(self, language: str, seats: int) -> list[str]:
        """What seats are called that have no name: "Seat 1", "Seat 2"; people count from 1."""
        return [self.texts.say(language, "seat", number=seat + 1) for seat in range(seats)]

    def outcome(self, position: Position) -> Outcome | None:
        """The ranking, once the game is over."""
        return None if position.seat is not None else Outcome.of(position.standings, position.points)


def _installed_game(name: str) -> Game:
    game: Game = import_module("ulpia.registry").find_game(name)
    return game
