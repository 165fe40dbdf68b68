"""`StateDigest`: digests of states that newer rules can compute too, to prove that a game is still the same.

A layout is a text with a line for each field of a state: its path, its type and its shape. A digest covers the values
of exactly these fields, so it stays the same when newer rules add fields or widen them. The generator of chance is left
out: what it has drawn is in the other fields.
"""

import hashlib
from functools import cache
from math import prod

import numpy as np

from ulpia.core.components import Record
from ulpia.server.errors import OtherLayout

DIGITS = 16
LEFT_OUT = ("chance", "gap_")
"""Beginnings of the names of fields that are not covered: the generator, and padding."""


def layout_of(record: Record) -> str:
    """Return the layout of a state."""
    return "\n".join(_fields(record.dtype, ""))


def _fields(dtype: np.dtype, path: str) -> list[str]:
    found: list[str] = []
    for name in dtype.names or ():
        if name.startswith(LEFT_OUT):
            continue
        field = dtype[name]
        if field.base.names:
            found += _fields(field.base, f"{path}{name}.")
        else:
            found.append(f"{path}{name} {field.base.str} {','.join(map(str, field.shape))}".rstrip())
    return found


class StateDigest:
    """Computes digests of states of one type by one layout."""

    def __init__(self, layout: str, dtype: np.dtype) -> None:
        self.layout = layout
        here = {line.split(" ")[0]: line.split(" ")[1:] for line in _fields(dtype, "")}
        self._plan: list[tuple[list[str], np.dtype]] = []
        for line in layout.splitlines():
            path, kind, *shape = line.split(" ")
            if path not in here or here[path][1:] != shape:
                raise OtherLayout(field=path)
            self._plan.append((path.split("."), np.dtype(kind)))
        is_exact = all(here[".".join(path)][0] == kind.str for path, kind in self._plan)
        self._places = np.concatenate([_places(dtype, path) for path, _ in self._plan]) if is_exact else None
        """Where the bytes of all fields are, if none has another type; many times as fast as field by field."""

    def of(self, record: Record) -> str:
        """Return the digest of a state."""
        found = hashlib.sha256()
        if self._places is not None:
            found.update(np.frombuffer(record.tobytes(), np.uint8)[self._places].tobytes())
            return found.hexdigest()[:DIGITS]
        for path, kind in self._plan:
            value = record
            for name in path:
                value = value[name]
            found.update(np.asarray(value).astype(kind, copy=False).tobytes())
        return found.hexdigest()[:DIGITS]


def _places(dtype: np.dtype, path: list[str]) -> np.ndarray:
    """Return the places of the bytes of a field."""
    places = np.zeros(1, np.int64)
    for name in path:
        assert dtype.fields is not None
        field, offset = dtype[name], dtype.fields[name][1]
        items = np.arange(prod(field.shape)) * field.base.itemsize
        places = (places[:, None] + offset + items).ravel()
        dtype = field.base
    return (places[:, None] + np.arange(dtype.itemsize)).ravel()


@cache
def find_digest(layout: str, dtype: np.dtype) -> StateDigest:
    """Return the digest for a layout and a type; raise OtherLayout if the type lacks one of its fields."""
    return StateDigest(layout, dtype)
