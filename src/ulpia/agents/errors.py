"""What can go wrong with an agent of one's own. Whoever runs a match catches a mishap, tells it, and plays on."""

from pathlib import Path
from typing import ClassVar

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts

WORDS = Texts(Path(__file__).parent / "text")


class AgentError(UlpiaError):
    """Base of what agents refuse."""

    texts: ClassVar[Texts] = WORDS

    def say(self, language: str) -> str:
        """The sentence for people, from the table `errors`."""
        return self.texts.say(language, "errors", self.name, **self.facts)


class BadPatience(AgentError, ValueError):
    """Not a number of seconds that one could wait."""


class ProgramRemembered(AgentError):
    """A saved game remembers a program that sat at the table; it is not run before somebody says so."""


class Mishap(AgentError):
    """An agent of one's own cannot play, or did not."""

    @property
    def place(self) -> str:
        """File and line of the agent's own code, as far as that is known; else the file."""
        return str(self.facts["place"])

    @property
    def trace(self) -> str:
        """The last lines of its traceback, for whoever wrote the agent; may be empty."""
        return str(self.facts.get("trace", ""))


class NoAgentFile(Mishap):
    """There is no such file."""


class AgentNotLoaded(Mishap):
    """The file cannot be run: its own code raises, or does not come to an end."""


class NoAgentClass(Mishap):
    """The file has no such class."""


class NoChoose(Mishap):
    """The class has no method `choose`."""


class AgentRaised(Mishap):
    """It raised an exception."""


class AgentSilent(Mishap):
    """It did not answer in time."""


class AgentLeft(Mishap):
    """Its process ended."""


class AgentNonsense(Mishap):
    """Its answer is none of the options."""


MISHAPS = {kind.__name__: kind for kind in Mishap.__subclasses__()}
