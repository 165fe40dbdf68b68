"""The picture of a table: pure functions of one viewer's view. Nothing is in a picture that is not in the view.

The pictures of each game are a `Pictures` object in the game's own package (`render.interface`).
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.game import DryRunner
from ulpia.core.view import View
from ulpia.registry import game_names
from ulpia.render.cache import PictureCache
from ulpia.render.compose import compose
from ulpia.render.css import style
from ulpia.render.diff import changes
from ulpia.render.gestures import Choice, Gesture
from ulpia.render.interface import District, Panel, Pictures, pictures_of
from ulpia.render.symbols import SymbolSet
from ulpia.render.tree import Picture, finish, to_string
from ulpia.render.words import Speech

__all__ = [
    "Choice",
    "District",
    "Gesture",
    "Panel",
    "Picture",
    "PictureCache",
    "Pictures",
    "begins_gesture",
    "changes",
    "crumb",
    "districts",
    "emblem",
    "gesture",
    "help_keys",
    "miniature",
    "pictures_of",
    "places",
    "say_part",
    "sheet",
    "style",
    "svg",
]


FULL, SMALL = "full", "small"
"""Forms of a picture: for a table, and for a small screen."""


def districts(
    view: View,
    language: str,
    seat_names: Sequence[str] | None = None,
    *,
    form: str = FULL,
    cache: PictureCache | None = None,
) -> dict[str, Picture]:
    """Draw every district of the table as its own SVG, by name; the one called "circle" has the id district-circle.

    In the small form districts stand upright, and `strip-2` shows a rival in a few square centimetres. With a cache,
    districts whose parts of the view did not change are not drawn again.
    """
    speech, small = Speech(view, language, seat_names), form == SMALL
    found = pictures_of(view.game).districts(view, small)
    if cache is not None:
        return cache.districts(view, speech, small, found)
    return {name: finish(district.draw(view, speech, small)) for name, district in found.items()}


def crumb(view: View, language: str) -> str:
    """Say where the game stands, for the line above the table: "Quarter II, round 3."."""
    return pictures_of(view.game).crumb(view, Speech(view, language, None))


def places(view: View, action: Action) -> tuple[str, ...]:
    """Return all ids that stand for an option of the question in this view. None for a button beside the prompt."""
    return pictures_of(view.game).places(view, action)


def gesture(
    view: View,
    actions: Sequence[Action],
    dry_run: DryRunner,
    language: str,
    seat_names: Sequence[str] | None = None,
    *,
    form: str = FULL,
) -> Gesture | None:
    """Draw several actions as one, before they are played; None where these do not begin a gesture.

    The view is that of the seat that decides; `dry_run` tells what the rules make of actions there.
    """
    draw = pictures_of(view.game).gesture
    return None if draw is None else draw(view, Speech(view, language, seat_names), actions, dry_run, form == SMALL)


def landings(view: View, events: Sequence[GameEvent]) -> tuple[str, ...]:
    """Return all ids on which these events put something of the viewer, in order."""
    return pictures_of(view.game).landings(view, events)


def begins_gesture(view: View, action: Action) -> bool:
    """Tell whether an option is shown as a gesture before it is played."""
    return isinstance(action, pictures_of(view.game).beginnings)


def help_keys(game: str) -> frozenset[str]:
    """Return every value of `data-help` that the pictures of a game can hold: what a learner may ask about."""
    return pictures_of(game).help_keys


def say_part(game: str, number: int, language: str) -> str:
    """Say a phase of the game in words; phases are numbered from 1."""
    return pictures_of(game).say_part(number, language)


@lru_cache(64)
def emblem(game: str) -> str:
    """Draw what a game is known by, for a page that has read the sheet of symbols."""
    return to_string(pictures_of(game).emblem())


def miniature(view: View, seat: int) -> str:
    """Draw one seat as a thumbnail, for a page that has read the sheet of symbols."""
    return to_string(pictures_of(view.game).miniature(view, seat))


def all_symbols() -> SymbolSet:
    """Return the symbols of all games."""
    return reduce(or_, (pictures_of(game).symbols for game in game_names()))


def sheet() -> str:
    """Draw the hidden picture with the symbols of all games, that opens every page."""
    return to_string(all_symbols().sheet())


def svg(
    view: View,
    language: str = "en",
    theme: str = "day",
    seat_names: Sequence[str] | None = None,
    log: Sequence[str] = (),
) -> str:
    """Draw the whole table, 1280 x 800, as one SVG without a style sheet. `log`: the latest sentences."""
    speech = Speech(view, language, seat_names)
    pictures = pictures_of(view.game)
    drawn = {name: district.draw(view, speech, False) for name, district in pictures.districts(view, False).items()}
    layout = pictures.layout(view.seats, False)
    return to_string(compose(view, drawn, layout, pictures.crumb(view, speech), speech, theme, log))
