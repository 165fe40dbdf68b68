"""What is pending, as data: a small stack of frames in the record.

The frame on top says what is asked next. No flags repeat it and no callbacks hide it, so a game can be saved, copied or
searched in the middle of a turn.
"""

from typing import Annotated, Protocol

import numpy as np

from ulpia.engine.jit import compiled
from ulpia.engine.layout import Count, Row, cells


class Agenda:
    """Frames of three numbers: what it is, and two details whose meaning the frame's kind gives.

    How many can be pending is the game's to say: `agenda: Annotated[Agenda, agenda_of(10)]`.
    """

    depth: Count
    kinds: Row
    first: Row
    second: Row


def agenda_of(depth: int) -> type:
    """The record of an agenda that holds so many frames."""
    kinds_of_frames, details = cells(depth), cells(depth, of=np.int16)

    class Frames:
        depth: Count
        kinds: Annotated[Row, kinds_of_frames]
        first: Annotated[Row, details]
        second: Annotated[Row, details]

    return Frames


class HasAgenda(Protocol):
    """Any state with an agenda."""

    agenda: Agenda


@compiled
def push(s: HasAgenda, kind: int, a: int, b: int) -> None:
    """Put a frame on top: it comes before everything else that is pending."""
    top = s.agenda.depth
    s.agenda.kinds[top] = kind
    s.agenda.first[top] = a
    s.agenda.second[top] = b
    s.agenda.depth = top + 1


@compiled
def pop(s: HasAgenda) -> None:
    """Take the top frame off, leaving no trace: equal positions are equal bytes."""
    top = s.agenda.depth - 1
    s.agenda.kinds[top] = 0
    s.agenda.first[top] = 0
    s.agenda.second[top] = 0
    s.agenda.depth = top


@compiled
def pending(s: HasAgenda) -> int:
    """Tell the kind of the frame on top."""
    return s.agenda.kinds[s.agenda.depth - 1]


@compiled
def detail_a(s: HasAgenda) -> int:
    """Tell the first detail of the frame on top."""
    return s.agenda.first[s.agenda.depth - 1]


@compiled
def detail_b(s: HasAgenda) -> int:
    """Tell the second detail of the frame on top."""
    return s.agenda.second[s.agenda.depth - 1]


@compiled
def change_detail(s: HasAgenda, a: int, b: int) -> None:
    """Rewrite the details of the frame on top."""
    s.agenda.first[s.agenda.depth - 1] = a
    s.agenda.second[s.agenda.depth - 1] = b
