"""`Devices`: the browsers of one person, and how another one joins them.

A browser is known by the digest of its owner token, its key. A link, opened once within minutes, or a recovery code
makes the key of another browser a key of the same person. Games and seats stay stored under the key that opened or took
them; whoever asks for the games of a person asks for those of all keys (`keys_of`). Only digests are stored.
"""

from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, Select, delete, insert, select, update

from ulpia.server.errors import (
    DeviceLinkExpired,
    DeviceLinkReplaced,
    DeviceLinkUsed,
    NotYourSeat,
    SignedOut,
    UnknownDeviceLink,
)
from ulpia.server.storage.schema import device_links, devices, games, now, seat_tokens, seats

LINK_MINUTES = 15
MINUTE = 60_000
KEPT_MILLISECONDS = 86_400_000
"""Links are kept for so long, so that whoever opens an old one reads why it does not work."""
LinkKind = Literal["games", "seat", "recovery"]


class Device(NamedTuple):
    """A browser in which the games of a person are."""

    key: str
    made: int
    """Since when."""


class Link(NamedTuple):
    """What a link or a recovery code leads to."""

    kind: LinkKind
    key: str | None
    """The browser that made it."""
    game: str | None
    seat: int | None


class SignOut(NamedTuple):
    """What a sign-out concerns."""

    keys: frozenset[str]
    """The keys that open nothing any more."""
    seats: frozenset[tuple[str, int]]
    """The seats of the person."""


