"""Every refusal has a name, the facts behind it, and a sentence in each language that says what to do next."""

from pathlib import Path
from typing import ClassVar

from ulpia.core.i18n import Texts

WORDS = Texts(Path(__file__).parent / "text")


class UlpiaError(Exception):
    """Base of all errors that tell a person something. `say` gives the sentence in a language; str() is English."""

    texts: ClassVar[Texts] = WORDS
    """Where the sentences are; a room above the kernel has its own."""

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.say("en"))

    @property
    def name(self) -> str:
        """The stable name of this refusal."""
        return type(self).__name__

    def say(self, language: str) -> str:
        """The sentence for people; an error among the facts speaks the same language."""
        facts = {key: fact.say(language) if isinstance(fact, UlpiaError) else fact for key, fact in self.facts.items()}
        return self.texts.say(language, self.name, **facts)

    def __reduce__(self) -> tuple[object, ...]:
        """Errors travel between processes with their facts."""
        return (_rebuild, (type(self), self.facts))


def _rebuild(kind: type[UlpiaError], facts: dict[str, object]) -> UlpiaError:
    return kind(**facts)


class UnknownGame(UlpiaError, ValueError):
    """There is no such game."""


class NotAGame(UlpiaError, TypeError):
    """An entry point of the group `ulpia.games` is no game."""


class DuplicateGame(UlpiaError, ValueError):
    """Two packages offer a game of the same name."""


class BrokenGame(UlpiaError, RuntimeError):
    """A game is installed but cannot be imported."""


class IncompleteGame(UlpiaError, TypeError):
    """A game lacks a function that it must give."""


class BadSeats(UlpiaError, ValueError):
    """The game is not for that many."""


class BadSeat(UlpiaError, ValueError):
    """No such seat at this table."""


class BadSeed(UlpiaError, ValueError):
    """Not a seed."""


class UnknownSetting(UlpiaError, ValueError):
    """The game has no such option."""


class BadSetting(UlpiaError, ValueError):
    """The option cannot have that value."""


class UnreadableAction(UlpiaError, ValueError):
    """Not an action of this game at all."""


class NumberOutOfRange(UlpiaError, ValueError):
    """No action has that number."""


class IllegalAction(UlpiaError, ValueError):
    """An action of this game, but not allowed now."""


class GameIsOver(UlpiaError, ValueError):
    """Nothing can be played any more."""


class ImaginedMatch(UlpiaError, ValueError):
    """An imagined match has no past that could be written down."""


class NothingToUndo(UlpiaError, ValueError):
    """The match is at its beginning."""


class UndoForbidden(UlpiaError, ValueError):
    """Something hidden was revealed, or the turn has passed on."""


class BadComponents(UlpiaError, ValueError):
    """A component file is not consistent."""

    def say(self, language: str) -> str:
        """Name the table and the entry, then what is wrong with it."""
        place, reason = str(self.facts["place"]), str(self.facts["reason"])
        details = {key: value for key, value in self.facts.items() if key not in ("place", "reason")}
        return f"{place}: " + WORDS.say(language, "components", reason, **details)


class MissingFile(UlpiaError, FileNotFoundError):
    """A file cannot be read."""


class UnwritableFile(UlpiaError, OSError):
    """A file cannot be written."""


class NotATranscript(UlpiaError, ValueError):
    """The text does not begin like a transcript."""


class BadTranscriptHead(UlpiaError, ValueError):
    """A line of the head is missing or not understood."""


class TranscriptTruncated(UlpiaError, ValueError):
    """The closing line is missing, or it counts more actions than there are."""


class TranscriptBroken(UlpiaError, ValueError):
    """An action in the transcript cannot be played."""


class TranscriptDoctored(UlpiaError, ValueError):
    """The actions do not lead to the position that the closing line names."""


class OtherRules(UlpiaError, ValueError):
    """The transcript was written under another version of the rules."""


class OtherComponents(UlpiaError, ValueError):
    """The transcript was played with other printed figures."""


class BadPickle(UlpiaError, ValueError):
    """A pickle that does not hold what Ulpia wrote."""


class BadNames(UlpiaError, ValueError):
    """Not one name for each seat."""


class UnknownLanguage(UlpiaError, ValueError):
    """There are no words in that language."""


class UnknownSection(UlpiaError, ValueError):
    """The rules have no such section."""


class UnknownAgent(UlpiaError, ValueError):
    """There is no such player."""


class BadPosition(UlpiaError, ValueError):
    """The match does not have that many actions."""


class BadCount(UlpiaError, ValueError):
    """A number of games that cannot be played."""


class BadDuration(UlpiaError, ValueError):
    """A measurement must take some time."""


class UnknownRival(UlpiaError, ValueError):
    """There is no such simulator to compare with."""


class MissingExtra(UlpiaError, RuntimeError):
    """An optional package is not installed."""


class MissingDevice(UlpiaError, RuntimeError):
    """There is no GPU that CUDA knows."""


class Impossible(UlpiaError, RuntimeError):
    """Our mistake: a position that the rules cannot reach. The message holds the transcript."""
