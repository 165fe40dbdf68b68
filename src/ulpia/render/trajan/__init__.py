"""The pictures of Trajan, a district a file."""

from collections.abc import Mapping
from typing import Any

from ulpia.render.layout import Box, Layout
from ulpia.render.trajan.circle import action_circle
from ulpia.render.trajan.clock import clock
from ulpia.render.trajan.construction import construction
from ulpia.render.trajan.forum import forum
from ulpia.render.trajan.gesture import BEGINNINGS, gesture
from ulpia.render.trajan.hand import display, hand
from ulpia.render.trajan.mat import mat
from ulpia.render.trajan.places import place, places
from ulpia.render.trajan.provinces import provinces
from ulpia.render.trajan.rivals import rival, rival_display
from ulpia.render.trajan.scene import Scene
from ulpia.render.trajan.seaport import seaport
from ulpia.render.trajan.senate import senate
from ulpia.render.trajan.stacks import stacks
from ulpia.render.words import Speech

__all__ = ["BEGINNINGS", "LAYOUT", "districts", "gesture", "place", "places"]

LAYOUT = Layout(
    slabs=(Box(12, 538, 368, 254), Box(390, 52, 640, 596), Box(390, 656, 640, 136)),
    prompt=Box(12, 52, 368, 70),
    scores=Box(1036, 418, 232, 120),
    log=Box(1036, 546, 232, 246),
    places={
        "circle": Box(12, 130, 368, 400),
        "mat": Box(24, 553, 344, 224),
        "provinces": Box(401, 63, 404, 236),
        "time": Box(818, 63, 202, 236),
        "forum": Box(401, 309, 250, 132),
        "senate": Box(669, 309, 350, 132),
        "construction": Box(401, 452, 250, 184),
        "seaport": Box(662, 452, 248, 184),
        "stacks": Box(921, 452, 100, 184),
        "hand": Box(403, 667, 340, 112),
        "display": Box(774, 667, 234, 112),
    },
    sources={
        "trajan tiles": ("trajan", "trajan"),
        "ships": ("seaport", "seaport"),
        "provinces": ("military", "military"),
        "senate": ("senate", "senate"),
        "construction": ("construction", "construction"),
        "sets": ("forum", "any-construction"),
        "bonus tiles": ("bronze", "laurel"),
        "leftovers": ("ink-3", "any-commodity"),
        "demands": ("warn", "any-demand"),
    },
)


def districts(view: Mapping[str, Any], speech: Speech) -> dict[str, str]:
    """Every district by name: eleven of the table, and two for each rival."""
    scene = Scene(view, speech)
    drawn = {
        "circle": action_circle(scene),
        "mat": mat(scene),
        "provinces": provinces(scene),
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
        drawn[f"display-{seat}"] = rival_display(scene, seat)
    return drawn
