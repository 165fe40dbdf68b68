"""The event log: rows that compiled rules write into a buffer beside the state. Playouts pass an empty buffer.

Row 0 holds the number of events. Each later row holds an event's kind, its seat and five details whose meaning depends
on the kind. `ulpia.core.events` decodes the rows.
"""

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import compiled_as

EventLog = npt.NDArray[np.int16]

WIDTH = 7
NO_LOG: EventLog = np.zeros((0, WIDTH), np.int16)
"""A log without rows: nothing is written."""


@compiled_as("void(int16[:, ::1], int64, int64, int64, int64, int64)")
def emit(log: EventLog, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Append one event to the log, if the log has rows."""
    if log is None:
        return  # None on CUDA: the type is known at compile time, so Numba removes the body
    if log.shape[0] == 0:
        return
    row = log[0, 0] + 1
    if row >= log.shape[0]:
        return  # the log is full; `check` reports it
    log[0, 0] = row
    log[row, 0] = kind
    log[row, 1] = seat
    log[row, 2] = a
    log[row, 3] = b
    log[row, 4] = c
    log[row, 5] = 0
    log[row, 6] = 0


@compiled_as("void(int16[:, ::1], int64, int64)")
def emit_more(log: EventLog, d: int, e: int) -> None:
    """Add the fourth and the fifth detail to the last event, if the log has rows."""
    if log is None:
        return
    if log.shape[0] == 0:
        return
    row = log[0, 0]
    log[row, 5] = d
    log[row, 6] = e


def log_rows(log: EventLog) -> list[tuple[int, ...]]:
    """Return the events in a log as plain tuples: kind, seat and five details."""
    return [tuple(row) for row in log[1 : 1 + int(log[0, 0])].tolist()]
