"""Arguments of the library's functions, of any type and size."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

import ulpia
from tests.forging.mutate import Dice
from tests.forging.pickles import match_in_the_middle
from ulpia.core.errors import UlpiaError
from ulpia.research import Batch

WILD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 4, 5, 127, 128, 1 << 31, (1 << 63) - 1, 1 << 63, (1 << 256) - 1, 1 << 256),
    *(-(1 << 70), 0.0, 1.5, math.nan, math.inf, 1j, "", "x", "1", "none", "0,2", "dealt", "chosen", "\0", b"x", (), []),
    *({}, (0, 1), [0, 0], {0}, object(), np.int8(3), np.float32(2), np.array([1, 2]), np.array(3), range(3), slice(2)),
)
FEW = [None, -1, 0, 1, 2, 3, 4, 1.5, "x", (), np.int8(1), np.array([1]), [0, 2], slice(1), slice(None), [True] * 3]


def arguments(game: str, dice: Dice) -> Iterator[str]:
    """Call the library with anything."""
    match = match_in_the_middle(game, dice)
    batch = Batch(game, 2, 3, observations="int8", workers=1)
    kept = batch.get_states()
    while True:
        one, other, third = (WILD[at] for at in dice.integers(len(WILD), size=3).tolist())
        where = FEW[dice.integers(len(FEW))]
        kind = int(dice.integers(12))
        try:
            if kind == 0:
                ulpia.new(game, 2, one, setup="dealt")
            elif kind == 1:
                ulpia.new(game, one, 1, **{str(dice.choice(("setup", "variant", "x"))): other})
            elif kind == 2:
                ulpia.new(one, other, third)
            elif kind == 3:
                match.copy().play(one)
            elif kind == 4:
                match.imagine(one, other)
            elif kind == 5:
                match.view(one)
            elif kind == 6:
                match.at(one)
            elif kind == 7:
                batch.observe(one)
            elif kind == 8:
                batch.set_states(kept[: dice.integers(4)], where)
            elif kind == 9:
                batch.get_states(where)
            elif kind == 10:
                batch.reset(one)
            else:
                ulpia.load(one)
        except UlpiaError as error:
            yield error.name
        else:
            yield "done"
