"""Files for browsers: pages, styles, the client. Only what lies in the folder `pages` can be asked for."""

import tomllib
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from ulpia.core.i18n import LANGUAGES
from ulpia.registry import GAMES
from ulpia.render.emblems import emblem
from ulpia.server.errors import NoPage
from ulpia.server.http.boards import board
from ulpia.server.http.manual import explanations, rules
from ulpia.server.presentation.pictures import style_sheet, symbol_sheet

FOLDER = Path(__file__).parents[2] / "web"
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}
START = "start"


def find(path: str) -> Path:
    """A file of the folder by its path; nothing hidden, nothing outside, no kind we do not know."""
    found = (FOLDER / path).resolve()
    is_inside = found.is_relative_to(FOLDER.resolve()) and not any(part.startswith(".") for part in Path(path).parts)
    if not is_inside or found.suffix not in KINDS or not found.is_file():
        raise NoPage()
    return found


def _file(path: str) -> FileResponse:
    found = find(path)
    return FileResponse(found, media_type=KINDS[found.suffix], headers={"cache-control": "no-cache"})


async def page(request: Request) -> Response:
    """/ is the start page; /table/x is table.html, whatever x is."""
    name = request.path_params.get("page", START)
    return _file(f"{name}.html")


async def asset(request: Request) -> Response:
    """A file beside the pages, or what the pictures need."""
    path = request.path_params["path"]
    if path == "pictures.css":
        return Response(style_sheet(), media_type="text/css", headers={"cache-control": "no-cache"})
    if path == "symbols.svg":
        return Response(symbol_sheet(), media_type="image/svg+xml", headers={"cache-control": "no-cache"})
    if path.startswith("emblem-") and (game := path.removeprefix("emblem-").removesuffix(".svg")) in GAMES:
        return Response(emblem(game), media_type="image/svg+xml", headers={"cache-control": "no-cache"})
    return _file(path)


async def words(request: Request) -> Response:
    """What the pages say, in a language."""
    path = FOLDER / "text" / f"{request.path_params['language']}.toml"
    if request.path_params["language"] not in LANGUAGES or not path.is_file():
        raise NoPage()
    return JSONResponse(tomllib.loads(path.read_text(encoding="utf-8")), headers={"cache-control": "no-cache"})


ROUTES = [
    Route("/", page),
    Route("/api/words/{language}", words),
    Route("/api/layout/{game}/{seats:int}", board),
    Route("/api/rules/{game}/{language}", rules),
    Route("/api/help/{game}/{language}", explanations),
    Route("/assets/{path:path}", asset),
    Route("/{page}", page),
    Route("/{page}/{which}", page),
]
