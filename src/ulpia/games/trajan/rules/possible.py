"""Which of the six actions a seat can perform at all.   T-16, T-80."""

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.games.trajan.constants import (
    CENTRE,
    EXTRA_SPACES,
    FORUM_SPACES,
    PILES,
    SENATE_SPACES,
    SITES,
    STACKS,
    Act,
    Tile,
)
from ulpia.games.trajan.names import SITE_COLUMNS
from ulpia.games.trajan.rules.cards import can_draw, how_many
from ulpia.games.trajan.rules.state import Player, State


@compiled
def may_visit_seaport(s: State, me: Player) -> bool:
    """T-20 to T-24: a card can be drawn, taken, laid out or shipped."""
    for which in range(PILES):
        if s.open_size[which] > 0:
            return True
    return can_draw(s) or how_many(me.hand) > 0 or me.tiles[Tile.ANY_COMMODITY] > 0


@compiled
def may_visit_forum(s: State) -> bool:
    """T-30: a tile lies in the forum."""
    for space in range(FORUM_SPACES + EXTRA_SPACES):
        if s.forum[space] != NONE:
            return True
    return False


@compiled
def may_take_trajan_tile(s: State, me: Player) -> bool:
    """T-50: a slot is free and a stack has tiles."""
    if me.arch == CENTRE:
        return False
    for stack in range(STACKS):
        if s.tops[stack] != NONE:
            return True
    return False


@compiled
def may_advance(me: Player) -> bool:
    """T-60: the disc is not on the last space."""
    return me.senate < SENATE_SPACES - 1


@compiled
def has_built(me: Player) -> bool:
    """Tell whether a worker stands on any site."""
    for site in range(SITES):
        if me.built[site] == 1:
            return True
    return False


@compiled
def stands_beside(me: Player, site: int) -> bool:
    """T-71: a worker of the seat stands beside the site (not diagonally)."""
    column = site % SITE_COLUMNS
    if column > 0 and me.built[site - 1] == 1:
        return True
    if column < SITE_COLUMNS - 1 and me.built[site + 1] == 1:
        return True
    if site >= SITE_COLUMNS and me.built[site - SITE_COLUMNS] == 1:
        return True
    return site < SITES - SITE_COLUMNS and me.built[site + SITE_COLUMNS] == 1


@compiled
def may_build_on(me: Player, site: int, is_first: bool) -> bool:
    """T-71: the first worker may go anywhere, later ones beside another of the seat; a site takes one of them."""
    return me.built[site] == 0 and (is_first or stands_beside(me, site))


@compiled
def may_construct(me: Player) -> bool:
    """T-70, T-71: a figure can become a worker, or a worker can go onto a site."""
    if me.supply > 0:
        return True
    if me.workers == 0:
        return False
    for site in range(SITES):
        if me.built[site] == 0:
            return True  # the grid is connected, so a site beside a worker of the seat is free too
    return False


@compiled
def may_perform(s: State, seat: int, action: int) -> bool:
    """T-80: tell whether the action can be performed now."""
    me = s.players[seat]
    if action == Act.SEAPORT:
        return may_visit_seaport(s, me)
    if action == Act.FORUM:
        return may_visit_forum(s)
    if action == Act.MILITARY:
        return True  # T-41: a leader can always move on
    if action == Act.SENATE:
        return may_advance(me)
    if action == Act.TRAJAN:
        return may_take_trajan_tile(s, me)
    return may_construct(me)
