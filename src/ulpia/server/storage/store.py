"""`Store`: games in a database. When a method returns, its change is committed.

All methods are synchronous and thread-safe; the event loop calls them in worker threads.
"""

import json
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple, TypedDict, Unpack

from sqlalchemy import BindParameter, Connection, Engine, Row, Update, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ulpia import __version__
from ulpia.core.game import Outcome
from ulpia.server.errors import BrokenJournal, CannotStore, Stale, UnknownTable
from ulpia.server.storage import chain
from ulpia.server.storage.changes import Changes
from ulpia.server.storage.database import open_database
from ulpia.server.storage.invitations import Invitations, Notice, add_notice, seats_for_people
from ulpia.server.storage.schema import UNDO as UNDO
from ulpia.server.storage.schema import (
    chat,
    games,
    heartbeat,
    hidden_games,
    invitations,
    journal,
    layouts,
    notices,
    seat_tokens,
    seats,
)
from ulpia.server.storage.schema import now as now

log = logging.getLogger("ulpia.server")
PERSON, COMPUTER = "person", "computer"
MAX_GAMES_LISTED = 200
KEPT_LINES = 1000
"""Of the chat of each table; older ones are deleted, so that nobody fills the disk."""
MAX_ENDS = 10_000
"""The most journals whose end is remembered."""
TRIAL_SECONDS, TRIAL_BYTES = 1.0, 16_000
"""How often a write is tried at most, and how much it writes."""
CREATED = ("id", "game", "components", "rules", "pace", "owner", "deciding", "release", "setup", "match_digest")
"""Fields of a new game that are stored as they are."""


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
    is_creators: bool = False
    """Whether the player who opened the table holds it."""
    has_left: bool = False
    """Whether its player has left the game. A computer plays on."""
    agrees_to_end: bool = False
    """Whether its player agrees to end the game."""

    @property
    def has_player(self) -> bool:
        """Whether a person holds it, present or not, who has not left."""
        return self.is_taken and not self.has_left


class SeatChange(TypedDict, total=False):
    """The fields of a seat that can change while a game goes on."""

    kind: str
    agent: str | None
    name: str
    has_agreed: bool
    agrees_to_end: bool
    has_left: bool


@dataclass(frozen=True)
class Head:
    """The header of a stored game: everything but its actions."""

    id: str
    game: str
    seed: int
    settings: dict[str, str]
    version: "Version"
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
    match_digest: str | None
    """Identifies the newest position as a transcript does; None if it is not known."""
    gathers: bool = False
    """Whether the game begins only when all invited people are there."""
    successor: str | None = None
    """The table at which the same people play again."""
    standing: Outcome | None = None
    """How the game stood when its players agreed to end it; None if they did not."""
    changes: int = 0
    """How often everything but the journal has changed."""
    last_notice: int = 0
    """The number of the newest notice."""
    last_line: int = -1
    """The number of the newest line of the chat."""

    @property
    def is_gathering(self) -> bool:
        """Whether the game waits for invited people who have not come yet."""
        return self.gathers and any(seat.kind == PERSON and not seat.is_taken for seat in self.seats)

    @property
    def is_waiting(self) -> bool:
        """Whether nobody may act: the game has not begun, or was ended by agreement."""
        return self.is_gathering or self.standing is not None


@dataclass(frozen=True)
class Version:
    """What a game was last played under, and how its states are compared with those of other versions."""

    rules: int
    components: str
    """The digest of the printed figures."""
    release: str
    """The version of this program."""
    layout: str | None
    """The fields that the digests of its states cover; None in a game from before they were stored."""
    setup: str | None
    """The digest of its first state."""


class JournalRow(NamedTuple):
    """A row of a journal: the columns `chain.CONTENT`, and its digest."""

    game: str
    position: int
    number: int
    seat: int
    made: int
    state: str | None
    digest: str


class End(NamedTuple):
    """Where a journal ends.

    The store remembers it after a commit, which saves a query. If another process has written since then, the next
    commit fails: its first row is there already, and the head has another tip.
    """

    length: int
    tip: str


