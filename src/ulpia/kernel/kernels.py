"""What every thread of a GPU does: the loops of the CPU, for one table. `device.bind_kernels` gives it a game's rules.

The globals given: kernel and position (of CUDA); playouts (of the game's loops); start, step, draw_actions, seed_dice
(of its lockstep). Nothing is decided here, so a table is the same, byte for byte, wherever it is played.
"""

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ulpia.kernel.layout import NONE

if TYPE_CHECKING:
    kernel: Any
    position: Any
    playouts: Any
    start: Any
    step: Any
    draw_actions: Any
    seed_dice: Any

Array = npt.NDArray[Any]


@kernel
def play_games(
    facts: Array,
    states: Array,
    dice: Array,
    may: Array,
    silent: Array,
    tally: Array,
    seats: int,
    terms: int,
    seed: int,
    games: int,
) -> None:
    """So many complete random games in each thread, one seed after another."""
    at = position(1)
    if at < len(tally):
        first = seed + at * games
        mine = states[2 * at : 2 * at + 2]
        playouts(facts[0], mine, dice[at], may[at], silent, tally[at], seats, terms, first, games)


@kernel
def begin_tables(
    facts: Array,
    states: Array,
    blank: Array,
    seeds: Array,
    seats: int,
    terms: int,
    request: int,
    silent: Array,
    may: Array,
    small: Array,
    scale: Array,
    asked: Array,
    counts: Array,
    listed: Array,
    masks: Array,
    seen: Array,
    points: Array,
) -> None:
    """Begin a game at every table."""
    at = position(1)
    if at < len(states):
        one = slice(at, at + 1)
        shown = (asked[one], counts[one], listed[one], masks[one], seen[one])
        start(
            *(facts, states[one], blank, seeds[one], seats, terms, request, silent),
            *(may[at], small[at], scale, shown, points[one]),
        )


@kernel
def check_actions(actions: Array, masks: Array, counts: Array, refused: Array) -> None:
    """Remember a table whose action is not on its list."""
    at = position(1)
    if at < len(actions):
        action = actions[at]
        if counts[at] == 0:
            if action != NONE:
                refused[0] = at
        elif action < 0 or action >= masks.shape[1] or masks[at, action] == 0:
            refused[0] = at


@kernel
def play_actions(
    facts: Array,
    states: Array,
    blank: Array,
    seeds: Array,
    stride: int,
    terms: int,
    request: int,
    silent: Array,
    may: Array,
    small: Array,
    scale: Array,
    asked: Array,
    counts: Array,
    listed: Array,
    masks: Array,
    seen: Array,
    points: Array,
    actions: Array,
    kind: int,
    rewards: Array,
    done: Array,
) -> None:
    """One action at every table."""
    at = position(1)
    if at < len(states):
        one = slice(at, at + 1)
        shown = (asked[one], counts[one], listed[one], masks[one], seen[one])
        step(
            *(facts, states[one], blank, seeds[one], stride, terms, request, silent),
            *(may[at], small[at], scale, shown, points[one], actions[one], kind, rewards[one], done[one]),
        )


@kernel
def draw_everywhere(dice: Array, counts: Array, listed: Array, actions: Array) -> None:
    """One of the options of every table, at random; every table has dice of its own."""
    at = position(1)
    if at < len(actions):
        one = slice(at, at + 1)
        draw_actions(dice[one], counts[one], listed[one], actions[one])


@kernel
def seed_everywhere(dice: Array, seed: int) -> None:
    """Begin the dice of every table."""
    at = position(1)
    if at < len(dice):
        seed_dice(dice[at : at + 1], seed + at)
