"""Positions of a game whose chance is decided outside: whoever holds one is asked for every draw and every roll.

A position never changes; playing makes the next one. So it is copied by keeping it, and what it has in its past is
found by walking back. It is stored as its beginning and what was decided since.

What a seat knows is written page by page: an action and all that followed until the next decision. A page says what
that seat could hear (actions, events) and then names what it saw, by a digest of its view; a page on which there was
nothing to hear and nothing new to see is empty.
"""

import hashlib
import sys
import threading
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.core.errors import GameIsOver, IllegalAction, Impossible
from ulpia.core.game import Game, States
from ulpia.core.settings import Value
from ulpia.engine.event_log import NO_LOG, EventLog
from ulpia.engine.jit import bind
from ulpia.engine.playouts import Progress, compile_once
from ulpia.engine.rng import LONGEST_SCRIPT, MOST_KINDS
from ulpia.engine.templates.explicit_chance import CHANCE, OVER, told_type
from ulpia.engine.templates.loops import DEAL, GO_ON, LIST_ONLY
from ulpia.registry import find_game

SCRIPT_OF = [number.to_bytes(2, sys.byteorder) for number in range(MOST_KINDS)]
"""How each outcome is written in a script."""
DIGITS = 16


class Rules:
    """A game, how many play it, and how: made by `rules_of`."""

    def __init__(self, game: Game, seats: int, settings: tuple[tuple[str, Value], ...]) -> None:
        self.game, self.seats, self.settings = game, seats, settings
        facts = game.read_components().facts
        self.facts = np.array([facts], facts.dtype)
        self.setup_flags = game.setup_flags(dict(settings))
        self.opening = DEAL if dict(settings)["setup"] == "dealt" else GO_ON
        self.size = game.state_type.itemsize
        self.blank = bytes(self.size)
        self.scale = game.observation.scale
        self.desk = _Desk(game)
        self._go_on = module(game).go_on
        self.beginning = self.go_on(None, self.opening, b"")

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_of, (self.game.name, self.seats, self.settings)

    def go_on(self, before: "Position | None", request: int, script: bytes) -> "Position":
        """Carry out a request, chance being told by a script; begin, if nothing was before."""
        desk = self.desk
        seat, many = self._run(before, request, script, NO_LOG)
        if seat == CHANCE:
            if many > MOST_KINDS or len(script) == 2 * LONGEST_SCRIPT:
                raise Impossible(what="chance asks for too much", transcript=str(_pages_of(before)))
            return Position(self, before, request, script, b"", CHANCE, [], desk.weights[:many].tolist())
        if many == 0 and seat != OVER:
            raise Impossible(what="a choice without options", transcript=str(_pages_of(before)))
        return Position(self, before, request, script, bytes(desk.bytes[: self.size]), seat, desk.legal[:many].tolist())

    def tell(self, position: "Position", viewer: int) -> Iterator[str]:
        """What happened on the last page, as a viewer may know it."""
        log = self.desk.log
        log[0, 0] = 0
        self._run(position.before, position.request, position.script, log)
        for event in self.game.events(log, viewer):
            seat = "" if event.seat is None else f" {event.seat}"
            yield f"{event.kind}{seat} " + " ".join(f"{name}={value}" for name, value in event.details.items())

    def imagined(self, table: bytes, player: int, known: str) -> "Position":
        """Begin at a table that a seat imagines, for which that seat knows what is given."""
        self.desk.bytes[: self.size] = table
        facts, tables, legal = self.facts, self.desk.tables, self.desk.legal
        seat, many = self._go_on(facts, tables, 0, 0, self.setup_flags, LIST_ONLY, NO_LOG, legal)
        return Position(self, None, LIST_ONLY, b"", table, seat, legal[:many].tolist(), None, (player, known))

    def _run(self, before: "Position | None", request: int, script: bytes, log: EventLog) -> tuple[int, int]:
        desk = self.desk
        desk.bytes[: self.size] = self.blank if before is None else before.table
        desk.bytes[desk.script : desk.script + len(script)] = script
        seats = self.seats if before is None else 0
        known = len(script) // 2
        return self._go_on(  # type: ignore[no-any-return]
            self.facts, desk.tables, known, seats, self.setup_flags, request, log, desk.legal
        )


