"""Every refusal of the server has a class. Its name is stable, its `status` is the HTTP status code."""

from pathlib import Path
from typing import ClassVar

from msgspec import UNSET, UnsetType

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import Texts
from ulpia.server.protocol import Refused

TEXTS = Texts(Path(__file__).parent / "text")


class ServerError(UlpiaError):
    """Base of all refusals of the server."""

    texts: ClassVar[Texts] = TEXTS
    status: ClassVar[int] = 400

    def say(self, language: str) -> str:
        """Return the sentence for people, from the table `refusals`."""
        return self.texts.say(language, "refusals", self.name, **self.facts)


class NotJson(ServerError):
    """A message that is not valid JSON."""


class NotAnObject(ServerError):
    """A message that is JSON, but not an object with a type."""


class UnknownMessage(ServerError):
    """No message has that type."""


class MissingField(ServerError):
    """A field is missing."""


class UnknownField(ServerError):
    """A field that the message does not have."""


class BadField(ServerError):
    """A field has a wrong type or value."""

    def say(self, language: str) -> str:
        """Name the field and what it must be, from the table `expected`."""
        field, expected = str(self.facts["field"]), str(self.facts["expected"])
        details = {key: value for key, value in self.facts.items() if key not in ("field", "expected")}
        sentence = self.texts.say(language, "expected", expected, **details)
        return self.texts.say(language, "refusals", self.name, field=field, expected=sentence)


class TooLong(ServerError):
    """A message or a body is too long."""

    status = 413


class TooFast(ServerError):
    """Too many messages in too short a time."""

    status = 429


class TooSlow(ServerError):
    """The body of a request did not arrive in time."""

    status = 408


class TooManyRequests(ServerError):
    """An address sends HTTP requests too fast."""

    status = 429


class TooManySockets(ServerError):
    """An address, or all together, have as many WebSockets open as they may."""

    status = 503


class TooManyTables(ServerError):
    """An address opens tables too fast."""

    status = 429


class TooManyUndos(ServerError):
    """The journal of a game is as long as undo may make it."""

    status = 429


class TooManyClients(ServerError):
    """The table has as many clients as it may have."""

    status = 429


class HelloFirst(ServerError):
    """The first message must be `hello`."""


class HelloAgain(ServerError):
    """The client has already said `hello`."""


class UnknownTable(ServerError):
    """There is no such table."""

    status = 404


class UnknownToken(ServerError):
    """The token belongs to no seat of this table."""

    status = 403


class Revoked(ServerError):
    """The token of this seat, from an older table, has been replaced by an invitation."""

    status = 403


class HasEnded(ServerError):
    """The game is over, by its rules or because its players have ended it."""

    status = 409


class Gathering(ServerError):
    """The game waits for people who were invited."""

    status = 409


class HasBegun(ServerError):
    """The game waits for nobody."""

    status = 409


class NoTimeControl(ServerError):
    """Players may think for ever at this table, so there is nothing to agree on."""

    status = 409


class TimeIsUp(ServerError):
    """The time for this turn is up: a computer plays it to its end."""

    status = 409


class TooManyHolidays(ServerError):
    """A player wants more holidays than a year may have."""

    status = 409


class HolidayHasBegun(ServerError):
    """A day that has begun cannot be taken out of the holidays any more, and a past one cannot become one."""

    status = 409


class UnknownInvitation(ServerError):
    """There is no such invitation to this table."""

    status = 403


class InvitationUsed(ServerError):
    """Another browser has redeemed the invitation."""

    status = 410


class InvitationWithdrawn(ServerError):
    """The creator of the table has withdrawn the invitation."""

    status = 410


class InvitationExpired(ServerError):
    """Nobody has redeemed the invitation in time."""

    status = 410


class SignedOut(ServerError):
    """The browser was signed out, in another browser of its player."""

    status = 403


class NotYourSeat(ServerError):
    """A link to a seat can be had by who holds the seat."""

    status = 403


class UnknownDeviceLink(ServerError):
    """There is no such link to games or a seat, and no such recovery code."""

    status = 403


class DeviceLinkUsed(ServerError):
    """The link to games or a seat has been opened in a browser."""

    status = 410


class DeviceLinkReplaced(ServerError):
    """A newer link or recovery code has replaced this one, or its player has signed all other browsers out."""

    status = 410


class DeviceLinkExpired(ServerError):
    """Nobody has opened the link in time."""

    status = 410


class SeatTaken(ServerError):
    """A person holds this seat."""

    status = 409


class OnlyWatching(ServerError):
    """Spectators cannot do this."""

    status = 403


class UnknownLesson(ServerError):
    """The game has no such lesson."""

    status = 404


class NotInALesson(ServerError):
    """At the table of a lesson only the lesson is played."""

    status = 409


