"""Whatever stops a tournament, it goes on where it stopped."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.arena import guests
from ulpia.arena import journal
from ulpia.arena.contest import contest
from ulpia.arena.errors import (
    JournalInUse,
    NotAJournal,
    OtherTournament,
    WorkersDie,
)
from ulpia.arena.play import play
from ulpia.arena.schedule import Tournament, tournament
from ulpia.core.errors import MissingFile, UnwritableFile

ASKED = tournament("trajan", ["random"], 2, 6)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A journal of all six games."""
    path = tmp_path / "deep" / "journal.jsonl"
    with journal.opened(path, ASKED) as book:
        for fixture in ASKED.fixtures():
            book.write(play(ASKED, fixture))
    return path


def reached(path: Path, asked: Tournament = ASKED) -> list[int]:
    with journal.opened(path, asked) as book:
        return sorted(book.games)


def test_games_are_kept_one_a_line(kept: Path) -> None:
    assert len(kept.read_text().splitlines()) == 7
    assert reached(kept) == [0, 1, 2, 3, 4, 5]
    assert [game.reproducible for game in journal.read(kept, ASKED)] == [
        play(ASKED, fixture).reproducible for fixture in ASKED.fixtures()
    ]


@pytest.mark.parametrize("cut", [1, 2, 100])
def test_a_torn_last_line_is_forgotten_and_its_game_played_again(kept: Path, cut: int) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-cut])
    assert reached(kept) == [0, 1, 2, 3, 4]
    games = contest(ASKED, kept, many=1).games
    assert [game.number for game in games] == [0, 1, 2, 3, 4, 5]
    assert reached(kept) == [0, 1, 2, 3, 4, 5]


def test_a_torn_first_line_is_no_journal_yet(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"ulpia arena jour')
    assert reached(path) == []
    assert path.read_text().count("\n") == 1


def test_damage_in_the_middle_is_told_with_its_line(kept: Path) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join([*lines[:2], lines[2][:40] + b"\n", *lines[3:]]))
    with pytest.raises(NotAJournal, match="damaged in line 3"):
        reached(kept)
    kept.write_bytes(b"".join([*lines[:2], b'{"number": 4}\n', *lines[3:]]))
    with pytest.raises(NotAJournal, match="line 3"):
        reached(kept)


@pytest.mark.parametrize("end", ["\n", "", "\nand more"])
@pytest.mark.parametrize("text", ["Hello.", "[1, 2]", '{"title": "a shopping list"}', '{"ulpia arena journal":3'])
def test_any_other_file_is_left_alone(tmp_path: Path, text: str, end: str) -> None:
    path = tmp_path / "other.txt"
    path.write_text(text + end)
    with pytest.raises(NotAJournal, match="line 1"):
        reached(path)
    assert path.read_text() == text + end


def test_a_journal_whose_first_line_was_torn_anywhere_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    reached(path)
    opening = path.read_bytes()
    for length in range(len(opening)):
        path.write_bytes(opening[:length])
        assert reached(path) == []
        assert path.read_bytes() == opening


def test_a_journal_is_written_by_one_at_a_time(kept: Path) -> None:
    before = kept.read_bytes()
    with journal.opened(kept, ASKED):
        with pytest.raises(JournalInUse, match="is being written by another run") as refused:
            reached(kept)
        assert "schreibt gerade ein anderer Lauf" in refused.value.say("de")
        assert len(journal.read(kept, ASKED)) == 6  # who only reads may
    assert reached(kept) == [0, 1, 2, 3, 4, 5]
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (replace(ASKED, seed=2), "seed"),
        (replace(ASKED, seats=3), "seats"),
        (replace(ASKED, agents=("random", "greedy")), "agents"),
        (replace(ASKED, game="forum_trajanum"), "game"),
        (replace(ASKED, settings={"setup": "chosen"}), "settings"),
    ],
)
def test_a_journal_of_another_tournament_is_refused(kept: Path, other: Tournament, what: str) -> None:
    whole = kept.read_bytes()
    for before in (whole, whole[:-1], whole[:-100]):
        kept.write_bytes(before)
        with pytest.raises(OtherTournament, match=f"“{what}”"):
            reached(kept, other)
        assert kept.read_bytes() == before


