"""`Clocks`: the clocks of games in the database. What is due is found by a query; no timer waits in memory.

Every change names the version that it was computed from, so of several servers only one can make it: it claims the row.
What people are told of a change is written in the same transaction.
"""

from dataclasses import dataclass, replace
from typing import cast

from sqlalchemy import Connection, Engine, delete, exists, insert, or_, select, update

from ulpia.server.clocks.game_clock import ClockKind, GameClock, SeatTime, TimeControl
from ulpia.server.errors import Stale
from ulpia.server.storage import outbox
from ulpia.server.storage.devices import other_browsers
from ulpia.server.storage.invitations import Notice, add_notice
from ulpia.server.storage.schema import clock_seats, clocks, holidays, seats

POSTPONED = 3_600_000
"""A game that cannot be loaded is looked at again after this time."""


@dataclass(frozen=True)
class ClockStep:
    """A change of the clock of a game, with what belongs to it."""

    game: str
    before: GameClock
    after: GameClock
    now: int
    """The uptime."""
    notice: Notice | None = None
    lost: int | None = None
    """The seat that a computer takes, because its player has missed too many turns."""
    is_over: bool = False
    """Whether the game has just ended."""

    @property
    def is_only_a_lease(self) -> bool:
        """Whether nothing changes that players see. They must not learn when a computer acts in secret."""
        is_computers = self.before.seat is None or self.before.is_standing_in
        return is_computers and replace(self.after, due=self.before.due) == self.before

    @property
    def clock(self) -> GameClock:
        """The clock as it is stored."""
        return replace(self.after, version=self.before.version + 1)


