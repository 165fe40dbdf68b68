"""Games on disk. What a function here has returned from is committed, whatever happens to the process afterwards.

Everything is synchronous and safe to call from many threads; the event loop calls it through its workers.
"""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Engine, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ulpia.core.game import Outcome
from ulpia.server.errors import (
    NoPersonsSeat,
    Revoked,
    Stale,
    UnknownTable,
    UnknownToken,
)
from ulpia.server.storage.database import open_database
from ulpia.server.storage.schema import UNDO as UNDO
from ulpia.server.storage.schema import (
    chat,
    games,
    journal,
    links,
    seats,
)

PERSON, COMPUTER = "person", "computer"
MOST_OF_MINE = 200
MOST_TRIES = 20
HEAD = ("id", "game", "seed", "components", "rules", "pace", "owner", "deciding")


@dataclass(frozen=True)
class Seat:
    """Who plays a seat now."""

    seat: int
    kind: str
    agent: str | None
    """The program that plays it, if one does."""
    name: str
    """As people typed it; empty if nobody did."""
    has_link: bool = False
    """Whether a person can come (back) to it."""
    has_agreed: bool = False
    """Whether hints are fine with whoever sits there."""


@dataclass(frozen=True)
class Head:
    """What a game is besides its actions."""

    id: str
    game: str
    seed: int
    settings: dict[str, str]
    components: str
    rules: int
    pace: int
    owner: str
    created: int
    touched: int
    """When somebody last did something."""
    finished: int | None
    outcome: Outcome | None
    deciding: int | None
    """Whose decision it is; None when the game is over."""
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Line:
    """Something said at the table."""

    number: int
    seat: int
    said: str
    made: int


@dataclass(frozen=True)
class Page:
    """What goes into the journal of a game at once, and with it whose decision it is then, or how the game ended."""

    game: str
    position: int
    seat: int
    numbers: Sequence[int]
    """Actions, or undos."""
    deciding: int | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class NewGame:
    """A game to be stored; tokens as digests, None for a computer's seat."""

    id: str
    game: str
    seed: int
    settings: dict[str, str]
    components: str
    rules: int
    pace: int
    owner: str
    seats: Sequence[Seat]
    links: Sequence[str | None]
    owned: Sequence[bool] = field(default=())
    """Which seats the owner takes."""
    deciding: int | None = None


