"""Pictures as text, for tests that read SVG."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ulpia import render
from ulpia.core.view import View
from ulpia.match import Match
from ulpia.render.tree import Picture, to_string

DRAWINGS = {name: to_string(drawing) for name, drawing in render.all_symbols().drawings.items()}
REFERENCE = re.compile(r'<use href="#([\w-]+)"')


def view_of(match: Match, viewer: int | None) -> Any:
    """The view of a match, of the type of its game."""
    return match.view(viewer)


def drawn(
    view: View, language: str, seat_names: Sequence[str] | None = None, form: str = render.FULL
) -> dict[str, str]:
    """Draw every district as text."""
    return strings(render.districts(view, language, seat_names, form=form))


def strings(pictures: Mapping[str, Picture]) -> dict[str, str]:
    """Return pictures as text."""
    return {name: picture.to_string() for name, picture in pictures.items()}


def references(markup: str) -> set[str]:
    """Return the names of the symbols that markup uses, itself and through one another."""
    found: set[str] = set()
    waiting = set(REFERENCE.findall(markup))
    while waiting:
        found |= waiting
        waiting = {inner for name in waiting for inner in REFERENCE.findall(DRAWINGS[name])} - found
    return found