class Clocks:
    """Reads and writes clocks."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def write(self, step: ClockStep) -> None:
        """Store a change; raise Stale if another server was faster."""
        with self.engine.begin() as connection:
            write_step(connection, step)

    def due(self, now: int, most: int) -> list[str]:
        """List games that a server has to look at, the longest due first."""
        query = select(clocks.c.game).where(clocks.c.due <= now).order_by(clocks.c.due).limit(most)
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    def due_for_holidays(self, wall: int, most: int) -> list[str]:
        """List games in which the player who decides has gone on holiday, or has come back."""
        is_today = (holidays.c.begins <= wall) & (holidays.c.ends > wall)
        of_seat = (seats.c.game == clocks.c.game) & (seats.c.seat == clocks.c.seat)
        is_players = (holidays.c.owner == seats.c.owner) | seats.c.owner.in_(other_browsers(holidays.c.owner))
        joined = holidays.join(seats, is_players).join(clocks, of_seat)
        is_running = (clocks.c.kind == "days") & clocks.c.back.is_(None) & (clocks.c.standing_in == 0)
        leaving = select(clocks.c.game).select_from(joined).where(is_today, is_running).distinct().limit(most)
        is_away = exists().where(of_seat, is_players, is_today)
        returning = select(clocks.c.game).where(
            clocks.c.back.is_not(None), or_(clocks.c.back <= wall, ~is_away.correlate(clocks))
        )
        with self.engine.connect() as connection:
            found = [*connection.scalars(leaving), *connection.scalars(returning.limit(most))]
        return list(dict.fromkeys(found))

    def postpone(self, game: str, now: int) -> None:
        """Look at a game that cannot be loaded again later."""
        of_game = (clocks.c.game == game) & (clocks.c.due <= now)
        with self.engine.begin() as connection:
            connection.execute(update(clocks).where(of_game).values(due=now + POSTPONED))


def create_clock(connection: Connection, game: str, control: TimeControl, count: int) -> None:
    """Store the clock of a new game."""
    clock = GameClock.of_new_game(control, count)
    connection.execute(insert(clocks).values(game=game, **control._asdict(), **_row(clock)))
    rows = [{"game": game, "seat": seat, **_seat_row(own)} for seat, own in enumerate(clock.seats)]
    connection.execute(insert(clock_seats), rows)


def delete_clock(connection: Connection, game: str) -> None:
    """Delete the clock of a game that nobody has seen."""
    for table in (clock_seats, clocks):
        connection.execute(delete(table).where(table.c.game == game))


def find_clock(connection: Connection, game: str) -> GameClock | None:
    """Return the clock of a game; None if it has none."""
    row = connection.execute(select(clocks).where(clocks.c.game == game)).one_or_none()
    if row is None:
        return None
    of_game = select(clock_seats).where(clock_seats.c.game == game).order_by(clock_seats.c.seat)
    return GameClock(
        control=TimeControl(cast(ClockKind, row.kind), row.allowance, row.bank, row.agent, row.patience),
        seats=tuple(SeatTime(own.bank, own.missed, bool(own.waits), own.kept) for own in connection.execute(of_game)),
        seat=row.seat,
        stint=row.stint,
        due=row.due,
        left=row.remaining,
        is_standing_in=bool(row.standing_in),
        is_paused=bool(row.paused),
        back=row.back,
        version=row.version,
    )


def write_step(connection: Connection, step: ClockStep) -> None:
    """Store a change in an open transaction; raise Stale if another server was faster."""
    before, after = step.before, step.clock
    is_known = (clocks.c.game == step.game) & (clocks.c.version == before.version)
    if connection.execute(update(clocks).where(is_known).values(_row(after))).rowcount != 1:
        raise Stale()
    for seat, (old, new) in enumerate(zip(before.seats, after.seats)):
        if old != new:
            of_seat = (clock_seats.c.game == step.game) & (clock_seats.c.seat == seat)
            connection.execute(update(clock_seats).where(of_seat).values(_seat_row(new)))
    if step.lost is not None:
        of_seat = (seats.c.game == step.game) & (seats.c.seat == step.lost)
        connection.execute(update(seats).where(of_seat).values(kind="computer", agent=after.control.agent))
    if step.notice is not None:
        add_notice(connection, step.game, step.notice)
    if before.control.kind == "days":
        _notify(connection, step, after)


def _notify(connection: Connection, step: ClockStep, after: GameClock) -> None:
    """Write what the players of a game over days are to be told, and take back what is moot."""
    before, game, now = step.before, step.game, step.now
    is_same_stint = (after.stint, after.seat, after.is_standing_in) == (
        before.stint,
        before.seat,
        before.is_standing_in,
    )
    if before.seat is not None and not is_same_stint:
        outbox.cancel(connection, game, before.seat, outbox.ABOUT_A_STINT)
    if after.seat is not None and after.stint != before.stint:
        subject = f"{game}.{after.stint}"
        outbox.add(connection, game, after.seat, "your_turn", subject, now + outbox.DELAY)
        outbox.add(connection, game, after.seat, "reminder", subject, after.reminder_at)
    elif is_same_stint and after.seat is not None and after.due != before.due:
        outbox.move(connection, game, after.seat, "reminder", after.reminder_at)
    if before.seat is not None and step.lost == before.seat:
        outbox.add(connection, game, before.seat, "seat_lost", f"{game}.{before.stint}", now)
    elif after.is_standing_in and not before.is_standing_in and after.seat is not None:
        outbox.add(connection, game, after.seat, "time_up", f"{game}.{after.stint}", now)
    if step.is_over:
        of_game = select(seats.c.seat).where(seats.c.game == game, seats.c.departed.is_(None))
        for seat in connection.scalars(of_game).all():
            outbox.add(connection, game, seat, "game_over", f"{game}.{seat}", now + outbox.DELAY)
    _ask_to_wait(connection, step, after)


def _ask_to_wait(connection: Connection, step: ClockStep, after: GameClock) -> None:
    """Tell those who have not agreed to wait that somebody has just asked for it; take it back when it is moot."""
    was, asked = [[own.agrees_to_wait for own in clock.seats] for clock in (step.before, after)]
    if any(was) and (after.is_paused or not any(asked) or after.stint != step.before.stint):
        for seat in range(len(asked)):
            outbox.cancel(connection, step.game, seat, outbox.REQUESTS)
    elif sum(asked) > sum(was):
        for seat, has_agreed in enumerate(asked):
            if not has_agreed:
                subject = f"{step.game}.{after.stint}.{seat}"
                outbox.add(connection, step.game, seat, "waiting", subject, step.now + outbox.DELAY)


def _row(clock: GameClock) -> dict[str, object]:
    return {
        "seat": clock.seat,
        "stint": clock.stint,
        "due": clock.due,
        "remaining": clock.left,
        "standing_in": int(clock.is_standing_in),
        "paused": int(clock.is_paused),
        "back": clock.back,
        "version": clock.version,
    }


def _seat_row(seat: SeatTime) -> dict[str, object]:
    return {"bank": seat.bank, "missed": seat.missed, "waits": int(seat.agrees_to_wait), "kept": seat.kept}
