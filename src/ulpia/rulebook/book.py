"""Book, section, part, help: the types of a rule book.

Texts contain four kinds of markup: **term**, [words](#section), :sign: for a small drawing beside its word, and
:sign|words: for a drawing that replaces its word.
"""

import re
from dataclasses import dataclass

SIGN = re.compile(r":([a-z][a-z0-9-]*)(?:\|([^:|]+))?:( ?)")
LINK = re.compile(r"\[([^]]+)\]\(#([a-z-]+)\)")
TERM = re.compile(r"\*\*(.+?)\*\*")


def plain(text: str) -> str:
    """Return a text without its markup."""
    spoken = SIGN.sub(lambda sign: f"{sign[2]}{sign[3]}" if sign[2] else "", text)
    return TERM.sub(r"\1", LINK.sub(r"\1", spoken)).strip()


@dataclass(frozen=True)
class Part:
    """A paragraph, with a list or a table after it or neither."""

    kind: str
    """"text", "example", or "ours" for a ruling of this project that no printed rule book gives."""
    text: str
    items: tuple[str, ...]
    is_numbered: bool
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rulings: tuple[str, ...]
    doubt: str
    """Certainty of its least certain printed figure: "likely", "reconstruction", or empty where all are certain."""

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts of the part."""
        return tuple(text for text in (self.text, *self.items, *self.head, *sum(self.rows, ())) if text)


@dataclass(frozen=True)
class Section:
    """A section of the rules; links refer to its id."""

    id: str
    title: str
    chapter: str
    """Title of the chapter that begins with this section, or empty."""
    sign: str
    """Name of the drawing beside the title, or empty."""
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Book:
    """The rule book of a game in one language."""

    game: str
    language: str
    title: str
    about: str
    sections: tuple[Section, ...]

    def section(self, which: str) -> Section | None:
        """Find a section by its id."""
        return next((section for section in self.sections if section.id == which), None)


@dataclass(frozen=True)
class Help:
    """A short explanation of one piece or place."""

    key: str
    name: str
    text: str
    rulings: tuple[str, ...]
    section: str
    """Id of the section that explains it at length."""
    section_title: str
    doubt: str
