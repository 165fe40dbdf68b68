"""What a seat may know, as numbers in a row: how such a row is divided, and what its parts mean.

A game's encoder writes small whole numbers (int8). As float32 every part is divided by the highest number it usually
holds, so that a network is fed numbers about as large as one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import compiled, inlined
from ulpia.engine.layout import NONE, Row

Small = npt.NDArray[np.int8]
"""Where an encoder writes."""


@dataclass(frozen=True)
class Slice:
    """One part of an observation."""

    start: int
    shape: tuple[int, ...]
    highest: int
    """As float32, the numbers are divided by this; 1 where they are yes or no."""
    meaning: str

    @property
    def stop(self) -> int:
        """Where the next part begins."""
        return self.start + prod(self.shape)


class Observation:
    """The parts of a game's observation, one after another."""

    def __init__(self) -> None:
        self._slices: dict[str, Slice] = {}
        self.size = 0

    def part(self, name: str, shape: tuple[int, ...], highest: int, meaning: str) -> int:
        """Add a part; return where it begins."""
        self._slices[name] = Slice(self.size, shape, highest, meaning)
        self.size = self._slices[name].stop
        return self._slices[name].start

    @property
    def slices(self) -> Mapping[str, Slice]:
        """The parts by name, in their order."""
        return dict(self._slices)

    @property
    def scale(self) -> npt.NDArray[np.float32]:
        """What each number is multiplied with as float32."""
        each = [np.full(prod(part.shape), 1 / part.highest, np.float32) for part in self._slices.values()]
        return np.concatenate(each)

    def table(self) -> str:
        """The parts as a table in Markdown."""
        lines = ["| part | shape | from | to | float32: divided by | meaning |", "|---|---|---|---|---|---|"]
        for name, part in self._slices.items():
            shape = " × ".join(map(str, part.shape))
            lines.append(f"| {name} | {shape} | {part.start} | {part.stop} | {part.highest} | {part.meaning} |")
        return "\n".join(lines)

    def split(self, observations: Any) -> dict[str, Any]:
        """Observations (in the last direction of any array or tensor) as their parts: views by name."""
        before = tuple(observations.shape[:-1])
        return {
            name: observations[..., part.start : part.stop].reshape(*before, *part.shape)
            for name, part in self._slices.items()
        }


# What follows is written out where it is called, and writes into a slice: an index that begins at 0 needs no look for a
# negative one, so that many numbers go at once. A whole observation takes half the time.


@inlined
def put_row(out: Small, at: int, row: Row) -> None:
    """Write numbers as they are."""
    part = out[at : at + len(row)]
    for i in range(len(row)):
        part[i] = row[i]


@inlined
def put_long(out: Small, at: int, row: Row) -> None:
    """The same for a long row. (A length that the compiler does not know keeps it from writing out every step.)"""
    part = out[at:]
    for i in range(min(len(row), len(part))):
        part[i] = row[i]


@inlined
def put_where(out: Small, at: int, row: Row, value: int) -> None:
    """Mark the places of a long row that hold a value."""
    part = out[at:]
    for i in range(min(len(row), len(part))):
        part[i] = row[i] == value


@compiled
def put_one(out: Small, at: int, which: int) -> None:
    """Mark one of several, or none."""
    if which != NONE:
        out[at + int(which)] = 1


@compiled
def put_points(out: Small, at: int, points: int) -> None:
    """Points do not fit eight bits: tens, then ones (-7 is -1 ten and 3)."""
    out[at] = points // 10
    out[at + 1] = points % 10
