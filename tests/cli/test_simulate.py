"""Matches between agents on the command line."""

import json
from pathlib import Path

import pytest

from ulpia.cli import main

Out = pytest.CaptureFixture[str]


def test_levels_play_each_other(capsys: Out) -> None:
    arguments = ["simulate", "--games", "2", "--seats", "centurio,random", "--setup", "dealt", "--json"]
    assert main(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert [seat["wins"] for seat in report["seats"]] == [1, 0]
    assert [seat["failures"] for seat in report["seats"]] == [0, 0]


def test_a_failure_is_counted_and_reported_and_the_games_go_on(capsys: Out, tmp_path: Path) -> None:
    code = """
class Caesar:
    def __init__(self, seed):
        self.asked = 0

    def choose(self, decision):
        self.asked += 1
        return decision.options[0] if self.asked % 10 else decision.options[0].nothing
"""
    (tmp_path / "mine.py").write_text(code)
    arguments = ["simulate", "--games", "2", "--seats", "random,mine.py:Caesar", "--setup", "dealt"]
    assert main([*arguments, "--json"]) == 0
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert report["games"] == 2
    assert report["seats"][0]["failures"] == 0
    failures = report["seats"][1]["failures"]
    assert failures > 5
    told = " ".join(captured.err.split())
    assert "Caesar (mine.py:8) raised AttributeError" in told
    assert "return decision.options[0] if self.asked % 10 else decision.options[0].nothing" in told
    assert f"mine.py:Caesar (seat 2) failed {failures} times; random actions were played instead." in told
    assert main(["--language", "de", *arguments]) == 0
    assert "fiel die Wahl zufällig" in " ".join(capsys.readouterr().err.split())


def test_what_cannot_be_loaded_is_refused_before_any_game(capsys: Out) -> None:
    assert main(["simulate", "--seats", "random,mine.py:Caesar"]) == 2
    assert "mine.py cannot be read: No such file or directory" in capsys.readouterr().err


def test_the_seed_of_an_agent_follows_from_that_of_the_match_but_not_the_other_way_round(tmp_path: Path) -> None:
    code = """
class Caesar:
    def __init__(self, seed):
        with open("seeds", "a") as file:
            print(seed, file=file)

    def choose(self, decision):
        return decision.options[0]
"""
    (tmp_path / "mine.py").write_text(code)
    arguments = [
        "simulate",
        "--games",
        "3",
        "--seed",
        "7",
        "--setup",
        "dealt",
        "--seats",
        "mine.py:Caesar,mine.py:Caesar",
    ]

    def seeds() -> list[int]:
        (tmp_path / "seeds").unlink(missing_ok=True)
        assert main(arguments) == 0
        return sorted(map(int, (tmp_path / "seeds").read_text().split()))

    first = seeds()
    assert first == seeds()
    assert len(set(first)) == 6
    assert all(after - before > 1000 for before, after in zip([0, *first], first))  # no row of neighbours
