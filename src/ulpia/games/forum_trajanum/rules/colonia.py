"""The squares of a colonia on which a seat may build.   F-40."""

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.games.forum_trajanum.constants import CORNER_SQUARES, SIDE, SQUARES, Cover
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player

CORNER_BITS = sum(1 << square for square in CORNER_SQUARES)
NOT_LAST_COLUMN = sum(1 << square for square in range(SQUARES) if square % SIDE < SIDE - 1)


@compiled
def free_squares(f: Facts, me: Player) -> int:
    """Return the uncovered, unbuilt squares that are no temples or cranes, as a set of bits."""
    free = 0
    for square in range(SQUARES):
        if me.covered[square] == Cover.NOTHING and me.buildings[square] == NONE and f.is_temple[square] == 0:
            free |= 1 << square
    return free & ~CORNER_BITS


@compiled
def has_pair(free: int) -> bool:
    """Tell whether two free squares share a side."""
    return free & free >> SIDE != 0 or free & free >> 1 & NOT_LAST_COLUMN != 0
