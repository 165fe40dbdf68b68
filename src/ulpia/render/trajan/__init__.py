"""The pictures of Trajan, a district a file."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ulpia.render.layout import rivals_of
from ulpia.render.memory import Painter
from ulpia.render.trajan.circle import action_circle
from ulpia.render.trajan.clock import clock
from ulpia.render.trajan.clock import crumb as clock_crumb
from ulpia.render.trajan.construction import construction
from ulpia.render.trajan.forum import forum
from ulpia.render.trajan.gesture import BEGINNINGS, gesture
from ulpia.render.trajan.grid import layout
from ulpia.render.trajan.hand import display, hand
from ulpia.render.trajan.mat import mat
from ulpia.render.trajan.places import place, places
from ulpia.render.trajan.provinces import provinces, upright
from ulpia.render.trajan.rivals import rival, rival_display, strip
from ulpia.render.trajan.scene import Scene
from ulpia.render.trajan.seaport import seaport
from ulpia.render.trajan.senate import senate
from ulpia.render.trajan.stacks import stacks
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
