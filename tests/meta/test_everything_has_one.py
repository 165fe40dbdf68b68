"""Tests about the project itself: rulings, texts, errors, files."""

import ast
import re
import string
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ulpia.core import errors
from ulpia.core.components import CERTAINTIES
from ulpia.registry import find_game, game_names

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
every_installed_game = pytest.mark.parametrize("name", game_names())


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
    built_in = [name for name in game_names() if find_game(name).package.startswith("ulpia.games.")]
    assert [game.name for game in GAMES] == built_in


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


def test_all_folders_with_texts_are_checked() -> None:
    assert {folder.parent.name for folder in TEXTS} == {
        "core",
        "lessons",
        "agents",
        "arena",
        "cli",
        "server",
        "web",
        "render",
        "research",
        *(game.name for game in GAMES),
        "pictures",
    }


def test_every_error_has_its_sentence_and_no_sentence_lacks_its_error() -> None:
    texts = tomllib.loads((SOURCE / "core" / "text" / "en.toml").read_text())
    kinds = {
        kind.__name__ for kind in vars(errors).values() if isinstance(kind, type) and kind.__module__ == errors.__name__
    }
    assert kinds - {"UlpiaError", "BadComponents"} == set(texts) - {"components", "compiling"}


def test_every_error_is_raised_somewhere_and_tested() -> None:
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    code = "".join(path.read_text() for path in SOURCE.rglob("*.py") if path.name != "errors.py")
    texts = tomllib.loads((SOURCE / "core" / "text" / "en.toml").read_text())
    for name in set(texts) - {"components", "compiling"}:
        assert f"raise {name}(" in code, name
        assert name in tests, name
    for reason in texts["components"]:
        assert f'"{reason}"' in code, reason


@every_installed_game
def test_every_game_has_the_texts_that_all_rely_on(name: str) -> None:
    game = find_game(name)
    for language in ("en", "de"):
        texts = game.texts.table(language)
        assert texts["title"]
        assert texts["compiling"]
        assert fields(texts["seat"]) == {"number"}
        assert set(texts["names"]["sources"]) == set(game.source_names)


@every_installed_game
def test_every_variety_names_every_setting_and_fits_every_table(name: str) -> None:
    game = find_game(name)
    assert game.varieties
    for variety in game.varieties:
        assert set(variety) == set(game.settings)
        for setting, value in variety.items():
            assert all(game.settings[setting].read(setting, value, seats) == value for seats in game.seat_counts)
        assert game.rules.setup_flags(variety) >= 0


@every_installed_game
def test_every_action_has_a_notation_of_its_own_and_its_number(name: str) -> None:
    actions = find_game(name).actions
    notations = [str(action) for action in actions]
    assert len(set(notations)) == len(notations)
    assert [action.number for action in actions] == list(range(len(actions)))
    assert all(re.fullmatch(r"[a-z0-9 ]+", notation) for notation in notations)


@every_game
def test_every_component_table_says_how_sure_it_is(game: Kept) -> None:
    tables = tomllib.loads((SOURCE / "games" / game.name / "components.toml").read_text())
    assert all(table["sure"] in CERTAINTIES for table in tables.values())


@every_game
def test_notation_is_documented(game: Kept) -> None:
    actions = find_game(game.name).actions
    notations = [str(action) for action in actions]
    assert len(notations) == game.actions
    page = (ROOT / "docs" / "notation.md").read_text()
    for notation in {notation.split()[0] for notation in notations}:
        assert f"`{notation}" in page, notation
