"""`Store`: games in a database. When a method returns, its change is committed.

All methods are synchronous and thread-safe; the event loop calls them in worker threads.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from sqlalchemy import Engine, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ulpia.core.game import Outcome
from ulpia.server.errors import Stale, UnknownTable
from ulpia.server.storage.database import open_database
from ulpia.server.storage.invitations import Invitations, Notice, add_notice, seats_for_people
from ulpia.server.storage.schema import UNDO as UNDO
from ulpia.server.storage.schema import (
    chat,
    games,
    invitations,
    journal,
    notices,
    seat_tokens,
    seats,
)
from ulpia.server.storage.schema import now as now

PERSON, COMPUTER = "person", "computer"
MAX_GAMES_LISTED = 200
MAX_CHAT_ATTEMPTS = 20
HEAD = ("id", "game", "seed", "components", "rules", "pace", "owner", "deciding")


@dataclass(frozen=True)
class Seat:
    """Who plays a seat now."""

    seat: int
    kind: str
    agent: str | None
    """The program that plays it, if one does."""
    name: str
    """As its player typed it; empty for the default name."""
    for_people: bool = False
    """Whether a person holds it or was invited to it, also while a computer plays it."""
    is_taken: bool = False
    """Whether a person holds it, present or not."""
    has_agreed: bool = False
    """Whether its player agrees to hints."""


class SeatChange(TypedDict, total=False):
    """The fields of a seat that can change while a game goes on."""

    kind: str
    agent: str | None
    name: str
    has_agreed: bool


@dataclass(frozen=True)
class Head:
    """The header of a stored game: everything but its actions."""

    id: str
    game: str
    seed: int
    settings: dict[str, str]
    components: str
    rules: int
    pace: int
    """Milliseconds that a decision of a computer takes at least."""
    owner: str
    """The digest of the token of the player who opened the table."""
    created: int
    touched: int
    """When a player last acted."""
    finished: int | None
    outcome: Outcome | None
    deciding: int | None
    """Whose decision it is; None when the game is over."""
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class StoredLine:
    """A line of the chat."""

    number: int
    seat: int
    text: str
    time: int
    """Milliseconds since 1970."""


@dataclass(frozen=True)
class Page:
    """Rows for the journal of a game, and who decides after them or how the game ended."""

    game: str
    position: int
    seat: int
    numbers: Sequence[int]
    """Numbers of actions, or `UNDO`."""
    deciding: int | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class NewGame:
    """A game to be stored. Tokens are digests."""

    id: str
    game: str
    seed: int
    settings: dict[str, str]
    components: str
    rules: int
    pace: int
    owner: str
    seats: Sequence[Seat]
    tokens: Mapping[int, str] = field(default_factory=dict)
    """The tokens of the seats that the owner takes."""
    invitations: Mapping[int, str] = field(default_factory=dict)
    """The invitations to other seats. A seat with neither is a computer's."""
    deciding: int | None = None


CONTINUED = update(games).where(games.c.id == bindparam("of")).values(deciding=bindparam("seat"))
ENDED = (
    update(games)
    .where(games.c.id == bindparam("of"))
    .values(deciding=None, finished=bindparam("at"), outcome=bindparam("how"))
)


