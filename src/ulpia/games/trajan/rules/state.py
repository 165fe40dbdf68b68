"""The state of a game of Trajan: one record that holds everything.

Names used throughout this package:
    f       the printed figures (facts.py)
    s       the state; me or player is one seat's part of it
    seat    0..3, clockwise
    tray    0..5, clockwise round the action circle; an action has its tray's number
    colour  0..5, of an action marker
    good    0..11, of a commodity card; 12 is a wild where one may stand in
    tile    0..53, a Trajan tile: nine for each of the six stacks
    kind    0..16, of a forum tile

Pieces in an unknown order are kept as a bag of counts and drawn when they are turned up (T-110): a hidden order that
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
from ulpia.games.trajan.constants import (
    AGENDA_DEPTH,
    BONUS_SPACES,
    BONUS_TILES,
    CAMP,
    CARDS,
    CENTRE,
    COLOURS,
    COMMODITIES,
    CONSTRUCTION_LEVELS,
    CONSTRUCTION_TYPES,
    DEMAND_SYMBOLS,
    EXTRA_SPACES,
    FORUM_SPACES,
    FORUM_TILE_KINDS,
    FRAMES,
    PILES,
    PROVINCES,
    QUARTERS,
    ROUNDS,
    SEATS,
    SENATE_SPACES,
    SITES,
    SOURCES,
    STACKS,
    TILES_IN_STACK,
    TRAJAN_TILES,
    TRAYS,
    Side,
)


class Player:
    """One seat: its mat and its figures on the board."""

    trays: Annotated[Grid, cells(TRAYS, COLOURS)]
    """trays[tray, colour]: number of markers."""
    slots: Annotated[Row, cells(TRAYS, low=NONE, high=TRAJAN_TILES - 1)]
    """Trajan tile at each tray, NONE if free."""
    arch: Annotated[int, between(0, CENTRE)]
    """Slot at which the arch stands, or CENTRE."""
    hand: Annotated[Row, cells(COMMODITIES)]
    """Hand cards by good."""
    known: Annotated[Row, cells(COMMODITIES)]
    """Hand cards that everybody saw being taken (T-111)."""
    older: Annotated[Row, cells(COMMODITIES)]
    """Unseen hand cards drawn before the last new hidden pile (T-25): they come from another bag."""
    display: Annotated[Row, cells(COMMODITIES)]
    tiles: Annotated[Row, cells(FORUM_TILE_KINDS)]
    """Forum and extra-action tiles on the mat."""
    kept: Annotated[Row, cells(DEMAND_SYMBOLS)]
    """Demand Trajan tiles kept on the mat (T-14)."""
    plus_two: Annotated[Row, cells(TRAYS, high=1)]
    """1 where a [+2] marker lies on an action."""
    constructions: Annotated[Grid, cells(CONSTRUCTION_TYPES, CONSTRUCTION_LEVELS, high=1)]
    """1 for each construction tile on the mat."""
    bonus: Annotated[Row, cells(BONUS_TILES, high=Side.GREY)]
    """Side of each bonus tile."""
    supply: Count
    legionnaires: Count
    workers: Count
    """Figures in the supply, in the military camp, in the worker camp."""
    leader: Annotated[int, between(0, CAMP)]
    """Province of the leader, or CAMP."""
    occupied: Annotated[Row, cells(PROVINCES, high=1)]
    """1 for each province with a legionnaire of the seat."""
    built: Annotated[Row, cells(SITES, high=1)]
    """1 for each site with a worker of the seat."""
    senate: Annotated[int, between(0, SENATE_SPACES - 1)]
    """Space on the senate track."""
    arrival: Annotated[int, between(0, SEATS - 1)]
    """Order in which the discs last moved, 0 the earliest: a later one lies higher in a stack (T-60)."""
    points: Points
    """All points: a second lap of the track is not subtracted, and they can be negative (T-91)."""
    sources: Annotated[Row, cells(SOURCES, of=np.int16)]
    """The same points by source."""


class State:
    """The whole table."""

    players: Annotated[Sequence[Player], cells(SEATS, of=Player)]
    seats: Annotated[int, between(2, SEATS)]
    first: Annotated[int, between(0, SEATS - 1)]
    """The first player, drawn at random (T-01)."""
    seat: Annotated[int, between(NONE, SEATS - 1)]
    """The seat that decides; NONE when the game is over."""
    active: Annotated[int, between(0, SEATS - 1)]
    """The seat whose turn it is."""
    turns: Points
    """Number of turns begun."""
    quarters_done: Annotated[int, between(0, QUARTERS)]
    rounds_done: Annotated[int, between(0, ROUNDS - 1)]
    """Quarters completed, and rounds completed in the current quarter."""
    time: Annotated[int, between(0, 127, of=np.int16)]
    """Spaces of the time track walked in this round."""

    sowing: Annotated[Row, cells(COLOURS)]
    """Markers in the hand of the seat that sows or arranges (T-04)."""
    load: Annotated[Row, cells(COMMODITIES + 1)]
    """Cards and wilds on the ship being loaded."""
    performed: Annotated[Row, cells(TRAYS, high=1)]
    """1 for each action performed this turn (T-82)."""

    forum: Annotated[Row, cells(FORUM_SPACES + EXTRA_SPACES, low=NONE, high=FORUM_TILE_KINDS - 1)]
    """Kind of the tile on each space, NONE if empty; the last three are for extra-action tiles."""
    province_tiles: Annotated[Row, cells(PROVINCES, low=NONE, high=FORUM_TILE_KINDS - 1)]
    site_tiles: Annotated[Row, cells(SITES, low=NONE, high=CONSTRUCTION_TYPES * CONSTRUCTION_LEVELS - 1)]
    """Construction tile on each site (type * 4 + level), NONE if empty."""
    forum_bag: Annotated[Row, cells(FORUM_TILE_KINDS)]
    extra_bag: Annotated[Row, cells(TRAYS)]
    """Tiles not yet drawn."""

    tops: Annotated[Row, cells(STACKS, low=NONE, high=TRAJAN_TILES - 1)]
    """Top Trajan tile of each stack, NONE if the stack is empty or not yet shown."""
    below: Annotated[Grid, cells(STACKS, TILES_IN_STACK, high=1)]
    """1 for each tile below the top of its stack; their order is unknown."""

    pile: Annotated[Row, cells(COMMODITIES)]
    """The hidden pile."""
    open: Annotated[Grid, cells(PILES, CARDS, high=COMMODITIES - 1)]
    """The open piles, each from the bottom up."""
    open_size: Annotated[Row, cells(PILES, high=CARDS)]
    ships: Annotated[Row, cells(3, high=1)]
    """0 coloured, 1 grey."""

    bonus_bag: Annotated[Row, cells(BONUS_TILES, high=1)]
    bonus_shown: Annotated[Row, cells(BONUS_SPACES, low=NONE, high=BONUS_TILES - 1)]
    demand_bag: Annotated[Row, cells(DEMAND_SYMBOLS)]
    """Demands not yet shown, including the three that were removed unseen (T-02)."""
    demands: Annotated[Row, cells(3, low=NONE, high=DEMAND_SYMBOLS - 1)]
    """Demands of this quarter, NONE where not yet shown."""

    agenda: Annotated[Agenda, agenda_of(AGENDA_DEPTH, FRAMES)]
    chance: Chance


STATE = layout(State)
