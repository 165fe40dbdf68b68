"""A table that waits for invited people: what an invitation tells, names and seats, and when the game begins."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import DEALT, Running, act, served
from tests.server.test_invitations import bearer
from ulpia.server.tokens import new_token

ADA = {"kind": "me", "name": "Ada"}
SEATS: list[dict[str, Any]] = [ADA, {"kind": "friend", "name": "Bob"}, {"kind": "friend", "name": "Cia"}]


async def present(server: Running, table: str, invitation: str, owner: str | None = None) -> dict[str, Any]:
    headers = {} if owner is None else bearer(owner)
    address = f"/api/tables/{table}/invitation"
    answered: dict[str, Any] = (
        await server.http.post(address, json={"invitation": invitation}, headers=headers)
    ).json()
    return answered


async def redeem(server: Running, table: str, invitation: str, **choice: Any) -> dict[str, Any]:
    address = f"/api/tables/{table}/redeem"
    answered: dict[str, Any] = (await server.http.post(address, json={"invitation": invitation, **choice})).json()
    return answered


def names(server: Running, table: str) -> list[str]:
    return [seat.name for seat in server.context.store.head(table).seats]


def test_an_invitation_tells_who_invites_and_is_not_used_up(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS, are_seated=False, gathers=True)
        table, invitation, friend = opened["table"], opened["seats"][1]["invitation"], new_token()
        for owner, is_creator in ((None, False), (friend, False), (opened["owner"], True)):
            told = await present(server, table, invitation, owner)
            assert (told["host"], told["title"], told["seat"]) == ("Ada", "Trajan", 1)
            assert (told["is_creator"], told["is_redeemed"], told["is_gathering"]) == (is_creator, False, True)
            assert [seat["is_taken"] for seat in told["seats"]] == [True, False, False]
        redeemed = await server.redeem(table, invitation, friend)
        assert (await present(server, table, invitation, friend))["is_redeemed"] is True
        for owner in (None, new_token(), opened["owner"]):
            assert (await present(server, table, invitation, owner))["name"] == "InvitationUsed"
        second = opened["seats"][2]["invitation"]
        await server.http.delete(f"/api/tables/{table}/seats/2/invitation", headers=bearer(opened["owner"]))
        assert (await present(server, table, second))["name"] == "InvitationWithdrawn"
        for nonsense in (new_token(), redeemed["token"], "x"):
            assert (await present(server, table, nonsense))["name"] == "UnknownInvitation"
        assert (await present(server, "nowhere", invitation))["name"] == "UnknownTable"
        assert (await present(server, table, ""))["name"] == "BadField"

    served(tmp_path, test)


def test_a_guest_gives_a_name_and_chooses_a_seat(tmp_path: Path) -> None:
    """The invitation to the chosen seat leads to the other one from then on."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", [*SEATS, {"kind": "computer", "agent": "random"}], are_seated=False)
        table, (to_bob, to_cia) = opened["table"], [seat["invitation"] for seat in opened["seats"][1:3]]
        for seat, refusal in ((0, "SeatTaken"), (3, "NoPersonsSeat"), (4, "BadSeat"), (-1, "BadField")):
            assert (await redeem(server, table, to_bob, seat=seat))["name"] == refusal
        for name in ("x" * 25, 7, None):
            assert (await redeem(server, table, to_bob, name=name))["name"] == "BadField"
        assert not server.context.store.head(table).seats[1].is_taken
        first = await redeem(server, table, to_bob, seat=2, name="  Bob <b>\u202eby</b> ")
        assert first["seat"] == 2
        assert names(server, table)[1:3] == ["Cia", "Bob <b> by</b>"]
        assert (await present(server, table, to_cia))["seat"] == 1
        assert (await redeem(server, table, to_cia, seat=2))["name"] == "SeatTaken"
        second = await redeem(server, table, to_cia, name="")
        assert (second["seat"], names(server, table)[1]) == (1, "Cia")
        assert (await present(server, table, to_bob, first["owner"]))["seat"] == 2
        for redeemed in (first, second):
            async with server.client(table, redeemed["token"]) as client:
                assert (await client.until("welcome"))["you"] == redeemed["seat"]

    served(tmp_path, test)


