"""`build_app`: the server as one ASGI application with its routes, refusals and security headers."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ulpia.core.errors import UlpiaError
from ulpia.server.context import AppContext
from ulpia.server.errors import NoPage, OurMistake
from ulpia.server.http import games, network, operations, tables
from ulpia.server.http.admission import Admission
from ulpia.server.http.assets import asset_routes, missing_page
from ulpia.server.http.request_log import RequestLog
from ulpia.server.http.requests import context_of, refuse, wants_page
from ulpia.server.websocket.connection import Connection

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
"""Only our own files may contain scripts. Pages may contain styles, because pictures do."""


class SecurityHeaders:
    """Middleware that adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and add the headers to its response."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *self.headers]}
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


async def _connect(socket: WebSocket) -> None:
    await Connection(socket, socket.app.state.context).serve()


def _refuse(request: Request, error: UlpiaError) -> Response:
    return refuse(request, context_of(request), error)


async def _refuse_by_name(request: Request, error: Exception) -> Response:
    assert isinstance(error, UlpiaError)
    return _refuse(request, error)


async def _refuse_unknown_page(request: Request, error: Exception) -> Response:
    answer = _refuse(request, NoPage())
    answer.status_code = error.status_code if isinstance(error, HTTPException) else 404
    if answer.status_code == 404 and wants_page(request):
        return missing_page(context_of(request).web_folder)
    return answer


async def _refuse_after_failure(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _refuse(request, OurMistake())


class ByPort:
    """Middleware that answers requests to one port with another application."""

    def __init__(self, app: ASGIApp, port: int, app_there: ASGIApp) -> None:
        self.app, self.port, self.app_there = app, port, app_there

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request to the application of its port."""
        is_there = scope["type"] != "lifespan" and (scope.get("server") or ("", None))[1] == self.port
        await (self.app_there if is_there else self.app)(scope, receive, send)


HANDLERS: Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    UlpiaError: _refuse_by_name,
    HTTPException: _refuse_unknown_page,
    Exception: _refuse_after_failure,
}


def build_app(context: AppContext, metrics_port: int | None = None) -> ASGIApp:
    """Return the application. It sends metrics only to clients of `metrics_port`, and nothing else there."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await context.fleet.start(lambda: context.tables.loaded)
        tasks = [
            asyncio.create_task(context.tables.drop_idle()),
            asyncio.create_task(context.sockets.sweep_again_and_again()),
        ]
        log.info("the server is ready")
        yield
        for task in tasks:
            task.cancel()
        await context.close()
        log.info("the server has stopped; every game is stored")

    app = Starlette(
        routes=[
            *tables.ROUTES,
            *games.ROUTES,
            *network.ROUTES,
            *operations.ROUTES,
            WebSocketRoute("/ws", _connect),
            *asset_routes(context.web_folder),
        ],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.context = context
    served: ASGIApp = app
    if metrics_port is not None:
        metrics = Starlette(routes=operations.METRICS_ROUTES, exception_handlers=HANDLERS)
        metrics.state.context = context
        served = ByPort(app, metrics_port, metrics)
    return RequestLog(SecurityHeaders(Admission(served, context)), context.metrics)
