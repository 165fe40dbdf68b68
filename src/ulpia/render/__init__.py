"""The picture of a table: pure functions of one viewer's view. Nothing is in a picture that is not in the view.

Every game has a folder here with `painters`, `place`, `crumb` and `layout`; this file finds it by the view's game.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from ulpia.core.actions import Action
from ulpia.registry import find_game
from ulpia.render.cache import Memory, Painter
from ulpia.render.compose import whole
from ulpia.render.css import style
from ulpia.render.diff import changes
from ulpia.render.gestures import Choice, Gesture
from ulpia.render.layout import Layout
from ulpia.render.symbols import sheet
from ulpia.render.words import Speech

__all__ = [
    "Choice",
    "Gesture",
    "Memory",
    "begins_gesture",
    "changes",
    "crumb",
    "districts",
    "gesture",
    "help_keys",
    "place",
    "places",
    "sheet",
    "style",
    "svg",
]


FULL, SMALL = "full", "small"
"""Forms of a picture: for a table, and for a screen as wide as a hand."""


class Drawing(Protocol):
    """What the folder of a game offers."""

    def painters(self, view: Mapping[str, Any], speech: Speech, small: bool = False) -> dict[str, Painter]:
        """Who draws each district, by name."""
        ...

    def layout(self, seats: int, wide: bool = False) -> Layout:
        """Where they lie."""
        ...

    def crumb(self, view: Mapping[str, Any], speech: Speech) -> str:
        """Where the game stands."""
        ...

    def place(self, view: Mapping[str, Any], action: Action) -> str:
        """Where an option lights up."""
        ...

    def places(self, view: Mapping[str, Any], action: Action) -> tuple[str, ...]:
        """All such places."""
        ...


def drawing(game: str) -> Drawing:
    """The drawing of a game."""
    return cast(Drawing, import_module(f"ulpia.games.{find_game(game).name}.pictures"))


def districts(
    view: dict[str, Any],
    language: str,
    seat_names: Sequence[str] | None = None,
    *,
    form: str = FULL,
    memory: Memory | None = None,
) -> dict[str, str]:
    """Every district of the table as its own SVG, by name; the one called "circle" has the id district-circle.

    The small form is for a phone: districts stand upright, and `strip-2` shows a rival in a few square centimetres.
    With a memory nothing is drawn twice.
    """
    speech = Speech(view, language, seat_names)
    painters = drawing(view["game"]).painters(view, speech, form == SMALL)
    if memory is not None:
        return memory.districts(view, (language, speech.seat_names, form), painters)
    return {name: painter(view) for name, painter in painters.items()}


def crumb(view: dict[str, Any], language: str) -> str:
    """Where the game stands, for the line above the table: "Quarter II, round 3."."""
    return drawing(view["game"]).crumb(view, Speech(view, language, None))


def place(view: dict[str, Any], action: Action) -> str:
    """The id of what lights up for an option of the question in this view; "" if it is a button beside the prompt."""
    return drawing(view["game"]).place(view, action)


def places(view: dict[str, Any], action: Action) -> tuple[str, ...]:
    """All ids that stand for an option: equal tiles light up together. None for a button."""
    return drawing(view["game"]).places(view, action)


def gesture(
    view: dict[str, Any],
    actions: Sequence[Action],
    language: str,
    seat_names: Sequence[str] | None = None,
    *,
    form: str = FULL,
) -> Gesture | None:
    """Several actions as one, shown before they are played; None where these do not begin a gesture.

    The view is that of the seat that decides. On a small screen the order of laying stands in the place of the hand.
    """
    drawn = drawing(view["game"])
    if not hasattr(drawn, "gesture"):
        return None
    found: Gesture | None = drawn.gesture(view, Speech(view, language, seat_names), actions, form == SMALL)
    return found


def begins_gesture(view: dict[str, Any], action: Action) -> bool:
    """Whether an option is shown as a gesture before it is played."""
    return isinstance(action, getattr(drawing(view["game"]), "BEGINNINGS", ()))


def help_keys(game: str) -> frozenset[str]:
    """Every value of `data-help` that the pictures of a game can hold: what a learner may ask about."""
    keys: tuple[str, ...] = import_module(f"ulpia.games.{find_game(game).name}.pictures.help_keys").HELP_KEYS
    return frozenset(keys)


def svg(
    view: dict[str, Any],
    language: str = "en",
    theme: str = "day",
    seat_names: Sequence[str] | None = None,
    log: Sequence[str] = (),
) -> str:
    """The whole table, 1280 x 800, as one SVG that stands alone, without a style sheet. `log`: the latest sentences."""
    speech = Speech(view, language, seat_names)
    drawn = drawing(view["game"])
    layout = drawn.layout(view["seats"])
    pictures = {name: painter(view) for name, painter in drawn.painters(view, speech).items()}
    return whole(view, pictures, layout, drawn.crumb(view, speech), speech, theme, log)
