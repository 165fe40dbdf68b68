"""What observations, actions and masks look like, in Gymnasium's words. PettingZoo speaks them too."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.engine.observation import Observation
from ulpia.research.row import optional

if TYPE_CHECKING:
    from gymnasium import spaces
else:
    spaces = optional("gymnasium").spaces

SMALLEST, LARGEST = np.iinfo(np.int8).min, np.iinfo(np.int8).max


def observations_space(seen: Observation, numbers: str, times: int = 1) -> spaces.Box:
    """Observations, perhaps of several seats in a row. They were eight bits wide before they were scaled."""
    scale: Any = np.tile(seen.scale if numbers == "float32" else np.ones(seen.size, np.int8), times)
    low, high = (scale * np.array(end, scale.dtype) for end in (SMALLEST, LARGEST))
    return spaces.Box(low, high, dtype=scale.dtype.type)


def actions_space(many: int) -> spaces.Discrete:
    """Actions by their numbers."""
    return spaces.Discrete(many)


def mask_space(many: int) -> spaces.Box:
    """A mask: 1 for each action that is allowed."""
    return spaces.Box(0, 1, (many,), np.int8)
