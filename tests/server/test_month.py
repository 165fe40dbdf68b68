"""A month of a game over days. The test moves the clocks; it waits only for computers and clients, never for time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.server.fake_time import FakeTime
from tests.server.harness import DEALT, PATIENCE, Client, Running, keys, serving
from tests.server.test_invitations import bearer
from ulpia.server.clocks.game_clock import DAY, HOUR, GameClock
from ulpia.server.notifications.dispatcher import Dispatcher
from ulpia.server.session.time_keeper import TimeKeeper
from ulpia.server.storage.holidays import today
from ulpia.server.storage.outbox import Notification

MINUTE = 60_000
TIME = {"kind": "days", "turn": DAY // 1000, "agent": "random", "patience": 3}


class Postbox:
    """A channel that reaches everybody and keeps what it is told."""

    name = "postbox"

    def __init__(self) -> None:
        self.got: list[Notification] = []

    async def reaches(self, people: Collection[str]) -> Collection[str]:
        return people

    async def deliver(self, notification: Notification) -> None:
        self.got.append(notification)

    def kinds(self, since: int = 0) -> Counter[str]:
        return Counter(one.kind for one in self.got[since:])


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


class Month:
    """A table over days, its server, and the time."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.time, self.post = folder, FakeTime(), Postbox()
        self.began = self.time.wall()
        self.server: Running
        self.table = ""
        self.opened: dict[str, Any] = {}

    @property
    def clock(self) -> GameClock:
        clock = self.server.context.store.head(self.table).clock
        assert clock is not None
        return clock

    @property
    def left(self) -> int | None:
        return self.clock.remaining(self.server.context.uptime.now())

    @property
    def decider(self) -> int:
        assert self.clock.seat is not None
        return self.clock.seat

    @asynccontextmanager
    async def running(self, outage: int = 0) -> AsyncIterator[None]:
        """A server, after an outage of some time. Its monotonic clock begins anew."""
        self.time.pass_by(outage)
        self.time.seconds = 7.0
        async with serving(self.folder, time=self.time, channels=[self.post]) as self.server:
            await self.server.context.time_keeper.look()
            yield

    async def look(self) -> None:
        """The server does what is due, and delivers what is due."""
        context = self.server.context
        await context.time_keeper.look()
        await until(lambda: not self.table or not self.clock.is_standing_in)
        await context.dispatcher.spread()
        await context.dispatcher.serve(self.post)

    async def pass_by(self, milliseconds: int) -> None:
        while milliseconds > 0:
            step = min(HOUR, milliseconds)
            self.time.pass_by(step)
            milliseconds -= step
            await self.look()

    def owner(self, seat: int) -> str:
        seat_of = self.opened["seats"][seat]
        return str(seat_of.get("owner", self.opened["owner"]))

    def client(self, seat: int) -> Any:
        return self.server.client(self.table, keys(self.opened)[seat])

    async def play(self, seat: int | None = None) -> None:
        """The player who decides plays until it is another player's turn."""
        seat = self.decider if seat is None else seat
        stint = self.clock.stint
        async with self.client(seat) as client:
            while self.clock.stint == stint:
                state = await client.now()
                if state["options"]:
                    assert (await client.act(state["options"][0]["number"]))["type"] == "done"
                else:
                    await client.moved(state)

    async def ask(self, seat: int, message: dict[str, Any]) -> Client:
        async with self.client(seat) as client:
            await client.now()
            assert (await client.ask(message))["type"] == "done"
        return client

    async def set_holidays(self, seat: int, first: int, count: int) -> None:
        day = today(self.time.wall(), 0) + timedelta(days=first)
        days = [(day + timedelta(days=more)).isoformat() for more in range(count)]
        body, headers = {"days": days, "utc_offset": 0}, bearer(self.owner(seat))
        answer = await self.server.http.put("/api/holidays", json=body, headers=headers)
        assert answer.status_code == 200, answer.text

    def notices(self) -> list[str]:
        return [notice.kind for notice in self.server.context.store.notices(self.table, 99)]


