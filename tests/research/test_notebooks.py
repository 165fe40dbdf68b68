"""The tutorials run, as somebody would run them who has just installed what they name."""

from pathlib import Path
from typing import Any

import pytest

from tests.research.gpu import has_device
from tests.research.tutorials import BOOKS, run

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")

STEADY = {"openspiel"}
"""Tutorials of which every run shows the same as the one that was kept."""


def shown(book: Any) -> list[str]:
    """What each cell printed."""
    return [
        "".join(each.get("text", "") for each in cell.get("outputs", ()) if each.get("name") != "stderr")  # progress
        for cell in book.cells
    ]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_tutorial_runs_from_the_first_cell_to_the_last(path: Path, tmp_path: Path) -> None:
    if path.stem == "cuda" and not has_device():
        pytest.skip("needs numba-cuda and a GPU")
    book = run(path, tmp_path)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert cells
    assert all(cell.execution_count for cell in cells)
    assert cells[-1].outputs, "the last cell shows something"
    if path.stem in STEADY:
        assert shown(book) == shown(nbformat.read(path, as_version=4))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_what_a_tutorial_shows_was_kept_from_one_whole_run(path: Path) -> None:
    """Who only reads it sees no fault, and no cell left out. `python -m tests.research.tutorials` keeps all anew."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not [output for cell in cells for output in cell.outputs if output.output_type == "error"]


def test_there_is_a_tutorial_for_each_door() -> None:
    assert {path.stem for path in BOOKS} == {"batches", "cuda", "pettingzoo", "gymnasium", "openspiel", "data"}
