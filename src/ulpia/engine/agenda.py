"""The agenda: a small stack of frames in the state record that says what is pending.

The top frame determines the next question. There are no flags beside it and no callbacks, so a game can be saved,
copied or searched in the middle of a turn.
"""

from collections.abc import Mapping
from typing import Annotated, Protocol

import numpy as np

from ulpia.core.frames import FrameRule
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Count, Row, between, cells


class Agenda:
    """Frames of three numbers: the kind of frame, and two details whose meaning depends on the kind.

    Each game sets the largest depth: `agenda: Annotated[Agenda, agenda_of(10)]`. It can also declare a
    `FrameRule` for each kind of frame.
    """

    depth: Count
    kinds: Row
    first: Row
    second: Row


def agenda_of(depth: int, frames: Mapping[int, FrameRule] | None = None) -> type:
    """Return the record class of an agenda for at most `depth` frames. Without `frames`, they are not checked."""
    deepest, kinds_of_frames, details = between(0, depth), cells(depth), cells(depth, of=np.int16)

    class Frames:
        rules = frames  # not annotated: it is no field
        depth: Annotated[int, deepest]
        kinds: Annotated[Row, kinds_of_frames]
        first: Annotated[Row, details]
        second: Annotated[Row, details]

    return Frames


class HasAgenda(Protocol):
    """A state with an agenda."""

    agenda: Agenda


@compiled
def push(s: HasAgenda, kind: int, a: int, b: int) -> None:
    """Put a frame on top, so that it comes before everything else that is pending."""
    # Only a forged state can fill the agenda. Then the last frame is lost: nothing may be written beyond it, and a GPU
    # computes a minimum many times as fast as it returns early.
    top = min(s.agenda.depth, len(s.agenda.kinds) - 1)
    s.agenda.kinds[top] = kind
    s.agenda.first[top] = a
    s.agenda.second[top] = b
    s.agenda.depth = top + 1


@compiled
def pop(s: HasAgenda) -> None:
    """Remove the top frame and clear its bytes, so that equal positions are equal bytes."""
    top = s.agenda.depth - 1
    s.agenda.kinds[top] = 0
    s.agenda.first[top] = 0
    s.agenda.second[top] = 0
    s.agenda.depth = top


@compiled
def pending(s: HasAgenda) -> int:
    """Return the kind of the top frame."""
    return s.agenda.kinds[s.agenda.depth - 1]


@compiled
def detail_a(s: HasAgenda) -> int:
    """Return the first detail of the top frame."""
    return s.agenda.first[s.agenda.depth - 1]


@compiled
def detail_b(s: HasAgenda) -> int:
    """Return the second detail of the top frame."""
    return s.agenda.second[s.agenda.depth - 1]


@compiled
def change_detail(s: HasAgenda, a: int, b: int) -> None:
    """Overwrite the details of the top frame."""
    s.agenda.first[s.agenda.depth - 1] = a
    s.agenda.second[s.agenda.depth - 1] = b
