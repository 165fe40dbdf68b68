"""Counts and enumerations of Trajan. No NumPy: the rules, the view, the texts and the pictures all import them."""

from collections.abc import Mapping
from enum import IntEnum

from ulpia.core.frames import BOTTOM, TABLE, FrameRule
from ulpia.games.trajan import names

SEATS = 4
TRAYS = len(names.TRAYS)
COLOURS = len(names.COLOURS)
COMMODITIES = len(names.GOODS)
PILES = len(names.PILES)
CARDS = 60
STACKS = len(names.STACKS)
TILES_IN_STACK = 9
TRAJAN_TILES = STACKS * TILES_IN_STACK
FORUM_TILE_KINDS = len(names.FORUM_TILES)
FORUM_SPACES = 12
EXTRA_SPACES = 3
DEMAND_SYMBOLS = len(names.DEMANDS)
BONUS_TILES = len(names.BONUS_TILES)
BONUS_SPACES = 2
PROVINCES = len(names.PROVINCES)
SITES = len(names.SITES)
CONSTRUCTION_TYPES = len(names.CONSTRUCTIONS)
CONSTRUCTION_LEVELS = 4
SENATE_SPACES = 8
SIDES = 2
SOURCES = len(names.SOURCES)
AGENDA_DEPTH = 10
QUARTERS = 4
ROUNDS = 4
"""Rounds of a quarter (T-90)."""
FIRST_CARDS = 3
"""Cards that each seat takes at the start (T-08)."""

CENTRE = TRAYS
"""Position of the arch when all six slots are full (T-50)."""
CAMP = PROVINCES
"""Position of a leader at the start; it is no province (T-41)."""
FIRST_TILE_SLOTS = (1, 3, 5)
"""Slots II, IV and VI (T-09)."""
BY_KEPT_TILE, BY_FORUM_TILE, BY_WILD = range(3)
"""What meets a demand, in the order in which it is used (T-91)."""


class Act(IntEnum):
    """The six actions; each has the number of its tray."""

    SEAPORT = 0
    FORUM = 1
    MILITARY = 2
    SENATE = 3
    TRAJAN = 4
    CONSTRUCTION = 5


class Tile(IntEnum):
    """Kinds of forum tiles. Demand symbols 0..2 come first; votes and extra actions are consecutive."""

    VOTES_2 = 3
    VOTES_5 = 6
    ANY_DEMAND = 7
    ANY_COMMODITY = 8
    ANY_CONSTRUCTION = 9
    ANY_EXTRA = 10
    EXTRA = 11


class Reward(IntEnum):
    """What a fulfilled Trajan tile gives besides its points."""

    TWO_CARDS = 0
    NOTHING = 1
    ONE_WORKER = 2
    TWO_WORKERS = 3
    ONE_LEGIONNAIRE = 4
    TWO_LEGIONNAIRES = 5
    PLUS_TWO = 6
    DEMAND = 7


class Vessel(IntEnum):
    """The three ships."""

    EQUAL = 0
    PAIRS = 1
    DIFFERENT = 2


class Bonus(IntEnum):
    """Bonus tiles. Demand symbols 0..2 come first; the tiles for commodities follow the last one."""

    WORKERS = 3
    LEGIONNAIRES = 4
    BONUS_TILES = 5
    COMMODITIES = 6


class Side(IntEnum):
    """Whether a seat owns a bonus tile, and which side is up."""

    NOT_OWNED = 0
    YELLOW = 1
    GREY = 2


class Ends(IntEnum):
    """What ends with a turn (T-11, T-90)."""

    NOTHING = 0
    ROUND = 1
    TWO_ROUNDS = 2
    QUARTER = 3


class Source(IntEnum):
    """Sources of points."""

    TRAJAN_TILES = 0
    SHIPS = 1
    PROVINCES = 2
    SENATE = 3
    CONSTRUCTION = 4
    DEMANDS = 5
    SETS = 6
    BONUS_TILES = 7
    LEFTOVERS = 8


class Frame(IntEnum):
    """Kinds of agenda frames. A comment gives the meaning of the frame's two details, a and b."""

    OVER = 1
    ARRANGE = 2  # a: seats that have finished; b: tray
    REVEAL = 3  # settled without a question: Trajan tiles, bonus tiles and cards are shown
    TAKE_CARDS = 4  # a: seats that have finished; b: cards that this seat has taken
    CHOOSE_TILES = 5  # a: seats that have finished; b: tiles that this seat has chosen
    TURN = 6  # a: seat; b: 1 once it has begun
    LAY = 7  # a: tray that gets the next marker
    FULFIL = 8  # a: target tray
    PLACE_PLUS_TWO = 9
    PERFORM = 10  # a: action; b: performances that follow this one (T-80)
    DISCARD = 11
    DISPLAY = 12  # a: cards laid so far
    LOAD = 13  # a: ship
    EXTRA = 14
    END_OF_TURN = 15  # a: rounds that end with the turn; settled without a question
    END_OF_ROUND = 16  # settled without a question
    CONSUL = 17
    CLOSE_QUARTER = 18  # settled without a question


FINISHED = (0, TABLE - 1)
A_TRAY = (0, TRAYS - 1)
STEPS_UPON = (Frame.PERFORM, Frame.EXTRA, Frame.END_OF_TURN)
"""Frames that wait below an action and its parts."""
FRAMES: Mapping[int, FrameRule] = {
    Frame.OVER: FrameRule((BOTTOM,)),
    Frame.ARRANGE: FrameRule((Frame.REVEAL,), FINISHED, A_TRAY),
    Frame.REVEAL: FrameRule((Frame.TAKE_CARDS,), asks=False),
    Frame.TAKE_CARDS: FrameRule((Frame.CHOOSE_TILES,), FINISHED, (0, FIRST_CARDS - 1)),
    Frame.CHOOSE_TILES: FrameRule((Frame.TURN,), FINISHED, (0, len(FIRST_TILE_SLOTS) - 1)),
    Frame.TURN: FrameRule((BOTTOM,), (0, TABLE - 1), (0, 1)),
    Frame.LAY: FrameRule((Frame.EXTRA,), A_TRAY),
    Frame.FULFIL: FrameRule((Frame.PERFORM,), A_TRAY),
    Frame.PLACE_PLUS_TWO: FrameRule((Frame.PERFORM,)),
    Frame.PERFORM: FrameRule(STEPS_UPON, A_TRAY, (0, 1)),
    Frame.DISCARD: FrameRule(STEPS_UPON),
    Frame.DISPLAY: FrameRule(STEPS_UPON, (0, CARDS)),
    Frame.LOAD: FrameRule(STEPS_UPON, (0, len(Vessel) - 1)),
    Frame.EXTRA: FrameRule((Frame.END_OF_TURN,)),
    Frame.END_OF_TURN: FrameRule((BOTTOM,), (0, len(Ends) - 1), asks=False),
    Frame.END_OF_ROUND: FrameRule((Frame.TURN,), asks=False),
    Frame.CONSUL: FrameRule((Frame.CLOSE_QUARTER,)),
    Frame.CLOSE_QUARTER: FrameRule((Frame.TURN, Frame.END_OF_ROUND), asks=False),
}
"""Where frames can lie, and what their details can be."""
