"""Golden games replay exactly, contain every kind of event and action, and are the same interpreted and compiled."""

from pathlib import Path

import pytest

import ulpia
from tests.games.forum_trajanum.golden import FOLDER, GAMES, WANTED, features
from tests.support.golden import annotate, digests, faults
from ulpia.games.forum_trajanum.events import DETAILS, Event


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_replays_as_it_was_written(path: Path) -> None:
    """The events of every action are the same, sentence by sentence. `make golden` rewrites them; read the diff."""
    assert annotate(ulpia.load(path.read_text())) == path.read_text()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_has_no_impossible_state_or_event(path: Path) -> None:
    """Numbers, frames and pieces are possible after every action, and details that an event does not have are zero."""
    assert faults(ulpia.load(path.read_text()), {kind: len(DETAILS.get(kind, ())) for kind in Event}) == []


def test_everything_wanted_occurs_in_a_golden_game() -> None:
    """Every Trajan card scoring, every citizen, premium, area bonus, building tile and kind of action."""
    found = set().union(*(features(ulpia.load(path.read_text())) for path in GAMES))
    assert sorted(WANTED - found) == []


def test_interpreted_and_compiled_games_are_equal_state_by_state() -> None:
    """Records are byte-equal after every action."""
    interpreted = digests(FOLDER, {"ULPIA_INTERPRETED": "1"})
    compiled = digests(FOLDER, {"ULPIA_INTERPRETED": ""})
    assert interpreted == compiled
    assert len(compiled) > 2000
