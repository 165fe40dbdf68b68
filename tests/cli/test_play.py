"""At the table in a terminal, as people play."""

import io
import re
import sys
from pathlib import Path

import pytest

import ulpia
from ulpia.cli import main
from ulpia.games.trajan.game import Trajan

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
    """Nothing of a hand is shown before that person has taken the seat, nor after, when the next one is called."""
    monkeypatch.setattr("rich.console.Console.clear", lambda console: console.print("(cleared)"))
    out = play(capsys, monkeypatch, "1\n" * 12, "--seats", "human,human", "--seed", "5", "--setup", "dealt")
    before, first, second, *_ = out.split("Take the seat and press Enter.")
    assert "Hand: " not in before
    for sitting in (first, second):
        assert sitting.count("Which tray do you sow?") == 1
        assert sitting.count("  Hand: ") == 2
        assert re.fullmatch(r"\s+\(cleared\)\n.+\(cleared\)\s+Seat \d \(human\), it is your decision. ", sitting, re.S)


def test_everybody_at_one_terminal_is_told_everything_they_may_know(capsys: Out, monkeypatch: Patch) -> None:
    """What one was told the other still hears; what one drew last is told to that one at the next turn."""
    arguments = ("--seats", "human,human", "--seed", "5", "--setup", "dealt")
    out = play(capsys, monkeypatch, "1\n" * 600, *arguments)
    sittings = out.split("Take the seat and press Enter.")[1:]
    told = {seat: "".join(sittings[at::2]) for at, seat in enumerate((1, 0))}
    for seat, other in ((0, 1), (1, 0)):
        assert told[seat].count(f"Seat {other} (human) sows") >= told[other].count("Which tray do you sow?") - 2
        assert f"Seat {other} (human) draws a card from the hidden pile" in told[seat]
        assert re.search(rf"Seat {seat} \(human\) draws (?!a card from the hidden pile)", told[seat])


def test_a_hint_is_given_where_the_game_has_one(capsys: Out, monkeypatch: Patch) -> None:
    assert "To skip the set-up: ulpia play trajan --setup dealt." in play(capsys, monkeypatch, "", "--seed", "5")
    words = Trajan.words.table("en")
    monkeypatch.setattr(Trajan.words, "table", lambda _: {key: words[key] for key in words if key != "hint"})
    assert "To skip" not in play(capsys, monkeypatch, "", "--seed", "5")


def test_an_empty_file_is_not_resumed(capsys: Out, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    assert main(["play", "--resume", "empty.txt"]) == 2
    assert "This is no transcript" in capsys.readouterr().err


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
    assert "for example: 1, or: sow seaport" in out
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
