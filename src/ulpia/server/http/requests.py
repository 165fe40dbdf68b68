"""What request handlers share: the context, language and owner of a request, its body, and JSON responses."""

from typing import TypeVar

from msgspec import Struct
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from ulpia.core.i18n import LANGUAGES
from ulpia.server.context import AppContext, preferred_language
from ulpia.server.decoding import check_owner, decode_body
from ulpia.server.errors import TooLong
from ulpia.server.protocol import encode

Body = TypeVar("Body", bound=Struct)
COMPRESSED = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)]
"""For routes whose answers hold no secrets."""


class JsonResponse(Response):
    """A struct, a dataclass or plain values as JSON."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """Encode the content."""
        return encode(content)


def context_of(request: Request) -> AppContext:
    """Return the context of the server."""
    context: AppContext = request.app.state.context
    return context


def language_of(request: Request) -> str:
    """Return the language that the request asks for, else the browser's."""
    given = request.query_params.get("language", "")
    return given if given in LANGUAGES else preferred_language(request.headers.get("accept-language", ""))


def owner_of(request: Request) -> str | None:
    """Return the owner token of a request."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return check_owner(token.strip()) if scheme.lower() == "bearer" else None


async def body_of(request: Request, kind: type[Body]) -> Body:
    """Decode the body of a request. Do not read more of it than is allowed."""
    max_bytes, body = context_of(request).limits.body_bytes, b""
    async for part in request.stream():
        body += part
        if len(body) > max_bytes:
            raise TooLong(most=max_bytes)
    return decode_body(body, kind, max_bytes)
