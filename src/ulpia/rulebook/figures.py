"""Printed figures in a text: {table.entry} is filled in from the components.

- {senate_track.points.3}: a figure, by its place in the component file
- {final_scoring.hand_card:point}: with its unit, as the game counts it, so "1 point"
- {provinces.map.raetia.touches|provinces}: in words, by the text's own names.provinces or else the game's; where a word
  as a whole has no name, letter by letter
- {count provinces.map}, {sum forum_tiles.count}: how many entries there are; all of them together
- {number area_bonus.choices.4}: the number in an entry such as "2 points"
- {squares temples.cells}: rows and columns as squares are called, so "c2, e3"
- {a.b - c.d * 2}: reckoned from left to right, with + - *
"""

import re
from collections.abc import Iterable, Mapping
from operator import add, mul, sub
from string import ascii_lowercase
from typing import Any

from ulpia.core.i18n import Counted

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
OPERATIONS = {"+": add, "-": sub, "*": mul}


class BadRulebook(ValueError):
    """A text of the rules is not sound: our own mistake."""


class Figures:
    """The printed figures of a game, ready to be filled into texts of one language."""

    def __init__(
        self,
        tables: Mapping[str, Any],
        names: Mapping[str, Mapping[str, Any]],
        units: Mapping[str, list[str]],
    ) -> None:
        self.tables = tables
        self.names = names
        self.units = units

    def fill(self, text: str) -> str:
        """A text with its figures."""
        return PLACEHOLDER.sub(lambda found: self._say(found.group(1)), text)

    def doubt(self, names: Iterable[str]) -> str:
        """How unsure the least sure of these tables is: empty, "likely" or "reconstruction"."""
        found = [self._find(name)["sure"] for name in names]
        return next((doubt for doubt in ("reconstruction", "likely") if doubt in found), "")

    def _say(self, placeholder: str) -> str:
        expression, _, unit = placeholder.partition(":")
        expression, _, names = expression.partition("|")
        value = self._reckon(expression.split())
        if names:
            return ", ".join(self._name(names, one) for one in (value if isinstance(value, list) else [value]))
        if unit and unit not in self.units:
            raise BadRulebook(f"no unit {unit!r} in {{{placeholder}}}")
        return format(Counted.of(value, self.units), unit) if unit else _written(value)

    def _reckon(self, words: list[str]) -> Any:
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
        raise BadRulebook(f"cannot reckon {{{' '.join(words)}}}")

    def _operand(self, word: str) -> Any:
        return int(word) if word.isdecimal() else self._find(word)

    def _find(self, path: str) -> Any:
        entry: Any = self.tables
        for key in path.split("."):
            try:
                entry = entry[int(key)] if isinstance(entry, list) else entry[key]
            except (KeyError, IndexError, ValueError, TypeError):
                raise BadRulebook(f"no printed figure {path!r}") from None
        return entry

    def _name(self, names: str, value: object) -> str:
        if isinstance(value, list):
            return "\u00a0+\u00a0".join(self._name(names, one) for one in value)  # a tile is not torn apart
        known = self.names.get(names, {})
        name = known.get(str(value), known.get(str(value).replace("_", " ")))
        if name is None and isinstance(value, str) and value and set(value) <= set(known):
            return " ".join(str(known[letter]) for letter in value)
        if name is None:
            raise BadRulebook(f"no name for {value!r} in names.{names}")
        return self.fill(str(name[0] if isinstance(name, list) else name))


def _written(value: object) -> str:
    if isinstance(value, (Mapping, bool)):
        raise BadRulebook(f"not a figure: {value!r}")
    if isinstance(value, list):
        return ", ".join(_written(one) for one in value)
    return {"0.5": "½"}.get(str(value), str(value).replace("-", "−"))
