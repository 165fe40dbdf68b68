"""Immutable positions of a game with explicit chance nodes, as OpenSpiel wants them.

Playing returns the next position, so a copy is the position itself, and its history is found by following `before`. A
position is pickled as its beginning and the decisions since.

The information state of a seat is a text of pages. A page covers an action and everything that followed until the next
decision: what the seat could learn (actions, events), then a digest of its view, if that has changed. A page without
news is empty.
"""

import hashlib
import sys
import threading
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt
from msgspec import to_builtins

from ulpia.core.errors import GameIsOver, IllegalAction, Impossible
from ulpia.core.game import Game, Progress
from ulpia.core.settings import Value
from ulpia.engine.batch_types import Array, ExplicitRequest
from ulpia.engine.event_log import NO_LOG, EventLog
from ulpia.engine.play_requests import DEAL, GO_ON, LIST_ONLY
from ulpia.engine.rng import MAX_KINDS, MAX_SCRIPT, explicit_chance_type
from ulpia.engine.rules import States
from ulpia.engine.templates.explicit_chance import CHANCE_PLAYER, TERMINAL_PLAYER
from ulpia.engine.warmup import compile_once
from ulpia.match import check_seat, check_seats, check_settings
from ulpia.registry import find_game
from ulpia.research.errors import BadState, OtherTable, WrongShape

OUTCOME_BYTES = [number.to_bytes(2, sys.byteorder) for number in range(MAX_KINDS)]
"""Each outcome as it is written in a script."""
DIGEST_DIGITS = 16


