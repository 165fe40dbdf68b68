"""Batches in which one seat of each game is the learner's; agents play the other seats until the learner decides again.

Random opponents play in compiled code. All other opponents are asked one decision after another, in Python.
"""

from collections.abc import Iterable, Sequence
from copy import copy, deepcopy
from dataclasses import replace
from os import PathLike

import numpy as np
import numpy.typing as npt

from ulpia.agents import (
    AGENTS,
    Agent,
    ExternalAgent,
    find_agent,
    needs_compiled_search,
)
from ulpia.core.errors import BadPickle
from ulpia.core.game import Game
from ulpia.engine.batch_types import Array, Learner, plain_tuples
from ulpia.engine.dice import DICE_TYPE
from ulpia.engine.layout import NONE
from ulpia.engine.warmup import compile_once
from ulpia.match import check_seats, check_settings
from ulpia.registry import find_game
from ulpia.research.batch import Batch, BatchArrays, Shard, read_pickled
from ulpia.research.batch_config import OBSERVATION_TYPES
from ulpia.research.errors import (
    NobodyDecides,
    UnknownKind,
    WrongOpponents,
)
from ulpia.research.row import GameRow
from ulpia.search import searcher

RANDOM = "random"


class SingleSeatBatch:
    """A batch with a learner and opponents at every table. Arrays have an entry or a row for each game.

    `seat` is the learner's seat in all games; without it, the learner moves one seat on from game to game. `opponents`
    is an agent by name (random, greedy, a level, FILE.py:CLASS), or a list of them, clockwise from the learner. An
    external agent (FILE.py:CLASS) runs in a process of its own for each of its seats, so use few games with those.
    """

    learner_seats: Array
    """The learner's seat."""
    learner_rewards: Array
    """The learner's reward since its last decision."""
    final_observations: Array
    """What the learner knew at the end of the last game that ended."""
    victory_shares: Array
    """The learner's share of its victory."""
    _dice: Array
    """The random streams of random opponents."""

    def __init__(
        self,
        game: str,
        seats: int,
        games: int,
        workers: int | None,
        auto_reset: bool,
        /,  # positional only, so that an environment's options cannot set them by name
        *,
        seat: int | None = None,
        opponents: str | Sequence[str] = RANDOM,
        rewards: str = "result",
        observations: str = OBSERVATION_TYPES[0],
        components: str | PathLike[str] | None = None,
        **settings: str | Iterable[int],
    ) -> None:
        rules = find_game(game)
        seats = check_seats(rules, seats)
        check_settings(rules, settings, seats)
        if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
            raise UnknownKind(option="seat", value=seat, known=", ".join([*map(str, range(seats)), "None"]))
        if observations is None:
            raise UnknownKind(option="observations", value=observations, known=", ".join(OBSERVATION_TYPES))
        self.opponents = check_opponents(opponents, seats)
        self.seat = seat
        self.batch = Batch(
            game,
            seats,
            games,
            seed=0,
            auto_reset=False,
            workers=workers,
            rewards=rewards,
            observations=observations,
            components=components,
            **settings,
        )
        self._seed_stride = games if auto_reset else 0
        vars(self).update(self._new_arrays())
        self._agents: list[dict[int, Agent]] = [{} for _ in range(games)]
        """Agents by seat, for each game. A copy lacks external agents until they are asked."""
        self._actions: list[list[int]] = [[] for _ in range(games)]
        """All actions of each game, unless every opponent is random."""
        self.has_started = False
        self._open()
        self.learner_seats[:] = np.arange(games) % seats if seat is None else seat

    def _open(self) -> None:
        """Compile what the opponents need, unless it is compiled already."""
        self._is_random = all(name == RANDOM for name in self.opponents)
        game, numbers = self.batch.game, self.batch.config.observation_type
        if self._is_random:
            compile_once(game, f"single-seat-{numbers}", self._exercise)
        elif any(map(needs_compiled_search, self.opponents)):
            searcher.prepare(game)

    def _exercise(self) -> None:
        """Call the compiled function once."""
        self.start(np.zeros(self.batch.games, np.int64))
        self.has_started = False

    def _new_arrays(self) -> dict[str, Array]:
        """Everything that changes here, besides the batch."""
        games = self.batch.games
        return {
            "learner_seats": np.zeros(games, np.int8),
            "learner_rewards": np.zeros(games, np.float32),
            "final_observations": np.zeros_like(self.batch.observations),
            "victory_shares": np.zeros(games, np.float32),
            "_dice": np.zeros(games, DICE_TYPE),
        }

    # Playing

    def start(self, seeds: Array) -> None:
        """Begin a game at every table, each with its seed, and play until the learner decides."""
        self.batch.seeds[:] = seeds
        self.batch.arrays.actions[:] = NONE
        self._advance()

    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action of the learner in every game. If one of them is illegal, nothing is played."""
        if not self.has_started:
            raise NobodyDecides()
        self.batch.load_actions(actions)
        self._advance()

    def _advance(self) -> None:
        if not self._is_random:
            self.has_started = False  # if an agent fails, other seats have still to decide: no game can be continued
            for at, action in enumerate(self.batch.arrays.actions.tolist()):
                self._advance_game(at, action)
        else:
            self.batch.run_shards(self._advance_shard)
        self.has_started = True

    def _advance_shard(self, shard: Shard) -> None:
        games = shard.games
        setup, learner = plain_tuples(
            self.batch.config.setup._replace(seed_stride=self._seed_stride),
            Learner(
                self.learner_seats[games],
                self._rotation,
                self._dice[games],
                self.learner_rewards[games],
                self.final_observations[games],
                self.victory_shares[games],
            ),
        )
        self.batch.game.rules.batch.step_learner(setup, *shard.step_arguments[1:], learner)

    @property
    def _rotation(self) -> int:
        """The learner moves on from game to game, unless it has a fixed seat."""
        return 1 if self.seat is None else 0

    # Opponents that are asked one by one

    def _shard(self, at: int) -> Shard:
        return Shard(self.batch.config, self.batch.arrays, slice(at, at + 1))

    def _advance_game(self, at: int, action: int) -> None:
        """Do for one game what compiled code does with random opponents."""
        batch = self.batch
        self.learner_rewards[at] = 0
        batch.terminated[at] = False
        if action == NONE:
            self._start_game(at)
        elif batch.option_counts[at] > 0:
            self._play(at, action)
            self._ask_opponents(at)
            if batch.terminated[at]:
                self._note_end(at)
                if self._seed_stride:
                    batch.seeds[at] += self._seed_stride
                    self.learner_seats[at] = (self.learner_seats[at] + self._rotation) % batch.seats
                    self._start_game(at)
                    batch.terminated[at] = True

    def _start_game(self, at: int) -> None:
        self._shard(at).start()
        self._actions[at] = []
        self._agents[at] = {self._seat_of(at, step): self._new_agent(at, step) for step in range(1, self.batch.seats)}
        reward, points = self.learner_rewards[at], self.batch.points[at].copy()
        self._ask_opponents(at)
        # the reward of the learner's first action includes what opponents did before it
        self.learner_rewards[at], self.batch.points[at] = reward, points

    def _seat_of(self, at: int, step: int) -> int:
        """Return the seat of an opponent by its distance from the learner, clockwise."""
        return (int(self.learner_seats[at]) + step) % self.batch.seats

    def _new_agent(self, at: int, step: int) -> Agent:
        return find_agent(self.opponents[step - 1], opponent_seed(int(self.batch.seeds[at]), step))

    def _ask_opponents(self, at: int) -> None:
        batch, players = self.batch, self.batch.current_players
        row = GameRow(batch.config, batch.arrays, at)
        while batch.option_counts[at] > 0 and players[at] != self.learner_seats[at]:
            if len(self._agents[at]) < len(self.opponents):
                self._replay_external(at)
            self._play(at, self._agents[at][int(players[at])].choose(row.decision()).number)

    def _replay_external(self, at: int) -> None:
        """Create the external agents of a copied game, and ask them everything that they were asked before.

        Nothing else is known about what such an agent remembers. Its answers do not matter: the game is known.
        """
        steps = [step for step in range(1, self.batch.seats) if self._seat_of(at, step) not in self._agents[at]]
        agents = {self._seat_of(at, step): self._new_agent(at, step) for step in steps}
        config = replace(self.batch.config, games=1)
        arrays = BatchArrays.new(config)
        row, shard = GameRow(config, arrays), Shard(config, arrays, slice(0, 1))
        arrays.seeds[0] = self.batch.seeds[at]
        shard.start()
        for action in self._actions[at]:
            seat = int(arrays.current_players[0])
            if not 0 <= action < arrays.legal_action_masks.shape[1] or not arrays.legal_action_masks[0, action]:
                raise BadPickle(what="actions")
            if seat in agents:
                agents[seat].choose(row.decision())
            arrays.actions[0] = action
            shard.step()
        self._agents[at] |= agents

    def _play(self, at: int, action: int) -> None:
        self._actions[at].append(action)
        self.batch.arrays.actions[at] = action
        self._shard(at).step()
        self.learner_rewards[at] += self.batch.rewards[at, self.learner_seats[at]]

    def _note_end(self, at: int) -> None:
        batch, seat = self.batch, int(self.learner_seats[at])
        self._shard(at).observe(seat, self.final_observations[at : at + 1])
        outcome = batch.game.rules.outcome(batch.arrays.states[at : at + 1])
        assert outcome is not None
        self.victory_shares[at] = 1 / len(outcome.winners) if seat in outcome.winners else 0.0

    # Copies

    def __getstate__(self) -> dict[str, object]:
        arrays = {name: getattr(self, name).tobytes() for name in self._new_arrays()}
        agents = [
            {seat: deepcopy(agent) for seat, agent in table.items() if not isinstance(agent, ExternalAgent)}
            for table in self._agents
        ]
        actions = [played.copy() for played in self._actions]
        return vars(self) | arrays | {"batch": copy(self.batch), "_agents": agents, "_actions": actions}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        games, seats = self.batch.games, self.batch.seats
        self.opponents = check_opponents(self.opponents, seats)
        for name, array in self._new_arrays().items():
            read_pickled(name, state[name], array)
            setattr(self, name, array)
        is_seated = ((self.learner_seats >= 0) & (self.learner_seats < seats)).all()
        if not is_seated or self.seat not in (None, *range(seats)) or self._seed_stride not in (0, games):
            raise BadPickle(what="seats")
        if len(self._agents) != games or len(self._actions) != games:
            raise BadPickle(what="agents")
        self._open()

    def __deepcopy__(self, _memo: object) -> "SingleSeatBatch":
        return copy(self)  # __getstate__ copies everything that changes


def prepare(game: Game, observation_type: str = OBSERVATION_TYPES[0]) -> None:
    """Compile what environments with random opponents need, unless it is compiled already."""
    SingleSeatBatch(game.name, game.seat_counts[0], 1, 1, False, observations=observation_type)


def opponent_seed(seed: int, step: int) -> int:
    """Return the seed of an opponent: a different one for each seat in every game."""
    return int(np.random.SeedSequence((seed, step)).generate_state(1, np.uint64)[0] >> 1)


def check_opponents(opponents: object, seats: int) -> tuple[str, ...]:
    """Return the names of the agents at the other seats, clockwise from the learner, if such agents exist."""
    names = (opponents,) * (seats - 1) if isinstance(opponents, str) else opponents
    if not isinstance(names, (list, tuple)) or len(names) != seats - 1 or not all(isinstance(n, str) for n in names):
        raise WrongOpponents(given=opponents, needed=seats - 1, known=", ".join((*AGENTS, "FILE.py:CLASS")))
    for name in sorted(set(names)):
        find_agent(name, 0)
    return tuple(names)
