"""The printed figures of Forum Trajanum as one record beside the state. components.py fills it, the rules read it.

The figures are arguments of the rules, not constants in them: with a corrected component file, the same compiled rules
play on.
"""

from typing import Annotated

from ulpia.engine.layout import (
    Count,
    Cube,
    Grid,
    Points,
    Row,
    cells,
    layout,
)
from ulpia.games.forum_trajanum.constants import (
    COLOURS,
    CYCLES,
    FACES,
    GREY,
    POSITIONS,
    RESOURCES,
    ROWS,
    SEATS,
    SQUARES,
    STREETS,
    TEMPLES,
    TRAJAN_CARDS,
)

TABLEAUS = 5
TABLEAU_FACES = 2
TABLEAU_ROWS = 3
TABLEAU_COLUMNS = 4
TABLEAU_SQUARES = TABLEAU_ROWS * TABLEAU_COLUMNS


class Facts:
    """The printed figures."""

    temples: Annotated[Row, cells(TEMPLES)]
    """Squares of the temples."""
    is_temple: Annotated[Row, cells(SQUARES)]
    street_copies: Count
    side_b: Annotated[Grid, cells(SEATS, STREETS)]
    """side_b[board, card]: the street that carries the card's symbol."""

    grey_of: Annotated[Row, cells(COLOURS)]
    colour_of: Annotated[Row, cells(GREY)]
    """The grey building on the tiles of a colour, and its inverse."""
    structure_of: Annotated[Row, cells(COLOURS)]
    """Name of the coloured structure."""
    singles: Count
    doubles: Count
    """Number of building tiles of each colour."""

    tiles: Annotated[Row, cells(FACES)]
    """Number of colonia tiles of each face, without the three with a female envoy."""
    start: Annotated[Row, cells(RESOURCES)]

    tableaus: Annotated[Row, cells(SEATS + 1)]
    """Number of tableaus in the forum, by number of seats."""
    tableau_places: Annotated[Grid, cells(SEATS + 1, TABLEAUS)]
    """Top left square of each tableau, by number of seats."""
    mosaics: Annotated[Cube, cells(TABLEAUS, TABLEAU_FACES, TABLEAU_SQUARES)]
    """mosaics[tableau, face, square]: colour or eagle."""

    next_cypress: Annotated[Row, cells(POSITIONS)]
    """The position to which an upgrade by F-32 leads."""
    head: Annotated[Row, cells(POSITIONS)]
    """Points for a fulfilled task, by slider position."""
    offset: Annotated[Row, cells(2)]
    """Added to the points of a group of envoys: on the front, on the reverse."""

    row_bonus: Annotated[Row, cells(ROWS)]
    """Bonus for the second citizen of each row."""
    fragments: Annotated[Row, cells(CYCLES)]
    crane_points: Annotated[Row, cells(CYCLES)]
    card_build: Annotated[Row, cells(TRAJAN_CARDS)]
    card_collect: Annotated[Row, cells(TRAJAN_CARDS)]
    """Tasks of each Trajan card: four cards for each cycle, cycle by cycle."""
    area_points: Points
    """Points of the area bonus "points"."""


FACTS = layout(Facts)
