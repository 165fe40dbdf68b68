"""Tests about the project itself: rulings, texts, errors, files."""

import ast
import re
import string
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from ulpia import registry as catalogue
from ulpia.core import errors
from ulpia.core.components import CERTAINTIES
from ulpia.core.settings import defaults
from ulpia.registry import find_game

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ulpia"
RULINGS = ROOT / "docs" / "rulings"


class Kept(NamedTuple):
    """What is known of a game from outside."""

    name: str
    letter: str
    """Its rulings are numbered after it."""
    rulings: int
    actions: int


GAMES = [
    Kept("trajan", letter="T", rulings=50, actions=257),
    Kept("forum_trajanum", letter="F", rulings=50, actions=612),
]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def rulings(game: Kept) -> list[str]:
    """All rulings of a game, from their own page."""
    return re.findall(rf"^- \*\*({game.letter}-\d+)\*\*", (RULINGS / f"{game.name}.md").read_text(), re.M)


def rulings_in(game: Kept, text: str) -> set[str]:
    """Rulings of a game that a text names."""
    return set(re.findall(rf"\b{game.letter}-\d+\b", text))


def cited_in_tests(game: Kept) -> set[str]:
    """Rulings that a test's docstring cites."""
    cited = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited |= rulings_in(game, ast.get_docstring(node) or "")
    return cited


def test_every_game_is_looked_at() -> None:
    assert [game.name for game in GAMES] == list(catalogue.GAMES)


@every_game
def test_every_ruling_has_a_test(game: Kept) -> None:
    assert len(rulings(game)) == game.rulings
    cited = cited_in_tests(game)
    assert [ruling for ruling in rulings(game) if ruling not in cited] == []


@every_game
def test_every_ruling_is_cited_in_the_rules_and_no_other_is(game: Kept) -> None:
    code = "".join(path.read_text() for path in (SOURCE / "games" / game.name).rglob("*.py"))
    cited = rulings_in(game, code)
    for first, last in re.findall(rf"{game.letter}-(\d+) to {game.letter}-(\d+)", code):
        cited |= {ruling for ruling in rulings(game) if int(first) <= int(ruling[2:]) <= int(last)}
    assert sorted(set(rulings(game)) - cited) == []
    assert sorted((rulings_in(game, code) | cited_in_tests(game)) - set(rulings(game))) == []


def flatten(table: dict[str, Any], before: str = "") -> dict[str, Any]:
    flat = {}
    for key, value in table.items():
        flat |= flatten(value, f"{before}{key}.") if isinstance(value, dict) else {f"{before}{key}": value}
    return flat


def fields(text: object) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name} if isinstance(text, str) else set()


TEXTS = sorted(path.parent for path in SOURCE.rglob("text/en.toml"))


@pytest.mark.parametrize("folder", TEXTS, ids=lambda folder: folder.parent.name)
def test_every_text_exists_in_both_languages_with_the_same_facts(folder: Path) -> None:
    english, german = (flatten(tomllib.loads((folder / f"{language}.toml").read_text())) for language in ("en", "de"))
    assert sorted(english) == sorted(german)
    for key in english:
        assert fields(english[key]) == fields(german[key]), key


def test_all_rooms_with_words_are_checked() -> None:
    assert {folder.parent.name for folder in TEXTS} == {
        "kernel",
        "agents",
        "arena",
        "cli",
        "server",
        "pages",
        "render",
        "research",
        *(game.name for game in GAMES),
    }


def test_every_error_has_its_sentence_and_no_sentence_lacks_its_error() -> None:
    texts = tomllib.loads((SOURCE / "kernel" / "text" / "en.toml").read_text())
    kinds = {
        kind.__name__ for kind in vars(errors).values() if isinstance(kind, type) and kind.__module__ == errors.__name__
    }
    assert kinds - {"UlpiaError", "BadComponents"} == set(texts) - {"components"}


def test_every_error_is_raised_somewhere_and_tested() -> None:
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    code = "".join(path.read_text() for path in SOURCE.rglob("*.py") if path.name != "errors.py")
    texts = tomllib.loads((SOURCE / "kernel" / "text" / "en.toml").read_text())
    for name in set(texts) - {"components"}:
        assert f"raise {name}(" in code, name
        assert name in tests, name
    for reason in texts["components"]:
        assert f'"{reason}"' in code, reason


@every_game
def test_every_game_has_the_words_that_all_rely_on(game: Kept) -> None:
    rules = find_game(game.name)
    table = np.zeros(1, rules.state_type)
    legal, log = np.zeros(rules.max_options, np.int64), np.zeros(rules.log_shape, np.int16)
    seats, facts = rules.seat_counts[0], rules.read_components().facts
    rules.begin(facts, table, seats, 0, defaults(rules.settings), log, legal)
    for language in ("en", "de"):
        words = rules.texts.table(language)
        assert words["title"]
        assert words["compiling"]
        assert fields(words["seat"]) == {"number"}
        assert set(words["names"]["sources"]) == set(rules.sources(table[0])[0])


@every_game
def test_every_variety_names_every_setting_and_fits_every_table(game: Kept) -> None:
    rules = find_game(game.name)
    assert rules.varieties
    for variety in rules.varieties:
        assert set(variety) == set(rules.settings)
        for name, value in variety.items():
            assert all(rules.settings[name].read(name, value, seats) == value for seats in rules.seat_counts)
        assert rules.setup_flags(variety) >= 0


@every_game
def test_every_component_table_says_how_sure_it_is(game: Kept) -> None:
    tables = tomllib.loads((SOURCE / "games" / game.name / "components.toml").read_text())
    assert all(table["sure"] in CERTAINTIES for table in tables.values())


def test_no_file_is_too_long_to_read() -> None:
    paths = [path for room in ("src", "tests") for path in (ROOT / room).rglob("*.py")]
    assert [path.name for path in paths if len(path.read_text().splitlines()) > 400] == []


@every_game
def test_notation_reads_back_and_is_documented(game: Kept) -> None:
    actions = find_game(game.name).actions
    notations = [str(action) for action in actions]
    assert len(set(notations)) == len(notations) == game.actions
    assert [action.number for action in actions] == list(range(game.actions))
    assert all(re.fullmatch(r"[a-z0-9 ]+", notation) for notation in notations)
    page = (ROOT / "docs" / "notation.md").read_text()
    for notation in {notation.split()[0] for notation in notations}:
        assert f"`{notation}" in page, notation
