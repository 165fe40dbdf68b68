"""Counts and enumerations of Forum Trajanum. No NumPy: rules, view, texts and pictures all import them."""

from collections.abc import Mapping
from enum import IntEnum

from ulpia.core.constants import NONE
from ulpia.core.frames import BOTTOM, TABLE, FrameRule
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
"""Faces from this number on are citizens, one for each class."""
ROWS = len(names.CITIZEN_ROWS)
RESOURCES = len(names.RESOURCES)
GREY = len(names.GREY)
TRACKS = len(names.TRACKS)
TRACK_END = 4
HOME = 5
"""Position of a marker that has left its track: beside Trajan's Column (F-46)."""
PLACES = len(names.FORUM_SQUARES)
AREAS = 60
"""An upper bound: no forum has more coloured squares."""
EAGLE = COLOURS
"""The colour number of squares with an eagle."""
ANY_COLOUR = COLOURS + 1
"""For an envoy that may go to any coloured square (F-35, F-52)."""
POSITIONS = 7
"""Positions of the slider on the prestige track."""
TRAJAN_CARDS = len(names.BUILD_TASKS)
SOURCES = len(names.SOURCES)
DEPTH = 16
"""Frames that can be pending at once; a building within a building needs thirteen."""


class Resource(IntEnum):
    """Resources in a player's supply. Workers are consecutive, by colour."""

    BUILDER = 0
    WORKER = 1
    ASSISTANT = 5
    MONEY = 6
    TRIBUNE = 7


UPGRADE = RESOURCES
"""The symbol on a tile that is not a resource."""


class Grey(IntEnum):
    """Grey buildings. Those with a premium track come first, in the order of the tracks."""

    LIBRARY = 0
    BASILICA = 1
    MARKET = 2
    COLUMN = 3


class Citizens(IntEnum):
    """The citizen rows, in the order of the board."""

    PATRICIAN_I = 0
    PATRICIAN_II = 1
    MERCHANT_I = 2
    MERCHANT_II = 3
    CRAFTSMAN_I = 4
    CRAFTSMAN_II = 5


class Cover(IntEnum):
    """State of a colonia square: empty, a tile face down, or an open tile."""

    NOTHING = 0
    FACE_DOWN = 1
    OPEN = 2


class Shape(IntEnum):
    """Kinds of building tiles. Each value is the number of the first of four tiles."""

    GREY = 0
    COLOURED = 4
    MIXED = 8
    TWICE = 12


class Joined(IntEnum):
    """Direction of the other half of a double."""

    NOWHERE = 0
    RIGHT = 1
    BELOW = 2
    LEFT = 3
    ABOVE = 4


class Source(IntEnum):
    """Sources of points."""

    COLUMNS = 0
    MARKERS = 1
    AREA_BONUSES = 2
    CRANES = 3
    COLONIA = 4
    EAGLES = 5
    GROUP = 6
    TRAJAN_CARDS = 7


class Formation(IntEnum):
    """The upper tasks of Trajan cards, in the order of names.BUILD_TASKS."""

    COLOURED_BETWEEN_GREY_ACROSS = 0
    TEMPLE_ABOVE_AND_BELOW = 1
    TWO_GREY_DOWN = 2
    CRANE_BOTH_SIDES = 3
    SQUARE_OF_FOUR = 4
    GREY_BETWEEN_COLOURED_DOWN = 5
    ALL_FOUR_COLOURS = 6
    COLOURED_BETWEEN_GREY_DOWN = 7
    TWO_GREY_BETWEEN_COLOURED_DOWN = 8
    THREE_COLOURS_DOWN = 9
    TEMPLE_FOUR_CORNERS = 10
    THREE_GREY_DOWN = 11


class Collection(IntEnum):
    """The lower tasks of Trajan cards, in the order of names.COLLECT_TASKS."""

    TRIBUNE_MONEY = 0
    TWO_CLASSES_ENVOY = 1
    TWO_ASSISTANTS_MONEY = 2
    BUILDER_WORKER_ASSISTANT = 3
    ASSISTANT_TWO_MONEY = 4
    TRIBUNE_BUILDER_ASSISTANT = 5
    WORKER_TWO_COLUMNS = 6
    TWO_CRANES_TWO_CLASSES = 7
    EVERY_CLASS = 8
    COLUMN_TRIBUNE_BUILDER = 9
    TWO_CRANES_TWO_WORKERS = 10
    MARKER_ASSISTANT_MONEY = 11