class NotYourDecision(ServerError):
    """Another seat decides."""

    status = 409


class HandedOver(ServerError):
    """A computer plays this seat now."""

    status = 409


class NotHandedOver(ServerError):
    """The seat is played by a person already."""

    status = 409


class NoPersonsSeat(ServerError):
    """The seat has been a computer's from the beginning."""

    status = 409


class NothingToSkip(ServerError):
    """A person decides, so that no computer is waited for."""

    status = 409


class Stale(ServerError):
    """The position has changed since the client last saw it."""

    status = 409


class TeacherObjects(ServerError):
    """The teacher objects to a move; the same move is played if it is sent again."""

    status = 409


class PastAReveal(ServerError):
    """Several actions at once go on after something was revealed or the turn has ended."""


class NoGesture(ServerError):
    """These actions do not begin a gesture."""


class HintsNotAgreed(ServerError):
    """Not all players at the table have agreed to hints."""

    status = 409


class NotTheCreator(ServerError):
    """Only the creator of the table may do this."""

    status = 403


class NotFinished(ServerError):
    """Only finished games show everything."""

    status = 409


class BadOrigin(ServerError):
    """The request comes from a page of another site."""

    status = 403


class BadHost(ServerError):
    """The request is for a host name that this server does not answer to."""

    status = 421


class NoPage(ServerError):
    """There is nothing at this address."""

    status = 404


class BadDatabase(ServerError):
    """The database cannot be opened."""

    status = 503


class CannotStore(ServerError):
    """The database does not take or give data now: the disk is full, the file read-only, the server unreachable."""

    status = 503

    def say(self, language: str) -> str:
        """Name the reason in words, from the table `storage`."""
        return self.texts.say(language, "refusals", self.name, why=self.texts.find(language, "storage", self.reason))

    @property
    def reason(self) -> str:
        """The reason as a key of the table `storage`."""
        return str(self.facts["reason"])


class BrokenJournal(ServerError):
    """A stored game is damaged: a row of its journal, or its head, is not as it was written."""

    status = 503

    def say(self, language: str) -> str:
        """Name the table, and what is damaged from the table `damage`."""
        what = self.texts.say(language, "damage", str(self.facts["what"]), row=self.facts["row"])
        return self.texts.say(language, "refusals", self.name, table=self.facts["table"], what=what)


class RulesChanged(ServerError):
    """The game was played under other rules or printed figures, and its replay under the installed ones differs."""

    status = 409

    def say(self, language: str) -> str:
        """Say what changed, from the table `change`, and where the transcript is."""
        change_facts = {key: self.facts[key] for key in ("row", "here")}
        facts = {
            "release": self.facts["release"],
            "rules": self.facts["rules"],
            "change": self.texts.say(language, "change", str(self.facts["what"]), **change_facts),
            "transcript": f"/api/tables/{self.facts['table']}/transcript",
        }
        return self.texts.say(language, "refusals", self.name, **facts)


class OtherLayout(ServerError):
    """The states of the installed rules lack a field that the digests of a game cover."""

    status = 409


class DatabaseNotEmpty(ServerError):
    """A backup would overwrite a database that holds games."""

    status = 409


class DatabaseInUse(ServerError):
    """Another process, such as the server, uses the database."""

    status = 409


class NotABackup(ServerError):
    """The file is not a backup of a database of games, or is damaged."""

    status = 400


class DamagedDatabase(ServerError):
    """The database itself is damaged, beside or apart from the games in it."""

    status = 503


class OtherSchema(ServerError):
    """The schema of the database is not the present one."""

    status = 503


class NewerDatabase(ServerError):
    """The database was written by a later version of this program."""

    status = 503


class NotAtThisMachine(ServerError):
    """Only a browser on the machine of a server that was started for one person may open it to the local network."""

    status = 403


class NotInANetwork(ServerError):
    """This machine has no address in a local network."""

    status = 409


class NoFreePort(ServerError):
    """The port and the ones after it are taken."""

    status = 503


class UnknownLimit(ServerError):
    """There is no limit of that name."""


class BadLimit(ServerError):
    """A limit has a value that it cannot have."""

    def say(self, language: str) -> str:
        """Name the limit and what it must be, from the table `expected`."""
        facts = {key: self.facts[key] for key in ("limit", "value")}
        expected = self.texts.say(language, "expected", str(self.facts["kind"]), lowest=self.facts["lowest"])
        return self.texts.say(language, "refusals", self.name, expected=expected, **facts)


class OurMistake(ServerError):
    """An error of the server. It is logged, and nothing has changed."""

    status = 500


def refusal(error: UlpiaError, language: str, number: int | UnsetType | None = UNSET) -> Refused:
    """Build the message `refused` for the message with this id."""
    return Refused(name=error.name, sentence=error.say(language), id=UNSET if number is None else number)
