"""Kinds of settings of a match: each has a default, reads a value and writes it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from numbers import Integral

from ulpia.core.errors import BadSetting

Value = str | tuple[int, ...]
"""An option as a match keeps it: a word, or seats in ascending order."""
Settings = Mapping[str, Value]
"""All options of a match."""

NOBODY = "none"
"""How no seat at all is written."""
DIGITS = tuple("0123456789")
"""No table has more seats."""


@dataclass(frozen=True)
class OneOf:
    """One word of several; the first is the default."""

    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value if none is given."""
        return self.values[0]

    def read(self, name: str, value: object, seats: int) -> str:  # noqa: ARG002 (all kinds are read alike)
        """The word, if it is one of them."""
        if not isinstance(value, str) or value not in self.values:
            raise BadSetting(setting=name, value=value, known=", ".join(self.values))
        return str(value)

    def write(self, value: Value) -> str:
        """As a transcript has it."""
        return str(value)


@dataclass(frozen=True)
class SomeSeats:
    """Any of the seats at the table; by default none."""

    @property
    def default(self) -> tuple[int, ...]:
        """The value if none is given."""
        return ()

    def read(self, name: str, value: object, seats: int) -> tuple[int, ...]:
        """Numbers of seats in any order, none twice, also as text: "0,2", or "none"."""
        chosen: set[int] = set()
        for seat in _parts(value):
            if isinstance(seat, bool) or not isinstance(seat, (int, Integral)):
                break
            if not 0 <= int(seat) < seats or seat in chosen:
                break
            chosen.add(int(seat))
        else:
            return tuple(sorted(chosen))
        raise BadSetting(setting=name, value=value, known=" | ".join(self._all(seats)))

    def write(self, value: Value) -> str:
        """As a transcript has it."""
        return ",".join(map(str, value)) or NOBODY

    def _all(self, seats: int) -> Iterator[str]:
        for many in range(seats + 1):
            yield from map(self.write, combinations(range(seats), many))


Kind = OneOf | SomeSeats


def _parts(value: object) -> Iterable[object]:
    """Split a list of seats; anything else yields something that is no seat."""
    if isinstance(value, str):
        words = [] if value.strip() == NOBODY else value.split(",")
        return [int(word) if word.strip() in DIGITS else None for word in words]
    try:
        return iter(value)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        return [None]


def defaults(kinds: Mapping[str, Kind]) -> dict[str, Value]:
    """The options of a match about which nothing was said."""
    return {name: kind.default for name, kind in kinds.items()}


def written(kinds: Mapping[str, Kind], settings: Settings) -> dict[str, str]:
    """All options as a transcript has them."""
    return {name: kinds[name].write(value) for name, value in settings.items()}
