"""Seats and secrets: an invitation is redeemed once, a seat belongs to the browser that took it, and all are told."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from tests.server.harness import DEALT, FAST, Client, Running, act, served
from tests.server.stored import FRIEND, INVITATION, ME, OLD_GAME, TOKEN, create, older_database
from ulpia.server.errors import (
    InvitationExpired,
    InvitationUsed,
    InvitationWithdrawn,
    NoPersonsSeat,
    Revoked,
    SeatTaken,
    ServerError,
    UnknownInvitation,
    UnknownToken,
)
from ulpia.server.storage.invitations import DAY, INVITATION_DAYS
from ulpia.server.storage.store import Store
from ulpia.server.tokens import digest, is_owner_token, new_token

pytestmark = pytest.mark.xdist_group("store")
STRANGER = "3" * 64
MINE, SENT = digest("g" + TOKEN), digest("g" + INVITATION)


def kinds(store: Store, game: str = "g") -> list[tuple[str, int]]:
    return [(notice.kind, notice.seat) for notice in store.notices(game, 100)]


# The store


def test_an_invitation_is_redeemed_once_for_a_token_of_the_seat(store: Store) -> None:
    create(store)
    opened = store.invitations
    with pytest.raises(UnknownToken):
        opened.find_seat("g", SENT, None)
    assert opened.redeem("g", SENT, "c" * 64, FRIEND).seat == 1
    assert opened.find_seat("g", "c" * 64, None).seat == 1
    assert store.seats_of("g", FRIEND) == [1]
    assert [seat.is_taken for seat in store.head("g").seats] == [True, True, False]
    for owner in (STRANGER, ME):
        with pytest.raises(InvitationUsed):
            opened.redeem("g", SENT, "d" * 64, owner)
    with pytest.raises(UnknownToken):
        opened.find_seat("g", "d" * 64, None)
    assert store.seats_of("g", FRIEND) == [1]
    assert kinds(store) == [("taken", 1)]


def test_who_has_redeemed_an_invitation_is_sent_to_the_same_seat_again(store: Store) -> None:
    create(store)
    store.invitations.redeem("g", SENT, "c" * 64, FRIEND)
    again = store.invitations.redeem("g", SENT, "d" * 64, FRIEND)
    assert (again.seat, again.notice) == (1, None)
    with pytest.raises(UnknownToken):
        store.invitations.find_seat("g", "d" * 64, FRIEND)


def test_an_invitation_is_good_at_its_own_table_only(store: Store) -> None:
    create(store)
    create(store, "h")
    for game, invitation in (("h", SENT), ("g", MINE), ("g", ""), ("nowhere", SENT)):
        with pytest.raises(UnknownInvitation):
            store.invitations.redeem(game, invitation, "c" * 64, FRIEND)
    with pytest.raises(UnknownToken):
        store.invitations.find_seat("h", MINE, ME)


def test_a_new_invitation_withdraws_the_earlier_ones(store: Store) -> None:
    create(store)
    store.invitations.invite("g", 1, "e" * 64)
    with pytest.raises(InvitationWithdrawn):
        store.invitations.redeem("g", SENT, "c" * 64, FRIEND)
    store.invitations.invite("g", 1, None)
    with pytest.raises(InvitationWithdrawn):
        store.invitations.redeem("g", "e" * 64, "c" * 64, FRIEND)
    store.invitations.invite("g", 1, "f" * 64)
    assert store.invitations.redeem("g", "f" * 64, "c" * 64, FRIEND).seat == 1
    assert kinds(store) == [("invited", 1), ("withdrawn", 1), ("invited", 1), ("taken", 1)]


def test_an_invitation_expires(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    create(store)
    made = store.head("g").created
    monkeypatch.setattr("ulpia.server.storage.invitations.now", lambda: made + INVITATION_DAYS * DAY)
    with pytest.raises(InvitationExpired):
        store.invitations.redeem("g", SENT, "c" * 64, FRIEND)
    monkeypatch.setattr("ulpia.server.storage.invitations.now", lambda: made + INVITATION_DAYS * DAY - 1)
    assert store.invitations.redeem("g", SENT, "c" * 64, FRIEND).seat == 1


def test_there_is_no_invitation_to_a_seat_that_is_taken_or_a_computers(store: Store) -> None:
    create(store)
    store.invitations.redeem("g", SENT, "c" * 64, FRIEND)
    for seat, error in ((0, SeatTaken), (1, SeatTaken), (2, NoPersonsSeat)):
        for invitation in ("e" * 64, None):
            with pytest.raises(error):
                store.invitations.invite("g", seat, invitation)
    with pytest.raises(UnknownInvitation):
        store.invitations.redeem("g", "e" * 64, "d" * 64, STRANGER)
    assert store.invitations.find_seat("g", "c" * 64, None).seat == 1
    assert kinds(store) == [("taken", 1)]


def race(racers: list[Callable[[], object]]) -> list[object]:
    """Run functions in threads at once; return what each returned, or the type of its refusal."""
    start, results = threading.Barrier(len(racers)), [None] * len(racers)

    def run(at: int) -> None:
        start.wait()
        try:
            results[at] = racers[at]()  # type: ignore[call-overload]
        except ServerError as error:
            results[at] = type(error)  # type: ignore[call-overload]

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(racers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return list(results)


def test_of_several_redemptions_at_once_one_wins(open_store: Callable[[], Store]) -> None:
    stores = [open_store() for _ in range(2)]
    for number in range(8):
        game = f"g{number}"
        create(stores[0], game)
        invitation, owners = digest(game + INVITATION), [letter * 64 for letter in "abcd"]

        def redeem(at: int, game: str = game, invitation: str = invitation) -> str:
            owner = "abcd"[at] * 64
            stores[at % 2].invitations.redeem(game, invitation, digest(game + owner), owner)
            return owner

        results = race([partial(redeem, at) for at in range(4)])
        [winner] = [result for result in results if result is not InvitationUsed]
        assert winner in owners
        assert [owner for owner in owners if stores[0].seats_of(game, owner)] == [winner]
        assert kinds(stores[0], game) == [("taken", 1)]
        with stores[0].engine.connect() as connection:
            count = connection.scalar(text(f"select count(*) from seat_tokens where game = '{game}' and seat = 1"))
        assert count == 1


def test_redeeming_and_inviting_again_at_once_leave_one_way_to_the_seat(open_store: Callable[[], Store]) -> None:
    """Either the guest sits and there is no new invitation, or the new invitation is the only one."""
    stores = [open_store() for _ in range(2)]
    for number in range(8):
        game = f"g{number}"
        create(stores[0], game)

        def redeem(game: str = game) -> object:
            return stores[0].invitations.redeem(game, digest(game + INVITATION), digest(game), FRIEND).seat

        def invite(game: str = game) -> object:
            return stores[1].invitations.invite(game, 1, digest(game + " new")).kind

        assert tuple(race([redeem, invite])) in ((1, SeatTaken), (InvitationWithdrawn, "invited"))
        if not stores[0].head(game).seats[1].is_taken:
            assert stores[0].invitations.redeem(game, digest(game + " new"), digest(game), STRANGER).seat == 1
        with pytest.raises((UnknownInvitation, InvitationUsed)):
            stores[0].invitations.redeem(game, digest(game + " new"), "c" * 64, ME)


# Tables from before invitations: their creators know the tokens of all seats


@pytest.fixture
def older(url: str) -> Iterator[Store]:
    """A table of version 0003: seat 0 the creator's, seat 1 taken by a friend, seat 2 not taken yet."""
    with older_database(url, "0003") as connection:
        connection.execute(text(f"insert into games values {OLD_GAME[:-1]}, 0)"))
        for seat, owner in enumerate((f"'{ME}'", f"'{FRIEND}'", "NULL")):
            connection.execute(text(f"insert into seats values ('g', {seat}, 'person', NULL, '', {owner}, 1)"))
            connection.execute(text(f"insert into links values ('{str(seat) * 64}', 'g', {seat}, 1000, NULL)"))
        connection.execute(text(f"insert into links values ('{'9' * 64}', 'g', 2, 900, 950)"))
    store = Store(url)
    yield store
    store.close()


