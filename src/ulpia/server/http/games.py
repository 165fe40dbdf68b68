"""Games over HTTP: the list of games, and for each its rules, help and board layout; the texts of the pages."""

import tomllib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia import rulebook
from ulpia.core.i18n import LANGUAGES
from ulpia.registry import find_game
from ulpia.server.errors import NoPage
from ulpia.server.http.requests import COMPRESSED, JsonResponse, context_of, language_of
from ulpia.server.presentation.board_layout import board_layout
from ulpia.server.presentation.lobby import list_games
from ulpia.server.session.lessons import list_lessons


async def games(request: Request) -> Response:
    """List the games."""
    return JsonResponse(list_games(language_of(request)))


async def rules(request: Request) -> Response:
    """Return the rule book of a game."""
    return JsonResponse(rulebook.book(request.path_params["game"], request.path_params["language"]))


async def help_texts(request: Request) -> Response:
    """Return the help of a game by key, as `data-help` in a picture names it."""
    return JsonResponse(rulebook.help_for(request.path_params["game"], request.path_params["language"]))


async def layout(request: Request) -> Response:
    """Return the board layout of a game for a number of seats, as a seat or a spectator sees it."""
    game = find_game(request.path_params["game"])
    seats = min(max(int(request.path_params["seats"]), min(game.seat_counts)), max(game.seat_counts))
    viewer = request.query_params.get("seat", "")
    seat = int(viewer) % seats if viewer.isdecimal() and len(viewer) < 3 else None
    return JsonResponse(board_layout(game.name, seat, seats, language_of(request)))


async def lessons(request: Request) -> Response:
    """List the lessons of a game."""
    return JsonResponse(list_lessons(find_game(request.path_params["game"]).name, language_of(request)))


async def page_texts(request: Request) -> Response:
    """Return the texts of the pages in a language."""
    language = request.path_params["language"]
    path = context_of(request).web_folder / "text" / f"{language}.toml"
    if language not in LANGUAGES or not path.is_file():
        raise NoPage()
    return JsonResponse(tomllib.loads(path.read_text(encoding="utf-8")))


ROUTES = [
    Route("/api/games", games, middleware=COMPRESSED),
    Route("/api/rules/{game}/{language}", rules, middleware=COMPRESSED),
    Route("/api/help/{game}/{language}", help_texts, middleware=COMPRESSED),
    Route("/api/layout/{game}/{seats:int}", layout, middleware=COMPRESSED),
    Route("/api/lessons/{game}", lessons, middleware=COMPRESSED),
    Route("/api/words/{language}", page_texts, middleware=COMPRESSED),
]
