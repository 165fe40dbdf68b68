"""Compiled batch functions: many games of one kind, each advanced by one decision per call.

`bind` gives this source a game's functions: begin, play (of its bound `loops`), observe, standing, audit.

Arguments are the groups of `batch_types`, as plain tuples or NamedTuples. They are unpacked in the order of their
fields before the loops, because compiled loops over plain arrays are faster than with attributes of a tuple.
"""

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ulpia.engine.batch_types import POINTS, Choices, GameArrays, Learner, Scratch, Setup, Transition
from ulpia.engine.dice import choose, start_dice
from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.layout import NONE, Options
from ulpia.engine.play_requests import LIST_ONLY
from ulpia.engine.rng import GAME, start_chance

if TYPE_CHECKING:
    begin: Any
    play: Any
    observe: Any
    standing: Any
    audit: Any

REQUIRES = ("begin", "play", "observe", "standing")

Array = npt.NDArray[Any]


@compiled
def show_options(s: Any, n: int, at: int, choices: Choices, legal: Options) -> None:
    """Write the current player of game `at` and its `n` options."""
    current_players, counts, options, masks, _ = choices
    for option in range(counts[at]):
        masks[at, options[at, option]] = 0
    for option in range(n):
        options[at, option] = legal[option]
        masks[at, legal[option]] = 1
    counts[at] = n
    current_players[at] = s.seat


@compiled
def show_observation(facts: Array, s: Any, seat: int, encoded: Array, scale: Array, out: Array) -> None:
    """Write what a seat knows, scaled, into a row."""
    observe(facts[0], s, seat, encoded)
    for i in range(len(out)):
        out[i] = encoded[i] * scale[i]


@compiled
def reward(s: Any, at: int, kind: int, over: bool, points: Array, rewards: Array) -> None:
    """Write the reward of every seat since the last call. Rewards sum to zero."""
    total = 0.0
    for seat in range(s.seats):
        gained = 0.0
        if kind == POINTS:
            gained = float(s.players[seat].points - points[at, seat])
        elif over:
            gained = victory_share(s, seat)
        points[at, seat] = s.players[seat].points
        rewards[at, seat] = gained
        total += gained
    for seat in range(s.seats):
        rewards[at, seat] -= (total - rewards[at, seat]) / (s.seats - 1)


@compiled
def victory_share(s: Any, seat: int) -> float:
    """Return 1 for a sole winner, 1/n for each of n winners, 0 for everybody else."""
    best = standing(s, seat)
    sharing = 1
    for other in range(s.seats):
        if other != seat:
            if standing(s, other) > best:
                return 0.0
            sharing += 1 if standing(s, other) == best else 0
    return 1.0 / sharing


@compiled
def note_end(states: Array, at: int, final_points: Array, final_states: Array) -> None:
    """Keep the end of game `at`, which the next game may overwrite."""
    for seat in range(states[at].seats):
        final_points[at, seat] = states[at].players[seat].points
    final_states[at] = states[at]


@entry_point
def start(setup: Setup, tables: GameArrays, choices: Choices, scratch: Scratch) -> None:
    """Begin every game, each with its seed."""
    facts, blank, seats, setup_flags, request, _, _ = setup
    states, seeds, points = tables
    _, _, _, _, observations = choices
    legal, encoded, scale, log = scratch
    for at in range(len(states)):
        states[at] = blank[0]
        s = states[at]
        start_chance(s.chance, seeds[at], GAME)
        begin(facts[0], s, seats, setup_flags, log)
        n = play(facts[0], s, request, log, legal)
        for seat in range(s.seats):
            points[at, seat] = s.players[seat].points
        show_options(s, n, at, choices, legal)
        if n > 0 and observations.shape[1] > 0:
            show_observation(facts, s, s.seat, encoded, scale, observations[at])