def test_other_code_makes_another_tournament(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ulpia.arena.schedule.code_digest", lambda _game: "0123456789abcdef")
    with pytest.raises(OtherTournament, match="“code”"):
        reached(kept)


def test_an_edited_agent_makes_another_tournament(tmp_path: Path) -> None:
    name = guests.write(tmp_path, guests.NONSENSE)
    asked = tournament("trajan", [name], 2, 1)
    path = tmp_path / "journal.jsonl"
    assert reached(path, asked) == []
    guests.write(tmp_path, guests.NONSENSE.replace("burn", "build"))
    with pytest.raises(OtherTournament, match="“external”"):
        reached(path, asked)


def test_more_games_go_on_with_the_same_journal(kept: Path) -> None:
    longer = replace(ASKED, games=8)
    assert len(contest(longer, kept, many=1).games) == 8
    assert len(contest(ASKED, kept, many=1).games) == 6


def test_a_finished_tournament_is_not_played_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ulpia.arena.contest.RUNNERS", {})
    told: list[tuple[int, int]] = []
    assert len(contest(ASKED, kept, report=lambda *far: told.append(far)).games) == 6
    assert told == [(6, 6)]


def test_a_deal_that_was_abandoned_counts_for_nobody_and_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, path = guests.deadly(tmp_path, 6, 1), tmp_path / "journal.jsonl"
    told: list[tuple[int, int]] = []
    found = contest(asked, path, many=1, report=lambda *far: told.append(far))
    assert [game.number for game in found.games] == [2, 3, 4, 5]
    assert [(lost.number, lost.seed, lost.workers) for lost in found.abandoned] == [(1, 1, 3)]
    assert told == [(0, 6), (1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]
    assert path.read_text().count("\n") == 1 + 6
    monkeypatch.setattr("ulpia.arena.contest.RUNNERS", {})
    assert contest(asked, path) == found
    assert journal.read(path, asked) == found.games
    with pytest.raises(WorkersDie, match=r"game 1 \(deal 1\) ended 3 workers.*Remove .*journal.jsonl"):
        contest(replace(asked, games=2), path)


def test_only_whole_deals_are_read_from_an_unfinished_journal(tmp_path: Path) -> None:
    asked = tournament("trajan", ["random", "greedy"], 2, 6)
    path = tmp_path / "journal.jsonl"
    with journal.opened(path, asked) as book:
        for fixture in asked.fixtures():
            if fixture.number != 2:
                book.write(play(asked, fixture))
    assert [game.seed for game in journal.read(path, asked)] == [1, 1, 3, 3]


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(MissingFile):
        journal.read(tmp_path / "nowhere.jsonl", ASKED)
    (tmp_path / "file").touch()
    with pytest.raises(UnwritableFile):
        reached(tmp_path / "file" / "journal.jsonl")


COMMAND = [sys.executable, "-m", "ulpia", "--language", "en", "arena", "trajan", "--agents", "random,greedy"]


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_a_tournament_that_is_stopped_goes_on(tmp_path: Path, blow: signal.Signals) -> None:
    """Killed or interrupted in the middle; then the same command again."""
    command = [*COMMAND, "--games", "40", "--workers", "1", "--json"]
    running = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # tests may run where it is ignored
    )
    while not (found := list(tmp_path.glob("arena-trajan-*.jsonl"))) or found[0].read_bytes().count(b"\n") < 4:
        assert running.poll() is None
        time.sleep(0.01)
    os.kill(running.pid, blow)
    told = running.communicate()[1]
    if blow == signal.SIGINT:
        assert running.returncode == 130
        assert "The same command continues from there." in " ".join(told.split())
    asked = tournament("trajan", ["random", "greedy"], 2, 40)
    before = reached(found[0], asked)
    assert 3 <= len(before) < 40
    kept = [game.reproducible for game in journal.read(found[0], asked)]
    again = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert '"games": 40' in again.stdout
    assert kept == [play(asked, fixture).reproducible for fixture in asked.fixtures()[: len(kept)]]
    assert list(tmp_path.iterdir()) == []
