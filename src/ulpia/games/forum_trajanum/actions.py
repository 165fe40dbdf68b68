"""All actions of Forum Trajanum: the number, the notation and a frozen dataclass of each.

This is the only module that knows the numbers. A block of actions starts at its name: KEEP + face, PLACE + square.
Options are listed in the order of the blocks.
"""

from dataclasses import dataclass

from ulpia.core.actions import Action, ActionSpace
from ulpia.games.forum_trajanum import names


@dataclass(frozen=True)
class Crane(Action):
    """Set-up: choose the crane of the next corner (F-03)."""

    colour: str

    def __str__(self) -> str:
        return f"crane {self.colour}"


@dataclass(frozen=True)
class Corner(Action):
    """Set-up: lay a citizen onto a corner; the other one goes to the opposite corner (F-04)."""

    citizen: str
    square: str

    def __str__(self) -> str:
        return f"corner {self.citizen} {self.square}"


@dataclass(frozen=True)
class Welcome(Action):
    """Set-up: a newcomer takes the citizen from a corner (F-07)."""

    square: str

    def __str__(self) -> str:
        return f"welcome {self.square}"


@dataclass(frozen=True)
class Lay(Action):
    """Lay a citizen into a row of its class (F-04, F-23)."""

    row: str

    def __str__(self) -> str:
        return f"lay {self.row}"


@dataclass(frozen=True)
class Take(Action):
    """Take a tile for one of the street cards, from its street or, for a tribune, from anywhere (F-10 to F-12)."""

    square: str
    card: str
    tribune: bool = False

    def __str__(self) -> str:
        return f"take {self.square} {self.card}" + (" tribune" if self.tribune else "")


@dataclass(frozen=True)
class TakeNothing(Action):
    """Take no tile for a street card whose street is empty (F-13)."""

    card: str

    def __str__(self) -> str:
        return f"take nothing {self.card}"


@dataclass(frozen=True)
class Keep(Action):
    """Keep this one of the two tiles and pass the other on (F-14)."""

    face: str

    def __str__(self) -> str:
        return f"keep {self.face}"


@dataclass(frozen=True)
class UseOwn(Action):
    """Use the own tile (F-20)."""

    def __str__(self) -> str:
        return "use own"


@dataclass(frozen=True)
class UseReceived(Action):
    """Use the tile received from the neighbour (F-20)."""

    def __str__(self) -> str:
        return "use received"


@dataclass(frozen=True)
class UseBeside(Action):
    """Use a tile that lies open beside the colonia (F-21)."""

    face: str

    def __str__(self) -> str:
        return f"use {self.face}"


@dataclass(frozen=True)
class UseBoth(Action):
    """Pay two tribunes to use both tiles (F-20)."""

    def __str__(self) -> str:
        return "use both"


@dataclass(frozen=True)
class Trade(Action):
    """Exchange one of money, tribune and assistant for another (F-33)."""

    given: str
    taken: str

    def __str__(self) -> str:
        return f"trade {self.given} {self.taken}"


@dataclass(frozen=True)
class Train(Action):
    """Turn an assistant into a worker or a builder (F-34)."""

    resource: str

    def __str__(self) -> str:
        return f"train {self.resource}"


@dataclass(frozen=True)
class Merge(Action):
    """Turn two workers of one colour into a builder (F-43)."""

    colour: str

    def __str__(self) -> str:
        return f"merge {self.colour}"


@dataclass(frozen=True)
class Build(Action):
    """Choose a building tile and the face it will show (F-42)."""

    tile: str

    def __str__(self) -> str:
        return f"build {self.tile}"


@dataclass(frozen=True)
class Place(Action):
    """Place the building tile (F-40); the grey half of a double lies on the first square."""

    squares: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("place", *self.squares))


@dataclass(frozen=True)
class PayBuilder(Action):
    """Pay a builder for a grey building (F-41)."""

    def __str__(self) -> str:
        return "pay builder"


@dataclass(frozen=True)
class PayTwoWorkers(Action):
    """Pay two workers of one colour for a grey building (F-41)."""

    colour: str

    def __str__(self) -> str:
        return f"pay two {self.colour}"


@dataclass(frozen=True)
class PayWorker(Action):
    """Pay a worker for a coloured structure; of another colour, together with an assistant (F-41)."""

    colour: str

    def __str__(self) -> str:
        return f"pay {self.colour}"


@dataclass(frozen=True)
class RewardFirst(Action):
    """Choose the half of a double that is rewarded first (F-44)."""

    half: str

    def __str__(self) -> str:
        return f"reward {self.half}"


@dataclass(frozen=True)
class Premium(Action):
    """Take a reward of a premium track (F-46)."""

    premium: str

    def __str__(self) -> str:
        return f"premium {self.premium}"


