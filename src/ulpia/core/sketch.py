"""A sketch: the table as lines of text for a terminal, with style tags in square brackets as rich reads them.

A game extends `Sketch` with its boards. A coloured thing also has a letter, a name or a seat number, so that colours
are never the only sign.
"""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec import to_builtins

from ulpia.core.sentences import Sentences
from ulpia.core.view import PlayerView, View

SEAT_STYLES = ("bold red", "bold green", "bold blue", "bold dark_orange3")

AnyView = TypeVar("AnyView", bound=View)


class Sketch(Generic[AnyView]):
    """Draws one view."""

    sentences: ClassVar[Sentences]
    label_width: ClassVar[int]

    def __init__(self, view: AnyView, language: str, seat_names: Sequence[str]) -> None:
        self.view = view
        self.language = language
        self.seat_names = seat_names

    def word(self, key: str, **facts: object) -> str:
        """Return a heading or label."""
        return self.sentences.texts.say(self.language, "sketch", key, **facts)

    def name(self, detail: str, value: str) -> str:
        """Return the word for a thing."""
        return self.sentences.name_of(self.language, detail, value)

    def seat(self, seat: int) -> str:
        """Return a seat's name in its colour."""
        return f"[{SEAT_STYLES[seat]}]{self.seat_names[seat]}[/]"

    def label(self, key: str, width: int | None = None) -> str:
        """Return a label for the beginning of a line."""
        return f"[bold]{self.word(key):<{(width or self.label_width) - 1}}[/] "


HEAD = frozenset(View.__struct_fields__) | frozenset(PlayerView.__struct_fields__)
"""Fields that a plain sketch does not list: the terminal shows them elsewhere, or they mean nothing to players."""


def plain_sketch(view: View, _language: str, seat_names: Sequence[str]) -> list[str]:
    """Draw any view as a list of its fields, for games that have no sketch of their own."""
    lines = [f"[bold]{name}[/] {value}" for name, value in _fields(view)]
    for player in view.players:
        shown = "  ".join(f"{name} {value}" for name, value in _fields(player))
        lines.append(f"[{SEAT_STYLES[player.seat]}]{seat_names[player.seat]}[/] {player.points}  {shown}")
    return lines


def _fields(struct: View | PlayerView) -> list[tuple[str, str]]:
    """Return the fields that a game adds to the common head, as text; fields without a value are left out."""
    added = {name: to_builtins(getattr(struct, name)) for name in struct.__struct_fields__ if name not in HEAD}
    return [(name.replace("_", " "), _text(value)) for name, value in added.items() if value not in (None, {}, [])]


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(each)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return str(value)
