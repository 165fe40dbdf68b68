"""Tests about the project itself: rulings, texts, errors, files."""

import ast
import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ulpia.games.trajan import actions, events, names
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.state import Frame
from ulpia.kernel import errors
from ulpia.kernel.tables import CERTAINTIES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ulpia"
RULINGS = ROOT / "docs" / "rulings"
RULING = re.compile(r"\bT-\d+\b")


def rulings() -> list[str]:
    """All rulings of Trajan, from their own page."""
    return re.findall(r"^- \*\*(T-\d+)\*\*", (RULINGS / "trajan.md").read_text(), re.M)


def cited_in_tests() -> set[str]:
    """Rulings that a test's docstring cites."""
    cited = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited |= set(RULING.findall(ast.get_docstring(node) or ""))
    return cited


def test_every_ruling_has_a_test() -> None:
    assert len(rulings()) == 50
    assert [ruling for ruling in rulings() if ruling not in cited_in_tests()] == []


def test_every_ruling_is_cited_in_the_rules_and_no_other_is() -> None:
    code = "".join(path.read_text() for path in (SOURCE / "games" / "trajan").rglob("*.py"))
    cited = set(RULING.findall(code))
    spans = re.findall(r"T-(\d+) to T-(\d+)", code)
    for first, last in spans:
        cited |= {ruling for ruling in rulings() if int(first) <= int(ruling[2:]) <= int(last)}
    assert sorted(set(rulings()) - cited) == []
    assert sorted((set(RULING.findall(code)) | cited_in_tests()) - set(rulings())) == []


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
    assert {folder.parent.name for folder in TEXTS} == {"kernel", "cli", "trajan"}


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


def test_every_event_question_action_and_name_has_words() -> None:
    words = tomllib.loads((SOURCE / "games" / "trajan" / "text" / "en.toml").read_text())
    told = set(words["events"]) - {"card_drawn_unseen", "repeated_wild"}
    assert told == {event.name.lower() for event in Event}
    settled = {Frame.OVER, Frame.REVEAL, Frame.END_OF_TURN, Frame.END_OF_ROUND, Frame.CLOSE_QUARTER}
    assert set(words["questions"]) == {frame.name.lower() for frame in Frame if frame not in settled}
    kinds = {type(action).__name__ for action in actions.ACTIONS}
    assert set(words["actions"]) == kinds | {"FulfilWithoutReward", "RepeatWild"}
    for table, known in {
        "trays": names.TRAYS,
        "colours": names.COLOURS,
        "forum_tiles": names.FORUM_TILES,
        "stacks": names.STACKS,
        "rewards": names.REWARDS,
        "constructions": names.CONSTRUCTIONS,
        "bonus_tiles": names.BONUS_TILES,
        "sources": names.SOURCES,
    }.items():
        assert set(words["names"][table]) == set(known)


def test_every_component_table_says_how_sure_it_is() -> None:
    tables = tomllib.loads((SOURCE / "games" / "trajan" / "components.toml").read_text())
    assert all(table["sure"] in CERTAINTIES for table in tables.values())


def test_no_file_is_too_long_to_read() -> None:
    paths = [path for room in ("src", "tests") for path in (ROOT / room).rglob("*.py")]
    assert [path.name for path in paths if len(path.read_text().splitlines()) > 400] == []


def test_notation_reads_back_and_is_documented() -> None:
    notations = [str(action) for action in actions.ACTIONS]
    assert len(set(notations)) == len(notations) == 257
    assert all(re.fullmatch(r"[a-z0-9 ]+", notation) for notation in notations)
    page = (ROOT / "docs" / "notation.md").read_text()
    for notation in {notation.split()[0] for notation in notations}:
        assert f"`{notation}" in page, notation


def test_the_story_buffer_is_wide_enough() -> None:
    assert events.WIDTH == 5
    assert len(Event) < 127
