"""The scene of Trajan: one view, one language, and what several districts need of them."""

from collections.abc import Sequence
from functools import cached_property

from ulpia.games.trajan.view.types import TrajanPlayerView as Player
from ulpia.games.trajan.view.types import TrajanView
from ulpia.render.scene import Scene as SharedScene

__all__ = ["Player", "Scene", "TrajanView", "hyphened", "spread"]


class Scene(SharedScene[TrajanView]):
    """One view of Trajan being drawn."""

    @cached_property
    def players(self) -> Sequence[Player]:
        """All players, by seat."""
        return self.view.players

    @cached_property
    def me(self) -> Player:
        """The player from whose seat the table is seen."""
        return self.players[self.own]

    @cached_property
    def asked(self) -> str:
        """The kind of question that the viewer is asked; empty while another seat decides."""
        return self.question.kind

    @cached_property
    def about(self) -> str:
        """The thing that the question is about."""
        return self.question.about or ""


def hyphened(name: str) -> str:
    """Return a name as part of an id."""
    return name.replace(" ", "-")


def spread(count: int, start: float, room: float, step: float) -> list[float]:
    """Return where so many things begin, a step apart, closer where the room is short."""
    if count > 1:
        step = min(step, room / count)
    return [start + step * i for i in range(count)]
