"""Check states from outside before compiled code reads them: compiled code tests no index.

The lowest and highest value of every field come from the annotations that make the layout. What a game declares about
the frames of its agenda (`FrameRule`) is checked too. States that pass can be audited and played without leaving an
array.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from ulpia.core.frames import BOTTOM, TABLE, FrameRule
from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.layout import NONE, Cells, Number, layout

Array = npt.NDArray[Any]

PASSED, OUT_OF_RANGE, BAD_FRAME, BAD_SEAT = range(4)
ANY = np.iinfo(np.int16)
ANY_HIGHEST = int(ANY.max)
KINDS = 128
"""More than any game has kinds of frames."""
SEAT_FIELDS = ("first", "seat", "active")
"""Fields of every state that number a seat at the table."""


@dataclass(frozen=True)
class Field:
    """A number in a record, or one cell of an array."""

    name: str
    offset: int
    of: np.dtype[Any]
    low: int
    high: int


def fields_of(record: type, name: str = "", start: int = 0) -> Iterator[Field]:
    """Yield every number of a record class, with its place and its lowest and highest value."""
    kind = layout(record)
    for field, hint in get_type_hints(record, include_extras=True).items():
        if field not in (kind.names or ()):
            continue  # a class variable
        offset = start + int(kind.fields[field][1])  # type: ignore[index]
        yield from _fields(hint, f"{name}{field}", offset)
    for field in kind.names or ():
        if field.startswith("gap_"):
            gap, offset, *_ = kind.fields[field]  # type: ignore[index]
            for at in range(gap.itemsize):
                yield Field(f"{name}{field}", start + int(offset) + at, np.dtype(np.int8), 0, 0)


def _fields(hint: Any, name: str, offset: int) -> Iterator[Field]:
    if get_origin(hint) is not Annotated:
        yield from fields_of(hint, f"{name}.", offset)
        return
    kind = get_args(hint)[1]
    if isinstance(kind, Number):
        yield _number(kind, name, offset)
    elif not isinstance(kind, Cells):
        yield from fields_of(kind, f"{name}.", offset)
    else:
        is_number = issubclass(kind.of, np.generic)
        size = np.dtype(kind.of).itemsize if is_number else layout(kind.of).itemsize
        for at, place in enumerate(np.ndindex(*kind.shape)):
            cell = f"{name}[{', '.join(map(str, place))}]"
            if is_number:
                yield _number(Number(kind.of, kind.low, kind.high), cell, offset + at * size)
            else:
                yield from fields_of(kind.of, f"{cell}.", offset + at * size)


def _number(kind: Number, name: str, offset: int) -> Field:
    widest = np.iinfo(kind.of)
    low = widest.min if kind.low is None else kind.low
    high = widest.max if kind.high is None else kind.high
    return Field(name, offset, np.dtype(kind.of), int(low), int(high))


class StateCheck:
    """The check of all states of one game."""

    def __init__(self, state: type) -> None:
        self.state = state
        self.size = layout(state).itemsize

    @cached_property
    def fields(self) -> list[Field]:
        """Every number of a state."""
        return list(fields_of(self.state))

    @cached_property
    def _tables(self) -> tuple[Array, ...]:
        lows, highs = np.full(self.size, -128, np.int8), np.full(self.size, 127, np.int8)
        wide: dict[int, list[tuple[int, int, int]]] = {2: [], 4: [], 8: []}
        for field in self.fields:
            if field.of == np.int8:
                lows[field.offset], highs[field.offset] = field.low, field.high
            elif (field.low, field.high) != (np.iinfo(field.of).min, np.iinfo(field.of).max):
                size = field.of.itemsize
                wide[size].append((field.offset // size, field.low, field.high))
        words = [np.array(rows, np.int64).reshape(-1, 3) for rows in wide.values()]
        return lows, highs, *words, self._frames, self._stacks, self._places

    @cached_property
    def _frames(self) -> Array:
        """For each kind of frame: ranges of both details, and whether it asks. Unknown kinds have no valid detail."""
        table = np.tile(np.array([ANY.min, ANY.max, ANY.min, ANY.max, 1], np.int64), (KINDS, 1))
        if self._rules is not None:
            table[:] = (1, 0, 1, 0, 0)
            for kind, rule in self._rules.items():
                table[kind] = (*rule.first, *rule.second, rule.asks)
        return table

    @cached_property
    def _stacks(self) -> Array:
        """1 for each kind of frame (second index) that can lie on another one, or at the bottom (first index)."""
        table = np.ones((KINDS, KINDS), np.int8)
        if self._rules is not None:
            table[:] = 0
            for kind, rule in self._rules.items():
                table[list(rule.upon), kind] = 1
        return table

    @property
    def _rules(self) -> Mapping[int, FrameRule] | None:
        rules: Mapping[int, FrameRule] | None = getattr(self._agenda, "rules", None)
        return rules

    @property
    def _agenda(self) -> type:
        hint = get_type_hints(self.state, include_extras=True)["agenda"]
        record: type = get_args(hint)[1] if get_origin(hint) is Annotated else hint
        return record

    @cached_property
    def _places(self) -> Array:
        """Offsets of the agenda's fields, the largest depth, the offset of `seats` and those of seat numbers."""
        fields: Any = layout(self.state).fields
        agenda, start = fields["agenda"][:2]
        inside = [start + agenda.fields[name][1] for name in ("depth", "kinds", "first", "second")]
        depth = agenda.fields["kinds"][0].shape[0]
        return np.array([*inside, depth, fields["seats"][1], *(fields[name][1] for name in SEAT_FIELDS)], np.int64)

    def first_fault(self, states: Array) -> tuple[int, str] | None:
        """Return the first state that no game can have, and the name of a field that is wrong in it."""
        whole = np.ascontiguousarray(states).reshape(-1)
        if len(whole) == 0:
            return None
        found = np.zeros(3, np.int64)
        as_bytes, shorts, words, longs = (
            whole.view(kind).reshape(len(whole), -1) for kind in (np.int8, np.int16, np.uint32, np.int64)
        )
        find_fault(as_bytes, shorts, words, longs, self._tables, found)
        fault, at, where = found.tolist()
        if fault == PASSED:
            return None
        if fault == BAD_FRAME:
            return at, "agenda"
        return at, next(field.name for field in self.fields if field.offset == where)