GOING_ON = update(games).where(games.c.id == bindparam("of")).values(deciding=bindparam("seat"))
ENDED = (
    update(games)
    .where(games.c.id == bindparam("of"))
    .values(deciding=None, finished=bindparam("at"), outcome=bindparam("how"))
)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The database and everything asked of it."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = open_database(url)

    def close(self) -> None:
        """Let the database go."""
        self.engine.dispose()

    def ping(self) -> None:
        """Fail if the database cannot be asked."""
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
                owner = new.owner if new.owned and new.owned[at] else None
                row = {"game": new.id, "seat": at, "kind": seat.kind, "agent": seat.agent, "name": seat.name}
                connection.execute(insert(seats).values({**row, "owner": owner}))
                if link := new.links[at]:
                    connection.execute(insert(links).values(digest=link, game=new.id, seat=at, made=made))

    def head(self, game: str) -> Head:
        """A game without its actions."""
        with self.engine.connect() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
            if row is None:
                raise UnknownTable()
            held = set(connection.scalars(select(links.c.seat).where(links.c.game == game)))
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
                Seat(one.seat, one.kind, one.agent, one.name, one.seat in held, bool(one.hints)) for one in sitting
            ),
        )

    def mine(self, owner: str) -> list[tuple[Head, list[int]]]:
        """The games somebody opened or sits at, the newest first, with the seats they hold there."""
        with self.engine.connect() as connection:
            sitting = connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.owner == owner)).all()
            held: dict[str, list[int]] = {}
            for game, seat in sitting:
                held.setdefault(game, []).append(seat)
            wanted = select(games.c.id).where((games.c.owner == owner) | games.c.id.in_(list(held)))
            newest = connection.scalars(wanted.order_by(games.c.created.desc()).limit(MOST_OF_MINE)).all()
        return [(self.head(game), sorted(held.get(game, []))) for game in newest]

    # The journal

    def actions(self, game: str) -> tuple[list[int], int]:
        """The actions still standing, and how long the journal is."""
        query = select(journal.c.number).where(journal.c.game == game).order_by(journal.c.position)
        with self.engine.connect() as connection:
            rows = connection.scalars(query).all()
        return standing(rows), len(rows)

    def write(self, pages: Sequence[Page]) -> None:
        """Write pages of different games in one commit, all or none; Stale if at one of them somebody was first."""
        made = now()
        rows = [
            {"game": page.game, "position": page.position + at, "number": number, "seat": page.seat, "made": made}
            for page in pages
            for at, number in enumerate(page.numbers)
        ]
        going_on = [{"of": page.game, "seat": page.deciding} for page in pages if page.outcome is None]
        ended = [
            {"of": page.game, "at": made, "how": json.dumps([page.outcome.ranking, page.outcome.points])}
            for page in pages
            if page.outcome is not None
        ]
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(journal), rows)
                if going_on:
                    connection.execute(GOING_ON, going_on)
                if ended:
                    connection.execute(ENDED, ended)
        except IntegrityError:
            raise Stale() from None

    def append(
        self,
        game: str,
        position: int,
        seat: int,
        numbers: Sequence[int],
        deciding: int | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        """Write one page."""
        self.write([Page(game, position, seat, numbers, deciding, outcome)])

    # Seats

    def find_seat(self, game: str, token: str) -> int:
        """The seat that a token (its digest) is the key to."""
        query = select(links.c.seat, links.c.revoked).where(links.c.digest == token, links.c.game == game)
        with self.engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise UnknownToken()
        if row.revoked is not None:
            raise Revoked()
        return int(row.seat)

    def seats_of(self, game: str, owner: str) -> list[int]:
        """The seats that an owner (its digest) has taken."""
        query = select(seats.c.seat).where(seats.c.game == game, seats.c.owner == owner).order_by(seats.c.seat)
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    def claim(self, game: str, seat: int, owner: str) -> None:
        """Remember a seat among the games of an owner."""
        self._change_seat(game, seat, owner=owner)

    def rename(self, game: str, seat: int, name: str) -> None:
        """Call whoever sits there by another name."""
        self._change_seat(game, seat, name=name)

    def hand_over(self, game: str, seat: int, agent: str) -> None:
        """Let a program play a seat."""
        self._change_seat(game, seat, kind=COMPUTER, agent=agent)

    def take_back(self, game: str, seat: int) -> None:
        """Let a person play a seat again."""
        self._change_seat(game, seat, kind=PERSON, agent=None)

    def agree_to_hints(self, game: str, seat: int, is_fine: bool) -> None:
        """Keep whether hints are fine with whoever sits there."""
        self._change_seat(game, seat, hints=int(is_fine))

    def revoke(self, game: str, seat: int, anew: str | None = None) -> None:
        """Take all links to a seat back; make one anew if its digest is given."""
        made = now()
        of_seat = (links.c.game == game) & (links.c.seat == seat)
        with self.engine.begin() as connection:
            if connection.scalar(select(func.count()).select_from(links).where(of_seat)) == 0:
                raise NoPersonsSeat()
            connection.execute(update(links).where(of_seat & links.c.revoked.is_(None)).values(revoked=made))
            of_table = (seats.c.game == game) & (seats.c.seat == seat)
            connection.execute(update(seats).where(of_table).values(owner=None, hints=0))
            if anew is not None:
                connection.execute(insert(links).values(digest=anew, game=game, seat=seat, made=made))

    def set_pace(self, game: str, pace: int) -> None:
        """How long computers wait before they act, in milliseconds."""
        with self.engine.begin() as connection:
            connection.execute(update(games).where(games.c.id == game).values(pace=pace))

    def _change_seat(self, game: str, seat: int, **values: str | int | None) -> None:
        with self.engine.begin() as connection:
            connection.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(values))

    # Talk

    def say(self, game: str, seat: int, said: str) -> Line:
        """Keep what somebody said."""
        made = now()
        for _ in range(MOST_TRIES):
            try:
                with self.engine.begin() as connection:
                    highest = connection.scalar(select(func.max(chat.c.number)).where(chat.c.game == game))
                    number = 0 if highest is None else highest + 1
                    row = {"game": game, "number": number, "seat": seat, "said": said, "made": made}
                    connection.execute(insert(chat).values(row))
            except IntegrityError:
                continue  # two spoke at once
            return Line(number, seat, said, made)
        raise Stale()

    def talk(self, game: str, last: int) -> list[Line]:
        """What was said last."""
        columns = (chat.c.number, chat.c.seat, chat.c.said, chat.c.made)
        query = select(*columns).where(chat.c.game == game).order_by(chat.c.number.desc()).limit(last)
        with self.engine.connect() as connection:
            return [Line(*row) for row in reversed(connection.execute(query).all())]


def standing(rows: Iterable[int]) -> list[int]:
    """What a journal comes to: its actions less those taken back."""
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