def test_nobody_acts_until_all_have_come(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS, are_seated=False, gathers=True, **DEALT)
        table, (to_bob, to_cia) = opened["table"], [seat["invitation"] for seat in opened["seats"][1:]]
        bob = await server.redeem(table, to_bob)
        async with server.client(table, opened["seats"][0]["token"]) as ada, server.client(table, bob["token"]) as one:
            states = [(client, await client.now()) for client in (ada, one)]
            for client, state in states:
                for message in (act(state, 0), {"type": "hint", "revision": state["revision"], "step": 1}):
                    assert await client.refusal(message) == "Gathering"
                assert (await client.ask({"type": "chat", "text": "salve"}))["type"] == "done"
            server.context.tables._tables.clear()  # as after a restart
            async with server.client(table, bob["token"]) as later:
                assert (await later.until("welcome"))["is_gathering"] is True
            cia = await server.redeem(table, to_cia)
            async with server.client(table, cia["token"]) as last:
                assert (await last.until("welcome"))["is_gathering"] is False
                players = {0: opened["seats"][0]["token"], 1: bob["token"], 2: cia["token"]}
                seat = (await last.now())["seat"]
                async with server.client(table, players[seat]) as client:
                    state = await client.now()
                    assert (await client.act(state["options"][0]["number"]))["type"] == "done"

    served(tmp_path, test)


def test_computers_wait_too_and_begin_when_the_last_guest_sits_down(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        computer = {"kind": "computer", "agent": "random"}
        seats = [{"kind": "friend"}, computer, computer]
        opened = await server.open("trajan", seats, are_seated=False, gathers=True, **DEALT)
        async with server.client(opened["table"]) as watching:
            await watching.now()
            await asyncio.sleep(0)
            assert server.context.store.actions(opened["table"])[1] == 0
            guest = await server.redeem(opened["table"], opened["seats"][0]["invitation"])
            async with server.client(opened["table"], guest["token"]) as client:
                state = await client.now()
                while not state["options"]:
                    state = await client.moved(state)
                assert (await client.act(state["options"][0]["number"]))["type"] == "done"
                await watching.until("state")

    served(tmp_path, test)


@pytest.mark.parametrize("agent", [{"agent": "random"}, {}])
def test_the_creator_begins_without_waiting_and_who_comes_later_plays(tmp_path: Path, agent: dict[str, str]) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS[:2], are_seated=False, gathers=True, pace=10, **DEALT)
        table, token, owner = opened["table"], opened["seats"][0]["token"], opened["owner"]
        async with server.client(table, token) as ada, server.client(table) as watching:
            assert await ada.refusal({"type": "begin"}) == "NotTheCreator"
            assert await watching.refusal({"type": "begin"}) == "OnlyWatching"
        async with server.client(table, token, owner=owner) as ada:
            assert await ada.refusal({"type": "begin", "agent": "nobody"}) == "UnknownAgent"
            assert ada.got[0]["is_gathering"] is True
            assert (await ada.ask({"type": "begin", **agent}))["type"] == "done"
            assert await ada.refusal({"type": "begin"}) == "HasBegun"
            seat = server.context.store.head(table).seats[1]
            assert (seat.kind, seat.agent) == (("computer", "random") if agent else ("person", None))
            bob = await redeem(server, table, opened["seats"][1]["invitation"], name="Bob")
            async with server.client(table, bob["token"]) as client:
                welcome = await client.until("welcome")
                assert (welcome["is_gathering"], welcome["seats"][1]["kind"]) == (False, "person")
        kinds = [notice.kind for notice in server.context.store.notices(table, 9)]
        assert kinds == ["begun", *(["handed_over_by_creator"] if agent else []), "taken"]

    served(tmp_path, test)


def test_tables_of_programs_begin_at_once(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", SEATS[:2], are_seated=False, **DEALT)
        async with server.client(opened["table"], opened["seats"][0]["token"]) as ada:
            assert (await ada.until("welcome"))["is_gathering"] is False
            assert await ada.refusal({"type": "begin"}) == "NotTheCreator"

    served(tmp_path, test)