def test_older_tokens_open_the_seats_of_those_who_took_them(older: Store) -> None:
    assert [seat.is_taken for seat in older.head("g").seats] == [True, True, False]
    assert all(seat.for_people for seat in older.head("g").seats)
    for owner in (ME, None, STRANGER):
        assert older.invitations.find_seat("g", "0" * 64, owner).seat == 0
    assert older.invitations.find_seat("g", "1" * 64, FRIEND).seat == 1
    for owner in (ME, None, STRANGER):
        with pytest.raises(SeatTaken):
            older.invitations.find_seat("g", "1" * 64, owner)
    assert older.seats_of("g", FRIEND) == [1]
    with pytest.raises(Revoked):
        older.invitations.find_seat("g", "9" * 64, STRANGER)


@pytest.mark.parametrize("owner", [STRANGER, None])
def test_an_older_token_takes_a_free_seat_once(older: Store, owner: str | None) -> None:
    entry = older.invitations.find_seat("g", "2" * 64, owner)
    assert entry.notice is not None
    assert [(seat.is_taken, seat.has_agreed) for seat in older.head("g").seats] == [
        (True, True),
        (True, True),
        (True, False),
    ]
    again = older.invitations.find_seat("g", "2" * 64, owner)
    assert (again.seat, again.notice) == (2, None)
    with pytest.raises(SeatTaken):
        older.invitations.find_seat("g", "2" * 64, ME)
    with pytest.raises(SeatTaken):
        older.invitations.invite("g", 2, "e" * 64)