class Devices:
    """Reads and writes which browsers belong together."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def check(self, key: str) -> None:
        """Refuse a browser that was signed out."""
        with self.engine.connect() as connection:
            if connection.scalar(select(devices.c.signed_out).where(devices.c.key == key)) is not None:
                raise SignedOut()

    def keys(self, key: str) -> list[str]:
        """Return the keys of all browsers of a person."""
        with self.engine.connect() as connection:
            return keys_of(connection, key)

    def is_same_person(self, key: str | None, other: str) -> bool:
        """Whether two keys belong to one person."""
        return key is not None and (key == other or other in self.keys(key))

    def of_person(self, key: str) -> tuple[list[Device], int | None]:
        """List the browsers of a person, the oldest first, and when the recovery code was made."""
        with self.engine.connect() as connection:
            keys = keys_of(connection, key)
            of_person = devices.c.key.in_(keys) & devices.c.signed_out.is_(None)
            rows = connection.execute(select(devices).where(of_person).order_by(devices.c.made, devices.c.key)).all()
            is_code = device_links.c.key.in_(keys) & (device_links.c.kind == "recovery")
            code = select(device_links.c.made).where(is_code, device_links.c.withdrawn.is_(None))
            return [Device(row.key, row.made) for row in rows], connection.scalar(code)

    def make_link(self, digest: str, kind: LinkKind, key: str) -> None:
        """Store a link to all games, or a recovery code. Earlier ones of the same kind stop working."""
        with self.engine.begin() as connection:
            _ensure_device(connection, key)
            of_kind = device_links.c.key.in_(keys_of(connection, key)) & (device_links.c.kind == kind)
            _replace_links(connection, of_kind)
            connection.execute(insert(device_links).values(digest=digest, kind=kind, key=key, made=now()))

    def make_seat_link(self, digest: str, game: str, seat: int, key: str | None, token: str | None) -> None:
        """Store a link to a seat for who holds it, by the key of the browser or a token of the seat."""
        with self.engine.begin() as connection:
            if not _holds(connection, game, seat, key, token):
                raise NotYourSeat()
            of_seat = (device_links.c.game == game) & (device_links.c.seat == seat) & (device_links.c.kind == "seat")
            _replace_links(connection, of_seat)
            row = {"digest": digest, "kind": "seat", "key": key, "game": game, "seat": seat, "made": now()}
            connection.execute(insert(device_links).values(row))

    def find_link(self, digest: str) -> Link:
        """Return what a link leads to; refuse one that cannot be opened. Nothing changes by asking."""
        with self.engine.connect() as connection:
            return _find_link(connection, digest)

    def join(self, digest: str, key: str) -> bool:
        """Make a browser one of the person's who made a link; return whether it was none before.

        Of several browsers that open a link to all games one wins. The games that a browser had before come along. A
        browser that belongs to the person already leaves the link as it is.
        """
        with self.engine.begin() as connection:
            opened = (device_links.c.digest == digest) & (device_links.c.kind != "seat")
            is_open = device_links.c.withdrawn.is_(None) & (
                device_links.c.used.is_(None) | (device_links.c.kind == "recovery")
            )
            taken = connection.execute(update(device_links).where(opened & is_open).values(used=now())).rowcount == 1
            found = _find_link(connection, digest, is_taken=taken)
            if found.kind == "seat" or found.key is None:
                raise UnknownDeviceLink()
            _ensure_device(connection, found.key)
            _ensure_device(connection, key)
            pair = select(devices).where(devices.c.key.in_([found.key, key])).order_by(devices.c.key)
            rows = {row.key: row for row in connection.execute(pair.with_for_update()).all()}
            person, other = rows[found.key].person, rows[key].person
            if person == other:
                if found.kind == "games":
                    connection.execute(update(device_links).where(opened).values(used=None))
                return False
            connection.execute(update(devices).where(devices.c.person == other).values(person=person))
            connection.execute(update(devices).where(devices.c.key == key).values(made=now()))
            return True

    def take_seat(self, digest: str, token: str, game: str) -> int:
        """Open a link to a seat once: `token` opens the seat from now on, too."""
        with self.engine.begin() as connection:
            opened = (device_links.c.digest == digest) & (device_links.c.kind == "seat")
            is_open = device_links.c.used.is_(None) & device_links.c.withdrawn.is_(None)
            of_game = device_links.c.game == game
            used = update(device_links).where(opened & is_open & of_game).values(used=now())
            taken = connection.execute(used).rowcount == 1
            found = _find_link(connection, digest, is_taken=taken)
            if found.seat is None or found.game != game:
                raise UnknownDeviceLink()
            connection.execute(insert(seat_tokens).values(digest=token, game=game, seat=found.seat, made=now()))
            return found.seat

    def sign_out_others(self, key: str) -> SignOut:
        """Let only this browser open the games of a person.

        All other browsers, all tokens of the person's seats, and all links and recovery codes stop working. This
        browser opens its seats by its key.
        """
        time = now()
        with self.engine.begin() as connection:
            _ensure_device(connection, key)
            keys = frozenset(keys_of(connection, key))
            others = devices.c.key.in_(keys - {key}) & devices.c.signed_out.is_(None)
            connection.execute(update(devices).where(others).values(signed_out=time))
            held = connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.owner.in_(keys))).all()
            for game, seat in held:
                of_seat = (seat_tokens.c.game == game) & (seat_tokens.c.seat == seat)
                is_good = seat_tokens.c.revoked.is_(None)
                connection.execute(update(seat_tokens).where(of_seat & is_good).values(revoked=time))
                _replace_links(connection, (device_links.c.game == game) & (device_links.c.seat == seat))
            _replace_links(connection, device_links.c.key.in_(keys))
        return SignOut(keys - {key}, frozenset((game, seat) for game, seat in held))


def keys_of(connection: Connection, key: str) -> list[str]:
    """Return the keys of all browsers of a person, also of those that were signed out, by any one of them."""
    person = select(devices.c.person).where(devices.c.key == key).scalar_subquery()
    return list(connection.scalars(select(devices.c.key).where(devices.c.person == person))) or [key]


def other_browsers(key: ColumnElement[str]) -> Select[tuple[str]]:
    """Return a query for the keys of all browsers of the person whose key stands in a column."""
    one, other = devices.alias(), devices.alias()
    return select(other.c.key).join(one, one.c.person == other.c.person).where(one.c.key == key)


def _ensure_device(connection: Connection, key: str) -> None:
    """Store a browser as a person of its own unless it is stored already. It plays since its first game."""
    if connection.scalar(select(devices.c.key).where(devices.c.key == key)) is None:
        first = connection.scalar(
            select(games.c.created).where(games.c.owner == key).order_by(games.c.created).limit(1)
        )
        connection.execute(insert(devices).values(key=key, person=key, made=first or now()))


def _holds(connection: Connection, game: str, seat: int, key: str | None, token: str | None) -> bool:
    """Whether a key or a token opens a seat."""
    of_seat = (seats.c.game == game) & (seats.c.seat == seat)
    owner = connection.scalar(select(seats.c.owner).where(of_seat, seats.c.taken.is_not(None)))
    if owner is not None and key is not None and owner in keys_of(connection, key):
        return True
    of_token = (seat_tokens.c.digest == token) & (seat_tokens.c.game == game) & (seat_tokens.c.seat == seat)
    is_own = seat_tokens.c.revoked.is_(None) & (seat_tokens.c.shared == 0)
    return token is not None and connection.scalar(select(seat_tokens.c.seat).where(of_token & is_own)) is not None


def _replace_links(connection: Connection, which: ColumnElement[bool]) -> None:
    """Let some links work no more, and forget those that are old."""
    is_open = device_links.c.used.is_(None) | (device_links.c.kind == "recovery")
    still = which & is_open & device_links.c.withdrawn.is_(None)
    connection.execute(update(device_links).where(still).values(withdrawn=now()))
    is_old = (device_links.c.made < now() - KEPT_MILLISECONDS) & (device_links.c.kind != "recovery")
    connection.execute(delete(device_links).where(which & is_old))


def _find_link(connection: Connection, digest: str, is_taken: bool = False) -> Link:
    """Return what a link leads to; refuse one that is used, unless it was taken just now, replaced or expired."""
    row = connection.execute(select(device_links).where(device_links.c.digest == digest)).one_or_none()
    if row is None:
        raise UnknownDeviceLink()
    if row.withdrawn is not None:
        raise DeviceLinkReplaced()
    if row.kind != "recovery":
        if row.used is not None and not is_taken:
            raise DeviceLinkUsed()
        if row.made <= now() - LINK_MINUTES * MINUTE:
            raise DeviceLinkExpired(minutes=LINK_MINUTES)
    return Link(row.kind, row.key, row.game, row.seat)
