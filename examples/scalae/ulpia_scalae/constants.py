"""Numbers and names that the rules, the view and the texts share."""

from enum import IntEnum

from ulpia_scalae.actions import VALUES

SEATS = 4
KINDS = VALUES + 1
"""Cards are counted by value; nothing has the value 0."""
SOURCES = ("staircases", "last steps")


class Frame(IntEnum):
    """What can be pending."""

    TURN = 1
    OVER = 2


class Event(IntEnum):
    """What can happen."""

    STARTED = 0
    LAID = 1  # value
    DRAWN = 2  # value, which only the seat may know
    RESTED = 3  # length, points
    PASSED = 4
    LAST_STEPS = 5  # length
