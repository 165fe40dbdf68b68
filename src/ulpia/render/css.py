"""The style sheets as text, and their variables by name, for pictures that must stand alone."""

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "style"
GAMES = Path(__file__).parent.parent / "games"
THEMES = ("day", "night")
BLOCK = re.compile(r":root(\[data-theme=night\])?\s*\{(.*?)\}", re.S)
VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")


@cache
def _text(name: str) -> str:
    path = FOLDER / f"{name}.css"
    if not path.exists():
        path = GAMES / name / "pictures" / "style.css"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def style(game: str) -> str:
    """What a page with a picture of this game needs: colours, states, and what the game adds."""
    return _text("tokens") + _text("states") + _text(game)


@cache
def variables(game: str, theme: str) -> dict[str, str]:
    """Every variable of a game's pictures and its value by day or by night."""
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(THEMES)}")
    found: dict[str, dict[str, str]] = {"": {}, "night": {}}
    for night, body in BLOCK.findall(_text("tokens") + _text(game)):
        found["night" if night else ""].update(VARIABLE.findall(body))
    return found[""] | found["night"] if theme == "night" else found[""]