@dataclass(frozen=True)
class Uncover(Action):
    """Take a tile of the colonia and use it at once (F-47)."""

    square: str

    def __str__(self) -> str:
        return f"uncover {self.square}"


@dataclass(frozen=True)
class Worker(Action):
    """Take a worker of any colour (F-35, F-46)."""

    colour: str

    def __str__(self) -> str:
        return f"worker {self.colour}"


@dataclass(frozen=True)
class Gain(Action):
    """Take an area bonus, or the bonus of a second citizen (F-35, F-53)."""

    bonus: str

    def __str__(self) -> str:
        return f"gain {self.bonus}"


@dataclass(frozen=True)
class Envoy(Action):
    """Send an envoy from the ship to the forum (F-50)."""

    square: str

    def __str__(self) -> str:
        return f"envoy {self.square}"


@dataclass(frozen=True)
class PayRow(Action):
    """Pay a money for a citizen row (F-60)."""

    row: str

    def __str__(self) -> str:
        return f"pay {self.row}"


@dataclass(frozen=True)
class LeaveRow(Action):
    """Pay nothing for a citizen row, which becomes inactive (F-60)."""

    row: str

    def __str__(self) -> str:
        return f"leave {self.row}"


@dataclass(frozen=True)
class Decline(Action):
    """Decline: a newcomer's citizen, an open tile, an envoy, one more building (F-07, F-21, F-47, F-50)."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True)
class EndTurn(Action):
    """End the building step (F-43)."""

    def __str__(self) -> str:
        return "end turn"


_SPACE = ActionSpace()
_block = _SPACE.block

TRADES = tuple((a, b) for a in range(len(names.TRADED)) for b in range(len(names.TRADED)) if a != b)
ACROSS = tuple((at, at + 1) for at in range(len(names.SQUARES)) if at % names.SIDE < names.SIDE - 1)
DOWN = tuple((at, at + names.SIDE) for at in range(len(names.SQUARES) - names.SIDE))
SQUARE_PAIRS = (*ACROSS, *DOWN, *((b, a) for a, b in ACROSS), *((b, a) for a, b in DOWN))
"""Pairs of squares that share a side, for a double: the first half of the list one way round, the second the other."""

CRANE = _block(Crane(colour) for colour in names.COLOURS)
CORNER = _block(Corner(citizen, square) for citizen in names.CLASSES for square in names.CORNERS)
WELCOME = _block(Welcome(square) for square in names.CORNERS)
LAY = _block(Lay(row) for row in names.CITIZEN_ROWS)
TAKE = _block(Take(square, card) for card in names.CARDS for square in names.SQUARES)
TAKE_ANY = _block(Take(square, card, tribune=True) for card in names.CARDS for square in names.SQUARES)
TAKE_NOTHING = _block(TakeNothing(card) for card in names.CARDS)
KEEP = _block(Keep(face) for face in names.FACES)
USE_OWN = _block([UseOwn()])
USE_RECEIVED = _block([UseReceived()])
USE_BESIDE = _block(UseBeside(face) for face in names.FACES)
USE_BOTH = _block([UseBoth()])
TRADE = _block(Trade(names.TRADED[a], names.TRADED[b]) for a, b in TRADES)
TRAIN_WORKER = _block(Train(colour) for colour in names.COLOURS)
TRAIN_BUILDER = _block([Train("builder")])
MERGE = _block(Merge(colour) for colour in names.COLOURS)
BUILD = _block(Build(tile) for tile in names.BUILDING_TILES)
PLACE = _block(Place((square,)) for square in names.SQUARES)
PLACE_PAIR = _block(Place((names.SQUARES[a], names.SQUARES[b])) for a, b in SQUARE_PAIRS)
PAY_BUILDER = _block([PayBuilder()])
PAY_TWO_WORKERS = _block(PayTwoWorkers(colour) for colour in names.COLOURS)
PAY_WORKER = _block(PayWorker(colour) for colour in names.COLOURS)
REWARD_GREY = _block([RewardFirst("grey")])
REWARD_COLOURED = _block([RewardFirst("coloured")])
PREMIUM = _block(Premium(premium) for premium in names.PREMIUMS)
UNCOVER = _block(Uncover(square) for square in names.SQUARES)
WORKER = _block(Worker(colour) for colour in names.COLOURS)
GAIN = _block(Gain(bonus) for bonus in names.AREA_BONUSES)
ENVOY = _block(Envoy(square) for square in names.FORUM_SQUARES)
PAY_ROW = _block(PayRow(row) for row in names.CITIZEN_ROWS)
LEAVE_ROW = _block(LeaveRow(row) for row in names.CITIZEN_ROWS)
DECLINE = _block([Decline()])
END_TURN = _block([EndTurn()])

ACTIONS = tuple(_SPACE.actions)
