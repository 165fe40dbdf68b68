"""Time controls over the protocol, clocks in the database, and uptime."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.server.fake_time import FakeTime
from tests.server.harness import DEALT, Running, keys, served, serving
from tests.server.stored import create
from tests.server.test_invitations import bearer
from tests.server.test_month import Month, Postbox, until
from ulpia.server.clocks.game_clock import DAY, HOUR, Decider, TimeControl
from ulpia.server.errors import Stale
from ulpia.server.storage.clocks import ClockStep, create_clock
from ulpia.server.storage.holidays import DAYS_A_YEAR
from ulpia.server.storage.store import Store
from ulpia.server.storage.uptime import MAX_GAP, TICK_SECONDS, Uptime

pytestmark = pytest.mark.xdist_group("store")
CONTROL = TimeControl("days", DAY, 0, "random")


def with_clock(store: Store) -> ClockStep:
    """A stored game with a clock, and the step that lets it run for its first seat."""
    create(store)
    with store.engine.begin() as connection:
        create_clock(connection, "g", CONTROL, 3)
    clock = store.head("g").clock
    assert clock is not None
    return ClockStep("g", clock, clock.following(0, Decider(0, True)), 0)


def test_a_clock_is_read_back_as_it_was_stored(store: Store) -> None:
    step = with_clock(store)
    store.clocks.write(step)
    assert store.head("g").clock == step.clock
    paused = step.clock.agreed(0, True).forgiven(1).paused(HOUR).on_holiday(HOUR, 1_800_000_000_000)
    more = ClockStep("g", step.clock, paused, HOUR)
    store.clocks.write(more)
    assert store.head("g").clock == more.clock


def test_of_several_servers_one_changes_a_clock(open_store: Callable[[], Store]) -> None:
    stores = [open_store() for _ in range(4)]
    step = with_clock(stores[0])
    stores[0].clocks.write(step)
    up = ClockStep("g", step.clock, step.clock.timed_up(DAY), DAY)

    def claim(store: Store) -> bool:
        try:
            store.clocks.write(up)
        except Stale:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(claim, stores)) == [False, False, False, True]


def test_only_games_that_are_due_are_found(store: Store) -> None:
    step = with_clock(store)
    assert store.clocks.due(0, 9) == ["g"]
    store.clocks.write(step)
    assert (store.clocks.due(DAY - 1, 9), store.clocks.due(DAY, 9)) == ([], ["g"])
    store.clocks.postpone("g", DAY)
    assert (store.clocks.due(DAY, 9), store.clocks.due(DAY + HOUR, 9)) == ([], ["g"])


def test_uptime_goes_on_where_it_stood(open_store: Callable[[], Store]) -> None:
    time = FakeTime()
    uptime = Uptime(open_store().engine, time)
    assert uptime.now() == 0
    time.pass_by(10_000)
    uptime.tick()
    time.pass_by(4000)
    assert uptime.now() == 14_000
    time.pass_by(50 * DAY)
    time.seconds = 3.0
    assert Uptime(open_store().engine, time).now() == 10_000


def test_a_process_that_was_stopped_counts_a_few_seconds(store: Store) -> None:
    """Nobody could act meanwhile."""
    time = FakeTime()
    uptime = Uptime(store.engine, time)
    uptime.tick()
    time.pass_by(8 * HOUR)
    assert uptime.now() == MAX_GAP
    uptime.tick()
    assert uptime.now() == MAX_GAP
    assert uptime.jumps == 0


def test_two_servers_count_one_uptime(open_store: Callable[[], Store]) -> None:
    one_time, other_time = FakeTime(), FakeTime()
    one, other = Uptime(open_store().engine, one_time), Uptime(open_store().engine, other_time)
    one.tick()
    for _ in range(20):
        one_time.pass_by(5000)
        one.tick()
    assert one.now() == 100_000
    other.tick()
    assert other.now() == 100_000
    for time in (one_time, other_time):
        time.pass_by(5000)
    for uptime in (one, other):
        uptime.tick()
    assert one.now() == other.now() == 105_000


@pytest.mark.parametrize("jump", [-400 * DAY, -2 * HOUR, 2 * HOUR, 400 * DAY])
def test_a_wall_clock_that_jumps_is_noticed_and_changes_nothing(store: Store, jump: int) -> None:
    time = FakeTime()
    uptime = Uptime(store.engine, time)
    uptime.tick()
    time.set_wall(jump)
    time.pass_by(5000)
    uptime.tick()
    assert (uptime.now(), uptime.jumps) == (5000, 1)
    time.pass_by(5000)
    uptime.tick()
    assert (uptime.now(), uptime.jumps) == (10_000, 1)


BAD: list[tuple[object, str]] = [
    ({"kind": "blitz", "turn": 60}, "one of days, live"),
    ({"kind": "days"}, "“turn”"),
    ({"kind": "days", "turn": 60}, "3600 to 2592000"),
    ({"kind": "days", "turn": 86400, "bank": 60}, "left out"),
    ({"kind": "days", "turn": 31 * 86400}, "0 to 2592000"),
    ({"kind": "live", "turn": 3601}, "0 to 3600"),
    ({"kind": "live", "turn": 5}, "10 to 86400"),
    ({"kind": "live", "turn": 5, "bank": -1}, "0 to 86400"),
    ({"kind": "live", "turn": 60, "patience": 0}, "1 to 20"),
    ({"kind": "live", "turn": 60, "agent": "nobody"}, "nobody"),
    ({"kind": "live", "turn": 60, "increment": 5}, "increment"),
    ({"kind": "live", "turn": True}, "0 to 2592000"),
    ("days", "an object"),
    (None, "an object"),
]


def test_a_time_control_that_nobody_can_play_with_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        seats = [{"kind": "me"}, {"kind": "friend"}]
        for time, words in BAD:
            answer = await server.http.post("/api/tables", json={"game": "trajan", "seats": seats, "time": time})
            assert answer.status_code in (400, 404), (time, answer.text)
            assert words in answer.json()["sentence"], (time, answer.json())

    served(tmp_path, test)


def test_a_table_without_a_time_control_has_no_clock(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            assert (await client.until("welcome"))["clock"] is None
            assert await client.refusal({"type": "wait", "is_fine": True}) == "NoTimeControl"
        assert server.context.store.clocks.due(10**15, 9) == []

    served(tmp_path, test)


def test_all_are_told_whose_time_runs_and_what_is_left(tmp_path: Path) -> None:
    time = FakeTime()

    async def test(server: Running) -> None:
        live = {"kind": "live", "turn": 60, "bank": 300, "agent": "tiro", "patience": 2}
        opened = await server.open("trajan", "mf", time=live, **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as one, server.client(opened["table"]) as watcher:
            for client in (one, watcher):
                clock = (await client.until("welcome"))["clock"]
                fixed = {key: clock[key] for key in ("kind", "turn", "bank", "agent", "patience")}
                assert fixed == {**live, "turn": 60.0, "bank": 300.0}
                assert (clock["left"], clock["is_running"]) == (360.0, True)
        answer = await server.http.get("/api/my", headers=bearer(opened["owner"]))
        [mine] = answer.json()["games"]
        assert (mine["clock"]["left"], mine["clock"]["seat"]) == (360.0, mine["seat"])

    served(tmp_path, test, time=time)


def test_who_acts_when_time_is_up_reads_that_a_computer_plays_this_turn(tmp_path: Path) -> None:
    """The time keeper of the running server finds it by itself; nobody calls it here."""
    month = Month(tmp_path)

    async def run() -> None:
        async with serving(tmp_path, time=month.time, channels=[Postbox()]) as server:
            month.server = server
            live = {"kind": "live", "turn": 10, "agent": "random"}
            month.opened = await server.open("trajan", "mf", time=live, pace=10, **DEALT)
            month.table = month.opened["table"]
            await until(lambda: month.clock.seat is not None)
            seat = month.decider
            async with month.client(seat) as client:
                state = await client.now()
                month.time.pass_by(12_000)
                await until(lambda: month.clock.is_standing_in)
                act = {"type": "act", "revision": state["revision"], "actions": [state["options"][0]["number"]]}
                assert await client.refusal(act) == "TimeIsUp"
                told = [message for message in client.got if message["type"] in ("presence", "notices")]
                assert any(message["type"] == "notices" for message in told)
                assert [one for one in told if one["type"] == "presence"][-1]["clock"]["is_standing_in"]

    asyncio.run(run())


def test_a_table_that_plays_again_has_the_same_time_control(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        days = {"kind": "days", "turn": 7200, "agent": "tiro", "patience": 5}
        opened = await server.open("trajan", "mf", time=days, **DEALT)
        for key in keys(opened):
            async with server.client(opened["table"], key) as client:
                assert (await client.ask({"type": "end", "is_fine": True}))["type"] == "done"
        async with server.client(opened["table"], keys(opened)[0]) as client:
            assert (await client.ask({"type": "again"}))["type"] == "done"
        first = server.context.store.head(opened["table"])
        assert first.clock is not None
        assert first.successor is not None
        again = server.context.store.head(first.successor).clock
        assert again is not None
        assert again.control == first.clock.control == TimeControl("days", 7_200_000, 0, "tiro", 5)

    served(tmp_path, test)


async def put(server: Running, owner: str, days: list[Any], offset: Any = 0) -> Any:
    body = json.dumps({"days": days, "utc_offset": offset})
    return await server.http.put("/api/holidays", content=body, headers=bearer(owner))


def test_holidays_are_limited_and_those_that_have_begun_stay(tmp_path: Path) -> None:
    time = FakeTime(wall=1_798_761_600_000 - 200 * DAY)  # the beginning of 2027, less 200 days

    async def test(server: Running) -> None:
        owner = (await server.open("trajan", "mc"))["owner"]
        for days, offset in ((["2026-02-31"], 0), (["tomorrow"], 0), ("2026-12-24", 0), ([1], 0), ([], 900)):
            assert (await put(server, owner, days, offset)).json()["name"] == "BadField"
        assert (await server.http.get("/api/holidays")).json()["name"] == "UnknownToken"
        assert (await put(server, owner, ["2026-01-01"])).json()["name"] == "HolidayHasBegun"
        month = [f"2026-10-{day:02}" for day in range(1, 32)]
        assert (await put(server, owner, month)).json()["name"] == "TooManyHolidays"
        kept = (await put(server, owner, [*month[:DAYS_A_YEAR], "2027-01-01"])).json()
        assert (kept["most"], len(kept["days"])) == (DAYS_A_YEAR, 31)
        assert (await put(server, owner, month[:3])).json()["days"] == month[:3]
        time.pass_by(1_790_812_800_000 + 5 * HOUR - time.wall())  # five in the morning of the first holiday
        assert (await put(server, owner, month[1:3])).json()["name"] == "HolidayHasBegun"
        assert (await put(server, owner, month[:1])).json()["days"] == month[:1]
        time.pass_by(3 * DAY)
        assert (await put(server, owner, [])).json()["days"] == month[:1]
        assert (await put(server, owner, month[1:2])).json()["name"] == "HolidayHasBegun"
        listed = (await server.http.get("/api/holidays", headers=bearer(owner))).json()
        assert listed == {"days": month[:1], "most": DAYS_A_YEAR}

    served(tmp_path, test, time=time)


def test_the_uptime_is_written_more_often_than_what_counts_between_two_passes() -> None:
    assert TICK_SECONDS * 1000 < MAX_GAP
