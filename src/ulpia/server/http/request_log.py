"""Middleware that gives every request an id, measures how long its answer takes, and logs it at level debug."""

import logging
import re
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ulpia.server.logs import request_id, table_id
from ulpia.server.metrics import Metrics

log = logging.getLogger("ulpia.server.access")
ID_BYTES = 6
TABLE_PATH = re.compile(r"(?:/api/tables|/table)/([A-Za-z0-9_-]{1,24})(?:/|$)")


class RequestLog:
    """Logs and measures requests. The id is ours: one that a client sends could forge the log."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name, begun, status = secrets.token_hex(ID_BYTES), time.perf_counter(), 0
        request_id.set(name)
        if found := TABLE_PATH.match(scope["path"]):
            table_id.set(found[1])

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", name.encode())]}
            await send(message)

        try:
            await self.app(scope, receive, send_with_id if scope["type"] == "http" else send)
        finally:
            seconds = time.perf_counter() - begun
            if scope["type"] == "http":
                self.metrics.observe_request(status, seconds)
            method = scope.get("method", "WEBSOCKET")
            log.debug("%s %s %s %.1f ms", method, scope["path"], status or "-", 1000 * seconds)
