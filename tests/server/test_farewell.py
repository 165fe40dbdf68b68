"""Leaving a game, ending it by agreement, deleting it from the list of one's own games, and playing it again."""

import asyncio
import random
from pathlib import Path
from typing import Any

from tests.server.harness import DEALT, Running, act, play_to_the_end, served
from tests.server.test_invitations import bearer, strings
from ulpia.server.session.table import standing_of
from ulpia.server.tokens import is_owner_token, new_token

SEATS: list[dict[str, Any]] = [
    {"kind": "me", "name": "Ada"},
    {"kind": "friend", "name": "Bob"},
    {"kind": "computer", "agent": "random", "name": "Livia"},
]


def kinds(server: Running, table: str) -> list[str]:
    return [notice.kind for notice in server.context.store.notices(table, 99)]


async def mine(server: Running, owner: str) -> list[str]:
    answer = await server.http.get("/api/my", headers=bearer(owner))
    return [game["table"] for game in answer.json()["games"]]


def test_who_leaves_is_replaced_by_a_computer_and_can_come_back(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS, pace=10, **DEALT)
        table, (ada, bob) = opened["table"], opened["seats"][:2]
        async with server.client(table, ada["token"]) as one, server.client(table, bob["token"]) as other:
            await one.now()
            assert await other.refusal({"type": "leave", "agent": "nobody"}) == "UnknownAgent"
            assert (await other.ask({"type": "leave", "agent": "random"}))["type"] == "done"
            told = (await one.until("notices"))["notices"][-1]
            assert (told["kind"], told["seat"]) == ("left", 1)
            assert "Bob has left" in told["sentence"]
            seat = server.context.store.head(table).seats[1]
            assert (seat.kind, seat.agent, seat.is_taken, seat.has_left) == ("computer", "random", True, True)
            assert (await mine(server, bob["owner"]), await mine(server, opened["owner"])) == ([], [table])
            assert [message["hints"] for message in one.got if message["type"] == "presence"][-1] is True
            assert await one.refusal({"type": "take_back", "seat": 1}) == "NotTheCreator"
            assert (await other.ask({"type": "take_back", "seat": 1}))["type"] == "done"
            assert await mine(server, bob["owner"]) == [table]
        async with server.client(table) as watching:
            await watching.now()
            for message in ({"type": "leave", "agent": "random"}, {"type": "end", "is_fine": True}, {"type": "again"}):
                assert await watching.refusal(message) == "OnlyWatching"

    served(tmp_path, test)


def test_a_game_ends_when_all_players_agree(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS, pace=10, **DEALT)
        table, (ada, bob) = opened["table"], opened["seats"][:2]
        async with server.client(table, ada["token"]) as one, server.client(table, bob["token"]) as other:
            await one.now()
            for client, is_fine in ((one, True), (one, False), (other, True)):
                assert (await client.ask({"type": "end", "is_fine": is_fine}))["type"] == "done"
                assert server.context.store.head(table).finished is None
            assert await one.refusal({"type": "again"}) == "NotFinished"
            assert (await server.http.get(f"/api/tables/{table}/transcript")).json()["name"] == "NotFinished"
            assert (await one.ask({"type": "end", "is_fine": True}))["type"] == "done"
            while (presence := await other.until("presence"))["ended"] is None:
                pass
            assert presence["ended"] == {"ranking": [[0, 1, 2]], "points": [0, 0, 0]}
            for client in (one, other):
                state = await client.now()
                assert await client.refusal(act(state, 0)) == "HasEnded"
                assert await client.refusal({"type": "end", "is_fine": False}) == "HasEnded"
                assert await client.refusal({"type": "leave", "agent": "random"}) == "HasEnded"
        expected = ["taken", "wants_to_end", "plays_on", "wants_to_end", "wants_to_end", "ended"]
        assert kinds(server, table) == expected
        server.context.tables._tables.clear()  # as after a restart
        async with server.client(table, ada["token"]) as later:
            assert (await later.until("welcome"))["ended"] == presence["ended"]
        [game] = (await server.http.get("/api/my", headers=bearer(opened["owner"]))).json()["games"]
        assert (game["ended"], game["outcome"]) == (presence["ended"], None)
        assert game["finished"] is not None
        assert (await server.http.get(f"/api/tables/{table}/transcript")).text.startswith("ulpia")

    served(tmp_path, test)


def test_seats_with_the_same_points_share_a_place() -> None:
    assert standing_of([3, 7, 3]).ranking == ((1,), (0, 2))


def test_who_has_left_is_not_asked_about_the_end(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS, pace=10, **DEALT)
        table, (ada, bob) = opened["table"], opened["seats"][:2]
        async with server.client(table, ada["token"]) as one, server.client(table, bob["token"]) as other:
            await one.now()
            assert (await one.ask({"type": "end", "is_fine": True}))["type"] == "done"
            assert (await other.ask({"type": "leave", "agent": "random"}))["type"] == "done"
        assert server.context.store.head(table).standing is not None

    served(tmp_path, test)


