"""Thousands of games in lock-step, in compiled code, on all cores.

All arrays belong to the batch and are overwritten by every step: NumPy sees them without a copy, PyTorch and JAX by
DLPack (`torch.from_dlpack(batch.observations)`). Who wants to keep one, copies it.
"""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ulpia.catalogue import find_game
from ulpia.kernel import choices
from ulpia.kernel.errors import BadCount
from ulpia.kernel.layout import layout
from ulpia.kernel.lockstep import POINTS, RESULT
from ulpia.kernel.loops import DEAL, GO_ON
from ulpia.kernel.protocol import Game
from ulpia.kernel.rng import Chance
from ulpia.kernel.runner import Progress, compile_once
from ulpia.match import check_path, check_seats, check_seed, check_settings
from ulpia.research.errors import AllOver, BadState, NotAllowed, OtherTable, UnknownKind, WrongNumbers, WrongShape

REWARDS = {"result": RESULT, "points": POINTS}
NUMBERS = ("float32", "int8")
CHANCE = layout(Chance)

Array = npt.NDArray[Any]


class Step(NamedTuple):
    """What every table asks now, and what came of the last action."""

    seats: Array
    """Whose decision it is, -1 where the game is over (int8, a number for each game)."""
    observations: Array
    """What that seat knows (float32 or int8, a row for each game)."""
    masks: Array
    """1 for each action that is allowed (uint8, a row for each game)."""
    rewards: Array
    """For every seat, since the last step (float32, a row for each game)."""
    done: Array
    """Where a game has ended by the last action (bool)."""


def prepare(game: Game, numbers: str = "float32", progress: Progress | None = None) -> None:
    """Compile what batches and environments need, if nobody has yet."""
    compile_once(game, f"lockstep-{numbers}", lambda: _try(game, numbers), progress)


def _try(game: Game, numbers: str) -> None:
    batch = object.__new__(Batch)
    batch._lay_out(game, game.read_components().facts, 2, 1, numbers)
    batch._rewards_are, batch._terms, batch._request, batch._stride = RESULT, 0, DEAL, 1
    batch.reset(0)
    batch.step(batch.random_actions())
    batch.put(batch.take())
    batch.look(0)


