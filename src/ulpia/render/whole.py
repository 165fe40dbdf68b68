"""The whole table as one picture: slabs, districts in their places, prompt, points and what happened."""

from collections.abc import Mapping, Sequence
from typing import Any

from ulpia.render import panels
from ulpia.render.drawing import NAMESPACE, el, n, rect
from ulpia.render.layout import GAP, HEIGHT, MOST_RIVALS, WIDTH, Box, Layout, down, rivals_of
from ulpia.render.portable import portable
from ulpia.render.words import Speech


def placed(drawing: str, box: Box) -> str:
    """A district in its place: scaled to fit, in the middle."""
    where = f'<svg x="{n(box.x)}" y="{n(box.y)}" width="{n(box.w)}" height="{n(box.h)}" overflow="visible" '
    return drawing.replace("<svg ", where, 1).replace(f' xmlns="{NAMESPACE}"', "", 1)


def whole(
    view: Mapping[str, Any],
    districts: Mapping[str, str],
    layout: Layout,
    speech: Speech,
    theme: str,
    log: Sequence[str],
) -> str:
    """The picture of a table, alone in the world."""
    rivals = rivals_of(view["viewer"], view["seats"])
    pitch = layout.rivals.h + GAP
    seated = {f"player-{seat}": down(layout.rivals, pitch * i) for i, seat in enumerate(rivals)}
    rise = pitch * (MOST_RIVALS - len(rivals))
    story = Box(layout.log.x, layout.log.y - rise, layout.log.w, layout.log.h + rise)
    defs: dict[str, str] = {}

    def alone(markup: str) -> str:
        picture, needed = portable(markup, view["game"], theme)
        defs.update(needed)
        return picture

    places = (layout.places | seated).items()
    below = [
        rect(0, 0, WIDTH, HEIGHT, fill="var(--page)"),
        panels.top(speech, speech.say("crumb", **_moment(view))),
        *map(panels.slab, (*layout.slabs, *seated.values())),
        panels.prompt(view, layout.prompt, speech),
        panels.scores(view, down(layout.scores, -rise), speech, layout.sources),
        panels.log(log, story, speech),
    ]
    picture = alone("".join(below))
    picture += "".join(placed(alone(districts[name]), box) for name, box in places if name in districts)
    return el(
        "svg",
        el("defs", "".join(defs[ident] for ident in sorted(defs))) + picture,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        xmlns=NAMESPACE,
        role="img",
        aria_label=speech.game.words.find(speech.language, "title"),
    )


def _moment(view: Mapping[str, Any]) -> dict[str, object]:
    """Numbers of the moment, for the line above the table."""
    return {key: view[key] for key in ("quarter", "cycle", "round") if key in view}
