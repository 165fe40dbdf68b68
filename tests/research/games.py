"""What the doors are tried with."""

import pytest

OBSERVED = ("trajan",)
"""Games that have an `observation`; the other one's is still being written."""

every_game = pytest.mark.parametrize("game", OBSERVED)
every_table = pytest.mark.parametrize("seats", [2, 3, 4])
