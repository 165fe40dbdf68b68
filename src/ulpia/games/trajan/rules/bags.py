"""Drawing tiles from their bags onto the board.   T-02, T-05, T-07, T-94."""

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.engine.rng import draw, roll
from ulpia.games.trajan.constants import (
    BONUS_SPACES,
    EXTRA_SPACES,
    FORUM_SPACES,
    PROVINCES,
    STACKS,
    TILES_IN_STACK,
    Tile,
)
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import State


@compiled
def show_bonus_tiles(s: State) -> None:
    """T-07, T-94: draw two bonus tiles for the senate."""
    for space in range(BONUS_SPACES):
        s.bonus_shown[space] = draw(s.chance, s.bonus_bag)


@compiled
def fill_forum(f: Facts, s: State) -> None:
    """T-02, T-94: draw forum tiles by the number of seats, as long as there are any, and the extra-action tiles."""
    for space in range(f.forum_spaces[s.seats]):
        s.forum[space] = draw(s.chance, s.forum_bag)
    for space in range(f.extra_spaces):
        action = draw(s.chance, s.extra_bag)
        s.forum[FORUM_SPACES + space] = NONE if action == NONE else Tile.EXTRA + action


@compiled
def clear_forum(s: State) -> None:
    """T-94: every tile left in the forum leaves the game."""
    for space in range(FORUM_SPACES + EXTRA_SPACES):
        s.forum[space] = NONE


@compiled
def is_deserted(s: State, province: int) -> bool:
    """T-94: the province has no tile, no leader and no legionnaire."""
    if s.province_tiles[province] != NONE:
        return False
    for seat in range(s.seats):
        if s.players[seat].leader == province or s.players[seat].occupied[province] == 1:
            return False
    return True


@compiled
def fill_provinces(s: State) -> None:
    """T-02, T-94: draw a forum tile for each deserted province."""
    for province in range(PROVINCES):
        if is_deserted(s, province):
            s.province_tiles[province] = draw(s.chance, s.forum_bag)


@compiled
def turn_up_tile(s: State, stack: int) -> None:
    """T-05: the next tile of a stack becomes its top."""
    left = 0
    for at in range(TILES_IN_STACK):
        left += s.below[stack, at]
    s.tops[stack] = NONE
    if left == 0:
        return
    skip = roll(s.chance, left)
    for at in range(TILES_IN_STACK):
        if s.below[stack, at] == 1:
            if skip == 0:
                s.below[stack, at] = 0
                s.tops[stack] = stack * TILES_IN_STACK + at
                return
            skip -= 1


@compiled
def show_stacks(s: State) -> None:
    """T-05: turn up the top tile of each stack."""
    for stack in range(STACKS):
        turn_up_tile(s, stack)
