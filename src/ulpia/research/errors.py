"""What the doors for researchers refuse."""

from pathlib import Path
from typing import ClassVar

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts

WORDS = Texts(Path(__file__).parent / "text")


class ResearchError(UlpiaError, ValueError):
    """Base of what the doors refuse."""

    texts: ClassVar[Texts] = WORDS

    def say(self, language: str) -> str:
        """The sentence for people, from the table `errors`."""
        return self.texts.say(language, "errors", self.name, **self.facts)


class UnknownKind(ResearchError):
    """An option of an environment cannot have that value."""


class WrongShape(ResearchError):
    """An array has another shape than is needed."""


class WrongNumbers(ResearchError):
    """An array holds another kind of numbers than is needed."""


class NotAllowed(ResearchError):
    """An action that is not allowed at one of the tables."""


class AllOver(ResearchError):
    """An action for a game that is over."""


class BadState(ResearchError):
    """A state that no game can reach."""


class OtherTable(ResearchError):
    """A state of a table with another number of seats."""


class NobodyDecides(ResearchError):
    """No game is being played in an environment."""


class OnlyNone(ResearchError):
    """An agent that has come to the end can do nothing any more."""


class WrongOpponents(ResearchError):
    """Not an opponent for every other seat."""


class OpponentsStay(ResearchError):
    """What thinking opponents have in mind cannot be copied."""


class AlreadyThere(ResearchError):
    """An export would overwrite a file."""


class NotReadable(ResearchError):
    """A transcript among many that cannot be read back."""


class OtherGame(ResearchError):
    """Transcripts of two games cannot go into one export."""


class NoResampling(ResearchError):
    """Nobody knows what a table looks like while chance decides."""


class NoUndo(ResearchError):
    """OpenSpiel's history of a game written in Python cannot be shortened."""
