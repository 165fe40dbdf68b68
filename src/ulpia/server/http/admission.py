"""`Admission`: what every request must meet before it is answered."""

import logging

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ulpia.server.context import AppContext
from ulpia.server.decoding import shorten
from ulpia.server.errors import BadHost, NoPage, ServerError, TooManyRequests
from ulpia.server.http.requests import address_of, refuse

log = logging.getLogger("ulpia.server")

FILE_COST, OTHER_COST = 1.0, 10.0
"""How much of the rate limit a request uses. Files need little time; the API, health and metrics need the database."""
OTHER_PATHS = ("/api/", "/health", "/ready", "/metrics")


class Admission:
    """Middleware that finds out whose request it is, and refuses foreign hosts, bad paths and too many requests."""

    def __init__(self, app: ASGIApp, context: AppContext) -> None:
        self.app, self.context = app, context
        self.has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        self._find_client(scope)
        request = HTTPConnection(scope)
        try:
            self._check(request)
        except ServerError as error:
            await refuse(request, self.context, error)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _find_client(self, scope: Scope) -> None:
        """Replace the address and the scheme by those that a trusted proxy names."""
        headers = Headers(scope=scope)
        peer = (scope.get("client") or ("",))[0]
        forwarded_for = ",".join(headers.getlist("x-forwarded-for"))
        if not forwarded_for:
            return
        proxies = self.context.proxies
        client = proxies.client_address(peer, forwarded_for)
        if client != peer:
            scope["client"] = (client, 0)
        elif not self.has_warned and not proxies.networks:
            self.has_warned = True
            log.warning("%s sends X-Forwarded-For, which is ignored. If it is your proxy, use --proxy %s", peer, peer)

    def _check(self, request: HTTPConnection) -> None:
        host = request.headers.get("host", "")
        if not self.context.hosts.allow(host):
            raise BadHost(host=shorten(host))
        path: str = request.scope["path"]
        if not path.isprintable():
            raise NoPage()
        cost = OTHER_COST if path.startswith(OTHER_PATHS) else FILE_COST
        if request.scope["type"] == "http" and not self.context.requests.take(address_of(request), cost):
            raise TooManyRequests()
