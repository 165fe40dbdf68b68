"""Where the districts of a game lie on the page, and which of them a panel on a phone shows."""

from msgspec.structs import asdict

from ulpia.core.i18n import Texts
from ulpia.render import drawing
from ulpia.render.layout import Box as LayoutBox
from ulpia.render.layout import Layout
from ulpia.render.words import GAMES
from ulpia.server.protocol import BoardLayout, Box, Boxes, Panel

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
"""The symbol and the districts of each panel on a small screen. Rivals, points and log are in one further panel."""


def board_layout(game: str, viewer: int | None, seats: int, language: str) -> BoardLayout:
    """Return the layout of a table as a seat (or a spectator) sees it, and the panels."""
    layout = drawing(game).layout
    usual = layout(seats)
    titles = Texts(GAMES / game / "pictures" / "text").table(language).get("panels", {})
    return BoardLayout(
        **asdict(_boxes(usual.seated(viewer, seats))),
        wide=_boxes(layout(seats, True).seated(viewer, seats)),
        panels=[
            Panel(name=name, title=titles.get(name, name), sign=sign, districts=names)
            for name, (sign, *names) in PANELS[game].items()
        ],
        hues={source: hue for source, (hue, _) in usual.sources.items()},
        signs={source: sign for source, (_, sign) in usual.sources.items()},
    )


def _boxes(layout: Layout) -> Boxes:
    return Boxes(
        slabs=[_box(box) for box in layout.slabs],
        prompt=_box(layout.prompt),
        scores=_box(layout.scores),
        log=_box(layout.log),
        places={name: _box(box) for name, box in layout.places.items()},
    )


def _box(box: LayoutBox) -> Box:
    return box.x, box.y, box.w, box.h
