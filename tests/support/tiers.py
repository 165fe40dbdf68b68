"""The tiers of the tests: `make quick` runs a tenth of the laws, `make test` everything.

`tests.mutants` runs all laws, with a tenth of their examples.
"""

import os

TIER = os.environ.get("ULPIA_TESTS", "")
IS_QUICK = TIER == "quick"
HAS_FEW_EXAMPLES = TIER in ("quick", "few examples")
TENTH = 10


def share(count: int) -> int:
    """Return how many examples of a law are tried: all of them, or a tenth."""
    return max(1, count // TENTH) if HAS_FEW_EXAMPLES else count
