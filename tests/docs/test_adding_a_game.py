"""The page that builds the example game shows the example's own lines."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "scalae"


def test_every_part_of_the_example_that_the_page_shows_is_in_the_example() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    shown = re.findall(r"<!-- not run: a part of examples/scalae -->\n```python\n(.*?)```", page, re.S)
    source = "\n".join(path.read_text(encoding="utf-8") for path in EXAMPLE.rglob("*.py"))
    assert len(shown) >= 6
    assert [part for part in shown if part.rstrip() not in source] == []


def test_the_example_is_small() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in EXAMPLE.rglob("*.py"))
    assert lines <= 400
