"""Opening a server to the local network: who may, what changes, and QR codes."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.harness import Running, served
from tests.server.test_invitations import bearer
from ulpia.server.hosts import Hosts
from ulpia.server.http.network import BORDER
from ulpia.server.network import LocalNetwork, is_at_this_machine, is_in_local_network, is_loopback
from ulpia.server.proxies import parse_network
from ulpia.server.serve import ServeOptions, addresses_in_network, bind, bind_in_network, listen_in_network
from ulpia.server.tokens import new_token

OTHER = "127.0.0.9"
"""Stands for an address in a network: a socket that listens at 127.0.0.1 does not hear it."""


@pytest.fixture
def one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ulpia.server.serve.local_addresses", lambda: [OTHER])


@pytest.mark.parametrize(
    ("address", "is_inside"),
    [
        *((address, True) for address in ("192.168.1.20", "10.0.0.5", "172.16.3.4")),
        *((address, False) for address in ("127.0.0.1", "169.254.3.3", "0.0.0.0", "8.8.8.8", "fd00::2")),
    ],
)
def test_private_addresses_are_those_of_a_local_network(address: str, is_inside: bool) -> None:
    assert is_in_local_network(address) == is_inside


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        *((host, True) for host in ("localhost:8000", "127.0.0.1", "[::1]:80")),
        *((host, False) for host in ("192.168.1.2", "evil.example", "localhost.evil.example", "", "127.0.0.1@evil")),
    ],
)
def test_loopback_hosts(host: str, expected: bool) -> None:
    assert is_loopback(host) == expected


@pytest.mark.parametrize(
    ("client", "host", "headers", "expected"),
    [
        ("127.0.0.1", "localhost:8000", ["accept"], True),
        ("::1", "[::1]:8000", [], True),
        ("192.168.1.7", "localhost:8000", [], False),
        ("127.0.0.1", "table.example", [], False),
        ("127.0.0.1", "127.0.0.1:8000", ["x-forwarded-for"], False),
        ("127.0.0.1", "127.0.0.1:8000", ["via"], False),
        ("", "127.0.0.1:8000", [], False),
    ],
)
def test_a_browser_on_this_machine_comes_over_loopback_and_no_proxy(
    client: str, host: str, headers: Sequence[str], expected: bool
) -> None:
    assert is_at_this_machine(client, host, headers) == expected


@pytest.mark.parametrize(
    ("options", "may_be_opened"),
    [
        ({}, True),
        ({"host": "localhost"}, True),
        ({"open_browser": False}, False),
        ({"host": "0.0.0.0"}, False),
        ({"host_names": ("table.example",)}, False),
        ({"origins": ("https://table.example",)}, False),
        ({"proxies": (parse_network("127.0.0.1"),)}, False),
    ],
)
def test_only_a_server_of_one_person_may_be_opened_later(options: dict[str, Any], may_be_opened: bool) -> None:
    assert ServeOptions(**{"host": "127.0.0.1", "port": 8000, **options}).may_be_opened == may_be_opened


@pytest.mark.usefixtures("one_address")
def test_the_option_lan_listens_in_the_network_too() -> None:
    assert bind_in_network(ServeOptions("127.0.0.1", 0), 0) == {}
    assert bind_in_network(ServeOptions("0.0.0.0", 0, lan=True), 0) == {}
    found = bind_in_network(ServeOptions("127.0.0.1", 0, lan=True), 0)
    with found[OTHER] as bound, bind("127.0.0.1", 0) as own:
        port, own_port = bound.getsockname()[1], own.getsockname()[1]
        assert addresses_in_network("127.0.0.1", own, found) == [f"http://{OTHER}:{port}"]
        assert addresses_in_network("127.0.0.1", own, {}) == []
        assert addresses_in_network("0.0.0.0", own, {}) == [f"http://{OTHER}:{own_port}"]


def make_openable(server: Running) -> None:
    listen = partial(listen_in_network, server.context, server.uvicorn, server.port)
    server.context.network = LocalNetwork(listen=listen)


@pytest.mark.usefixtures("one_address")
def test_the_creator_on_this_machine_lets_the_network_in(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", are_seated=False)
        mine, body = bearer(opened["owner"]), {"table": opened["table"]}
        other = f"http://{OTHER}:{server.port}"
        make_openable(server)
        assert (await server.http.get("/api/network")).json() == {"addresses": [], "may_be_opened": True}
        async with httpx.AsyncClient(trust_env=False) as outside:
            with pytest.raises(httpx.ConnectError):
                await outside.get(f"{other}/health")
            refused: list[tuple[str, dict[str, str]]] = [
                ("NotTheCreator", {}),
                ("NotTheCreator", bearer(new_token())),
                ("NotAtThisMachine", mine | {"x-forwarded-for": "127.0.0.1"}),
                ("NotAtThisMachine", mine | {"forwarded": "for=127.0.0.1"}),
                ("BadOrigin", mine | {"origin": "https://evil.example"}),
                ("BadHost", mine | {"host": "evil.example"}),
            ]
            for name, headers in refused:
                answer = await server.http.post("/api/network", json=body, headers=headers)
                assert answer.json()["name"] == name
            assert server.context.network.addresses == []
            for _ in range(2):
                answer = await server.http.post("/api/network", json=body, headers=mine)
                assert (answer.status_code, answer.json()) == (200, {"addresses": [other], "may_be_opened": False})
            summary = await outside.get(f"{other}/api/tables/{opened['table']}", headers={"origin": other})
            assert summary.status_code == 200
            assert (await outside.get(f"{other}/api/network")).status_code == 200

    served(tmp_path, test)


def test_a_server_that_must_not_be_opened_stays_closed(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc")
        body, mine = {"table": opened["table"]}, bearer(opened["owner"])
        assert (await server.http.get("/api/network")).json() == {"addresses": [], "may_be_opened": False}
        answer = await server.http.post("/api/network", json=body, headers=mine)
        assert (answer.status_code, answer.json()["name"]) == (403, "NotAtThisMachine")
        server.context.network = LocalNetwork(["http://192.168.1.20:8000"])
        asked_through_proxy = await server.http.get("/api/network", headers={"host": "table.example"})
        assert asked_through_proxy.json() == {"addresses": [], "may_be_opened": False}

    served(tmp_path, test, hosts=Hosts(["table.example"]))


def test_without_a_network_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ulpia.server.serve.local_addresses", list)

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc")
        make_openable(server)
        body, mine = {"table": opened["table"]}, bearer(opened["owner"])
        answer = await server.http.post("/api/network?language=de", json=body, headers=mine)
        assert (answer.status_code, answer.json()["name"]) == (409, "NotInANetwork")
        assert "lokalen Netz" in answer.json()["sentence"]

    served(tmp_path, test)


def test_a_qr_code_is_drawn_of_a_link_and_of_nothing_else(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        link = f"http://192.168.1.20:8000/table/WH62Zvbx7iIU#invitation={new_token()}"
        answer = await server.http.post("/api/qr", json={"text": link})
        root = ET.fromstring(answer.json()["picture"])
        assert root.tag.endswith("svg")
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        assert width == height > 21 + 2 * BORDER  # larger than the smallest code
        assert link not in answer.text
        for bad in ("", "x" * 301, "two words", "ä", 7, None):
            refused = await server.http.post("/api/qr", json={"text": bad})
            assert (refused.status_code, refused.json()["name"]) == (400, "BadField")

    served(tmp_path, test)
