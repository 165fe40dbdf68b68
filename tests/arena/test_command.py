"""ulpia arena and ulpia ladder, as a person uses them."""

import builtins
import json
import re
from pathlib import Path
from typing import Any

import pytest

import ulpia
from tests.arena import guests
from ulpia.arena import ladder
from ulpia.arena.code_digest import code_digest
from ulpia.cli import main
from ulpia.registry import find_game


@pytest.fixture(autouse=True)
def in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = int(stop.code or 0)
    captured = capsys.readouterr()
    return status, captured.out, " ".join(captured.err.split())


def test_help_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    for command, english, german in (
        ("arena", "imperator,legatus,legatus,legatus is one against three", "heißt einer gegen drei"),
        (
            "ladder",
            "play nothing; write the results of the journals",
            "nichts spielen; nur die Ergebnisse aufschreiben",
        ),
    ):
        assert english in " ".join(run(capsys, command, "--help")[1].split())
        assert german in " ".join(run(capsys, "--language", "de", command, "--help")[1].split())


def test_a_tournament_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ["arena", "trajan", "--agents", "greedy,random", "--games", "6", "--seed", "3", "--workers", "1", "--json"]
    status, out, _ = run(capsys, *asked)
    assert status == 0
    found = json.loads(out)
    assert (found["game"], found["seats"], found["seed"], found["games"]) == ("trajan", 2, 3, 6)
    assert found["deals"] == {"first": 3, "last": 5, "many": 3}
    assert found["settings"] == {"setup": "dealt"}
    assert (found["ulpia"], found["code"], found["rules"]) == (
        ulpia.__version__,
        code_digest(find_game("trajan")),
        find_game("trajan").rules_version,
    )
    assert re.fullmatch(r"[0-9a-f]{12}", found["components"])
    assert [agent["name"] for agent in found["agents"]] == ["greedy", "random"]
    for agent in found["agents"]:
        low, high = agent["win_rate_interval"]
        assert 0 <= low <= agent["win_rate"] <= high <= 1
        for key in ("mean_points", "rating", "seconds_per_decision", "longest_decision", "points_deviation"):
            assert isinstance(agent[key], float), key
        assert agent["decisions"] > 100
        assert agent["failures"] == {"times": 0, "kinds": []}
    greedy, chance = found["agents"]
    assert greedy["rating"] > chance["rating"]
    assert greedy["positions_per_second"] > 0
    assert chance["positions_per_second"] is None
    assert found["ahead"]["greedy"]["random"] == greedy["win_rate"]
    assert list(tmp_path.iterdir()) == []  # what was kept for going on is gone


def test_a_tournament_as_tables_in_both_languages_with_a_report_and_a_journal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ["arena", "--agents", "random,greedy", "--seats", "3", "--games", "2", "--workers", "1"]
    asked += ["--journal", "kept.jsonl", "--report", "page.html"]
    status, out, _ = run(capsys, *asked)
    assert status == 0
    assert "6 games with 3 seats, 1 deals" in out
    assert "random, 2 × greedy" in out
    assert "The report is in page.html." in out
    assert "Win rates" in (tmp_path / "page.html").read_text()
    status, out, _ = run(capsys, "--language", "de", *asked)
    assert status == 0
    assert "6 Spiele zu 3 Plätzen" in out
    assert "Siegquoten" in (tmp_path / "page.html").read_text()
    assert (tmp_path / "kept.jsonl").read_text().count("\n") == 7


