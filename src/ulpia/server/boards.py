"""Where things lie on the page: the layout of a game's picture as the browser gets it, and its panels on a phone."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ulpia.catalogue import find_game
from ulpia.render import drawing
from ulpia.render.layout import GAP, MOST_RIVALS, Box, down, rivals_of

PANELS = {
    "trajan": {
        "circle": ("circle", "hand"),
        "map": ("provinces", "time"),
        "city": ("forum", "senate", "construction"),
        "port": ("seaport", "stacks"),
        "mine": ("mat", "display"),
    },
    "forum_trajanum": {
        "town": ("colonia", "hand", "resources"),
        "people": ("citizens", "prestige"),
        "rome": ("streets", "mosaic", "singles", "doubles"),
        "tracks": ("clock", "cards", "tracks"),
        "ship": ("ship", "beside"),
    },
}
"""What stands together on a small screen; rivals, points and log are in the last panel."""


def tell_board(game: str, viewer: int | None, seats: int) -> dict[str, Any]:
    """Boxes of 1280 x 800, districts by name, and panels. Fewer rivals leave more room for what happened."""
    layout = drawing(game).LAYOUT
    rivals = rivals_of(viewer, seats)
    step = layout.rivals.h + GAP
    spare = (MOST_RIVALS - len(rivals)) * step
    log = Box(layout.log.x, layout.log.y - spare, layout.log.w, layout.log.h + spare)
    places = {name: _tell(box) for name, box in layout.places.items()}
    places |= {f"player-{seat}": _tell(down(layout.rivals, step * at)) for at, seat in enumerate(rivals)}
    return {
        "slabs": [_tell(box) for box in layout.slabs],
        "prompt": _tell(layout.prompt),
        "scores": _tell(down(layout.scores, -spare)),
        "log": _tell(log),
        "places": places,
        "panels": [{"name": name, "districts": names} for name, names in PANELS[game].items()],
        "hues": {source: hue for source, (hue, _) in layout.sources.items()},
        "signs": {source: sign for source, (_, sign) in layout.sources.items()},
    }


def _tell(box: Box) -> list[float]:
    return [box.x, box.y, box.w, box.h]


async def board(request: Request) -> Response:
    """The layout of a game for a seat (or a spectator) at a table of so many."""
    game = find_game(request.path_params["game"])
    seats = min(max(int(request.path_params["seats"]), min(game.seat_counts)), max(game.seat_counts))
    viewer = request.query_params.get("seat", "")
    return JSONResponse(
        tell_board(game.name, int(viewer) % seats if viewer.isdecimal() and len(viewer) < 3 else None, seats)
    )
