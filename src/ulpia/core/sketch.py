"""A sketch: the table as lines of text for a terminal, with style tags in square brackets as rich reads them.

A game extends `Sketch` with its boards. A coloured thing also has a letter, a name or a seat number, so that colours
are never the only sign.
"""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from ulpia.core.sentences import Sentences
from ulpia.core.view import View

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
