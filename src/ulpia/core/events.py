"""Events of a game as plain values: what a viewer may know of each row in an event log."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar


@dataclass(frozen=True)
class GameEvent:
    """One event as one viewer may know it. Details hidden from that viewer are missing."""

    kind: str
    seat: int | None
    details: Mapping[str, str | int]
    points: int = 0
    """By how much the event changed the points of its seat."""


Kind = TypeVar("Kind", bound=IntEnum)
Rows = Sequence[Sequence[int]]
"""Rows of an event log: kind, seat, details."""
Detail = tuple[str, Sequence[str] | None]
"""The name of a detail and its vocabulary. A detail without a vocabulary is a number."""


def read_log(
    rows: Iterable[Sequence[int]],
    viewer: int,
    kinds: type[Kind],
    details: Mapping[Kind, Sequence[Detail]],
    secret: Mapping[Kind, str],
    private: Collection[Kind] = (),
    scored: Mapping[Kind, int] | None = None,
) -> list[GameEvent]:
    """Decode the rows of an event log (kind, seat, details) for one viewer.

    Details in `secret` are shown to the event's own seat only. So are events in `private`, as a whole. An event in
    `scored` changed the points of its seat by its detail `points`, times the number given there: 1 or -1. A negative
    seat stands for no seat.
    """
    events = []
    for number, seat, *numbers in rows:
        kind = kinds(number)
        if kind in private and seat != viewer:
            continue
        known: dict[str, str | int] = {}
        for (detail, vocabulary), value in zip(details.get(kind, ()), numbers):
            if secret.get(kind) != detail or seat == viewer:
                known[detail] = vocabulary[value] if vocabulary else value
        points = int(known["points"]) * scored[kind] if scored and kind in scored else 0
        events.append(GameEvent(kind.name.lower(), None if seat < 0 else seat, known, points))
    return events
