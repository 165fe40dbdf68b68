"""The pictures of Trajan, a district a file."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ulpia.games.trajan.pictures.circle import action_circle
from ulpia.games.trajan.pictures.clock import clock
from ulpia.games.trajan.pictures.clock import crumb as clock_crumb
from ulpia.games.trajan.pictures.construction import construction
from ulpia.games.trajan.pictures.forum import forum
from ulpia.games.trajan.pictures.gesture import BEGINNINGS, gesture
from ulpia.games.trajan.pictures.grid import layout
from ulpia.games.trajan.pictures.hand import display, hand
from ulpia.games.trajan.pictures.mat import mat
from ulpia.games.trajan.pictures.places import place, places
from ulpia.games.trajan.pictures.provinces import provinces, upright
from ulpia.games.trajan.pictures.rivals import rival, rival_display, strip
from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.seaport import seaport
from ulpia.games.trajan.pictures.senate import senate
from ulpia.games.trajan.pictures.stacks import stacks
from ulpia.render.cache import Painter
from ulpia.render.layout import rivals_of
from ulpia.render.words import Speech

__all__ = ["BEGINNINGS", "crumb", "gesture", "layout", "painters", "place", "places"]


DRAWN: dict[str, Callable[[Scene], str]] = {
    "circle": action_circle,
    "mat": mat,
    "provinces": provinces,
    "time": clock,
    "forum": forum,
    "senate": senate,
    "construction": construction,
    "seaport": seaport,
    "stacks": stacks,
    "hand": hand,
    "display": display,
}


def painters(view: Mapping[str, Any], speech: Speech, small: bool = False) -> dict[str, Painter]:
    """Who draws each district: eleven of the table, and two for each rival."""
    drawn = DRAWN | ({"provinces": upright} if small else {})
    for seat in rivals_of(view["viewer"], view["seats"]):
        drawn[f"player-{seat}"] = partial(rival, seat=seat)
        if small:
            drawn[f"strip-{seat}"] = partial(strip, seat=seat)
        else:
            drawn[f"display-{seat}"] = partial(rival_display, seat=seat)

    def paint(draw: Callable[[Scene], str]) -> Painter:
        return lambda seen: draw(Scene(seen, speech, small))

    return {name: paint(draw) for name, draw in drawn.items()}


def crumb(view: Mapping[str, Any], speech: Speech) -> str:
    """Where the game stands, in a few words."""
    return clock_crumb(Scene(view, speech))
