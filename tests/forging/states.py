"""States for a batch: those it accepts are played to their end."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.forging.mutate import Dice, forge_bytes
from ulpia.core.errors import UlpiaError
from ulpia.research import Batch

BATCH = 500
LONGEST = 3000
"""Decisions after which a game counts as endless; real ones have a few hundred. A forged state can also leave a player
without an option, for example with a debt that cannot be paid: such a game is stuck, and harms nobody."""

States = npt.NDArray[Any]


def forge(states: States, dice: Dice) -> None:
    """Change one to eight bytes of every state."""
    for row in states.view(np.uint8).reshape(len(states), -1):
        forge_bytes(row, dice)


def middles(game: str, seats: int, dice: Dice, games: int = BATCH) -> States:
    """Return states from all stages of random games."""
    batch = Batch(game, seats, games, seed=int(dice.integers(1 << 40)), observations=None, workers=1)
    kept = batch.get_states()
    last = dice.integers(1, 400, size=games)
    for step in range(int(last.max())):
        batch.step(batch.random_actions())
        now = np.flatnonzero(last == step + 1)
        kept[now] = batch.get_states(now)
    return kept


def states(game: str, dice: Dice) -> Iterator[str]:
    """Forge states and give them to a batch."""
    while True:
        seats = int(dice.integers(2, 5))
        some = middles(game, seats, dice)
        forge(some, dice)
        table = Batch(game, seats, 1, observations="int8", workers=1, auto_reset=False)
        for state in some:
            try:
                table.set_states(state)
            except UlpiaError as error:
                yield error.name
                continue
            for _ in range(LONGEST):
                if table.option_counts[0] == 0:
                    break
                table.step(table.random_actions())
            else:
                raise SystemExit(f"endless: {state.tobytes().hex()}")
            yield "played" if table.current_players[0] < 0 else "stuck"
