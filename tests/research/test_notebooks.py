"""The tutorials run, as somebody would run them who has just installed what they name."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

BOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_tutorial_runs_from_the_first_cell_to_the_last(path: Path, tmp_path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert cells
    assert all(cell.execution_count for cell in cells)
    last = "".join(str(output) for output in cells[-1].outputs)
    assert last, "the last cell shows something"


def test_there_is_a_tutorial_for_each_door() -> None:
    assert {path.stem for path in BOOKS} >= {"batches", "pettingzoo", "gymnasium", "openspiel", "data"}
