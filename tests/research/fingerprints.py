"""Fingerprints of what the environments do: one for each game and version, of a thousand games.

    python -m tests.research.fingerprints

writes down those that are missing in fingerprints.toml, so it is run after VERSION in src/ulpia/research/table.py was
raised. One that was released is never changed: `ulpia/trajan-v0` then stays what it was.
"""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from tests.support.games import BUILT_IN
from ulpia.registry import find_game
from ulpia.research import Batch
from ulpia.research.row import VERSION
from ulpia.research.single_seat import SingleSeatBatch

KEPT = Path(__file__).with_name("fingerprints.toml")
GAMES_PLAYED = 1000
WAYS = [(seats, rewards) for seats in (2, 3, 4) for rewards in ("result", "points")]
TITLE = """\
# What a thousand games were like in each version of the environments (tests/research/fingerprints.py).
# Lines are added by `python -m tests.research.fingerprints`, and never changed after a release.
"""


def fingerprint(game: str, games: int = GAMES_PLAYED, workers: int | None = None) -> str:
    """Of everything that players see, may do and get: half the games by all seats, half by one among random ones."""
    digest = hashlib.sha256(",".join(map(str, find_game(game).actions)).encode())
    for name, part in find_game(game).rules.observation.slices.items():
        digest.update(f"{name} {part.start} {part.shape} {part.highest}".encode())
    shares = [len(share) for share in np.array_split(np.arange(games), 2 * len(WAYS))]
    for seats, rewards in WAYS:
        asked: dict[str, Any] = {"rewards": rewards, "observations": "int8"}
        _play_all(digest, Batch(game, seats, shares.pop(), workers=workers, auto_reset=False, **asked))
        _play_one(digest, SingleSeatBatch(game, seats, shares.pop(), workers, True, **asked))
    return digest.hexdigest()[:32]


def _play_all(digest: Any, batch: Batch) -> None:
    """Games in which every seat is asked, to their ends."""
    while True:
        _note(
            digest,
            batch.current_players,
            batch.observations,
            batch.legal_action_masks,
            batch.terminated,
            _thousandths(batch.rewards),
        )
        if (batch.current_players < 0).all():
            break
        batch.step(batch.random_actions())
    _note(digest, batch.points, batch.get_states())


def _play_one(digest: Any, tables: SingleSeatBatch) -> None:
    """Games in which one seat is asked and the others play at random, until one has ended at every table."""
    batch, has_ended = tables.batch, np.zeros(tables.batch.games, np.bool_)
    tables.start(np.arange(batch.games))
    while True:
        _note(
            digest,
            tables.learner_seats,
            batch.observations,
            batch.legal_action_masks,
            batch.terminated,
            _thousandths(tables.learner_rewards),
        )
        has_ended |= batch.terminated
        if has_ended.all():
            break
        tables.step(batch.random_actions())
    _note(
        digest, tables.final_observations, batch.final_points, _thousandths(tables.victory_shares), batch.get_states()
    )


def _thousandths(rewards: Any) -> Any:
    """In whole numbers, so that machines cannot differ in the last digit."""
    return np.rint(rewards * 1000).astype(np.int32)


def _note(digest: Any, *arrays: Any) -> None:
    """Numbers; of records every field, but not what lies between the fields."""
    for array in arrays:
        if array.dtype.names:
            _note(digest, *(array[name] for name in array.dtype.names))
        else:
            digest.update(np.ascontiguousarray(array))


def kept() -> dict[str, dict[str, str]]:
    """Fingerprints by version and game."""
    return tomllib.loads(KEPT.read_text()) if KEPT.exists() else {}


def write_missing() -> None:
    """Write down fingerprints of this version that are not there yet."""
    known = kept()
    now = known.setdefault(f"v{VERSION}", {})
    for game in BUILT_IN:
        if game not in now:
            now[game] = fingerprint(game)
            print(f"v{VERSION} {game} {now[game]}")
    lines = [TITLE]
    for version, prints in known.items():
        lines += [f"[{version}]", *(f'{game} = "{each}"' for game, each in prints.items()), ""]
    KEPT.write_text("\n".join(lines))


if __name__ == "__main__":
    write_missing()