@compiled
def first_outside(row: Array, ranges: Array, size: int) -> int:
    """Return the byte where the first number outside its range begins; NONE if there is none.

    Each range is the index of a number, its lowest and its highest value; `size` is the bytes of a number.
    """
    for at in range(len(ranges)):
        number = np.int64(row[ranges[at, 0]])
        if number < ranges[at, 1] or number > ranges[at, 2]:
            return size * int(ranges[at, 0])
    return NONE


@compiled
def highest(declared: int, seats: int) -> int:
    """Return the highest value of a detail at a table with this many seats."""
    return declared if declared <= ANY_HIGHEST else declared - TABLE + seats


@entry_point
def find_fault(bytes_: Array, shorts: Array, words: Array, longs: Array, tables: Any, found: Array) -> None:
    """Write the kind of the first fault, the state and the place; PASSED if there is none."""
    lows, highs, wide2, wide4, wide8, frames, stacks, places = tables
    for at in range(len(bytes_)):
        row = bytes_[at]
        found[1] = at
        is_wrong = False
        for byte in range(len(row)):
            is_wrong |= row[byte] < lows[byte] or row[byte] > highs[byte]
        if is_wrong:
            byte = 0
            while lows[byte] <= row[byte] <= highs[byte]:
                byte += 1
            found[0] = OUT_OF_RANGE
            found[2] = byte
            return
        place = first_outside(shorts[at], wide2, 2)
        if place == NONE:
            place = first_outside(words[at], wide4, 4)
        if place == NONE:
            place = first_outside(longs[at], wide8, 8)
        if place != NONE:
            found[0] = OUT_OF_RANGE
            found[2] = place
            return
        depth, kinds, first, second, deepest, seats = places[0], places[1], places[2], places[3], places[4], places[5]
        for seat in range(6, len(places)):
            if row[places[seat]] >= row[seats]:
                found[0] = BAD_SEAT
                found[2] = places[seat]
                return
        below = BOTTOM
        for frame in range(deepest):
            kind = row[kinds + frame]
            a = shorts[at, first // 2 + frame]
            b = shorts[at, second // 2 + frame]
            if frame >= row[depth]:  # bytes above the top frame are cleared, so that equal positions are equal bytes
                is_wrong |= kind != 0 or a != 0 or b != 0
            else:
                is_wrong |= kind == 0 or stacks[below, kind] == 0
                is_wrong |= a < frames[kind, 0] or a > highest(frames[kind, 1], row[seats])
                is_wrong |= b < frames[kind, 2] or b > highest(frames[kind, 3], row[seats])
                below = kind
        if is_wrong or row[depth] < 1 or frames[below, 4] == 0:
            found[0] = BAD_FRAME
            return
    found[0] = PASSED
