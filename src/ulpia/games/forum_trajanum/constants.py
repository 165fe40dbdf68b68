"""Counts and enumerations of Forum Trajanum, without NumPy: for the rules, the view, the texts and the pictures."""

from enum import IntEnum

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
