"""Tutorials, run from the first cell to the last.

    python -m tests.research.tutorials

runs them all and keeps what they show, for those who read them without running them. (Without a GPU, all but its own.)
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.research.gpu import has_device

BOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def run(path: Path, folder: Path) -> Any:
    """The tutorial with all that it shows, run in a folder."""
    import nbclient
    import nbformat

    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    for cell in book.cells:
        cell.metadata.pop("execution", None)  # when it was run
    book.metadata["language_info"] = {"name": "python"}  # and by which Python
    return book


if __name__ == "__main__":
    import nbformat

    for each in BOOKS:
        if each.stem == "cuda" and not has_device():
            continue
        print(each.name, flush=True)
        with TemporaryDirectory() as folder:
            nbformat.write(run(each, Path(folder)), each)
