"""Actions as people write them: frozen dataclasses whose str() is their notation, each with a number."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """One action. str() is its notation, which reads back."""

    @property
    def number(self) -> int:
        """Its place in the numbered action space of its game."""
        return _NUMBERS[self]

    def __str__(self) -> str:
        raise NotImplementedError


_NUMBERS: dict[Action, int] = {}
"""Of all games: actions of two games are never equal, because their classes differ."""


class ActionSpace:
    """The actions of one game, numbered in the order in which they are laid out."""

    def __init__(self) -> None:
        self.actions: list[Action] = []

    def block(self, actions: Iterable[Action]) -> int:
        """Lay out actions one after another; return the number of the first."""
        start = len(self.actions)
        for action in actions:
            _NUMBERS[action] = len(self.actions)
            self.actions.append(action)
        return start
