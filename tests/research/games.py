"""What the doors are tried with."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from ulpia.registry import GAMES

every_game = pytest.mark.parametrize("game", GAMES)
every_table = pytest.mark.parametrize("seats", [2, 3, 4])

COPYING = {"deepcopy": copy.deepcopy, "pickle": lambda one: pickle.loads(pickle.dumps(one))}
"""Ways to have it twice."""


def any_actions(masks: Any, dice: np.random.Generator) -> Any:
    """At every table one of the actions that are allowed there."""
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])
