"""Citizens: beside every row of the colonia two places, what an active citizen can do, and what the row scores now."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.colonia import CELL, MARGIN, SIZE
from ulpia.games.forum_trajanum.pictures.scene import ROW_NUMBER, Scene
from ulpia.games.forum_trajanum.pictures.tiles import BONUS_SIGNS, tile_of
from ulpia.games.forum_trajanum.pictures.wording import sentence
from ulpia.render.pieces import heading, points
from ulpia.render.svg import NOTHING, Element, circle, district, group, joined, opt, rect, text, title, use, wrapped
from ulpia.render.words import Wording

WIDTH = 156
SMALL_WIDTH, SMALL_MARGIN = 344, 22
"""On a small screen there is room for the abilities in words."""
INK, INSET = "var(--ink-2)", "var(--inset)"
Spaces = tuple[int | None, ...]


def _arrow(x: float, cy: float) -> Element:
    return use("arrow", x, cy, 13, "var(--ink-3)")


def ability(row: int, x: float, cy: float, seat: int) -> Element:
    """Draw what an active citizen of this row can do, in signs."""
    if row == 1:
        body = use("any-square", x + 8, cy - 9, 16) + use("check", x + 8, cy + 10, 13, "var(--laurel)")
        body += use("eagle", x + 38, cy + 3, 18, INK, INSET)
        corners = ((dx, dy) for dx in (-14, 14) for dy in (-13, 13))
        return body + joined(circle(x + 38 + dx, cy + 3 + dy, 2.2, fill=f"var(--seat-{seat})") for dx, dy in corners)
    if row == 2:
        return text(x + 6, cy + 5, "2", 14, 700, INK) + use("any-bonus", x + 26, cy, 24)
    if row == 3:
        cypress = use("cypress", x + 43, cy, 20, "var(--laurel)", INSET)
        return use("upgrade", x + 8, cy, 16, INK) + _arrow(x + 26, cy) + cypress
    if row == 4:
        body = use("money", x + 8, cy, 15, INK, INSET) + use("swap", x + 24, cy, 13, "var(--ink-3)")
        return body + use("tribune", x + 41, cy - 9, 15, INK, INSET) + use("assistant", x + 41, cy + 10, 15, INK, INSET)
    body = use("assistant", x + 8, cy, 17, INK, INSET) + _arrow(x + 25, cy)
    if row == 5:
        return body + use("any-worker", x + 43, cy - 1, 19, INK, INSET) + text(x + 25, cy + 20, "2×", 11, 700, INK)
    return body + use("builder", x + 43, cy, 18, INK, INSET)


def _bonus(bonus: str, cx: float, cy: float) -> Element:
    """Draw what the second citizen of a row gives, on his empty place."""
    which = BONUS_SIGNS[bonus]
    if len(which) == 1:
        return use(which[0], cx, cy, 20, INK, INSET)
    return use(which[0], cx - 7, cy - 6, 15, INK, INSET) + use(which[1], cx + 7, cy + 6, 15, INK, INSET)


@lru_cache(1 << 12)
def _row(
    wording: Wording,
    w: float,
    name: str,
    seat: int,
    spaces: Spaces,
    active: bool,
    bonus: str,
    different: int,
    times: int,
    value: int,
) -> Element:
    """Draw one row: two places, an ability, and the roundel with what the row scores as it is."""
    row, kind = ROW_NUMBER[name], name.split()[0]
    is_wide = w > WIDTH
    y = (SMALL_MARGIN if is_wide else MARGIN) + CELL * (row - 1)
    cy, taken = y + CELL / 2, spaces[0] is not None
    rim = "var(--bronze-2)" if active and taken else "var(--line)"
    face = "var(--lit-fill)" if active and taken else INSET
    label = f"{sentence(wording.noun('rows', name))}: {wording.noun('abilities', name)}"
    if taken:
        label += f" ({wording.say('active' if active else 'inactive')})"
    ground = rect(0, y + 3, w, CELL - 6, 7, class_="ground", fill=face, stroke=rim, stroke_width=1.2)
    body = [ground]
    for j, owner in enumerate(spaces):
        cx, ident = 25 + 44.0 * j, f"citizen-{row}-{j + 1}"
        if owner is None:
            edge = {"stroke": "var(--line-2)", "stroke_dasharray": "3 3"}
            place = rect(cx - 18, cy - 18, 36, 36, 5, class_="ground", fill="none", **edge)
            inner = use(kind, cx, cy, 20, "var(--line-2)", INSET) if j == 0 else _bonus(bonus, cx, cy)
            gives = wording.noun("row_bonuses", bonus)
            said = wording.say("empty") if j == 0 else wording.say("gives_once", bonus=gives)
            words = f"{wording.noun('rows', name)}: {said}"
        else:
            lying = tile_of(owner, use(f"face-{kind}", cx, cy, 39))
            place, inner = NOTHING, group(lying, class_="asleep" if not active else None)
            words = f"{wording.noun('citizens', kind)}, {wording.say('active' if active else 'inactive')}"
        about = "second-citizen" if j and owner is None else kind
        halo = rect(cx - 20, cy - 20, 40, 40, 6)
        body.append(opt(ident, place, inner, label=words, halo=halo, data_help=about))
    body.append(ability(row, 94, cy, seat))
    body += _words(wording.noun("abilities", name), WIDTH + 6, cy, w - WIDTH - 22) if is_wide else []
    if different:
        note = wording.say("row_scores", different=different, times=times, points=value)
        body.append(group(title(note), points(w - 7, y + 8, value, 8.5), aria_label=note))
    halo = rect(-1.5, y + 1.5, w + 3, CELL - 3, 8)
    return opt(f"row-{row}", *body, label=label, halo=halo, role="group", data_help=f"row-{row}")


def _words(words: str, x: float, cy: float, room: float) -> list[Element]:
    """Draw what an active citizen can do, in as many short lines as it needs."""
    lines = wrapped(words, 11, room)[:4]
    top = cy - (len(lines) - 1) * 6.2 + 4
    return [text(x, top + 12.4 * i, line, 11, 400, INK, "start", fit=room) for i, line in enumerate(lines)]


def citizens(scene: Scene) -> Element:
    """Draw all six rows of the large seat."""
    me, wording = scene.me, scene.wording
    w, margin = (SMALL_WIDTH, SMALL_MARGIN) if scene.small else (WIDTH, MARGIN)
    if scene.view.viewer is None:
        head = text(0, margin - 15 + 7 * scene.small, scene.name(scene.own), 15, 600, anchor="start", serif=True, fit=w)
    else:
        head = heading(0, margin - 16 + 6 * scene.small, "", wording.say("citizens"), fit=w)
    body = [head]
    for name in names.CITIZEN_ROWS:
        row = me.citizens[name]
        facts = (row.bonus, row.different_grey, row.multiplier, row.points)
        body.append(_row(wording, w, name, scene.own, tuple(row.spaces), row.active, *facts))
    return district("citizens", w, SIZE - MARGIN + margin, *body, label=wording.say("citizens"))