class OpenSpielRules:
    """A game with its number of seats and settings; `rules_of` makes one."""

    def __init__(self, game: Game, seats: int, settings: tuple[tuple[str, Value], ...]) -> None:
        self.game, self.seats, self.settings = game, seats, settings
        self.components = game.read_components()
        facts = self.components.facts
        self.facts = np.array([facts], facts.dtype)
        self.setup_flags = game.rules.setup_flags(dict(settings))
        self.opening = DEAL if dict(settings)["setup"] == "dealt" else GO_ON
        self.size = game.rules.state_type.itemsize
        self.blank = bytes(self.size)
        self.scale = game.rules.observation.scale
        self.buffers = _Buffers(game)
        self._advance = bound_module(game).advance
        self.beginning = self.advance(None, self.opening, b"")

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle_rules, (self.game.name, self.seats, dict(self.settings))

    def advance(self, before: "OpenSpielPosition | None", request: int, script: bytes) -> "OpenSpielPosition":
        """Carry out a request with the chance outcomes of a script; without a position before, begin a game."""
        buffers = self.buffers
        player, count = self._run(before, request, script, NO_LOG)
        if player == CHANCE_PLAYER:
            if count > MAX_KINDS or len(script) == 2 * MAX_SCRIPT:
                raise Impossible(what="chance asks for too much", transcript=str(_pages_of(before)))
            return OpenSpielPosition(self, before, request, script, b"", player, [], buffers.weights[:count].tolist())
        if count == 0 and player != TERMINAL_PLAYER:
            raise Impossible(what="a choice without options", transcript=str(_pages_of(before)))
        state, options = bytes(buffers.bytes[: self.size]), buffers.legal[:count].tolist()
        return OpenSpielPosition(self, before, request, script, state, player, options)

    def events(self, position: "OpenSpielPosition", viewer: int) -> Iterator[str]:
        """Return the events of the last page, as a viewer may know them."""
        log = self.buffers.log
        log[0, 0] = 0
        self._run(position.before, position.request, position.script, log)
        for event in self.game.read_events(log[1 : 1 + int(log[0, 0])].tolist(), viewer):
            seat = "" if event.seat is None else f" {event.seat}"
            yield f"{event.kind}{seat} " + " ".join(f"{name}={value}" for name, value in event.details.items())

    def imagined(self, state: bytes, viewer: int, known: str) -> "OpenSpielPosition":
        """Begin with a state that a seat imagined, and with what that seat knew."""
        buffers = self.buffers
        buffers.bytes[: self.size] = state
        requested = tuple(ExplicitRequest(0, 0, self.setup_flags, LIST_ONLY))
        player, count = self._advance(self.facts, buffers.states, requested, NO_LOG, buffers.legal)
        options = buffers.legal[:count].tolist()
        return OpenSpielPosition(self, None, LIST_ONLY, b"", state, player, options, None, (viewer, known))

    def _run(self, before: "OpenSpielPosition | None", request: int, script: bytes, log: EventLog) -> tuple[int, int]:
        buffers = self.buffers
        buffers.bytes[: self.size] = self.blank if before is None else before.state
        buffers.bytes[buffers.script : buffers.script + len(script)] = script
        requested = (len(script) // 2, self.seats if before is None else 0, self.setup_flags, request)
        return self._advance(self.facts, buffers.states, requested, log, buffers.legal)  # type: ignore[no-any-return]


class _Buffers(threading.local):
    """Work space of compiled code, one for each thread, since compiled code runs without Python's lock."""

    def __init__(self, game: Game) -> None:
        self.states: Array = np.zeros(1, explicit_chance_type(game.rules.state_type))
        self.bytes = memoryview(self.states.view(np.uint8))  # type: ignore[arg-type]
        self.weights = self.states["chance"]["script"]["weights"][0, 0]
        outcomes = self.states["chance"]["script"]["outcomes"]
        self.script = outcomes.__array_interface__["data"][0] - self.states.__array_interface__["data"][0]
        """Where the outcomes of the script begin in `bytes`."""
        self.legal = np.zeros(game.rules.max_options, np.int64)
        self.log = np.zeros(game.rules.log_shape, np.int16)
        self.encoded = np.zeros(game.rules.observation.size, np.int8)


class OpenSpielPosition:
    """A game at a decision, at a chance node or at its end. Immutable."""

    __slots__ = ("before", "options", "origin", "pages", "player", "request", "rules", "script", "state", "weights")

    def __init__(
        self,
        rules: OpenSpielRules,
        before: "OpenSpielPosition | None",
        request: int,
        script: bytes,
        state: bytes,
        player: int,
        options: list[int],
        weights: list[int] | None = None,
        origin: tuple[int, str] | None = None,
    ) -> None:
        self.rules, self.before, self.request, self.script = rules, before, request, script
        self.state = state
        """The state as bytes; empty at a chance node."""
        self.player = player
        """The current player: a seat, CHANCE_PLAYER or TERMINAL_PLAYER."""
        self.options = options
        self.weights = weights
        """At a chance node, the relative probability of each outcome; elsewhere None."""
        self.origin = origin
        """Where an imagined game begins: the seat that imagined it, and what that seat knew. Elsewhere None."""
        self.pages: dict[int, tuple[str, str]] | None = None

    # Playing

    def play(self, action: int) -> "OpenSpielPosition":
        """Return the position after an action, or after an outcome of chance."""
        if self.weights is None:
            if action not in self.options:
                self._refuse(action)
            return self.rules.advance(self, action, b"")
        if not 0 <= action < len(self.weights) or self.weights[action] == 0:
            self._refuse(action)
        return self.rules.advance(self.before, self.request, self.script + OUTCOME_BYTES[action])

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        weights = self.weights or []
        total = sum(weights)
        return [(kind, weight / total) for kind, weight in enumerate(weights) if weight]

    def _refuse(self, action: int) -> None:
        if self.player == TERMINAL_PLAYER:
            raise GameIsOver(action=action)
        if self.weights is not None:
            raise IllegalAction(action=action, legal=", ".join(str(kind) for kind, _ in self.outcomes()))
        names = self.rules.game.actions
        named = f"{action} ({names[action]})" if 0 <= action < len(names) else action
        raise IllegalAction(action=named, legal=", ".join(f"{each} ({names[each]})" for each in self.options))

    # Observing

    @property
    def settled(self) -> "OpenSpielPosition | None":
        """The position that players see: this one, or, at a chance node, the one before the action."""
        return self if self.weights is None else self.before

    @property
    def states(self) -> States:
        """The state as a new array of one record."""
        return np.frombuffer(bytearray(self.state), self.rules.game.rules.state_type)

    def seen(self, viewer: int) -> States:
        """Return what a viewer knows of the state."""
        seen: States = self.rules.game.rules.see(self.states, viewer)
        return seen

    def view(self, viewer: int) -> dict[str, object]:
        """Return what a viewer knows, in names and numbers; empty before the set-up is complete."""
        settled = self.settled
        if settled is None:
            return {}
        view: dict[str, object] = to_builtins(self.rules.game.view(self.rules.components, settled.seen(viewer)))
        return view

    def observe(self, viewer: int, observation: npt.NDArray[np.float32]) -> None:
        """Write the observation of a seat; zeros before the set-up is complete."""
        settled, rules = self.settled, self.rules
        if settled is None:
            observation[:] = 0
        else:
            encoded, row = rules.buffers.encoded, observation.reshape(1, -1)
            rules.game.rules.batch.observe_seat(rules.facts, settled.states, viewer, encoded, rules.scale, row)

    def knowledge(self, viewer: int) -> str:
        """Return everything that a viewer has learnt so far, in order: its information state."""
        return "".join(position._page(viewer)[0] for position in self._past())

    def imagine(self, viewer: int, seed: int) -> "OpenSpielPosition":
        """Return a position that looks the same to a viewer, with everything hidden redrawn. It has no history."""
        states = np.zeros(1, self.rules.game.rules.state_type)
        self.rules.game.rules.imagine_state(self.rules.facts[0], self.seen(viewer), seed, states)
        return self.rules.imagined(states.tobytes(), viewer, self.knowledge(viewer))

    def _page(self, viewer: int) -> tuple[str, str]:
        """Return what a viewer learns on the last page, and the digest of its view after it."""
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
            if self.before.player == viewer or not self.rules.game.is_secret(action):
                lines.append(f"{self.before.player}: {action}")
        if self.weights is not None:
            return "\n".join([*lines, ""]), before
        digest = hashlib.sha256(self.seen(viewer).tobytes()).hexdigest()[:DIGEST_DIGITS]
        if self.origin is None:
            lines += self.rules.events(self, viewer)
        elif self.origin[0] == viewer:
            return self.origin[1], digest
        else:
            lines.append(f"imagined by {self.origin[0]}")
        if digest != before:
            lines.append(f"seen {digest}")
        return "\n".join([*lines, ""]) if lines else "", digest

    def _past(self) -> "list[OpenSpielPosition]":
        past, position = [], self
        while position.before is not None:
            past.append(position)
            position = position.before
        return [position, *reversed(past)]

    # Copies

    def __deepcopy__(self, _memo: object) -> "OpenSpielPosition":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        first = self._past()[0]
        imagined = None if first.origin is None else (first.state, *first.origin)
        return _replay, (self.rules, imagined, _pages_of(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielPosition) and self.__reduce__()[1] == other.__reduce__()[1]

    def __hash__(self) -> int:
        return hash((self.state, self.request, self.script))


def _pages_of(position: OpenSpielPosition | None) -> list[tuple[int, bytes]]:
    if position is None:
        return []
    return [(page.request, page.script) for page in position._past() if page.origin is None]


def _replay(
    rules: OpenSpielRules, imagined: tuple[bytes, int, str] | None, pages: list[tuple[int, bytes]]
) -> OpenSpielPosition:
    """Play a pickled position again, so that everything in it is checked."""
    position = rules.beginning if imagined is None else _checked(rules, *imagined)
    for at, (request, script) in enumerate(pages):
        if at > 0 or imagined is not None:  # else the page is the set-up, which `beginning` asks for
            position = position.play(request)
        for outcome in np.frombuffer(script, np.uint16).tolist():
            position = position.play(outcome)
    return position


def _unpickle_rules(name: str, seats: int, settings: dict[str, Value]) -> OpenSpielRules:
    game = find_game(name)
    seats = check_seats(game, seats)
    return rules_of(name, seats, tuple(check_settings(game, settings, seats).items()))


def _checked(rules: OpenSpielRules, state: bytes, viewer: int, known: str) -> OpenSpielPosition:
    if len(state) != rules.size:
        raise WrongShape(what="state", needed=rules.size, given=len(state))
    states: States = np.frombuffer(state, rules.game.rules.state_type)
    fault = rules.game.rules.first_fault(rules.facts[0], states)
    if fault is not None:
        raise BadState(at=0, fault=fault[1])
    if states["seats"][0] != rules.seats:
        raise OtherTable(at=0, given=int(states["seats"][0]), needed=rules.seats)
    check_seat(viewer, rules.seats)
    return rules.imagined(state, viewer, known)


@cache
def bound_module(game: Game) -> ModuleType:
    """Bind the explicit-chance template to a game. It is compiled when first called."""
    module: ModuleType = game.rules.bind("explicit_chance", play=game.rules.loops.play)
    return module


@cache
def rules_of(name: str, seats: int, settings: tuple[tuple[str, Value], ...]) -> OpenSpielRules:
    """Return the rules of a game by its name. The settings are already checked."""
    game = find_game(name)
    prepare(game)
    return OpenSpielRules(game, seats, settings)


def prepare(game: Game, progress: Progress | None = None) -> None:
    """Compile what positions need, unless it is compiled already."""
    compile_once(game, "explicit-chance", lambda: _exercise(game), progress)


def _exercise(game: Game) -> None:
    """Call every compiled function of a position once."""
    position = OpenSpielRules(game, game.seat_counts[0], tuple(game.varieties[0].items())).beginning
    while position.weights is not None:
        position = position.play(position.outcomes()[0][0])
    position.imagine(0, 0).observe(0, np.zeros(game.rules.observation.size, np.float32))
