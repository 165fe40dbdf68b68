"""Every refusal of the server, by name. `status` is what HTTP calls it."""

from pathlib import Path
from typing import ClassVar

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts

WORDS = Texts(Path(__file__).parent / "text")


class ServerError(UlpiaError):
    """Base of what a client can be refused."""

    texts: ClassVar[Texts] = WORDS
    status: ClassVar[int] = 400

    def say(self, language: str) -> str:
        """The sentence for people, from the table `refusals`."""
        return self.texts.say(language, "refusals", self.name, **self.facts)


class NotJson(ServerError):
    """A message that cannot be read at all."""


class NotAnObject(ServerError):
    """A message that is JSON, but no object with a type."""


class UnknownMessage(ServerError):
    """No message has that type."""


class MissingField(ServerError):
    """A message lacks something."""


class UnknownField(ServerError):
    """A message has something nobody asked for."""


class BadField(ServerError):
    """A field does not hold what it should."""

    def say(self, language: str) -> str:
        """Name the field, then what it must be, from the table `expected`."""
        field, expected = str(self.facts["field"]), str(self.facts["expected"])
        details = {key: value for key, value in self.facts.items() if key not in ("field", "expected")}
        sentence = self.texts.say(language, "expected", expected, **details)
        return self.texts.say(language, "refusals", self.name, field=field, expected=sentence)


class TooLong(ServerError):
    """A message or a body is too big."""

    status = 413


class TooFast(ServerError):
    """Too many messages in too short a time."""

    status = 429


class TooManyTables(ServerError):
    """An address opens tables too fast."""

    status = 429


class TooManyClients(ServerError):
    """So many look at the table that no more can come."""

    status = 429


class HelloFirst(ServerError):
    """A client must say who it is before anything else."""


class HelloAgain(ServerError):
    """A client has said who it is already."""


class UnknownTable(ServerError):
    """There is no such table."""

    status = 404


class UnknownToken(ServerError):
    """No seat at this table is held by that token."""

    status = 403


class Revoked(ServerError):
    """The link to this seat has been taken back."""

    status = 403


class OnlyWatching(ServerError):
    """Spectators cannot do that."""

    status = 403


class NotYourDecision(ServerError):
    """Somebody else decides."""

    status = 409


class HandedOver(ServerError):
    """A computer plays this seat now."""

    status = 409


class NotHandedOver(ServerError):
    """The seat is played by a person already."""

    status = 409


class NoPersonsSeat(ServerError):
    """The seat was a computer's from the beginning."""

    status = 409


class Stale(ServerError):
    """The table has moved on since the client looked."""

    status = 409


class PastAReveal(ServerError):
    """Several steps at once may not go on after something was revealed or the turn has passed."""


class NoGesture(ServerError):
    """These actions do not begin something that is shown before it is played."""


class HintsNotAgreed(ServerError):
    """Not everybody at the table has agreed to hints."""

    status = 409


class NotTheCreator(ServerError):
    """Only who made the table may do that."""

    status = 403


class NotFinished(ServerError):
    """Only finished games show everything."""

    status = 409


class BadOrigin(ServerError):
    """A page of another site must not speak for its visitors."""

    status = 403


class NoPage(ServerError):
    """Nothing is at this address."""

    status = 404


class BadDatabase(ServerError):
    """The database cannot be opened."""

    status = 503


class NewerDatabase(ServerError):
    """The database was written by a later version of this program."""

    status = 503


class NoFreePort(ServerError):
    """The port and the ones after it are taken."""

    status = 503


class OurMistake(ServerError):
    """Something went wrong here that no client should be able to cause."""

    status = 500