NO_END = End(-1, "")
"""Of a game that is not stored."""


class StoredAction(NamedTuple):
    """An action of a journal that was not taken back."""

    number: int
    seat: int
    state: str | None
    """The digest of the state after it; None if it is not known."""
    position: int
    """Its row."""


@dataclass(frozen=True)
class Journal:
    """The journal of a game, as it was written."""

    actions: Sequence[StoredAction]
    length: int
    """The number of rows, with those that take back and were taken back."""


@dataclass(frozen=True)
class StoredLine:
    """A line of the chat."""

    number: int
    seat: int
    text: str
    time: int
    """Milliseconds since 1970."""


@dataclass(frozen=True)
class News:
    """What has happened to a game since a server has read it."""

    rows: Sequence["JournalRow"]
    """Rows of the journal that are new."""
    head: Head | None
    """The header, if something has changed that is not in the journal."""
    notices: Sequence[Notice] = ()
    lines: Sequence[StoredLine] = ()


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
    states: Sequence[str] = ()
    """The digest of the state after each row; empty if they are not known."""
    match_digest: str | None = None


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
    release: str = __version__
    layout: str | None = None
    setup: str | None = None
    match_digest: str | None = None
    gathers: bool = False
    owners: Mapping[int, str] = field(default_factory=dict)
    """Who a seat is kept for, without a token or an invitation. Those of the owner of the game are taken at once."""


NEWEST = (
    select(func.max(notices.c.number)).where(notices.c.game == games.c.id).scalar_subquery().label("last_notice"),
    select(func.max(chat.c.number)).where(chat.c.game == games.c.id).scalar_subquery().label("last_line"),
)
"""The numbers of the newest notice and the newest line of the chat of a game."""
GROWN: dict[str, BindParameter[object]] = {
    "length": bindparam("rows"),
    "tip": bindparam("link"),
    "match_digest": bindparam("identity"),
}
IS_GROWN = (games.c.id == bindparam("of")) & (games.c.tip == bindparam("previous"))
CONTINUED = update(games).where(IS_GROWN).values(**GROWN, deciding=bindparam("seat"))
ENDED = update(games).where(IS_GROWN).values(**GROWN, deciding=None, finished=bindparam("at"), outcome=bindparam("how"))


