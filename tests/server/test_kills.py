"""A few kills; `python -m tests.server.kills 200` kills more often."""

from pathlib import Path

from tests.server.kills import run


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    result = run(tmp_path, kills=3, tables=2, most=30)
    assert result["acknowledged"] >= 3
