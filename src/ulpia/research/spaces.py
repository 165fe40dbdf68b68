"""Gymnasium spaces of observations, actions and masks, used by PettingZoo too."""

from typing import TYPE_CHECKING

import numpy as np

from ulpia.engine.batch_types import Array
from ulpia.engine.observation import Observation
from ulpia.research.row import optional

if TYPE_CHECKING:
    from gymnasium import spaces
else:
    spaces = optional("gymnasium").spaces

SMALLEST, LARGEST = np.iinfo(np.int8).min, np.iinfo(np.int8).max


def observations_space(observation: Observation, number_type: str, repeats: int = 1) -> spaces.Box:
    """Return the space of observations, or of several of them in a row. Bounds are those of int8, scaled."""
    scale: Array = np.tile(
        observation.scale if number_type == "float32" else np.ones(observation.size, np.int8), repeats
    )
    low, high = (scale * np.array(end, scale.dtype) for end in (SMALLEST, LARGEST))
    return spaces.Box(low, high, dtype=scale.dtype.type)


def actions_space(count: int) -> spaces.Discrete:
    """Return the space of action numbers."""
    return spaces.Discrete(count)


def mask_space(count: int) -> spaces.Box:
    """Return the space of masks: 1 for each legal action."""
    return spaces.Box(0, 1, (count,), np.int8)
