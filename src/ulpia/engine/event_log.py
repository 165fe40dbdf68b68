"""What happened, as rows in a buffer passed in beside the state. Playouts pass an empty one.

Row 0 holds the number of events; each later row is a kind, a seat and three details, whose meaning the kind gives.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import compiled_as
from ulpia.engine.layout import NONE

Story = npt.NDArray[np.int16]

WIDTH = 5
SILENT: Story = np.zeros((0, WIDTH), np.int16)
"""For whoever does not listen."""


@dataclass(frozen=True)
class Happening:
    """One event as one viewer may know it; a detail that viewer may not know is missing."""

    kind: str
    seat: int | None
    details: Mapping[str, str | int]


Kind = TypeVar("Kind", bound=IntEnum)
Detail = tuple[str, Sequence[str] | None]
"""The name of a detail and its vocabulary; without one it is a number."""


@compiled_as("void(int16[:, ::1], int64, int64, int64, int64, int64)")
def tell(story: Story, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Write one event down, if anybody listens."""
    if story is None:
        return  # a GPU's: known to nobody while it is compiled, so that all of this vanishes
    if story.shape[0] == 0:
        return
    row = story[0, 0] + 1
    if row >= story.shape[0]:
        return  # full; the check reports it
    story[0, 0] = row
    story[row, 0] = kind
    story[row, 1] = seat
    story[row, 2] = a
    story[row, 3] = b
    story[row, 4] = c


def read_story(
    story: Story,
    viewer: int,
    kinds: type[Kind],
    details: Mapping[Kind, Sequence[Detail]],
    secret: Mapping[Kind, str],
    alone: Collection[Kind] = (),
) -> list[Happening]:
    """Decode what happened for one viewer.

    Another seat's details in `secret` are left out, another seat's events in `alone` altogether.
    """
    happenings = []
    for number, seat, *numbers in story[1 : 1 + int(story[0, 0])].tolist():
        kind = kinds(number)
        if kind in alone and seat != viewer:
            continue
        told: dict[str, str | int] = {}
        for (detail, vocabulary), value in zip(details.get(kind, ()), numbers):
            if secret.get(kind) != detail or seat == viewer:
                told[detail] = vocabulary[value] if vocabulary else value
        happenings.append(Happening(kind.name.lower(), None if seat == NONE else seat, told))
    return happenings
