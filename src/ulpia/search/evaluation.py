"""The evaluation of a game: where its trained network lies, reading and writing it.

A game may have none. Then positions are worth the points so far, and search plays rollouts to the end.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ulpia.core.errors import MissingFile
from ulpia.core.game import Game
from ulpia.engine.search_buffers import (
    Floats,
    Network,
    empty_network,
    network_shapes,
)

WEIGHTS = "weights.npz"
TRAINING = "training.json"
"""Files of `Game.evaluation`: the network, and the schedule and record of its training."""
DIGEST_LENGTH = 16


@cache
def learned_network(game: Game) -> Network | None:
    """Return the network that `ulpia tune` trained for a game, if there is one."""
    if game.evaluation is None or not (game.evaluation / WEIGHTS).is_file():
        return None
    return read_network(game, game.evaluation / WEIGHTS)


def read_network(game: Game, path: Path) -> Network:
    """Read a network that `save_network` wrote, and check that it fits the game."""
    try:
        with np.load(path) as stored:
            parts: list[Floats] = [np.ascontiguousarray(stored[name], np.float32) for name in sorted(stored.files)]
    except Exception as error:  # of many kinds: NumPy, zipfile, zlib and tokenize read the file
        raise MissingFile(path=path, why=error) from None
    shapes = tuple(part.shape for part in parts)
    if shapes != network_shapes(game.rules.feature_count):
        raise MissingFile(path=path, why=f"shapes {shapes}")
    return Network(*parts)


def network_of(game: Game) -> Network:
    """Return the trained network of a game, or one that expects no further points."""
    return learned_network(game) or empty_network()


def save_network(network: Network, path: Path) -> None:
    """Write a network in half precision, which does not make it play worse."""
    parts: dict[str, Any] = {f"part_{at}": part.astype(np.float16) for at, part in enumerate(network)}
    np.savez_compressed(path, **parts)


def network_digest(network: Network) -> str:
    """Return a digest of a network as `save_network` writes it."""
    parts = b"".join(part.astype(np.float16).tobytes() for part in network)
    return hashlib.sha256(parts).hexdigest()[:DIGEST_LENGTH]
