"""Fill printed figures into texts: {table.entry} is replaced by an entry of the component file.

- {senate_track.points.3}: a figure, by its place in the component file
- {final_scoring.hand_card:point}: with a unit of the game's texts, so "1 point"
- {provinces.map.raetia.touches|provinces}: in words, from names.provinces of the text or else of the game; a value
  without a name of its own is named letter by letter
- {count provinces.map}, {sum forum_tiles.count}: the number of entries; their sum
- {number area_bonus.choices.4}: the number in an entry such as "2 points"
- {squares temples.cells}: pairs of row and column as names of squares, so "c2, e3"
- {a.b - c.d * 2}: calculated from left to right, with + - *
"""

import re
from collections.abc import Iterable, Mapping
from operator import add, mul, sub
from string import ascii_lowercase

from ulpia.core.components import TomlEntries, TomlValue
from ulpia.core.i18n import PluralNumber, TextTable

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
OPERATIONS = {"+": add, "-": sub, "*": mul}


class BadRulebook(ValueError):
    """A rule book contradicts itself or its components. A mistake of the author, not of a player."""


class Figures:
    """Printed figures of a game, with the names and units of one language."""

    def __init__(
        self,
        tables: Mapping[str, TomlEntries],
        names: Mapping[str, TextTable],
        units: Mapping[str, list[str]],
    ) -> None:
        self.tables = tables
        self.names = names
        self.units = units

    def fill(self, text: str) -> str:
        """Replace every placeholder in a text."""
        return PLACEHOLDER.sub(lambda found: self._replacement(found.group(1)), text)

    def doubt(self, names: Iterable[str]) -> str:
        """Return the certainty of the least certain of these tables: empty, "likely" or "reconstruction"."""
        found = [self._find(name)["sure"] for name in names]
        return next((doubt for doubt in ("reconstruction", "likely") if doubt in found), "")

    def _replacement(self, placeholder: str) -> str:
        expression, _, unit = placeholder.partition(":")
        expression, _, names = expression.partition("|")
        value = self._calculate(expression.split())
        if names:
            return ", ".join(self._name(names, one) for one in (value if isinstance(value, list) else [value]))
        if unit and unit not in self.units:
            raise BadRulebook(f"no unit {unit!r} in {{{placeholder}}}")
        return format(PluralNumber.of(value, self.units), unit) if unit else _formatted(value)

    def _calculate(self, words: list[str]) -> TomlValue:
        match words:
            case ["count", path]:
                return len(self._find(path))
            case ["sum", path]:
                entries = self._find(path)
                return sum(entries.values() if isinstance(entries, Mapping) else entries)
            case ["number", path]:
                return int("".join(filter(str.isdecimal, self._find(path))))
            case ["squares", path]:
                return [f"{ascii_lowercase[column - 1]}{row}" for row, column in self._find(path)]
            case [first, *rest] if len(rest) % 2 == 0 and all(sign in OPERATIONS for sign in rest[::2]):
                value = self._operand(first)
                for sign, operand in zip(rest[::2], rest[1::2]):
                    value = OPERATIONS[sign](value, self._operand(operand))
                return value
        raise BadRulebook(f"cannot calculate {{{' '.join(words)}}}")

    def _operand(self, word: str) -> TomlValue:
        return int(word) if word.isdecimal() else self._find(word)

    def _find(self, path: str) -> TomlValue:
        entry: TomlValue = self.tables
        for key in path.split("."):
            try:
                entry = entry[int(key)] if isinstance(entry, list) else entry[key]
            except (KeyError, IndexError, ValueError, TypeError):
                raise BadRulebook(f"no printed figure {path!r}") from None
        return entry

    def _name(self, names: str, value: object) -> str:
        if isinstance(value, list):
            return "\u00a0+\u00a0".join(self._name(names, one) for one in value)  # no line break within a tile
        known = self.names.get(names, {})
        name = known.get(str(value), known.get(str(value).replace("_", " ")))
        if name is None and isinstance(value, str) and value and set(value) <= set(known):
            return " ".join(str(known[letter]) for letter in value)
        if name is None:
            raise BadRulebook(f"no name for {value!r} in names.{names}")
        return self.fill(str(name[0] if isinstance(name, list) else name))


def _formatted(value: object) -> str:
    if isinstance(value, (Mapping, bool)):
        raise BadRulebook(f"not a figure: {value!r}")
    if isinstance(value, list):
        return ", ".join(_formatted(one) for one in value)
    return {"0.5": "½"}.get(str(value), str(value).replace("-", "−"))
