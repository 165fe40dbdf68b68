"""Tables at which one seat is the learner's and agents play the others, until the learner decides again.

Opponents that choose at random play in compiled code. All others are asked one decision after another, in Python.
"""

from collections.abc import Sequence
from copy import deepcopy
from os import PathLike
from typing import Any

import numpy as np

from ulpia.agents import (
    AGENTS,
    Agent,
    find_agent,
    needs_thinking,
)
from ulpia.core.game import Game
from ulpia.engine.layout import NONE
from ulpia.engine.playouts import compile_once
from ulpia.match import check_path, check_seats, check_settings
from ulpia.registry import find_game
from ulpia.research.batch import CHANCE, Batch, Share
from ulpia.research.batch_config import NUMBERS
from ulpia.research.errors import (
    NobodyDecides,
    OpponentsStay,
    UnknownKind,
    WrongOpponents,
)
from ulpia.research.row import Array, Table
from ulpia.search.searcher import prepare

RANDOM = "random"
ARRAYS = ("mine", "gained", "last_seen", "last_points", "victory", "_chance")
"""All that changes here, besides the batch."""


class OneSeat:
    """A batch, and who sits at its tables. Arrays have a number or a row for each game.

    `seat`: the learner's, for ever; without it, the learner sits one seat further in every game. `opponents`: an agent
    by name (random, greedy, a level, FILE.py:CLASS), or a list of them, clockwise from the learner. Each of one's own
    has a process for every seat it has at a table, so a few tables are many for those.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        games: int,
        workers: int | None,
        auto_reset: bool,
        /,  # so that none of these can be given to an environment by its name, and no other option is taken for one
        *,
        seat: int | None = None,
        opponents: str | Sequence[str] = RANDOM,
        rewards: str = "result",
        observations: str = "float32",
        components: str | PathLike[str] | None = None,
        **settings: Any,
    ) -> None:
        asked: dict[str, Any] = {"rewards": rewards, "observations": observations, "components": components}
        self._places = game, seats, games, workers, auto_reset
        self._options = {"seat": seat, "opponents": opponents} | asked | settings
        rules = find_game(game)
        seats = check_seats(rules, seats)
        check_settings(rules, settings, seats)
        if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
            raise UnknownKind(option="seat", value=seat, known=", ".join([*map(str, range(seats)), "None"]))
        if observations is None:
            raise UnknownKind(option="observations", value=observations, known=", ".join(NUMBERS))
        self.opponents = check_opponents(opponents, seats)
        self.seat = seat
        self._lay_out(Batch(game, seats, games, auto_reset=False, workers=workers, **asked, **settings))
        self._stride = games if auto_reset else 0
        self.mine[:] = np.arange(games) % seats if seat is None else seat
        self.components = rules.read_components(check_path(components))
        self._agents: list[dict[int, Agent]] = [{} for _ in range(games)]
        self.has_begun = False
        self._is_random = all(name == RANDOM for name in self.opponents)
        if self._is_random:
            compile_once(rules, f"one-seat-{observations}", lambda: _try(rules, observations))
        elif any(map(needs_thinking, self.opponents)):
            prepare(rules)

    def _lay_out(self, batch: Batch) -> None:
        self.batch = batch
        games, seats = batch.games, batch.table_size
        self.mine = np.zeros(games, np.int8)
        """The learner's seat."""
        self.gained = np.zeros(games, np.float32)
        """The learner's reward since it last decided."""
        self.last_seen = np.zeros_like(batch.observations)
        """What the learner saw at the end of the game, where one has ended."""
        self.last_points = np.zeros((games, seats), np.int16)
        """And the points of all seats."""
        self.victory = np.zeros(games, np.float32)
        """And the learner's share of the victory."""
        self._chance = np.zeros(games, CHANCE)

    # The course of the games

    def begin(self, seeds: Array) -> None:
        """Begin a game at every table, each with its seed, and play until the learner decides."""
        self.batch.seeds[:] = seeds
        self._go_on(np.full(self.batch.games, NONE))

    def play(self, actions: Any) -> None:
        """Play an action of the learner at every table. If one is not allowed, nothing is played."""
        if not self.has_begun:
            raise NobodyDecides()
        self.batch.take_up(actions)
        self._go_on(self.batch._actions)

    def _go_on(self, actions: Array) -> None:
        self.batch._actions[:] = actions
        if not self._is_random:
            self.has_begun = False  # where an agent fails, others are still to decide: nothing can be played on
            for at, action in enumerate(self.batch._actions.tolist()):
                self._go_on_at(at, action)
        else:
            self.batch.share_out(self._let_chance_play)
        self.has_begun = True

    def _let_chance_play(self, share: Share) -> None:
        tables = share.tables
        self.batch.game.lockstep.step_one_seat(
            *share.order(self._stride),
            *(self.mine[tables], self._turn, self._chance[tables], self.gained[tables]),
            (self.last_seen[tables], self.last_points[tables], self.victory[tables]),
        )

    @property
    def _turn(self) -> int:
        """From game to game the learner moves on, unless it has chosen a seat."""
        return 1 if self.seat is None else 0

    # Opponents that are asked one by one

    def _go_on_at(self, at: int, action: int) -> None:
        """The same as compiled code does with random opponents, at one table."""
        batch = self.batch
        self.gained[at] = 0
        batch.done[at] = False
        if action == NONE:
            self._begin_at(at)
        elif batch.choices[at] > 0:
            self._play_at(at, action)
            self._ask_others(at)
            if batch.done[at]:
                self._note_end(at)
                if self._stride:
                    batch.seeds[at] += self._stride
                    self.mine[at] = (self.mine[at] + self._turn) % batch.table_size
                    self._begin_at(at)
                    batch.done[at] = True

    def _begin_at(self, at: int) -> None:
        Share(self.batch, slice(at, at + 1)).start()
        seed = int(self.batch.seeds[at])
        self._agents[at] = {
            (int(self.mine[at]) + step) % self.batch.table_size: find_agent(name, chance(seed, step))
            for step, name in enumerate(self.opponents, 1)
        }
        gained, points = self.gained[at], self.batch.points[at].copy()
        self._ask_others(at)
        self.gained[at], self.batch.points[at] = gained, points  # so its first action is rewarded with all before it

    def _ask_others(self, at: int) -> None:
        table, seats = Table(self.batch, self.components, at), self.batch.seats
        while self.batch.choices[at] > 0 and seats[at] != self.mine[at]:
            self._play_at(at, self._agents[at][int(seats[at])].choose(table.look()).number)

    def _play_at(self, at: int, action: int) -> None:
        self.batch._actions[at] = action
        Share(self.batch, slice(at, at + 1)).step()
        self.gained[at] += self.batch.rewards[at, self.mine[at]]

    def _note_end(self, at: int) -> None:
        batch, mine = self.batch, int(self.mine[at])
        share = Share(batch, slice(at, at + 1))
        batch.game.lockstep.look(
            batch._facts, share.states, mine, share.small, batch._scale, self.last_seen[at : at + 1]
        )
        outcome = batch.game.outcome(batch._states[at])
        assert outcome is not None
        self.last_points[at] = outcome.points
        self.victory[at] = 1 / len(outcome.winners) if mine in outcome.winners else 0.0

    # Copies

    def keep(self) -> dict[str, Array]:
        """Copies of all that changes."""
        return self.batch.keep() | {name: getattr(self, name).copy() for name in ARRAYS}

    def put_back(self, kept: dict[str, Array]) -> None:
        """Lay down what was kept."""
        self.batch.put_back({name: array for name, array in kept.items() if name not in ARRAYS})
        for name in ARRAYS:
            getattr(self, name)[...] = kept[name]

    def __deepcopy__(self, _memo: object) -> "OneSeat":
        """Independent tables at the same point."""
        self._check_copy()
        other = object.__new__(type(self))
        other.__dict__.update(vars(self))
        other._lay_out(deepcopy(self.batch))
        other.put_back(self.keep())
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """As they travel to another process: how they were made, and what has changed since."""
        self._check_copy()
        return _rebuild, (self._places, self._options, self.has_begun, self.keep())

    def _check_copy(self) -> None:
        if not self._is_random:
            raise OpponentsStay(opponents=", ".join(self.opponents))


