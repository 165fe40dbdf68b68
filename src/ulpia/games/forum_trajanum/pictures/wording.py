"""Words on the pictures of Forum Trajanum, by language alone, so that drawings can be remembered."""

from functools import cache
from pathlib import Path
from typing import Any

from ulpia.core.i18n import Texts
from ulpia.registry import find_game
from ulpia.render.svg import NOTHING, Element
from ulpia.render.uncertainty import doubt_sign, is_reconstructed
from ulpia.render.words import BOTH

GAME = "forum_trajanum"
OWN = Texts(Path(__file__).parent / "text")


@cache
def _own(language: str) -> dict[str, str]:
    return BOTH.table(language) | OWN.table(language)


@cache
def _nouns(language: str) -> dict[str, dict[str, Any]]:
    nouns: dict[str, dict[str, Any]] = find_game(GAME).texts.table(language).names
    return nouns


def say(language: str, key: str, /, **facts: object) -> str:
    """One of our own texts."""
    words = _own(language)[key]
    return words.format(**facts) if facts else words


def noun(language: str, kind: str, name: str) -> str:
    """What the game calls a thing; of a pair of one and several, one."""
    found = _nouns(language)[kind][name]
    return found if isinstance(found, str) else str(found[0])


@cache
def face_words(language: str, face: str) -> str:
    """A tile's face in words: two symbols, or a citizen."""
    if " " not in face:
        return noun(language, "citizens", face)
    return " + ".join(noun(language, "resources", symbol) for symbol in face.split())


def sentence(words: str) -> str:
    """The same words with a capital letter in front."""
    return words[:1].upper() + words[1:]


def reconstructed(language: str, label: str, *tables: str) -> str:
    """A label that owns up where the printed figures could not be found."""
    return f"{label}. {say(language, 'reconstruction')}" if is_reconstructed(GAME, *tables) else label


def doubt(language: str, cx: float, cy: float, *tables: str) -> Element:
    """The sign for such figures, or nothing."""
    return doubt_sign(cx, cy, say(language, "reconstruction")) if is_reconstructed(GAME, *tables) else NOTHING
