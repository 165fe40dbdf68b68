"""A sample of every way in; `python -m tests.forging WAY GAME` forges as much as one likes."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

from tests.forging.ways import WAYS
from tests.support.games import BUILT_IN
from tests.support.tiers import share

COUNTS = {"states": 600, "actions": 1000, "arguments": 1000, "replies": 1000}
COUNT = 200
WITHOUT_COMPILED_CODE = ("replies", "journals", "weights", "schedules")
ACCEPTED = {
    **dict.fromkeys(("states", "snapshots", "actions", "components"), "played"),
    **dict.fromkeys(("journals", "schedules"), "accepted"),
    "arguments": "done",
    "transcripts": "the same match",
    "replies": "an option",
}
"""What the outcome is called where something was accepted: else nothing would be tried. Others are called "used"."""


def forge(way: str, game: str, bounds: str) -> dict[str, object]:
    """Forge in a process of its own: an access outside an array can end it."""
    count = share(COUNTS.get(way, COUNT))
    run = subprocess.run(
        [sys.executable, "-m", "tests.forging", way, game, "--count", str(count), "--seed", "3"],
        env=os.environ | {"ULPIA_BOUNDSCHECK": bounds},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    outcome: dict[str, object] = json.loads(run.stdout.splitlines()[-1])
    return outcome


@pytest.mark.parametrize("bounds", ["", "1"], ids=["as usual", "with bounds checks"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_forged_states_do_no_harm(game: str, bounds: str) -> None:
    assert "played" in forge("states", game, bounds)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "states"])
def test_whatever_is_forged_is_refused_by_name_or_does_no_harm(way: str) -> None:
    if "openspiel" in way and importlib.util.find_spec("pyspiel") is None:
        pytest.skip("needs OpenSpiel")
    outcome = forge(way, "trajan", "" if way in WITHOUT_COMPILED_CODE else "1")
    if way != "weights":  # a checksum of the file refuses nearly all of them
        assert ACCEPTED.get(way, "used") in outcome


def test_every_way_is_known() -> None:
    assert ACCEPTED.keys() <= WAYS.keys()
