"""A few flipped bytes; `python -m tests.server.flips 1000` flips more."""

from pathlib import Path

from tests.server.flips import run


def test_a_flipped_byte_never_makes_another_game(tmp_path: Path) -> None:
    result = run(tmp_path, flips=40, tables=8)
    assert result["tables read right"] > 100
    assert sum(count for name, count in result.items() if name.startswith(("tables refused", "not opened"))) > 0
