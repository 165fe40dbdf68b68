"""The command line, as a person uses it."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import ulpia
from ulpia.cli import language_of, main
from ulpia.cli.check import chunks
from ulpia.core.errors import UnknownLanguage
from ulpia.core.settings import Settings
from ulpia.engine.playouts import Playouts, Violation
from ulpia.games.trajan.actions import Sow
from ulpia.registry import find_game


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    match = ulpia.new("trajan", seats=3, seed=7, setup="dealt")
    while match.seat is not None:
        match.play(match.options[len(match.actions) % len(match.options)])
    path = tmp_path / "game.txt"
    path.write_text(match.transcript())
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = int(stop.code or 0)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_help_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert "play a game in the terminal" in run(capsys, "--help")[1]
    assert "ein Spiel im Terminal spielen" in run(capsys, "--language", "de", "--help")[1]
    for command in ("play", "simulate", "replay", "show", "rules", "facts", "check", "bench"):
        status, out, _ = run(capsys, command, "--help")
        assert status == 0
        assert len(out) > 200
    assert "usage: ulpia" in run(capsys)[1]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version")[1] == f"ulpia {ulpia.__version__}\n"


def test_the_language_is_the_machines_unless_asked_for() -> None:
    assert language_of({"LANG": "de_DE.UTF-8"}, None) == "de"
    assert language_of({"LANG": "fr_FR.UTF-8"}, None) == "en"
    assert language_of({"LC_ALL": "de_AT", "LANG": "en_GB"}, None) == "de"
    assert language_of({"LANG": "de_DE.UTF-8"}, "en") == "en"
    with pytest.raises(UnknownLanguage, match="en, de"):
        language_of({}, "la")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "chess"), "There is no game “chess”. There are: trajan, forum_trajanum"),
        (("play", "--seats", "human"), "Trajan is for 2, 3, 4 players, not for 1."),
        (("play", "--seats", "human,random,random,random,random"), "not for 5"),
        (("play", "--seats", "human,caesar"), "There is no player “caesar”. There are: human, tiro, "),
        (("play", "--seed", "-4"), "“-4” is no seed"),
        (("play", "--components", "nowhere.toml"), "The file nowhere.toml cannot be read"),
        (("play", "--resume", "nowhere.txt"), "The file nowhere.txt cannot be read"),
        (("simulate", "--seats", "random"), "not for 1"),
        (("simulate", "--seats", "human,random"), "There is no player “human”. There are: tiro, miles, "),
        (("simulate", "--seed", str(2**63 - 2), "--games", "4"), "is no seed"),
        (("check", "--seed", "-5"), "“-5” is no seed"),
        (("check", "--seed", str(2**63 - 1), "--games", "6"), "is no seed"),
        (("check", "--seed", "9" * 25), "is no seed"),
        (("replay", "nowhere.txt"), "The file nowhere.txt cannot be read"),
        (("facts", "go"), "no game “go”"),
        (("facts", "--language", "la"), "There are no words in “la”. There are: en, de."),
        (("play", "--setup", "quick"), "The option “setup” cannot be “quick”. It can be: chosen, dealt."),
        (("play", "--setup", ""), "The option “setup” cannot be “”"),
        (("play", "--side", "B"), "trajan has no option “side”. It has: setup."),
        (("simulate", "--variant", "full"), "trajan has no option “variant”"),
        (("check", "--newcomers", "0,2"), "trajan has no option “newcomers”"),
        (("check", "--setup", "quick"), "It can be: chosen, dealt."),
        (("check", "--seats", "5"), "Trajan is for 2, 3, 4 players, not for 5."),
        (("check", "--seats", "0"), "not for 0"),
        (("check", "--games", "0"), "0 games cannot be played"),
        (("simulate", "--games", "-3"), "-3 games cannot be played"),
        (("bench", "--seconds", "0"), "cannot last 0.0 seconds"),
        (("bench", "--seconds", "nan"), "cannot last nan seconds"),
        (("bench", "--against", "deep-blue"), "There is no simulator “deep-blue”"),
    ],
)
def test_bad_input_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    """Status 2, no traceback.

    UnknownGame, BadSeats, UnknownSetting, BadSetting, UnknownAgent, MissingFile, BadCount, BadDuration, UnknownRival.
    """
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert sentence in " ".join(err.split())
    assert "Traceback" not in err + out


def test_errors_speak_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Es gibt kein Spiel" in run(capsys, "play", "chess", "--language", "de")[2]


def test_argparse_speaks_german_too(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--language", "de", "play", "--help")[1]
    assert "Aufruf: ulpia play" in out
    assert "Optionen:" in out
    assert "usage" not in out
    for arguments, sentence in {
        ("play", "--seed", "many"): "ungültiger Wert",
        ("play", "--colour"): "unbekannte Argumente: --colour",
        ("play", "--seed"): "ein Wert wird erwartet",
        ("replay",): "es fehlt: FILE",
        ("dance",): "ungültige Auswahl",
        ("play", "--see", "4"): "unbekannte Argumente: --see",
    }.items():
        status, _, err = run(capsys, "--language", "de", *arguments)
        assert status == 2
        assert sentence in err
    assert "usage: ulpia" in run(capsys, "--help")[1]


def test_a_transcript_of_noise_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(b"\xff\xfe\xfd")
    assert run(capsys, "replay", "noise")[0] == 2


def test_replay_tells_the_whole_game(capsys: pytest.CaptureFixture[str], transcript: Path) -> None:
    status, out, _ = run(capsys, "replay", str(transcript))
    assert status == 0
    assert "The game is over." in out
    assert "draws a card from the hidden pile" in out
    assert "Winner" in out
    own = run(capsys, "replay", str(transcript), "--seat", "1")[1]
    assert own != out
    assert "Das Spiel ist zu Ende." in run(capsys, "replay", str(transcript), "--language", "de")[1]
    refused = "There is no seat “{}” at this table; seats are numbered 1 to 3."
    for seat in ("0", "7"):
        assert refused.format(seat) in " ".join(run(capsys, "replay", str(transcript), "--seat", seat)[2].split())


def test_replay_shows_a_secret_action_to_its_own_seat_alone(
    capsys: pytest.CaptureFixture[str], replace_game: Callable[..., None], transcript: Path
) -> None:
    """The events still tell what everybody may know."""
    replace_game("trajan", is_secret=lambda action: isinstance(action, Sow))
    secret = [entry.seat for entry in ulpia.load(transcript.read_text()).entries if isinstance(entry.action, Sow)]
    for seat in (None, 0, 1, 2):
        out = run(capsys, "replay", str(transcript), *(() if seat is None else ("--seat", str(seat + 1))))[1]
        assert len(re.findall(r"^ +\d+  …  ", out, re.M)) == len(secret) - secret.count(seat)
        assert len(re.findall(r"^ +\d+  sow ", out, re.M)) == secret.count(seat)
        assert out.count(" sows ") == len(secret)
        assert "  advance  " in out


def test_show_draws_the_table_at_any_moment(capsys: pytest.CaptureFixture[str], transcript: Path) -> None:
    """BadPosition for a moment that never was."""
    start = run(capsys, "show", str(transcript), "--at", "0")[1]
    assert "Quarter 1, round 1, time 0 of 16" in start
    assert "Quarter 4" in run(capsys, "show", str(transcript))[1]
    view = json.loads(run(capsys, "show", str(transcript), "--at", "20", "--seat", "2", "--json")[1])
    assert view["viewer"] == 1
    for at in ("-1", "100000"):
        status, _, err = run(capsys, "show", str(transcript), "--at", at)
        assert status == 2
        assert "it goes from 0 to" in err


def test_simulate_reports_and_saves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = json.loads(
        run(capsys, "simulate", "--games", "6", "--seats", "random,random", "--json", "--save", "games")[1]
    )
    assert report["games"] == 6
    assert sum(seat["wins"] for seat in report["seats"]) == pytest.approx(1)
    assert all(sum(seat["sources"].values()) == pytest.approx(seat["points"]) for seat in report["seats"])
    saved = sorted((tmp_path / "games").iterdir())
    assert len(saved) == 6
    assert ulpia.load(saved[0].read_text()).outcome is not None
    assert "6 games" in run(capsys, "simulate", "--games", "6")[1]


def test_facts_lists_every_figure_with_its_certainty(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "facts", "trajan")[1]
    for expected in ("time_track", "likely", "spaces.2", "germania_inferior.touches", "ships", "rules"):
        assert expected in out
    assert "eine gute Quelle" in run(capsys, "facts", "trajan", "--language", "de")[1]
    tables = json.loads(run(capsys, "facts", "trajan", "--json")[1])
    assert tables["tables"]["time_track"]["sure"] == "likely"


def test_check_finds_nothing_and_says_how_much_it_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "check", "trajan", "--games", "601")
    assert status == 0
    assert "No violation in 601 games with 2, 3, 4 seats" in out


def test_check_shares_games_out_among_seats_and_varieties() -> None:
    one, other = {"side": "A"}, {"side": "B"}
    shares = list(chunks(1001, [(2, one), (3, one), (2, other), (3, other)], 5))
    assert sum(games for _, _, games, _ in shares) == 1001
    assert shares == [(2, 5, 250, one), (2, 255, 1, one), (3, 5, 250, one), (2, 5, 250, other), (3, 5, 250, other)]


def test_check_covers_every_variety_with_every_number_of_seats(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, replace_game: Callable[..., None]
) -> None:
    """What is fixed makes varieties fewer; with few games it does not claim more than it played."""
    replace_game("trajan", varieties=({"setup": "chosen"}, {"setup": "dealt"}))
    asked: list[str] = []

    def counted(self: Playouts, seats: int, seed: int, games: int, settings: Settings) -> object:
        asked.append(str(settings["setup"]))
        return check(self, seats, seed, games, settings)

    check = Playouts.check
    monkeypatch.setattr(Playouts, "check", counted)
    assert "in 60 games with 2, 3, 4 seats in 2 varieties" in run(capsys, "check", "--games", "60")[1]
    assert sorted(asked) == ["chosen"] * 3 + ["dealt"] * 3
    assert "in 8 games with 3 seats in 2 varieties" in run(capsys, "check", "--games", "8", "--seats", "3")[1]
    assert "in 4 games with 2, 3, 4 seats in 2 varieties" in run(capsys, "check", "--games", "4")[1]
    assert "in 2 games with 2, 3 seats (" in run(capsys, "check", "--games", "2")[1]
    asked.clear()
    assert "in 9 games with 2, 3, 4 seats (" in run(capsys, "check", "--games", "9", "--setup", "dealt")[1]
    assert asked == ["dealt"] * 3
    assert "in 2 Spielarten" in run(capsys, "check", "--games", "8", "--language", "de")[1]


def test_check_reports_a_violation(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With a broken tally of faults the command says where, and how to repeat it."""
    monkeypatch.setattr(Playouts, "check", lambda *_: Violation("state: cards", 3, "setup=dealt", 42, 17))
    status, _, err = run(capsys, "check", "trajan", "--games", "10")
    assert status == 1
    assert "ulpia check trajan --seats 3 --seed 42 --games 1 --setup=dealt" in " ".join(err.split())


