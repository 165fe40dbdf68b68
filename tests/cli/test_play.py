"""At the table in a terminal, as people play."""

import io
import re
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

import ulpia
from ulpia.cli import main
from ulpia.cli.console import Terminal
from ulpia.registry import find_game

Out = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def play(capsys: Out, monkeypatch: Patch, typed: str, *arguments: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", *arguments]) == 0
    captured = capsys.readouterr()
    return captured.out + captured.err


def seat_0_begins() -> int:
    """A seed for two, set up by chance."""
    return next(seed for seed in range(50) if ulpia.new("trajan", 2, seed, setup="dealt").seat == 0)


def test_a_game_is_played_to_its_end(capsys: Out, monkeypatch: Patch) -> None:
    """A newcomer types 1 again and again."""
    out = play(capsys, monkeypatch, "1\n" * 2000, "trajan", "--seats", "human,random", "--seed", "3")
    assert "Result" in out
    assert "Winner:" in out
    assert "Seat 1 (you)" in out


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
        assert told[seat].count(f"Seat {other + 1} (human) sows") >= told[other].count("Which tray do you sow?") - 2
        assert f"Seat {other + 1} (human) draws a card from the hidden pile" in told[seat]
        assert re.search(rf"Seat {seat + 1} \(human\) draws (?!a card from the hidden pile)", told[seat])


def test_a_hint_is_given_where_the_game_has_one(capsys: Out, monkeypatch: Patch) -> None:
    assert "To skip the set-up: ulpia play trajan --setup dealt." in play(capsys, monkeypatch, "", "--seed", "5")
    texts = find_game("trajan").texts
    words = texts.table("en")
    monkeypatch.setattr(texts, "table", lambda _: {key: words[key] for key in words if key != "hint"})
    assert "To skip" not in play(capsys, monkeypatch, "", "--seed", "5")


def test_an_empty_file_is_not_resumed(capsys: Out, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    assert main(["play", "--resume", "empty.txt"]) == 2
    assert "This is no transcript" in capsys.readouterr().err


def test_at_the_table(capsys: Out, monkeypatch: Patch, tmp_path: Path) -> None:
    """Notation, nonsense, help, undo, saving, leaving and coming back."""
    typed = ["sow rome", "advance", "99", "9" * 5000, "help", "table", "undo", "sow forum", "undo", "sow forum"]
    typed += ["save my.txt", "save [red]x.txt", "save my.txt/below", "save a\0b", "quit", ""]
    seed = seat_0_begins()
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
    assert "continue it with: ulpia play --resume my.txt" in out
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
    assert main(["play", "--resume", "trajan-5.txt", "--seats", "human,random,random"]) == 2
    assert "not for 3" in capsys.readouterr().err


def test_opponents_are_levels_and_friendly_unless_asked_otherwise(capsys: Out, monkeypatch: Patch) -> None:
    out = play(capsys, monkeypatch, "1\n1\n1\n", "--seed", "5", "--setup", "dealt")
    assert "Seat 2 (centurio)" in out
    out = play(capsys, monkeypatch, "1\n" * 4, "--seats", "human,tiro,imperator", "--seed", "5", "--setup", "dealt")
    assert "Seat 2 (tiro)" in out
    assert "Seat 3 (imperator)" in out
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "tiro, miles, optio, centurio, legatus or imperator (opponents from a recruit to the strongest)" in told
    assert "FILE.py:CLASS" in told


def test_hints_tell_more_each_time(capsys: Out, monkeypatch: Patch) -> None:
    typed = "hint\nhint\nhint\nhint\n1\nhint\n"
    arguments = ("--seats", "human,random", "--seed", str(seat_0_begins()), "--setup", "dealt")
    out = play(capsys, monkeypatch, typed, *arguments)
    nudge, move, why, again, _, after, *_ = re.split(r"^> ", out, flags=re.M)[1:]
    assert "Look at your circle" in nudge
    assert "sow" not in nudge
    assert "I would choose: sow " in move
    assert "chance to win: about" in why
    assert "points more, above all:" in why
    assert again == why
    assert "(type hint again for more)" in after  # another decision: from the first step again
    german = play(capsys, monkeypatch, "hint\nhint\nhint\n", *arguments, "--language", "de")
    assert "Schau auf deinen Aktionskreis" in german
    assert "Ich würde wählen: Mulde " in german
    assert "Siegchance" in german


def test_hints_begin_anew_when_a_step_was_taken_back(capsys: Out, monkeypatch: Patch) -> None:
    arguments = ("--seats", "human,random", "--seed", str(seat_0_begins()), "--setup", "dealt")
    out = play(capsys, monkeypatch, "hint\n1\nhint\nundo\n2\nhint\n", *arguments)
    assert "I would choose" not in out
    assert out.count("(type hint again for more)") == 3


AMONG_PEOPLE = ("--seats", "human,human", "--seed", "5", "--setup", "dealt")


def test_among_people_hints_need_everybody_to_agree_at_their_own_turn(capsys: Out, monkeypatch: Patch) -> None:
    """Seat 2 begins and agrees, even twice, but for itself alone; hints begin when seat 1 agrees."""
    typed = ["", "hint", "hint agreed", "hint agreed", "hint", "1", "1", "1"]  # at first Enter, to sit down
    typed += ["", "hint", "hint agreed", "hint", "hint off", "hint", "1", "1", "1"]
    typed += ["", "hint", "hint agreed", "1", "1", "1", "1", "", "hint agreed", ""]
    out = " ".join(play(capsys, monkeypatch, "\n".join(typed), *AMONG_PEOPLE).split())
    first, second, third, fourth = out.split("Take the seat and press Enter.")[1:5]
    assert first.count("Still missing: Seat 1 (human), Seat 2 (human). If you agree, type: hint agreed") == 1
    assert first.count("You have agreed to hints (hint off takes that back). Still missing: Seat 1 (human).") == 3
    assert second.count("Still missing: Seat 1 (human). If you agree, type: hint agreed") == 2
    assert second.count("You do not agree to hints, so no one gets any.") == 1
    assert third.count("You have agreed to hints (hint off takes that back). Still missing: Seat 1 (human).") == 2
    assert ["(type hint again for more)" in sitting for sitting in (first, second, third, fourth)] == [0, 1, 0, 1]
    assert second.count("I would choose") == 1


def test_an_agreement_to_hints_in_german(capsys: Out, monkeypatch: Patch) -> None:
    typed = "\nhint\nhint einverstanden\nhint aus\n"
    out = " ".join(play(capsys, monkeypatch, typed, *AMONG_PEOPLE, "--language", "de").split())
    assert "Wenn du einverstanden bist, tippe: hint einverstanden" in out
    assert "Du hast Hinweisen zugestimmt (hint aus nimmt das zurück). Noch offen: Platz 1 (human)." in out
    assert "Du bist mit Hinweisen nicht einverstanden" in out


def test_who_plays_alone_needs_no_agreement(capsys: Out, monkeypatch: Patch) -> None:
    arguments = ("--seats", "human,random", "--seed", str(seat_0_begins()), "--setup", "dealt")
    assert "Look at your circle" in play(capsys, monkeypatch, "hint off\n", *arguments)


SEEDS = """
from pathlib import Path

class Caesar:
    def __init__(self, seed):
        with Path("seeds").open("a") as file:
            print(seed, file=file)

    def choose(self, look):
        return look.options[0]
"""


def test_the_seed_of_an_agent_does_not_give_the_match_away(capsys: Out, monkeypatch: Patch, tmp_path: Path) -> None:
    """With a seed asked for, games repeat; without one, the agent's has nothing to do with that of the match."""
    (tmp_path / "mine.py").write_text(SEEDS)
    seats = ("--seats", "human,mine.py:Caesar,mine.py:Caesar", "--setup", "dealt")
    drawn = iter([1000, 77, 88, 99])
    monkeypatch.setattr("random.SystemRandom.getrandbits", lambda _self, _bits: next(drawn))

    def seeds(*arguments: str) -> set[int]:
        (tmp_path / "seeds").unlink(missing_ok=True)
        out = play(capsys, monkeypatch, "1\n" * 12 + "quit\n", *seats, *arguments)
        assert "Welcome. This is game" in out
        return set(map(int, (tmp_path / "seeds").read_text().split()))

    assert seeds() == {88, 99}
    five, six = seeds("--seed", "5"), seeds("--seed", "6")
    assert five == seeds("--seed", "5")
    assert len(five | six) == 4
    assert min(five | six) > 1000
    assert min(abs(one - other) for one in five for other in six) > 1000  # not the next for the next


def test_an_agent_of_ones_own_sits_at_the_table(capsys: Out, monkeypatch: Patch, tmp_path: Path) -> None:
    """What goes wrong with it is told, and the game goes on."""
    code = "class Caesar:\n  def choose(self, look):\n    return look.options[len(look.options)]\n"
    (tmp_path / "mine.py").write_text(code)
    arguments = ("--seats", "human,mine.py:Caesar", "--seed", str(seat_0_begins()), "--setup", "dealt")
    out = play(capsys, monkeypatch, "1\n" * 30 + "quit\n", *arguments)
    assert "Caesar (mine.py:3) raised IndexError: tuple index out of range" in out
    assert "Seat 2 (mine.py:Caesar) sows" in out
    saved = f"trajan-{seat_0_begins()}.txt"
    assert main(["play", "--resume", saved]) == 2  # ProgramRemembered
    assert "If you trust that program, name it again: --seats human,mine.py:Caesar" in capsys.readouterr().err
    assert "continue it with" in play(capsys, monkeypatch, "1\n", "--resume", saved, "--seats", "human,mine.py:Caesar")
    assert main(["play", "--seats", "human,mine.py:Brutus"]) == 2
    assert "mine.py has no class Brutus. It has: Caesar." in capsys.readouterr().err


@pytest.mark.parametrize("is_long", [True, False])
def test_a_sign_is_shown_while_somebody_thinks_for_more_than_a_moment(monkeypatch: Patch, is_long: bool) -> None:
    monkeypatch.setattr("ulpia.cli.console.SPINNER_DELAY", 0.05 if is_long else 60)
    screen = io.StringIO()
    terminal = Terminal("en", Console(file=screen, force_terminal=True), Console(stderr=True))
    with terminal.spinner("Seat 1 [imperator] is thinking"):
        time.sleep(0.3)
    assert ("Seat 1 [imperator] is thinking" in screen.getvalue()) == is_long


def test_opponents_get_ready_with_progress(capsys: Out, monkeypatch: Patch) -> None:
    """Search is compiled before the game, once, and only if an agent needs it."""
    prepared: list[str] = []
    monkeypatch.setattr("ulpia.search.searcher.is_search_prepared", lambda _game: False)
    monkeypatch.setattr("ulpia.search.searcher.prepare", lambda game: prepared.append(game.name))
    play(capsys, monkeypatch, "", "--seats", "human,random", "--seed", "5")
    assert prepared == []
    play(capsys, monkeypatch, "", "--seats", "human,tiro", "--seed", "5")
    assert prepared == ["trajan"]
