"""Failures of agents. Whatever runs a match catches an `AgentFailure`, reports it and plays on."""

from pathlib import Path
from typing import ClassVar

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts

TEXTS = Texts(Path(__file__).parent / "text")


class AgentError(UlpiaError):
    """Base of the errors of agents."""

    texts: ClassVar[Texts] = TEXTS

    def say(self, language: str) -> str:
        """Return the sentence for people, from the table `errors`."""
        return self.texts.say(language, "errors", self.name, **self.facts)


class BadPatience(AgentError, ValueError):
    """ULPIA_PATIENCE is not a positive number of seconds."""


class ProgramRemembered(AgentError):
    """A saved game names an external agent; it is not run unless the command names it too."""


class AgentFailure(AgentError):
    """An agent could not be loaded, or did not answer with an option."""

    reported: ClassVar[tuple[str, ...]] = ()
    """Facts that the process of the agent reports. One that is missing there is unknown."""

    @property
    def place(self) -> str:
        """File and line in the agent's own code, as far as they are known; else the file."""
        return str(self.facts["place"])

    @property
    def trace(self) -> str:
        """The last lines of the traceback, for the author of the agent; may be empty."""
        return str(self.facts.get("trace", ""))


class NoAgentFile(AgentFailure):
    """The file cannot be read."""


class AgentNotLoaded(AgentFailure):
    """Running the file raised an exception."""

    reported = ("why",)


class NoAgentClass(AgentFailure):
    """The file has no such class."""

    reported = ("known",)


class NoChoose(AgentFailure):
    """The class has no method `choose`."""


class AgentRaised(AgentFailure):
    """The agent raised an exception."""

    reported = ("why",)


class AgentSilent(AgentFailure):
    """The agent did not answer in time."""


class AgentLeft(AgentFailure):
    """The process of the agent ended."""

    reported = ("why",)


class AgentNonsense(AgentFailure):
    """The answer is not an option."""

    reported = ("answer",)


FAILURES = {kind.__name__: kind for kind in AgentFailure.__subclasses__()}
