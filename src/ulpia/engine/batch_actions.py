"""Checks and random draws of actions for many games. These functions know no game and are not bound to one.

(Bound to two games, they would share one entry of the compilation cache, since their argument types are the same for
both; the second game would then look for the module of the first.)
"""

from typing import Any

import numpy.typing as npt

from ulpia.engine.dice import choose, start_dice
from ulpia.engine.jit import entry_point
from ulpia.engine.layout import NONE

Array = npt.NDArray[Any]


@entry_point
def first_refused(actions: Array, masks: Array, counts: Array) -> int:
    """Return the first game whose action is not legal; NONE if there is none. A game that is over takes NONE only."""
    for at in range(len(actions)):
        action = actions[at]
        if counts[at] == 0:
            if action != NONE:
                return at
        elif action < 0 or action >= masks.shape[1] or masks[at, action] == 0:
            return at
    return NONE


@entry_point
def draw_actions(dice: Array, counts: Array, options: Array, actions: Array) -> None:
    """Write a random legal action for every game; NONE where the game is over."""
    for at in range(len(actions)):
        actions[at] = NONE
        if counts[at] > 0:
            actions[at] = options[at, choose(dice[0], counts[at])]


@entry_point
def seed_dice(dice: Array, seed: int) -> None:
    """Start the random stream of the players of a seed."""
    start_dice(dice[0], seed)
