"""The tiers of the tests: `make quick` runs a tenth of the laws, `make test` everything."""

import os

IS_QUICK = os.environ.get("ULPIA_TESTS") == "quick"
TENTH = 10


def share(count: int) -> int:
    """Return how many examples of a law are tried: all of them, or a tenth in the quick tier."""
    return max(1, count // TENTH) if IS_QUICK else count
