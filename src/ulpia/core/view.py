"""A view: what one viewer knows of a table, as typed values that JSON can carry.

Every game extends `View` and `PlayerView` with its own fields, in `games/<name>/view/types.py`. A field is described
by the docstring below it; `tools/generate_view_reference.py` writes reference pages and JSON schemas from these types.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

NONE = -1
"""In a plain record: no piece, no place, no seat."""

Name = TypeVar("Name")


class Question(msgspec.Struct, frozen=True, gc=False):
    """The decision that a seat has to make."""

    kind: str
    """Kind of decision."""
    about: str | None = None
    """The thing that the decision is about, such as a tray or a ship."""

    def __str__(self) -> str:
        return f"{self.kind} {self.about}" if self.about else self.kind


class Pending(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One frame of the agenda: something that is still to be done. JSON carries it as an array."""

    frame: str
    """Kind of frame."""
    first: int
    """First detail of the frame; its meaning depends on the kind."""
    second: int
    """Second detail of the frame; its meaning depends on the kind."""


class PlayerView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the viewer knows of one seat."""

    seat: int
    """Number of the seat, from 0."""
    points: int
    """Points scored so far."""
    sources: Mapping[str, int]
    """The same points by where they came from."""


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one viewer knows of a table."""

    game: str
    """Name of the game."""
    viewer: int | None
    """Seat that looks at the table; null for a spectator."""
    seats: int
    """Number of seats."""
    first: int
    """Seat that began, or that begins the present round."""
    seat: int | None
    """Seat that decides now; null when the game is over."""
    active: int
    """Seat whose turn it is. Another seat may have to decide during this turn."""
    question: Question | None
    """What is to be decided; null when the game is over."""
    pending: Sequence[Pending]
    """The agenda: everything that is still to be done, the next frame last."""
    turn: int
    """Number of turns begun so far. In some games it also counts up when another seat comes to decide."""
    over: bool
    """Whether the game is over."""
    players: Sequence[PlayerView]
    """Every seat as far as the viewer knows it, in the order of seats."""


def optional(number: int) -> int | None:
    """Return the number, or None for NONE."""
    return None if number == NONE else number


def named(names: Sequence[Name], number: int) -> Name | None:
    """Return the name with this number, or None for NONE."""
    return None if number == NONE else names[number]


def counted(names: Iterable[str], counts: Iterable[int]) -> dict[str, int]:
    """Return the counts by name, without those that are zero."""
    return {name: count for name, count in zip(names, counts) if count}
