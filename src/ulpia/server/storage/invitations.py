"""`Invitations`: how a person comes to hold a seat. An invitation is redeemed once, for a token of the seat.

Only digests are stored, of invitations, tokens of seats and owner tokens alike. Every change is announced to the table
by a `Notice`, stored in the same transaction.
"""

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, Engine, Row, delete, insert, select, update

from ulpia.server.errors import (
    InvitationExpired,
    InvitationUsed,
    InvitationWithdrawn,
    NoPersonsSeat,
    Revoked,
    SeatTaken,
    UnknownInvitation,
    UnknownToken,
)
from ulpia.server.protocol import NoticeKind
from ulpia.server.storage.changes import Changes
from ulpia.server.storage.schema import games, invitations, notices, now, seat_tokens, seats

INVITATION_DAYS = 30
KEPT_NOTICES = 1000
"""Of each table; older ones are deleted, so that nobody fills the disk."""
DAY = 86_400_000


@dataclass(frozen=True)
class Notice:
    """What happened to a seat. All who come to the table read it."""

    kind: NoticeKind
    seat: int
    agent: str | None
    """The program that plays the seat from now on, if one does."""
    time: int
    """Milliseconds since 1970."""


class Entry(NamedTuple):
    """The seat that a secret opens."""

    seat: int
    notice: Notice | None
    """Stored if the seat was taken just now."""


class Invitations:
    """Reads and writes invitations and tokens of seats."""

    def __init__(self, engine: Engine, changes: Changes) -> None:
        self.engine, self.changes = engine, changes

    def find_seat(self, game: str, token: str, owner: str | None) -> Entry:
        """Return the seat to which a token belongs.

        A shared token, from an older table, takes a free seat, and opens a taken one only for the owner who took it.
        """
        of_token = (seat_tokens.c.digest == token) & (seat_tokens.c.game == game)
        with self.engine.connect() as connection:
            row = connection.execute(select(seat_tokens).where(of_token)).one_or_none()
        if row is None:
            raise UnknownToken()
        if row.revoked is not None:
            raise Revoked()
        seat = int(row.seat)
        if not row.shared:
            return Entry(seat, None)
        with self.changes.of(game) as connection:
            notice = _take(connection, game, seat, owner)
            if notice is None and _owner_of(connection, game, seat) != owner:
                raise SeatTaken()
        return Entry(seat, notice)

    def find_invitation(self, game: str, invitation: str, owner: str | None) -> tuple[int, bool]:
        """Return the seat that an invitation leads to, and whether this owner holds it; refuse what cannot be redeemed.

        Nothing changes by asking.
        """
        of_invitation = (invitations.c.digest == invitation) & (invitations.c.game == game)
        with self.engine.connect() as connection:
            row = connection.execute(select(invitations).where(of_invitation)).one_or_none()
            if row is not None and row.redeemed is None and row.withdrawn is None and row.made > _oldest():
                return int(row.seat), False
            return _refuse_used(connection, row, owner), True

    def redeem(
        self,
        game: str,
        invitation: str,
        token: str,
        owner: str,
        name: str | None = None,
        wanted: int | None = None,
    ) -> Entry:
        """Take the seat of an invitation, or another free one: `token` opens it from now on.

        Of several calls one wins. The owner who has redeemed an invitation is sent to the same seat again, without the
        new token: the owner token opens the seat too.
        """
        time = now()
        of_invitation = (invitations.c.digest == invitation) & (invitations.c.game == game)
        is_open = invitations.c.redeemed.is_(None) & invitations.c.withdrawn.is_(None)
        is_recent = invitations.c.made > _oldest()
        redeemed = update(invitations).where(of_invitation & is_open & is_recent).values(redeemed=time)
        with self.changes.of(game) as connection:
            is_redeemed = connection.execute(redeemed).rowcount == 1
            row = connection.execute(select(invitations).where(of_invitation)).one_or_none()
            if row is None or not is_redeemed:
                return Entry(_refuse_used(connection, row, owner), None)
            seat = int(row.seat)
            if wanted is not None and wanted != seat:
                _exchange(connection, game, seat, wanted)
                seat = wanted
            notice = _take(connection, game, seat, owner, name)
            if notice is None:
                raise InvitationUsed()
            connection.execute(insert(seat_tokens).values(digest=token, game=game, seat=seat, made=time))
            return Entry(seat, notice)

    def occupy(self, game: str, seat: int, owner: str) -> Entry:
        """Take a seat that is kept for this owner."""
        with self.changes.of(game) as connection:
            if _owner_of(connection, game, seat) != owner:
                raise SeatTaken()
            return Entry(seat, _take(connection, game, seat, owner))

    def invite(self, game: str, seat: int, invitation: str | None) -> Notice:
        """Withdraw the invitations to a seat that nobody has taken; store a new one if its digest is given."""
        time = now()
        of_seat = (invitations.c.game == game) & (invitations.c.seat == seat)
        is_open = invitations.c.redeemed.is_(None) & invitations.c.withdrawn.is_(None)
        of_table = (seats.c.game == game) & (seats.c.seat == seat)
        of_tokens = (seat_tokens.c.game == game) & (seat_tokens.c.seat == seat)
        with self.changes.of(game) as connection:
            connection.execute(update(invitations).where(of_seat & is_open).values(withdrawn=time))
            if seat not in seats_for_people(connection, game):
                raise NoPersonsSeat()
            if connection.scalar(select(seats.c.taken).where(of_table).with_for_update()) is not None:
                raise SeatTaken()
            of_older_table = of_tokens & seat_tokens.c.revoked.is_(None)
            connection.execute(update(seat_tokens).where(of_older_table).values(revoked=time))
            if invitation is not None:
                connection.execute(insert(invitations).values(digest=invitation, game=game, seat=seat, made=time))
            notice = Notice("withdrawn" if invitation is None else "invited", seat, None, time)
            add_notice(connection, game, notice)
        return notice


