"""Arguments of the compiled batch functions, grouped. Arrays hold one entry or one row for each game of the batch.

Entry points take each group as a plain tuple (see `plain_tuples`) and name its fields inside: Numba takes about 2 µs
longer to recognise a NamedTuple than a tuple, at every call.
"""

from typing import Any, NamedTuple

import numpy.typing as npt

Array = npt.NDArray[Any]

RESULT, POINTS = range(2)
"""Kinds of rewards: the final result, or every change of points. Both are made zero-sum."""


class Setup(NamedTuple):
    """How games begin and what a step pays: the same for all games of a batch."""

    facts: Array
    """The printed figures: an array of one record, which Python hands over in a tenth of the time of a record."""
    blank: Array
    """An array of one state of zeros."""
    seats: int
    setup_flags: int
    request: int
    """What `play` is asked at the beginning of a game: GO_ON or DEAL."""
    seed_stride: int
    """The next game at a table has a seed this much higher. 0: a game that has ended stays as it is."""
    reward_kind: int
    """RESULT or POINTS."""


class GameArrays(NamedTuple):
    """The games themselves."""

    states: Array
    seeds: Array
    points: Array
    """Points of each seat when rewards were last computed."""


class Choices(NamedTuple):
    """The pending decision of each game."""

    current_players: Array
    counts: Array
    """How many options there are; 0 when the game is over."""
    options: Array
    """Numbers of the legal actions; the first `counts` entries of a row are valid."""
    masks: Array
    """1 for each legal action."""
    observations: Array
    """What the current player knows. Without columns, nothing is observed."""


class Transition(NamedTuple):
    """The last action of each game and its result."""

    actions: Array
    rewards: Array
    terminated: Array
    final_points: Array
    """Points of each seat at the end of the last game that ended; likewise the next one."""
    final_states: Array


class Scratch(NamedTuple):
    """Work space of one thread."""

    legal: Array
    encoded: Array
    """One observation as the game's encoder writes it (int8)."""
    scale: Array
    """Factors from an encoded observation to the one that is given out."""
    log: Any
    """An event log without rows; None on CUDA."""


class Learner(NamedTuple):
    """One learning seat in each game; the other seats play at random."""

    seats: Array
    """The learner's seat."""
    rotation: int
    """The learner's seat moves on by this much from game to game."""
    dice: Array
    """Random streams of the other seats."""
    rewards: Array
    """The learner's reward since its last decision."""
    final_observations: Array
    """What the learner knew at the end of the last game."""
    victory_shares: Array
    """The learner's share of its victory."""


class PlayoutBuffers(NamedTuple):
    """Work space of `playouts` and `check`."""

    states: Array
    """The game in progress and a blank state. For checks, also the game before an action and right after it."""
    dice: Any
    """The random stream of the players."""
    legal: Array
    log: Any
    """An event log; None on CUDA."""
    tally: Array
    """Counters, see `loops`."""


class PlayoutGames(NamedTuple):
    """Which games `playouts` and `check` play: `games` consecutive seeds from `seed` on."""

    seats: int
    setup_flags: int
    seed: int
    games: int


class ExplicitRequest(NamedTuple):
    """What a transition with explicit chance is asked."""

    script_length: int
    """How many outcomes of chance are supplied."""
    seats: int
    """How many seats a new game has; 0: the state is played on."""
    setup_flags: int
    request: int
    """An action, or one of `requests`."""


def plain_tuples(*groups: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """Return the groups as plain tuples, as entry points take them."""
    return tuple(tuple(group) for group in groups)
