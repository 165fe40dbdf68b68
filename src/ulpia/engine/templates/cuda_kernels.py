"""What every thread of a GPU does: the loops of the CPU, for one table. `device.bind_kernels` gives it a game's rules.

The globals given: cuda and as_kernel; playouts (of the game's loops); start, step and relist (of its lockstep, which
here observes nothing: `unseen` is a row without numbers); observe; STATE and how many WORDS it has. Nobody listens to
a story: it is None. Nothing is decided here, so a table is the same, byte for byte, wherever it is played.

Observations are made apart, because memory sets the pace: first as small numbers that stand on their side, so that
threads side by side write bytes side by side; then turned, a square at a time, into the rows that are given out.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ulpia.engine.batch_actions import draw_actions, first_refused, seed_dice
from ulpia.engine.layout import NONE

if TYPE_CHECKING:
    from ulpia.engine.jit import entry_point as as_kernel

    cuda: Any
    playouts: Any
    start: Any
    step: Any
    relist: Any
    observe: Any
    STATE: Any
    WORDS: int

Array = npt.NDArray[Any]

SIDE = 32
"""Of the square of words that is turned; as many threads stand side by side."""
APART = SIDE + 1
"""From one row of it to the next, so that columns lie in different banks of memory."""
LINES = 8
"""That many rows of it are read and written at once."""


@as_kernel
def play_games(
    facts: Array,
    states: Array,
    dice: Array,
    legal: Array,
    tally: Array,
    seats: int,
    setup_flags: int,
    seed: int,
    games: int,
) -> None:
    """So many complete random games in each thread, one seed after another. (Of its two states, one stays blank.)"""
    at = cuda.grid(1)
    if at < len(tally):
        first = seed + at * games
        mine = states[2 * at : 2 * at + 2]
        playouts(facts[0], mine, dice[at], legal[at], None, tally[at], seats, setup_flags, first, games)


@as_kernel
def begin_tables(
    facts: Array,
    states: Array,
    blank: Array,
    seeds: Array,
    seats: int,
    setup_flags: int,
    request: int,
    legal: Array,
    unseen: Array,
    asked: Array,
    counts: Array,
    listed: Array,
    masks: Array,
    points: Array,
) -> None:
    """Begin a game at every table."""
    at = cuda.grid(1)
    if at < len(states):
        one = slice(at, at + 1)
        shown = (asked[one], counts[one], listed[one], masks[one], unseen)
        given = (unseen[0], unseen[0], shown, points[one])
        start(facts, states[one], blank, seeds[one], seats, setup_flags, request, None, legal[at], *given)


@as_kernel
def play_actions(
    facts: Array,
    states: Array,
    blank: Array,
    seeds: Array,
    stride: int,
    setup_flags: int,
    request: int,
    legal: Array,
    unseen: Array,
    asked: Array,
    counts: Array,
    listed: Array,
    masks: Array,
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
        shown = (asked[one], counts[one], listed[one], masks[one], unseen)
        given = (unseen[0], unseen[0], shown, points[one], actions[one], kind, rewards[one], done[one])
        step(facts, states[one], blank, seeds[one], stride, setup_flags, request, None, legal[at], *given)


@as_kernel
def list_choices(
    facts: Array,
    states: Array,
    legal: Array,
    unseen: Array,
    asked: Array,
    counts: Array,
    listed: Array,
    masks: Array,
    points: Array,
) -> None:
    """What is asked at tables that were put in."""
    at = cuda.grid(1)
    if at < len(states):
        one = slice(at, at + 1)
        shown = (asked[one], counts[one], listed[one], masks[one], unseen)
        relist(facts, states[one], None, legal[at], unseen[0], unseen[0], shown, points[one])


@as_kernel
def observe_tables(facts: Array, words: Array, counts: Array, small: Array) -> None:
    """What the seat that decides knows, at every table: a column for each.

    A state is fetched first, word by word. Memory of one's own is laid out so that threads side by side read side by
    side; out of records that lie apart, every byte would be a journey.
    """
    at = cuda.grid(1)
    if at < len(words) and counts[at] > 0:
        fetched = cuda.local.array(WORDS, np.uint64)
        for i in range(WORDS):
            fetched[i] = words[at, i]
        s = fetched.view(STATE)[0]
        observe(facts[0], s, s.seat, small[:, at])


@as_kernel
def turn_observations(fours: Array, scale: Array, counts: Array, seen: Array) -> None:
    """Columns of small numbers into rows of scaled ones. A word holds a number of four tables side by side."""
    square = cuda.shared.array((SIDE, APART), np.uint32)
    across, down = cuda.threadIdx.x, cuda.threadIdx.y
    word, number = cuda.blockIdx.x * SIDE + across, cuda.blockIdx.y * SIDE
    for line in range(down, SIDE, LINES):
        if number + line < fours.shape[0] and word < fours.shape[1]:
            square[line, across] = fours[number + line, word]
    cuda.syncthreads()
    i = number + across
    if i < seen.shape[1]:
        factor = scale[i]
        for line in range(down, 4 * SIDE, LINES):
            at = cuda.blockIdx.x * 4 * SIDE + line
            if at < seen.shape[0] and counts[at] > 0:
                small = np.int8((square[across, line >> 2] >> np.uint32(8 * (line & 3))) & np.uint32(255))
                seen[at, i] = small * factor


@as_kernel
def copy_actions(given: Array, actions: Array) -> None:
    """Take actions up, whatever their width."""
    at = cuda.grid(1)
    if at < len(actions):
        actions[at] = given[at]


@as_kernel
def check_actions(actions: Array, masks: Array, counts: Array, refused: Array) -> None:
    """Remember the first table whose action is not on its list."""
    at = cuda.grid(1)
    if at < len(actions):
        one = slice(at, at + 1)
        if first_refused(actions[one], masks[one], counts[one]) != NONE:
            cuda.atomic.min(refused, 0, at)


@as_kernel
def draw_everywhere(dice: Array, counts: Array, listed: Array, actions: Array) -> None:
    """One of the options of every table, at random; every table has dice of its own."""
    at = cuda.grid(1)
    if at < len(actions):
        one = slice(at, at + 1)
        draw_actions(dice[one], counts[one], listed[one], actions[one])


@as_kernel
def seed_everywhere(dice: Array, seeds: Array) -> None:
    """Begin the dice of every table."""
    at = cuda.grid(1)
    if at < len(dice):
        seed_dice(dice[at : at + 1], seeds[at])
