"""The view of Forum Trajanum: what one viewer knows of a table.   F-90, F-91."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from ulpia.core.view import PlayerView, View


class Streets(Struct, frozen=True, gc=False):
    """The street cards."""

    shown: Sequence[str]
    """The two street cards of this round; empty before the first round."""
    left: Mapping[str, int]
    """Street cards that have not been turned up."""


class TrajanCard(Struct, frozen=True, gc=False):
    """The Trajan card of a cycle: two tasks."""

    build: str
    """Task about buildings."""
    collect: str
    """Task about resources and other things to own."""


class Stock(Struct, frozen=True, gc=False):
    """The building tiles of one colour."""

    structure: str
    """Structure on the coloured side."""
    grey: str
    """Grey building on the other side."""
    singles: int
    """Single tiles left."""
    doubles: int
    """Double tiles left."""


class ForumSquare(Struct, frozen=True, gc=False):
    """A square of the forum."""

    colour: str
    """Colour of the square, or `eagle`."""
    envoy: int | None
    """Seat whose envoy stands there."""
    area: int | None
    """Number of the area that a coloured square belongs to; null for an eagle."""


class Area(Struct, frozen=True, gc=False):
    """An area of the forum: squares of one colour, joined by their sides."""

    area: int
    """Number of the area."""
    colour: str
    """Colour of its squares."""
    free: int
    """Squares without an envoy."""
    taken: int
    """Squares with an envoy."""
    squares: Sequence[str]
    """Names of its squares."""


class Forum(Struct, frozen=True, gc=False):
    """The forum."""

    squares: Mapping[str, ForumSquare]
    """Squares by name, row by row."""
    areas: Sequence[Area]
    """Areas in the order of their numbers."""


class PrestigeTrack(Struct, frozen=True, gc=False):
    """The prestige track as it is printed."""

    head: Sequence[int]
    """Points for a fulfilled task, by position of the slider."""
    next_cypress: Sequence[int]
    """Position of the next cypress, by position of the slider."""
    last: int
    """The last position."""


class Exchanged(Struct, frozen=True, gc=False):
    """How often the active seat used the exchanges of its citizens in this turn."""

    trades: int
    """Exchanges of money, tribunes and assistants."""
    workers: int
    """Workers trained."""
    builders: int
    """Builders trained."""


class Crane(Struct, frozen=True, gc=False):
    """A crane on a corner of a colonia."""

    colour: str
    """Colour of the crane."""
    open: bool
    """Whether no tile covers the crane."""
    scored: bool
    """Whether the crane has scored."""
    points: int
    """Points of the crane if it scores in this cycle; 0 once it has scored."""


class Square(Struct, frozen=True, gc=False):
    """A square of a colonia."""

    cover: Literal["none", "face down", "open"]
    """Whether a colonia tile lies there, and how."""
    face: str | None
    """Face of an open tile on a corner."""
    building: str | None
    """Building on the square: a grey building, or the colour of a structure."""
    joined: Literal["right", "below", "left", "above"] | None
    """Where the other half of a double lies."""
    temple: bool
    """Whether a temple is printed there."""
    crane: Crane | None
    """The crane on a corner."""


class CitizenRow(Struct, frozen=True, gc=False):
    """A row of citizens."""

    spaces: Sequence[int | None]
    """For each of the two spaces the seat whose tile lies there; null when it is free."""
    active: bool
    """Whether the citizens of the row are active."""
    different_grey: int
    """Number of different grey buildings in the street of the row."""
    multiplier: int
    """Points for each different grey building: 1 and 1 for each active citizen of the row."""
    points: int
    """Points of the row if the cycle ended now."""
    bonus: str
    """What the second citizen of the row gives."""


class Track(Struct, frozen=True, gc=False):
    """The marker of a seat on a premium track."""

    reached: int
    """Space reached, 0 before the first to 4."""
    home: bool
    """Whether the marker stands beside Trajan's Column."""


class Upgraded(Struct, frozen=True, gc=False):
    """The slider after the next upgrade."""

    position: int
    """Position of the slider."""
    head: int
    """Points for a fulfilled task there."""


class Prestige(Struct, frozen=True, gc=False):
    """The slider of a seat on the prestige track."""

    position: int
    """Position of the slider, from 0."""
    reverse: bool
    """Whether the slider lies on its reverse."""
    head: int
    """Points for a fulfilled task."""
    upgraded: Upgraded
    """Where the next upgrade leads."""
    group_points: Sequence[int]
    """Points for a group of 1, 2, 3, … envoys."""


class Taken(Struct, frozen=True, gc=False):
    """What the viewer has taken for one street card."""

    done: bool
    """Whether the card has been dealt with."""
    square: str | None
    """Square that the tile was taken from."""
    face: str | None
    """Face of the tile."""
    tribune: bool
    """Whether a tribune was paid for it."""


