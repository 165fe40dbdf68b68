"""What can be wrong with a tournament."""

from pathlib import Path
from typing import ClassVar

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts

WORDS = Texts(Path(__file__).parent / "text")


class ArenaError(UlpiaError):
    """Base of what the arena refuses."""

    texts: ClassVar[Texts] = WORDS

    def say(self, language: str) -> str:
        """The sentence for people, from the table `refusals`."""
        facts = {key: fact.say(language) if isinstance(fact, UlpiaError) else fact for key, fact in self.facts.items()}
        return self.texts.say(language, "refusals", self.name, **facts)


class NoAgents(ArenaError, ValueError):
    """Nobody is to play."""


class RepeatedAgents(ArenaError, ValueError):
    """A name is repeated, but the names do not fill a table."""


class OtherTournament(ArenaError, ValueError):
    """A journal tells of another tournament."""


class NotAJournal(ArenaError, ValueError):
    """A file is no journal, or damaged in the middle."""


class JournalInUse(ArenaError, RuntimeError):
    """Another program writes that journal right now."""


class WorkersDie(ArenaError, RuntimeError):
    """Every deal has a game that ends its worker again and again."""


class OtherCode(ArenaError, RuntimeError):
    """A machine of the cluster has another Ulpia, or other files of the player's own."""


class NoCluster(ArenaError, RuntimeError):
    """There is no cluster at that address."""


class NothingSelected(ArenaError, ValueError):
    """No part of the ladder is like that."""
