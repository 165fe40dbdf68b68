"""How far a game has come: the parts it falls into, by number and in words."""

from collections.abc import Mapping
from typing import Any

from ulpia.core.i18n import Texts
from ulpia.render.pieces import ROMAN
from ulpia.render.words import GAMES

PARTS = {"trajan": "quarter", "forum_trajanum": "cycle"}
"""What the parts of a game are called in its view."""


def part(view: Mapping[str, Any]) -> int:
    """Which part of the game it is, from 1."""
    return int(view[PARTS[view["game"]]])


def say_part(game: str, number: int, language: str) -> str:
    """A part of the game in words."""
    return Texts(GAMES / game / "pictures" / "text").say(language, "part", number=ROMAN[number - 1])
