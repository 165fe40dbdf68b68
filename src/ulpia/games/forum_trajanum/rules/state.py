"""The state of a game of Forum Trajanum: one record that holds everything.

Names used throughout this package:
    f         the printed figures (facts.py)
    s         the state; me or player is one seat's part of it
    seat      0..3, clockwise: the left neighbour of a seat is the next one
    square    0..35, of a colonia, row by row from the top left
    corner    0..3, one of the squares with a crane
    street    0..11, six rows, then six columns; a street card names one
    face      0..47, of a colonia tile: two symbols, or from CITIZEN on a class of citizens
    building  0..7, four grey ones, then a structure of each colour
    row       0..5, of citizens; it lies at the street of that number
    place     0..71, a square of the forum in its grid of nine rows and eight columns

Pieces in an unknown order are kept as a bag of counts and drawn when somebody looks at them (F-90): a hidden order that
could leak does not exist.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from ulpia.engine.agenda import Agenda, agenda_of
from ulpia.engine.layout import (
    NONE,
    Count,
    Grid,
    Points,
    Row,
    between,
    cells,
    layout,
)
from ulpia.engine.rng import Chance
from ulpia.games.forum_trajanum.constants import (
    AREAS,
    CARDS,
    COLOURS,
    CORNERS,
    CYCLES,
    DEPTH,
    EAGLE,
    FACES,
    FRAMES,
    GREY,
    HOME,
    PLACES,
    POSITIONS,
    RESOURCES,
    ROUNDS_IN_CYCLE,
    ROWS,
    SEATS,
    SOURCES,
    SQUARES,
    STREETS,
    TRACKS,
    TRAJAN_CARDS,
    Cover,
    Joined,
)


class Player:
    """One seat: its colonia, its supply, its tiles."""

    covered: Annotated[Row, cells(SQUARES, high=Cover.OPEN)]
    """Cover of each square of the colonia."""
    open_faces: Annotated[Row, cells(CORNERS, low=NONE, high=FACES - 1)]
    """Face of the open tile on each corner, NONE if gone."""
    buildings: Annotated[Row, cells(SQUARES, low=NONE, high=GREY + COLOURS - 1)]
    """Building on each square, NONE if unbuilt."""
    joined: Annotated[Row, cells(SQUARES, high=Joined.ABOVE)]
    """Direction of the other half of a double."""
    cranes: Annotated[Row, cells(CORNERS, low=NONE, high=COLOURS - 1)]
    """Colour of the crane on each corner, NONE before it is chosen."""
    scored: Annotated[Row, cells(CORNERS, high=1)]
    """1 for each crane that has scored and is turned over (F-70)."""
    resources: Annotated[Row, cells(RESOURCES)]
    rows: Annotated[Grid, cells(ROWS, 2, low=NONE, high=SEATS - 1)]
    """rows[row, space]: the seat whose tile the citizen there is, NONE if free."""
    active: Annotated[Row, cells(ROWS, high=1)]
    """1 for each row whose citizens are active."""
    tracks: Annotated[Row, cells(TRACKS, high=HOME)]
    """Position of the marker on each track: 0 before it, 1..4 on it, HOME beside Trajan's Column."""
    slider: Annotated[int, between(0, POSITIONS - 1)]
    reverse: Annotated[int, between(0, 1)]
    """1 once the slider lies on its reverse (F-32)."""
    ship: Count
    """Number of envoys on the ship."""
    beside: Annotated[Row, cells(FACES)]
    """Open tiles of the left neighbour beside the colonia, by face."""
    left_game: Count
    """Number of own tiles that a neighbour used from beside its colonia (F-21)."""
    bag: Annotated[Row, cells(FACES)]
    """Own tiles that nobody has looked at: those face down in the colonia."""
    first_envoy: Annotated[int, between(NONE, FACES - 1)]
    """Face of the tile that went to the ship at the start; its owner knows it (F-05)."""
    newcomer: Annotated[int, between(0, 1)]

    # This round
    own: Annotated[int, between(NONE, FACES - 1)]
    """Face of the kept tile (F-14), NONE if none. Its owner knows it, and everybody once it is shown."""
    passed: Annotated[int, between(NONE, FACES - 1)]
    """Face of the tile passed to the right neighbour: both know it, and everybody once it is shown."""
    own_shown: Annotated[int, between(0, 1)]
    passed_shown: Annotated[int, between(0, 1)]
    """1 once everybody has seen the tile (F-20)."""
    opened: Annotated[Row, cells(CARDS, low=NONE, high=FACES - 1)]
    """Faces taken from corners. Everybody knows that they are `own` or `passed`, until one of those is shown."""

    # While taking: known to the owner alone (F-15). Nothing else changes before all have passed on.
    done: Annotated[Row, cells(CARDS, high=1)]
    """1 for each street card that has been followed."""
    take_squares: Annotated[Row, cells(CARDS, low=NONE, high=SQUARES - 1)]
    take_faces: Annotated[Row, cells(CARDS, low=NONE, high=FACES - 1)]
    """Square and face of the tile taken for each card, NONE for no tile."""
    take_tribunes: Annotated[Row, cells(CARDS, high=1)]
    """1 for each card for which a tribune was paid (F-12)."""
    keeps: Annotated[int, between(NONE, FACES - 1)]
    """Face of the tile that is going to be kept."""

    points: Points
    sources: Annotated[Row, cells(SOURCES, of=np.int16)]
    """The same points by source."""


