"""A game being played: seed, settings and actions. The checked door to the rules.

Everything that comes from outside is checked here, before compiled code sees it; a refusal leaves the match as it was.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np

from ulpia.core.actions import Action
from ulpia.core.components import Components
from ulpia.core.errors import (
    BadNames,
    BadPosition,
    BadSeat,
    BadSeats,
    BadSeed,
    GameIsOver,
    IllegalAction,
    ImaginedMatch,
    Impossible,
    MissingFile,
    NothingToUndo,
    NumberOutOfRange,
    UndoForbidden,
    UnknownLanguage,
    UnknownSetting,
    UnreadableAction,
)
from ulpia.core.events import GameEvent
from ulpia.core.game import (
    SPECTATOR,
    Game,
    Outcome,
    Question,
    States,
)
from ulpia.core.i18n import LANGUAGES
from ulpia.core.settings import (
    Settings,
    Value,
    defaults,
    written,
)
from ulpia.engine.event_log import EventLog
from ulpia.engine.playouts import is_prepared, prepare
from ulpia.registry import find_game

FIRST_LINE = "ulpia transcript 1"
HIGHEST_SEED = 2**63 - 1
DIGITS = 12
LATEST = 12
"""So many entries are told beside a picture."""


@dataclass(frozen=True)
class Entry:
    """One action of a match and the events it caused. The first entry of a match has no action: it is the set-up."""

    seat: int | None
    action: Action | None
    log: EventLog


class Match:
    """A game in progress, made by `ulpia.new` or `ulpia.load`. For one thread at a time: who shares it, locks it."""

    def __init__(self, game: Game, components: Components, seats: int, seed: int, settings: Settings) -> None:
        self._lay_out(game, components, seats, seed, settings)
        self._choices = game.begin(components.facts, self._table, seats, seed, settings, self._story, self._may)
        self._note(None, None)

    def _lay_out(self, game: Game, components: Components, seats: int, seed: int, settings: Settings) -> None:
        self.game = game
        self.components = components
        self.seats = seats
        self.seed = seed
        self.settings: Settings = dict(settings)
        self._table = np.zeros(1, game.state_type)
        self._may = np.zeros(game.max_options, np.int64)
        self._story = np.zeros(game.log_shape, np.int16)
        self._actions: list[int] = []
        self._entries: list[Entry] = []
        self._choices = 0
        self._root: Match | None = None
        """Where an imagined match begins."""

    # What is asked

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        return self.game.seat(self._table[0])

    @property
    def question(self) -> Question | None:
        """What is being decided; None when the game is over."""
        return self.game.question(self._table[0])

    @property
    def options(self) -> tuple[Action, ...]:
        """All legal actions, in their fixed order."""
        return tuple(self.game.actions[number] for number in self._may[: self._choices].tolist())

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything played so far."""
        return tuple(self.game.actions[number] for number in self._actions)

    # What it stands at

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each seat."""
        return self.game.points(self._table[0])

    @property
    def sources(self) -> tuple[dict[str, int], ...]:
        """The points of each seat by where they came from; they add up to `points` at every moment."""
        return self.game.sources(self._table[0])

    @property
    def outcome(self) -> Outcome | None:
        """The ranking, ties broken; None while the game goes on."""
        return self.game.outcome(self._table[0])

    @property
    def state(self) -> np.record:
        """A copy of the whole truth as one record, for those who study it. Agents get views or imagined states."""
        copy: np.record = self._table[0].copy()
        return copy

    def seen(self, seat: int | None = None) -> States:
        """What one seat knows, as a record; None is a passer-by. It holds nothing else, so it can be given away."""
        return self.game.see(self._table, self.viewer(seat))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What one seat knows, as JSON can carry it; None is a passer-by."""
        return self.game.view(self.components.facts, self.seen(seat))

    def open_view(self) -> dict[str, Any]:
        """The view of a passer-by to whom everybody shows what they have: each seat as it sees itself."""
        return self.view() | {"players": [self.view(seat)["players"][seat] for seat in range(self.seats)]}

    def imagine(self, seat: int | None, seed: int) -> "Match":
        """A match that looks the same to a seat, everything hidden redrawn. It knows nothing of this one's past."""
        return imagine(self.game, self.components, self.settings, self.seen(seat), seed)

    # What happened

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log, an entry for each action; the first is the beginning."""
        return tuple(self._entries)

    def events(self, seat: int | None = None, since: int = 0) -> list[GameEvent]:
        """What happened from entry `since` on, as a seat (or a passer-by) may know it."""
        viewer = self.viewer(seat)
        return [event for entry in self._entries[since:] for event in self.game.events(entry.log, viewer)]

    def tell(
        self,
        language: str = "en",
        seat: int | None = None,
        since: int = 0,
        seat_names: Sequence[str] | None = None,
    ) -> list[str]:
        """The same events as sentences."""
        if language not in LANGUAGES:
            raise UnknownLanguage(language=language, known=", ".join(LANGUAGES))
        if seat_names is not None and len(seat_names) != self.seats:
            raise BadNames(seats=self.seats, names=len(seat_names))
        named = seat_names or [self.game.texts.say(language, "seat", number=seat) for seat in range(self.seats)]
        return [self.game.say_event(event, language, named) for event in self.events(seat, since)]

    def picture(self, language: str = "en", seat: int | None = None, theme: str = "day") -> str:
        """The table as one SVG, through the eyes of a seat, with the latest of what happened."""
        from ulpia import render

        latest = self.tell(language, seat, since=max(0, len(self._entries) - LATEST))
        return render.svg(self.view(seat), language, theme, log=latest)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the table as whoever decides sees it."""
        return self.picture(seat=self.seat)

    # What can be done

    def play(self, action: "str | int | Action") -> None:
        """Play an action, given by its notation, its number, or itself."""
        self._play(self.legal(action).number)

    def legal(self, action: "str | int | Action") -> Action:
        """The action, if it may be played now; otherwise a refusal that says what may."""
        if self.seat is None:
            raise GameIsOver(action=action)
        found = self.known(action)
        if found.number not in self._may[: self._choices]:
            raise IllegalAction(action=found, legal=self._legal())
        return found

    def undo(self, politely: bool = False) -> None:
        """Take the last action back. Politely: only if that unlearns nothing hidden and stays within one's own turn."""
        if not self._actions:
            raise NothingToUndo()
        shorter = self._replay(self._actions[:-1])
        if politely and self.game.undo_mark(shorter._table[0]) != self.game.undo_mark(self._table[0]):
            raise UndoForbidden()
        self._take_over(shorter)

    def copy(self) -> "Match":
        """An independent match at the same point."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.settings = dict(self.settings)
        twin._take_over(self)
        return twin

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, _memo: object) -> "Match":
        return self.copy()

    def at(self, position: int) -> "Match":
        """The same match when so many actions had been played."""
        if not 0 <= position <= len(self._actions):
            raise BadPosition(at=position, last=len(self._actions))
        return self._replay(self._actions[:position])

    def transcript(self) -> str:
        """The match as plain text, one action a line. `ulpia.load` reads it back."""
        if self._root is not None:
            raise ImaginedMatch()
        head = {
            "game": self.game.name,
            "seats": self.seats,
            "seed": self.seed,
            "rules": self.game.rules_version,
            "components": self.components.digest,
            **written(self.game.settings, self.settings),
        }
        lines = [FIRST_LINE, *(f"{key} {value}" for key, value in head.items()), ""]
        lines += [str(action) for action in self.actions]
        return "\n".join([*lines, f"end {len(self._actions)} {self.digest}", ""])

    @property
    def digest(self) -> str:
        """Names the position: equal tables have equal digests."""
        return hashlib.sha256(self._table.tobytes()).hexdigest()[:DIGITS]

    def __repr__(self) -> str:
        where = f"seat {self.seat} decides: {self.question}" if self.seat is not None else "over"
        return f"<Match {self.game.name}, {self.seats} seats, {len(self._actions)} actions, {where}>"

    # Behind the door

    def _play(self, number: int) -> None:
        seat = self.seat
        self._story[0, 0] = 0
        self._choices = self.game.play(self.components.facts, self._table, number, self._story, self._may)
        self._actions.append(number)
        self._note(seat, self.game.actions[number])
        if self._choices == 0 and self.seat is not None:
            transcript = "-" if self._root is not None else self.transcript()
            raise Impossible(what="a choice without options", transcript=transcript)

    def _note(self, seat: int | None, action: Action | None) -> None:
        self._entries.append(Entry(seat, action, self._story[: 1 + int(self._story[0, 0])].copy()))

    def _replay(self, actions: list[int]) -> "Match":
        shorter = (
            self._root.copy()
            if self._root is not None
            else Match(self.game, self.components, self.seats, self.seed, self.settings)
        )
        for number in actions:
            shorter._play(number)
        return shorter

    def _take_over(self, other: "Match") -> None:
        self._table = other._table.copy()
        self._may = other._may.copy()
        self._story = other._story.copy()
        self._choices = other._choices
        self._actions = other._actions.copy()
        self._entries = other._entries.copy()

    def viewer(self, seat: int | None) -> int:
        """The number by which a game knows who looks."""
        return SPECTATOR if seat is None else check_seat(seat, self.seats)

    def _legal(self) -> str:
        return ", ".join(map(str, self.options))

    def known(self, action: "str | int | Action") -> Action:
        """An action by its notation or number, whether it may be played now or not."""
        if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
            if not 0 <= action < len(self.game.actions):
                raise NumberOutOfRange(number=action, last=len(self.game.actions) - 1, legal=self._legal())
            return self.game.actions[int(action)]
        text = " ".join(str(action).lower().replace("_", " ").split())
        number = _notation(self.game).get(text)
        if number is None or (not isinstance(action, str) and action != self.game.actions[number]):
            raise UnreadableAction(action=action, legal=self._legal())
        return self.game.actions[number]


@cache
def _notation(game: Game) -> dict[str, int]:
    return {str(action): number for number, action in enumerate(game.actions)}


def is_whole(number: object) -> TypeGuard[int]:
    """A whole number of any kind, yes and no excepted."""
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def check_seed(seed: object) -> int:
    """A seed, if it is one."""
    if not is_whole(seed) or not 0 <= seed <= HIGHEST_SEED:
        raise BadSeed(seed=seed)
    return int(seed)


def check_seats(game: Game, seats: object) -> int:
    """A number of seats, if the game is for that many."""
    if not is_whole(seats) or seats not in game.seat_counts:
        raise BadSeats(game=game.texts.find("en", "title"), known=", ".join(map(str, game.seat_counts)), seats=seats)
    return int(seats)


def check_seat(seat: object, seats: int) -> int:
    """A seat, if it is one at a table of so many."""
    if not is_whole(seat) or not 0 <= seat < seats:
        raise BadSeat(seat=seat, last=seats - 1)
    return int(seat)


def check_path(components: object) -> Path | None:
    """Where a component file lies, if one is named."""
    if components is None:
        return None
    if not isinstance(components, (str, PathLike)):
        raise MissingFile(path=components, why=type(components).__name__)
    return Path(components)


def check_settings(game: Game, given: Mapping[str, object], seats: int) -> dict[str, Value]:
    """All options of a match: those given, if they can be, and the defaults of the others."""
    settings = defaults(game.settings)
    for name, value in given.items():
        if name not in game.settings:
            raise UnknownSetting(game=game.name, setting=name, known=", ".join(game.settings))
        settings[name] = game.settings[name].read(name, value, seats)
    return settings


def announce(game: Game) -> None:
    """Compile the rules, once, and say so: it takes a while. A front end puts its own way of saying it here."""
    sys.stderr.write(game.texts.say("en", "compiling"))

    def show(done: int, known: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{game.texts.say('en', 'compiling')} {done / known:.0%}")
            sys.stderr.flush()

    prepare(game, "match", show)
    sys.stderr.write("\n")


first_compilation: Callable[[Game], None] = announce


def _prepare(game: Game) -> None:
    if not is_prepared(game, "match"):
        first_compilation(game)


def new(
    game: str,
    seats: int = 2,
    seed: int = 0,
    components: str | PathLike[str] | None = None,
    **settings: str | Iterable[int],
) -> Match:
    """Begin a match. `components` names a file of corrected printed figures; other options depend on the game."""
    rules = find_game(game)
    seats, seed = check_seats(rules, seats), check_seed(seed)
    chosen = check_settings(rules, settings, seats)
    figures = rules.read_components(check_path(components))
    _prepare(rules)
    return Match(rules, figures, seats, seed, chosen)


def imagine(game: Game, components: Components, settings: Settings, seen: States, seed: int) -> Match:
    """Begin a match at a table that looks like what was seen, everything hidden redrawn."""
    imagined = object.__new__(Match)
    imagined._lay_out(game, components, 0, check_seed(seed), settings)
    game.imagine(components.facts, seen, imagined.seed, imagined._table)
    imagined.seats = len(game.points(imagined._table[0]))
    imagined._choices = game.options(components.facts, imagined._table, imagined._may)
    imagined._note(None, None)
    imagined._root = imagined.copy()
    return imagined
