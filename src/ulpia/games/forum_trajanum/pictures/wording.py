"""Words on the pictures of Forum Trajanum that several districts say."""

from functools import cache

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
