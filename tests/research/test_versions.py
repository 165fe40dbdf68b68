"""An environment that does anything else than before has another version: `ulpia/trajan-v0` is what it was."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.research import fingerprints
from tests.research.fingerprints import fingerprint, kept
from tests.research.games import every_game
from tests.support.games import BUILT_IN
from ulpia.research import Batch
from ulpia.research.row import VERSION

WHAT_TO_DO = (
    "Environments of {game} do something else than in version {version}. If that is not meant, find out why. If it is,"
    " raise VERSION in src/ulpia/research/table.py, run `python -m tests.research.fingerprints`, and say in"
    " CHANGELOG.md what is different."
)


@every_game
def test_a_thousand_games_are_what_they_were_in_this_version(game: str) -> None:
    found, version = fingerprint(game), f"v{VERSION}"
    assert found == kept().get(version, {}).get(game), WHAT_TO_DO.format(game=game, version=VERSION)
    others = [prints[game] for name, prints in kept().items() if name != version and game in prints]
    assert found not in others, f"{game} is what it was in an earlier version; there is no need for another."


def test_a_fingerprint_is_equal_on_any_number_of_cores() -> None:
    assert len({fingerprint("trajan", 36, workers) for workers in (1, 2, 3)}) == 1


@pytest.mark.parametrize(
    "what", ["current_players", "legal_action_masks", "observations", "rewards", "terminated", "points", "states"]
)
def test_a_fingerprint_tells_whatever_is_different(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint("trajan", 12, 1)
    step = Batch.step

    def other_step(self: Batch, actions: Any) -> Any:
        told = step(self, actions)
        if (self.current_players < 0).all():
            array: Any = getattr(self.arrays if what == "states" else self, what)
            array.view("u1")[..., -1] ^= 128 if what == "rewards" else 1  # 128: another sign
        return told

    monkeypatch.setattr(Batch, "step", other_step)
    assert fingerprint("trajan", 12, 1) != before


def test_only_fingerprints_that_are_missing_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "fingerprints.toml"
    file.write_text('[v0]\ntrajan = "old"\n')
    monkeypatch.setattr(fingerprints, "KEPT", file)
    monkeypatch.setattr(fingerprints, "VERSION", 1)
    monkeypatch.setattr(fingerprints, "fingerprint", lambda game: f"new {game}")
    fingerprints.write_missing()
    written = tomllib.loads(file.read_text())
    assert written == {"v0": {"trajan": "old"}, "v1": {game: f"new {game}" for game in BUILT_IN}}
    fingerprints.write_missing()
    assert tomllib.loads(file.read_text()) == written
