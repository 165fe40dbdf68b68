"""Snapshots and actions for batches and environments."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tests.forging.mutate import Dice, forge_bytes
from tests.forging.states import middles
from ulpia.core.errors import UlpiaError
from ulpia.research import Batch, gymnasium, pettingzoo

GAMES = 3
STEPS = 3
PER_BATCH = 2_000


def batch_in_the_middle(game: str, dice: Dice, **options: Any) -> Batch:
    """Return a batch of games in all stages; one game in three has just ended and begun again."""
    seats = int(dice.integers(2, 5))
    batch = Batch(game, seats, GAMES, observations="int8", workers=1, **options)
    batch.set_states(middles(game, seats, dice, GAMES))
    while not batch.terminated.any():
        batch.step(batch.random_actions())
    return batch


def use_batch(batch: Batch) -> None:
    """Call everything that reads what a batch holds."""
    for _ in range(STEPS):
        batch.step(batch.random_actions())
    for seat in range(batch.seats):
        batch.observe(seat)
        batch.observe_final(seat)
    batch.reset()


def snapshots(game: str, dice: Dice) -> Iterator[str]:
    """Forge the arrays of a snapshot: their bytes, and at times their shapes and number types."""
    while True:
        batch = batch_in_the_middle(game, dice, rewards=str(dice.choice(("result", "points"))))
        kept = batch.snapshot()
        names = [name for name, array in vars(kept).items() if array.size]
        for _ in range(PER_BATCH):
            snapshot = kept.copy()
            for name in dice.choice(names, size=dice.integers(1, 4), replace=False).tolist():
                array = getattr(snapshot, name)
                raw = array.reshape(-1).view(np.uint8)
                forge_bytes(raw, dice)
                kind = dice.integers(20)
                if kind == 0:
                    snapshot = replace(snapshot, **{name: array[: dice.integers(len(array))]})
                elif kind == 1 and array.dtype.names is None:
                    snapshot = replace(snapshot, **{name: array.astype(dice.choice(("i1", "i4", "f8", "u8")))})
                elif kind == 2:
                    snapshot = replace(snapshot, **{name: dice.choice((None, 7, "x"))})
            try:
                batch.restore(snapshot)
                use_batch(batch)
            except UlpiaError as error:
                yield error.name
            else:
                yield "played"
            batch.restore(kept)


def some_actions(legal: Any, dice: Dice) -> Any:
    """Return actions of any type and shape: now and then some that are legal."""
    kind = int(dice.integers(12))
    games = len(legal)
    wild = dice.integers(-(1 << 62), 1 << 62, size=games)
    if kind == 0:
        return legal.astype(dice.choice(("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")))
    if kind == 1:
        return legal.astype(dice.choice(("f4", "f8", "c16", "?", "O", "U8", "M8[s]")))
    if kind == 2:
        return np.where(dice.random(games) < 0.5, np.nan, legal)
    if kind == 3:
        return wild
    if kind == 4:
        return wild.astype(np.uint64) << np.uint64(1)
    if kind == 5:
        return np.where(dice.random(games) < 0.5, legal, dice.integers(-3, 700, size=games))
    if kind == 6:
        return np.resize(legal, dice.integers(0, 4, size=dice.integers(0, 4)))
    if kind == 7:
        return [[int(action)] * int(dice.integers(3)) for action in legal]
    if kind == 8:
        return dice.choice(np.array([None, "sow", 1.5, (), {}, -1, 1 << 70, True], object))
    if kind == 9:
        return [1 << int(dice.integers(200))] * games
    if kind == 10:
        return legal[:, None] if dice.integers(2) else legal[::-1][::-1].astype(">i8")
    return legal


def actions(game: str, dice: Dice) -> Iterator[str]:
    """Give anything as actions to a batch and to the environments built on it."""
    batch = Batch(game, 3, GAMES, observations="int8", workers=1)
    single = gymnasium.env(game)
    vector = gymnasium.vector(game, games=GAMES, workers=1)
    table = pettingzoo.env(game)
    single.reset(seed=1)
    vector.reset(seed=1)
    table.reset(seed=1)
    while True:
        kind = int(dice.integers(4))
        try:
            if kind == 0:
                batch.step(some_actions(batch.random_actions(), dice))
            elif kind == 1:
                legal = [dice.choice(row.nonzero()[0]) for row in vector.action_masks()]
                vector.step(some_actions(np.array(legal), dice))
            elif kind == 2:
                legal = dice.choice(single.action_masks().nonzero()[0], size=1)
                if single.step(some_actions(legal, dice))[2]:
                    single.reset()
            else:
                legal = dice.choice(table.observe(table.agent_selection)["action_mask"].nonzero()[0], size=1)
                table.step(some_actions(legal, dice))
                if not table.agents or any(table.terminations.values()):
                    table.reset()
        except UlpiaError as error:
            yield error.name
        else:
            yield "played"
