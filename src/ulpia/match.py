"""A match: one game being played, from a seed, settings and a list of actions.

Everything that comes from outside is checked here, before compiled code sees it; a refusal leaves the match as it was.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import TypeGuard

from msgspec.structs import replace

from ulpia.core.actions import Action
from ulpia.core.components import Components, Record
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
from ulpia.core.events import GameEvent, Rows
from ulpia.core.game import SPECTATOR, DryRun, Game, Knowledge, Outcome, Position
from ulpia.core.i18n import LANGUAGES
from ulpia.core.settings import Settings, Value, defaults, written
from ulpia.core.view import Question, View
from ulpia.registry import find_game

FIRST_LINE = "ulpia transcript 2"
HIGHEST_SEED = 2**63 - 1
"""Seeds for programs that count them up: they fit a signed number of 64 bits."""
HIGHEST_KEY = 2**256 - 1
"""A match can have any key of the generator as its seed. Keys of 256 random bits cannot be found by trying."""
DIGITS = 12
LATEST = 12
"""Log entries that are shown beside a picture."""
DRY_RUN_SEED = 0
"""Seed of the imagined position of a dry run: only what follows from the view is read off it."""


@dataclass(frozen=True)
class Entry:
    """One action of a match and the events it caused. The first entry of a match has no action: it is the set-up."""

    seat: int | None
    action: Action | None
    events: Rows


class Match:
    """A game in progress, made by `ulpia.new`, `ulpia.load` or `Match.imagine`. For one thread at a time."""

    def __init__(
        self, game: Game, components: Components, seats: int, seed: int, settings: Settings, position: Position
    ) -> None:
        self.game = game
        self.components = components
        self.seats = seats
        self.seed = seed
        self.settings: Settings = dict(settings)
        self._position = position
        self._actions: list[int] = []
        self._entries: list[Entry] = [Entry(None, None, position.events)]
        self._root: Match | None = None
        """The beginning of an imagined match."""

    # The decision

    @property
    def seat(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return self._position.seat

    @property
    def question(self) -> Question | None:
        """What is being decided; None when the game is over."""
        return self.game.question(self._position)

    @property
    def options(self) -> tuple[Action, ...]:
        """All legal actions, in their fixed order."""
        return tuple(self.game.actions[number] for number in self._position.legal_actions)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything played so far."""
        return tuple(self.game.actions[number] for number in self._actions)

    def dry_runs(self) -> dict[int, DryRun]:
        """What each option would do, by its number, as far as the seat that decides can know."""
        if self.seat is None:
            return {}
        imagined = self._imagined()
        mark = imagined.undo_mark
        return {number: self._dry_run(imagined, mark, (number,)) for number in self._position.legal_actions}

    def dry_run(self, action: "str | int | Action", *then: "str | int | Action") -> DryRun:
        """What an option would do, and actions that follow it, as far as the seat that decides can know."""
        numbers = (self.legal(action).number, *(self.known(each).number for each in then))
        imagined = self._imagined()
        return self._dry_run(imagined, imagined.undo_mark, numbers)

    def _imagined(self) -> Position:
        position: Position = self.game.rules.imagine(self.components, self.seen(self.seat), DRY_RUN_SEED)
        return position

    def _dry_run(self, imagined: Position, mark: tuple[int, ...], numbers: Sequence[int]) -> DryRun:
        after, rows = imagined.copy(), list[Sequence[int]]()
        for number in numbers:
            if number not in after.legal_actions:
                raise IllegalAction(action=self.game.actions[number], legal=self._listed(after.legal_actions))
            after.play(number)
            rows += after.events
        is_final = after.undo_mark != mark
        follows, before_details = self.game.question(after), len(rows)
        while (asked := self.game.question(after)) and asked.kind in self.game.detail_questions:
            after.play(after.legal_actions[0])
            rows += after.events
        viewer = self.viewer(self.seat)
        events = self.game.read_events(rows, viewer)
        first = events if len(rows) == before_details else self.game.read_events(rows[:before_details], viewer)
        drawn = self.game.drawn_events
        return DryRun(
            events=tuple(events),
            is_final=is_final,
            question=asked,
            certain=tuple(takewhile(lambda event: event.seat == viewer and event.kind not in drawn, first)),
            asked=None if is_final else follows,
        )

    # The state of the game

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each seat."""
        return self._position.points

    @property
    def sources(self) -> tuple[dict[str, int], ...]:
        """The points of each seat by where they came from; they add up to `points` at every moment."""
        return tuple(dict(zip(self.game.source_names, row)) for row in self._position.point_sources)

    @property
    def outcome(self) -> Outcome | None:
        """The ranking, ties broken; None while the game goes on."""
        return self.game.outcome(self._position)

    @property
    def turn(self) -> tuple[int, int]:
        """How many turns have begun, and which seat decides. It changes with every turn."""
        return self._position.turn

    @property
    def undo_mark(self) -> tuple[int, ...]:
        """Changes whenever taking back would unlearn something hidden, or leave one's own turn."""
        return self._position.undo_mark

    @property
    def state(self) -> Record:
        """A copy of the complete state as one NumPy record, for research. Agents get views or imagined matches."""
        return self._position.record

    def seen(self, seat: int | None = None) -> Knowledge:
        """What one seat knows, as compiled rules keep it; None is a spectator. It holds nothing else."""
        return self._position.knowledge(self.viewer(seat))

    def view(self, seat: int | None = None) -> View:
        """What one seat knows, as typed values that JSON can carry; None is a spectator."""
        return self.game.view(self.components, self.seen(seat))

    def open_view(self) -> View:
        """The view of a spectator to whom everybody shows everything: each seat as it sees itself."""
        return replace(self.view(), players=[self.view(seat).players[seat] for seat in range(self.seats)])

    def imagine(self, seat: int | None, seed: int) -> "Match":
        """A match that looks the same to a seat, everything hidden redrawn. It knows nothing of this one's past."""
        return imagine(self.game, self.components, self.settings, self.seen(seat), seed)

    # The log

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log, an entry for each action; the first is the set-up."""
        return tuple(self._entries)

    def events(self, seat: int | None = None, since: int = 0) -> list[GameEvent]:
        """What happened from entry `since` on, as a seat (or a spectator) may know it."""
        viewer = self.viewer(seat)
        return [event for entry in self._entries[since:] for event in self.game.read_events(entry.events, viewer)]

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
        named = seat_names or self.game.seat_names(language, self.seats)
        return [self.game.say_event(event, language, named) for event in self.events(seat, since)]

    def picture(self, language: str = "en", seat: int | None = None, theme: str = "day") -> str:
        """The table as one SVG, as a seat sees it, with the latest entries of the log."""
        from ulpia import render

        latest = self.tell(language, seat, since=max(0, len(self._entries) - LATEST))
        return render.svg(self.view(seat), language, theme, log=latest)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the table as the seat that decides sees it."""
        return self.picture(seat=self.seat)

    # Playing

    def play(self, action: "str | int | Action") -> None:
        """Play an action, given by its notation, its number, or itself."""
        self._play(self.legal(action).number)

    def legal(self, action: "str | int | Action") -> Action:
        """Return the action if it is legal now; otherwise the error lists the legal actions."""
        if self.seat is None:
            raise GameIsOver(action=action)
        found = self.known(action)
        if found.number not in self._position.legal_actions:
            raise IllegalAction(action=found, legal=self._legal())
        return found

    def undo(self, politely: bool = False) -> None:
        """Take the last action back. Politely: only if that unlearns nothing hidden and stays within one's own turn."""
        if not self._actions:
            raise NothingToUndo()
        shorter = self._replay(self._actions[:-1])
        if politely and shorter.undo_mark != self.undo_mark:
            raise UndoForbidden()
        self._position, self._actions, self._entries = shorter._position, shorter._actions, shorter._entries

    def copy(self) -> "Match":
        """An independent match at the same point."""
        twin = Match(self.game, self.components, self.seats, self.seed, self.settings, self._position.copy())
        twin._actions, twin._entries, twin._root = self._actions.copy(), self._entries.copy(), self._root
        return twin

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, _memo: object) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle holds how the match began and its actions, which are played again."""
        if self._root is not None:
            raise ImaginedMatch()
        return _unpickle, (self.game.name, self.components, self.seats, self.seed, self.settings, self._actions)

    def at(self, position: int) -> "Match":
        """The same match when so many actions had been played."""
        if not is_integer(position) or not 0 <= position <= len(self._actions):
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
        return write_transcript(
            [f"{key} {value}" for key, value in head.items()], [str(action) for action in self.actions], self.digest
        )

    @property
    def digest(self) -> str:
        """Identifies the position: equal states have equal digests."""
        return hashlib.sha256(self._position.tobytes()).hexdigest()[:DIGITS]

    def __repr__(self) -> str:
        where = f"seat {self.seat} decides: {self.question}" if self.seat is not None else "over"
        return f"<Match {self.game.name}, {self.seats} seats, {len(self._actions)} actions, {where}>"

    # Internals

    def _play(self, number: int) -> None:
        seat = self.seat
        self._position.play(number)
        self._actions.append(number)
        self._entries.append(Entry(seat, self.game.actions[number], self._position.events))
        if self.seat is not None and not self._position.legal_actions:
            transcript = "-" if self._root is not None else self.transcript()
            raise Impossible(what="a choice without options", transcript=transcript)

    def _replay(self, actions: list[int]) -> "Match":
        shorter = (
            self._root.copy()
            if self._root is not None
            else begin(self.game, self.components, self.seats, self.seed, self.settings)
        )
        shorter._root = self._root
        for number in actions:
            shorter._play(number)
        return shorter

    def viewer(self, seat: int | None) -> int:
        """The number by which rules know a viewer."""
        return SPECTATOR if seat is None else check_seat(seat, self.seats)

    def _legal(self) -> str:
        return self._listed(self._position.legal_actions)

    def _listed(self, numbers: Iterable[int]) -> str:
        return ", ".join(str(self.game.actions[number]) for number in numbers)

    def known(self, action: "str | int | Action") -> Action:
        """Find an action by its notation or number, whether it is legal now or not."""
        if is_integer(action):
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


def is_integer(number: object) -> TypeGuard[int]:
    """Whether a value is an integer, and not a bool."""
    return isinstance(number, Integral) and not isinstance(number, bool)


def check_seed(seed: object, highest: int = HIGHEST_SEED) -> int:
    """Return a valid seed, or raise BadSeed."""
    if not is_integer(seed) or not 0 <= seed <= highest:
        raise BadSeed(seed=seed, highest=highest)
    return int(seed)


def check_seats(game: Game, seats: object) -> int:
    """Return a number of seats that the game allows, or raise BadSeats."""
    if not is_integer(seats) or seats not in game.seat_counts:
        raise BadSeats(game=game.texts.find("en", "title"), known=", ".join(map(str, game.seat_counts)), seats=seats)
    return int(seats)


def check_seat(seat: object, seats: int) -> int:
    """Return a seat of a table of this size, or raise BadSeat."""
    if not is_integer(seat) or not 0 <= seat < seats:
        raise BadSeat(seat=seat, first=0, last=seats - 1)
    return int(seat)


def check_path(components: object) -> Path | None:
    """Return the path of a component file; None if none is named."""
    if components is None:
        return None
    if not isinstance(components, (str, PathLike)):
        raise MissingFile(path=components, why=type(components).__name__)
    return Path(components)


def check_settings(game: Game, given: Mapping[str, object], seats: int) -> dict[str, Value]:
    """Return all settings of a match: those given, if they are valid, and the defaults of the others."""
    settings = defaults(game.settings)
    for name, value in given.items():
        if name not in game.settings:
            raise UnknownSetting(game=game.name, setting=name, known=", ".join(game.settings))
        settings[name] = game.settings[name].read(name, value, seats)
    return settings


def write_transcript(head: Sequence[str], actions: Sequence[str], position: str) -> str:
    """Return a transcript from the lines of its head, its actions and the digest of its last position."""
    return "\n".join([FIRST_LINE, *head, "", *actions, closing_line(head, actions, position), ""])


def closing_line(head: Sequence[str], actions: Sequence[str], position: str) -> str:
    """Return the last line of a transcript: how many actions it has, its last position, and a digest of every line."""
    content = "\n".join([*head, "", *actions, position])
    return f"end {len(actions)} {position} {hashlib.sha256(content.encode()).hexdigest()[:DIGITS]}"


def new(
    game: str,
    seats: int = 2,
    seed: int = 0,
    components: str | PathLike[str] | None = None,
    **settings: str | Iterable[int],
) -> Match:
    """Begin a match. `components` names a file of corrected printed figures; other options depend on the game."""
    rules = find_game(game)
    seats, seed = check_seats(rules, seats), check_seed(seed, HIGHEST_KEY)
    chosen = check_settings(rules, settings, seats)
    figures = rules.read_components(check_path(components))
    rules.prepare("match")
    return begin(rules, figures, seats, seed, chosen)


def begin(game: Game, components: Components, seats: int, seed: int, settings: Settings) -> Match:
    """Begin a match with options that were checked before."""
    return Match(game, components, seats, seed, settings, game.rules.begin(components, seats, seed, settings))


def _unpickle(
    name: str, components: Components, seats: int, seed: int, settings: Mapping[str, object], actions: list[int]
) -> Match:
    game = find_game(name)
    components = game.verify_components(components)
    game.prepare("match")
    seats, seed = check_seats(game, seats), check_seed(seed, HIGHEST_KEY)
    match = begin(game, components, seats, seed, check_settings(game, settings, seats))
    for action in actions:
        match.play(action)
    return match


def imagine(game: Game, components: Components, settings: Settings, seen: Knowledge, seed: int) -> Match:
    """Begin a match at a position that looks like what was seen, everything hidden redrawn."""
    position = game.rules.imagine(components, seen, check_seed(seed))
    imagined = Match(game, components, position.seats, seed, settings, position)
    imagined._root = imagined.copy()
    return imagined
