"""Tests about the architecture that import contracts cannot express."""

import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from ulpia import registry
from ulpia.core.errors import BrokenGame, DuplicateGame, IncompleteGame, NotAGame, UnknownGame
from ulpia.core.game import Game
from ulpia.engine.jit import bind
from ulpia.registry import find_game, game_names, refused_games, reload_games

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ulpia"
GAMES = SOURCE / "games"
BUILT_IN = sorted(path.name for path in GAMES.iterdir() if (path / "game.py").exists())

MAY_NAME_A_GAME = {
    "__init__.py": "the first example of the package",
    "server/protocol.py": "examples of real messages, which the generated reference shows and a test decodes",
}
"""Files outside the games' packages that may name one, and why."""


def outside_games() -> list[Path]:
    kinds = {".py", ".toml", ".js", ".ts", ".css", ".html", ".svg"}
    return [path for path in SOURCE.rglob("*") if path.suffix in kinds and not path.is_relative_to(GAMES)]


def test_nothing_outside_a_game_names_it() -> None:
    named = re.compile("trajan", re.IGNORECASE)
    found = [path.relative_to(SOURCE).as_posix() for path in outside_games() if named.search(path.read_text())]
    assert sorted(found) == sorted(MAY_NAME_A_GAME)


def test_no_game_names_another() -> None:
    for name in BUILT_IN:
        for other in set(BUILT_IN) - {name}:
            imported = re.compile(rf"ulpia\.games\.{other}\b")
            paths = (GAMES / name).rglob("*.py")
            assert [path for path in paths if imported.search(path.read_text())] == []


def test_pictures_cite_no_ruling() -> None:
    """A picture draws what the view says. A ruling in it would be a rule told a second time."""
    ruling = re.compile(r"\b[A-Z]-\d\d\b")
    paths = [*(SOURCE / "render").rglob("*.py"), *GAMES.glob("*/pictures/**/*.py")]
    assert len(paths) > 30
    assert [path.relative_to(SOURCE).as_posix() for path in paths if ruling.search(path.read_text())] == []


def test_a_rule_file_fits_on_a_few_screens() -> None:
    paths = [path for path in GAMES.glob("*/rules/**/*.py")]
    assert [path.name for path in paths if len(path.read_text().splitlines()) > 400] == []


# Games that are found, and packages that are refused


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Entry points that are found besides the installed ones."""
    added: list[EntryPoint] = []
    real = registry.entry_points
    monkeypatch.setattr(registry, "entry_points", lambda group: [*real(group=group), *added])
    reload_games()
    yield added
    monkeypatch.undo()
    reload_games()


def offer(name: str, value: str) -> EntryPoint:
    return EntryPoint(name=name, value=value, group=registry.GROUP)


def test_built_in_games_come_first_oldest_first() -> None:
    assert [name for name in game_names() if name in BUILT_IN] == sorted(BUILT_IN, key=lambda n: find_game(n).year)


def test_a_package_that_offers_no_game_is_named(offered: list[EntryPoint], caplog: pytest.LogCaptureFixture) -> None:
    offered.append(offer("chess", "json:dumps"))
    assert "chess" not in game_names()
    assert set(BUILT_IN) <= set(game_names())
    assert isinstance(refused_games()["chess"], NotAGame)
    assert "chess" in caplog.text
    with pytest.raises(NotAGame, match="offers a function, not a game"):
        find_game("chess")


def test_two_games_of_one_name_are_named(offered: list[EntryPoint]) -> None:
    offered.append(offer(BUILT_IN[0], "json:dumps"))
    with pytest.raises(DuplicateGame, match="json:dumps"):
        find_game(BUILT_IN[0])
    assert BUILT_IN[1] in game_names()


@pytest.mark.parametrize("value", ["no_such_package:GAME", "json:GAME"])
def test_a_package_that_cannot_be_imported_is_named(offered: list[EntryPoint], value: str) -> None:
    offered.append(offer("chess", value))
    with pytest.raises(BrokenGame, match="chess"):
        find_game("chess")
    assert set(BUILT_IN) <= set(game_names())


def test_a_game_under_another_name_is_named(offered: list[EntryPoint]) -> None:
    offered.append(offer("chess", f"ulpia.games.{BUILT_IN[0]}.game:GAME"))
    with pytest.raises(BrokenGame, match=BUILT_IN[0]):
        find_game("chess")


def test_a_game_that_lacks_a_declared_function_is_named() -> None:
    given = {name: getattr(find_game(BUILT_IN[0]), name) for name in Game.__dataclass_fields__}
    with pytest.raises(TypeError, match="say_event"):
        Game(**{name: value for name, value in given.items() if name != "say_event"})
    with pytest.raises(IncompleteGame, match="say_event"):
        Game(**given | {"say_event": None})


def test_a_template_names_the_functions_that_a_game_lacks() -> None:
    rules = find_game(BUILT_IN[0]).rules
    functions = {**rules.functions._asdict(), "settle": None, "standing": None}
    with pytest.raises(IncompleteGame, match="settle, standing"):
        bind("loops", "incomplete", rules.package, functions)


def test_a_game_without_compiled_rules_is_named() -> None:
    given = {name: getattr(find_game(BUILT_IN[0]), name) for name in Game.__dataclass_fields__}
    with pytest.raises(BrokenGame, match="no_such_package"):
        _ = Game(**given | {"package": "no_such_package"}).rules


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=BUILT_IN[0]):
        find_game("chess")