class Frame(IntEnum):
    """Kinds of agenda frames. A comment gives the meaning of the frame's two details, a and b.

    Frames up to SCORE are settled without a question; some others too, when nothing can be chosen.
    """

    OVER = 1
    SET_UP = 2  # a: seats that have begun
    DRAW_CITIZEN = 3
    SHUFFLE = 4
    NEWCOMERS = 5  # a: seats that have been asked
    BEGIN_ROUND = 6
    PASS_ON = 7
    TURNS = 8  # a: seats that have begun their turn
    STOW = 9  # move tiles that were not used to their places
    REWARD = 10  # a: building that was built
    MARKER_HOME = 11  # a: track
    SCORE = 12
    CRANES = 13  # a: corner
    CORNERS = 14  # a: first class
    NEWCOMER = 15
    LAY = 16  # a: class; b: whose tile
    TAKE = 17  # a: seats that have finished
    KEEP = 18
    USE = 19  # a: 1 once two tribunes are paid; b: 1 if the own tile is used, 2 if the other one is
    BUILD = 20  # a: 1 once built
    EXTRA_BUILD = 21
    PLACE = 22  # a: building tile
    PAY_GREY = 23  # a: colour of a structure that is paid afterwards, or NONE
    PAY_COLOURED = 24  # a: colour; b: 1 if another structure is paid afterwards
    FIRST_REWARD = 25  # a: colour of the double
    PREMIUM = 26  # a: track
    UNCOVER = 27
    WORKER = 28
    GAIN = 29  # a: number of bonuses to choose; b: bonuses that are excluded, one bit for each
    ENVOY = 30  # a: colour, EAGLE or ANY_COLOUR
    PAYING = 31  # a: seats that have finished; b: row


STARTED = (0, TABLE)
A_COLOUR = (0, COLOURS - 1)
BUILT_UPON = (Frame.BUILD, Frame.MARKER_HOME)
"""Frames that wait below a building and what it gives."""
REWARDED_UPON = (*BUILT_UPON, Frame.REWARD)
GIVEN_UPON = (*REWARDED_UPON, Frame.NEWCOMERS, Frame.STOW, Frame.USE)
"""Frames that wait below what a citizen or a reward gives."""
FRAMES: Mapping[int, FrameRule] = {
    Frame.OVER: FrameRule((BOTTOM,)),
    Frame.SET_UP: FrameRule((Frame.NEWCOMERS,), STARTED, asks=False),
    Frame.DRAW_CITIZEN: FrameRule((Frame.SHUFFLE,), asks=False),
    Frame.SHUFFLE: FrameRule((Frame.SET_UP,), asks=False),
    Frame.NEWCOMERS: FrameRule((Frame.BEGIN_ROUND,), STARTED, asks=False),
    Frame.BEGIN_ROUND: FrameRule((Frame.OVER,), asks=False),
    Frame.PASS_ON: FrameRule((Frame.TURNS,), asks=False),
    Frame.TURNS: FrameRule((Frame.BEGIN_ROUND, Frame.PAYING), STARTED, asks=False),
    Frame.STOW: FrameRule((Frame.BUILD,), asks=False),
    Frame.REWARD: FrameRule(REWARDED_UPON, (0, GREY + COLOURS - 1), asks=False),
    Frame.MARKER_HOME: FrameRule(REWARDED_UPON, (0, TRACKS - 1), asks=False),
    Frame.SCORE: FrameRule((Frame.BEGIN_ROUND,), asks=False),
    Frame.CRANES: FrameRule((Frame.DRAW_CITIZEN,), (0, CORNERS - 1)),
    Frame.CORNERS: FrameRule((Frame.SHUFFLE,), (0, CLASSES - 1), (0, CLASSES - 1)),
    Frame.NEWCOMER: FrameRule((Frame.NEWCOMERS,)),
    Frame.LAY: FrameRule((*GIVEN_UPON, Frame.CORNERS), (0, CLASSES - 1), (0, TABLE - 1)),
    Frame.TAKE: FrameRule((Frame.PASS_ON,), STARTED),
    Frame.KEEP: FrameRule((Frame.TAKE,)),
    Frame.USE: FrameRule((Frame.STOW,), (0, 1), (0, 3)),
    Frame.BUILD: FrameRule((Frame.TURNS,), (0, 1)),
    Frame.EXTRA_BUILD: FrameRule(BUILT_UPON),
    Frame.PLACE: FrameRule((Frame.PAY_GREY, Frame.PAY_COLOURED), (0, len(names.BUILDING_TILES) - 1)),
    Frame.PAY_GREY: FrameRule((Frame.REWARD, Frame.PAY_COLOURED), (NONE, COLOURS - 1)),
    Frame.PAY_COLOURED: FrameRule((Frame.REWARD, Frame.FIRST_REWARD, Frame.PAY_COLOURED), A_COLOUR, (0, 1)),
    Frame.FIRST_REWARD: FrameRule(BUILT_UPON, A_COLOUR),
    Frame.PREMIUM: FrameRule(REWARDED_UPON, (0, TRACKS - 1)),
    Frame.UNCOVER: FrameRule(REWARDED_UPON),
    Frame.WORKER: FrameRule(GIVEN_UPON),
    Frame.GAIN: FrameRule(GIVEN_UPON, (1, 2), (0, (1 << len(names.AREA_BONUSES)) - 1)),
    Frame.ENVOY: FrameRule(GIVEN_UPON, (0, ANY_COLOUR)),
    Frame.PAYING: FrameRule((Frame.SCORE,), STARTED, (0, ROWS - 1)),
}
"""Where frames can lie, and what their details can be."""


FIRST_QUESTION = Frame.CRANES
"""Frames below this one are settled without a question."""
