"""Games on several devices: links that work once, recovery codes, signing out, and what all of that keeps safe."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from tests.server.harness import DEALT, FAST, Running, act, served
from tests.server.stored import FRIEND, INVITATION, ME, TOKEN, create, older_database
from tests.server.test_invitations import bearer, race, strings
from ulpia.server.clocks.game_clock import DAY, TimeControl
from ulpia.server.errors import (
    DeviceLinkExpired,
    DeviceLinkReplaced,
    DeviceLinkUsed,
    InvitationUsed,
    NotYourSeat,
    Revoked,
    SignedOut,
    UnknownDeviceLink,
)
from ulpia.server.storage.devices import LINK_MINUTES, MINUTE
from ulpia.server.storage.store import Store, now
from ulpia.server.tokens import CODE_LETTERS, clean_code, digest, new_recovery_code, new_token

pytestmark = pytest.mark.xdist_group("store")
PHONE, TABLET, STRANGER = "4" * 64, "5" * 64, "3" * 64
LINK = "d" * 64


def games(store: Store, key: str) -> list[str]:
    return sorted(head.id for head, _ in store.games_of(key))


# The store


def test_a_link_brings_all_games_to_another_browser_once(store: Store) -> None:
    create(store)
    store.devices.make_link(LINK, "games", ME)
    assert games(store, PHONE) == []
    assert store.devices.find_link(LINK).key == ME
    assert store.devices.join(LINK, PHONE)
    assert games(store, PHONE) == ["g"]
    assert store.seats_of("g", PHONE) == [0]
    for browser in (STRANGER, TABLET):
        with pytest.raises(DeviceLinkUsed):
            store.devices.join(LINK, browser)
    assert games(store, STRANGER) == []
    create(store, "h", owner=PHONE)
    assert games(store, ME) == games(store, PHONE) == ["g", "h"]


def test_both_sets_of_games_are_there_when_the_other_browser_has_its_own(store: Store) -> None:
    """Also the games of a third browser that had joined the second one."""
    create(store)
    create(store, "h", owner=PHONE)
    create(store, "i", owner=TABLET)
    store.devices.make_link("e" * 64, "games", PHONE)
    store.devices.join("e" * 64, TABLET)
    store.devices.make_link(LINK, "games", ME)
    store.devices.join(LINK, TABLET)
    for browser in (ME, PHONE, TABLET):
        assert games(store, browser) == ["g", "h", "i"]
        assert store.seats_of("h", browser) == [0]
        assert len(store.devices.of_person(browser)[0]) == 3


def test_the_browser_that_made_a_link_does_not_use_it_up(store: Store) -> None:
    create(store)
    store.devices.make_link(LINK, "games", ME)
    assert not store.devices.join(LINK, ME)
    assert store.devices.join(LINK, PHONE)
    store.devices.make_link("e" * 64, "games", PHONE)
    assert not store.devices.join("e" * 64, ME)
    assert store.devices.join("e" * 64, TABLET)


def test_a_link_expires_and_a_newer_one_replaces_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    create(store)
    store.devices.make_link(LINK, "games", ME)
    store.devices.make_link("e" * 64, "games", ME)
    with pytest.raises(DeviceLinkReplaced):
        store.devices.join(LINK, PHONE)
    with store.engine.connect() as connection:
        made = connection.scalar(text("select made from device_links where withdrawn is null"))
    assert made is not None
    monkeypatch.setattr("ulpia.server.storage.devices.now", lambda: made + LINK_MINUTES * MINUTE)
    for refused in (lambda: store.devices.find_link("e" * 64), lambda: store.devices.join("e" * 64, PHONE)):
        with pytest.raises(DeviceLinkExpired):
            refused()
    assert games(store, PHONE) == []
    monkeypatch.setattr("ulpia.server.storage.devices.now", lambda: made + LINK_MINUTES * MINUTE - 1)
    assert store.devices.join("e" * 64, PHONE)


def test_a_recovery_code_works_again_and_again_until_a_new_one_is_made(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(store)
    store.devices.make_link(LINK, "recovery", ME)
    later = store.head("g").created + 10**11
    monkeypatch.setattr("ulpia.server.storage.devices.now", lambda: later)
    for browser in (PHONE, TABLET):
        assert store.devices.join(LINK, browser)
        assert games(store, browser) == ["g"]
    store.devices.make_link("e" * 64, "recovery", TABLET)
    with pytest.raises(DeviceLinkReplaced):
        store.devices.join(LINK, STRANGER)
    assert store.devices.of_person(ME)[1] == later
    assert store.devices.join("e" * 64, STRANGER)


def test_of_several_browsers_that_open_a_link_at_once_one_gets_the_games(open_store: Callable[[], Store]) -> None:
    stores = [open_store() for _ in range(2)]
    for number in range(6):
        game, owner, link = f"g{number}", digest(f"owner {number}"), digest(f"link {number}")
        create(stores[0], game, owner=owner)
        stores[0].devices.make_link(link, "games", owner)
        browsers = [digest(f"browser {number} {at}") for at in range(4)]
        joins = [partial(stores[at % 2].devices.join, link, browser) for at, browser in enumerate(browsers)]
        assert sorted(map(str, race(joins))) == sorted(["True", *[str(DeviceLinkUsed)] * 3])
        assert len([browser for browser in browsers if games(stores[0], browser)]) == 1


def test_a_link_to_a_seat_opens_that_seat_once_and_nothing_else(store: Store) -> None:
    create(store)
    create(store, "h")
    store.devices.make_seat_link(LINK, "g", 0, ME, None)
    with pytest.raises(UnknownDeviceLink):
        store.devices.join(LINK, PHONE)
    with pytest.raises((UnknownDeviceLink, DeviceLinkUsed)):
        store.devices.take_seat(LINK, "c" * 64, "h")
    assert store.devices.take_seat(LINK, "c" * 64, "g") == 0
    assert store.invitations.find_seat("g", "c" * 64, PHONE).seat == 0
    assert games(store, PHONE) == []
    with pytest.raises(DeviceLinkUsed):
        store.devices.take_seat(LINK, "b" * 64, "g")
    store.devices.make_link("e" * 64, "games", ME)
    with pytest.raises(UnknownDeviceLink):
        store.devices.take_seat("e" * 64, "b" * 64, "g")


def test_only_who_holds_a_seat_can_make_a_link_to_it(store: Store) -> None:
    create(store)
    store.invitations.redeem("g", digest("g" + INVITATION), "c" * 64, FRIEND)
    mine = digest("g" + TOKEN)
    for seat, key, token in ((1, ME, None), (1, ME, mine), (0, FRIEND, "c" * 64), (2, ME, mine), (0, None, None)):
        with pytest.raises(NotYourSeat):
            store.devices.make_seat_link(LINK, "g", seat, key, token)
    store.devices.make_seat_link(LINK, "g", 0, None, mine)
    store.devices.make_seat_link("e" * 64, "g", 1, FRIEND, None)
    assert store.devices.take_seat("e" * 64, "b" * 64, "g") == 1
    with pytest.raises(DeviceLinkUsed):
        store.devices.find_link("e" * 64)


def test_signing_all_other_browsers_out_leaves_one_that_opens_everything(store: Store) -> None:
    """The one that stays is not the one that began, and its token is one of those that stop working."""
    create(store)
    create(store, "h", owner=PHONE)
    for link, kind, browser in ((LINK, "games", PHONE), ("e" * 64, "games", TABLET)):
        store.devices.make_link(link, kind, ME)  # type: ignore[arg-type]
        store.devices.join(link, browser)
    store.devices.make_link("b" * 64, "recovery", ME)
    store.devices.make_seat_link("a" * 64, "g", 0, ME, None)
    done = store.devices.sign_out_others(PHONE)
    assert done.keys == {ME, TABLET}
    assert done.seats == {("g", 0), ("h", 0)}
    assert games(store, PHONE) == ["g", "h"]
    store.devices.check(PHONE)
    for browser in (ME, TABLET):
        with pytest.raises(SignedOut):
            store.devices.check(browser)
    for table in ("g", "h"):
        assert store.invitations.find_seat(table, digest(table + TOKEN), PHONE).seat == 0
        for stranger in (None, STRANGER):
            with pytest.raises(Revoked):
                store.invitations.find_seat(table, digest(table + TOKEN), stranger)
    with pytest.raises(DeviceLinkReplaced):
        store.devices.join("b" * 64, STRANGER)
    with pytest.raises(DeviceLinkReplaced):
        store.devices.take_seat("a" * 64, "c" * 64, "g")
    assert [device.key for device in store.devices.of_person(PHONE)[0]] == [PHONE]


def test_signing_out_concerns_no_seat_of_others(store: Store) -> None:
    create(store)
    store.invitations.redeem("g", digest("g" + INVITATION), "c" * 64, FRIEND)
    store.devices.make_seat_link(LINK, "g", 1, FRIEND, None)
    store.devices.sign_out_others(ME)
    assert store.invitations.find_seat("g", "c" * 64, None).seat == 1
    assert store.devices.take_seat(LINK, "b" * 64, "g") == 1


def test_every_browser_of_a_person_is_the_creator_and_the_guest(store: Store) -> None:
    create(store)
    store.devices.make_link(LINK, "games", ME)
    store.devices.join(LINK, PHONE)
    sent = digest("g" + INVITATION)
    assert store.invitations.redeem("g", sent, "c" * 64, PHONE).notice.kind == "taken_by_creator"  # type: ignore[union-attr]
    assert [seat.is_creators for seat in store.head("g").seats] == [True, True, False]
    assert store.invitations.find_invitation("g", sent, ME) == (1, True)
    with pytest.raises(InvitationUsed):
        store.invitations.find_invitation("g", sent, STRANGER)
    store.hide("g", PHONE)
    assert games(store, ME) == []
    store.unhide("g", ME)
    assert games(store, PHONE) == ["g"]


def test_browsers_from_before_play_on_and_can_make_links(url: str) -> None:
    with older_database(url, "0006") as connection:
        connection.execute(
            text(
                "insert into games (id, game, seats, seed, settings, components, rules, pace, owner, created, digest) "
                f"values ('g', 'trajan', 1, '7', '{{}}', 'c0ffee', 1, 700, '{ME}', 1000, '')"
            )
        )
        connection.execute(
            text(f"insert into seats (game, seat, kind, name, owner, taken) values ('g', 0, 'person', '', '{ME}', 1)")
        )
        connection.execute(text(f"insert into seat_tokens (digest, game, seat, made) values ('{LINK}', 'g', 0, 1)"))
    store = Store(url)
    assert store.seats_of("g", ME) == [0]
    assert store.devices.of_person(ME) == ([], None)
    store.devices.make_link("e" * 64, "games", ME)
    assert store.devices.join("e" * 64, PHONE)
    assert store.seats_of("g", PHONE) == [0]
    assert store.devices.of_person(ME)[0][0].made == 1000
    store.close()


def test_a_recovery_code_is_read_however_people_type_it() -> None:
    code = new_recovery_code()
    assert [len(group) for group in code.split("-")] == [4] * 5
    assert set(code) <= set(CODE_LETTERS) | {"-"}
    assert new_recovery_code() != code
    for typed in (code.lower(), code.replace("-", ""), code.replace("-", " "), f"  {code}\n"):
        assert clean_code(typed) == code
    misread = code.replace("0", "O").replace("1", "l")
    assert clean_code(misread) == code
    secret = new_token()
    assert clean_code(secret) == secret
    assert clean_code("7KQ4") == "7KQ4"


# The server


async def post(server: Running, path: str, owner: str | None = None, **body: Any) -> httpx.Response:
    return await server.http.post(path, json=body, headers={} if owner is None else bearer(owner))


async def link_of(server: Running, owner: str) -> str:
    made = (await post(server, "/api/devices/link", owner)).json()
    assert made["minutes"] == LINK_MINUTES
    return str(made["link"].split("#device=")[1])


async def games_of(server: Running, owner: str) -> list[str]:
    mine = (await server.http.get("/api/my", headers=bearer(owner))).json()["games"]
    return [game["table"] for game in mine]


def test_another_browser_has_all_games_and_plays_the_seats_and_both_are_told_of_moves(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mm", are_seated=False, **DEALT)
        table, laptop, phone = opened["table"], opened["owner"], new_token()
        own = (await server.http.post("/api/tables", json=TWO, headers=bearer(phone))).json()["table"]
        code = await link_of(server, laptop)
        told = (await post(server, "/api/devices/present", phone, code=code)).json()
        assert (told["kind"], told["games"], told["own_games"], told["is_mine"]) == ("games", 1, 1, False)
        assert (await post(server, "/api/devices/present", laptop, code=code)).json()["is_mine"] is True
        assert (await post(server, "/api/devices/join", laptop, code=code)).status_code == 200
        joined = await post(server, "/api/devices/join", phone, code=code)
        assert (joined.status_code, joined.json()) == (201, {"owner": phone, "games": 2})
        assert sorted(await games_of(server, phone)) == sorted(await games_of(server, laptop)) == sorted([table, own])
        listed = (await server.http.get("/api/devices", headers=bearer(phone))).json()
        assert [device["is_this"] for device in listed["devices"]] == [False, True]
        async with (
            server.client(table, opened["seats"][0]["token"], owner=laptop) as one,
            server.client(table, owner=phone) as watching,
            server.client(table, owner=phone, seat=0) as other,
        ):
            welcome = await watching.until("welcome")
            assert (welcome["you"], welcome["held"], welcome["is_creator"]) == (None, [0, 1], True)
            state = await other.now()
            assert other.got[0]["you"] == 0
            while state["seat"] != 0:
                async with server.client(table, owner=phone, seat=state["seat"]) as second:
                    await second.now()
                    assert (await second.act((second.state or {})["options"][0]["number"]))["type"] == "done"
                state = await other.moved(state)
            before = await one.now()
            while before["revision"] != state["revision"]:
                before = await one.moved(before)
            assert (await other.act(state["options"][0]["number"]))["type"] == "done"
            assert await one.refusal(act(before, before["options"][0]["number"])) == "Stale"
            await one.moved(before)

    served(tmp_path, test)


TWO = {"game": "trajan", "seats": [{"kind": "me"}, {"kind": "computer", "agent": "random"}], "pace": 10}


def test_links_and_codes_that_do_not_work_are_refused_by_name_and_change_nothing(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")
        table, owner, phone = opened["table"], opened["owner"], new_token()
        used = await link_of(server, owner)
        await post(server, "/api/devices/join", new_token(), code=used)
        old = await link_of(server, owner)
        good = await link_of(server, owner)
        for path in ("/api/devices/present", "/api/devices/join", f"/api/tables/{table}/link"):
            for name, status, code in (
                ("UnknownDeviceLink", 403, new_token()),
                ("UnknownDeviceLink", 403, "7KQ4-9XWM-2B0T-H5RC-VA3E"),
                ("UnknownDeviceLink", 403, "<b>x</b>"),
                ("UnknownDeviceLink", 403, opened["seats"][0]["token"]),
                ("DeviceLinkUsed", 410, used),
                ("DeviceLinkReplaced", 410, old),
                ("BadField", 400, ""),
                ("BadField", 400, "x" * 65),
                ("BadField", 400, "ä"),
                ("BadField", 400, 7),
            ):
                answer = await post(server, path, phone, code=code)
                assert (answer.json()["name"], answer.status_code) == (name, status), (path, code)
            assert (await post(server, path, phone)).json()["name"] == "MissingField"
            assert (await post(server, path, phone, code=good, seat=1)).json()["name"] == "UnknownField"
            other = {**bearer(phone), "origin": "https://evil.example"}
            refused = await server.http.post(path, json={"code": good}, headers=other)
            assert refused.status_code == 403
        for path in ("/api/devices/link", "/api/devices/recovery", "/api/devices/sign-out"):
            assert (await post(server, path)).json()["name"] == "UnknownToken"
            assert (await server.http.post(path, headers=bearer("x" * 43))).json()["name"] == "BadField"
        assert (await server.http.get("/api/devices")).json()["name"] == "UnknownToken"
        seat = f"/api/tables/{table}/seats"
        for path, who in ((f"{seat}/1/link", owner), (f"{seat}/0/link", phone), (f"{seat}/0/link", None)):
            assert (await post(server, path, who)).json()["name"] == "NotYourSeat"
        assert (await post(server, f"{seat}/7/link", owner)).json()["name"] == "BadSeat"
        assert (await post(server, "/api/tables/nowhere/seats/0/link", owner)).json()["name"] == "UnknownTable"
        assert await games_of(server, phone) == []
        assert (await post(server, "/api/devices/join", phone, code=good)).status_code == 201

    served(tmp_path, test)


def test_a_link_to_a_seat_lets_another_browser_play_that_seat_alone(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", are_seated=True, **DEALT)
        table, friend, phone = opened["table"], opened["seats"][1], new_token()
        path = f"/api/tables/{table}/seats/1/link"
        for owner, body in ((friend["owner"], {}), (None, {"token": friend["token"]})):
            made = (await post(server, path, owner, **body)).json()
            base, code = made["link"].split("#seat=")
            assert base == f"/table/{table}"
        told = (await post(server, "/api/devices/present", phone, code=code)).json()
        assert (told["kind"], told["table"], told["seat"], told["title"]) == ("seat", table, 1, "Trajan")
        assert told["is_mine"] is False
        taken = (await post(server, f"/api/tables/{table}/link", phone, code=code)).json()
        assert (taken["table"], taken["seat"], taken["owner"]) == (table, 1, phone)
        async with server.client(table, taken["token"], owner=phone) as client:
            assert (await client.until("welcome"))["you"] == 1
        assert await games_of(server, phone) == []
        late = await post(server, f"/api/tables/{table}/link", new_token(), code=code)
        assert late.json()["name"] == "DeviceLinkUsed"

    served(tmp_path, test)


def test_who_is_signed_out_is_disconnected_at_once_and_refused_everywhere(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", are_seated=True, **DEALT)
        table, laptop, phone, friend = opened["table"], opened["owner"], new_token(), opened["seats"][1]
        token = opened["seats"][0]["token"]
        await post(server, "/api/devices/join", phone, code=await link_of(server, laptop))
        recovery = (await post(server, "/api/devices/recovery", laptop)).json()["code"]
        async with (
            server.client(table, token, owner=laptop) as lost,
            server.client(table, token) as lent,
            server.client(table, owner=phone, seat=0) as kept,
            server.client(table, friend["token"], owner=friend["owner"]) as guest,
        ):
            for client in (lost, lent, kept, guest):
                await client.now()
            answer = (await post(server, "/api/devices/sign-out", phone)).json()
            assert [device["is_this"] for device in answer["devices"]] == [True]
            for client in (lost, lent):
                assert (await client.until("refused"))["name"] == "SignedOut"
                assert await client.closed() == 1008
            for client in (kept, guest):
                assert (await client.ask({"type": "chat", "text": "still here"}))["type"] == "done"
        for method, path in (
            ("GET", "/api/my"),
            ("GET", "/api/devices"),
            ("POST", "/api/tables"),
            ("POST", "/api/devices/link"),
            ("POST", f"/api/tables/{table}/seats/0/link"),
        ):
            body = TWO if path == "/api/tables" else {}
            answered = await server.http.request(method, path, headers=bearer(laptop), json=body)
            assert (answered.json()["name"], answered.status_code) == ("SignedOut", 403), path
        async with server.client() as client:
            for hello in ({"owner": laptop, "seat": 0}, {"owner": laptop, "token": token}, {"owner": laptop}):
                message = {"type": "hello", "table": table, "language": "en", **hello}
                assert await client.refusal(message) == "SignedOut"
            message = {"type": "hello", "table": table, "language": "en", "token": token}
            assert await client.refusal(message) == "Revoked"
        async with server.client(table, token, owner=phone) as client:
            assert (await client.until("welcome"))["you"] == 0
        late = await post(server, "/api/devices/join", new_token(), code=recovery)
        assert late.json()["name"] == "DeviceLinkReplaced"

    served(tmp_path, test)


def test_nothing_that_others_are_sent_opens_a_persons_games(tmp_path: Path) -> None:
    """The friend keeps every answer and message and tries each text in it as a link, a code and a key."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", are_seated=True, **DEALT)
        table, owner, friend = opened["table"], opened["owner"], opened["seats"][1]
        code = await link_of(server, owner)
        recovery = (await post(server, "/api/devices/recovery", owner)).json()["code"]
        seat = (await post(server, f"/api/tables/{table}/seats/0/link", owner)).json()["link"].split("=")[1]
        phone = new_token()
        async with server.client(table, friend["token"], owner=friend["owner"]) as guest:
            await guest.now()
            async with server.client(table, owner=owner, seat=0) as creator:
                await creator.now()
                await creator.ask({"type": "chat", "text": "hello"})
            await guest.until("chat")
            known = strings(guest.got)
        for path in (f"/api/tables/{table}", "/api/my", "/api/devices", f"/api/tables/{table}/glance/0"):
            known |= strings((await server.http.get(path, headers=bearer(friend["owner"]))).json())
        assert not {code, recovery, seat, owner} & known
        for known_text in known:
            for path in ("/api/devices/join", f"/api/tables/{table}/link"):
                assert (await post(server, path, phone, code=known_text)).status_code >= 400
        assert await games_of(server, phone) == []
        stored = b"".join(file.read_bytes() for file in tmp_path.glob("games.sqlite*"))
        for secret in (code, recovery, recovery.replace("-", ""), seat):
            assert secret.encode() not in stored

    served(tmp_path, test)


