"""What may be chosen at many tables: checking and drawing actions. It knows no game and is not bound to one.

(Bound to two games, these functions would share an entry of the cache, since nothing in their types tells the games
apart; the second game would look for the module of the first.)
"""

from typing import Any

import numpy.typing as npt

from ulpia.engine.jit import entry_point
from ulpia.engine.layout import NONE
from ulpia.engine.rng import roll, start_chance

Array = npt.NDArray[Any]


@entry_point
def first_refused(actions: Array, masks: Array, counts: Array) -> int:
    """The first table whose action is not on its list; NONE where there is none. A game that is over takes NONE."""
    for at in range(len(actions)):
        action = actions[at]
        if counts[at] == 0:
            if action != NONE:
                return at
        elif action < 0 or action >= masks.shape[1] or masks[at, action] == 0:
            return at
    return NONE


@entry_point
def draw_actions(dice: Array, counts: Array, listed: Array, actions: Array) -> None:
    """One of the options of every table, at random."""
    for at in range(len(actions)):
        actions[at] = NONE
        if counts[at] > 0:
            actions[at] = listed[at, roll(dice[0], counts[at])]


@entry_point
def seed_dice(dice: Array, seed: int) -> None:
    """Begin a stream of chance."""
    start_chance(dice[0], seed)
