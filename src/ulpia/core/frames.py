"""What a game declares about the frames of its agenda, so that states from outside can be checked."""

from typing import NamedTuple

Range = tuple[int, int]
NO_DETAIL: Range = (0, 0)
BOTTOM = 0
"""Stands for the bottom of the agenda; kinds of frames begin at 1."""
TABLE = 1 << 20
"""Stands for the number of seats at the table in the highest value of a detail: (0, TABLE - 1) are seats."""


class FrameRule(NamedTuple):
    """Where frames of a kind can lie, and the lowest and highest values of their two details."""

    upon: tuple[int, ...]
    """Kinds of frames on which it can lie directly, or BOTTOM."""
    first: Range = NO_DETAIL
    second: Range = NO_DETAIL
    asks: bool = True
    """Whether it can be on top when a decision is pending; other frames are settled without one."""
