"""What is printed on the pieces, as one record beside the state. Filled by components.py, read by the rules.

The figures are arguments of the rules, not constants in them: an owner of the game corrects a file, and the same
compiled rules play with it.
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
    RESOURCES,
    ROWS,
    SEATS,
    SQUARES,
    STREETS,
    TEMPLES,
    TRAJAN_CARDS,
)

POSITIONS = 7
TABLEAUS = 5
TABLEAU_FACES = 2
TABLEAU_ROWS = 3
TABLEAU_COLUMNS = 4
TABLEAU_SQUARES = TABLEAU_ROWS * TABLEAU_COLUMNS


class Facts:
    """The printed figures."""

    temples: Annotated[Row, cells(TEMPLES)]
    """Their squares."""
    is_temple: Annotated[Row, cells(SQUARES)]
    street_copies: Count
    side_b: Annotated[Grid, cells(SEATS, STREETS)]
    """side_b[board, card]: the street that carries the card's symbol."""

    grey_of: Annotated[Row, cells(COLOURS)]
    colour_of: Annotated[Row, cells(GREY)]
    """The grey building on the tiles of a colour, and the other way round."""
    structure_of: Annotated[Row, cells(COLOURS)]
    """Name of the coloured structure."""
    singles: Count
    doubles: Count
    """Building tiles of each colour."""

    tiles: Annotated[Row, cells(FACES)]
    """Colonia tiles of each face, the three with a female envoy not among them."""
    start: Annotated[Row, cells(RESOURCES)]

    tableaus: Annotated[Row, cells(SEATS + 1)]
    """How many lie in the forum, by number of seats."""
    tableau_places: Annotated[Grid, cells(SEATS + 1, TABLEAUS)]
    """Top left square of each, by number of seats."""
    mosaics: Annotated[Cube, cells(TABLEAUS, TABLEAU_FACES, TABLEAU_SQUARES)]
    """mosaics[tableau, face, square]: colour or eagle."""

    next_cypress: Annotated[Row, cells(POSITIONS)]
    """Where an upgrade by F-32 leads from each position."""
    head: Annotated[Row, cells(POSITIONS)]
    """Points for a fulfilled task, by position of the slider."""
    offset: Annotated[Row, cells(2)]
    """For a group of envoys: on the front, on the reverse."""

    row_bonus: Annotated[Row, cells(ROWS)]
    """What the second citizen of each row gives."""
    fragments: Annotated[Row, cells(CYCLES)]
    crane_points: Annotated[Row, cells(CYCLES)]
    card_build: Annotated[Row, cells(TRAJAN_CARDS)]
    card_collect: Annotated[Row, cells(TRAJAN_CARDS)]
    """Tasks of each Trajan card; four cards for each cycle, one cycle after another."""
    area_points: Points
    """Of the area bonus that gives points."""


FACTS = layout(Facts)
