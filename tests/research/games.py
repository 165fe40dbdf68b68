"""What the doors are tried with."""

import pytest

from ulpia.catalogue import GAMES

every_game = pytest.mark.parametrize("game", GAMES)
every_table = pytest.mark.parametrize("seats", [2, 3, 4])
