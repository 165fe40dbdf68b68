"""All actions of Trajan: the number, the notation and a frozen dataclass of each.

This is the only module that knows the numbers. A block of actions starts at its name: SOW + tray, BUILD + site. Options
are listed in the order of the blocks.
"""

from dataclasses import dataclass

from ulpia.core.actions import Action, ActionSpace
from ulpia.games.trajan import names


@dataclass(frozen=True)
class Arrange(Action):
    """Set-up: lay two markers into the next tray (T-04)."""

    first: str
    second: str

    def __str__(self) -> str:
        return f"arrange {self.first} {self.second}"


@dataclass(frozen=True)
class DrawCard(Action):
    """Set-up: draw a card from the hidden pile (T-08)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True)
class TakeCard(Action):
    """Take the top card of an open pile (T-08, T-21)."""

    pile: str

    def __str__(self) -> str:
        return f"take {self.pile}"


@dataclass(frozen=True)
class ChooseTile(Action):
    """Take the top Trajan tile of a stack (T-09, T-50)."""

    stack: str

    def __str__(self) -> str:
        return f"tile {self.stack}"


@dataclass(frozen=True)
class Sow(Action):
    """Take up all markers of a tray (T-10)."""

    tray: str

    def __str__(self) -> str:
        return f"sow {self.tray}"


@dataclass(frozen=True)
class Lay(Action):
    """Lay a marker into the next tray (T-10)."""

    colour: str

    def __str__(self) -> str:
        return f"lay {self.colour}"


@dataclass(frozen=True)
class Fulfil(Action):
    """Fulfil the Trajan tile at the target tray, with its reward or for the points alone (T-12, T-13)."""

    reward: bool = True

    def __str__(self) -> str:
        return "fulfil" if self.reward else "fulfil without reward"


@dataclass(frozen=True)
class LeaveTile(Action):
    """Do not fulfil the tile (T-12)."""

    def __str__(self) -> str:
        return "leave tile"


@dataclass(frozen=True)
class PlusTwo(Action):
    """Put the [+2] marker on an action (T-13)."""

    action: str

    def __str__(self) -> str:
        return f"plus two {self.action}"


@dataclass(frozen=True)
class Forgo(Action):
    """Do not take the [+2] marker (T-13)."""

    def __str__(self) -> str:
        return "forgo"


@dataclass(frozen=True)
class DrawTwo(Action):
    """Draw 2 cards; 1 is discarded afterwards (T-20)."""

    def __str__(self) -> str:
        return "draw two"


@dataclass(frozen=True)
class Discard(Action):
    """Discard a hand card onto an open pile (T-20)."""

    good: str
    pile: str

    def __str__(self) -> str:
        return f"discard {self.good} {self.pile}"


@dataclass(frozen=True)
class Display(Action):
    """Lay a hand card into the display and draw another for it (T-22)."""

    good: str

    def __str__(self) -> str:
        return f"display {self.good}"


@dataclass(frozen=True)
class Enough(Action):
    """Lay no second card into the display (T-22)."""

    def __str__(self) -> str:
        return "enough"


@dataclass(frozen=True)
class Ship(Action):
    """Choose a ship and load the first card, pair or wild (T-23, T-24)."""

    ship: str
    goods: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("ship", self.ship, *self.goods))


@dataclass(frozen=True)
class Load(Action):
    """Load one more card, wild or pair (T-23, T-24)."""

    goods: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("load", *self.goods))


@dataclass(frozen=True)
class Sail(Action):
    """Finish loading and score the ship (T-23)."""

    def __str__(self) -> str:
        return "sail"


@dataclass(frozen=True)
class TakeTile(Action):
    """Take a tile from the forum (T-30)."""

    tile: str

    def __str__(self) -> str:
        return f"take {self.tile}"


@dataclass(frozen=True)
class Recruit(Action):
    """Move a figure into the military camp (T-40)."""

    def __str__(self) -> str:
        return "recruit"


@dataclass(frozen=True)
class March(Action):
    """Move the leader to a neighbouring province (T-41)."""

    province: str

    def __str__(self) -> str:
        return f"march {self.province}"


@dataclass(frozen=True)
class Occupy(Action):
    """Move a legionnaire to the leader's province (T-42)."""

    def __str__(self) -> str:
        return "occupy"


