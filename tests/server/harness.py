"""A server of one's own on 127.0.0.1, and clients that talk to it over real sockets."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support.picture_changes import apply_changes
from ulpia.core.actions import Action
from ulpia.core.view import View
from ulpia.render import Picture
from ulpia.server.context import AppContext
from ulpia.server.limits import Limits
from ulpia.server.presentation.scene import Audience, Districts, PictureCache, Renderer
from ulpia.server.serve import Server, bind, build_server
from ulpia.server.storage.store import Store

DEALT = {"settings": {"setup": "dealt"}}
FAST = Limits(
    messages_per_second=1e6,
    messages_at_once=1e6,
    address_messages_per_second=1e6,
    address_messages_at_once=1e6,
    chat_per_second=1e6,
    chat_at_once=1e6,
    tables_per_minute=1e6,
    tables_at_once=1e6,
    requests_per_second=1e6,
    requests_at_once=1e6,
    sockets_per_address=10_000,
)
PATIENCE = 30.0


class PlainRenderer(Renderer):
    """Most tests are not about pictures: a district is then the view itself, as text, and shows all a view holds."""

    def districts(self, view: View, audience: Audience, cache: PictureCache | None) -> Districts:
        players = {f"player-{player.seat}": plain_picture(audience.language, player) for player in view.players}
        table = msgspec.structs.replace(view, players=[])
        return {"table": plain_picture(audience.language, audience.seat_names, table), **players}

    def places(self, view: View, action: Action) -> tuple[str, ...]:
        return (f"place-{action}",)


def plain_picture(*values: object) -> Picture:
    """Values as a picture."""
    return Picture("", (msgspec.json.encode(values).decode(),))


PLAIN = PlainRenderer()


class Address:
    """A server on 127.0.0.1, by its port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE)

    async def open(
        self, game: str = "trajan", seats: str | list[dict[str, Any]] = "mfc", *, are_seated: bool = True, **more: Any
    ) -> dict[str, Any]:
        """Open a table: m is me, f a friend, c a computer. Friends redeem their invitations unless told otherwise."""
        kinds = {"m": {"kind": "me"}, "f": {"kind": "friend"}, "c": {"kind": "computer", "agent": "random"}}
        body = {
            "game": game,
            "seats": [kinds[seat] if isinstance(seat, str) else seat for seat in seats],
            "pace": 0,
            **more,
        }
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        for seat in opened["seats"]:
            if are_seated and seat["kind"] == "friend":
                redeemed = await self.redeem(opened["table"], seat["invitation"])
                seat |= {"token": redeemed["token"], "owner": redeemed["owner"]}
        return opened

    async def redeem(self, table: str, invitation: str, owner: str | None = None) -> dict[str, Any]:
        """Redeem an invitation in a browser with this owner token, or in a new one; return the answer."""
        headers = {} if owner is None else {"authorization": f"Bearer {owner}"}
        address = f"/api/tables/{table}/redeem"
        answer = await self.http.post(address, json={"invitation": invitation}, headers=headers)
        answered: dict[str, Any] = answer.json()
        return answered

    def connect(self) -> connect:
        """A connection to await, or to use in a block."""
        return connect(f"ws://127.0.0.1:{self.port}/ws", max_size=None, max_queue=None, close_timeout=2, proxy=None)

    @asynccontextmanager
    async def client(self, table: str = "", token: str | None = None, **hello: Any) -> AsyncIterator["Client"]:
        """A client; if a table is named it has said hello."""
        async with self.connect() as socket:
            client = Client(socket)
            if table:
                key = {} if token is None else {"token": token}
                await client.send({"type": "hello", "table": table, "language": "en", **key, **hello})
            yield client


class Running(Address):
    """A server that runs in this very event loop."""

    def __init__(self, context: AppContext, uvicorn: Server, port: int, metrics_port: int) -> None:
        super().__init__(port)
        self.context, self.uvicorn, self.metrics_port = context, uvicorn, metrics_port


