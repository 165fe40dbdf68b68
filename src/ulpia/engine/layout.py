"""Build NumPy record types from annotated classes: an annotated class becomes a nested NumPy dtype.

People, editors and mypy see the fields; NumPy and Numba see the bytes. A record is copied by memcpy, compared by bytes,
hashed, saved and batched at no extra cost.
"""

from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from math import prod
from struct import Struct
from typing import Annotated, Any, Protocol, get_args, get_origin, get_type_hints, overload

import numpy as np
import numpy.typing as npt

from ulpia.core.constants import NONE as NONE

KEPT_ROWS = 2048
"""Plain records of each type that are kept."""
NUMBER_FORMATS = dict(zip(["b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"], "?bBhHiIqQfd"))
"""Types of NumPy as `struct` knows them."""


class Row(Protocol):
    """A one-dimensional array field: row[i]."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...


class Grid(Protocol):
    """A two-dimensional array field: grid[i, j]; grid[i] is a row."""

    @overload
    def __getitem__(self, at: int, /) -> Row: ...
    @overload
    def __getitem__(self, at: tuple[int, int], /) -> int: ...
    def __setitem__(self, at: tuple[int, int], value: int, /) -> None: ...


class Cube(Protocol):
    """A three-dimensional array field: cube[i, j, k]."""

    def __getitem__(self, at: tuple[int, int, int], /) -> int: ...


@dataclass(frozen=True)
class Number:
    """Type of a number, and the lowest and highest value that a game gives it."""

    of: type
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Cells:
    """Shape of an array field and what its cells are: numbers, or records of a class."""

    shape: tuple[int, ...]
    of: type
    low: int | None = None
    high: int | None = None


def between(low: int, high: int, of: type = np.int8) -> Number:
    """Annotate a number with its lowest and highest value. `state_check` refuses states with others."""
    return Number(of, low, high)


def cells(*shape: int, of: type = np.int8, low: int | None = None, high: int | None = None) -> Cells:
    """Annotate an array field. Numbers of pieces fit 8 bits; give `of` for numbers above 127.

    Without `low` and `high`, numbers of pieces are not negative, and wider numbers can have any value.
    """
    return Cells(shape, of, 0 if low is None and of is np.int8 else low, high)


Count = Annotated[int, Number(np.int8, 0)]
"""A number of pieces."""
Index = Annotated[int, Number(np.int8, NONE)]
"""An index, or NONE."""
Points = Annotated[int, Number(np.int16)]
"""Points and other numbers that do not fit 8 bits."""
Wide = Annotated[int, Number(np.int64)]
"""Counters."""

Options = npt.NDArray[np.int64]
"""The buffer into which a step writes the numbers of the legal actions."""


@cache  # Numba recognises the same dtype object at once
def layout(record: type) -> np.dtype[np.record]:
    """Return the NumPy dtype of an annotated class; nested classes become nested records.

    `Annotated[Shape, Record]` reads as the class Shape and is laid out as the class Record.
    """
    return _lay_out(record)[0]


def _lay_out(record: type) -> tuple[np.dtype[np.record], int]:
    # NumPy forgets the alignment of a nested np.record, and CUDA insists on it: so the offsets are computed here.
    # NumPy does not copy the bytes between fields: so every gap is a field, and equal records are equal bytes.
    fields: list[tuple[str, np.dtype[Any], int]] = []
    end, widest = 0, 1

    def fill_gap(to: int) -> None:
        if to > end:
            fields.append((f"gap_{end}", np.dtype((np.uint8, (to - end,))), end))

    for name, hint in get_type_hints(record, include_extras=True).items():
        field, alignment = _field(hint)
        start = _round_up(end, alignment)
        fill_gap(start)
        fields.append((name, field, start))
        end = start + field.itemsize
        widest = max(widest, alignment)
    size = _round_up(end, widest)
    fill_gap(size)
    names, formats, offsets = zip(*fields)
    whole = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
    record_type: Any = np.dtype((np.record, np.dtype(whole, align=True)))  # type: ignore[call-overload]
    return record_type, widest


def _field(hint: Any) -> tuple[np.dtype[Any], int]:
    if get_origin(hint) is not Annotated:
        return _lay_out(hint)
    kind = get_args(hint)[1]
    if isinstance(kind, Number):
        return np.dtype(kind.of), np.dtype(kind.of).alignment
    if not isinstance(kind, Cells):
        return _lay_out(kind)
    if issubclass(kind.of, np.generic):
        cell: np.dtype[Any] = np.dtype(kind.of)
        alignment = cell.alignment
    else:
        cell, alignment = _lay_out(kind.of)
    return np.dtype((cell, kind.shape)), alignment


def _round_up(size: int, step: int) -> int:
    return -(-size // step) * step


def fill_array(array: npt.NDArray[Any], data: object) -> bool:
    """Write bytes into an array of the same size; return False if they are none.

    Pickles of Ulpia hold bytes: NumPy trusts a pickled record type, and a damaged one ends the process.
    """
    if not isinstance(data, bytes) or len(data) != array.nbytes:
        return False
    array[...] = np.ndarray(array.shape, array.dtype, data)
    return True


def blank(dtype: np.dtype[np.record]) -> np.record:
    """Return one record of zeros."""
    record: np.record = np.zeros(1, dtype)[0]
    return record


def record_to_python(record: np.record) -> Any:
    """Convert a record to plain Python: attributes by name, arrays as lists.

    Reading a field of an np.record takes longer than most of what is then done with it. Records in arrays, such as the
    players of a state, are kept by their bytes: as long as one of them does not change, it is the same object, hashed
    by identity. So what is built from it can be cached.
    """
    return _plain_reader(record.dtype).read(record.tobytes())


def cached_record_to_python(record: np.record) -> Any:
    """Like `record_to_python`, cached by content: for printed figures."""
    return _plain_bytes(record.dtype, record.tobytes())


@lru_cache(8)
def _plain_bytes(dtype: np.dtype[np.record], data: bytes) -> Any:
    return _plain_reader(dtype).read(data)


class _PlainReader:
    """Makes plain records of one type from their bytes."""

    def __init__(self, dtype: np.dtype[np.record]) -> None:
        names = [name for name in dtype.names or () if not name.startswith("gap_")]
        self.kind = type("_Plain", (namedtuple("_Plain", names),), {"__slots__": (), "__hash__": object.__hash__})
        self.read_kept = lru_cache(KEPT_ROWS)(self.read)
        """`read` for records in arrays."""
        self._numbers, self._plan = _number_format(dtype, names), [_plan_field(dtype, name) for name in names]

    def read(self, data: bytes) -> Any:
        """Return the record with these bytes."""
        numbers = iter(self._numbers.unpack(data))
        return self.kind._make([read(numbers, data) for read in self._plan])  # type: ignore[attr-defined]


_ReadField = Callable[[Iterator[Any], bytes], Any]


@cache
def _plain_reader(dtype: np.dtype[Any]) -> _PlainReader:
    return _PlainReader(dtype)


def _number_format(dtype: np.dtype[np.record], names: Sequence[str]) -> Struct:
    """Return the format of all numbers of a record in their order; fields that are records are skipped."""
    found, end = ["<"], 0
    for name in names:
        field, offset = _field_of(dtype, name)
        found.append(f"{offset - end}x")
        if field.base.names is None:
            found.append(f"{prod(field.shape)}{NUMBER_FORMATS[field.base.str[1:]]}")
            end = offset + field.itemsize
        else:
            end = offset
    return Struct("".join([*found, f"{dtype.itemsize - end}x"]))


def _plan_field(dtype: np.dtype[np.record], name: str) -> _ReadField:
    """Return how to read one field."""
    field, offset = _field_of(dtype, name)
    shape, size = field.shape, field.base.itemsize
    if field.base.names is None:
        return lambda numbers, _data: _shaped(numbers, shape)
    reader = _plain_reader(field.base)
    if not shape:
        return lambda _numbers, data: reader.read(data[offset : offset + size])
    starts = range(offset, offset + field.itemsize, size)
    return lambda _numbers, data: _shaped((reader.read_kept(data[at : at + size]) for at in starts), shape)


def _field_of(dtype: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    assert dtype.fields is not None
    return dtype[name], dtype.fields[name][1]


def _shaped(values: Iterator[Any], shape: tuple[int, ...]) -> Any:
    """Take as many values as an array of this shape has, as nested lists."""
    if not shape:
        return next(values)
    if len(shape) == 1:
        return list(islice(values, shape[0]))
    return [_shaped(values, shape[1:]) for _ in range(shape[0])]


def byte_mask(dtype: np.dtype[Any], fields: tuple[str, ...]) -> npt.NDArray[np.uint8]:
    """Mark the bytes of the named fields ("seat", "players.points"; the latter in every player) with ones.

    A record and-ed with the mask keeps the named fields only; all others are zero.
    """
    mask = np.zeros(1, dtype)
    for field in fields:
        part: Any = mask
        for name in field.split("."):
            part = part[name]
        part[...] = np.frombuffer(b"\xff" * part.dtype.itemsize, part.dtype)[0]
    return mask.view(np.uint8)


def bytes_of(dtype: np.dtype[Any], field: str) -> slice:
    """Return where the bytes of a field are. A record within a record is written several times as fast as bytes."""
    found, offset = _field_of(dtype, field)
    return slice(offset, offset + found.itemsize)


def copy_states(states: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a copy of an array of records, made of bytes: NumPy copies records field by field, which takes longer."""
    twin = np.empty_like(states)
    twin.view(np.uint8)[...] = states.view(np.uint8)
    return twin
