"""Errors of tournaments."""

from pathlib import Path
from typing import ClassVar

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts

TEXTS = Texts(Path(__file__).parent / "text")


class ArenaError(UlpiaError):
    """Base of the errors of the arena."""

    texts: ClassVar[Texts] = TEXTS

    def say(self, language: str) -> str:
        """Return the sentence for people, from the table `refusals`."""
        facts = {key: fact.say(language) if isinstance(fact, UlpiaError) else fact for key, fact in self.facts.items()}
        return self.texts.say(language, "refusals", self.name, **facts)


class NoAgents(ArenaError, ValueError):
    """No agent is named."""


class RepeatedAgents(ArenaError, ValueError):
    """A name is repeated, but the names do not fill a table."""


class OtherTournament(ArenaError, ValueError):
    """A journal belongs to another tournament."""


class NotAJournal(ArenaError, ValueError):
    """A file is not a journal, or is damaged in the middle."""


class JournalInUse(ArenaError, RuntimeError):
    """Another program is writing that journal."""


class WorkersDie(ArenaError, RuntimeError):
    """Every deal has a game that ends its workers."""


class OtherCode(ArenaError, RuntimeError):
    """A machine of the cluster has other code or other agent files."""


class NoCluster(ArenaError, RuntimeError):
    """There is no cluster at that address."""


class NothingSelected(ArenaError, ValueError):
    """No part of the ladder matches."""
