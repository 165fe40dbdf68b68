"""Style sheets as text, and their variables by name, for pictures that stand alone."""

import re
from functools import cache
from pathlib import Path

from ulpia.render.interface import pictures_of

FOLDER = Path(__file__).parent / "style"
THEMES = ("day", "night")
BLOCK = re.compile(r":root(\[data-theme=night\])?\s*\{(.*?)\}", re.S)
VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")


@cache
def _shared(name: str) -> str:
    return (FOLDER / f"{name}.css").read_text(encoding="utf-8")


def style(game: str) -> str:
    """Return what a page with a picture of this game needs: colours, states, and what the game adds."""
    return _shared("tokens") + _shared("states") + pictures_of(game).style


@cache
def variables(game: str, theme: str) -> dict[str, str]:
    """Return every variable of a game's pictures and its value by day or by night."""
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(THEMES)}")
    found: dict[str, dict[str, str]] = {"": {}, "night": {}}
    for night, body in BLOCK.findall(_shared("tokens") + pictures_of(game).style):
        found["night" if night else ""].update(VARIABLE.findall(body))
    return found[""] | found["night"] if theme == "night" else found[""]
