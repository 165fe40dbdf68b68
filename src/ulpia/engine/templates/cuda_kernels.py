"""CUDA kernels: each thread runs the CPU's loops for one game, so states are equal to the CPU's byte for byte.

`bind_kernels` gives this source: cuda, as_kernel and as_playouts_kernel; playouts (of the game's bound `loops`); start,
step and list_options (of a bound `batch` that observes nothing); observe; STATE, the type of a state, and how many
8-byte WORDS it has. There is no event log: it is None, which cannot be passed to a kernel and is added inside.

Observations have kernels of their own, because memory sets the pace: the encoder writes small numbers in columns, so
that neighbouring threads write neighbouring bytes; then squares of them are transposed into the rows that are given
out.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ulpia.engine.batch_actions import draw_actions, first_refused, seed_dice
from ulpia.engine.batch_types import (
    Choices,
    GameArrays,
    PlayoutBuffers,
    PlayoutGames,
    Scratch,
    Setup,
    Transition,
)
from ulpia.engine.jit import compiled
from ulpia.engine.layout import NONE

if TYPE_CHECKING:
    from ulpia.engine.jit import entry_point as as_kernel
    from ulpia.engine.jit import entry_point as as_playouts_kernel

    cuda: Any
    playouts: Any
    start: Any
    step: Any
    list_options: Any
    observe: Any
    STATE: Any
    WORDS: int

REQUIRES = (
    "cuda",
    "as_kernel",
    "as_playouts_kernel",
    "playouts",
    "start",
    "step",
    "list_options",
    "observe",
    "STATE",
    "WORDS",
)

Array = npt.NDArray[Any]

SIDE = 32
"""Side of the square of words that a block transposes; also the threads in a row of the block."""
ROW_WORDS = SIDE + 1
"""Words from one row of the square to the next, so that columns lie in different banks of memory."""
BLOCK_ROWS = 8
"""Rows of the square that a block reads and writes at once."""


@as_playouts_kernel
def play_games(facts: Array, states: Array, dice: Array, legal: Array, tally: Array, requested: PlayoutGames) -> None:
    """Play `games` complete random games in each thread. (Of a thread's two states, one stays blank.)"""
    at = cuda.grid(1)
    seats, setup_flags, seed, games = requested
    if at < len(tally):
        mine = PlayoutBuffers(states[2 * at : 2 * at + 2], dice[at], legal[at], None, tally[at])
        playouts(facts[0], mine, PlayoutGames(seats, setup_flags, seed + at * games, games))


@compiled
def tables_of(tables: GameArrays, at: int) -> GameArrays:
    """Return the arrays of one game, as arrays of length one."""
    states, seeds, points = tables
    return GameArrays(states[at : at + 1], seeds[at : at + 1], points[at : at + 1])


@compiled
def choices_of(choices: Choices, at: int) -> Choices:
    """Return the arrays of one game; the observations stay without columns."""
    players, counts, options, masks, unseen = choices
    return Choices(players[at : at + 1], counts[at : at + 1], options[at : at + 1], masks[at : at + 1], unseen)


@compiled
def scratch_of(legal: Array, choices: Choices, at: int) -> Scratch:
    """Return the work space of one thread: nothing is encoded, and there is no log."""
    _, _, _, _, unseen = choices
    return Scratch(legal[at], unseen[0], unseen[0], None)


@as_kernel
def start_games(setup: Setup, tables: GameArrays, choices: Choices, legal: Array) -> None:
    """Begin every game."""
    at = cuda.grid(1)
    if at < len(tables[0]):
        start(setup, tables_of(tables, at), choices_of(choices, at), scratch_of(legal, choices, at))


@as_kernel
def step_games(setup: Setup, tables: GameArrays, choices: Choices, legal: Array, transition: Transition) -> None:
    """Play one action in every game."""
    at = cuda.grid(1)
    if at < len(tables[0]):
        actions, rewards, terminated, final_points, final_states = transition
        mine = Transition(
            actions[at : at + 1],
            rewards[at : at + 1],
            terminated[at : at + 1],
            final_points[at : at + 1],
            final_states[at : at + 1],
        )
        step(setup, tables_of(tables, at), choices_of(choices, at), scratch_of(legal, choices, at), mine)


@as_kernel
def list_all_options(setup: Setup, tables: GameArrays, choices: Choices, legal: Array) -> None:
    """Show the pending decisions of states that were written from outside."""
    at = cuda.grid(1)
    if at < len(tables[0]):
        list_options(setup, tables_of(tables, at), choices_of(choices, at), scratch_of(legal, choices, at))


@as_kernel
def encode_observations(facts: Array, words: Array, counts: Array, encoded: Array) -> None:
    """Write what the current player knows in every game, one column for each game.

    The state is copied into local memory first, word by word. Local memory is laid out so that neighbouring threads
    read neighbouring words; reading bytes out of separate records would be many times slower.
    """
    at = cuda.grid(1)
    if at < len(words) and counts[at] > 0:
        fetched = cuda.local.array(WORDS, np.uint64)
        for i in range(WORDS):
            fetched[i] = words[at, i]
        s = fetched.view(STATE)[0]
        observe(facts[0], s, s.seat, encoded[:, at])


@as_kernel
def transpose_observations(quads: Array, scale: Array, counts: Array, observations: Array) -> None:
    """Turn columns of small numbers into rows of scaled ones. A word of `quads` holds one number of four games."""
    square = cuda.shared.array((SIDE, ROW_WORDS), np.uint32)
    across, down = cuda.threadIdx.x, cuda.threadIdx.y
    word, number = cuda.blockIdx.x * SIDE + across, cuda.blockIdx.y * SIDE
    for line in range(down, SIDE, BLOCK_ROWS):
        if number + line < quads.shape[0] and word < quads.shape[1]:
            square[line, across] = quads[number + line, word]
    cuda.syncthreads()
    i = number + across
    if i < observations.shape[1]:
        factor = scale[i]
        for line in range(down, 4 * SIDE, BLOCK_ROWS):
            at = cuda.blockIdx.x * 4 * SIDE + line
            if at < observations.shape[0] and counts[at] > 0:
                small = np.int8((square[across, line >> 2] >> np.uint32(8 * (line & 3))) & np.uint32(255))
                observations[at, i] = small * factor


@as_kernel
def copy_actions(given: Array, actions: Array) -> None:
    """Copy actions of any integer type."""
    at = cuda.grid(1)
    if at < len(actions):
        actions[at] = given[at]


@as_kernel
def check_actions(actions: Array, masks: Array, counts: Array, refused: Array) -> None:
    """Write the first game whose action is not legal into refused[0]."""
    at = cuda.grid(1)
    if at < len(actions):
        one = slice(at, at + 1)
        if first_refused(actions[one], masks[one], counts[one]) != NONE:
            cuda.atomic.min(refused, 0, at)


@as_kernel
def draw_all_actions(dice: Array, counts: Array, options: Array, actions: Array) -> None:
    """Draw a random legal action for every game, each from a random stream of its own."""
    at = cuda.grid(1)
    if at < len(actions):
        one = slice(at, at + 1)
        draw_actions(dice[one], counts[one], options[one], actions[one])


@as_kernel
def seed_all_dice(dice: Array, seeds: Array) -> None:
    """Start the random stream of every game."""
    at = cuda.grid(1)
    if at < len(dice):
        seed_dice(dice[at : at + 1], seeds[at])
