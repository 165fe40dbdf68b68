"""Forum Trajanum as a picture, one subject a file."""

from typing import Any

from ulpia.render.forum_trajanum.cards import trajan_cards
from ulpia.render.forum_trajanum.citizens import citizens
from ulpia.render.forum_trajanum.colonia import colonia
from ulpia.render.forum_trajanum.cycle import clock, streets
from ulpia.render.forum_trajanum.grid import LAYOUT
from ulpia.render.forum_trajanum.hand import hand
from ulpia.render.forum_trajanum.mosaic import mosaic
from ulpia.render.forum_trajanum.places import place
from ulpia.render.forum_trajanum.prestige import prestige
from ulpia.render.forum_trajanum.rivals import rivals
from ulpia.render.forum_trajanum.scene import Scene
from ulpia.render.forum_trajanum.stores import beside, resources, ship
from ulpia.render.forum_trajanum.supply import doubles, singles
from ulpia.render.forum_trajanum.tracks import tracks
from ulpia.render.words import Speech

__all__ = ["LAYOUT", "districts", "place"]

DRAWN = {
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


def districts(view: dict[str, Any], speech: Speech) -> dict[str, str]:
    """Every district by name; the rivals clockwise, as player-2 and so on."""
    scene = Scene(view, speech.language, speech.seat_names)
    return {name: draw(scene) for name, draw in DRAWN.items()} | rivals(scene)
