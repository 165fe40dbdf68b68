"""Everything a person reads, in English and German, from TOML files that lie side by side."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de")


@cache
def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


class Words:
    """The texts of one room: a folder with one file for each language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def table(self, language: str) -> dict[str, Any]:
        """All texts of one language, nested as in the file."""
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
        return _read(self.folder / f"{language}.toml")

    def find(self, language: str, *keys: str) -> Any:
        """One entry; the keys lead through the tables."""
        entry: Any = self.table(language)
        for key in keys:
            entry = entry[key]
        return entry

    def say(self, language: str, *keys: str, **facts: object) -> str:
        """One text with its facts filled in."""
        return str(self.find(language, *keys)).format(**facts)
