"""One view to be drawn: whose colonia lies in the large place, and the facts that several districts need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ulpia.games.forum_trajanum import names

View = Mapping[str, Any]
ROUNDS_IN_CYCLE = 4
ROW_NUMBER = {row: number for number, row in enumerate(names.CITIZEN_ROWS, 1)}


@dataclass(frozen=True)
class Scene:
    """What every district is drawn from. A passer-by sees the first seat in the large place."""

    view: View
    language: str
    seat_names: Sequence[str]
    small: bool = False
    """For a screen as wide as a hand."""

    @property
    def seat(self) -> int:
        """Whose colonia, stores and ship are drawn large."""
        viewer: int | None = self.view.viewer
        return 0 if viewer is None else viewer

    @property
    def giver(self) -> int:
        """Whose tiles the large seat receives."""
        return int((self.seat + 1) % self.view.seats)

    @property
    def me(self) -> View:
        """The player of the large place."""
        player: View = self.view.players[self.seat]
        return player

    @property
    def structures(self) -> dict[str, str]:
        """Which structure belongs to a colour."""
        return structures(self.view)

    @property
    def asked(self) -> View:
        """What the large seat is asked now; empty when it is not its decision."""
        question = self.view.question
        return question if question is not None and self.view.seat == self.seat else {"kind": "", "about": None}

    @property
    def is_taking(self) -> bool:
        """Whether tiles are being taken, by whomever."""
        question = self.view.question
        return question is not None and question.kind in ("take", "keep")

    @property
    def round_of_cycle(self) -> int:
        """The round within its cycle, from 1."""
        return int((self.view.round - 1) % ROUNDS_IN_CYCLE) + 1


def structures(view: View) -> dict[str, str]:
    """Which structure belongs to a colour."""
    return {colour: view.stock[colour].structure for colour in names.COLOURS}


def cell_id(square: str) -> str:
    """Row and column of a square of the colonia: c4 is cell-4-3."""
    return f"cell-{square[1:]}-{ord(square[0]) - 96}"


def square_id(square: str) -> str:
    """Row and column of a square of the forum: c4 is square-4-3."""
    return f"square-{square[1:]}-{ord(square[0]) - 96}"


def slug(words: str) -> str:
    """Words as part of an id."""
    return words.replace(" ", "-")


def built_symbol(building: str, structure_of: Mapping[str, str]) -> str:
    """The symbol of a building: a grey one by its name, a structure by colour and kind."""
    return f"built-{building}-{structure_of[building]}" if building in structure_of else f"built-{building}"


def good_symbol(name: str, structure_of: Mapping[str, str]) -> str:
    """The symbol of a resource; a worker is told by the structure too."""
    return f"good-{name}-{structure_of[name]}" if name in structure_of else f"good-{name}"
