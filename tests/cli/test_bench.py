"""ulpia bench: every way, the rivals that are installed, and a page that keeps what other machines measured."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import run
from ulpia.cli import bench
from ulpia.cli.bench import MARKS, write_page
from ulpia.cli.competitors import RIVALS
from ulpia.cli.measurements import WAYS


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled anew, and whole processes, are measured in make bench only."""
    monkeypatch.setattr(bench, "measure_compilation", lambda _game: 1.0)
    monkeypatch.setattr(bench, "measure_process", lambda _code, _game: 1.0)


def test_all_ways_that_work_here_are_measured_and_the_others_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("numba_cuda", "catanatron"):
        monkeypatch.setitem(sys.modules, name, None)
    measured = json.loads(run(capsys, "bench", "trajan", "--all", "--seconds", "0.05", "--json")[1])
    assert set(measured["ways"]) == {name for name in WAYS if not name.startswith("cuda")}
    assert all(way["decisions_per_second"] > 0 for way in measured["ways"].values())
    assert "open_spiel" in measured["rivals"]
    assert "catanatron" not in measured["rivals"]
    assert [line for line in measured["missing"] if "ulpia[cuda]" in line], "told once"
    assert len(measured["missing"]) == len(set(measured["missing"]))


def test_of_several_rivals_those_are_run_that_are_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)
    status, out, _ = run(capsys, "bench", "--against", "catanatron, open_spiel", "--seconds", "0.05", "--json")
    measured = json.loads(out)
    assert status == 0
    assert list(measured["rivals"]) == ["open_spiel"]
    ours, theirs = measured["ways"]["openspiel"], measured["rivals"]["open_spiel"]
    assert theirs["times"] == ours["decisions_per_second"] / theirs["decisions_per_second"]
    assert "ulpia[bench]" in measured["missing"][0]


def test_every_rival_stands_beside_a_way_that_counts_the_same() -> None:
    for rival in RIVALS.values():
        assert rival.beside in WAYS


def figures(game: str, machine: str, speed: float) -> dict[str, Any]:
    ways = {"playouts": {"games_per_second": speed, "decisions_per_second": 10 * speed}}
    rivals = {"x": {"what": "y", "beside": "playouts", "times": 2.5, "games_per_second": 4000.0}}
    return {"game": game, "machine": machine, "seats": 4, "state_bytes": 8, "ways": ways, "rivals": rivals}


def test_a_page_keeps_the_other_game_and_other_machines(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{MARKS[0]}\n{MARKS[1]}\nafter\n")
    write_page(page, figures("trajan", "one machine", 1000))
    write_page(page, figures("forum_trajanum", "one machine", 2000))
    write_page(page, figures("trajan", "another, GPU", 3000))
    write_page(page, figures("trajan", "one machine", 5000))
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert text.count("### ") == 3
    assert "1,000" not in text, "measured anew"
    assert all(number in text for number in ("2,000", "3,000", "5,000", "2.50"))
    write_page(page, figures("trajan", "one machine", 5000))
    assert page.read_text() == text