class Store:
    """Reads and writes games."""

    def __init__(self, url: str, is_upgraded: bool = True) -> None:
        self.engine: Engine = open_database(url, is_upgraded)
        self.changes = Changes(self.engine)
        self.invitations = Invitations(self.engine, self.changes)
        self._layouts: set[str] = set()
        """Ids of layouts that are stored."""
        self._ends: OrderedDict[str, End] = OrderedDict()
        self._trial_lock = Lock()
        self._tried = -TRIAL_SECONDS
        self._trouble: str | None = None

    def close(self) -> None:
        """Close the database."""
        self.engine.dispose()

    def try_write(self) -> None:
        """Write a row as large as what an action writes; raise CannotStore if that fails.

        Of many who ask within a second only one writes, so that nobody can keep the disk busy by asking.
        """
        with self._trial_lock:
            if time.monotonic() - self._tried < TRIAL_SECONDS:
                if self._trouble is not None:
                    raise CannotStore(reason=self._trouble)
                return
            try:
                with self.engine.begin() as connection:
                    row = {"at": now(), "padding": "." * TRIAL_BYTES}
                    if connection.execute(update(heartbeat).values(row)).rowcount == 0:
                        connection.execute(insert(heartbeat).values(id=0, **row))
            except CannotStore as error:
                self._trouble = error.reason
                raise
            else:
                if self._trouble is not None:
                    log.info("the database can be written again")
                self._trouble = None
            finally:
                self._tried = time.monotonic()

    # Games

    def create(self, new: NewGame) -> None:
        """Store a new game."""
        made = now()
        head: dict[str, object] = {
            **{name: getattr(new, name) for name in CREATED},
            "seed": str(new.seed),
            "seats": len(new.seats),
            "settings": json.dumps(new.settings, sort_keys=True),
            "created": made,
            "layout": self._store_layout(new.layout),
            "gathers": int(new.gathers),
        }
        head["tip"] = chain.first_link([head[name] for name in chain.IDENTITY])
        head["digest"] = chain.digest([head[name] for name in chain.HEAD])
        with self.engine.begin() as connection:
            connection.execute(insert(games).values(head))
            for at, seat in enumerate(new.seats):
                row = {"game": new.id, "seat": at, "kind": seat.kind, "agent": seat.agent, "name": seat.name}
                owner = new.owner if at in new.tokens else new.owners.get(at)
                held = {"owner": owner, "taken": made if owner == new.owner else None}
                connection.execute(insert(seats).values(row | held))
            for table, secrets in ((seat_tokens, new.tokens), (invitations, new.invitations)):
                for at, digest in secrets.items():
                    connection.execute(insert(table).values(digest=digest, game=new.id, seat=at, made=made))

    def head(self, game: str) -> Head:
        """Return the header of a game; raise BrokenJournal if it is not as it was written."""
        with self._reading(game) as connection:
            row = connection.execute(select(games, *NEWEST).where(games.c.id == game)).one_or_none()
            if row is None:
                raise UnknownTable()
            check_head(row)
            sitting = _seats(connection, game, row.owner)
            latest = select(journal.c.made).where(journal.c.game == game).order_by(journal.c.position.desc()).limit(1)
            touched = connection.scalar(latest)
            layout = connection.scalar(select(layouts.c.fields).where(layouts.c.id == row.layout))
        if [seat.seat for seat in sitting] != list(range(row.seats)):
            raise BrokenJournal(table=game, what="seats", row=0)
        if row.layout is not None and (layout is None or chain.digest([layout]) != row.layout):
            raise BrokenJournal(table=game, what="head", row=0)
        try:
            outcome, standing = _outcome(row.outcome), _outcome(row.standing)
        except (ValueError, TypeError):
            raise BrokenJournal(table=game, what="result", row=0) from None
        return Head(
            id=row.id,
            game=row.game,
            seed=int(row.seed),
            settings=json.loads(row.settings),
            version=Version(row.rules, row.components, row.release, layout, row.setup),
            pace=row.pace,
            owner=row.owner,
            created=row.created,
            touched=row.created if touched is None else touched,
            finished=row.finished,
            outcome=outcome,
            deciding=row.deciding,
            seats=sitting,
            match_digest=row.match_digest,
            gathers=bool(row.gathers),
            successor=row.successor,
            standing=standing,
            changes=row.changes,
            last_notice=0 if row.last_notice is None else row.last_notice,
            last_line=-1 if row.last_line is None else row.last_line,
        )

    @contextmanager
    def _reading(self, game: str) -> Iterator[Connection]:
        """Yield a connection; raise BrokenJournal if what is stored of a game cannot even be read."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except CannotStore as error:
            if error.reason == "damaged":
                raise BrokenJournal(table=game, what="unreadable", row=0) from error
            raise

    def set_version(self, game: str, version: Version) -> None:
        """Store that a game goes on under another version."""
        values = {
            "rules": version.rules,
            "components": version.components,
            "release": version.release,
            "layout": self._store_layout(version.layout),
            "setup": version.setup,
        }
        with self.engine.begin() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one()
            check_head(row)
            head = {**row._mapping, **values}
            digest = chain.digest([head[name] for name in chain.HEAD])
            connection.execute(update(games).where(games.c.id == game).values(**values, digest=digest))

    def _store_layout(self, fields: str | None) -> str | None:
        """Store a layout, unless it is there; return its id."""
        if fields is None:
            return None
        layout = chain.digest([fields])
        if layout not in self._layouts:
            with suppress(IntegrityError), self.engine.begin() as connection:
                if connection.scalar(select(layouts.c.id).where(layouts.c.id == layout)) is None:
                    connection.execute(insert(layouts).values(id=layout, fields=fields))
            self._layouts.add(layout)
        return layout

    def table_ids(self) -> list[str]:
        """List the ids of all games, the oldest first."""
        with self.engine.connect() as connection:
            return list(connection.scalars(select(games.c.id).order_by(games.c.created, games.c.id)))

    def seated_table_ids(self) -> list[str]:
        """Return the ids of all games that have seats."""
        with self.engine.connect() as connection:
            return list(connection.scalars(select(seats.c.game).distinct().order_by(seats.c.game)))

    def games_of(self, owner: str) -> list[tuple[Head, list[int]]]:
        """List the games that an owner (its digest) opened or sits at, newest first, with the seats held there."""
        with self.engine.connect() as connection:
            sitting = connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.owner == owner)).all()
            held: dict[str, list[int]] = {}
            for game, seat in sitting:
                held.setdefault(game, []).append(seat)
            hidden = select(hidden_games.c.game).where(hidden_games.c.owner == owner)
            is_mine = (games.c.owner == owner) | games.c.id.in_(list(held))
            wanted = select(games.c.id).where(is_mine, games.c.id.not_in(hidden))
            newest = connection.scalars(wanted.order_by(games.c.created.desc()).limit(MAX_GAMES_LISTED)).all()
        found: list[tuple[Head, list[int]]] = []
        for game in newest:
            try:
                found.append((self.head(game), sorted(held.get(game, []))))
            except BrokenJournal as error:
                log.error("left out of a list of games: %s", error)
        return found

    # The journal

    def actions(self, game: str) -> tuple[list[int], int]:
        """Return the numbers of the actions that were not taken back, and the length of the journal."""
        found = self.journal(game)
        return [action.number for action in found.actions], found.length

    def journal(self, game: str) -> Journal:
        """Return the journal of a game; raise BrokenJournal if it is not as it was written."""
        head, rows = self._rows(game)
        check_head(head)
        return check_journal(head, rows)

    def journal_rows(self, game: str) -> list[JournalRow]:
        """Return the rows of a journal as they are, unchecked."""
        return self._rows(game)[1]

    def game_of(self, table: str) -> str:
        """Return the name of the game of a table, unchecked."""
        with self.engine.connect() as connection:
            name = connection.scalar(select(games.c.game).where(games.c.id == table))
        if name is None:
            raise UnknownTable()
        return str(name)

    def _rows(self, game: str) -> tuple[Row[tuple[object, ...]], list[JournalRow]]:
        """Read head and rows in one statement, so that a commit in between cannot part them."""
        columns = [journal.c[name].label(f"row_{name}") for name in (*chain.CONTENT, "digest")]
        query = select(games, *columns).outerjoin(journal, journal.c.game == games.c.id).where(games.c.id == game)
        with self._reading(game) as connection:
            found = connection.execute(query.order_by(journal.c.position)).all()
        if not found:
            raise UnknownTable()
        return found[0], [JournalRow(*row[-len(columns) :]) for row in found if row.row_position is not None]

    def write(self, pages: Sequence[Page]) -> None:
        """Write pages in one commit; raise Stale if one of the positions is not the end of its journal."""
        made, ends = now(), dict[str, End]()
        pages = sorted(pages, key=lambda page: page.game)  # two servers must not wait for each other's rows
        try:
            with self.changes.transaction([page.game for page in pages]) as connection:
                rows: list[dict[str, object]] = []
                grown: dict[str, Page] = {}
                before = self._find_ends(connection, pages)
                for page in pages:
                    length, tip = ends.get(page.game) or before[page.game]
                    if page.position != length:
                        raise Stale()
                    for at, number in enumerate(page.numbers):
                        state = page.states[at] if page.states else None
                        content = (page.game, page.position + at, number, page.seat, made, state)
                        tip = chain.next_link(tip, content)
                        rows.append({**dict(zip(chain.CONTENT, content)), "digest": tip})
                    ends[page.game] = End(length + len(page.numbers), tip)
                    grown[page.game] = page
                connection.execute(insert(journal), rows)
                for statement, values in _changes_of_heads(grown.values(), before, ends, made):
                    if connection.execute(statement, values).rowcount != len(values):
                        raise Stale()
        except BaseException as error:
            for page in pages:
                self._ends.pop(page.game, None)
            if isinstance(error, IntegrityError):
                raise Stale() from None
            raise
        for game, end in ends.items():
            self._remember_end(game, end)

    def _remember_end(self, game: str, end: End) -> None:
        self._ends[game] = end
        if len(self._ends) > MAX_ENDS:
            self._ends.popitem(last=False)

    def news(self, head: Head, length: int) -> News:
        """Return what is new of a game since its header and so many rows of its journal were read.

        Raise BrokenJournal if the rows do not continue the journal.
        """
        game, columns = head.id, [journal.c[name].label(f"row_{name}") for name in (*chain.CONTENT, "digest")]
        is_new = (journal.c.game == games.c.id) & (journal.c.position >= length - 1)
        query = select(games, *columns).outerjoin(journal, is_new).where(games.c.id == game)
        with self._reading(game) as connection:
            found = connection.execute(query.order_by(journal.c.position)).all()
        if not found:
            raise UnknownTable()
        read = [JournalRow(*row[-len(columns) :]) for row in found if row.row_position is not None]
        rows = self._continue(found[0], read, length)
        if found[0].changes == head.changes:
            return News(rows, None)
        newer = self.head(game)
        return News(rows, newer, self._notices_between(head, newer), self._lines_between(head, newer))

    def _continue(self, head: Row[tuple[object, ...]], rows: Sequence[JournalRow], length: int) -> Sequence[JournalRow]:
        """Return the rows after the first `length` ones, checked; of those, `rows` begins with the last."""
        values = head._mapping
        tip = chain.first_link([values[name] for name in chain.IDENTITY])
        if length:
            if not rows:
                raise BrokenJournal(table=values["id"], what="end", row=length)
            tip, rows = rows[0].digest, rows[1:]
        for row in rows:
            tip = chain.next_link(tip, row[:-1])
            if tip != row.digest:
                raise BrokenJournal(table=values["id"], what="changed", row=row.position + 1)
        if (length + len(rows), tip) != (values["length"], values["tip"]):
            raise BrokenJournal(table=values["id"], what="end", row=values["length"])
        self._remember_end(values["id"], End(values["length"], tip))
        return rows

    def _notices_between(self, before: Head, after: Head) -> list[Notice]:
        columns = (notices.c.kind, notices.c.seat, notices.c.agent, notices.c.made)
        is_new = notices.c.number.between(before.last_notice + 1, after.last_notice)
        query = select(*columns).where(notices.c.game == before.id, is_new).order_by(notices.c.number)
        with self.engine.connect() as connection:
            return [Notice(*row) for row in connection.execute(query)]

    def _lines_between(self, before: Head, after: Head) -> list[StoredLine]:
        columns = (chat.c.number, chat.c.seat, chat.c.said, chat.c.made)
        is_new = chat.c.number.between(before.last_line + 1, after.last_line)
        query = select(*columns).where(chat.c.game == before.id, is_new).order_by(chat.c.number)
        with self.engine.connect() as connection:
            return [StoredLine(*row) for row in connection.execute(query)]

    def _find_ends(self, connection: Connection, pages: Sequence[Page]) -> dict[str, End]:
        """Return where the journals of these pages end. A remembered end can be trusted: see `End`."""
        found = {page.game: self._ends.get(page.game) for page in pages}
        if unknown := [game for game, end in found.items() if end is None]:
            query = select(games.c.id, games.c.length, games.c.tip).where(games.c.id.in_(unknown))
            found |= {row.id: End(row.length, row.tip) for row in connection.execute(query)}
        return {game: end or NO_END for game, end in found.items()}

    # Seats

    def seats_of(self, game: str, owner: str) -> list[int]:
        """List the seats that an owner (its digest) holds."""
        query = select(seats.c.seat).where(seats.c.game == game, seats.c.owner == owner).order_by(seats.c.seat)
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    def seats(self, game: str) -> tuple[Seat, ...]:
        """Return who plays each seat."""
        with self.engine.connect() as connection:
            owner = connection.scalar(select(games.c.owner).where(games.c.id == game))
            return _seats(connection, game, owner)

    def begin(self, game: str, notice: Notice) -> None:
        """Store that a game waits for nobody any more."""
        with self.changes.of(game) as connection:
            connection.execute(update(games).where(games.c.id == game).values(gathers=0))
            add_notice(connection, game, notice)

    def change_seat(self, game: str, seat: int, notice: Notice | None = None, **change: Unpack[SeatChange]) -> None:
        """Change who plays a seat, its name, or whether its player agrees to hints; store a notice of it."""
        columns: dict[str, object] = dict(change)
        for field_name, column in (("has_agreed", "hints"), ("agrees_to_end", "ends")):
            if field_name in columns:
                columns[column] = int(bool(columns.pop(field_name)))
        if "has_left" in columns:
            columns["departed"] = now() if columns.pop("has_left") else None
        with self.changes.of(game) as connection:
            connection.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(columns))
            if notice is not None:
                add_notice(connection, game, notice)

    def owner_of(self, game: str, seat: int) -> str | None:
        """Return the owner (a digest) who holds a seat."""
        with self.engine.connect() as connection:
            query = select(seats.c.owner).where(seats.c.game == game, seats.c.seat == seat)
            return connection.scalar(query)

    def owners_of(self, game: str) -> dict[int, str]:
        """Return the owner (a digest) of each seat that a person holds."""
        query = select(seats.c.seat, seats.c.owner).where(seats.c.game == game, seats.c.taken.is_not(None))
        with self.engine.connect() as connection:
            return {row.seat: row.owner for row in connection.execute(query) if row.owner is not None}

    def create_successor(self, game: str, new: NewGame, notice: Notice) -> str:
        """Store the table at which the same people play again; of several only one. Return its id."""
        self.create(new)
        is_first = (games.c.id == game) & games.c.successor.is_(None)
        with self.changes.of(game) as connection:
            if connection.execute(update(games).where(is_first).values(successor=new.id)).rowcount == 1:
                add_notice(connection, game, notice)
                return new.id
            for table in (seats, games):
                key = games.c.id if table is games else seats.c.game
                connection.execute(delete(table).where(key == new.id))
            return str(connection.scalar(select(games.c.successor).where(games.c.id == game)))

    def end_by_agreement(self, game: str, standing: Outcome, notice: Notice) -> int:
        """Store that the players ended a game; return when."""
        values = {"finished": notice.time, "deciding": None, "standing": _write_outcome(standing)}
        is_running = (games.c.id == game) & games.c.finished.is_(None)
        with self.changes.of(game) as connection:
            if connection.execute(update(games).where(is_running).values(values)).rowcount != 1:
                raise Stale()
            add_notice(connection, game, notice)
        return notice.time

    def hide(self, game: str, owner: str) -> None:
        """Leave a game out of the list of an owner from now on."""
        row = {"owner": owner, "game": game, "made": now()}
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(insert(hidden_games).values(row))

    def unhide(self, game: str, owner: str) -> None:
        """List a game among those of an owner again."""
        of_owner = (hidden_games.c.owner == owner) & (hidden_games.c.game == game)
        with self.engine.begin() as connection:
            connection.execute(delete(hidden_games).where(of_owner))

    def set_pace(self, game: str, pace: int) -> None:
        """Set how many milliseconds a decision of a computer takes at least."""
        with self.changes.of(game) as connection:
            connection.execute(update(games).where(games.c.id == game).values(pace=pace))

    # Notices and chat

    def notices(self, game: str, last: int, until: int | None = None) -> list[Notice]:
        """Return the last notices of a table up to a number, the oldest first."""
        columns = (notices.c.kind, notices.c.seat, notices.c.agent, notices.c.made)
        query = select(*columns).where(notices.c.game == game).order_by(notices.c.number.desc()).limit(last)
        if until is not None:
            query = query.where(notices.c.number <= until)
        with self.engine.connect() as connection:
            return [Notice(*row) for row in reversed(connection.execute(query).all())]

    def add_chat_line(self, game: str, seat: int, text: str) -> StoredLine:
        """Store what a player said."""
        made = now()
        with self.changes.of(game) as connection:  # which makes lines of a table wait for each other
            highest = connection.scalar(select(func.max(chat.c.number)).where(chat.c.game == game))
            number = 0 if highest is None else highest + 1
            row = {"game": game, "number": number, "seat": seat, "said": text, "made": made}
            connection.execute(insert(chat).values(row))
            is_old = (chat.c.game == game) & (chat.c.number <= number - KEPT_LINES)
            connection.execute(delete(chat).where(is_old))
        return StoredLine(number, seat, text, made)

    def chat_lines(self, game: str, last: int, until: int | None = None) -> list[StoredLine]:
        """Return the last lines of the chat up to a number, the oldest first."""
        columns = (chat.c.number, chat.c.seat, chat.c.said, chat.c.made)
        query = select(*columns).where(chat.c.game == game).order_by(chat.c.number.desc()).limit(last)
        if until is not None:
            query = query.where(chat.c.number <= until)
        with self.engine.connect() as connection:
            return [StoredLine(*row) for row in reversed(connection.execute(query).all())]


def _seats(connection: Connection, game: str, creator: str | None) -> tuple[Seat, ...]:
    for_people = seats_for_people(connection, game)
    found = connection.execute(select(seats).where(seats.c.game == game).order_by(seats.c.seat))
    return tuple(
        Seat(
            seat=one.seat,
            kind=one.kind,
            agent=one.agent,
            name=one.name,
            for_people=one.seat in for_people,
            is_taken=one.taken is not None,
            has_agreed=bool(one.hints),
            is_creators=one.taken is not None and one.owner == creator,
            has_left=one.departed is not None,
            agrees_to_end=bool(one.ends),
        )
        for one in found
    )


def _changes_of_heads(
    pages: Iterable[Page], before: dict[str, End], ends: dict[str, End], made: int
) -> list[tuple[Update, list[dict[str, object]]]]:
    """Return the statements that change the heads of grown journals, each with the values of its rows."""
    continued: list[dict[str, object]] = []
    ended: list[dict[str, object]] = []
    for page in pages:
        end = ends[page.game]
        grown = {"of": page.game, "rows": end.length, "link": end.tip, "identity": page.match_digest}
        grown["previous"] = before[page.game].tip
        if page.outcome is None:
            continued.append({**grown, "seat": page.deciding})
        else:
            ended.append({**grown, "at": made, "how": _write_outcome(page.outcome)})
    return [(statement, values) for statement, values in ((CONTINUED, continued), (ENDED, ended)) if values]


def check_head(head: Row[tuple[object, ...]]) -> None:
    """Refuse a head that is not as it was written."""
    values = head._mapping
    if chain.digest([values[name] for name in chain.HEAD]) != values["digest"]:
        raise BrokenJournal(table=values["id"], what="head", row=0)


def check_journal(head: Row[tuple[object, ...]], rows: Sequence[JournalRow]) -> Journal:
    """Refuse a journal that is not as it was written; return what counts."""
    values = head._mapping
    table, tip = values["id"], chain.first_link([values[name] for name in chain.IDENTITY])
    for at, row in enumerate(rows):
        if row.position != at:
            raise BrokenJournal(table=table, what="missing", row=at + 1)
        tip = chain.next_link(tip, row[:-1])
        if tip != row.digest:
            raise BrokenJournal(table=table, what="changed", row=at + 1)
    if (len(rows), tip) != (values["length"], values["tip"]):
        raise BrokenJournal(table=table, what="end", row=len(rows))
    actions: list[StoredAction] = []
    for row in rows:
        if row.number != UNDO:
            actions.append(StoredAction(row.number, row.seat, row.state, row.position))
        elif actions:
            actions.pop()
        else:
            raise BrokenJournal(table=table, what="illegal", row=row.position + 1)
    return Journal(actions, len(rows))


def _write_outcome(outcome: Outcome) -> str:
    return json.dumps([outcome.ranking, outcome.points])


def _outcome(text: str | None) -> Outcome | None:
    if text is None:
        return None
    ranking, points = json.loads(text)
    return Outcome(tuple(tuple(place) for place in ranking), tuple(points))