@asynccontextmanager
async def serving(database: Path | str, limits: Limits = FAST, **how: Any) -> AsyncIterator[Running]:
    """Run a server until the block ends, without real pictures unless asked for; `how` goes to its context."""
    url = f"sqlite:///{database / 'games.sqlite'}" if isinstance(database, Path) else database
    context = AppContext(Store(url), limits, **{"renderer": PLAIN, **how})
    bound, metrics = bind("127.0.0.1", 0), bind("127.0.0.1", 0)
    server = build_server(context, metrics_port=metrics.getsockname()[1])
    server.capture_signals = _no_signals  # type: ignore[method-assign, assignment]
    task = asyncio.create_task(server.serve([bound, metrics]))
    while not server.started:
        await asyncio.sleep(0.005)
    running = Running(context, server, bound.getsockname()[1], metrics.getsockname()[1])
    try:
        yield running
    finally:
        await running.http.aclose()
        server.should_exit = True
        await task
        bound.close()
        metrics.close()


class _NoSignals:
    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


def _no_signals() -> _NoSignals:
    return _NoSignals()


class Client:
    """One connection: what it got is kept, byte for byte."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.got: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.state: dict[str, Any] | None = None
        self.log: list[dict[str, Any]] = []
        self.districts: dict[str, str] = {}
        self.numbers = 0

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        """The next message, as a client must understand it."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.got.append(message)
        if message["type"] == "log":
            assert message["from"] <= len(self.log)
            self.log = [*self.log[: message["from"]], *message["entries"]]
        if message["type"] == "state":
            self.state = message
            self.districts = apply_changes(self.districts, message["districts"] | dict.fromkeys(message["gone"], ""))
        return message

    async def closed(self) -> int | None:
        """Read what still comes; tell the code it was closed with."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed:
            return self.socket.close_code

    async def until(self, kind: str) -> dict[str, Any]:
        """Skip to the next message of a type."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for `done` or `refused` with its number."""
        self.numbers += 1
        await self.send({**message, "id": self.numbers})
        while True:
            answer = await self.receive()
            if answer.get("id") == self.numbers:
                return answer

    async def refusal(self, message: dict[str, Any]) -> str:
        """Send a message and tell the name of its refusal."""
        answer = await self.ask(message)
        assert answer["type"] == "refused", answer
        assert answer["sentence"]
        return str(answer["name"])

    async def now(self) -> dict[str, Any]:
        """The state, once there is one."""
        if self.state is None:
            await self.until("state")
        assert self.state is not None
        return self.state

    async def act(self, *numbers: int) -> dict[str, Any]:
        """Play some of the options; wait for what comes of it."""
        state = await self.now()
        answer = await self.ask({"type": "act", "revision": state["revision"], "actions": list(numbers)})
        if answer["type"] == "done":
            await self.moved(state)
        return answer

    async def moved(self, state: dict[str, Any]) -> dict[str, Any]:
        """The first state after another one."""
        while self.state is None or self.state["revision"] == state["revision"]:
            await self.until("state")
        return self.state


async def play_to_the_end(client: Client, dice: random.Random, most: int = 2000) -> None:
    """Play any option whenever asked, until the game is over."""
    state = await client.now()
    for _ in range(most):
        if state["is_over"]:
            return
        if state["options"]:
            answer = await client.act(dice.choice(state["options"])["number"])
            assert answer["type"] == "done", answer
            state = await client.now()
        else:
            state = await client.moved(state)
    raise AssertionError("this game does not end")


def served(folder: Path, test: Callable[[Running], Awaitable[None]], limits: Limits = FAST, **how: Any) -> None:
    async def run() -> None:
        async with serving(folder, limits, **how) as server:
            await test(server)

    asyncio.run(run())


def keys(opened: dict[str, Any]) -> list[str]:
    return [seat["token"] for seat in opened["seats"] if "token" in seat]


def two(server: Running, opened: dict[str, Any]) -> Any:
    """Clients at both seats of a table for two; the one that decides comes first."""

    class Both:
        async def __aenter__(self) -> tuple[Client, Client]:
            self.entered = [server.client(opened["table"], key) for key in keys(opened)]
            one, other = [await client.__aenter__() for client in self.entered]
            await other.now()
            return (one, other) if (await one.now())["options"] else (other, one)

        async def __aexit__(self, *_: object) -> None:
            for client in self.entered:
                await client.__aexit__(None, None, None)

    return Both()


def act(state: dict[str, Any], *numbers: int) -> dict[str, Any]:
    return {"type": "act", "revision": state["revision"], "actions": list(numbers)}