class _Desk(threading.local):
    """What compiled code works on, for each thread its own (it runs without Python's lock)."""

    def __init__(self, game: Game) -> None:
        kind = told_type(game.state_type)
        self.tables: Any = np.zeros(1, kind)
        self.bytes = memoryview(self.tables.view(np.uint8))  # type: ignore[arg-type]
        self.weights = self.tables["chance"]["told"]["weights"][0, 0]
        script = self.tables["chance"]["told"]["script"]
        self.script = script.__array_interface__["data"][0] - self.tables.__array_interface__["data"][0]
        self.legal = np.zeros(game.max_options, np.int64)
        self.log = np.zeros(game.log_shape, np.int16)
        self.small = np.zeros(game.observation.size, np.int8)


class Position:
    """A game at a decision, at a chance or at its end. It never changes."""

    __slots__ = ("before", "options", "origin", "pages", "request", "rules", "script", "seat", "table", "weights")

    def __init__(
        self,
        rules: Rules,
        before: "Position | None",
        request: int,
        script: bytes,
        table: bytes,
        seat: int,
        options: list[int],
        weights: list[int] | None = None,
        origin: tuple[int, str] | None = None,
    ) -> None:
        self.rules, self.before, self.request, self.script = rules, before, request, script
        self.table = table
        """The table as it lies there; nothing while chance decides."""
        self.seat = seat
        """Who decides; or CHANCE, or OVER."""
        self.options = options
        self.weights = weights
        """How likely each kind is that chance can choose."""
        self.origin = origin
        """Who imagined this table, and what that seat knew of its past; only where an imagined game begins."""
        self.pages: dict[int, tuple[str, str]] | None = None

    # Playing

    def play(self, action: int) -> "Position":
        """The position after an action, or after an outcome of chance."""
        if self.weights is None:
            if action not in self.options:
                self._refuse(action)
            return self.rules.go_on(self, action, b"")
        if not 0 <= action < len(self.weights) or self.weights[action] == 0:
            self._refuse(action)
        return self.rules.go_on(self.before, self.request, self.script + SCRIPT_OF[action])

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can choose now, each with its probability."""
        weights = self.weights or []
        total = sum(weights)
        return [(kind, weight / total) for kind, weight in enumerate(weights) if weight]

    def _refuse(self, action: int) -> None:
        if self.seat == OVER:
            raise GameIsOver(action=action)
        if self.weights is not None:
            raise IllegalAction(action=action, legal=", ".join(str(kind) for kind, _ in self.outcomes()))
        names = self.rules.game.actions
        named = f"{action} ({names[action]})" if 0 <= action < len(names) else action
        raise IllegalAction(action=named, legal=", ".join(f"{each} ({names[each]})" for each in self.options))

    # Looking

    @property
    def settled(self) -> "Position | None":
        """Where the table lies as everybody sees it: here, or, while chance decides, before the action."""
        return self if self.weights is None else self.before

    @property
    def states(self) -> States:
        """The table as an array of one record; nobody else's."""
        return np.frombuffer(bytearray(self.table), self.rules.game.state_type)

    def seen(self, viewer: int) -> States:
        """What a viewer knows of the table."""
        return self.rules.game.see(self.states, viewer)

    def view(self, viewer: int) -> dict[str, Any]:
        """The same in names and numbers; empty before anything lies on the table."""
        settled = self.settled
        return {} if settled is None else self.rules.game.view(self.rules.facts[0], settled.seen(viewer))

    def look(self, viewer: int, seen: npt.NDArray[np.float32]) -> None:
        """Write what a seat knows of the table, as numbers; zeros before anything lies there."""
        settled, rules = self.settled, self.rules
        if settled is None:
            seen[:] = 0
        else:
            small, scale = rules.desk.small, rules.scale
            rules.game.lockstep.look(rules.facts, settled.states, viewer, small, scale, seen.reshape(1, -1))

    def knowledge(self, viewer: int) -> str:
        """All that a viewer has heard and seen so far, in order."""
        return "".join(position._page(viewer)[0] for position in self._past())

    def imagine(self, viewer: int, seed: int) -> "Position":
        """A position that looks the same to a viewer, whatever it cannot know drawn anew. It has no past."""
        table = np.zeros(1, self.rules.game.state_type)
        self.rules.game.imagine(self.rules.facts[0], self.seen(viewer), seed, table)
        return self.rules.imagined(table.tobytes(), viewer, self.knowledge(viewer))

    def _page(self, viewer: int) -> tuple[str, str]:
        """What a viewer learns on the last page, and the digest of what it then sees."""
        if self.pages is None:
            self.pages = {}
        if viewer not in self.pages:
            self.pages[viewer] = self._write_page(viewer)
        return self.pages[viewer]

    def _write_page(self, viewer: int) -> tuple[str, str]:
        lines, before = [], ""
        if self.before is not None:
            before = self.before._page(viewer)[1]
            action = self.rules.game.actions[self.request]
            if self.before.seat == viewer or not self.rules.game.is_secret(action):
                lines.append(f"{self.before.seat}: {action}")
        if self.weights is not None:
            return "\n".join([*lines, ""]), before
        sight = hashlib.sha256(self.seen(viewer).tobytes()).hexdigest()[:DIGITS]
        if self.origin is None:
            lines += self.rules.tell(self, viewer)
        elif self.origin[0] == viewer:
            return self.origin[1], sight
        else:
            lines.append(f"imagined by {self.origin[0]}")
        if sight != before:
            lines.append(f"seen {sight}")
        return "\n".join([*lines, ""]) if lines else "", sight

    def _past(self) -> "list[Position]":
        past, position = [], self
        while position.before is not None:
            past.append(position)
            position = position.before
        return [position, *reversed(past)]

    # Storing

    def __deepcopy__(self, _memo: object) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first = self._past()[0]
        imagined = None if first.origin is None else (first.table, *first.origin)
        return _replay, (self.rules, imagined, _pages_of(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.__reduce__()[1] == other.__reduce__()[1]

    def __hash__(self) -> int:
        return hash((self.table, self.request, self.script))


def _pages_of(position: Position | None) -> list[tuple[int, bytes]]:
    if position is None:
        return []
    return [(page.request, page.script) for page in position._past() if page.origin is None]


def _replay(rules: Rules, imagined: tuple[bytes, int, str] | None, pages: list[tuple[int, bytes]]) -> Position:
    position = None if imagined is None else rules.imagined(*imagined)
    for request, script in pages:
        position = rules.go_on(position, request, script)
    assert position is not None
    return position


@cache
def module(game: Game) -> ModuleType:
    """The template, bound to a game; compiled when first called."""
    rules = {"begin": game.loops.begin, "play": game.loops.play}
    return bind("ulpia.engine.templates.explicit_chance", f"ulpia.research.{game.name}_told", **rules)


@cache
def rules_of(name: str, seats: int, settings: tuple[tuple[str, Value], ...]) -> Rules:
    """The rules of a game by its name, settings checked before."""
    game = find_game(name)
    prepare(game)
    return Rules(game, seats, settings)


def prepare(game: Game, progress: Progress | None = None) -> None:
    """Compile what is needed, if nobody has yet."""
    compile_once(game, "told", lambda: _try(game), progress)


def _try(game: Game) -> None:
    position = Rules(game, game.seat_counts[0], tuple(game.varieties[0].items())).beginning
    while position.weights is not None:
        position = position.play(position.outcomes()[0][0])
    position.imagine(0, 0).look(0, np.zeros(game.observation.size, np.float32))
