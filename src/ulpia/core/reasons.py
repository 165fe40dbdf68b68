"""Reasons: what speaks for a course of actions, as facts that were checked on the views before and after it.

A game lists its kinds of reasons in `text/reasons.py`, a function for each kind. A function looks at what the seat knew
before, at what happened, and at what the seat knows then, and yields a finding where its condition holds. The key of
the sentence in the table `reasons` of the game's texts is the name of the function.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.sentences import Sentences
from ulpia.core.view import View

Facts = Mapping[str, str | int]
"""What fills the gaps of a sentence: names of things, which are put into words, and numbers."""


@dataclass(frozen=True)
class Course:
    """What one seat would do in a row, and what it would know then. Hidden things are imagined."""

    seat: int
    actions: tuple[Action, ...]
    events: tuple[GameEvent, ...]
    """What happens, as the seat may know it."""
    before: View
    after: View


@dataclass(frozen=True)
class Reason:
    """A statement about a course that was checked."""

    kind: str
    facts: Facts
    weight: float = field(default=0.0, compare=False)
    """About how many points it is worth: more important reasons come first."""


class Finding(NamedTuple):
    """A reason without its kind: what the function of a kind yields."""

    weight: float
    facts: Facts


def found(weight: float, **facts: str | int) -> Finding:
    """Return a finding with these facts."""
    return Finding(weight, facts)


Known = TypeVar("Known")
"""What the functions of a game look at: the course, and the one to compare it with, with helpers of the game."""
Finder = Callable[[Known], Iterator[Finding]]


class ReasonKinds(Generic[Known]):
    """The kinds of reasons of one game."""

    def __init__(self, sentences: Sentences, know: Callable[[Course, Course | None], Known]) -> None:
        self.sentences, self.know = sentences, know
        self.finders: dict[str, Finder[Known]] = {}

    def kind(self, finder: Finder[Known]) -> Finder[Known]:
        """Register the function of a kind; a decorator."""
        self.finders[finder.__name__] = finder
        return finder

    def find(self, course: Course, other: Course | None) -> list[Reason]:
        """Return all reasons for a course; `other` is the one that would be chosen otherwise."""
        known = self.know(course, other)
        return [
            Reason(kind, finding.facts, finding.weight)
            for kind, finder in self.finders.items()
            for finding in finder(known)
        ]

    def say(self, reason: Reason, language: str) -> str:
        """Return a reason as a sentence."""
        facts = self.sentences.name_details(language, reason.facts)
        sentence = self.sentences.texts.say(language, "reasons", reason.kind, **facts)
        return sentence[:1].upper() + sentence[1:]


def no_reasons(_course: Course, _other: Course | None) -> Sequence[Reason]:
    """The default: a game gives no reasons."""
    return ()


def say_no_reason(_reason: Reason, _language: str) -> str:
    """The default: there is nothing to say."""
    return ""


def no_gesture(_course: Course, _language: str) -> str:
    """The default: an action is said completely by its own words."""
    return ""