def seats_for_people(connection: Connection, game: str) -> set[int]:
    """Return the seats that a person can hold: those with a token, an invitation or an owner."""
    by_token = select(seat_tokens.c.seat).where(seat_tokens.c.game == game)
    by_invitation = select(invitations.c.seat).where(invitations.c.game == game)
    by_owner = select(seats.c.seat).where(seats.c.game == game, seats.c.owner.is_not(None))
    return set(connection.scalars(by_token.union(by_invitation, by_owner)))


def add_notice(connection: Connection, game: str, notice: Notice) -> None:
    """Store a notice."""
    row = {"game": game, "kind": notice.kind, "seat": notice.seat, "agent": notice.agent, "made": notice.time}
    connection.execute(insert(notices).values(row))
    numbers = select(notices.c.number).where(notices.c.game == game).order_by(notices.c.number.desc())
    newest_old = numbers.offset(KEPT_NOTICES).limit(1).scalar_subquery()
    connection.execute(delete(notices).where(notices.c.game == game, notices.c.number <= newest_old))


def _oldest() -> int:
    """Return since when invitations have been made that are good now."""
    return now() - INVITATION_DAYS * DAY


def _refuse_used(connection: Connection, row: Row[tuple[object, ...]] | None, owner: str | None) -> int:
    """Refuse an invitation that cannot be redeemed; return the seat if this owner has redeemed it."""
    if row is None:
        raise UnknownInvitation()
    found = row._mapping
    if found["withdrawn"] is not None:
        raise InvitationWithdrawn()
    if found["redeemed"] is None:
        raise InvitationExpired(days=INVITATION_DAYS)
    if owner is None or _owner_of(connection, found["game"], found["seat"]) != owner:
        raise InvitationUsed()
    return int(found["seat"])


def _exchange(connection: Connection, game: str, seat: int, wanted: int) -> None:
    """Let an invitation lead to another free seat, and the invitations to that seat to the first one."""
    of_seat = (seats.c.game == game) & (seats.c.seat == wanted)
    free = connection.execute(select(seats).where(of_seat).with_for_update()).one_or_none()
    if free is None or wanted not in seats_for_people(connection, game):
        raise NoPersonsSeat()
    if free.taken is not None or free.owner is not None:
        raise SeatTaken()
    of_invitations = invitations.c.game == game
    is_open = invitations.c.redeemed.is_(None) & invitations.c.withdrawn.is_(None)
    moved = update(invitations).where(of_invitations & is_open & (invitations.c.seat == wanted))
    connection.execute(moved.values(seat=seat))
    redeemed_just_now = of_invitations & (invitations.c.seat == seat) & invitations.c.redeemed.is_not(None)
    connection.execute(update(invitations).where(redeemed_just_now).values(seat=wanted))
    name = connection.scalar(select(seats.c.name).where(seats.c.game == game, seats.c.seat == seat))
    for at, given in ((seat, free.name), (wanted, name)):
        connection.execute(update(seats).where(seats.c.game == game, seats.c.seat == at).values(name=given))


def _take(connection: Connection, game: str, seat: int, owner: str | None, name: str | None = None) -> Notice | None:
    """Give a seat that nobody has taken to an owner, who has not agreed to hints yet; None if it is taken.

    A computer that played the seat so far gives way.
    """
    time = now()
    is_free = (seats.c.game == game) & (seats.c.seat == seat) & seats.c.taken.is_(None)
    values = {"taken": time, "owner": owner, "hints": 0, "kind": "person", "agent": None}
    if name:
        values["name"] = name
    if connection.execute(update(seats).where(is_free).values(values)).rowcount != 1:
        return None
    is_creator = connection.scalar(select(games.c.owner).where(games.c.id == game)) == owner
    notice = Notice("taken_by_creator" if is_creator else "taken", seat, None, time)
    add_notice(connection, game, notice)
    return notice


def _owner_of(connection: Connection, game: str, seat: int) -> str | None:
    return connection.scalar(select(seats.c.owner).where(seats.c.game == game, seats.c.seat == seat))
