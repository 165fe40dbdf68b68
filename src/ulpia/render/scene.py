"""A scene: what a district is drawn from. Every game extends it with what several of its districts need."""

from collections.abc import Iterable
from functools import cached_property
from typing import Generic

from ulpia.core.view import Question
from ulpia.render.interface import V
from ulpia.render.words import Speech

NO_QUESTION = Question("")


class Scene(Generic[V]):
    """One view being drawn in one language. A spectator sees the table from the first seat."""

    def __init__(self, view: V, speech: Speech, small: bool = False) -> None:
        self.view = view
        self.speech = speech
        self.small = small
        """Whether the picture is for a small screen."""
        self.wording = speech.wording
        self.say = speech.say
        self.noun = speech.noun
        self.name = speech.name

    @cached_property
    def own(self) -> int:
        """The seat from which the table is seen."""
        return self.view.viewer or 0

    @cached_property
    def question(self) -> Question:
        """What the viewer is asked; no kind of question while another seat decides."""
        asked = self.view.question
        return asked if asked is not None and self.view.seat == self.view.viewer else NO_QUESTION

    def names_of(self, key: str, seats: Iterable[int]) -> list[str]:
        """Return the same sentence about several seats."""
        return [self.say(key, name=self.name(seat)) for seat in seats]