def test_bench_measures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """All figures are there and positive; how large they are depends on the machine."""
    monkeypatch.setattr("ulpia.cli.bench.measure_compilation", lambda _game: 1.0)  # compiled anew in make bench only
    figures = json.loads(run(capsys, "bench", "trajan", "--seconds", "0.2", "--json")[1])
    wanted = {"games_per_second", "decisions_per_second", "real_decisions_per_second", "state_bytes"}
    assert wanted | {"compile_seconds", "warm_start_seconds"} <= set(figures)
    assert all(figures[name] > 0 for name in wanted)
    assert figures["state_bytes"] <= 2048
    assert figures["decisions_per_second"] >= figures["real_decisions_per_second"]
    assert "games per second" in run(capsys, "bench", "--seconds", "0.2")[1]
    assert "Spiele je Sekunde" in run(capsys, "bench", "--seconds", "0.1", "--language", "de")[1]


def test_a_rival_that_is_not_installed_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """MissingExtra says what to install."""
    monkeypatch.setitem(sys.modules, "catanatron", None)
    status, _, err = run(capsys, "bench", "--against", "catanatron", "--seconds", "0.1")
    assert status == 2
    assert "pip install 'ulpia[bench]'" in " ".join(err.split())


def test_check_stops_at_once_when_interrupted() -> None:
    """What is still queued is dropped."""
    find_game("trajan").prepare("check")  # so that it is interrupted at play, not while compiling
    process = subprocess.Popen(
        [sys.executable, "-m", "ulpia", "check", "--games", "400000"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # tests may run where it is ignored
    )
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(5)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_of_few_letters_gets_question_marks(transcript: Path, encoding: str) -> None:
    for arguments in (["show", str(transcript)], ["--language", "de", "--help"], ["facts"]):
        run = subprocess.run(
            [sys.executable, "-m", "ulpia", *arguments],
            env=os.environ | {"PYTHONIOENCODING": encoding, "COLUMNS": "40"},
            capture_output=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device on this system")
def test_a_full_disk_is_said_plainly() -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "ulpia", "facts"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert "ulpia: No space left on device" in run.stderr


def test_a_closed_pipe_is_no_error(transcript: Path) -> None:
    command = f"{sys.executable} -m ulpia replay {transcript} | head -1"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, check=True, env=os.environ)
    assert "Traceback" not in run.stderr