class Taking(Struct, frozen=True, gc=False):
    """What the viewer has taken in this round, which no other seat knows before all have passed on."""

    first: Taken
    """For the first street card."""
    second: Taken
    """For the second street card."""
    keeps: str | None
    """Face of the tile that the viewer will keep."""

    def card(self, name: str) -> Taken:
        """Return what was taken for the street card of this name."""
        return self.first if name == "first" else self.second


class Forecast(Struct, frozen=True, gc=False):
    """What a seat would score if the cycle ended now."""

    cranes: int
    """Points for cranes."""
    colonia: int
    """Points for the colonia."""
    envoys: int
    """Number of envoys in the largest group."""
    group: int
    """Points for the largest group of envoys."""
    eagles: int
    """Points for eagles."""
    build: int
    """How often the building task of the Trajan card is fulfilled."""
    collect: int
    """How often the collecting task of the Trajan card is fulfilled."""


class ForumTrajanumPlayerView(PlayerView, frozen=True, kw_only=True, gc=False):
    """What the viewer knows of one seat."""

    newcomer: bool
    """Whether the seat plays as a newcomer."""
    colonia: Mapping[str, Square]
    """Squares of the colonia by name, row by row."""
    street_of: Mapping[str, str]
    """Street of the own colonia that each street card means."""
    streets: Sequence[str]
    """Streets of the own colonia that the two shown cards mean."""
    resources: Mapping[str, int]
    """Resources by name; a worker has the name of its colour."""
    citizens: Mapping[str, CitizenRow]
    """Rows of citizens by name, from the top down."""
    active_citizens: int
    """Number of active citizens."""
    column_points: int
    """Points of a column built now, or of a marker that goes beside Trajan's Column now."""
    tracks: Mapping[str, Track]
    """Own marker on each premium track."""
    prestige: Prestige
    """Own slider on the prestige track."""
    ship: int
    """Envoys waiting on the ship."""
    first_envoy: str | None
    """Face of the tile that went to the ship at the start; `hidden` where the viewer does not know it."""
    own: str | None
    """Face of the tile kept in this round; `hidden` where the viewer does not know it."""
    passed: str | None
    """Face of the tile passed to the right neighbour; `hidden` where the viewer does not know it."""
    gets_from: int
    """The left neighbour, whose tile this seat receives."""
    passes_to: int
    """The right neighbour, who receives the tile that this seat passes on."""
    can_pay_both: bool
    """Whether the seat has the tribunes to use both its own tile and another one."""
    received: str | None
    """Face of the tile received from the left neighbour; `hidden` where the viewer does not know it."""
    opened: Sequence[str]
    """Faces taken from corners in this round that are known to be among the own and the passed tile."""
    taking: Taking | None
    """What the seat has taken in this round; null for other seats."""
    beside: Mapping[str, int]
    """Tiles of the left neighbour that lie open beside the colonia, by face."""
    left_game: int
    """Number of own tiles that have left the game."""
    unseen: Mapping[str, int]
    """Faces of the tiles of this seat that the viewer has not seen."""
    forecast: Forecast
    """What the seat would score if the cycle ended now."""


class ForumTrajanumView(View, frozen=True, kw_only=True, gc=False):
    """What one viewer knows of a table of Forum Trajanum."""

    side: Literal["A", "B"]
    """Side of the boards."""
    newcomers: Sequence[int]
    """Seats that play as newcomers."""
    cycle: int
    """Cycle that runs, from 1."""
    round: int
    """Round of the game, from 1."""
    rounds: int
    """Number of rounds in the game."""
    streets: Streets
    """The street cards."""
    trajan_cards: Sequence[TrajanCard | None]
    """Trajan card of each cycle; null in a game without Trajan cards."""
    fragment: int
    """Points of a column in this cycle, before those for active citizens."""
    fragments: Sequence[int]
    """The same for each cycle."""
    crane_points: int
    """Points that a crane scores in this cycle for each structure of its colour."""
    crane_points_of_cycles: Sequence[int]
    """The same for each cycle."""
    stock: Mapping[str, Stock]
    """Building tiles left, by colour."""
    forum: Forum
    """The forum."""
    premiums: Mapping[str, Sequence[str]]
    """First to fourth premium of each track."""
    row_bonuses: Mapping[str, str]
    """What the second citizen of each row gives."""
    area_points: int
    """Points of the area bonus that gives points."""
    prestige: PrestigeTrack
    """The prestige track as it is printed."""
    exchanged: Exchanged
    """Exchanges of the active seat in this turn."""
    players: Sequence[ForumTrajanumPlayerView]
    """Every seat as far as the viewer knows it, in the order of seats."""
