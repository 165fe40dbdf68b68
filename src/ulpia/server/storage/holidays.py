"""`Holidays`: days on which the time of a player stands still in games over days.

A day is a date where the player lives, so it has its own beginning and end. Days follow the calendar: unlike deadlines
they move with the wall clock.
"""

from collections import Counter
from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Engine, delete, insert, select

from ulpia.server.clocks.game_clock import DAY
from ulpia.server.errors import HolidayHasBegun, TooManyHolidays
from ulpia.server.storage.devices import keys_of
from ulpia.server.storage.schema import holidays, seats

DAYS_A_YEAR = 30
"""The most holidays of one person that begin in one year."""
MINUTE = 60_000


class Holidays:
    """Reads and writes holidays."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def days_of(self, key: str) -> list[str]:
        """List the holidays of a person, past ones too, by the key of any of their browsers."""
        with self.engine.connect() as connection:
            of_person = holidays.c.owner.in_(keys_of(connection, key))
            return list(connection.scalars(select(holidays.c.day).where(of_person).order_by(holidays.c.day).distinct()))

    def replace(self, key: str, days: Collection[date], utc_offset: int, wall: int) -> list[str]:
        """Set the holidays from today on. A day that has begun stays, past days cannot be added; return all days.

        `utc_offset` is how many minutes the clocks where the player lives are ahead of UTC.
        """
        wanted = {day.isoformat(): _begin(day, utc_offset) for day in days}
        with self.engine.begin() as connection:
            of_person = holidays.c.owner.in_(keys_of(connection, key))
            found = connection.execute(select(holidays).where(of_person)).all()
            begun = {row.day for row in found if row.begins <= wall}
            if any(begins + DAY <= wall and day not in begun for day, begins in wanted.items()):
                raise HolidayHasBegun()
            if any(row.day not in wanted for row in found if row.begins <= wall < row.ends):
                raise HolidayHasBegun()
            to_come = {day: begins for day, begins in wanted.items() if day not in begun}
            for year, count in Counter(day[:4] for day in (*to_come, *begun)).items():
                if count > DAYS_A_YEAR and any(day[:4] == year for day in to_come):
                    raise TooManyHolidays(most=DAYS_A_YEAR, year=year)
            connection.execute(delete(holidays).where(of_person, holidays.c.begins > wall))
            rows = [{"owner": key, "day": day, "begins": at, "ends": at + DAY} for day, at in to_come.items()]
            if rows:
                connection.execute(insert(holidays), rows)
        return sorted({*begun, *to_come})

    def back(self, game: str, seat: int, wall: int) -> int | None:
        """Return until when the player of a seat is on holiday, day after day; None if they are not."""
        with self.engine.connect() as connection:
            owner = connection.scalar(select(seats.c.owner).where(seats.c.game == game, seats.c.seat == seat))
            of_player = holidays.c.owner.in_([] if owner is None else keys_of(connection, owner))
            to_come = select(holidays.c.begins, holidays.c.ends).where(of_player, holidays.c.ends > wall)
            rows = connection.execute(to_come.order_by(holidays.c.begins)).all()
        back: int | None = None
        for row in rows:
            if row.begins <= (wall if back is None else back):
                back = row.ends
        return back


def today(wall: int, utc_offset: int) -> date:
    """Return the date where a player lives."""
    return (datetime.fromtimestamp(wall / 1000, UTC) + timedelta(minutes=utc_offset)).date()


def _begin(day: date, utc_offset: int) -> int:
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return round(midnight.timestamp()) * 1000 - utc_offset * MINUTE
