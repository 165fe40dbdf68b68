"""What is asked over HTTP."""

import platform
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from tests.server.harness import FAST, Running, play_to_the_end, served
from ulpia import __version__
from ulpia.core.errors import UlpiaError
from ulpia.registry import game_names
from ulpia.server.errors import NoPage
from ulpia.server.hosts import Hosts
from ulpia.server.tokens import new_token

ME, FRIEND, COMPUTER = {"kind": "me"}, {"kind": "friend"}, {"kind": "computer", "agent": "random"}
TABLE: dict[str, Any] = {"game": "trajan", "seats": [ME, COMPUTER]}


def test_the_games_there_are_are_listed_in_both_languages(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        english = (await server.http.get("/api/games", headers={"accept-language": "fr, en;q=0.8"})).json()
        german = (await server.http.get("/api/games?language=de")).json()
        assert [game["name"] for game in english["games"]] == list(game_names())
        assert list(game_names())[:2] == ["trajan", "forum_trajanum"]
        assert english["games"][0]["seats"] == [2, 3, 4]
        assert english["games"][0]["settings"][0]["values"][0]["words"] == "we decide it ourselves"
        assert german["games"][0]["settings"][0]["title"] == "Aufbau"
        assert {setting["kind"] for setting in english["games"][1]["settings"]} == {"one_of", "some_seats"}
        levels = [agent["name"] for agent in english["agents"] if agent["is_level"]]
        assert levels == ["tiro", "miles", "optio", "centurio", "legatus", "imperator"]
        assert english["usual_level"] in levels
        for shown in (english, german):
            assert all(agent["title"] and agent["about"] for agent in shown["agents"])
        assert {agent["name"] for agent in english["agents"]} - {*levels} == {"random", "greedy", "search"}
        for game in (*english["games"], *german["games"]):
            for setting in game["settings"]:
                assert setting["title"] != setting["name"]
                assert all(value["words"] != value["value"] for value in setting["values"])

    served(tmp_path, test)


def test_a_table_is_opened_with_ones_own_token_and_invitations_for_friends(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        body = {"game": "forum_trajanum", "seats": [{**ME, "name": "Ada"}, FRIEND, COMPUTER], "pace": 0.5}
        answer = await server.http.post("/api/tables", json={**body, "settings": {"side": "B", "newcomers": "0,2"}})
        assert answer.status_code == 201
        opened = answer.json()
        mine, friends, computers = opened["seats"]
        assert mine["link"] == f"/table/{opened['table']}#{mine['token']}"
        assert friends["link"] == f"/table/{opened['table']}#invitation={friends['invitation']}"
        assert mine["token"] != friends["invitation"]
        assert ("invitation" in mine, "token" in friends) == (False, False)
        assert computers == {"seat": 2, "kind": "computer"}
        shown = (await server.http.get(f"/api/tables/{opened['table']}")).text
        assert '"Ada"' in shown
        assert '"B"' in shown
        assert str(server.context.store.head(opened["table"]).seed) not in shown

    served(tmp_path, test)


BAD_TABLES: list[tuple[str, int, Any]] = [
    ("UnknownGame", 400, {**TABLE, "game": "chess"}),
    ("BadSeats", 400, {**TABLE, "seats": [ME]}),
    ("BadSeats", 400, {**TABLE, "seats": [ME] * 5}),
    ("UnknownAgent", 400, {**TABLE, "seats": [ME, {"kind": "computer", "agent": "deep"}]}),
    ("UnknownSetting", 400, {**TABLE, "settings": {"side": "B"}}),
    ("BadSetting", 400, {**TABLE, "settings": {"setup": "nice"}}),
    ("BadField", 400, {**TABLE, "settings": {"setup": ["dealt"]}}),
    ("BadField", 400, {**TABLE, "seats": [ME] * 11}),
    ("BadField", 400, {**TABLE, "seats": 2}),
    ("BadField", 400, {**TABLE, "seats": [ME, 3]}),
    ("BadField", 400, {**TABLE, "seats": [ME, {"kind": "boss"}]}),
    ("BadField", 400, {**TABLE, "seats": [ME, {"kind": "computer"}]}),
    ("BadField", 400, {**TABLE, "seats": [ME, {"kind": "friend", "agent": "random"}]}),
    ("BadField", 400, {**TABLE, "seats": [ME, {"kind": "friend", "name": "x" * 25}]}),
    ("BadField", 400, {**TABLE, "pace": -1}),
    ("MissingField", 400, {"game": "trajan"}),
    ("UnknownField", 400, {**TABLE, "seed": 1}),
    ("UnknownField", 400, {**TABLE, "seats": [ME, {**FRIEND, "token": "mine"}]}),
    ("NotAnObject", 400, [TABLE]),
    ("NotJson", 400, "{"),
    ("TooLong", 413, "x" * 9000),
]


def test_what_cannot_be_a_table_is_refused_by_name(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for name, status, body in BAD_TABLES:
            sent = {"content": body} if isinstance(body, str) else {"json": body}
            answer = await server.http.post("/api/tables?language=de", **sent)
            assert (answer.json()["name"], answer.status_code) == (name, status), body
            assert answer.json()["sentence"]

    served(tmp_path, test)


def test_an_owner_finds_their_games_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        first = await server.open("trajan", "mf", are_seated=False)
        mine = {"authorization": f"Bearer {first['owner']}"}
        second = (await server.http.post("/api/tables", json=TABLE, headers=mine)).json()
        assert second["owner"] == first["owner"]
        games = (await server.http.get("/api/my", headers=mine)).json()["games"]
        assert {game["table"] for game in games} == {first["table"], second["table"]}
        assert all(game["held"] == [0] and game["is_creator"] for game in games)
        assert all(game["touched"] % 60_000 == 0 for game in games)  # not to the second: some actions are secret
        assert all(game["seat"] in (0, 1) and game["is_mine"] == (game["seat"] == 0) for game in games)
        friend = await server.open("trajan", "mf")
        theirs = {"authorization": f"Bearer {friend['owner']}"}
        await server.redeem(first["table"], first["seats"][1]["invitation"], friend["owner"])
        games = (await server.http.get("/api/my", headers=theirs)).json()["games"]
        assert {(game["table"], tuple(game["held"])) for game in games} == {
            (first["table"], (1,)),
            (friend["table"], (0,)),
        }
        for headers in ({}, {"authorization": "Bearer nobody"}, {"authorization": "Basic x"}):
            assert (await server.http.get("/api/my", headers=headers)).status_code in (400, 403)
        stranger = {"authorization": f"Bearer {new_token()}"}
        assert (await server.http.get("/api/my", headers=stranger)).json()["games"] == []

    served(tmp_path, test)


def test_a_transcript_is_given_when_the_game_is_over(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "ccc")
        address = f"/api/tables/{opened['table']}/transcript"
        answer = await server.http.get(address)
        assert (answer.status_code, answer.json()["name"]) == (409, "NotFinished")
        async with server.client(opened["table"]) as client:
            await play_to_the_end(client, random.Random(0))
        answer = await server.http.get(address)
        assert answer.text.startswith("ulpia transcript 2")
        assert "attachment" in answer.headers["content-disposition"]
        shown = (await server.http.get(f"/api/tables/{opened['table']}")).json()
        assert shown["finished"]
        assert sorted(seat for place in shown["outcome"]["ranking"] for seat in place) == [0, 1, 2]

    served(tmp_path, test)


def test_the_course_of_points_is_sent_when_the_game_is_over(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for game, parts in (
            ("trajan", ["Quartal I", "Quartal II", "Quartal III", "Quartal IV"]),
            ("forum_trajanum", 3),
        ):
            opened = await server.open(game, "ccc")
            address = f"/api/tables/{opened['table']}/course?language=de"
            answer = await server.http.get(address)
            assert (answer.status_code, answer.json()["name"]) == (409, "NotFinished")
            async with server.client(opened["table"]) as client:
                await play_to_the_end(client, random.Random(0))
                points = (await client.now())["points"]
            shown = (await server.http.get(address)).json()
            marks = [mark["position"] for mark in shown["marks"]]
            assert [shown["points"][0], shown["points"][-1]] == [[0, 0, 0], points]
            assert marks == sorted(set(marks))
            assert marks[0] == 0
            assert marks[-1] < len(shown["points"])
            labels = [mark["label"] for mark in shown["marks"]]
            assert labels == parts if isinstance(parts, list) else len(labels) == parts

    served(tmp_path, test)


def test_a_glance_shows_a_seat_and_how_far_the_game_is(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for game, words in (("trajan", "Quarter I"), ("forum_trajanum", "Cycle I")):
            opened = await server.open(game, "mf")
            address = f"/api/tables/{opened['table']}/glance/{{}}"
            shown = (await server.http.get(address.format(1))).json()
            assert shown["crumb"].startswith(words)
            assert shown["picture"].startswith("<svg")
            assert (await server.http.get(address.format(2))).json()["name"] == "BadField"

    served(tmp_path, test)


def test_what_is_not_there_is_said_so(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for address, name in (
            ("/api/tables/nowhere", "UnknownTable"),
            ("/api/tables/nowhere/transcript", "UnknownTable"),
            ("/api/tables/nowhere/course", "UnknownTable"),
            ("/api/tables/nowhere/glance/0", "UnknownTable"),
            ("/nowhere", "NoPage"),
            ("/a/b/c/d", "NoPage"),
            ("/assets/../store.py", "NoPage"),
            ("/assets/%2e%2e/store.py", "NoPage"),
            ("/assets/..%2f..%2fmatch.py", "NoPage"),
            ("/assets/text/en.toml", "NoPage"),
            ("/api/words/fr", "NoPage"),
        ):
            answer = await server.http.get(address)
            assert (answer.status_code, answer.json()["name"]) == (404, name), address
        assert (await server.http.delete("/api/tables")).status_code == 405

    served(tmp_path, test)


def test_an_unknown_address_is_a_page_for_people_and_json_for_programs(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        for address in ("/nothing", "/a/b/c/d"):
            page = await server.http.get(address, headers=browser)
            assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
            assert "missing.js" in page.text
            assert (await server.http.get(address)).json()["name"] == "NoPage"
        for address in ("/api/nothing", "/assets/nothing.js"):
            answer = await server.http.get(address, headers=browser)
            assert (answer.status_code, answer.json()["name"]) == (404, "NoPage")

    served(tmp_path, test)


def test_files_lie_in_their_folder_and_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "start.html").write_text("<p>start")
    (folder / "table.html").write_text("<p>table")
    (folder / "x.js").write_text("1")
    (folder / ".hidden.js").write_text("1")
    (tmp_path / "secret.html").write_text("secret")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")

    async def test(server: Running) -> None:
        assert (await server.http.get("/")).text == "<p>start"
        assert (await server.http.get("/table/abc")).text == "<p>table"
        script = await server.http.get("/assets/x.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert (await server.http.get("/assets/pictures.css")).status_code == 200
        assert "<symbol" in (await server.http.get("/assets/symbols.svg")).text
        for path in ("../secret.html", ".hidden.js", "link.html", "/etc/passwd", "start", "", "x.py", "x.js%00.js"):
            answer = await server.http.get(f"/assets/{path.replace('..', '%2e%2e')}")
            assert (answer.status_code, answer.json()["name"]) == (404, "NoPage"), path
        assert (await server.http.get("/..%2fsecret")).status_code == 404

    served(tmp_path, test, web_folder=folder)


def test_files_are_compressed_and_sent_again_only_if_they_changed(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for address in ("/", "/table/x", "/assets/icon.svg", "/assets/pictures.css", "/assets/symbols.svg"):
            first = await server.http.get(address)
            assert first.headers["cache-control"] == "no-cache"
            again = await server.http.get(address, headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b""), address
            assert "content-security-policy" in again.headers
            other = await server.http.get(address, headers={"if-none-match": '"other"'})
            assert (other.status_code, other.text) == (200, first.text)
        for address in (
            "/assets/symbols.svg",
            "/assets/pictures.css",
            "/api/rules/trajan/de",
            "/assets/table/table.css",
        ):
            assert (await server.http.get(address)).headers["content-encoding"] == "gzip", address
        plain = await server.http.get("/assets/symbols.svg", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        opened = await server.http.post("/api/tables", json=TABLE)
        assert "content-encoding" not in opened.headers  # it holds secrets

    served(tmp_path, test)


def test_every_answer_carries_the_headers_that_keep_pages_safe(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for address in ("/health", "/nowhere", "/api/games"):
            headers = (await server.http.get(address)).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert "default-src 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
        assert (await server.http.get("/api/games")).headers["cache-control"] == "no-store"

    served(tmp_path, test)


def test_pages_of_other_sites_are_refused(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        own = f"http://127.0.0.1:{server.port}"
        for origin, status in ((own, 201), ("https://evil.example", 403), ("null", 403), ("http://[", 403)):
            answer = await server.http.post("/api/tables", json=TABLE, headers={"origin": origin})
            assert answer.status_code == status, origin
        opened = await server.open()
        address = f"/api/tables/{opened['table']}/seats/1/invitation"
        headers = {"origin": "https://evil.example", "authorization": f"Bearer {opened['owner']}"}
        assert (await server.http.post(address, headers=headers)).json()["name"] == "BadOrigin"

    served(tmp_path, test)


def test_pages_of_a_named_origin_are_welcome(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for origin, status in (
            ("https://table.example", 201),
            ("https://TABLE.example", 201),
            ("http://a.example", 403),
        ):
            answer = await server.http.post("/api/tables", json=TABLE, headers={"origin": origin})
            assert answer.status_code == status, origin

    served(tmp_path, test, hosts=Hosts(origins=["https://table.example/"]))


def test_tables_are_not_opened_faster_than_allowed(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        answers = [await server.http.post("/api/tables", json=TABLE) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[2].json()["name"] == "TooManyTables"

    served(tmp_path, test, replace(FAST, tables_at_once=2, tables_per_minute=0.001))


def test_health_and_metrics_can_be_read(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc")
        async with server.client(opened["table"], opened["seats"][0]["token"]) as client:
            await client.now()
            assert await client.refusal({"type": "look", "position": 10_000}) == "BadPosition"
            assert (await server.http.get("/metrics")).json()["name"] == "NoPage"
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.metrics_port}", trust_env=False) as own:
                page = (await own.get("/metrics")).text
                assert (await own.get("/health")).status_code == 200
                assert (await own.get("/metrics", headers={"host": "evil.example"})).json()["name"] == "BadHost"
                assert (await own.get("/api/games")).json()["name"] == "NoPage"
        for line in ("ulpia_tables 1.0", "ulpia_clients 1.0", 'ulpia_refusals_total{name="BadPosition"} 1.0'):
            assert line in page.splitlines()
        assert "# HELP ulpia_refusals_total" in page
        for name in ("answers", "requests", "rules", "commits", "scenes", "loads", "thinking", "thinking_wait"):
            assert f"# TYPE ulpia_{name}_seconds histogram" in page
        assert 'ulpia_answers_seconds_count{type="hello"} 1.0' in page
        assert 'ulpia_requests_seconds_count{status="2xx"} 1.0' in page
        assert f'ulpia_build{{python="{platform.python_version()}",version="{__version__}"}} 1.0' in page
        assert "process_cpu_seconds_total" in page
        assert (await server.http.get("/health")).json() == {"health": "fine"}
        assert (await server.http.get("/ready")).json() == {"is_ready": True, "preparing": {}}

    served(tmp_path, test)


def test_all_refusals_of_the_server_are_errors_that_speak() -> None:
    assert issubclass(NoPage, UlpiaError)
