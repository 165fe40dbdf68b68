"""Component files: printed figures in TOML, read entry by entry. Every fault names its table and entry."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from ulpia.core.errors import BadComponents, MissingFile

Record: TypeAlias = Any
"""A NumPy record, or an array of one, of the compiled rules. This package does not import NumPy."""
TomlValue: TypeAlias = Any
"""A value of a TOML file: a table, a list, a string, a number or a boolean."""
TomlEntries: TypeAlias = dict[str, TomlValue]
"""A table of a TOML file."""

RECONSTRUCTION = "reconstruction"
CERTAINTIES = ("rules", "seen", "likely", RECONSTRUCTION)
"""How sure we are of a table, from the rule documents down to a guess that fits."""


@dataclass(frozen=True)
class Components:
    """Printed figures, ready to play with."""

    facts: Record
    """The figures as one NumPy record, which compiled rules read."""
    tables: Mapping[str, TomlEntries]
    """The file as it stands, for people."""
    check: Callable[[TomlEntries], "Components"]
    """Checks such tables and makes the figures of them."""

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle holds the tables, which are checked again: compiled code uses some figures as indices."""
        return _unpickle, (self.check, json.dumps(self.tables))

    @property
    def digest(self) -> str:
        """Names the figures. Comments and layout of the file do not matter; every figure does."""
        return hashlib.sha256(self.facts.tobytes()).hexdigest()[:12]


@lru_cache(8)
def _unpickle(check: Callable[[TomlEntries], Components], tables: str) -> Components:
    return check(json.loads(tables))


def read_toml(source: Path | Traversable) -> TomlEntries:
    """Read a component file, or say why it cannot be read."""
    try:
        with source.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise MissingFile(path=source, why=error.strerror or error) from None
    except ValueError as error:  # a name no file can have, or a file that is no TOML
        if not isinstance(error, (tomllib.TOMLDecodeError, UnicodeDecodeError)):
            raise MissingFile(path=repr(str(source)), why=error) from None
        raise BadComponents(place=source, reason="not_toml", why=error) from None


class TomlTable:
    """One table of a component file. Every key must be asked for; `close` refuses keys that nobody knows."""

    def __init__(self, entries: object, place: str) -> None:
        self.place = place
        self.entries: TomlEntries = entries if isinstance(entries, dict) else self.fail("not_a_table")
        self.read: set[str] = set()

    def fail(self, reason: str, key: str | None = None, **details: object) -> NoReturn:
        """Refuse the file."""
        place = ".".join(part for part in (self.place, key) if part)
        raise BadComponents(place=place, reason=reason, **details)

    def find(self, key: str) -> TomlValue:
        """One entry as it stands."""
        if key not in self.entries:
            self.fail("missing", key)
        self.read.add(key)
        return self.entries[key]

    def table(self, key: str) -> "TomlTable":
        """A table within."""
        return TomlTable(self.find(key), f"{self.place}.{key}" if self.place else key)

    def tables(self, key: str) -> list["TomlTable"]:
        """A list of tables within."""
        rows = self.find(key)
        if not isinstance(rows, list):
            self.fail("not_a_list", key)
        return [TomlTable(row, f"{self.place}.{key}[{at}]") for at, row in enumerate(rows)]

    def open(self, key: str) -> "TomlTable":
        """A table of the file's first level, which must say how sure its figures are."""
        table = self.table(key)
        table.one_of("sure", CERTAINTIES)
        return table

    def number(self, key: str, low: int = 0, high: int = 100) -> int:
        """A whole number within bounds."""
        value = self.find(key)
        if type(value) is not int:
            self.fail("not_a_number", key, value=value)
        if not low <= value <= high:
            self.fail("out_of_range", key, value=value, low=low, high=high)
        return int(value)

    def exactly(self, key: str, expected: int) -> int:
        """A number on which the rules themselves depend."""
        value = self.number(key, 0, 1000)
        if value != expected:
            self.fail("fixed", key, value=value, expected=expected)
        return value

    def numbers(self, key: str, length: int, low: int = 0, high: int = 100) -> list[int]:
        """A list of whole numbers."""
        values = self.find(key)
        if not isinstance(values, list) or len(values) != length:
            self.fail("wrong_length", key, length=length)
        for at, value in enumerate(values):
            if type(value) is not int:
                self.fail("not_a_number", f"{key}[{at}]", value=value)
            if not low <= value <= high:
                self.fail("out_of_range", f"{key}[{at}]", value=value, low=low, high=high)
        return list(values)

    def one_of(self, key: str, known: Sequence[str]) -> str:
        """A name from a fixed list."""
        value = self.find(key)
        if value not in known:
            self.fail("unknown_name", key, name=value, known=", ".join(known))
        return str(value)

    def names(self, key: str, known: Sequence[str]) -> list[str]:
        """A list of names from a fixed list, none twice."""
        values = self.find(key)
        if not isinstance(values, list):
            self.fail("not_a_list", key)
        for value in values:
            if value not in known:
                self.fail("unknown_name", key, name=value, known=", ".join(known))
        if len(set(values)) != len(values):
            self.fail("named_twice", key, names=", ".join(values))
        return list(values)

    def same_names(self, key: str, expected: Sequence[object]) -> None:
        """Demand a list that is fixed by the rules."""
        if self.find(key) != list(expected):
            self.fail("fixed", key, value=self.entries[key], expected=list(expected))

    def counts(self, key: str, known: Iterable[str], low: int = 0, high: int = 100) -> dict[str, int]:
        """A table that gives each known name a number."""
        table = self.table(key)
        counts = {name: table.number(name, low, high) for name in known}
        table.close()
        return counts

    def close(self) -> None:
        """Refuse keys that were not asked for: a misspelt one would otherwise pass unnoticed."""
        for key in self.entries:
            if key not in self.read:
                self.fail("unknown_key", key, known=", ".join(sorted(self.read)))
