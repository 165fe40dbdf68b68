"""The printed figures of Trajan as one record beside the state. components.py fills it, the rules read it.

The figures are arguments of the rules, not constants in them: with a corrected component file, the same compiled rules
play on.
"""

from typing import Annotated

import numpy as np

from ulpia.engine.layout import (
    Count,
    Cube,
    Grid,
    Points,
    Row,
    cells,
    layout,
)
from ulpia.games.trajan.constants import (
    BONUS_TILES,
    COMMODITIES,
    CONSTRUCTION_LEVELS,
    CONSTRUCTION_TYPES,
    DEMAND_SYMBOLS,
    FORUM_TILE_KINDS,
    PROVINCES,
    SEATS,
    SENATE_SPACES,
    SIDES,
    TRAJAN_TILES,
    TRAYS,
)

MAX_LOADED = 4
"""Cards on a ship other than the one for pairs."""


class Facts:
    """The printed figures."""

    quarters: Count
    rounds: Count
    """Rounds in a quarter."""
    time_spaces: Annotated[Row, cells(SEATS + 1)]
    """Spaces of one cycle, by number of seats."""
    forum_spaces: Annotated[Row, cells(SEATS + 1)]
    """Spaces for forum tiles, by number of seats."""
    extra_spaces: Count

    senate_points: Annotated[Row, cells(SENATE_SPACES)]
    senate_votes: Annotated[Row, cells(SENATE_SPACES)]

    markers_of_colour: Count
    supply: Count
    legionnaires: Count
    workers: Count
    """Figures at the start: in the supply, in the military camp, in the worker camp."""

    tile_colours: Annotated[Grid, cells(TRAJAN_TILES, 2)]
    tile_points: Annotated[Row, cells(TRAJAN_TILES)]
    tile_reward: Annotated[Row, cells(TRAJAN_TILES)]

    forum_tiles: Annotated[Row, cells(FORUM_TILE_KINDS)]
    extra_tiles: Annotated[Row, cells(TRAYS)]

    construction_points: Annotated[Row, cells(CONSTRUCTION_LEVELS)]
    construction_grants: Annotated[Row, cells(CONSTRUCTION_TYPES)]

    province_points: Annotated[Row, cells(PROVINCES)]
    touches: Annotated[Grid, cells(PROVINCES, PROVINCES)]
    camp_touches: Annotated[Row, cells(PROVINCES)]
    less_per_legionnaire: Points

    copies: Count
    """Cards of each good."""
    ship_points: Annotated[Cube, cells(3, SIDES, MAX_LOADED + 1, of=np.int16)]
    """ship_points[ship, side, number of cards or pairs]."""

    demand_tiles: Annotated[Row, cells(DEMAND_SYMBOLS)]
    penalty: Annotated[Row, cells(4, of=np.int16)]
    """Points lost for 0, 1, 2, 3 unmet demands."""

    bonus_halves: Annotated[Grid, cells(BONUS_TILES, SIDES, of=np.int16)]
    """bonus_halves[tile, side]: half points for each thing that the tile counts; side 0 is yellow."""
    bonus_goods: Annotated[Grid, cells(BONUS_TILES, COMMODITIES)]
    """1 where the tile counts display cards of that good."""

    hand_card: Points
    worker_in_camp: Points
    legionnaire_in_camp: Points
    tile_at_tray: Points
    set_of_three: Points
    set_of_four: Points


FACTS = layout(Facts)
