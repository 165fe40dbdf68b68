"""The pictures of Trajan, a district a file."""

from collections.abc import Mapping
from typing import Any

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

__all__ = ["BEGINNINGS", "districts", "gesture", "layout", "place", "places"]


def districts(view: Mapping[str, Any], speech: Speech, small: bool = False) -> dict[str, str]:
    """Every district by name: eleven of the table, and two for each rival."""
    scene = Scene(view, speech, small)
    drawn = {
        "circle": action_circle(scene),
        "mat": mat(scene),
        "provinces": upright(scene) if small else provinces(scene),
        "time": clock(scene),
        "forum": forum(scene),
        "senate": senate(scene),
        "construction": construction(scene),
        "seaport": seaport(scene),
        "stacks": stacks(scene),
        "hand": hand(scene),
        "display": display(scene),
    }
    for seat in scene.rivals:
        drawn[f"player-{seat}"] = rival(scene, seat)
        if small:
            drawn[f"strip-{seat}"] = strip(scene, seat)
        else:
            drawn[f"display-{seat}"] = rival_display(scene, seat)
    return drawn


def crumb(view: Mapping[str, Any], speech: Speech) -> str:
    """Where the game stands, in a few words."""
    return clock_crumb(Scene(view, speech))
