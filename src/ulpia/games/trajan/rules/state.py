"""Everything a game of Trajan is, at one moment.

Throughout this package:
    f       the printed figures (facts.py)
    s       the state; me or player is one seat's part of it
    seat    0..3, clockwise
    tray    0..5, clockwise round the action circle; an action has its tray's number
    colour  0..5, of an action marker
    good    0..11, of a commodity card; 12 is a wild where one may stand in
    tile    0..53, a Trajan tile: nine for each of the six stacks
    kind    0..16, of a forum tile

What has an order that nobody knows is kept as a bag of counts, and drawn from when it is turned up (T-110): no hidden
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

CENTRE = TRAYS
"""Where the arch stands when all six slots are full (T-50)."""
CAMP = PROVINCES
"""Where a leader stands at the start; no province (T-41)."""
FIRST_TILE_SLOTS = (1, 3, 5)
"""II, IV and VI (T-09)."""


class Act(IntEnum):
    """The six actions, numbered like their trays."""

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
    """Bonus tiles. Demand symbols 0..2 come first; those for commodities follow."""

    WORKERS = 3
    LEGIONNAIRES = 4
    BONUS_TILES = 5
    COMMODITIES = 6


class Side(IntEnum):
    """How a bonus tile lies before its owner."""

    NOT_OWNED = 0
    YELLOW = 1
    GREY = 2


class Source(IntEnum):
    """Where points come from."""

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
    """What can be pending, with the meaning of a frame's two details."""

    OVER = 1
    ARRANGE = 2  # a: how many seats have finished; b: tray
    REVEAL = 3  # settles itself: Trajan tiles, bonus tiles and cards are shown
    TAKE_CARDS = 4  # a: how many seats have finished; b: cards this seat has taken
    CHOOSE_TILES = 5  # a: how many seats have finished; b: tiles this seat has chosen
    TURN = 6  # a: seat; b: 1 once it has begun
    LAY = 7  # a: tray that gets the next marker
    FULFIL = 8  # a: target tray
    PLACE_PLUS_TWO = 9
    PERFORM = 10  # a: action; b: performances to follow this one (T-80)
    DISCARD = 11
    DISPLAY = 12  # a: cards laid so far
    LOAD = 13  # a: ship
    EXTRA = 14
    END_OF_TURN = 15  # a: rounds that end with it; settles itself
    END_OF_ROUND = 16  # settles itself
    CONSUL = 17
    CLOSE_QUARTER = 18  # settles itself


class Player:
    """What lies before one seat, and its figures on the board."""

    trays: Annotated[Grid, cells(TRAYS, COLOURS)]
    """trays[tray, colour]: markers lying there."""
    slots: Annotated[Row, cells(TRAYS)]
    """Trajan tile at each tray, NONE if free."""
    arch: Index
    """Slot of the arch, or CENTRE."""
    hand: Annotated[Row, cells(COMMODITIES)]
    """Hand cards by good."""
    known: Annotated[Row, cells(COMMODITIES)]
    """Those of them that everybody saw being taken (T-111)."""
    older: Annotated[Row, cells(COMMODITIES)]
    """Those that nobody saw, drawn before the hidden pile was last made anew (T-25): they come from another bag."""
    display: Annotated[Row, cells(COMMODITIES)]
    tiles: Annotated[Row, cells(FORUM_TILE_KINDS)]
    """Forum and extra-action tiles on the mat."""
    kept: Annotated[Row, cells(DEMAND_SYMBOLS)]
    """Demand Trajan tiles kept on the mat (T-14)."""
    plus_two: Annotated[Row, cells(TRAYS)]
    """1 where a [+2] marker lies on an action."""
    constructions: Annotated[Grid, cells(CONSTRUCTION_TYPES, CONSTRUCTION_LEVELS)]
    """1 for each construction tile on the mat."""
    bonus: Annotated[Row, cells(BONUS_TILES)]
    """Side of each bonus tile."""
    supply: Count
    legionnaires: Count
    workers: Count
    """Figures: in the supply, in the military camp, in the worker camp."""
    leader: Index
    """Province of the leader, or CAMP."""
    occupied: Annotated[Row, cells(PROVINCES)]
    """1 where an own legionnaire stands."""
    built: Annotated[Row, cells(SITES)]
    """1 where an own worker stands."""
    senate: Index
    """Space on the senate track."""
    arrival: Index
    """Order in which the discs last moved, 0 the earliest: later is higher in a stack (T-60)."""
    points: Points
    """137 is 137, never 37 on the second lap; below 0 is possible (T-91)."""
    sources: Annotated[Row, cells(SOURCES, of=np.int16)]
    """The same points by where they came from."""


class State:
    """The table."""

    players: Annotated[Sequence[Player], cells(SEATS, of=Player)]
    seats: Count
    first: Index
    """The first player, drawn at random (T-01)."""
    seat: Index
    """Whose decision it is; NONE when the game is over."""
    active: Index
    """Whose turn it is."""
    turns: Points
    """Turns begun."""
    quarters_done: Count
    rounds_done: Count
    """Quarters completed, and rounds of the quarter that runs."""
    time: Points
    """Spaces of the time track walked in this cycle."""

    sowing: Annotated[Row, cells(COLOURS)]
    """Markers in the hand of the seat that sows, or arranges them (T-04)."""
    load: Annotated[Row, cells(COMMODITIES + 1)]
    """Cards and wilds on the ship being loaded."""
    performed: Annotated[Row, cells(TRAYS)]
    """1 for each action performed this turn (T-82)."""

    forum: Annotated[Row, cells(FORUM_SPACES + EXTRA_SPACES)]
    """Kind of the tile on each space, NONE if empty; the last three are for extra-action tiles."""
    province_tiles: Annotated[Row, cells(PROVINCES)]
    site_tiles: Annotated[Row, cells(SITES)]
    """Construction tile on each site (type * 4 + level), NONE if empty."""
    forum_bag: Annotated[Row, cells(FORUM_TILE_KINDS)]
    extra_bag: Annotated[Row, cells(TRAYS)]
    """Tiles not yet laid out."""

    tops: Annotated[Row, cells(STACKS)]
    """Top Trajan tile of each stack, NONE if the stack is empty or not yet shown."""
    below: Annotated[Grid, cells(STACKS, TILES_IN_STACK)]
    """1 for each tile that lies below the top of its stack, in an order nobody knows."""

    pile: Annotated[Row, cells(COMMODITIES)]
    """The hidden pile."""
    open: Annotated[Grid, cells(PILES, CARDS)]
    """The open piles from the bottom up."""
    open_size: Annotated[Row, cells(PILES)]
    ships: Annotated[Row, cells(3)]
    """0 coloured, 1 grey."""

    bonus_bag: Annotated[Row, cells(BONUS_TILES)]
    bonus_shown: Annotated[Row, cells(BONUS_SPACES)]
    demand_bag: Annotated[Row, cells(DEMAND_SYMBOLS)]
    """Not yet shown, the three removed ones among them: nobody knows which those are (T-02)."""
    demands: Annotated[Row, cells(3)]
    """Demands of this quarter, NONE where not yet shown."""

    agenda: Annotated[Agenda, agenda_of(AGENDA_DEPTH)]
    chance: Chance


STATE = layout(State)
