"""Forge states byte by byte and play what a batch accepts: nothing may leave an array, crash or hang.

    python -m tests.research.forged GAME [--states 200000] [--seed 1] [--bounds]

`--bounds` compiles the rules with bounds checks, so that an access outside an array raises an error instead of going
unnoticed. The tests run a sample of both.
"""

import argparse
import os
import sys
from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

BATCH = 500
MOST_BYTES = 8
LONGEST = 3000
"""Decisions after which a game counts as endless; real ones have a few hundred. A forged state can also leave a player
without an option, for example with a debt that cannot be paid: such a game is stuck, and harms nobody."""

States = npt.NDArray[Any]


def forge(states: States, dice: np.random.Generator) -> None:
    """Change one to eight bytes of every state: to anything, or by one, or to the value of another byte."""
    raw = states.view(np.uint8).reshape(len(states), -1)
    for row in raw:
        for at in dice.integers(len(row), size=dice.integers(1, MOST_BYTES + 1)):
            kind = dice.integers(3)
            if kind == 0:
                row[at] = dice.integers(256)
            elif kind == 1:
                row[at] = (int(row[at]) + dice.choice((-1, 1))) % 256
            else:
                row[at] = row[dice.integers(len(row))]


def middles(game: str, seats: int, dice: np.random.Generator) -> States:
    """States from all stages of random games."""
    from ulpia.research import Batch

    batch = Batch(game, seats, BATCH, seed=int(dice.integers(1 << 40)), observations=None, workers=1)
    kept = batch.get_states()
    last = dice.integers(1, 400, size=BATCH)
    for step in range(int(last.max())):
        batch.step(batch.random_actions())
        now = np.flatnonzero(last == step + 1)
        kept[now] = batch.get_states(now)
    return kept


def play(game: str, count: int, seed: int) -> Counter[str]:
    """Forge states, give them to a batch, and play those it accepts to their end."""
    from ulpia.core.errors import UlpiaError
    from ulpia.research import Batch

    dice = np.random.default_rng(seed)
    seen: Counter[str] = Counter()
    while sum(seen.values()) < count:
        seats = int(dice.integers(2, 5))
        forged = middles(game, seats, dice)
        forge(forged, dice)
        table = Batch(game, seats, 1, observations="int8", workers=1, auto_reset=False)
        for state in forged:
            try:
                table.set_states(state)
            except UlpiaError as error:
                seen[type(error).__name__] += 1
                continue
            for _ in range(LONGEST):
                if table.option_counts[0] == 0:
                    break
                table.step(table.random_actions())
            else:
                raise SystemExit(f"endless: {state.tobytes().hex()}")
            seen["played" if table.current_players[0] < 0 else "stuck"] += 1
    return seen


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--states", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bounds", action="store_true")
    asked = parser.parse_args()
    if asked.bounds and "ulpia" not in sys.modules:
        os.environ["ULPIA_BOUNDSCHECK"] = "1"
    print(dict(play(asked.game, asked.states, asked.seed)))


if __name__ == "__main__":
    main()
