"""At the table in a terminal, as people play."""

import io
import sys
from pathlib import Path

import pytest

import ulpia
from ulpia.cli import main

Out = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def play(capsys: Out, monkeypatch: Patch, typed: str, *arguments: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", *arguments]) == 0
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_a_game_is_played_to_its_end(capsys: Out, monkeypatch: Patch) -> None:
    """A newcomer types 1 again and again."""
    out = play(capsys, monkeypatch, "1\n" * 2000, "trajan", "--seats", "human,random", "--seed", "3")
    assert "Result" in out
    assert "Winner:" in out
    assert "Seat 0 (you)" in out


def test_four_people_at_one_terminal(capsys: Out, monkeypatch: Patch) -> None:
    seats = "human,human,human,human"
    out = play(capsys, monkeypatch, "1\n" * 9000, "--seats", seats, "--seed", "3", "--language", "de")
    assert "Gewonnen: Platz" in out


def test_people_at_one_terminal_take_turns_looking(capsys: Out, monkeypatch: Patch) -> None:
    """Nothing of the next hand is shown before that person has taken the seat."""
    out = play(capsys, monkeypatch, "1\n" * 12, "--seats", "human,human", "--seed", "5", "--setup", "dealt")
    before, _, after = out.partition("Take the seat and press Enter.")
    assert before.count("Which tray do you sow?") == 1
    assert before.count("  Hand: ") == 2
    assert after.count("Which tray do you sow?") >= 1


def test_at_the_table(capsys: Out, monkeypatch: Patch, tmp_path: Path) -> None:
    """Notation, nonsense, help, undo, saving, leaving and coming back."""
    typed = ["sow rome", "advance", "99", "9" * 5000, "help", "table", "undo", "sow forum", "undo", "sow forum"]
    typed += ["save my.txt", "save [red]x.txt", "save my.txt/below", "save a\0b", "quit", ""]
    seed = next(seed for seed in range(50) if ulpia.new("trajan", 2, seed, setup="dealt").seat == 0)
    arguments = ("--seats", "human,random", "--setup", "dealt", "--seed", str(seed))
    out = play(capsys, monkeypatch, "\n".join(typed), *arguments)
    assert "“sow rome” is no action of this game. Allowed now: sow seaport" in out
    assert "“advance” is not allowed now" in out
    assert "“99” is no action" in out
    assert "take your last step back" in out
    assert "Nothing has been played yet" in out
    assert "Saved to my.txt" in out
    assert "Saved to [red]x.txt" in out
    assert "my.txt/below cannot be written" in out  # UnwritableFile
    assert out.count("cannot be written") == 2
    saved = ulpia.load((tmp_path / "my.txt").read_text())
    assert saved.digest == ulpia.load((tmp_path / f"trajan-{seed}.txt").read_text()).digest
    out = play(capsys, monkeypatch, "1\nquit\n", "--resume", "my.txt")  # it remembers who sat where
    assert "it goes on with: ulpia play --resume my.txt" in out
    assert len(ulpia.load((tmp_path / "my.txt").read_text()).actions) > len(saved.actions)


def test_a_saved_game_is_not_overwritten_by_another(capsys: Out, monkeypatch: Patch, tmp_path: Path) -> None:
    for _ in range(3):
        play(capsys, monkeypatch, "1\nquit\n", "--seed", "5", "--setup", "dealt")
    assert sorted(path.name for path in tmp_path.glob("*.txt")) == ["trajan-5-2.txt", "trajan-5-3.txt", "trajan-5.txt"]


def test_an_interrupted_game_is_saved(monkeypatch: Patch, tmp_path: Path) -> None:
    answers = iter(["1"])

    def read(*_: object, **__: object) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("rich.console.Console.input", read)
    assert main(["play", "--seed", "5", "--setup", "dealt"]) == 130
    assert ulpia.load((tmp_path / "trajan-5.txt").read_text()).actions


def test_leaving_by_end_of_input(capsys: Out, monkeypatch: Patch, tmp_path: Path) -> None:
    out = play(capsys, monkeypatch, "", "--seed", "8", "--seats", "human,human")
    assert "Goodbye." in out
    assert "--resume" not in out  # nothing was played, nothing is saved
    assert not list(tmp_path.glob("*.txt"))


def test_a_game_for_other_seats_is_not_resumed(capsys: Out, monkeypatch: Patch) -> None:
    play(capsys, monkeypatch, "1\nquit\n", "--seed", "5", "--setup", "dealt")
    assert main(["play", "--resume", "trajan-5.txt", "--seats", "human,random"]) == 2
    assert "not for 2" in capsys.readouterr().err
