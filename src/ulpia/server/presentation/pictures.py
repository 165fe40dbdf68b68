"""The door to the pictures. A picture that cannot be drawn is noted and left out: the game goes on in words."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ulpia import render
from ulpia.core.actions import Action
from ulpia.registry import GAMES
from ulpia.render.gestures import Gesture

log = logging.getLogger("ulpia.server")


def districts(
    view: dict[str, Any], language: str, seat_names: Sequence[str], form: str, memory: render.Memory | None
) -> dict[str, str]:
    """Every part of the table, as an SVG of its own, for a screen of this form."""
    try:
        return render.districts(view, language, seat_names, form=form, memory=memory)
    except Exception:
        log.exception("a picture of %s could not be drawn", view["game"])
        return {}


def quoted(drawn: Mapping[str, str]) -> dict[str, str]:
    """As it is sent: attributes in single quotes, because JSON writes a double one as two signs.

    Within words both are escaped.
    """
    return {name: picture.replace('"', "'") for name, picture in drawn.items()}


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str | dict[str, str]]:
    """Every district that is not what it was, as it is sent: its new picture, or its new parts by id."""
    changed = render.changes(before, after)
    whole = {name: change for name, change in changed.items() if isinstance(change, str) and name in after}
    parts = {name: quoted(change) for name, change in changed.items() if not isinstance(change, str)}
    return {**quoted(whole), **parts}


def gesture(
    view: dict[str, Any], actions: Sequence[Action], language: str, seat_names: Sequence[str], form: str
) -> Gesture | None:
    """Several actions that are shown before they are played, if these begin such a gesture."""
    found = render.gesture(view, actions, language, seat_names, form=form)
    return None if found is None else replace(found, districts=quoted(found.districts))


def crumb(view: dict[str, Any], language: str) -> str:
    """Where the game stands, in a few words."""
    return render.crumb(view, language)


def begins_gesture(view: dict[str, Any], action: Action) -> bool:
    """Whether an option is shown before it is played."""
    return render.begins_gesture(view, action)


def places(view: dict[str, Any], action: Action) -> tuple[str, ...]:
    """All elements that light up for an option; none for a button."""
    try:
        return render.places(view, action)
    except Exception:
        log.exception("no places in the picture for %s", action)
        return ()


@cache
def style_sheet() -> str:
    """The colours and states of all pictures."""
    return "\n".join(render.style(game) for game in GAMES)


@cache
def symbol_sheet() -> str:
    """Every piece as a symbol, to be read once."""
    return render.sheet()