class Batch:
    """Games of one kind in lock-step.

    A step is a decision at every table, with all that follows from it and leaves no choice. With `auto_reset` a table
    whose game has ended is at once at the beginning of the next; its seed (`seeds[at]`) grows by the number of games.
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        games: int = 1024,
        *,
        seed: int = 0,
        observations: str | None = "float32",
        rewards: str = "result",
        auto_reset: bool = True,
        workers: int | None = None,
        components: str | PathLike[str] | None = None,
        **settings: str | Iterable[int],
    ) -> None:
        rules = find_game(game)
        seats = check_seats(rules, seats)
        chosen = check_settings(rules, {"setup": "dealt", **settings}, seats)
        facts = rules.read_components(check_path(components)).facts
        if type(games) is not int or games < 1:
            raise BadCount(count=games)
        if rewards not in REWARDS:
            raise UnknownKind(option="rewards", value=rewards, known=", ".join(REWARDS))
        if observations is not None and observations not in NUMBERS:
            raise UnknownKind(option="observations", value=observations, known=", ".join((*NUMBERS, "None")))
        if workers is not None and (type(workers) is not int or workers < 1):
            raise UnknownKind(option="workers", value=workers, known="1, 2, 3, …")
        prepare(rules, observations or NUMBERS[0])
        self._lay_out(rules, facts, seats, games, observations, workers)
        self.settings = chosen
        self._rewards_are = REWARDS[rewards]
        self._terms = rules.terms(chosen)
        self._request = DEAL if chosen["setup"] == "dealt" else GO_ON
        self._stride = games if auto_reset else 0
        self.reset(seed)

    def _lay_out(
        self, game: Game, facts: np.record, seats: int, games: int, numbers: str | None, workers: int | None = 1
    ) -> None:
        self.game = game
        self.table_size = seats
        self.games = games
        kind = numbers or NUMBERS[0]
        size = game.observation.size if numbers else 0
        self._facts = np.array([facts], facts.dtype)
        self._states = np.zeros(games, game.state_type)
        self._blank = np.zeros(1, game.state_type)
        self._silent = np.zeros((0, game.story_shape[1]), np.int16)
        self._scale = game.observation.scale if kind == "float32" else np.ones(game.observation.size, np.int8)
        self._dice = np.zeros(1, CHANCE)
        self.seeds = np.zeros(games, np.int64)
        self.seats = np.full(games, -1, np.int8)
        self.choices = np.zeros(games, np.int16)
        self.options = np.zeros((games, game.most_options), np.int16)
        self.masks = np.zeros((games, len(game.actions)), np.uint8)
        self.observations = np.zeros((games, size), kind)
        self.rewards = np.zeros((games, seats), np.float32)
        self.done = np.zeros(games, np.bool_)
        self.points = np.zeros((games, seats), np.int16)
        self._actions = np.zeros(games, np.int64)
        many = min(games, workers or os.cpu_count() or 1)
        edges = [games * at // many for at in range(many + 1)]
        self._shares = [_Share(self, slice(low, high)) for low, high in pairwise(edges)]
        self._threads = ThreadPoolExecutor(many) if many > 1 else None

    # What is asked, and answered

    @property
    def now(self) -> Step:
        """What every table asks."""
        return Step(self.seats, self.observations, self.masks, self.rewards, self.done)

    def reset(self, seed: int | None = None) -> Step:
        """Begin anew at every table: with this seed and the following ones, or the ones after those in use."""
        if seed is None:
            self.seeds += self.games
        else:
            self.seeds[:] = np.arange(self.games) + check_seed(seed)
        choices.seed_dice(self._dice, int(self.seeds[0]))
        self.rewards[:] = 0
        self.done[:] = False
        self._share_out(_Share.start)
        return self.now

    def step(self, actions: Array) -> Step:
        """Play an action at every table (-1 where a game is over). If one is not allowed, nothing is played."""
        self._actions[:] = self._checked(actions)
        refused = choices.first_refused(self._actions, self.masks, self.choices)
        if refused >= 0:
            self._refuse(refused)
        self._share_out(_Share.step)
        return self.now

    def random_actions(self) -> npt.NDArray[np.int64]:
        """One of its options for every table, all equally likely."""
        actions = np.empty(self.games, np.int64)
        choices.draw_actions(self._dice, self.choices, self.options, actions)
        return actions

    def look(self, seat: int) -> Array:
        """What a seat knows at every table, whoever decides there; a new array."""
        seen = np.zeros((self.games, self.game.observation.size), self.observations.dtype)
        small = np.zeros(self.game.observation.size, np.int8)
        self.game.lockstep.look(self._facts, self._states, seat, small, self._scale, seen)
        return seen

    # States

    def take(self, at: Array | list[int] | slice = slice(None)) -> Array:
        """The whole truth about some tables: records, copied. All that a game is, is in them."""
        return self._states[at].copy()

    def put(self, states: Array, at: Array | list[int] | slice = slice(None)) -> Step:
        """Lay states (from `take`, or `match.state`) on some tables."""
        states = np.atleast_1d(np.asarray(states))
        if states.dtype != self.game.state_type:
            raise WrongNumbers(what="states", needed=f"records of {self.game.name}", given=states.dtype)
        there = self._states[at]
        if states.shape != there.shape:
            raise WrongShape(what="states", needed=there.shape, given=states.shape)
        for number in range(len(states)):
            if states[number]["seats"] != self.table_size:
                raise OtherTable(at=number, given=int(states[number]["seats"]), needed=self.table_size)
            fault = self.game.audit(self._facts[0], states[number : number + 1])
            if fault is not None:
                raise BadState(at=number, fault=fault)
        self._states[at] = states
        self._share_out(_Share.relist)
        return self.now

    # Behind it

    def _checked(self, actions: Any) -> Array:
        given = np.asarray(actions)
        if given.shape != (self.games,):
            raise WrongShape(what="actions", needed=(self.games,), given=given.shape)
        if given.dtype.kind not in "iu":
            raise WrongNumbers(what="actions", needed="integers", given=given.dtype)
        return given

    def _refuse(self, table: int) -> None:
        action, many = int(self._actions[table]), int(self.choices[table])
        if many == 0:
            raise AllOver(table=table, action=action)
        named = self.game.actions[action] if 0 <= action < len(self.game.actions) else "?"
        legal = ", ".join(f"{n} ({self.game.actions[n]})" for n in self.options[table, :many].tolist())
        raise NotAllowed(table=table, action=f"{action} ({named})", legal=legal)

    def _share_out(self, work: Any) -> None:
        if self._threads is None:
            work(self._shares[0])
        else:
            list(self._threads.map(work, self._shares))


class _Share:
    """Some of the tables, and what one thread needs for them."""

    def __init__(self, batch: Batch, tables: slice) -> None:
        self.batch = batch
        self.states = batch._states[tables]
        self.seeds = batch.seeds[tables]
        self.points = batch.points[tables]
        self.rewards = batch.rewards[tables]
        self.done = batch.done[tables]
        self.actions = batch._actions[tables]
        self.shown = tuple(
            array[tables] for array in (batch.seats, batch.choices, batch.options, batch.masks, batch.observations)
        )
        self.may = np.zeros(batch.game.most_options, np.int64)
        self.small = np.zeros(batch.game.observation.size, np.int8)

    def start(self) -> None:
        """Begin."""
        b = self.batch
        b.game.lockstep.start(
            *(b._facts, self.states, b._blank, self.seeds, b.table_size, b._terms, b._request, b._silent),
            *(self.may, self.small, b._scale, self.shown, self.points),
        )

    def step(self) -> None:
        """Play an action at every table."""
        b = self.batch
        b.game.lockstep.step(
            *(b._facts, self.states, b._blank, self.seeds, b._stride, b._terms, b._request, b._silent),
            *(self.may, self.small, b._scale, self.shown, self.points),
            *(self.actions, b._rewards_are, self.rewards, self.done),
        )

    def relist(self) -> None:
        """List what is asked."""
        b = self.batch
        b.game.lockstep.relist(
            *(b._facts, self.states, b._silent, self.may, self.small, b._scale, self.shown, self.points)
        )
