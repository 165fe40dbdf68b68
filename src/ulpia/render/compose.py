"""The whole table as one picture: slabs, districts in their places, prompt, points and what happened."""

from collections.abc import Mapping, Sequence
from typing import Any

from ulpia.render import frame as panels
from ulpia.render.export import portable
from ulpia.render.layout import (
    HEIGHT,
    WIDTH,
    Box,
    Layout,
)
from ulpia.render.svg import (
    NAMESPACE,
    el,
    n,
    rect,
)
from ulpia.render.words import Speech


def placed(drawing: str, box: Box) -> str:
    """A district in its place: scaled to fit, in the middle."""
    where = f'<svg x="{n(box.x)}" y="{n(box.y)}" width="{n(box.w)}" height="{n(box.h)}" overflow="visible" '
    return drawing.replace("<svg ", where, 1).replace(f' xmlns="{NAMESPACE}"', "", 1)


def whole(
    view: Mapping[str, Any],
    districts: Mapping[str, str],
    layout: Layout,
    crumb: str,
    speech: Speech,
    theme: str,
    log: Sequence[str],
) -> str:
    """The picture of a table, alone in the world."""
    layout = layout.seated(view["viewer"], view["seats"])
    players = (box for name, box in layout.places.items() if name.startswith("player-"))
    defs: dict[str, str] = {}

    def alone(markup: str) -> str:
        picture, needed = portable(markup, view["game"], theme)
        defs.update(needed)
        return picture

    below = [
        rect(0, 0, WIDTH, HEIGHT, fill="var(--page)"),
        panels.top(speech, crumb),
        *map(panels.slab, (*layout.slabs, *players)),
        panels.prompt(view, layout.prompt, speech),
        panels.scores(view, layout.scores, speech, layout.sources),
        panels.log(log, layout.log, speech),
    ]
    picture = alone("".join(below))
    picture += "".join(placed(alone(districts[name]), box) for name, box in layout.places.items() if name in districts)
    return el(
        "svg",
        el("defs", "".join(defs[ident] for ident in sorted(defs))) + picture,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        xmlns=NAMESPACE,
        role="img",
        aria_label=speech.game.texts.find(speech.language, "title"),
    )
