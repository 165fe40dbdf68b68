"""What a district is drawn from: one view, one language, and what several districts ask of them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ulpia.games.trajan import names
from ulpia.render.layout import rivals_of
from ulpia.render.words import Speech

Player = Mapping[str, Any]


class Scene:
    """One view being drawn. A passer-by sees the table from behind the first seat.

    Nothing is asked of the view before it is needed: what a district asks is what its picture depends on.
    """

    def __init__(self, view: Mapping[str, Any], speech: Speech, small: bool = False) -> None:
        self.view = view
        self.small = small
        """For a screen as wide as a hand."""
        self.speech = speech
        self.say = speech.say
        self.noun = speech.noun

    @cached_property
    def players(self) -> Sequence[Player]:
        """Everybody, by seat."""
        seated: Sequence[Player] = self.view["players"]
        return seated

    @cached_property
    def own(self) -> int:
        """The seat from which the table is seen."""
        return self.view["viewer"] or 0

    @cached_property
    def me(self) -> Player:
        """Who sits there."""
        return self.players[self.own]

    @cached_property
    def rivals(self) -> list[int]:
        """The others, in the order of play."""
        return rivals_of(self.view["viewer"], self.view["seats"])

    @cached_property
    def asked(self) -> str:
        """What the viewer is asked; nothing while another decides."""
        is_mine = self.view["seat"] == self.view["viewer"] and self.view["question"]
        return self.view["question"]["kind"] if is_mine else ""

    @cached_property
    def about(self) -> str:
        """What that turns on."""
        return (self.view["question"]["about"] or "") if self.asked else ""

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.speech.name(seat)

    def names_of(self, key: str, seats: list[int]) -> list[str]:
        """The same sentence about several seats."""
        return [self.say(key, name=self.name(seat)) for seat in seats]

    def votes(self, player: Player) -> int:
        """T-91: the space of the disc, and tiles."""
        track: int = self.view["senate"]["votes"][player["senate"]]
        tiles: int = sum(int(kind[-1]) * count for kind, count in player["tiles"].items() if kind.startswith("votes"))
        return track + tiles

    def met(self, player: Player) -> list[bool]:
        """For each demand shown: could the player meet it as things are? Kept ones first, then tiles, then wilds."""
        left = {d: player["kept_demands"].get(d, 0) + player["tiles"].get(d, 0) for d in names.DEMANDS}
        wilds = player["tiles"].get("any demand", 0)
        answers = []
        for demand in self.view["demands"]:
            if left[demand]:
                left[demand] -= 1
                answers.append(True)
            else:
                answers.append(wilds > 0)
                wilds -= 1
        return answers

    def winner(self) -> int:
        """T-105: most points; ties go to the disc that came later."""
        arrival = self.view["senate"]["discs"]
        return max(range(len(self.players)), key=lambda seat: (self.players[seat]["points"], arrival.index(seat)))


def hyphened(name: str) -> str:
    """A name as part of an id."""
    return name.replace(" ", "-")


def spread(count: int, start: float, room: float, step: float) -> list[float]:
    """Where so many things begin, a step apart, closer where the room is short."""
    if count > 1:
        step = min(step, room / count)
    return [start + step * i for i in range(count)]
