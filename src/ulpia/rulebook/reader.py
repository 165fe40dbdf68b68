"""Read the texts of a game, fill in its figures, and refuse whatever does not fit together."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ulpia.core.errors import UnknownLanguage
from ulpia.core.i18n import LANGUAGES
from ulpia.registry import find_game
from ulpia.rulebook.book import (
    LINK,
    Book,
    Help,
    Part,
    Section,
)
from ulpia.rulebook.figures import BadRulebook, Figures

GAMES = Path(__file__).parent.parent / "games"
KINDS = ("text", "example", "ours")
PART = {"kind", "text", "items", "steps", "head", "rows", "rulings", "figures"}
SECTION = {"id", "title", "chapter", "sign", "parts"}
HELP = {"name", "text", "rulings", "section", "figures"}


def book(game: str, language: str, components: Path | None = None) -> Book:
    """The rules of a game, with the figures of its own component file unless another is given."""
    return _book(find_game(game).name, _known(language), components)


def help_for(game: str, language: str) -> dict[str, Help]:
    """Help on every piece and place of a game, by key."""
    return _help(find_game(game).name, _known(language))


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise UnknownLanguage(language=language, known=", ".join(LANGUAGES))
    return language


@cache
def _book(game: str, language: str, components: Path | None) -> Book:
    given = _read(game, "rules", language)
    figures = _figures(game, language, components, given)
    sections = tuple(_section(one, figures) for one in given["sections"])
    _check_links(sections)
    return Book(game, language, given["title"], figures.fill(given["about"]), sections)


@cache
def _help(game: str, language: str) -> dict[str, Help]:
    given, rules = _read(game, "help", language), _book(game, language, None)
    figures = _figures(game, language, None, _read(game, "rules", language))
    return {key: _explain(key, entry, rules, figures) for key, entry in given.items()}


def _read(game: str, what: str, language: str) -> dict[str, Any]:
    return tomllib.loads((GAMES / game / "rulebook" / f"{what}.{language}.toml").read_text(encoding="utf-8"))


def _figures(game: str, language: str, components: Path | None, given: Mapping[str, Any]) -> Figures:
    rules = find_game(game)
    words = rules.texts.table(language)
    names = words["names"] | given.get("names", {})
    return Figures(rules.read_components(components).tables, names, words["units"])


def _only(given: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    if strange := set(given) - set(known):
        raise BadRulebook(f"{where}: nobody knows {', '.join(sorted(strange))}")


def _section(given: Mapping[str, Any], figures: Figures) -> Section:
    _only(given, SECTION, given["id"])
    parts = tuple(_part(one, figures, given["id"]) for one in given["parts"])
    return Section(given["id"], given["title"], given.get("chapter", ""), given.get("sign", ""), parts)


def _part(given: Mapping[str, Any], figures: Figures, where: str) -> Part:
    _only(given, PART, where)
    kind = given.get("kind", "text")
    if kind not in KINDS:
        raise BadRulebook(f"{where}: no kind {kind!r}")
    head = tuple(figures.fill(cell) for cell in given.get("head", ()))
    rows = tuple(tuple(figures.fill(cell) for cell in row) for row in given.get("rows", ()))
    if len({len(row) for row in (*rows, *([head] if head else []))}) > 1:
        raise BadRulebook(f"{where}: rows of a table differ in length")
    part = Part(
        kind,
        figures.fill(given.get("text", "")),
        tuple(figures.fill(item) for item in given.get("steps", given.get("items", ()))),
        "steps" in given,
        head,
        rows,
        tuple(given.get("rulings", ())),
        figures.doubt(given.get("figures", ())),
    )
    if not part.texts:
        raise BadRulebook(f"{where}: an empty part")
    return part


def _check_links(sections: tuple[Section, ...]) -> None:
    ids = [section.id for section in sections]
    if len(set(ids)) < len(ids):
        raise BadRulebook(f"a section is there twice: {', '.join(ids)}")
    for section in sections:
        for text in (text for part in section.parts for text in part.texts):
            for _, target in LINK.findall(text):
                if target not in ids:
                    raise BadRulebook(f"{section.id}: no section {target!r}")


def _explain(key: str, given: Mapping[str, Any], rules: Book, figures: Figures) -> Help:
    _only(given, HELP, key)
    section = rules.section(given["section"])
    if section is None:
        raise BadRulebook(f"help on {key!r}: no section {given['section']!r}")
    doubt = figures.doubt(given.get("figures", ()))
    text = figures.fill(given["text"])
    return Help(key, given["name"], text, tuple(given["rulings"]), section.id, section.title, doubt)
