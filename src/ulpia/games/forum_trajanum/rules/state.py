"""Everything a game of Forum Trajanum is, at one moment.

Throughout this package:
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

What has an order that nobody knows is kept as a bag of counts, and drawn from when it is looked at (F-90): no hidden
order exists that could leak.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated

import numpy as np

from ulpia.engine.agenda import Agenda, agenda_of
from ulpia.engine.layout import (
    Count,
    Grid,
    Index,
    Points,
    Row,
    cells,
    layout,
)
from ulpia.engine.rng import Chance
from ulpia.games.forum_trajanum import names

SEATS = 4
CYCLES = 3
ROUNDS_IN_CYCLE = 4
COLOURS = len(names.COLOURS)
SIDE = names.SIDE
SQUARES = len(names.SQUARES)
CORNERS = len(names.CORNERS)
CORNER_SQUARES = tuple(names.SQUARES.index(square) for square in names.CORNERS)
TEMPLES = 4
STREETS = len(names.STREETS)
CARDS = len(names.CARDS)
FACES = len(names.FACES)
CLASSES = len(names.CLASSES)
CITIZEN = FACES - CLASSES
"""Faces from here on are citizens, one for each class."""
ROWS = len(names.CITIZEN_ROWS)
RESOURCES = len(names.RESOURCES)
GREY = len(names.GREY)
TRACKS = len(names.TRACKS)
TRACK_END = 4
HOME = 5
"""Where a marker stands once it has left its track: beside Trajan's Column (F-46)."""
PLACES = len(names.FORUM_SQUARES)
AREAS = 60
"""No forum has more squares, so none has more areas."""
EAGLE = COLOURS
"""Colour of the squares with an eagle."""
ANY_COLOUR = COLOURS + 1
"""An envoy that may go to any coloured square (F-35, F-52)."""
TRAJAN_CARDS = len(names.BUILD_TASKS)
SOURCES = len(names.SOURCES)
DEPTH = 16
"""Frames that can be pending at once; a building within a building reaches thirteen."""


class Resource(IntEnum):
    """What stands in a player's supply. Workers are consecutive, by colour."""

    BUILDER = 0
    WORKER = 1
    ASSISTANT = 5
    MONEY = 6
    TRIBUNE = 7


UPGRADE = RESOURCES
"""The symbol on a tile that is no resource."""


class Grey(IntEnum):
    """Grey buildings. Those with a premium track come first, in the order of the tracks."""

    LIBRARY = 0
    BASILICA = 1
    MARKET = 2
    COLUMN = 3


class Citizens(IntEnum):
    """The citizen rows, by what an active one allows."""

    PATRICIAN_I = 0
    PATRICIAN_II = 1
    MERCHANT_I = 2
    MERCHANT_II = 3
    CRAFTSMAN_I = 4
    CRAFTSMAN_II = 5


class Cover(IntEnum):
    """What lies on a square of a colonia."""

    NOTHING = 0
    FACE_DOWN = 1
    OPEN = 2


class Shape(IntEnum):
    """Kinds of building tiles: the first number of each four."""

    GREY = 0
    COLOURED = 4
    MIXED = 8
    TWICE = 12


class Joined(IntEnum):
    """Where the other half of a double lies."""

    NOWHERE = 0
    RIGHT = 1
    BELOW = 2
    LEFT = 3
    ABOVE = 4


class Source(IntEnum):
    """Where points come from."""

    COLUMNS = 0
    MARKERS = 1
    AREA_BONUSES = 2
    CRANES = 3
    COLONIA = 4
    EAGLES = 5
    GROUP = 6
    TRAJAN_CARDS = 7


class Frame(IntEnum):
    """What can be pending, with the meaning of a frame's two details.

    Those up to SCORE ask nobody; some others settle themselves when nothing can be done.
    """

    OVER = 1
    SET_UP = 2  # a: how many seats have begun
    DRAW_CITIZEN = 3
    SHUFFLE = 4
    NEWCOMERS = 5  # a: how many seats have been asked
    BEGIN_ROUND = 6
    PASS_ON = 7
    TURNS = 8  # a: how many seats have begun their turn
    STOW = 9  # tiles that were not used go to their places
    REWARD = 10  # a: building that was built
    MARKER_HOME = 11  # a: track
    SCORE = 12
    CRANES = 13  # a: corner
    CORNERS = 14  # a: first class
    NEWCOMER = 15
    LAY = 16  # a: class; b: whose tile
    TAKE = 17  # a: how many seats have finished
    KEEP = 18
    USE = 19  # a: 1 once two tribunes are paid; b: 1 the own tile is used, 2 the other one is
    BUILD = 20  # a: 1 once built
    EXTRA_BUILD = 21
    PLACE = 22  # a: building tile
    PAY_GREY = 23  # a: colour of a structure to be paid afterwards, or NONE
    PAY_COLOURED = 24  # a: colour; b: 1 if another one is to be paid afterwards
    FIRST_REWARD = 25  # a: colour of the double
    PREMIUM = 26  # a: track
    UNCOVER = 27
    WORKER = 28
    GAIN = 29  # a: how many more; b: bonuses that may not be chosen, a bit for each
    ENVOY = 30  # a: colour, EAGLE or ANY_COLOUR
    PAYING = 31  # a: how many seats have finished; b: row


