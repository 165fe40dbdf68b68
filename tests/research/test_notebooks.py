"""The tutorials run, as somebody would run them who has just installed what they name."""

from pathlib import Path

import pytest

from tests.research.tutorials import BOOKS, run

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_tutorial_runs_from_the_first_cell_to_the_last(path: Path, tmp_path: Path) -> None:
    cells = [cell for cell in run(path, tmp_path).cells if cell.cell_type == "code"]
    assert cells
    assert all(cell.execution_count for cell in cells)
    assert cells[-1].outputs, "the last cell shows something"


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_what_a_tutorial_shows_was_kept_from_one_whole_run(path: Path) -> None:
    """Who only reads it sees no fault, and no cell left out. `python -m tests.research.tutorials` keeps all anew."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    counts = [cell.execution_count for cell in cells]
    assert counts in (list(range(1, len(cells) + 1)), [None] * len(cells))
    assert not [output for cell in cells for output in cell.outputs if output.output_type == "error"]


def test_there_is_a_tutorial_for_each_door() -> None:
    assert {path.stem for path in BOOKS} >= {"batches", "pettingzoo", "gymnasium", "openspiel", "data"}
