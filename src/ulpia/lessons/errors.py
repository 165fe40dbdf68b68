"""The error of this package: a lesson that cannot be used."""

from pathlib import Path

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts

WORDS = Texts(Path(__file__).parent / "text")


class BadLesson(UlpiaError, ValueError):
    """A lesson is incomplete, contradicts the rules, or cannot be solved."""

    texts = WORDS

    def say(self, language: str) -> str:
        """Name the lesson and the step, then what is wrong with it."""
        place, reason = str(self.facts["place"]), str(self.facts["reason"])
        details = {key: value for key, value in self.facts.items() if key not in ("place", "reason")}
        said = {key: fact.say(language) if isinstance(fact, UlpiaError) else fact for key, fact in details.items()}
        return f"{place}: " + WORDS.say(language, "reasons", reason, **said)
