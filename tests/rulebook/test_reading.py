"""ulpia rules: the rules in the terminal."""

from pathlib import Path

import pytest

from ulpia.cli import main
from ulpia.core.i18n import LANGUAGES
from ulpia.rulebook import book


@pytest.fixture(autouse=True)
def wide_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def read(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(("rules", *arguments))
    captured = capsys.readouterr()
    return status, " ".join(captured.out.split()), captured.err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_the_whole_book_is_printed(capsys: pytest.CaptureFixture[str], game: str, language: str) -> None:
    status, out, _ = read(capsys, game, "--language", language)
    assert status == 0
    at = 0
    for section in book(game, language).sections:
        at = out.index(f"{section.title} #{section.id}", at)
    assert not any(mark in out for mark in ("**", "(#", "{", ":good-"))


def test_one_section_with_its_list_table_and_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = read(capsys, "trajan", "seaport", "--language", "en")
    assert out.startswith("Seaport #seaport Do one of these four things. • Draw.")
    assert "Equal │ 1 to 4 cards of the same good │ 2, 6, 12, 20 │ 0, 1, 7, 15" in out
    assert "[T-20, T-21, T-22, T-23]" in out
    assert "Our ruling: A load can even consist" in out
    assert "Senate" not in out


def test_doubtful_figures_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Likely: One lap" in read(capsys, "trajan", "sowing", "--language", "en")[1]
    assert "Rekonstruiert: Eine Gruppe" in read(capsys, "forum_trajanum", "prestige", "--language", "de")[1]
    assert "Example: Your slider" in read(capsys, "forum_trajanum", "prestige", "--language", "en")[1]


def test_a_component_file_can_be_given(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, errors = read(capsys, "trajan", "--components", str(tmp_path / "none.toml"), "--language", "en")
    assert status == 2
    assert "cannot be read" in errors


def test_an_unknown_section_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    """UnknownSection."""
    status, _, errors = read(capsys, "trajan", "chess", "--language", "en")
    assert status == 2
    assert "has no section “chess”. There are: idea, table, setup, turn" in " ".join(errors.split())
