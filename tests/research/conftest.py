"""For the research interfaces: an external agent."""

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
    """An external agent."""
    file = tmp_path / "last.py"
    file.write_text(LAST)
    return f"{file}:Last"
