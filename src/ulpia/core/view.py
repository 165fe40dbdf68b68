"""A view: what one viewer knows of a table, as typed values that JSON can carry.

Every game extends `View` and `PlayerView` with its own fields, in `games/<name>/view/types.py`. A field is described
by the docstring below it; `tools/generate_view_reference.py` writes reference pages and JSON schemas from these types.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, TypeAlias, TypedDict, TypeVar

import msgspec

from ulpia.core.constants import NONE

PlainRecord: TypeAlias = Any
"""A record of the rules as a named tuple of Python values: what `engine.layout.plain` returns."""
AboutFrames: TypeAlias = Mapping[IntEnum, tuple[str, Sequence[str | None]]]
"""For frames whose question is about something: the field of the agenda that has its number, and its names."""

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
    """What is to be decided, as far as the viewer may know; null when the game is over."""
    pending: Sequence[Pending]
    """The agenda: everything that is still to be done, the next frame last."""
    turn: int
    """Number of turns begun so far. In some games it also counts up when another seat comes to decide."""
    over: bool
    """Whether the game is over."""
    players: Sequence[PlayerView]
    """Every seat as far as the viewer knows it, in the order of seats."""
    reconstructed: Sequence[str] = []
    """Tables of printed figures that are our own reconstruction; none that the owner of a game has corrected."""


class Head(TypedDict):
    """The fields that every view begins with, without its players."""

    game: str
    viewer: int | None
    seats: int
    first: int
    seat: int | None
    active: int
    question: Question | None
    pending: Sequence[Pending]
    turn: int
    over: bool


def head(game: str, seen: PlainRecord, question: Question | None, frames: type[IntEnum]) -> Head:
    """Return the head of a view. `frames` are the kinds of frames that the agenda of this game has."""
    table = seen.table
    agenda = table.agenda
    return {
        "game": game,
        "viewer": optional(seen.viewer),
        "seats": table.seats,
        "first": table.first,
        "seat": optional(table.seat),
        "active": table.active,
        "question": question,
        "pending": [
            Pending(frames(kind).name.lower(), first, second)
            for kind, first, second in zip(agenda.kinds, agenda.first, agenda.second)
            if kind
        ],
        "turn": table.turns,
        "over": question is None,
    }


def find_question(
    agenda: PlainRecord, frames: type[IntEnum], first_question: int, about: AboutFrames
) -> Question | None:
    """Return what the top frame of an agenda asks; None for a frame below `first_question`, which asks nothing."""
    top = agenda.depth - 1
    frame = frames(agenda.kinds[top])
    if frame < first_question:
        return None
    if frame not in about:
        return Question(frame.name.lower())
    field, names = about[frame]
    return Question(frame.name.lower(), names[getattr(agenda, field)[top]])


def optional(number: int) -> int | None:
    """Return the number, or None for NONE."""
    return None if number == NONE else number


def named(names: Sequence[Name], number: int) -> Name | None:
    """Return the name with this number, or None for NONE."""
    return None if number == NONE else names[number]


def counted(names: Iterable[str], counts: Iterable[int]) -> dict[str, int]:
    """Return the counts by name, without those that are zero."""
    return {name: count for name, count in zip(names, counts) if count}
