"""The forum: its tableaus and areas, and the squares an envoy may go to.   F-01, F-50 to F-53."""

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.engine.rng import roll
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import ANY_COLOUR, COLOURS, EAGLE, PLACES, Citizens
from ulpia.games.forum_trajanum.rules.facts import (
    TABLEAU_COLUMNS,
    TABLEAU_FACES,
    TABLEAU_SQUARES,
    TABLEAUS,
    Facts,
)
from ulpia.games.forum_trajanum.rules.state import Player, State

WIDTH = names.FORUM_COLUMNS


@compiled
def lay_forum(f: Facts, s: State) -> None:
    """F-01: lay random tableaus, with a random face up and in a random orientation."""
    for place in range(PLACES):
        s.mosaic[place] = NONE
        s.envoys[place] = NONE
        s.areas[place] = NONE
    left = (1 << TABLEAUS) - 1
    for at in range(f.tableaus[s.seats]):
        skip = roll(s.chance, TABLEAUS - at)
        tableau = 0
        while left >> tableau & 1 == 0 or skip > 0:
            skip -= left >> tableau & 1
            tableau += 1
        left ^= 1 << tableau
        face = roll(s.chance, TABLEAU_FACES)
        turned = roll(s.chance, 2)
        top_left = f.tableau_places[s.seats, at]
        for square in range(TABLEAU_SQUARES):
            place = top_left + square // TABLEAU_COLUMNS * WIDTH + square % TABLEAU_COLUMNS
            printed = TABLEAU_SQUARES - 1 - square if turned == 1 else square
            s.mosaic[place] = f.mosaics[tableau, face, printed]
    find_areas(s)


@compiled
def find_areas(s: State) -> None:
    """Number the areas: squares of one colour joined by sides, across tableaus too."""
    for place in range(PLACES):
        if s.mosaic[place] != NONE and s.mosaic[place] != EAGLE:
            s.areas[place] = place
    changed = True
    while changed:  # the lowest number of an area spreads over all of it
        changed = False
        for place in range(PLACES):
            for step in range(2):
                other = place + 1 if step == 0 else place + WIDTH
                inside = (place + 1) % WIDTH != 0 if step == 0 else other < PLACES
                if inside and s.areas[place] != NONE and s.mosaic[place] == s.mosaic[other]:
                    lowest = min(s.areas[place], s.areas[other])
                    changed = changed or s.areas[place] != s.areas[other]
                    s.areas[place] = lowest
                    s.areas[other] = lowest
    area = 0
    for place in range(PLACES):
        if s.areas[place] == place:
            for other in range(PLACES - 1, place - 1, -1):
                if s.areas[other] == place:
                    s.areas[other] = area
                    s.area_free[area] += 1
            area += 1


@compiled
def must_join(s: State, me: Player, colour: int) -> bool:
    """F-51: an area of the colour is begun and not full. F-30 lifts this rule, and F-52 does not apply it."""
    if colour >= COLOURS or me.active[Citizens.PATRICIAN_I] == 1:
        return False
    for place in range(PLACES):
        if s.mosaic[place] == colour and s.envoys[place] == NONE and s.area_taken[s.areas[place]] > 0:
            return True
    return False


@compiled
def is_free_for(s: State, place: int, colour: int, joining: bool) -> bool:
    """F-50: the square is free and has the colour, and lies in a begun area where it must."""
    if s.mosaic[place] == NONE or s.envoys[place] != NONE:
        return False
    if colour == ANY_COLOUR:
        return s.mosaic[place] != EAGLE
    return s.mosaic[place] == colour and (not joining or s.area_taken[s.areas[place]] > 0)


@compiled
def has_free_place(s: State, colour: int) -> bool:
    """Tell whether an envoy could go anywhere."""
    for place in range(PLACES):
        if is_free_for(s, place, colour, False):
            return True
    return False
