"""Every action: its number, its notation, and a frozen dataclass."""

from dataclasses import dataclass

from ulpia.core.actions import Action, ActionSpace

VALUES = 8


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


@dataclass(frozen=True)
class Pass(Action):
    """Do nothing, because nothing else is possible."""

    def __str__(self) -> str:
        return "pass"


SPACE = ActionSpace()
LAY = SPACE.block(Lay(value) for value in range(1, VALUES + 1))
REST = SPACE.block([Rest()])
PASS = SPACE.block([Pass()])
ACTIONS = tuple(SPACE.actions)