class State:
    """The whole table."""

    players: Annotated[Sequence[Player], cells(SEATS, of=Player)]
    seats: Annotated[int, between(2, SEATS)]
    side_b: Annotated[int, between(0, 1)]
    """1 for boards with different street symbols (F-08)."""
    first: Annotated[int, between(0, SEATS - 1)]
    """The starting player of this round."""
    seat: Annotated[int, between(NONE, SEATS - 1)]
    """The seat that decides; NONE when the game is over."""
    active: Annotated[int, between(0, SEATS - 1)]
    """The seat whose turn it is."""
    turns: Points
    """Counts every change of the deciding seat and every turn begun."""
    rounds_done: Annotated[int, between(0, CYCLES * ROUNDS_IN_CYCLE)]
    cycles_done: Annotated[int, between(0, CYCLES)]
    """Rounds played in the whole game, and cycles scored."""

    streets: Annotated[Row, cells(STREETS)]
    """Street cards not yet turned up; their order is unknown."""
    shown: Annotated[Row, cells(CARDS, low=NONE, high=STREETS - 1)]
    """The two street cards of this round; NONE before the first."""
    cards: Annotated[Row, cells(CYCLES, low=NONE, high=TRAJAN_CARDS - 1)]
    """Trajan card of each cycle, NONE for a cycle without one (F-02)."""
    singles: Annotated[Row, cells(COLOURS)]
    doubles: Annotated[Row, cells(COLOURS)]
    """Building tiles left in the supply, by colour."""

    mosaic: Annotated[Row, cells(PLACES, low=NONE, high=EAGLE)]
    """Colour of each square of the forum, or EAGLE; NONE where no tableau lies."""
    envoys: Annotated[Row, cells(PLACES, low=NONE, high=SEATS - 1)]
    """The seat whose envoy stands there, NONE if free."""
    areas: Annotated[Row, cells(PLACES, low=NONE, high=AREAS - 1)]
    """Number of the area a coloured square belongs to; NONE elsewhere."""
    area_free: Annotated[Row, cells(AREAS)]
    area_taken: Annotated[Row, cells(AREAS)]
    """Number of squares of each area without and with an envoy."""

    traded: Count
    workers_trained: Count
    builders_trained: Count
    """How often the active seat used F-33 and F-34 this turn."""

    agenda: Annotated[Agenda, agenda_of(DEPTH, FRAMES)]
    chance: Chance


STATE = layout(State)
