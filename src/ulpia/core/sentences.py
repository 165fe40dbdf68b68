"""Sentences about a game: its events, questions and actions in words, from its text files.

A game extends `Sentences` where its grammar needs more than the names of things.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.i18n import Texts
from ulpia.core.view import Question


class Sentences:
    """Puts the events, questions and actions of one game into words."""

    vocabularies: ClassVar[Mapping[str, str]] = {}
    """For a detail of an event or action, the table under `names` that has the words for its values."""
    about_details: ClassVar[Mapping[str, str]] = {}
    """For a kind of question, the detail that names what it is about."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def name_of(self, language: str, detail: str, value: str) -> str:
        """Return the word for a thing. A detail without a vocabulary is its own word."""
        vocabulary = self.vocabularies.get(detail)
        return str(self.texts.find(language, "names", vocabulary, value)) if vocabulary else value

    def name_details(self, language: str, details: Mapping[str, object]) -> dict[str, object]:
        """Return the words for all details; numbers stay numbers."""
        return {
            detail: self.name_of(language, detail, value) if isinstance(value, str) else value
            for detail, value in details.items()
        }

    def say_event(self, event: GameEvent, language: str, seat_names: Sequence[str]) -> str:
        """Return an event as a sentence. It begins with a capital letter, or with the name of a seat as it is."""
        facts = self.event_facts(event, language)
        name = "" if event.seat is None else seat_names[event.seat]
        if event.seat is not None:
            facts["seat"] = name
        sentence = self.texts.say(language, "events", self.event_key(event), **facts)
        return sentence if name and sentence.startswith(name) else sentence[:1].upper() + sentence[1:]

    def say_question(self, question: Question, language: str) -> str:
        """Return a question in words."""
        about = ""
        if question.about is not None:
            about = self.name_of(language, self.about_details.get(question.kind, ""), question.about)
        return self.texts.say(language, "questions", self.question_key(question), about=about)

    def say_action(self, action: Action, language: str) -> str:
        """Return an action in words."""
        return self.texts.say(language, "actions", self.action_key(action), **self.action_facts(action, language))

    def event_key(self, event: GameEvent) -> str:
        """Return the key of the sentence for an event."""
        return event.kind

    def event_facts(self, event: GameEvent, language: str) -> dict[str, object]:
        """Return what fills the gaps of the sentence for an event."""
        return self.name_details(language, event.details)

    def question_key(self, question: Question) -> str:
        """Return the key of the sentence for a question."""
        return question.kind

    def action_key(self, action: Action) -> str:
        """Return the key of the words for an action."""
        return type(action).__name__

    def action_facts(self, action: Action, language: str) -> dict[str, object]:
        """Return what fills the gaps of the words for an action."""
        return self.name_details(language, vars(action))