class Store:
    """Reads and writes games."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = open_database(url)
        self.invitations = Invitations(self.engine)

    def close(self) -> None:
        """Close the database."""
        self.engine.dispose()

    def ping(self) -> None:
        """Raise an error if the database does not answer."""
        with self.engine.connect() as connection:
            connection.execute(select(1))

    # Games

    def create(self, new: NewGame) -> None:
        """Store a new game."""
        made = now()
        head = {
            **{name: getattr(new, name) for name in HEAD},
            "seats": len(new.seats),
            "settings": json.dumps(new.settings, sort_keys=True),
            "created": made,
        }
        with self.engine.begin() as connection:
            connection.execute(insert(games).values(head))
            for at, seat in enumerate(new.seats):
                row = {"game": new.id, "seat": at, "kind": seat.kind, "agent": seat.agent, "name": seat.name}
                held = {"owner": new.owner, "taken": made} if at in new.tokens else {"owner": None, "taken": None}
                connection.execute(insert(seats).values(row | held))
            for table, secrets in ((seat_tokens, new.tokens), (invitations, new.invitations)):
                for at, digest in secrets.items():
                    connection.execute(insert(table).values(digest=digest, game=new.id, seat=at, made=made))

    def head(self, game: str) -> Head:
        """Return the header of a game."""
        with self.engine.connect() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
            if row is None:
                raise UnknownTable()
            for_people = seats_for_people(connection, game)
            sitting = connection.execute(select(seats).where(seats.c.game == game).order_by(seats.c.seat)).all()
            latest = select(journal.c.made).where(journal.c.game == game).order_by(journal.c.position.desc()).limit(1)
            touched = connection.scalar(latest)
        return Head(
            id=row.id,
            game=row.game,
            seed=row.seed,
            settings=json.loads(row.settings),
            components=row.components,
            rules=row.rules,
            pace=row.pace,
            owner=row.owner,
            created=row.created,
            touched=row.created if touched is None else touched,
            finished=row.finished,
            outcome=_outcome(row.outcome),
            deciding=row.deciding,
            seats=tuple(
                Seat(
                    seat=one.seat,
                    kind=one.kind,
                    agent=one.agent,
                    name=one.name,
                    for_people=one.seat in for_people,
                    is_taken=one.taken is not None,
                    has_agreed=bool(one.hints),
                )
                for one in sitting
            ),
        )

    def games_of(self, owner: str) -> list[tuple[Head, list[int]]]:
        """List the games that an owner (its digest) opened or sits at, newest first, with the seats held there."""
        with self.engine.connect() as connection:
            sitting = connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.owner == owner)).all()
            held: dict[str, list[int]] = {}
            for game, seat in sitting:
                held.setdefault(game, []).append(seat)
            wanted = select(games.c.id).where((games.c.owner == owner) | games.c.id.in_(list(held)))
            newest = connection.scalars(wanted.order_by(games.c.created.desc()).limit(MAX_GAMES_LISTED)).all()
        return [(self.head(game), sorted(held.get(game, []))) for game in newest]

    # The journal

    def actions(self, game: str) -> tuple[list[int], int]:
        """Return the actions that were not taken back, and the length of the journal."""
        query = select(journal.c.number).where(journal.c.game == game).order_by(journal.c.position)
        with self.engine.connect() as connection:
            rows = connection.scalars(query).all()
        return standing(rows), len(rows)

    def write(self, pages: Sequence[Page]) -> None:
        """Write pages of different games in one commit; raise Stale if one of the positions is taken already."""
        made = now()
        rows = [
            {"game": page.game, "position": page.position + at, "number": number, "seat": page.seat, "made": made}
            for page in pages
            for at, number in enumerate(page.numbers)
        ]
        continued = [{"of": page.game, "seat": page.deciding} for page in pages if page.outcome is None]
        ended = [
            {"of": page.game, "at": made, "how": json.dumps([page.outcome.ranking, page.outcome.points])}
            for page in pages
            if page.outcome is not None
        ]
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(journal), rows)
                if continued:
                    connection.execute(CONTINUED, continued)
                if ended:
                    connection.execute(ENDED, ended)
        except IntegrityError:
            raise Stale() from None

    # Seats

    def seats_of(self, game: str, owner: str) -> list[int]:
        """List the seats that an owner (its digest) holds."""
        query = select(seats.c.seat).where(seats.c.game == game, seats.c.owner == owner).order_by(seats.c.seat)
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    def change_seat(self, game: str, seat: int, notice: Notice | None = None, **change: Unpack[SeatChange]) -> None:
        """Change who plays a seat, its name, or whether its player agrees to hints; store a notice of it."""
        columns: dict[str, object] = dict(change)
        if "has_agreed" in change:
            columns["hints"] = int(bool(columns.pop("has_agreed")))
        with self.engine.begin() as connection:
            connection.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(columns))
            if notice is not None:
                add_notice(connection, game, notice)

    def set_pace(self, game: str, pace: int) -> None:
        """Set how many milliseconds a decision of a computer takes at least."""
        with self.engine.begin() as connection:
            connection.execute(update(games).where(games.c.id == game).values(pace=pace))

    # Notices and chat

    def notices(self, game: str, last: int) -> list[Notice]:
        """Return the last notices of a table, the oldest first."""
        columns = (notices.c.kind, notices.c.seat, notices.c.agent, notices.c.made)
        query = select(*columns).where(notices.c.game == game).order_by(notices.c.number.desc()).limit(last)
        with self.engine.connect() as connection:
            return [Notice(*row) for row in reversed(connection.execute(query).all())]

    def add_chat_line(self, game: str, seat: int, text: str) -> StoredLine:
        """Store what a player said."""
        made = now()
        for _ in range(MAX_CHAT_ATTEMPTS):
            try:
                with self.engine.begin() as connection:
                    highest = connection.scalar(select(func.max(chat.c.number)).where(chat.c.game == game))
                    number = 0 if highest is None else highest + 1
                    row = {"game": game, "number": number, "seat": seat, "said": text, "made": made}
                    connection.execute(insert(chat).values(row))
            except IntegrityError:
                continue  # two players spoke at once
            return StoredLine(number, seat, text, made)
        raise Stale()

    def chat_lines(self, game: str, last: int) -> list[StoredLine]:
        """Return the last lines of the chat, the oldest first."""
        columns = (chat.c.number, chat.c.seat, chat.c.said, chat.c.made)
        query = select(*columns).where(chat.c.game == game).order_by(chat.c.number.desc()).limit(last)
        with self.engine.connect() as connection:
            return [StoredLine(*row) for row in reversed(connection.execute(query).all())]


def standing(rows: Iterable[int]) -> list[int]:
    """Return the actions of a journal that were not taken back."""
    actions: list[int] = []
    for number in rows:
        if number == UNDO:
            actions.pop()
        else:
            actions.append(number)
    return actions


def _outcome(text: str | None) -> Outcome | None:
    if text is None:
        return None
    ranking, points = json.loads(text)
    return Outcome(tuple(tuple(place) for place in ranking), tuple(points))
