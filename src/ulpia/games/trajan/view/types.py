"""The view of Trajan: what one viewer knows of a table.   T-110, T-111."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from ulpia.core.view import PlayerView, View


class Time(Struct, frozen=True, gc=False):
    """The time track."""

    space: int
    """Spaces walked in this round."""
    spaces: int
    """Spaces of one round."""


class TrajanTile(Struct, frozen=True, gc=False):
    """A Trajan tile."""

    tile: int
    """Number of the tile, 0 to 53."""
    stack: str
    """Stack that the tile came from."""
    asks: Sequence[str]
    """Colours of the two markers that fulfil the tile."""
    points: int
    """Points for fulfilling the tile."""
    reward: str
    """What the tile gives besides its points."""


class Stack(Struct, frozen=True, gc=False):
    """One of the six stacks of Trajan tiles."""

    top: TrajanTile | None
    """The tile on top; null when the stack is empty or not yet shown."""
    below: Sequence[TrajanTile]
    """The tiles below the top, in the order of their numbers: nobody knows how they lie."""


class Province(Struct, frozen=True, gc=False):
    """A province."""

    points: int
    """Printed points for occupying the province."""
    tile: str | None
    """Forum tile that lies there."""
    leaders: Sequence[int]
    """Seats whose leader stands there."""
    legionnaires: Sequence[int]
    """Seats that have a legionnaire there."""


class Construction(Struct, frozen=True, gc=False):
    """A construction tile."""

    type: str
    """Type of construction."""
    points: int
    """Points for taking the tile."""


class Site(Struct, frozen=True, gc=False):
    """A construction site."""

    tile: Construction | None
    """The tile that lies there."""
    workers: Sequence[int]
    """Seats that have a worker there."""


class Cards(Struct, frozen=True, gc=False):
    """The piles of commodity cards, and the cards that the viewer has not seen."""

    hidden: int
    """Number of cards in the hidden pile."""
    left: Sequence[str]
    """The left open pile from the bottom up."""
    right: Sequence[str]
    """The right open pile from the bottom up."""
    unseen: Mapping[str, int]
    """Goods in the hidden pile, together with those that other seats drew since the pile was last made."""
    unseen_older: Mapping[str, int]
    """Goods that other seats drew before the hidden pile was last made, and still hold."""

    def pile(self, name: str) -> Sequence[str]:
        """Return the open pile of this name, from the bottom up."""
        return self.left if name == "left" else self.right


class Senate(Struct, frozen=True, gc=False):
    """The senate."""

    bonus_tiles: Sequence[str | None]
    """Bonus tiles that consul and vice consul choose from at the end of the quarter."""
    points: Sequence[int]
    """Points of each space of the track."""
    votes: Sequence[int]
    """Votes of each space of the track."""
    discs: Sequence[int]
    """Seats in the order in which their discs last moved. On one space, a later disc lies higher."""
    ranking: Sequence[int]
    """Seats by their place in the senate if the quarter ended now: consul, vice consul, and so on."""


class Bags(Struct, frozen=True, gc=False):
    """Tiles that have not been laid out."""

    forum_tiles: Mapping[str, int]
    """Forum tiles by kind."""
    extra_actions: Mapping[str, int]
    """Extra-action tiles by action."""
    bonus_tiles: Sequence[str]
    """Bonus tiles."""
    demands: Mapping[str, int]
    """Demand tiles by demand, together with the three that were removed unseen."""


class Printed(Struct, frozen=True, gc=False):
    """Printed figures that stay the same throughout the game."""

    rounds: int
    """Rounds in a quarter."""
    bonus_values: Mapping[str, Sequence[float]]
    """Points that a bonus tile scores for each thing: on its yellow side, on its grey side."""
    grants: Mapping[str, str]
    """Extra action that the first construction tile of a type grants, by type."""
    sets: Sequence[int]
    """Points of a set of three and of a set of four constructions."""
    penalty: Sequence[int]
    """Points for 0, 1, 2, 3 unmet demands."""


class UnknownCards(Struct, frozen=True, gc=False):
    """Numbers of hand cards that the viewer does not know."""

    newer: int
    """Drawn since the hidden pile was last made."""
    older: int
    """Drawn before the hidden pile was last made."""


class TrajanPlayerView(PlayerView, frozen=True, kw_only=True, gc=False):
    """What the viewer knows of one seat."""

    trays: Mapping[str, Mapping[str, int]]
    """Markers in each tray of the action circle, by colour."""
    slots: Mapping[str, TrajanTile | None]
    """Trajan tile at each slot of the action circle."""
    arch: str
    """Slot of the arch, or `centre` when all slots are full."""
    cards: int
    """Number of hand cards."""
    hand: Mapping[str, int] | None
    """Hand cards by good; null for other seats."""
    hand_older: Mapping[str, int] | None
    """Those of the hand cards that were drawn before the hidden pile was last made; null for other seats."""
    known: Mapping[str, int]
    """Hand cards that everybody saw being taken."""
    unknown: UnknownCards
    """Numbers of hand cards that the viewer does not know."""
    display: Mapping[str, int]
    """Cards on display, by good."""
    tiles: Mapping[str, int]
    """Forum and extra-action tiles on the mat."""
    kept_demands: Mapping[str, int]
    """Demand Trajan tiles kept on the mat."""
    demand_tiles: Mapping[str, int]
    """Number of tiles that show each demand: kept Trajan tiles and forum tiles."""
    plus_two: Sequence[str]
    """Actions with a [+2] marker."""
    constructions: Sequence[Construction]
    """Construction tiles on the mat."""
    set_points: Mapping[str, int]
    """Points of the construction tiles of each type as sets at the end of the game, without wilds."""
    bonus_tiles: Mapping[str, Literal["yellow", "grey"]]
    """Own bonus tiles and the side that shows."""
    supply: int
    """Figures in the supply."""
    legionnaires: int
    """Legionnaires in the military camp."""
    workers: int
    """Workers in the worker camp."""
    leader: str
    """Province of the leader, or `camp`."""
    senate: int
    """Space on the senate track, from 0."""
    votes: int
    """Votes if the quarter ended now."""
    demands_met: Sequence[bool]
    """For each of the demands shown, whether the seat could meet it if the quarter ended now."""
    demand_costs: Sequence[int]
    """For each of the demands shown, the points that it would cost if the quarter ended now: 0 if met, otherwise by how
    much it raises the penalty of the unmet ones before it."""


class TrajanView(View, frozen=True, kw_only=True, gc=False):
    """What one viewer knows of a table of Trajan."""

    quarter: int
    """Quarter that runs, from 1."""
    round: int
    """Round of the quarter, from 1."""
    time: Time
    """The time track."""
    forum: Sequence[str | None]
    """Forum tile on each space of the forum."""
    extra_actions: Sequence[str | None]
    """Extra-action tile on each space of the forum."""
    less_per_legionnaire: int
    """Points that each legionnaire of another seat takes from an occupied province."""
    provinces: Mapping[str, Province]
    """Provinces by name."""
    sites: Mapping[str, Site]
    """Construction sites by name, row by row."""
    stacks: Mapping[str, Stack]
    """Stacks of Trajan tiles by name."""
    cards: Cards
    """The piles of commodity cards."""
    ship_points: Mapping[str, Sequence[int]]
    """Points of each ship, as its side shows them, by how much is loaded: 1 card or pair, 2, 3, …"""
    ships: Mapping[str, Literal["coloured", "grey"]]
    """Side that each ship shows."""
    senate: Senate
    """The senate."""
    printed: Printed
    """Printed figures that stay the same throughout the game."""
    demands: Sequence[str]
    """Demands shown in this quarter."""
    bags: Bags
    """Tiles that have not been laid out."""
    sowing: Mapping[str, int]
    """Markers in the hand of the seat that sows or arranges them, by colour."""
    target: str | None
    """Tray of the last marker of the hand that is being sown; null when nobody sows."""
    load: Mapping[str, int]
    """Cards and wilds on the ship that is being loaded."""
    loaded: int
    """How much the ship that is being loaded scores for: cards, or pairs of cards."""
    performed: Sequence[str]
    """Actions performed in this turn."""
    leading: Sequence[int]
    """Seats in first place as points and ties are now; at the end of the game the winner."""
    players: Sequence[TrajanPlayerView]
    """Every seat as far as the viewer knows it, in the order of seats."""
