"""What the pictures of a game offer: one `Pictures` object in the package `pictures` of the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.game import DryRunner
from ulpia.core.i18n import Texts
from ulpia.core.view import View
from ulpia.registry import find_game
from ulpia.render.gestures import Gesture
from ulpia.render.layout import Grid, Layout
from ulpia.render.symbols import SHARED, SymbolSet
from ulpia.render.tree import Element

if TYPE_CHECKING:
    from ulpia.render.words import Speech

V = TypeVar("V", bound=View)
Parts = tuple[object, ...]
"""Values of a view: structs, mappings, sequences, plain values."""


def nowhere(_view: View, _events: Sequence[GameEvent]) -> tuple[str, ...]:
    """The default: events put nothing on a place of the picture."""
    return ()


@dataclass(frozen=True)
class District(Generic[V]):
    """One district of the table: how it is drawn, and everything of the view that the drawing depends on.

    A district is drawn again only when its parts, the language, the names of the seats or the form change.
    """

    draw: Callable[[V, "Speech", bool], Element]
    """Called with the view, the words and whether the picture is for a small screen."""
    parts: Callable[[V], Parts]


class Panel(NamedTuple):
    """A panel of a small screen: the symbol on its tab, and the districts that it shows."""

    sign: str
    districts: tuple[str, ...]
    beside: tuple[str, ...] = ()
    """Districts of other panels that move to this one where a screen lies on its side."""


@dataclass(frozen=True)
class Pictures(Generic[V]):
    """The pictures of one game."""

    districts: Callable[[V, bool], Mapping[str, District[V]]]
    """Every district of a view by name, for a large or for a small screen."""
    layout: Callable[[int, bool], Layout]
    """Where the districts lie, for a number of seats, on a table of 16 to 10 or a wide one of 16 to 9."""
    panels: Callable[[int], Mapping[str, Panel]]
    """The panels of a small screen by name, for a number of seats. Rivals, points and log are in the last one."""
    places: Callable[[V, Action], tuple[str, ...]]
    """The ids of what lights up for an option; none for a button."""
    crumb: Callable[[V, "Speech"], str]
    """Where the game stands, in a few words."""
    say_part: Callable[[int, str], str]
    """A phase of the game in words, by number (from 1) and language."""
    emblem: Callable[[], Element]
    """The picture that the game is known by."""
    miniature: Callable[[V, int], Element]
    """A thumbnail of one seat."""
    upright: Callable[[int], Grid] | None = None
    """Where the districts lie on an upright tablet, for a number of seats; without it there are panels."""
    symbols: SymbolSet = SHARED
    """All symbols that the pictures use."""
    texts: Texts | None = None
    """Words of the pictures besides the shared ones."""
    style: str = ""
    """Style sheet of the game: its variables."""
    help_keys: frozenset[str] = frozenset()
    """Every value of `data-help` that the pictures can hold."""
    beginnings: tuple[type[Action], ...] = ()
    """Actions that begin a gesture."""
    landings: Callable[[V, Sequence[GameEvent]], tuple[str, ...]] = nowhere
    """The ids of places on which these events put something of the viewer, in order. The last one of a gesture is its
    target."""
    gesture: "Callable[[V, Speech, Sequence[Action], DryRunner, bool], Gesture | None] | None" = field(default=None)
    """Several actions as one, shown before they are played. What they would do comes from the `DryRunner`."""


def pictures_of(game: str) -> Pictures[View]:
    """Return the pictures of a game; plain ones, drawn from any view, for a game that has none of its own."""
    from ulpia.render.default import default_pictures

    found = find_game(game)
    if found.pictures is None:
        return default_pictures(found)
    pictures: Pictures[View] = found.pictures.PICTURES
    return pictures
