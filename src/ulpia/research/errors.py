"""Errors of the research interfaces."""

from pathlib import Path
from typing import ClassVar

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts

WORDS = Texts(Path(__file__).parent / "text")


class ResearchError(UlpiaError, ValueError):
    """Base of the errors of the research interfaces."""

    texts: ClassVar[Texts] = WORDS

    def say(self, language: str) -> str:
        """Return the sentence for people, from the table `errors`."""
        return self.texts.say(language, "errors", self.name, **self.facts)


class UnknownKind(ResearchError):
    """An option of an environment cannot have that value."""


class WrongShape(ResearchError):
    """An array has another shape than is needed."""


class WrongNumbers(ResearchError):
    """An array has another number type than is needed."""


class NotAllowed(ResearchError):
    """An action that is not legal in one of the games."""


class AllOver(ResearchError):
    """An action for a game that is over."""


class BadState(ResearchError):
    """A state that no game can reach."""


class OtherTable(ResearchError):
    """A state of a table with another number of seats."""


class NobodyDecides(ResearchError):
    """No game has been started in an environment."""


class OnlyNone(ResearchError):
    """A terminated agent takes no action but None."""


class WrongOpponents(ResearchError):
    """The opponents do not fit the other seats."""


class AlreadyThere(ResearchError):
    """An export would overwrite a file."""


class NotReadable(ResearchError):
    """A transcript cannot be read."""


class OtherGame(ResearchError):
    """Transcripts of two games cannot go into one export."""


class NoResampling(ResearchError):
    """There is no information state to resample from at a chance node."""


class NoUndo(ResearchError):
    """OpenSpiel's history of a game written in Python cannot be shortened."""