def test_who_guesses_codes_is_soon_too_fast(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        answers = [
            (await post(server, "/api/devices/join", new_token(), code=new_recovery_code())).json()["name"]
            for _ in range(5)
        ]
        assert answers[0] == "UnknownDeviceLink"
        assert answers[-1] == "TooFast"

    served(tmp_path, test, replace(FAST, tables_per_minute=1e-6, tables_at_once=3))


def test_holidays_are_those_of_the_person_in_every_browser(store: Store) -> None:
    """Set on the phone, they count for a seat that was taken in the other browser."""
    create(store, time=TimeControl("days", DAY, 0, "tiro"))
    with store.engine.begin() as connection:
        connection.execute(text("update clocks set seat = 0"))
    store.devices.make_link(LINK, "games", ME)
    store.devices.join(LINK, PHONE)
    wall = now()
    today = datetime.fromtimestamp(wall / 1000, UTC).date()
    store.holidays.replace(PHONE, [today], 0, wall)
    assert store.holidays.days_of(ME) == store.holidays.days_of(PHONE) == [today.isoformat()]
    assert store.holidays.days_of(STRANGER) == []
    assert store.holidays.back("g", 0, wall) is not None
    assert store.holidays.back("g", 1, wall) is None
    assert store.clocks.due_for_holidays(wall, 10) == ["g"]
    assert store.clocks.due_for_holidays(wall + 2 * DAY, 10) == []
