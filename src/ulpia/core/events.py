"""Events: what happened at a table, as one viewer may know it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Detail = tuple[str, Sequence[str] | None]
"""The name of a detail and the names of its values. A detail without such names is a number."""


@dataclass(frozen=True)
class GameEvent:
    """One event. A detail that the viewer may not know is missing."""

    kind: str
    seat: int | None
    """The seat that caused the event; None for events of the whole table."""
    details: Mapping[str, str | int]