@pytest.fixture(autouse=True)
def hours_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes in steps of an hour, where a server counts some seconds; it looks when the test says so."""
    monkeypatch.setattr("ulpia.server.storage.uptime.MAX_GAP", HOUR)
    for loop in (TimeKeeper, Dispatcher):
        monkeypatch.setattr(loop, "run", _only_when_asked)


async def _only_when_asked(_self: object) -> None:
    return None


async def _gather(month: Month) -> None:
    """Time begins to run when the last guest has come."""
    server = month.server
    month.opened = await server.open("trajan", "mf", are_seated=False, gathers=True, time=TIME, **DEALT)
    month.table = month.opened["table"]
    await month.pass_by(2 * DAY)
    assert (month.clock.seat, month.clock.due) == (None, None)
    guest = month.opened["seats"][1]
    redeemed = await server.redeem(month.table, guest["invitation"])
    guest |= {"token": redeemed["token"], "owner": redeemed["owner"]}
    assert month.left == DAY
    assert month.post.got == []


async def _remind(month: Month) -> None:
    """Who is away is told once that it is their turn, and reminded once; who acts at once is told nothing."""
    first = month.decider
    await month.pass_by(17 * HOUR)
    assert month.post.kinds() == {"your_turn": 1}
    await month.pass_by(3 * HOUR)
    assert month.post.kinds() == {"your_turn": 1, "reminder": 1}
    assert {one.seat for one in month.post.got} == {first}
    await month.play()
    assert month.decider != first
    month.time.pass_by(MINUTE // 2)
    await month.look()
    await month.play()
    await month.pass_by(MINUTE // 2)
    assert month.post.kinds() == {"your_turn": 1, "reminder": 1}


async def _time_up(month: Month) -> None:
    """A computer plays this turn and no other, though nobody is at the table."""
    seat, told = month.decider, len(month.post.got)
    await month.pass_by(DAY)
    assert month.decider != seat
    assert (month.clock.seats[seat].missed, month.server.context.store.head(month.table).seats[seat].kind) == (
        1,
        "person",
    )
    await month.look()
    assert month.post.kinds(told)["time_up"] == 1
    assert [one.kind for one in month.post.got[told:] if one.seat == seat] == ["your_turn", "reminder", "time_up"]
    assert month.notices()[-1] == "time_up"


async def _holiday(month: Month) -> None:
    """Time runs until the holiday begins, stands still for five days, and goes on where it stood."""
    seat = month.decider
    await month.set_holidays(seat, first=1, count=5)
    wall = month.time.wall()
    midnight = DAY - wall % DAY
    await month.pass_by(midnight)
    stood, told = month.left, len(month.post.got)
    assert stood == DAY - midnight
    assert month.clock.back == wall + midnight + 5 * DAY
    await month.pass_by(5 * DAY - HOUR)
    assert (month.left, month.clock.seat, len(month.post.got)) == (stood, seat, told)
    async with month.client(1 - seat) as client:
        clock = (await client.until("welcome"))["clock"]
        assert (clock["seat"], clock["back"], clock["is_running"]) == (seat, month.clock.back, False)
    await month.pass_by(HOUR)
    assert (month.clock.back, month.left) == (None, stood)
    assert month.notices()[-2:] == ["on_holiday", "holiday_over"]
    await month.pass_by(MINUTE)
    assert month.left == stood - MINUTE
    await month.play()


async def _jumps(month: Month) -> None:
    """A wall clock that is set ten days on and back again changes nobody's time."""
    await month.pass_by(HOUR)
    before, seat, told = month.left, month.decider, len(month.post.got)
    for jump in (10 * DAY, -20 * DAY, 10 * DAY):
        month.time.set_wall(jump)
        month.time.pass_by(10_000)
        await month.look()
    assert before is not None
    assert (month.left, month.decider, len(month.post.got)) == (before - 30_000, seat, told)
    assert month.server.context.uptime.jumps == 3


async def _wait(month: Month) -> None:
    """All agree to wait; nine days change nothing; the first who acts ends it."""
    for seat in (0, 1):
        await month.ask(seat, {"type": "wait", "is_fine": True})
    assert month.clock.is_paused
    stood, told = month.left, len(month.post.got)
    await month.pass_by(9 * DAY)
    assert (month.left, len(month.post.got)) == (stood, told)
    await month.play()
    assert not month.clock.is_paused
    assert month.left == DAY
    assert [kind for kind in month.notices() if kind in ("wants_to_wait", "waits", "time_runs")] == [
        "wants_to_wait",
        "waits",
        "time_runs",
    ]
    for seat, is_fine in ((0, True), (1, True), (0, False)):
        await month.ask(seat, {"type": "wait", "is_fine": is_fine})
    assert not month.clock.is_paused