def test_failures_are_reported_and_do_not_end_the_tournament(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    guests.write(tmp_path, guests.RAISES)
    status, out, _ = run(capsys, *["arena", "--agents", "caesar.py:Caesar,random", "--games", "2", "--workers", "1"])
    assert status == 0
    told = " ".join(out.split())
    assert re.search(
        r"caesar\.py:Caesar, \d+ times: AgentRaised: ValueError: veni, vidi, erravi \(caesar\.py:5\)", told
    )


def test_an_abandoned_deal_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = ",".join(guests.deadly(tmp_path, 4, 0).agents)
    asked = ["arena", "--agents", names, "--games", "4", "--workers", "1", "--journal", "kept.jsonl"]
    status, out, _ = run(capsys, *asked, "--report", "page.html")
    assert status == 0
    assert "Deal 1 was abandoned and does not count: game 0 (" in " ".join(out.split())
    assert "2 games with 2 seats, 1 deals" in out
    assert "Abandoned deals" in (tmp_path / "page.html").read_text()
    found = json.loads(run(capsys, *asked, "--json")[1])
    assert found["abandoned"] == [{"number": 0, "seed": 1, "seating": names.split(","), "workers": 3}]
    assert (found["games"], found["deals"]) == (2, {"first": 2, "last": 2, "many": 1})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("arena chess", "There is no game “chess”"),
        ("arena --agents caesar,greedy", "There is no player “caesar”"),
        ("arena --agents ,", "No agents are named"),
        ("arena --agents random,random,greedy --seats 2", "A name may be repeated only if exactly as many"),
        ("arena --agents random --seats 7", "not for 7"),
        ("arena --agents random --games 0", "0"),
        ("arena --agents random --workers 0", "0"),
        ("arena --agents random --seed -1", "is no seed"),
        ("arena --agents random --setup wild", "wild"),
        ("arena --agents random --components nowhere.toml", "nowhere.toml cannot be read"),
        ("arena --agents nowhere.py:Caesar,random", "nowhere.py"),
        ("arena --agents random --on mars", "mars"),
        ("arena --agents random --journal note.txt", "note.txt is not a journal of the arena"),
        ("ladder --only caesar", "No part of the ladder matches"),
        ("ladder --games 0", "0"),
    ],
)
def test_what_cannot_be_done_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: str, sentence: str
) -> None:
    (tmp_path / "note.txt").write_text("Hello.\n")
    status, _, err = run(capsys, *arguments.split())
    assert status == 2
    assert sentence in err


def test_a_journal_of_another_tournament_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "--agents", "random", "--games", "1", "--workers", "1", "--journal", "kept.jsonl"]
    assert run(capsys, *asked)[0] == 0
    status, _, err = run(capsys, *asked, "--seed", "5")
    assert status == 2
    assert "kept.jsonl is the journal of another tournament: there “seed” is “1”, here “5”." in err


def test_without_openskill_it_is_said_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("openskill"):
            raise ModuleNotFoundError(name="openskill")
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", missing)
    status, _, err = run(capsys, "arena", "--agents", "random")
    assert status == 2
    assert "pip install 'ulpia[arena]'" in err


def test_the_ladder_is_played_in_parts_and_written_down(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "LEVELS", {"random": None, "tiro": None, "miles": None})
    asked = ["ladder", "--only", "trajan,tiro,random", "--games", "2", "--workers", "1"]
    status, out, _ = run(capsys, *asked, "--seats", "2")
    assert status == 0
    assert "The ladder is in docs/ladder.md." in out
    first = json.loads((tmp_path / "docs" / "ladder.json").read_text())
    assert [part["part"] for part in first["parts"] if part["games"]] == ["trajan-2-tiro-random"]
    assert run(capsys, *asked, "--seats", "3")[0] == 0
    second = json.loads((tmp_path / "docs" / "ladder.json").read_text())
    played = [part for part in second["parts"] if part["games"]]
    assert [part["part"] for part in played] == ["trajan-2-tiro-random", "trajan-3-tiro-random"]
    assert played[0] == next(part for part in first["parts"] if part["games"])
    assert "| tiro | 2 × random | 3 | 1 |" in (tmp_path / "docs" / "ladder.md").read_text()
    (tmp_path / "docs" / "ladder.md").unlink()
    assert run(capsys, "ladder", "--write", "--games", "2")[0] == 0
    assert json.loads((tmp_path / "docs" / "ladder.json").read_text()) == second
    assert (tmp_path / "docs" / "ladder.md").exists()
