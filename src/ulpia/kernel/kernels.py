"""What every thread of a GPU does: the loops of the CPU, for one table. `device.bind_kernels` gives it a game's rules.

The globals given: cuda; playouts (of the game's loops); start, step and relist (of its
lockstep). Nothing is decided here, so a table is the same, byte for byte, wherever it is played.
"""

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ulpia.kernel.choices import draw_actions, first_refused, seed_dice
from ulpia.kernel.layout import NONE

if TYPE_CHECKING:
    cuda: Any
    playouts: Any
    start: Any
    step: Any
    relist: Any

Array = npt.NDArray[Any]


@cuda.jit
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
    """So many complete random games in each thread, one seed after another. (Of its two states, one stays blank.)"""
    at = cuda.grid(1)
    if at < len(tally):
        first = seed + at * games
        mine = states[2 * at : 2 * at + 2]
        playouts(facts[0], mine, dice[at], may[at], silent, tally[at], seats, terms, first, games)


@cuda.jit
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
    at = cuda.grid(1)
    if at < len(states):
        one = slice(at, at + 1)
        shown = (asked[one], counts[one], listed[one], masks[one], seen[one])
        start(
            facts,
            states[one],
            blank,
            seeds[one],
            seats,
            terms,
            request,
            silent,
            may[at],
            small[at],
            scale,
            shown,
            points[one],
        )


@cuda.jit
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
    at = cuda.grid(1)
    if at < len(states):
        one = slice(at, at + 1)
        shown = (asked[one], counts[one], listed[one], masks[one], seen[one])
        step(
            facts,
            states[one],
            blank,
            seeds[one],
            stride,
            terms,
            request,
            silent,
            may[at],
            small[at],
            scale,
            shown,
            points[one],
            actions[one],
            kind,
            rewards[one],
            done[one],
        )


@cuda.jit
def list_choices(
    facts: Array,
    states: Array,
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
    """What is asked at tables that were put in."""
    at = cuda.grid(1)
    if at < len(states):
        one = slice(at, at + 1)
        shown = (asked[one], counts[one], listed[one], masks[one], seen[one])
        relist(facts, states[one], silent, may[at], small[at], scale, shown, points[one])


@cuda.jit
def copy_actions(given: Array, actions: Array) -> None:
    """Take actions up, whatever their width."""
    at = cuda.grid(1)
    if at < len(actions):
        actions[at] = given[at]


@cuda.jit
def check_actions(actions: Array, masks: Array, counts: Array, refused: Array) -> None:
    """Remember the first table whose action is not on its list."""
    at = cuda.grid(1)
    if at < len(actions):
        one = slice(at, at + 1)
        if first_refused(actions[one], masks[one], counts[one]) != NONE:
            cuda.atomic.min(refused, 0, at)


@cuda.jit
def draw_everywhere(dice: Array, counts: Array, listed: Array, actions: Array) -> None:
    """One of the options of every table, at random; every table has dice of its own."""
    at = cuda.grid(1)
    if at < len(actions):
        one = slice(at, at + 1)
        draw_actions(dice[one], counts[one], listed[one], actions[one])


@cuda.jit
def seed_everywhere(dice: Array, seeds: Array) -> None:
    """Begin the dice of every table."""
    at = cuda.grid(1)
    if at < len(dice):
        seed_dice(dice[at : at + 1], seeds[at])
