"""What the research interfaces are tested with."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from tests.support.games import BUILT_IN

every_game = pytest.mark.parametrize("game", BUILT_IN)
every_table = pytest.mark.parametrize("seats", [2, 3, 4])

COPYING = {"deepcopy": copy.deepcopy, "pickle": lambda one: pickle.loads(pickle.dumps(one))}
"""Ways to copy an object."""


def any_actions(masks: Any, dice: np.random.Generator) -> Any:
    """Draw a legal action for every game."""
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])
