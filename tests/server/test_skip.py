"""Players who do not want to wait for computers: whose wish counts, when it ends, and what is refused."""

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.server.harness import DEALT, Client, Running, keys, served, two
from ulpia.server.session.table import Table

FOREVER = 3_600_000
"""At this pace no computer ever acts while a test runs, unless it is hurried."""


async def at_a_slow_pace(server: Running, opened: dict[str, Any]) -> Table:
    """The table, at which a decision of a computer takes an hour."""
    table = await server.context.tables.get(opened["table"])
    table.head = replace(table.head, pace=FOREVER)
    return table


async def play_until_a_computer_decides(client: Client, table: Table) -> dict[str, Any]:
    """Play the first option until another seat decides."""
    state = await client.now()
    while table.head.seats[state["seat"]].kind != "computer":
        await client.act(state["options"][0]["number"])
        state = await client.now()
    return state


async def until_it_decides(client: Client, seat: int) -> None:
    """Wait until a seat decides."""
    while (await client.now())["seat"] != seat:
        await client.until("state")


async def presence_with(client: Client, skipping: list[int]) -> None:
    """Wait until these seats want to skip, as everybody is told."""
    while (await client.until("presence"))["skipping"] != skipping:
        pass


def test_one_person_skips_to_their_own_decision(tmp_path: Path) -> None:
    """Alone with computers the own wish is enough. It ends with the own decision, and can be said again."""

    async def test(server: Running) -> None:
        opened = await server.open(seats="mcc", **DEALT)
        table = await at_a_slow_pace(server, opened)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            if (await client.now())["seat"] == 0:
                await play_until_a_computer_decides(client, table)
            for _ in range(2):
                assert (await client.ask({"type": "skip"}))["type"] == "done"
                await until_it_decides(client, 0)
                assert table.skipping == frozenset()
                await play_until_a_computer_decides(client, table)
                assert not table.is_hurried

    served(tmp_path, test)


def test_with_others_there_all_of_them_must_want_it(tmp_path: Path) -> None:
    """Nobody is robbed of watching. Who is away or only watches is not asked; who leaves is not waited for."""

    async def test(server: Running) -> None:
        opened = await server.open(seats="mfcc", **DEALT)
        table = await at_a_slow_pace(server, opened)
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(server.client(opened["table"], keys(opened)[0]))
            await stack.enter_async_context(server.client(opened["table"]))
            async with server.client(opened["table"], keys(opened)[1]) as other:
                await one.now()
                await other.now()
                deciding = [one, other]
                while (seat := table.history.seat) in (0, 1):
                    await deciding[seat].now()
                    await until_it_decides(deciding[seat], seat)
                    await deciding[seat].act((await deciding[seat].now())["options"][0]["number"])
                assert (await one.ask({"type": "skip"}))["type"] == "done"
                await presence_with(other, [0])
                assert not table.is_hurried
                assert (await one.ask({"type": "skip"}))["type"] == "done"
                assert table.skipping == {0}
            await until_it_decides(one, next(seat for seat in follow(table) if seat in (0, 1)))

    served(tmp_path, test)


def follow(table: Table) -> list[int]:
    """The seats in the order of their turns, from the one that decides."""
    seat, seats = table.history.seat, len(table.head.seats)
    assert seat is not None
    return [(seat + step) % seats for step in range(seats)]


def test_who_is_back_is_asked_again(tmp_path: Path) -> None:
    """A wish of those who were there does not count for a player who has come since."""

    async def test(server: Running) -> None:
        opened = await server.open(seats="mfc", **DEALT)
        async with two(server, opened) as (one, _), server.client(opened["table"]) as watching:
            table = await server.context.tables.get(opened["table"])
            seats = [replace(seat, kind="computer", agent="random") for seat in table.head.seats]
            await watching.now()
            assert not table.is_hurried
            table.skipping = frozenset({0})
            assert not table.is_hurried
            table.skipping = frozenset({0, 1})
            assert table.is_hurried
            table.head = replace(table.head, seats=(table.head.seats[0], *seats[1:]))
            table.skipping = frozenset({0})
            assert table.is_hurried, "who lets a computer play is not asked"
            table.head = replace(table.head, seats=tuple(seats))
            assert not table.is_hurried, "nobody who is there waits for a decision of their own"
            await one.now()

    served(tmp_path, test)


def test_skipping_is_refused_by_name(tmp_path: Path) -> None:
    """Spectators, a seat that decides itself, a seat that is handed over, a game that waits, a game that is over."""

    async def test(server: Running) -> None:
        opened = await server.open(seats="mc", **DEALT)
        table = await at_a_slow_pace(server, opened)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            await client.now()
            if table.history.seat == 1:
                assert (await client.ask({"type": "skip"}))["type"] == "done"
                await until_it_decides(client, 0)
            assert await client.refusal({"type": "skip"}) == "NothingToSkip"
            assert await client.refusal({"type": "skip", "seat": 1}) == "UnknownField"
            async with server.client(opened["table"]) as watching:
                assert await watching.refusal({"type": "skip"}) == "OnlyWatching"
            await client.ask({"type": "hand_over", "seat": 0, "agent": "random"})
            assert await client.refusal({"type": "skip"}) == "HandedOver"
            await client.ask({"type": "take_back", "seat": 0})
            await client.ask({"type": "end", "is_fine": True})
            assert await client.refusal({"type": "skip"}) == "HasEnded"
        waiting = await server.open(seats="mfc", are_seated=False, gathers=True)
        async with server.client(waiting["table"], keys(waiting)[0]) as client:
            assert await client.refusal({"type": "skip"}) == "Gathering"
        async with server.connect() as socket:
            learner = Client(socket)
            await learner.send({"type": "learn", "game": "trajan", "lesson": "sowing", "language": "en"})
            assert await learner.refusal({"type": "skip"}) == "NotInALesson"

    served(tmp_path, test)
