"""Forum Trajanum from outside: settings of a match, bad input, the command line, replays that keep secrets."""

import io
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ulpia
from ulpia.cli import main
from ulpia.core.errors import (
    BadSetting,
    GameIsOver,
    IllegalAction,
    UnknownSetting,
    UnreadableAction,
)
from ulpia.match import Match

Out = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)


def run(capsys: Out, *arguments: str) -> tuple[int, str]:
    status = main(arguments)
    captured = capsys.readouterr()
    return status, " ".join((captured.out + captured.err).split())


def finished(**options: Any) -> Match:
    match = ulpia.new("forum_trajanum", seed=11, **options)
    while match.seat is not None:
        match.play(match.options[len(match.actions) % len(match.options)])
    return match


# Options of a match


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"variant": "hard"}, "full, introductory"),
        ({"side": "C"}, "A, B"),
        ({"side": "b"}, "A, B"),
        ({"setup": "quick"}, "chosen, dealt"),
        ({"newcomers": (2,)}, "none | 0 | 1 | 0,1"),
        ({"newcomers": (0, 0)}, "none | 0"),
        ({"newcomers": 0}, "none | 0"),
        ({"newcomers": "all"}, "none | 0"),
        ({"newcomers": (True,)}, "none | 0"),
    ],
)
def test_a_bad_option_is_refused_with_what_is_allowed(options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(says)):
        ulpia.new("forum_trajanum", seats=2, **options)


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownSetting, match="setup, variant, side, newcomers"):
        ulpia.new("forum_trajanum", variante="full")  # a misspelt one


def test_options_are_part_of_the_transcript() -> None:
    """F-02, F-07, F-08."""
    match = ulpia.new("forum_trajanum", 3, 5, variant="introductory", side="B", newcomers=(2, 0), setup="dealt")
    text = match.transcript()
    assert "variant introductory\nside B\nnewcomers 0,2\n" in text
    again = ulpia.load(text)
    assert again.settings == match.settings
    assert again.digest == match.digest
    with pytest.raises(BadSetting):
        ulpia.load(text.replace("newcomers 0,2", "newcomers 3"))


# Bad input


def test_every_kind_of_action_is_refused_where_it_is_not_legal() -> None:
    """A refusal lists what is legal and leaves the match as it was."""
    match = ulpia.new("forum_trajanum", seed=3)
    match.play("crane blue")
    before = match.digest
    kinds = {type(action): action for action in match.game.actions if action not in match.options}
    assert len(kinds) == len({type(action) for action in match.game.actions})
    for action in kinds.values():
        with pytest.raises(IllegalAction, match="crane green"):
            match.play(action)
    for nonsense in ("take", "take z9 first", "keep", "build castle", "place a1 c3", "envoy i1", "pay", "use builder"):
        with pytest.raises(UnreadableAction, match="crane green"):
            match.play(nonsense)
    assert match.digest == before


def test_a_finished_game_takes_no_action() -> None:
    with pytest.raises(GameIsOver):
        finished(seats=2).play("end turn")


# The command line


def test_a_game_is_played_to_its_end_in_the_terminal(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typing 1 again and again, with every option of the match."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 2000))
    arguments = ("--seats", "human,random", "--variant", "introductory", "--side", "B", "--newcomers", "1")
    status, out = run(capsys, "play", "forum_trajanum", *arguments, "--seed", "3", "--language", "de")
    assert status == 0
    assert "Gewonnen:" in out


def test_help_at_the_table_says_which_figures_are_reconstructions(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("help\nquit\n"))
    _, out = run(capsys, "play", "forum_trajanum", "--seats", "human,random", "--seed", "3")
    guessed = "temples, street symbols, structures, resource tiles, mosaic, prestige"
    assert f"our reconstruction, yours may differ: {guessed}" in out


def test_facts_say_which_figures_are_reconstructions(capsys: Out) -> None:
    status, out = run(capsys, "facts", "forum_trajanum")
    assert status == 0
    assert "temples (reconstruction)" in out
    assert "trajan_cards (rules)" in out
    assert "builder blue; builder green" in out


def test_check_covers_seats_sides_variants_and_newcomers(capsys: Out) -> None:
    status, out = run(capsys, "check", "forum_trajanum", "--games", "48")
    assert status == 0
    assert "No violation in 48 games" in out
    assert "2, 3, 4" in out
    assert "8 varieties" in out


def test_a_bad_option_is_refused_by_the_command_line(capsys: Out) -> None:
    status, out = run(capsys, "play", "forum_trajanum", "--side", "C")
    assert status == 2
    assert "A, B" in out


# Secrets


def test_a_replay_keeps_what_others_took_to_itself(capsys: Out, tmp_path: Path) -> None:
    """F-15, F-91: another seat's taking is an ellipsis, however many steps it had; the viewer's own is written out."""
    match = finished(seats=2)
    path = tmp_path / "game.txt"
    path.write_text(match.transcript())
    assert main(["replay", str(path), "--seat", "1"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if re.match(r" *\d+  ", line)]
    own = [line for line in lines if re.match(r" *\d+  (take|keep) ", line)]
    hidden = [line for line in lines if re.match(r" *\d+  … ", line)]
    assert own
    assert all("Seat 1" in line for line in own)
    assert hidden
    assert all("Seat 2" in line for line in hidden)
    following = [re.sub(r" *\d+  ", "", line) for line in lines]
    assert not any(one == other and "…" in one for one, other in pairwise(following))


def test_events_of_the_taking_phase_reach_only_their_seat() -> None:
    """F-15, F-91: until all have passed on, and of faces until they are shown."""
    match = ulpia.new("forum_trajanum", seats=3, seed=2, setup="dealt")
    secret = {"taken", "taken_nothing", "kept", "received"}
    while match.seat is not None:
        match.play(match.options[(7 * len(match.actions)) % len(match.options)])
    for viewer in (None, 0, 1, 2):
        told = [event for event in match.events(viewer) if event.kind in secret]
        assert all(event.seat == viewer for event in told)
        assert bool(told) == (viewer is not None)
