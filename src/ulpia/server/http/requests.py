"""What request handlers share: the context, language and owner of a request, its body, and JSON responses."""

import asyncio
from typing import TypeVar

from msgspec import Struct
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from ulpia.core.errors import UlpiaError
from ulpia.core.i18n import LANGUAGES
from ulpia.server import tokens
from ulpia.server.context import AppContext, preferred_language
from ulpia.server.decoding import check_owner, decode_body
from ulpia.server.errors import ServerError, TooLong, TooSlow, UnknownToken, refusal
from ulpia.server.protocol import encode
from ulpia.server.storage.store import Head

Body = TypeVar("Body", bound=Struct)
COMPRESSED = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)]
"""For routes whose answers hold no secrets."""


class JsonResponse(Response):
    """A struct, a dataclass or plain values as JSON."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """Encode the content."""
        return encode(content)


def context_of(request: HTTPConnection) -> AppContext:
    """Return the context of the server."""
    context: AppContext = request.app.state.context
    return context


def language_of(request: HTTPConnection) -> str:
    """Return the language that the request asks for, else the browser's."""
    given = request.query_params.get("language", "")
    return given if given in LANGUAGES else preferred_language(request.headers.get("accept-language", ""))


def address_of(request: HTTPConnection) -> str:
    """Return the address of the client, as a trusted proxy named it."""
    return request.client.host if request.client else ""


def refuse(request: HTTPConnection, context: AppContext, error: UlpiaError) -> Response:
    """Return the response that refuses a request by name."""
    context.metrics.count_refusal(error.name)
    status = error.status if isinstance(error, ServerError) else 400
    headers = {"connection": "close"} if isinstance(error, TooSlow) else None
    return JsonResponse(refusal(error, language_of(request)), status_code=status, headers=headers)


def wants_page(request: HTTPConnection) -> bool:
    """Whether a person opened the address in a browser. Programs, and the parts of a page, ask for other types."""
    is_page = not request.url.path.startswith(("/api/", "/assets/"))
    return is_page and "text/html" in request.headers.get("accept", "")


async def owner_of(request: Request) -> str | None:
    """Return the owner token of a request; refuse a browser that was signed out."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    owner, context = check_owner(token.strip()), context_of(request)
    await context.threads.run(lambda: context.store.devices.check(tokens.digest(owner)))
    return owner


async def key_of(request: Request) -> str:
    """Return the digest of the owner token of a request; refuse a request without one."""
    owner = await owner_of(request)
    if owner is None:
        raise UnknownToken()
    return tokens.digest(owner)


async def is_creator(request: Request, head: Head) -> bool:
    """Whether the person who opened a table asks, in any browser of theirs."""
    owner, devices = await owner_of(request), context_of(request).store.devices
    key = None if owner is None else tokens.digest(owner)
    return await context_of(request).threads.run(lambda: devices.is_same_person(key, head.owner))


async def body_of(request: Request, kind: type[Body]) -> Body:
    """Decode the body of a request. Do not read more of it than is allowed."""
    limits, body = context_of(request).limits, b""
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for part in request.stream():
                body += part
                if len(body) > limits.body_bytes:
                    raise TooLong(most=limits.body_bytes)
    except (TimeoutError, ClientDisconnect):
        raise TooSlow() from None
    return decode_body(body, kind, limits.body_bytes)