@dataclass(frozen=True)
class Advance(Action):
    """Advance one space along the senate track (T-60)."""

    def __str__(self) -> str:
        return "advance"


@dataclass(frozen=True)
class Hire(Action):
    """Move a figure into the worker camp (T-70)."""

    def __str__(self) -> str:
        return "hire"


@dataclass(frozen=True)
class Build(Action):
    """Move a worker onto a site (T-71)."""

    site: str

    def __str__(self) -> str:
        return f"build {self.site}"


@dataclass(frozen=True)
class Pass(Action):
    """Do not perform the action (T-16, T-72, T-80)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Repeat(Action):
    """Give up an extra-action tile, or a wild, to perform an action again (T-80)."""

    action: str
    wild: bool = False

    def __str__(self) -> str:
        return f"repeat {self.action}" + (" wild" if self.wild else "")


@dataclass(frozen=True)
class EndTurn(Action):
    """Use no extra-action tile (T-80)."""

    def __str__(self) -> str:
        return "end turn"


@dataclass(frozen=True)
class ChooseBonus(Action):
    """The consul takes one of the two bonus tiles (T-92)."""

    tile: str

    def __str__(self) -> str:
        return f"bonus {self.tile}"


_SPACE = ActionSpace()
_block = _SPACE.block

COLOUR_PAIRS = tuple((a, b) for a in range(len(names.COLOURS)) for b in range(a, len(names.COLOURS)))
WILD = len(names.GOODS)
"""Stands for a wild where an action names a good."""
ITEMS = (*names.GOODS, "wild")
PAIRS: tuple[tuple[str, str], ...] = (
    *((good, good) for good in names.GOODS),
    *((good, "wild") for good in names.GOODS),
    ("wild", "wild"),
)

ARRANGE = _block(Arrange(names.COLOURS[a], names.COLOURS[b]) for a, b in COLOUR_PAIRS)
DRAW_CARD = _block([DrawCard()])
TAKE_CARD = _block(TakeCard(pile) for pile in names.PILES)
CHOOSE_TILE = _block(ChooseTile(stack) for stack in names.STACKS)
SOW = _block(Sow(tray) for tray in names.TRAYS)
LAY = _block(Lay(colour) for colour in names.COLOURS)
FULFIL = _block([Fulfil()])
FULFIL_WITHOUT_REWARD = _block([Fulfil(reward=False)])
LEAVE_TILE = _block([LeaveTile()])
PLUS_TWO = _block(PlusTwo(action) for action in names.TRAYS)
FORGO = _block([Forgo()])
DRAW_TWO = _block([DrawTwo()])
DISCARD = _block(Discard(good, pile) for good in names.GOODS for pile in names.PILES)
DISPLAY = _block(Display(good) for good in names.GOODS)
ENOUGH = _block([Enough()])
SHIP_EQUAL = _block(Ship("equal", (item,)) for item in ITEMS)
SHIP_PAIRS = _block(Ship("pairs", pair) for pair in PAIRS)
SHIP_DIFFERENT = _block(Ship("different", (item,)) for item in ITEMS)
LOAD = _block(Load((item,)) for item in ITEMS)
LOAD_PAIR = _block(Load(pair) for pair in PAIRS)
SAIL = _block([Sail()])
TAKE_TILE = _block(TakeTile(tile) for tile in names.FORUM_TILES)
RECRUIT = _block([Recruit()])
MARCH = _block(March(province) for province in names.PROVINCES)
OCCUPY = _block([Occupy()])
ADVANCE = _block([Advance()])
HIRE = _block([Hire()])
BUILD = _block(Build(site) for site in names.SITES)
PASS = _block([Pass()])
REPEAT = _block(Repeat(action) for action in names.TRAYS)
REPEAT_WILD = _block(Repeat(action, wild=True) for action in names.TRAYS)
END_TURN = _block([EndTurn()])
CHOOSE_BONUS = _block(ChooseBonus(tile) for tile in names.BONUS_TILES)

ACTIONS = tuple(_SPACE.actions)
