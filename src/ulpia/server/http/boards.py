"""Where things lie on the page: the layout of a game's picture as the browser gets it, and its panels on a phone."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ulpia.core.i18n import LANGUAGES, Texts
from ulpia.registry import find_game
from ulpia.render import drawing
from ulpia.render.layout import Box, Layout
from ulpia.render.words import GAMES

PANELS = {
    "trajan": {
        "circle": ("any-action", "circle", "hand"),
        "map": ("military", "provinces", "senate"),
        "city": ("forum", "forum", "construction"),
        "port": ("seaport", "seaport", "stacks", "display"),
        "mine": ("figure", "mat", "time"),
    },
    "forum_trajanum": {
        "town": ("house", "colonia", "hand", "resources"),
        "people": ("patrician", "citizens"),
        "rome": ("eagle", "streets", "mosaic", "singles", "doubles"),
        "tracks": ("upgrade", "tracks", "prestige"),
        "ship": ("envoy", "ship", "beside"),
    },
}
"""On a small screen: the sign of each panel, and what stands there. Rivals, points and log are in the last one."""


def tell_board(game: str, viewer: int | None, seats: int, language: str = LANGUAGES[0]) -> dict[str, Any]:
    """Boxes of a table of 1280 x 800, and of one of 1422 x 800; districts by name, and panels."""
    layout = drawing(game).layout
    flat = layout(seats)
    titles = Texts(GAMES / game / "pictures" / "text").table(language).get("panels", {})
    return {
        **_boxes(flat.seated(viewer, seats)),
        "wide": _boxes(layout(seats, True).seated(viewer, seats)),
        "panels": [
            {"name": name, "title": titles.get(name, name), "sign": sign, "districts": names}
            for name, (sign, *names) in PANELS[game].items()
        ],
        "hues": {source: hue for source, (hue, _) in flat.sources.items()},
        "signs": {source: sign for source, (_, sign) in flat.sources.items()},
    }


def _boxes(layout: Layout) -> dict[str, Any]:
    """Where everything lies on one table."""
    return {
        "slabs": [_tell(box) for box in layout.slabs],
        "prompt": _tell(layout.prompt),
        "scores": _tell(layout.scores),
        "log": _tell(layout.log),
        "places": {name: _tell(box) for name, box in layout.places.items()},
    }


def _tell(box: Box) -> list[float]:
    return [box.x, box.y, box.w, box.h]


async def board(request: Request) -> Response:
    """The layout of a game for a seat (or a spectator) at a table of so many."""
    game = find_game(request.path_params["game"])
    seats = min(max(int(request.path_params["seats"]), min(game.seat_counts)), max(game.seat_counts))
    asked, given = request.query_params.get("seat", ""), request.query_params.get("language", "")
    viewer = int(asked) % seats if asked.isdecimal() and len(asked) < 3 else None
    language = given if given in LANGUAGES else LANGUAGES[0]
    return JSONResponse(tell_board(game.name, viewer, seats, language))
