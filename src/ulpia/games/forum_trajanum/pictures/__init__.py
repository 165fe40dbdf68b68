"""Forum Trajanum as a picture, one subject a file."""

from collections.abc import Callable, Mapping
from typing import Any

from ulpia.games.forum_trajanum.pictures import cycle
from ulpia.games.forum_trajanum.pictures.cards import trajan_cards
from ulpia.games.forum_trajanum.pictures.citizens import citizens
from ulpia.games.forum_trajanum.pictures.colonia import colonia
from ulpia.games.forum_trajanum.pictures.cycle import clock, streets, streets_and_cards
from ulpia.games.forum_trajanum.pictures.grid import layout
from ulpia.games.forum_trajanum.pictures.hand import hand
from ulpia.games.forum_trajanum.pictures.mosaic import mosaic
from ulpia.games.forum_trajanum.pictures.places import place, places
from ulpia.games.forum_trajanum.pictures.prestige import prestige
from ulpia.games.forum_trajanum.pictures.rivals import rivals
from ulpia.games.forum_trajanum.pictures.scene import Scene
from ulpia.games.forum_trajanum.pictures.stores import beside, resources, ship
from ulpia.games.forum_trajanum.pictures.supply import doubles, singles
from ulpia.games.forum_trajanum.pictures.tracks import tracks
from ulpia.render.cache import Painter
from ulpia.render.svg import Element
from ulpia.render.words import Speech

__all__ = ["crumb", "layout", "painters", "place", "places"]

DRAWN: dict[str, Callable[[Scene], Element]] = {
    "colonia": colonia,
    "citizens": citizens,
    "resources": resources,
    "ship": ship,
    "hand": hand,
    "beside": beside,
    "prestige": prestige,
    "clock": clock,
    "streets": streets,
    "cards": trajan_cards,
    "mosaic": mosaic,
    "singles": singles,
    "doubles": doubles,
    "tracks": tracks,
}


SMALL = {name: draw for name, draw in DRAWN.items() if name not in ("clock", "cards")} | {"streets": streets_and_cards}
"""On a small screen streets and cards stand side by side, and the line above tells the cycle."""


def painters(view: Mapping[str, Any], speech: Speech, small: bool = False) -> dict[str, Painter]:
    """Who draws each district; the rivals clockwise, as player-2 and so on."""
    drawn = (SMALL if small else DRAWN) | rivals(view.viewer, view.seats, small)

    def paint(draw: Callable[[Scene], Element]) -> Painter:
        return lambda seen: draw(Scene(seen, speech.language, speech.seat_names, small))

    return {name: paint(draw) for name, draw in drawn.items()}


def crumb(view: dict[str, Any], speech: Speech) -> str:
    """Where the game stands, in a few words."""
    return cycle.crumb(Scene(view, speech.language, speech.seat_names))
