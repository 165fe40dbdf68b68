"""Forged states on a GPU: the batch refuses them as the CPU does, and plays what it accepts to its end.

    python -m tests.forging.cuda [GAME ...] [--count 200000] [--seed 1]

Prints a line of JSON for each game. A thread that leaves an array ends the program with an error of CUDA at the next
copy, or leaves states behind that differ from those of the CPU: so the accepted states are played on the CPU too, with
the actions of the GPU, and every `COMPARED` steps all states are compared byte by byte.
"""

import argparse
import json
import time
from collections import Counter
from typing import Any

import numpy as np

from tests.forging.states import LONGEST, States, middles
from ulpia.core.errors import UlpiaError
from ulpia.research import Batch
from ulpia.research.batch_config import BatchConfig
from ulpia.research.cuda import CudaBatch

MOST_BYTES = 8
COMPARED = 50
BUILT_IN = ("trajan", "forum_trajanum")


def forge(states: States, dice: np.random.Generator) -> None:
    """Change one to eight bytes of every state, all states at once: to anything, by one, or to that of another byte."""
    raw = states.view(np.uint8).reshape(len(states), -1)
    rows = np.arange(len(raw))
    changes = dice.integers(1, MOST_BYTES + 1, size=len(raw))
    for change in range(MOST_BYTES):
        some = rows[changes > change]
        at, other = dice.integers(raw.shape[1], size=(2, len(some)))
        anything = dice.integers(256, size=len(some), dtype=np.uint8)
        by_one = raw[some, at] + dice.choice(np.array([1, 255], np.uint8), size=len(some))
        raw[some, at] = np.choose(dice.integers(3, size=len(some)), (anything, by_one, raw[some, other]))


def is_accepted(config: BatchConfig, state: States) -> str | None:
    """Return the name of the refusal of one state; None if there is none."""
    try:
        config.check_states(state, state.shape)
    except UlpiaError as error:
        return error.name
    return None


def play(game: str, seats: int, count: int, dice: np.random.Generator) -> Counter[str]:
    """Forge states for tables of one size; check all of them, and play the accepted ones on the GPU."""
    some = middles(game, seats, dice, count)
    forge(some, dice)
    config = BatchConfig.checked(game, seats, count, auto_reset=False, settings={})
    names = [is_accepted(config, some[at : at + 1]) for at in range(count)]
    seen = Counter(name for name in names if name is not None)
    accepted = some[[at for at, name in enumerate(names) if name is None]]
    refused = some[[at for at, name in enumerate(names) if name is not None]]
    if len(accepted) == 0:
        return seen
    table = CudaBatch(game, seats, len(accepted), observations="int8", auto_reset=False)
    before = table.get_states()
    for state in refused[: min(len(refused), 20)]:  # by the batch itself, and nothing is changed
        given = before.copy()
        given[0] = state
        try:
            table.set_states(given)
        except UlpiaError:
            seen["refused by the batch"] += 1
        else:
            raise SystemExit(f"accepted: {state.tobytes().hex()}")
    assert table.get_states().tobytes() == before.tobytes()
    table.set_states(accepted)
    twin = Batch(game, seats, len(accepted), observations="int8", auto_reset=False)
    twin.set_states(accepted)
    for step in range(LONGEST):
        pending = table.option_counts.copy_to_host()
        if not pending.any():
            break
        actions = table.random_actions()
        host = np.where(pending > 0, actions.copy_to_host(), -1)
        table.step(host)
        twin.step(host)
        if step % COMPARED == 0:
            compare(table, twin)
    else:
        raise SystemExit("endless")
    compare(table, twin)
    over = table.current_players.copy_to_host() < 0
    seen["played"] = int(over.sum())
    seen["stuck"] = int((~over).sum())
    return seen


def compare(table: Any, twin: Batch) -> None:
    """Stop unless the games on the GPU are those of the CPU."""
    assert table.get_states().tobytes() == twin.get_states().tobytes(), "the GPU plays other games than the CPU"
    assert (table.observations.copy_to_host() == twin.observations).all(), "the GPU shows other observations"


def main() -> None:
    """Forge states of each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.forging.cuda")
    parser.add_argument("games", nargs="*", default=BUILT_IN)
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for game in asked.games:
        begin, seen = time.perf_counter(), Counter[str]()
        dice = np.random.default_rng(asked.seed)
        for seats in (2, 3, 4):
            seen += play(game, seats, -(-asked.count // 3), dice)
        print(json.dumps({"game": game, "seconds": round(time.perf_counter() - begin, 1)} | dict(seen)), flush=True)


if __name__ == "__main__":
    main()
