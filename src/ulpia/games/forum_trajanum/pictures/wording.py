"""Words on the pictures of Forum Trajanum that several districts say."""

from functools import cache

from ulpia.render.svg import NOTHING, Element
from ulpia.render.uncertainty import doubt_sign, is_reconstructed
from ulpia.render.words import Wording


@cache
def face_words(wording: Wording, face: str) -> str:
    """Say the face of a tile: two symbols, or a citizen."""
    if " " not in face:
        return wording.noun("citizens", face)
    return " + ".join(wording.noun("resources", symbol) for symbol in face.split())


def sentence(words: str) -> str:
    """Return the same words with a capital letter in front."""
    return words[:1].upper() + words[1:]


def reconstructed(wording: Wording, label: str, *tables: str) -> str:
    """Return a label that says so where printed figures are a reconstruction."""
    return f"{label}. {wording.say('reconstruction')}" if is_reconstructed(wording.game.name, *tables) else label


def doubt(wording: Wording, cx: float, cy: float, *tables: str) -> Element:
    """Draw the sign for such figures, or nothing."""
    if not is_reconstructed(wording.game.name, *tables):
        return NOTHING
    return doubt_sign(cx, cy, wording.say("reconstruction"))
