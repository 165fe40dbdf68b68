"""Summaries: what the end of a phase of a game brought every seat, as a table for people.

A summary comes from events, as the log does, so it tells nothing that its viewer may not know.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Column:
    """What one column of a summary tells."""

    title: str
    symbol: str = ""
    """The symbol that stands for it in pictures, if there is one."""


@dataclass(frozen=True)
class Cell:
    """What one seat did or got. All parts may be empty."""

    words: str = ""
    points: int = 0
    tone: Literal["", "gain", "loss"] = ""
    """Whether the words tell something good or bad."""


@dataclass(frozen=True)
class Summary:
    """The end of a phase."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """For each seat a cell for each column."""
    notes: tuple[str, ...]
    """Sentences about what comes next."""

    @staticmethod
    def of(title: str, columns: Iterable[tuple[Column, Iterable[Cell]]], notes: Iterable[str], seats: int) -> "Summary":
        """Build a summary from columns with a cell for each seat; leave columns out that tell nothing of any seat."""
        filled = [(column, tuple(cells)) for column, cells in columns]
        filled = [(column, cells) for column, cells in filled if any(cell != Cell() for cell in cells)]
        rows = tuple(tuple(cells[seat] for _, cells in filled) for seat in range(seats))
        return Summary(title, tuple(column for column, _ in filled), rows, tuple(notes))
