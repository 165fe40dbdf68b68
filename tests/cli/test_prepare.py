"""ulpia prepare."""

import pytest

from ulpia.cli import main, prepare
from ulpia.core.game import Game


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is compiled, in place of compiling it."""
    done: list[tuple[str, str]] = []

    def note(part: str) -> object:
        return lambda game: done.append((game.name, part))

    for parts in (prepare.PLAYING, prepare.EVERYTHING):
        for part in parts:
            monkeypatch.setitem(parts, part, note(part))
    return done


def test_all_games_are_compiled_for_playing(
    compiled: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prepare", "trajan", "forum_trajanum"]) == 0
    assert compiled == [(game, part) for part in ("match", "search") for game in ("trajan", "forum_trajanum")]
    assert "Trajan is ready, in " in capsys.readouterr().out


def test_everything_of_one_game(compiled: list[tuple[str, str]]) -> None:
    assert main(["prepare", "trajan", "--all"]) == 0
    assert {game for game, _ in compiled} == {"trajan"}
    assert {"match", "search", "batches", "environments", "explicit-chance", "playouts", "check"} == {
        part for _, part in compiled
    }


def test_several_processes_compile_at_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Interpreted rules are always ready, so the processes only start and end."""
    monkeypatch.setenv("ULPIA_INTERPRETED", "1")
    assert main(["prepare", "trajan", "--workers", "2"]) == 0
    told = capsys.readouterr()
    assert "Compiling games 100 %" in told.err
    assert "Trajan is ready" in told.out


@pytest.mark.parametrize("given", [["monopoly"], ["trajan", "--workers", "0"]])
def test_what_cannot_be_prepared_is_refused(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prepare", *given]) == 2
    assert capsys.readouterr().err.startswith("ulpia: ")


def test_a_part_is_compiled_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Game] = []
    monkeypatch.setitem(prepare.EVERYTHING, "match", done.append)
    prepare.compile_part("trajan", "match")
    assert [game.name for game in done] == ["trajan"]
