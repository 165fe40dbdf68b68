"""Effects: what an option would do now, in a few words, for people who choose.

What an option does comes from the rules: from the events that a dry run of the option caused on a table imagined from
the view. Effects name only events that follow of necessity, never what was drawn on the imagined table.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic

from ulpia.core.events import GameEvent
from ulpia.core.sentences import Sentences
from ulpia.core.sketch import AnyView


class Effects(Generic[AnyView]):
    """What is known about one option: the view of the seat that decides, and the events of the dry run."""

    sentences: ClassVar[Sentences]

    def __init__(self, view: AnyView, events: Sequence[GameEvent], language: str) -> None:
        self.view = view
        self.events = [event for event in events if event.seat == view.seat]
        self.language = language

    def find(self, kind: str) -> Mapping[str, str | int] | None:
        """Return the details of the first event of a kind that the seat causes; None if it causes none."""
        return next((event.details for event in self.events if event.kind == kind), None)

    def happens(self, kind: str) -> bool:
        """Return whether the seat causes an event of a kind."""
        return self.find(kind) is not None

    def say(self, key: str, **facts: object) -> str:
        """Return one effect in words."""
        return self.sentences.texts.say(self.language, "effects", key, **facts)

    def name(self, detail: str, value: str | int) -> str:
        """Return the word for a thing."""
        return self.sentences.name_of(self.language, detail, str(value))
