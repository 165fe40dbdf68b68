"""Actions with their numbers and notation, and the names that rules, view and texts share."""

from dataclasses import dataclass
from enum import IntEnum

from ulpia.core.actions import Action, ActionSpace

SEATS, VALUES = 4, 8
KINDS = VALUES + 1  # cards are counted by value; no card has the value 0
SOURCES = ("staircases",)


class Frame(IntEnum):
    """What can be pending."""

    OVER = 1
    TURN = 2


class Event(IntEnum):
    """What can happen."""

    STARTED = 0
    LAID = 1
    DRAWN = 2
    RESTED = 3


@dataclass(frozen=True)
class Lay(Action):
    """Lay a card on one's staircase."""

    value: int

    def __str__(self) -> str:
        return f"lay {self.value}"


@dataclass(frozen=True)
class Rest(Action):
    """Score one's staircase and clear it away."""

    def __str__(self) -> str:
        return "rest"


SPACE = ActionSpace()
LAY = SPACE.block(Lay(value) for value in range(1, KINDS))
REST = SPACE.block([Rest()])
ACTIONS = tuple(SPACE.actions)
