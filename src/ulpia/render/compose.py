"""Compose all districts into one self-contained SVG document: slabs, districts, prompt, points and log."""

from collections.abc import Mapping, Sequence

from ulpia.core.view import View
from ulpia.render import frame
from ulpia.render.export import exporter
from ulpia.render.layout import HEIGHT, WIDTH, Box, Layout
from ulpia.render.svg import NAMESPACE, el, rect
from ulpia.render.tree import Attributes, Element
from ulpia.render.words import Speech


def placed(district: Element, box: Box) -> Element:
    """Put a district into its place: scaled to fit, in the middle."""
    where: Attributes = {"x": box.x, "y": box.y, "width": box.w, "height": box.h, "overflow": "visible"}
    kept = {name: value for name, value in district.attributes.items() if name != "xmlns"}
    return Element("svg", where | kept, district.children)


def compose(
    view: View,
    districts: Mapping[str, Element],
    layout: Layout,
    crumb: str,
    speech: Speech,
    theme: str,
    log: Sequence[str],
) -> Element:
    """Compose all districts into one self-contained SVG document."""
    layout = layout.seated(view.viewer, view.seats)
    players = (box for name, box in layout.places.items() if name.startswith("player-"))
    parts = [
        rect(0, 0, WIDTH, HEIGHT, fill="var(--page)"),
        frame.top(speech, crumb),
        *map(frame.slab, (*layout.slabs, *players)),
        frame.prompt(view, layout.prompt, speech),
        frame.scores(view, layout.scores, speech, layout.sources),
        frame.log(log, layout.log, speech),
        *(placed(districts[name], box) for name, box in layout.places.items() if name in districts),
    ]
    export = exporter(view.game, theme)
    drawn = [export.portable(part) for part in parts]
    needed = sorted({name for _, names in drawn for name in names})
    return el(
        "svg",
        el("defs", *(export.definitions[ident] for ident in needed)),
        *(picture for picture, _ in drawn),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        xmlns=NAMESPACE,
        role="img",
        aria_label=speech.game.texts.find(speech.language, "title"),
    )
