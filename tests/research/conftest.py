"""For the doors: an agent of one's own."""

from pathlib import Path

import pytest

LAST = """
class Last:
    def __init__(self, seed):
        pass

    def choose(self, look):
        return look.options[-1]
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    """An agent of one's own."""
    file = tmp_path / "last.py"
    file.write_text(LAST)
    return f"{file}:Last"