def test_an_invitation_replaces_the_older_token_of_a_free_seat(older: Store) -> None:
    older.invitations.invite("g", 2, "e" * 64)
    with pytest.raises(Revoked):
        older.invitations.find_seat("g", "2" * 64, STRANGER)
    assert older.invitations.redeem("g", "e" * 64, "f" * 64, STRANGER).seat == 2


# The server


def bearer(owner: str) -> dict[str, str]:
    return {"authorization": f"Bearer {owner}"}


def strings(value: object) -> set[str]:
    """All texts in an answer, and what stands behind # and = in them."""
    if isinstance(value, dict):
        return {text for key, item in value.items() for text in (str(key), *strings(item))}
    if isinstance(value, list):
        return {text for item in value for text in strings(item)}
    if isinstance(value, str):
        return {value, value.rpartition("#")[2], value.rpartition("=")[2]}
    return set()


async def knowledge_of_creator(server: Running, opened: dict[str, Any], creator: Client) -> set[str]:
    """Everything that the creator can be told: over the socket, and by every HTTP address."""
    table, mine = opened["table"], bearer(opened["owner"])
    base = f"/api/tables/{table}"
    answers: list[httpx.Response] = [
        await server.http.request(method, address, headers=mine, json={"invitation": opened["seats"][1]["invitation"]})
        for method in ("GET", "POST", "DELETE")
        for address in (
            *("/api/my", base, f"{base}/transcript", f"{base}/course", f"{base}/glance/1", f"{base}/redeem"),
            *(f"{base}/seats/{seat}/invitation" for seat in range(3)),
        )
    ]
    known = strings(opened) | strings(creator.got)
    for answer in answers:
        if answer.headers.get("content-type", "").startswith("application/json"):
            known |= strings(answer.json())
    return known


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_nothing_the_creator_was_ever_sent_opens_a_friends_seat(tmp_path: Path, game: str) -> None:
    """The creator keeps every answer and message and tries each text in it as every kind of secret."""

    async def test(server: Running) -> None:
        opened = await server.open(game, "mfc", are_seated=False, **DEALT)
        friend = await server.redeem(opened["table"], opened["seats"][1]["invitation"])
        table, token, owner = opened["table"], opened["seats"][0]["token"], opened["owner"]
        async with (
            server.client(table, friend["token"], owner=friend["owner"]) as guest,
            server.client(table, token, owner=owner) as creator,
        ):
            await guest.now()
            await creator.now()
            for message in (
                {"type": "hand_over", "seat": 1, "agent": "random"},
                {"type": "take_back", "seat": 1},
                {"type": "look", "position": 0, "eyes": 1},
                {"type": "look", "position": 0, "eyes": "all"},
            ):
                await creator.ask(message)
            assert (await guest.ask({"type": "take_back", "seat": 1}))["type"] == "done"
            assert (await guest.ask({"type": "chat", "text": "hello"}))["type"] == "done"
            await creator.until("chat")
            known = await knowledge_of_creator(server, opened, creator)
            assert {owner, token, opened["seats"][1]["invitation"]} < known
            assert not {friend["token"], friend["owner"]} & known
            hand = guest.districts
            hello = {"type": "hello", "table": table, "language": "en"}
            attempts: list[dict[str, Any]] = [{"owner": owner, "seat": 1}, {}]
            for secret in known:
                if 0 < len(secret) <= 64 and secret.isascii():
                    attempts += [{"token": secret}, {"token": secret, "owner": owner}]
                if is_owner_token(secret):
                    attempts.append({"owner": secret, "seat": 1})
                    answer = await server.http.get("/api/my", headers=bearer(secret))
                    assert all(1 not in mine["held"] for mine in answer.json()["games"])
                redeemed = await server.redeem(table, secret[:64], owner)
                assert redeemed["type"] == "refused"
            for attempt in attempts:
                async with server.client() as probe:
                    if (await probe.ask(hello | attempt))["type"] == "done":
                        [welcome] = [message for message in probe.got if message["type"] == "welcome"]
                        assert welcome["you"] in (0, None)
                        await probe.now()
                        assert probe.districts.get("player-1") != hand["player-1"]
            assert (await guest.ask({"type": "chat", "text": "still here"}))["type"] == "done"

    served(tmp_path, test)