def test_a_game_is_deleted_from_ones_own_list_only(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS, pace=10, **DEALT)
        table, bob, address = opened["table"], opened["seats"][1]["owner"], f"/api/my/{opened['table']}"
        for headers in ({}, bearer(new_token())):
            assert (await server.http.delete(address, headers=headers)).json()["name"] == "UnknownToken"
        evil = bearer(bob) | {"origin": "https://evil.example"}
        assert (await server.http.delete(address, headers=evil)).json()["name"] == "BadOrigin"
        assert (await server.http.delete("/api/my/nowhere", headers=bearer(bob))).json()["name"] == "UnknownTable"
        for _ in range(2):
            assert (await server.http.delete(address, headers=bearer(bob))).status_code == 204
        assert (await mine(server, bob), await mine(server, opened["owner"])) == ([], [table])
        assert kinds(server, table) == ["taken", "left"]
        assert (await server.http.delete(address, headers=bearer(opened["owner"]))).status_code == 204
        assert kinds(server, table) == ["taken", "left"]  # nobody else plays there who would have to be told
        assert await mine(server, opened["owner"]) == []
        assert (await server.http.get(f"/api/tables/{table}")).status_code == 200
        async with server.client(table, opened["seats"][0]["token"]) as client:
            assert (await client.until("welcome"))["you"] == 0

    served(tmp_path, test)


def test_all_who_play_again_come_to_one_table_also_if_all_ask_at_once(tmp_path: Path) -> None:
    """Seats, names and levels are kept; each seat is kept for its player and for nobody else."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS[:2], pace=10, **DEALT)
        table, (ada, bob) = opened["table"], opened["seats"][:2]
        async with server.client(table, ada["token"]) as one, server.client(table, bob["token"]) as other:
            await one.now()
            for client in (one, other):
                await client.ask({"type": "end", "is_fine": True})
            answers = await asyncio.gather(*(client.ask({"type": "again"}) for client in (one, other)))
            assert {answer["type"] for answer in answers} == {"done"}
            assert (await one.ask({"type": "again"}))["type"] == "done"
        again = server.context.store.head(table).successor
        assert again is not None
        assert kinds(server, table).count("again") == 1
        assert len(server.context.store.table_ids()) == 2
        for owner in (opened["owner"], bob["owner"]):
            assert sorted(await mine(server, owner)) == sorted([table, again])
        for stranger in (new_token(), None):
            hello = {} if stranger is None else {"owner": stranger, "seat": 1}
            async with server.client(again, **hello) as client:
                answer = await client.until("refused" if stranger else "welcome")
                assert answer.get("name") == "UnknownToken" if stranger else answer["you"] is None
        for at, owner in ((0, opened["owner"]), (1, bob["owner"])):
            async with server.client(again, owner=owner, seat=1 - at) as client:
                assert (await client.until("refused"))["name"] == "UnknownToken"
        async with (
            server.client(again, owner=opened["owner"], seat=0) as one,
            server.client(again, owner=bob["owner"], seat=1) as other,
        ):
            assert (await one.until("welcome"))["you"] == 0
            welcome = await other.until("welcome")
            assert (welcome["you"], welcome["is_gathering"]) == (1, False)
            assert [seat["name"] for seat in welcome["seats"]] == ["Ada", "Bob"]
            known = strings(one.got) | {opened["owner"], ada["token"]}
            assert bob["owner"] not in known
            for secret in filter(is_owner_token, known):
                async with server.client(again, owner=secret, seat=1) as probe:
                    assert (await probe.until("refused"))["name"] == "UnknownToken"

    served(tmp_path, test)


def test_a_seat_handed_over_is_a_persons_again_and_one_that_was_left_a_computers(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        seats = [*SEATS[:2], {"kind": "friend", "name": "Cia"}, SEATS[2]]
        opened = await server.open("trajan", seats, pace=10, **DEALT)
        table, (ada, bob, cia) = opened["table"], opened["seats"][:3]
        async with (
            server.client(table, ada["token"]) as one,
            server.client(table, bob["token"]) as other,
            server.client(table, cia["token"]) as third,
        ):
            await one.now()
            await other.ask({"type": "hand_over", "seat": 1, "agent": "tiro"})
            await third.ask({"type": "leave", "agent": "miles"})
            await one.ask({"type": "end", "is_fine": True})
            await other.ask({"type": "end", "is_fine": True})
            assert (await other.ask({"type": "again"}))["type"] == "done"
        again = server.context.store.head(table).successor
        assert again is not None
        head = server.context.store.head(again)
        assert [(seat.kind, seat.agent, seat.name, seat.is_taken) for seat in head.seats] == [
            ("person", None, "Ada", False),
            ("person", None, "Bob", True),
            ("computer", "miles", "", False),
            ("computer", "random", "Livia", False),
        ]
        assert head.is_gathering
        assert await mine(server, cia["owner"]) == []

    served(tmp_path, test)


def test_a_game_that_was_played_to_its_end_can_be_played_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", [SEATS[0], SEATS[2]], **DEALT)
        async with server.client(opened["table"], opened["seats"][0]["token"]) as client:
            await play_to_the_end(client, random.Random(1))
            assert (await client.ask({"type": "again"}))["type"] == "done"
        again = server.context.store.head(opened["table"]).successor
        assert again is not None
        async with server.client(again, owner=opened["owner"], seat=0) as client:
            assert (await client.until("welcome"))["is_gathering"] is False

    served(tmp_path, test)
