"""What a rulebook consists of.

Texts hold four marks: **term**, [words](#section), :sign: for a small drawing beside its word, and :sign|words: for one
that stands for its word.
"""

import re
from dataclasses import dataclass

SIGN = re.compile(r":([a-z][a-z0-9-]*)(?:\|([^:|]+))?:( ?)")
LINK = re.compile(r"\[([^]]+)\]\(#([a-z-]+)\)")
TERM = re.compile(r"\*\*(.+?)\*\*")


def plain(text: str) -> str:
    """A text without its marks."""
    spoken = SIGN.sub(lambda sign: f"{sign[2]}{sign[3]}" if sign[2] else "", text)
    return TERM.sub(r"\1", LINK.sub(r"\1", spoken)).strip()


@dataclass(frozen=True)
class Part:
    """A paragraph, which may lead into a list, or a table."""

    kind: str
    """"text", "example", or "ours": a ruling of ours, not of the rule books."""
    text: str
    items: tuple[str, ...]
    is_numbered: bool
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rulings: tuple[str, ...]
    doubt: str
    """"likely" or "reconstruction" if a printed figure it speaks of is no better known; else empty."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text in it."""
        return tuple(text for text in (self.text, *self.items, *self.head, *sum(self.rows, ())) if text)


@dataclass(frozen=True)
class Section:
    """A section of the rules, which a link can open by its id."""

    id: str
    title: str
    chapter: str
    """The title of the chapter that begins here, or empty."""
    sign: str
    """A drawing beside the title, or empty."""
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Book:
    """All rules of a game in one language."""

    game: str
    language: str
    title: str
    about: str
    sections: tuple[Section, ...]

    def section(self, which: str) -> Section | None:
        """A section by its id."""
        return next((section for section in self.sections if section.id == which), None)


@dataclass(frozen=True)
class Help:
    """What one piece or place is and does."""

    key: str
    name: str
    text: str
    rulings: tuple[str, ...]
    section: str
    """Where the rules say more."""
    section_title: str
    doubt: str