def test_a_used_invitation_lets_one_watch_and_nothing_more(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        table, friend = opened["table"], opened["seats"][1]
        for owner in (opened["owner"], new_token(), None):
            refused = await server.redeem(table, friend["invitation"], owner)
            assert refused["name"] == "InvitationUsed"
            assert "watch" in refused["sentence"]
        again = await server.redeem(table, friend["invitation"], friend["owner"])
        assert (again["seat"], "token" in again) == (1, False)
        async with server.client(table, friend["invitation"]) as client:
            assert (await client.until("refused"))["name"] == "UnknownToken"
        async with server.client(table, owner=friend["owner"], seat=1) as client:
            assert (await client.until("welcome"))["you"] == 1
        async with server.client(table, owner=new_token()) as client:
            assert (await client.until("welcome"))["you"] is None
            state = await client.now()
            assert await client.refusal(act(state, 0)) == "OnlyWatching"

    served(tmp_path, test)


def test_the_creator_can_take_a_friends_seat_only_before_the_friend_and_all_are_told(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mff", are_seated=False, **DEALT)
        table = opened["table"]
        async with server.client(table, opened["seats"][0]["token"]) as ada:
            await ada.now()
            own = await server.redeem(table, opened["seats"][1]["invitation"], opened["owner"])
            assert (await ada.until("presence"))["seats"][1]["is_taken"]
            [notice] = (await ada.until("notices"))["notices"]
            assert (notice["kind"], notice["seat"]) == ("taken_by_creator", 1)
            assert "browser that opened this table" in notice["sentence"]
        async with server.client(table, own["token"]) as second:
            assert (await second.until("welcome"))["you"] == 1

    served(tmp_path, test)


def test_every_change_of_a_seat_is_told_to_all_and_to_those_who_come_later(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        seats = [
            {"kind": "me", "name": "Ada"},
            {"kind": "friend", "name": "Bob"},
            {"kind": "computer", "agent": "random"},
        ]
        opened = await server.open("trajan", seats, are_seated=False, pace=10, **DEALT)
        table, mine = opened["table"], bearer(opened["owner"])
        invitation = f"/api/tables/{table}/seats/1/invitation"
        async with server.client(table, opened["seats"][0]["token"], owner=opened["owner"]) as ada:
            await ada.now()
            assert (await server.http.delete(invitation, headers=mine)).status_code == 204
            made = (await server.http.post(invitation, headers=mine)).json()
            assert made["link"] == f"/table/{table}#invitation={made['invitation']}"
            friend = await server.redeem(table, made["invitation"])
            async with server.client(table, friend["token"]) as bob:
                await bob.now()
                for client, message in (
                    (ada, {"type": "hand_over", "seat": 1, "agent": "tiro"}),
                    (bob, {"type": "take_back", "seat": 1}),
                    (bob, {"type": "hand_over", "seat": 1, "agent": "random"}),
                    (ada, {"type": "hand_over", "seat": 2, "agent": "greedy"}),
                ):
                    assert (await client.ask(message))["type"] == "done"
                await bob.ask({"type": "pace", "seconds": 9})
        told = [notice for message in ada.got if message["type"] == "notices" for notice in message["notices"]]
        expected = [
            "withdrawn",
            "invited",
            "taken",
            "handed_over_by_creator",
            "taken_back",
            "handed_over",
            "other_level",
        ]
        assert [notice["kind"] for notice in told] == expected
        assert [notice["seat"] for notice in told] == [1, 1, 1, 1, 1, 1, 2]
        assert "lets a computer play for Bob: Tiro" in told[3]["sentence"]
        told_to_bob = [notice for message in bob.got if message["type"] == "notices" for notice in message["notices"]]
        assert told_to_bob == told
        server.context.tables._tables.clear()  # as after a restart
        async with server.client(table, language="de") as later:
            [*_, german] = (await later.until("notices"))["notices"]
            assert german["sentence"] == "Der Computer an Platz 3 ist jetzt Greedy."
        async with server.client(table) as later:
            assert (await later.until("notices"))["notices"] == told

    served(tmp_path, test)


def test_of_several_browsers_that_redeem_at_once_one_sits_down(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", are_seated=False)
        table, invitation = opened["table"], opened["seats"][1]["invitation"]
        async with server.client(table, opened["seats"][0]["token"]) as ada:
            await ada.now()
            answers = await asyncio.gather(*(server.redeem(table, invitation) for _ in range(8)))
            assert sorted(answer.get("name", "") for answer in answers) == ["", *["InvitationUsed"] * 7]
            assert len((await ada.until("notices"))["notices"]) == 1
        assert len(server.context.store.notices(table, 9)) == 1

    served(tmp_path, test)


def test_a_table_from_before_invitations_is_played_on(tmp_path: Path) -> None:
    """The first browser that opens the seat with the shared token holds it from then on."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        table, token, friend = opened["table"], opened["seats"][1]["token"], new_token()
        with server.context.store.engine.begin() as connection:
            connection.execute(text("update seat_tokens set shared = 1 where seat = 1"))
            connection.execute(text("update seats set owner = NULL, taken = NULL, hints = 1 where seat = 1"))
        server.context.tables._tables.clear()
        async with server.client(table, token, owner=friend) as client:
            welcome = await client.until("welcome")
            assert (welcome["you"], welcome["seats"][1]["is_taken"]) == (1, True)
            assert not welcome["seats"][1]["agrees_to_hints"]
            assert (await client.until("notices"))["notices"][-1]["kind"] == "taken"
        for owner in ({}, {"owner": opened["owner"]}, {"owner": new_token()}):
            async with server.client(table, token, **owner) as client:
                assert (await client.until("refused"))["name"] == "SeatTaken"
        async with server.client(table, token, owner=friend) as client:
            assert (await client.until("welcome"))["you"] == 1

    served(tmp_path, test)


def test_seats_do_not_change_hands_faster_than_people_talk(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", pace=10)
        async with server.client(opened["table"], opened["seats"][0]["token"]) as client:
            assert (await client.ask({"type": "hand_over", "seat": 0, "agent": "random"}))["type"] == "done"
            assert await client.refusal({"type": "take_back", "seat": 0}) == "TooFast"
        assert len(server.context.store.notices(opened["table"], 9)) == 1

    served(tmp_path, test, replace(FAST, chat_at_once=1, chat_per_second=0.0001))


def test_only_the_creator_invites_and_only_to_a_free_seat(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mfc", are_seated=False)
        mine, address = bearer(opened["owner"]), f"/api/tables/{opened['table']}/seats/{{}}/invitation"
        for headers in ({}, bearer(new_token())):
            for method in ("POST", "DELETE"):
                answer = await server.http.request(method, address.format(1), headers=headers)
                assert (answer.status_code, answer.json()["name"]) == (403, "NotTheCreator")
        assert (await server.http.post(address.format(0), headers=mine)).json()["name"] == "SeatTaken"
        assert (await server.http.post(address.format(2), headers=mine)).json()["name"] == "NoPersonsSeat"
        assert (await server.http.post(address.format(3), headers=mine)).json()["name"] == "BadField"
        first = opened["seats"][1]["invitation"]
        second = (await server.http.post(address.format(1), headers=mine)).json()["invitation"]
        assert (await server.redeem(opened["table"], first))["name"] == "InvitationWithdrawn"
        friend = await server.redeem(opened["table"], second)
        async with server.client(opened["table"], friend["token"]) as client:
            await client.now()
            for method in ("POST", "DELETE"):
                answer = await server.http.request(method, address.format(1), headers=mine)
                assert (answer.status_code, answer.json()["name"]) == (409, "SeatTaken")
            assert (await client.ask({"type": "pace", "seconds": 1}))["type"] == "done"

    served(tmp_path, test)


def test_what_cannot_be_redeemed_is_refused_by_name(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", are_seated=False)
        address, good = f"/api/tables/{opened['table']}/redeem", opened["seats"][1]["invitation"]
        refusals: list[tuple[str, int, str, Any]] = [
            ("UnknownTable", 404, "/api/tables/nowhere/redeem", {"invitation": good}),
            ("UnknownInvitation", 403, address, {"invitation": new_token()}),
            ("UnknownInvitation", 403, address, {"invitation": opened["seats"][0]["token"]}),
            ("MissingField", 400, address, {}),
            ("UnknownField", 400, address, {"invitation": good, "place": 0}),
            ("SeatTaken", 409, address, {"invitation": good, "seat": 0}),
            ("BadField", 400, address, {"invitation": ""}),
            ("BadField", 400, address, {"invitation": "x" * 65}),
            ("BadField", 400, address, {"invitation": 7}),
            ("NotAnObject", 400, address, [good]),
        ]
        for name, status, where, body in refusals:
            answer = await server.http.post(where, json=body)
            assert (answer.json()["name"], answer.status_code) == (name, status), body
        other = {"origin": "https://evil.example"}
        assert (await server.http.post(address, json={"invitation": good}, headers=other)).status_code == 403
        assert (await server.http.get(address)).status_code == 405
        assert not server.context.store.head(opened["table"]).seats[1].is_taken

    served(tmp_path, test)


WEAK_OWNERS = [
    "A" * 32,
    "A" * 43,
    "ab" * 16,
    "0123456789" + "a" * 33,
    "ä" * 32,
    "x" * 31,
    new_token() + "x",
    "a b" * 11,
]


def test_owner_tokens_that_could_be_guessed_are_refused_everywhere(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", are_seated=False)
        table, invitation = opened["table"], opened["seats"][1]["invitation"]
        for owner in WEAK_OWNERS:
            headers = {"authorization": f"Bearer {owner}".encode()}
            for method, address in (
                ("GET", "/api/my"),
                ("POST", "/api/tables"),
                ("POST", f"/api/tables/{table}/redeem"),
            ):
                body = (
                    {"invitation": invitation}
                    if "redeem" in address
                    else {"game": "trajan", "seats": [{"kind": "me"}] * 2}
                )
                answer = await server.http.request(method, address, headers=headers, json=body)
                assert (answer.json()["name"], answer.status_code) == ("BadField", 400), (owner, address)
            async with server.client() as client:
                hello = {"type": "hello", "table": table, "language": "de", "owner": owner, "seat": 0}
                assert await client.refusal(hello) == "BadField"
        assert not server.context.store.head(table).seats[1].is_taken
        earlier = "Zl1vWmGe9dBrXQtQ3sUnVqvzQxV6rrdp"  # as earlier versions made them
        assert (await server.redeem(table, invitation, earlier))["owner"] == earlier

    served(tmp_path, test)


def test_secrets_are_stored_as_digests_only(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")
        secrets = [
            opened["owner"],
            *(seat[name] for seat in opened["seats"] for name in ("token", "owner", "invitation") if name in seat),
        ]
        assert len(secrets) == 5
        stored = b"".join(file.read_bytes() for file in tmp_path.glob("games.sqlite*"))
        summary = (await server.http.get(f"/api/tables/{opened['table']}")).text
        for secret in secrets:
            assert secret.encode() not in stored
            assert secret not in json.dumps(summary)

    served(tmp_path, test)
