"""The command `python -m tests.forging`; see the package."""

import argparse
import faulthandler
import json
import os
import resource
import sys
import time
from collections import Counter
from itertools import islice

HANG_SECONDS = 900
"""So long without a result means that it hangs, also on a busy machine."""
CHUNK = 100
MEMORY_BYTES = 8 << 30
"""Python's `pickle` believes the sizes in a damaged pickle. With a limit, it raises a MemoryError instead of filling
the machine."""


def main() -> None:
    """Forge, and print what became of it as one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.forging")
    parser.add_argument("way")
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bounds", action="store_true")
    asked = parser.parse_args()
    if asked.bounds:
        os.environ["ULPIA_BOUNDSCHECK"] = "1"
    assert "ulpia" not in sys.modules, "bounds checks are chosen before Ulpia is imported"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    import numpy as np

    from tests.forging.ways import WAYS

    outcomes = WAYS[asked.way](asked.game, np.random.default_rng(asked.seed))
    seen: Counter[str] = Counter()
    begin = time.process_time()
    while seen.total() < asked.count:
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
        seen.update(islice(outcomes, min(CHUNK, asked.count - seen.total())))
    faulthandler.cancel_dump_traceback_later()
    spent = round(time.process_time() - begin, 1)
    bounds = os.environ.get("ULPIA_BOUNDSCHECK") == "1"
    print(json.dumps({"way": asked.way, "game": asked.game, "bounds": bounds, "cpu_seconds": spent} | dict(seen)))


if __name__ == "__main__":
    main()