@entry_point
def step(setup: Setup, tables: GameArrays, choices: Choices, scratch: Scratch, transition: Transition) -> None:
    """Play one action in every game. With a seed stride, a game that ends is followed by the next one at once."""
    facts, blank, seats, setup_flags, request, seed_stride, reward_kind = setup
    states, seeds, points = tables
    _, counts, _, _, observations = choices
    legal, encoded, scale, log = scratch
    actions, rewards, terminated, final_points, final_states = transition
    for at in range(len(states)):
        s = states[at]
        terminated[at] = False
        if counts[at] == 0:
            for seat in range(s.seats):
                rewards[at, seat] = 0
            continue
        action = actions[at]
        while True:  # `play` is called in one place only, because the compiler copies it into every place
            n = play(facts[0], s, action, log, legal)
            if terminated[at]:
                for seat in range(s.seats):
                    points[at, seat] = s.players[seat].points
                break
            reward(s, at, reward_kind, n == 0, points, rewards)
            terminated[at] = n == 0
            if n == 0:
                note_end(states, at, final_points, final_states)
            if n > 0 or seed_stride == 0:
                break
            seeds[at] += seed_stride
            states[at] = blank[0]
            start_chance(s.chance, seeds[at], GAME)
            begin(facts[0], s, seats, setup_flags, log)
            action = request
        show_options(s, n, at, choices, legal)
        if n > 0 and observations.shape[1] > 0:
            show_observation(facts, s, s.seat, encoded, scale, observations[at])


@entry_point
def step_learner(
    setup: Setup, tables: GameArrays, choices: Choices, scratch: Scratch, transition: Transition, learner: Learner
) -> None:
    """Play the learner's action in every game, then random actions of the others until the learner decides again.

    The action NONE begins a new game. Where a game ends, its final values are written, and with a seed stride the next
    one begins at once. The random stream of the others restarts with every game, so that results do not depend on how
    games are divided among threads.
    """
    facts, blank, seats, setup_flags, request, seed_stride, reward_kind = setup
    states, seeds, points = tables
    _, counts, _, _, observations = choices
    legal, encoded, scale, log = scratch
    actions, rewards, terminated, final_points, final_states = transition
    learner_seats, rotation, dice, learner_rewards, final_observations, victory_shares = learner
    for at in range(len(states)):
        s = states[at]
        action = actions[at]
        is_new = action == NONE
        terminated[at] = False
        learner_rewards[at] = 0
        if counts[at] == 0 and not is_new:
            continue
        begins = is_new
        while True:
            if begins:
                states[at] = blank[0]
                start_chance(s.chance, seeds[at], GAME)
                start_dice(dice[at], seeds[at])
                begin(facts[0], s, seats, setup_flags, log)
                for seat in range(s.seats):
                    points[at, seat] = s.players[seat].points
                action = request
                begins = False
                is_new = True
            n = play(facts[0], s, action, log, legal)
            if n > 0 and s.seat != learner_seats[at]:
                action = legal[choose(dice[at], n)]
                continue
            if not is_new:
                reward(s, at, reward_kind, n == 0, points, rewards)
                learner_rewards[at] = rewards[at, learner_seats[at]]
            if n > 0:
                break
            terminated[at] = True
            victory_shares[at] = victory_share(s, learner_seats[at])
            note_end(states, at, final_points, final_states)
            show_observation(facts, s, learner_seats[at], encoded, scale, final_observations[at])
            if seed_stride == 0:
                break
            seeds[at] += seed_stride
            learner_seats[at] = (learner_seats[at] + rotation) % s.seats
            begins = True
        show_options(s, n, at, choices, legal)
        if n > 0 and observations.shape[1] > 0:
            show_observation(facts, s, s.seat, encoded, scale, observations[at])


@entry_point
def list_options(setup: Setup, tables: GameArrays, choices: Choices, scratch: Scratch) -> None:
    """Show the pending decisions of states that were written from outside."""
    facts, _, _, _, _, _, _ = setup
    states, _, points = tables
    _, _, _, _, observations = choices
    legal, encoded, scale, log = scratch
    for at in range(len(states)):
        s = states[at]
        n = play(facts[0], s, LIST_ONLY, log, legal)
        for seat in range(s.seats):
            points[at, seat] = s.players[seat].points
        show_options(s, n, at, choices, legal)
        if n > 0 and observations.shape[1] > 0:
            show_observation(facts, s, s.seat, encoded, scale, observations[at])


@entry_point
def observe_seat(facts: Array, states: Array, seat: int, encoded: Array, scale: Array, observations: Array) -> None:
    """Write what one seat knows in every game."""
    for at in range(len(states)):
        show_observation(facts, states[at], seat, encoded, scale, observations[at])
