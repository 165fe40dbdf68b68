"""Everything a person reads, in English and German, from TOML files that lie side by side."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

LANGUAGES = ("en", "de")

TextTable: TypeAlias = dict[str, Any]
"""Texts of one language by key: strings, lists of strings and tables of texts, nested as in the file."""


@cache
def _read(path: Path) -> TextTable:
    with path.open("rb") as file:
        return tomllib.load(file)


class PluralNumber(int):
    """An integer whose format spec adds its unit: "{points:point}" becomes "1 point" or "3 points"."""

    units: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, number: int, units: Mapping[str, Sequence[str]]) -> "PluralNumber":
        """A number that knows the units of a language."""
        counted = cls(number)
        counted.units = units
        return counted

    def __format__(self, spec: str) -> str:
        if spec in self.units:
            one, many = self.units[spec]
            return f"{int(self)} {one if abs(self) == 1 else many}"
        return int(self).__format__(spec)


class Texts:
    """The texts of one package: a folder with one TOML file for each language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._tables: dict[str, TextTable] = {}

    def table(self, language: str) -> TextTable:
        """All texts of one language, nested as in the file."""
        if language not in self._tables:
            if language not in LANGUAGES:
                raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
            self._tables[language] = _read(self.folder / f"{language}.toml")
        return self._tables[language]

    def find(self, language: str, *keys: str) -> Any:
        """One entry; the keys lead through the tables."""
        entry = self.table(language)
        for key in keys:
            entry = entry[key]
        return entry

    def say(self, language: str, /, *keys: str, **facts: object) -> str:
        """One text with its facts filled in."""
        units = self.table(language).get("units", {})
        counted = {name: PluralNumber.of(fact, units) if type(fact) is int else fact for name, fact in facts.items()}
        return str(self.find(language, *keys)).format(**counted)
