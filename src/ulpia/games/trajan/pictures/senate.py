"""The senate, 350 x 132: steps worth points and votes; bonus tiles wait at the top."""

from functools import lru_cache

from ulpia.games.trajan.pictures.bonus import two_sided_bonus, worth
from ulpia.games.trajan.pictures.scene import Scene, hyphened
from ulpia.render.pieces import (
    disc,
    empty,
    heading,
    piece,
    seat_mark,
)
from ulpia.render.svg import Element, district, group, joined, n, opt, path, rect, text, use

STEP, BASE = 29.0, 132


def senate(scene: Scene) -> Element:
    """Draw steps, discs, votes, bonus tiles."""
    here = scene.view.senate
    body = [heading(0, 12, "senate", scene.noun("trays", "senate"), "var(--senate)")]
    for i, (value, votes) in enumerate(zip(here.points, here.votes)):
        label = scene.say("senate_step", points=value, votes=votes) if value else scene.say("start")
        body.append(step(i, value, votes, label))
    discs = []
    for i in range(len(here.points)):
        standing = [seat for seat in here.discs if scene.players[seat].senate == i]
        apart = 9 if len(standing) < 3 else 6.5
        x, y = (STEP + 1) * i + STEP / 2, top_of(i) - 7
        stack = [piece(f"disc-{seat}", disc(x, y - apart * j, seat), seat) for j, seat in enumerate(standing)]
        discs.append(group(*stack, id=f"discs-{i}"))
    body.append(group(*discs, id="senate-discs", data_help="senate-disc"))
    body.append(group(count(scene), id="senate-votes", data_help="votes"))
    values = scene.view.printed.bonus_values
    for i, tile in enumerate(here.bonus_tiles):
        x = 250 + 51.0 * i
        if tile is None:
            place = empty(x + 23, 97, 46, 62, dashed=True)
            said = scene.say("no_bonus")
            body.append(group(place, aria_label=said, id=f"bonus-{i}", data_help="bonus-tile"))
            continue
        yellow, grey = values[tile]
        named = scene.noun("bonus_tiles", tile)
        label = scene.say("bonus_tile", name=named, yellow=worth(yellow), grey=worth(grey))
        halo = rect(x - 1.5, 64.5, 49, 65, 7)
        ranks = text(x + 11.5, 60, scene.say("first"), 10, 600, "var(--ink-2)")
        ranks += text(x + 34.5, 60, scene.say("second"), 10, 600, "var(--ink-2)")
        drawn = piece(f"bonus-{hyphened(tile)}", two_sided_bonus(x, 66, tile, yellow, grey))
        body.append(opt(f"bonus-{i}", ranks, drawn, halo=halo, label=label, data_help="bonus-tile"))
    return district("senate", 350, 132, *body, label=scene.noun("trays", "senate"))


def top_of(number: int) -> float:
    """Return the height of a step."""
    return BASE - 22 - 9.6 * number


@lru_cache(64)
def step(number: int, value: int, votes: int, label: str) -> Element:
    """Draw one step; wide enough for a thumb while it is lit."""
    x, y = (STEP + 1) * number, top_of(number)
    edge = f"a3 3 0 0 1 3-3H{n(x + STEP - 3)}a3 3 0 0 1 3 3V"
    face = path(
        f"M{n(x)} {BASE}V{n(y + 3)}{edge}{BASE}Z", fill="var(--tray-2)", stroke="var(--line-2)", class_="ground"
    )
    tread = path(f"M{n(x)} {n(y + 5)}V{n(y + 3)}{edge}{n(y + 5)}Z", fill="var(--senate)", fill_opacity=0.75)
    if not value:
        number_ = use("home", x + STEP / 2, BASE - 9, 11, "var(--ink-3)")
    else:
        shown = str(value) if value == votes else f"{value}/{votes}"
        number_ = text(x + STEP / 2, BASE - 5, shown, 13, 700, "var(--senate)", fit=STEP - 4)
    return opt(
        f"senate-{number}",
        rect(x - 8, 20, STEP + 16, BASE - 20, class_="hit"),
        face,
        tread,
        number_,
        halo=path(f"M{n(x)} {BASE}V{n(y)}h{n(STEP)}V{BASE}Z"),
        label=label,
        data_help="senate-step",
    )


def count(scene: Scene) -> Element:
    """Draw the votes of all seats, by their places in the senate."""
    order = scene.view.senate.ranking
    left = 350 - 36 * len(order)
    body = [text(left - 4, 12, scene.say("votes"), 11, 600, "var(--ink-2)", "end")]
    for i, seat in enumerate(order):
        body.append(seat_mark(left + 10 + 36 * i, 8, 12, seat))
        body.append(text(left + 20 + 36 * i, 12.3, scene.players[seat].votes, 12, 700, "var(--ink)", "start"))
    return joined(body)
