"""The scene of Forum Trajanum: one view, one language, and what several districts need of them."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from ulpia.core.view import Question
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import ROUNDS_IN_CYCLE
from ulpia.games.forum_trajanum.view.types import ForumTrajanumPlayerView as Player
from ulpia.games.forum_trajanum.view.types import ForumTrajanumView
from ulpia.render.scene import NO_QUESTION
from ulpia.render.scene import Scene as SharedScene
from ulpia.render.svg import NOTHING, Element
from ulpia.render.uncertainty import doubt_sign

__all__ = ["ForumTrajanumView", "Player", "Scene"]

TAKING = ("take", "keep")
"""Questions about taking tiles."""
ROW_NUMBER = {row: number for number, row in enumerate(names.CITIZEN_ROWS, 1)}


class Scene(SharedScene[ForumTrajanumView]):
    """One view of Forum Trajanum being drawn."""

    @cached_property
    def players(self) -> Sequence[Player]:
        """All players, by seat."""
        return self.view.players

    @cached_property
    def me(self) -> Player:
        """The player from whose seat the table is seen."""
        return self.players[self.own]

    @cached_property
    def question(self) -> Question:
        """What the large seat is asked; a spectator sees what the first seat is asked."""
        asked = self.view.question
        return asked if asked is not None and self.view.seat == self.own else NO_QUESTION

    @cached_property
    def asked(self) -> str:
        """The kind of question that the large seat is asked; empty while another seat decides."""
        return self.question.kind

    @cached_property
    def about(self) -> str:
        """The thing that the question is about."""
        return self.question.about or ""

    @cached_property
    def giver(self) -> int:
        """The seat whose tiles the large seat receives."""
        return self.me.gets_from

    @cached_property
    def structures(self) -> dict[str, str]:
        """The structure of each colour."""
        return structures(self.view)

    def with_doubt(self, label: str, *tables: str) -> str:
        """Return a label that says so where one of these tables of printed figures is a reconstruction."""
        return f"{label}. {self.say('reconstruction')}" if self._is_reconstructed(tables) else label

    def doubt(self, cx: float, cy: float, *tables: str) -> Element:
        """Draw the sign for such figures, or nothing."""
        return doubt_sign(cx, cy, self.say("reconstruction")) if self._is_reconstructed(tables) else NOTHING

    def _is_reconstructed(self, tables: tuple[str, ...]) -> bool:
        return not set(tables).isdisjoint(self.view.reconstructed)

    @cached_property
    def is_taking(self) -> bool:
        """Whether any seat is taking tiles."""
        question = self.view.question
        return question is not None and question.kind in TAKING

    @cached_property
    def round_of_cycle(self) -> int:
        """The round within its cycle, from 1."""
        return (self.view.round - 1) % ROUNDS_IN_CYCLE + 1


def structures(view: ForumTrajanumView) -> dict[str, str]:
    """Return the structure of each colour."""
    return {colour: view.stock[colour].structure for colour in names.COLOURS}


def cell_id(square: str) -> str:
    """Return the id of a square of the colonia, by row and column: c4 is cell-4-3."""
    return f"cell-{square[1:]}-{ord(square[0]) - 96}"


def square_id(square: str) -> str:
    """Return the id of a square of the forum, by row and column: c4 is square-4-3."""
    return f"square-{square[1:]}-{ord(square[0]) - 96}"


def slug(words: str) -> str:
    """Return words as part of an id."""
    return words.replace(" ", "-")


def built_symbol(building: str, structure_of: Mapping[str, str]) -> str:
    """Return the symbol of a building: of a grey one by its name, of a structure by colour and kind."""
    return f"built-{building}-{structure_of[building]}" if building in structure_of else f"built-{building}"


def good_symbol(name: str, structure_of: Mapping[str, str]) -> str:
    """Return the symbol of a resource; that of a worker shows the structure too."""
    return f"good-{name}-{structure_of[name]}" if name in structure_of else f"good-{name}"