async def _lose_seat(month: Month) -> None:
    """After three turns in a row a computer takes the seat, and its player can take it back."""
    seat, told, store = month.decider, len(month.post.got), month.server.context.store
    for _ in range(3):
        await month.pass_by(DAY)
        await until(lambda: month.clock.seat == 1 - seat)
        await month.play(1 - seat)
    await month.look()
    told_to = Counter(one.kind for one in month.post.got[told:] if one.seat == seat)
    assert told_to == {"your_turn": 3, "reminder": 3, "time_up": 2, "seat_lost": 1}
    assert store.head(month.table).seats[seat].kind == "computer"
    await month.ask(seat, {"type": "take_back", "seat": seat})
    assert (store.head(month.table).seats[seat].kind, month.clock.seats[seat].missed) == ("person", 0)


async def _end(month: Month) -> None:
    """Both are told once that the game is over; then nothing is due any more."""
    told = len(month.post.got)
    for seat in (0, 1):
        await month.ask(seat, {"type": "end", "is_fine": True})
    await month.pass_by(2 * DAY)
    assert month.post.kinds(told)["game_over"] == 2
    assert (month.clock.seat, month.clock.due) == (None, None)


def test_a_month_of_play_over_days(tmp_path: Path) -> None:
    """Reminders, expired turns, holidays, an agreed pause, restarts, outages and a clock that jumps."""
    month = Month(tmp_path)

    async def run() -> None:
        async with month.running():
            await _gather(month)
            await _remind(month)
        async with month.running(outage=HOUR):
            await _time_up(month)
            await _holiday(month)
            left, seat = month.left, month.decider
        async with month.running(outage=6 * DAY):
            assert (month.left, month.decider) == (left, seat)
            await month.look()
            assert (month.left, month.decider) == (left, seat)
            await _jumps(month)
            await _wait(month)
        async with month.running():
            await _lose_seat(month)
            await month.pass_by(3 * HOUR)
        async with month.running():
            await _end(month)
            assert month.server.context.store.outbox.due(10**15, 99) == []

    asyncio.run(run())
    assert month.time.wall() - month.began > 29 * DAY
    subjects = Counter(one.subject for one in month.post.got)
    assert set(subjects.values()) == {1}


def test_a_turn_that_is_up_during_an_outage_is_played_by_its_player(tmp_path: Path) -> None:
    """Nobody could act while no server was up."""
    month = Month(tmp_path)

    async def run() -> None:
        async with month.running():
            month.opened = await month.server.open("trajan", "mf", time=TIME, **DEALT)
            month.table = month.opened["table"]
            await month.pass_by(23 * HOUR)
            seat = month.decider
        async with month.running(outage=30 * DAY):
            await month.look()
            assert (month.decider, month.left) == (seat, HOUR)
            await month.play()
            assert month.clock.seats[seat].missed == 0

    asyncio.run(run())


def test_a_turn_of_a_computer_goes_on_after_a_restart_though_nobody_comes(tmp_path: Path) -> None:
    """The lease of the server that let the computer play is over, so the next one loads the table."""
    month = Month(tmp_path)

    async def run() -> None:
        async with month.running():
            month.opened = await month.server.open("trajan", "mf", time=TIME, pace=10, **DEALT)
            month.table = month.opened["table"]
            await month.look()
            seat = month.decider
            month.time.pass_by(HOUR)
            for _ in range(23):
                await month.server.context.time_keeper.look()
                month.time.pass_by(HOUR)
            await month.server.context.time_keeper.look()
            assert (month.clock.is_standing_in, month.clock.seat) == (True, seat)
        async with month.running():
            month.server.context.store.set_pace(month.table, 0)
            month.time.pass_by(2 * MINUTE)
            await month.server.context.time_keeper.look()
            await until(lambda: month.clock.seat == 1 - seat)

    asyncio.run(run())


def test_a_live_game_takes_the_bank_and_leaves_the_allowance(tmp_path: Path) -> None:
    """When the bank is used up, every later turn still has its own time; nobody is notified of a live game."""
    month = Month(tmp_path)

    async def run() -> None:
        async with month.running():
            live = {"kind": "live", "turn": 30, "bank": 600, "agent": "random"}
            month.opened = await month.server.open("trajan", "mf", time=live, **DEALT)
            month.table = month.opened["table"]
            await month.look()
            seat = month.decider
            assert month.left == 630_000
            await month.pass_by(130_000)
            await month.play()
            assert month.clock.seats[seat].bank == 500_000
            await month.play()
            await month.pass_by(530_000)
            assert (month.decider, month.clock.seats[seat].bank) == (1 - seat, 0)
            await month.play()
            assert (month.decider, month.left) == (seat, 30_000)
            await month.pass_by(HOUR)
            assert month.post.got == []

    asyncio.run(run())
