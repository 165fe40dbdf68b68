"""Read the rule book of a game, fill in its figures, and refuse texts that do not fit together."""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ulpia.core.components import TomlEntries
from ulpia.core.errors import UnknownLanguage
from ulpia.core.game import Game
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

KINDS = ("text", "example", "ours")
PART_KEYS = {"kind", "text", "items", "steps", "head", "rows", "rulings", "figures"}
SECTION_KEYS = {"id", "title", "chapter", "sign", "parts"}
HELP_KEYS = {"name", "text", "rulings", "section", "figures"}


def book(game: str, language: str, components: Path | None = None) -> Book:
    """Read the rules of a game, with the figures of its own component file unless another is given."""
    return _book(find_game(game).name, _check_language(language), components)


def help_for(game: str, language: str) -> dict[str, Help]:
    """Read the help on every piece and place of a game, by key."""
    return _help(find_game(game).name, _check_language(language))


@cache
def figures_of(game: str, language: str) -> Figures:
    """Return the printed figures of a game's own component file, with the names and units of a language."""
    given = _read(game, "rules", _check_language(language)) or {}
    return _figures(game, language, None, given)


def rulebook_folder(game: Game) -> Traversable:
    """Return the folder `rulebook` of the game's package, which need not exist."""
    return files(game.package) / "rulebook"


def _check_language(language: str) -> str:
    if language not in LANGUAGES:
        raise UnknownLanguage(language=language, known=", ".join(LANGUAGES))
    return language


@cache
def _book(game: str, language: str, components: Path | None) -> Book:
    given = _read(game, "rules", language)
    if given is None:
        return Book(game, language, find_game(game).texts.say(language, "title"), "", ())
    figures = _figures(game, language, components, given)
    sections = tuple(_section(one, figures) for one in given["sections"])
    _check_links(sections)
    return Book(game, language, given["title"], figures.fill(given["about"]), sections)


@cache
def _help(game: str, language: str) -> dict[str, Help]:
    given, rules = _read(game, "help", language), _book(game, language, None)
    if given is None:
        return {}
    return {key: _explain(key, entry, rules, figures_of(game, language)) for key, entry in given.items()}


def _read(game: str, what: str, language: str) -> TomlEntries | None:
    """Read one file of a rule book; None if the game has none."""
    file = rulebook_folder(find_game(game)) / f"{what}.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def _figures(game: str, language: str, components: Path | None, given: TomlEntries) -> Figures:
    rules = find_game(game)
    texts = rules.texts.table(language)
    names = texts["names"] | given.get("names", {})
    return Figures(rules.read_components(components).tables, names, texts["units"])


def _check_keys(given: TomlEntries, known: Iterable[str], where: str) -> None:
    if unknown := set(given) - set(known):
        raise BadRulebook(f"{where}: unknown: {', '.join(sorted(unknown))}")


def _section(given: TomlEntries, figures: Figures) -> Section:
    _check_keys(given, SECTION_KEYS, given["id"])
    parts = tuple(_part(one, figures, given["id"]) for one in given["parts"])
    return Section(given["id"], given["title"], given.get("chapter", ""), given.get("sign", ""), parts)


def _part(given: TomlEntries, figures: Figures, where: str) -> Part:
    _check_keys(given, PART_KEYS, where)
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
        tuple(figures.fill(item) for item in (given["steps"] if "steps" in given else given.get("items", ()))),
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
        raise BadRulebook(f"two sections have the same id: {', '.join(ids)}")
    for section in sections:
        for text in (text for part in section.parts for text in part.texts):
            for _, target in LINK.findall(text):
                if target not in ids:
                    raise BadRulebook(f"{section.id}: no section {target!r}")


def _explain(key: str, given: TomlEntries, rules: Book, figures: Figures) -> Help:
    _check_keys(given, HELP_KEYS, key)
    section = rules.section(given["section"])
    if section is None:
        raise BadRulebook(f"help on {key!r}: no section {given['section']!r}")
    doubt = figures.doubt(given.get("figures", ()))
    text = figures.fill(given["text"])
    return Help(key, given["name"], text, tuple(given["rulings"]), section.id, section.title, doubt)
