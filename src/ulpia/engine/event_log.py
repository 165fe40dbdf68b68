"""What happened, as rows in a buffer passed in beside the state. Playouts pass an empty one.

Row 0 holds the number of events; each later row is a kind, a seat and three details, whose meaning the kind gives.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ulpia.core.events import Detail as Detail
from ulpia.core.events import GameEvent as GameEvent
from ulpia.engine.jit import compiled_as
from ulpia.engine.layout import NONE

EventLog = npt.NDArray[np.int16]

WIDTH = 5
NO_LOG: EventLog = np.zeros((0, WIDTH), np.int16)
"""For whoever does not listen."""


Kind = TypeVar("Kind", bound=IntEnum)


@compiled_as("void(int16[:, ::1], int64, int64, int64, int64, int64)")
def emit(log: EventLog, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Write one event down, if anybody listens."""
    if log is None:
        return  # a GPU's: known to nobody while it is compiled, so that all of this vanishes
    if log.shape[0] == 0:
        return
    row = log[0, 0] + 1
    if row >= log.shape[0]:
        return  # full; the check reports it
    log[0, 0] = row
    log[row, 0] = kind
    log[row, 1] = seat
    log[row, 2] = a
    log[row, 3] = b
    log[row, 4] = c


def read_log(
    log: EventLog,
    viewer: int,
    kinds: type[Kind],
    details: Mapping[Kind, Sequence[Detail]],
    secret: Mapping[Kind, str],
    alone: Collection[Kind] = (),
) -> list[GameEvent]:
    """Decode what happened for one viewer.

    Another seat's details in `secret` are left out, another seat's events in `alone` altogether.
    """
    events = []
    for number, seat, *numbers in log[1 : 1 + int(log[0, 0])].tolist():
        kind = kinds(number)
        if kind in alone and seat != viewer:
            continue
        told: dict[str, str | int] = {}
        for (detail, vocabulary), value in zip(details.get(kind, ()), numbers):
            if secret.get(kind) != detail or seat == viewer:
                told[detail] = vocabulary[value] if vocabulary else value
        events.append(GameEvent(kind.name.lower(), None if seat == NONE else seat, told))
    return events