FIRST_QUESTION = Frame.CRANES
"""Frames below this one ask nobody."""


class Player:
    """What lies before one seat."""

    covered: Annotated[Row, cells(SQUARES)]
    """Cover of each square of the colonia."""
    open_faces: Annotated[Row, cells(CORNERS)]
    """Face of the open tile on each corner, NONE if gone."""
    buildings: Annotated[Row, cells(SQUARES)]
    """Building on each square, NONE if unbuilt."""
    joined: Annotated[Row, cells(SQUARES)]
    """Where the other half of a double lies."""
    cranes: Annotated[Row, cells(CORNERS)]
    """Colour of the crane on each corner, NONE before it is chosen."""
    scored: Annotated[Row, cells(CORNERS)]
    """1 for each crane that has scored and was turned over (F-70)."""
    resources: Annotated[Row, cells(RESOURCES)]
    rows: Annotated[Grid, cells(ROWS, 2)]
    """rows[row, space]: whose tile the citizen there is, NONE if free."""
    active: Annotated[Row, cells(ROWS)]
    """1 for each row whose citizens are active."""
    tracks: Annotated[Row, cells(TRACKS)]
    """Where the own marker stands: 0 before the track, 1..4 on it, HOME beside Trajan's Column."""
    slider: Index
    reverse: Count
    """1 once the slider lies on its reverse (F-32)."""
    ship: Count
    """Envoys waiting on the ship."""
    beside: Annotated[Row, cells(FACES)]
    """Tiles of the left neighbour that lie open beside the colonia, by face."""
    left_game: Count
    """Own tiles that a neighbour used from there (F-21)."""
    bag: Annotated[Row, cells(FACES)]
    """Own tiles that nobody has looked at: the face-down ones in the colonia."""
    first_envoy: Index
    """Face of the tile that went to the ship at the start; its owner knows it (F-05)."""
    newcomer: Count

    # This round
    own: Index
    """Face of the tile kept (F-14), NONE if none. Its owner knows it; all do once it is shown."""
    passed: Index
    """Face of the tile passed to the right neighbour: both know it; all do once it is shown."""
    own_shown: Count
    passed_shown: Count
    """1 once all have seen it (F-20)."""
    opened: Annotated[Row, cells(CARDS)]
    """Faces taken from corners, which all know to be among `own` and `passed`, until one of them is shown."""

    # While taking, known to the owner alone (F-15); nothing else changes before all have passed on
    done: Annotated[Row, cells(CARDS)]
    """1 for each street card that was dealt with."""
    take_squares: Annotated[Row, cells(CARDS)]
    take_faces: Annotated[Row, cells(CARDS)]
    """What was taken for each card, NONE for nothing."""
    take_tribunes: Annotated[Row, cells(CARDS)]
    """1 where a tribune was paid (F-12)."""
    keeps: Index
    """Face of the tile that will be kept."""

    points: Points
    sources: Annotated[Row, cells(SOURCES, of=np.int16)]
    """The same points by where they came from."""


class State:
    """The table."""

    players: Annotated[Sequence[Player], cells(SEATS, of=Player)]
    seats: Count
    side_b: Count
    """1 on boards with street symbols of their own (F-08)."""
    first: Index
    """The starting player of this round."""
    seat: Index
    """Whose decision it is; NONE when the game is over."""
    active: Index
    """Whose turn it is."""
    turns: Points
    """Counts up whenever another seat comes to decide, or a turn begins."""
    rounds_done: Count
    cycles_done: Count
    """Rounds in all, and cycles that were scored."""

    streets: Annotated[Row, cells(STREETS)]
    """Street cards not yet turned up, in an order nobody knows."""
    shown: Annotated[Row, cells(CARDS)]
    """The two street cards of this round; NONE before the first."""
    cards: Annotated[Row, cells(CYCLES)]
    """Trajan card of each cycle, NONE without one (F-02)."""
    singles: Annotated[Row, cells(COLOURS)]
    doubles: Annotated[Row, cells(COLOURS)]
    """Building tiles left, by colour."""

    mosaic: Annotated[Row, cells(PLACES)]
    """Colour of each square of the forum, or EAGLE; NONE where no tableau lies."""
    envoys: Annotated[Row, cells(PLACES)]
    """Whose envoy stands there, NONE if free."""
    areas: Annotated[Row, cells(PLACES)]
    """Number of the area a coloured square belongs to; NONE elsewhere."""
    area_free: Annotated[Row, cells(AREAS)]
    area_taken: Annotated[Row, cells(AREAS)]
    """Squares of each area without and with an envoy."""

    traded: Count
    workers_trained: Count
    builders_trained: Count
    """How often the active seat used F-33 and F-34 this turn."""

    agenda: Annotated[Agenda, agenda_of(DEPTH)]
    chance: Chance


STATE = layout(State)
