"""The server as one ASGI application: routes, refusals as answers, headers that keep pages safe."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ulpia.core.errors import UlpiaError
from ulpia.server.context import House
from ulpia.server.errors import NoPage, OurMistake, ServerError
from ulpia.server.http import api
from ulpia.server.http import assets as files
from ulpia.server.websocket.connection import Connection
from ulpia.server.websocket.messages import refused

log = logging.getLogger("ulpia.server")

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""No script but our own files; styles may stand in the page, because pictures carry some."""


class Guarded:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; answers get the headers."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *self.headers]}
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self.app(scope, receive, send_guarded if scope["type"] == "http" else send)


async def _connect(socket: WebSocket) -> None:
    await Connection(socket, socket.app.state.house).serve()


def _refuse(request: Request, error: UlpiaError) -> Response:
    house: House = request.app.state.house
    house.metrics.refusals[error.name] += 1
    status = error.status if isinstance(error, ServerError) else 400
    return JSONResponse(refused(error, api.language_of(request)), status_code=status)


async def _say_no(request: Request, error: Exception) -> Response:
    assert isinstance(error, UlpiaError)
    return _refuse(request, error)


async def _no_page(request: Request, error: Exception) -> Response:
    answer = _refuse(request, NoPage())
    answer.status_code = error.status_code if isinstance(error, HTTPException) else 404
    return answer


async def _our_mistake(request: Request, error: Exception) -> Response:
    log.error("%s %s could not be answered", request.method, request.url.path, exc_info=error)
    return _refuse(request, OurMistake())


def build_app(house: House) -> ASGIApp:
    """Everything a server needs, around one house."""

    @asynccontextmanager
    async def live(_app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(house.tables.sweep())
        log.info("the tables are open")
        yield
        sweeping.cancel()
        await house.close()
        log.info("the tables are closed; every game is stored")

    app = Starlette(
        routes=[*api.ROUTES, WebSocketRoute("/ws", _connect), *files.ROUTES],
        exception_handlers={
            UlpiaError: _say_no,
            HTTPException: _no_page,
            Exception: _our_mistake,
        },
        lifespan=live,
    )
    app.state.house = house
    return Guarded(app)
