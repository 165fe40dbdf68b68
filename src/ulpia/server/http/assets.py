"""Files for browsers: the pages and modules of the web folder, and generated styles and symbols.

All of them are compressed, have an ETag and are validated by every request (304 if nothing changed).
"""

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from ulpia import render
from ulpia.registry import game_names
from ulpia.server.http.requests import COMPRESSED

MEDIA_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""All kinds of files that are sent."""
START_PAGE = "start"
VALIDATED = {"cache-control": "no-cache"}


class WebFiles(StaticFiles):
    """The files of the web folder: nothing hidden, nothing outside, no other kinds of files."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file by its path."""
        parts = Path(path).parts
        if Path(path).suffix not in MEDIA_TYPES or any(part.startswith(".") for part in parts):
            return "", None
        return super().lookup_path(path)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Name the media type, and let browsers validate the file by every request."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(VALIDATED)
        if "content-type" in response.headers:
            response.headers["content-type"] = f"{MEDIA_TYPES[Path(full_path).suffix]}; charset=utf-8"
        return response


class Generated(NamedTuple):
    """A file that is generated once."""

    content: bytes
    media_type: str
    etag: str


@cache
def generate(path: str) -> Generated:
    """Generate what the pictures need, by its path."""
    if path == "pictures.css":
        return _generated("\n".join(render.style(game) for game in game_names()), ".css")
    if path == "symbols.svg":
        return _generated(render.sheet(), ".svg")
    return _generated(render.emblem(path.removeprefix("emblem-").removesuffix(".svg")), ".svg")


def _generated(text: str, suffix: str) -> Generated:
    content = text.encode()
    return Generated(content, MEDIA_TYPES[suffix], f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def missing_page(folder: Path) -> Response:
    """Return the page for an address at which there is nothing."""
    return HTMLResponse((folder / "missing.html").read_text(encoding="utf-8"), status_code=404)


def asset_routes(folder: Path) -> list[Route]:
    """Return the routes of all files."""
    files = WebFiles(directory=folder)

    async def page(request: Request) -> Response:
        """Return the start page for /, and for /table/x table.html, whatever x is."""
        return await files.get_response(f"{request.path_params.get('page', START_PAGE)}.html", request.scope)

    async def lesson_page(request: Request) -> Response:
        """Return the page of a table, at which lessons are played too."""
        return await files.get_response("table.html", request.scope)

    async def asset(request: Request) -> Response:
        """Return a file of the web folder."""
        return await files.get_response(request.path_params["path"], request.scope)

    async def generated(request: Request) -> Response:
        """Return a generated file."""
        found = generate(request.url.path.removeprefix("/assets/"))
        response = Response(found.content, headers={**VALIDATED, "etag": found.etag}, media_type=found.media_type)
        if files.is_not_modified(response.headers, Headers(scope=request.scope)):
            return NotModifiedResponse(response.headers)
        return response

    names = ("pictures.css", "symbols.svg", *(f"emblem-{game}.svg" for game in game_names()))
    return [
        Route("/", page, middleware=COMPRESSED),
        *(Route(f"/assets/{name}", generated, middleware=COMPRESSED) for name in names),
        Route("/assets/{path:path}", asset, middleware=COMPRESSED),
        Route("/learn/{game}", lesson_page, middleware=COMPRESSED),
        Route("/{page}", page, middleware=COMPRESSED),
        Route("/{page}/{which}", page, middleware=COMPRESSED),
    ]