def _rebuild(places: tuple[Any, ...], options: dict[str, Any], has_begun: bool, kept: dict[str, Array]) -> OneSeat:
    tables = OneSeat(*places, **options)
    tables.has_begun = has_begun
    tables.put_back(kept)
    return tables


def chance(seed: int, step: int) -> int:
    """The seed of an opponent: its own in every game."""
    return int(np.random.SeedSequence((seed, step)).generate_state(1, np.uint64)[0] >> 1)


def check_opponents(opponents: object, seats: int) -> tuple[str, ...]:
    """Names of the agents that play the other seats, clockwise from the learner, if there are such agents."""
    names = (opponents,) * (seats - 1) if isinstance(opponents, str) else opponents
    if not isinstance(names, (list, tuple)) or len(names) != seats - 1 or not all(isinstance(n, str) for n in names):
        raise WrongOpponents(given=opponents, needed=seats - 1, known=", ".join((*AGENTS, "FILE.py:CLASS")))
    for name in sorted(set(names)):
        find_agent(name, 0)
    return tuple(names)


def _try(game: Game, numbers: str) -> None:
    """Call what is compiled, once."""
    tables = object.__new__(OneSeat)
    tables.__dict__.update(seat=None, _stride=1, _is_random=True)
    tables._lay_out(Batch(game.name, 2, 1, observations=numbers, auto_reset=False, workers=1))
    tables.begin(np.zeros(1, np.int64))
