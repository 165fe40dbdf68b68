"""Observations: what a seat knows, as a row of numbers divided into named parts.

A game's encoder writes small integers (int8). As float32, every part is divided by the highest number it usually
holds, so that a network gets inputs of about one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import compiled, inlined
from ulpia.engine.layout import NONE, Row

ObservationRow = npt.NDArray[np.int8]
"""The row into which an encoder writes."""


@dataclass(frozen=True)
class Slice:
    """One part of an observation."""

    start: int
    shape: tuple[int, ...]
    highest: int
    """The divisor for float32; 1 for flags."""
    meaning: str

    @property
    def stop(self) -> int:
        """The position after the last number of this part."""
        return self.start + prod(self.shape)


class Observation:
    """The layout of a game's observation: its parts in order."""

    def __init__(self) -> None:
        self._slices: dict[str, Slice] = {}
        self.size = 0

    def part(self, name: str, shape: tuple[int, ...], highest: int, meaning: str) -> int:
        """Add a part and return the position of its first number."""
        self._slices[name] = Slice(self.size, shape, highest, meaning)
        self.size = self._slices[name].stop
        return self._slices[name].start

    @property
    def slices(self) -> Mapping[str, Slice]:
        """The parts by name, in order."""
        return dict(self._slices)

    @property
    def scale(self) -> npt.NDArray[np.float32]:
        """The factor of each number for float32."""
        each = [np.full(prod(part.shape), 1 / part.highest, np.float32) for part in self._slices.values()]
        return np.concatenate(each)

    def table(self) -> str:
        """Return the parts as a Markdown table."""
        lines = ["| part | shape | from | to | float32: divided by | meaning |", "|---|---|---|---|---|---|"]
        for name, part in self._slices.items():
            shape = " × ".join(map(str, part.shape))
            lines.append(f"| {name} | {shape} | {part.start} | {part.stop} | {part.highest} | {part.meaning} |")
        return "\n".join(lines)

    def split(self, observations: Any) -> dict[str, Any]:
        """Split observations (the last axis of any array or tensor) into views of their parts, by name."""
        before = tuple(observations.shape[:-1])
        return {
            name: observations[..., part.start : part.stop].reshape(*before, *part.shape)
            for name, part in self._slices.items()
        }


# These functions are inlined where they are called and write into a slice: for indices from 0 on, the compiler needs no
# check for negative ones and vectorizes the loop. That halves the time of an observation.


@inlined
def write_row(out: ObservationRow, at: int, row: Row) -> None:
    """Write a row of numbers."""
    part = out[at : at + len(row)]
    for i in range(len(row)):
        part[i] = row[i]


@inlined
def write_long_row(out: ObservationRow, at: int, row: Row) -> None:
    """Write a long row of numbers. (A length unknown to the compiler keeps it from unrolling the loop.)"""
    part = out[at:]
    for i in range(min(len(row), len(part))):
        part[i] = row[i]


@inlined
def mark_equal(out: ObservationRow, at: int, row: Row, value: int) -> None:
    """Write 1 for each number of a long row that equals a value, else 0."""
    part = out[at:]
    for i in range(min(len(row), len(part))):
        part[i] = row[i] == value


@compiled
def mark_one(out: ObservationRow, at: int, which: int) -> None:
    """Write a one-hot code; NONE writes nothing."""
    if which != NONE:
        out[at + int(which)] = 1


@compiled
def write_points(out: ObservationRow, at: int, points: int) -> None:
    """Write points as tens and ones, since they do not fit eight bits (-7 is -1 ten and 3)."""
    out[at] = points // 10
    out[at + 1] = points % 10
