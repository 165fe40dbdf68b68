"""Where the districts of a game lie on the page, and which of them a panel on a phone shows."""

from typing import Any

from msgspec.structs import asdict

from ulpia import render
from ulpia.render.layout import Box as LayoutBox
from ulpia.render.layout import Grid as LayoutGrid
from ulpia.render.layout import Layout
from ulpia.server.protocol import BoardLayout, Box, Boxes, Grid, Panel


def board_layout(game: str, viewer: int | None, seats: int, language: str) -> BoardLayout:
    """Return the layout of a table as a seat (or a spectator) sees it, and the panels."""
    pictures = render.pictures_of(game)
    usual, wide = pictures.layout(seats, False), pictures.layout(seats, True)
    titles = pictures.texts.table(language).get("panels", {}) if pictures.texts else {}
    return BoardLayout(
        **asdict(_boxes(usual.seated(viewer, seats))),
        wide=_boxes(wide.seated(viewer, seats)),
        upright=None if pictures.upright is None else Grid(**_grid(pictures.upright(seats))),
        panels=[
            Panel(name=name, title=titles.get(name, name), sign=sign, districts=list(districts), beside=list(beside))
            for name, (sign, districts, beside) in pictures.panels(seats).items()
        ],
        hues={source: hue for source, (hue, _) in usual.sources.items()},
        signs={source: sign for source, (_, sign) in usual.sources.items()},
    )


def _boxes(layout: Layout) -> Boxes:
    return Boxes(**_grid(layout), scores=_box(layout.scores), log=_box(layout.log))


def _grid(grid: Layout | LayoutGrid) -> dict[str, Any]:
    return {
        "slabs": [_box(box) for box in grid.slabs],
        "prompt": _box(grid.prompt),
        "places": {name: _box(box) for name, box in grid.places.items()},
    }


def _box(box: LayoutBox) -> Box:
    return box.x, box.y, box.w, box.h
