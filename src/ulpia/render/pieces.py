"""What the pieces of both games are put together from: a light face on a darker lower edge, points, seats, headings."""

from functools import lru_cache

from ulpia.render.svg import NOTHING, Element, circle, el, ellipse, measure, n, rect, tagged, text, use

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
ON_FACE = "var(--face)"
IVORY = "var(--ivory)"


def signed(number: int) -> str:
    """Return a number with a proper minus."""
    return str(number).replace("-", "−")


def seat_colour(seat: int) -> str:
    """Return the colour of a seat."""
    return f"var(--seat-{seat})"


@lru_cache(1 << 12)
def slab(
    x: float, y: float, w: float, h: float, face: str = ON_FACE, edge: str = "var(--edge)", r: float = 5
) -> Element:
    """Draw the body of a tile or card: a face, and its edge again a little lower."""
    return rect(x, y + 1.6, w, h, r, fill=edge) + rect(x, y, w, h, r, fill=face, stroke=edge)


def piece(
    kind: str, body: Element, owner: int | None = None, origin: str | None = None, about: str | None = None
) -> Element:
    """Draw something that can be moved. A page sees by its kind where it went, and lets it fly there.

    `owner`: the seat it belongs to. `origin`: the id of the place it comes from when it was nowhere to be seen before.
    `about`: the key under which a learner finds help.
    """
    return tagged(body, data_piece=kind, data_owner=owner, data_from=origin, data_help=about)


@lru_cache(1 << 12)
def badge(
    cx: float,
    cy: float,
    words: object,
    r: float = 8,
    face: str = "var(--pi)",
    ink: str = IVORY,
    size: float | None = None,
) -> Element:
    """Draw a small dark roundel with a number."""
    tall = size or r * 1.25
    return circle(cx, cy, r, fill=face) + text(cx, cy + tall * 0.36, words, tall, 700, ink)


@lru_cache(1 << 12)
def points(cx: float, cy: float, value: object, r: float = 9) -> Element:
    """Draw points: always white on a laurel-green roundel, and nothing else is."""
    return use("roundel", cx, cy, r * 2.28) + text(cx, cy + r * 0.45, value, r * 1.25, 700, "var(--white)")


@lru_cache(1 << 12)
def seat_mark(cx: float, cy: float, s: float, seat: int, letter: str = "") -> Element:
    """Draw the seat's own shape; shape and colour say the same."""
    mark = use(f"seat-{seat}", cx, cy, s, seat_colour(seat))
    if not letter:
        return mark
    return mark + text(cx, cy + s * 0.2 + (s * 0.08 if seat == 3 else 0), letter, s * 0.5, 700, "var(--card)")


@lru_cache(1 << 12)
def disc(cx: float, cy: float, seat: int) -> Element:
    """Draw a flat wooden disc seen from the side, stamped with the seat's shape."""
    return (
        ellipse(cx, cy + 3.4, 11, 5.4, fill="var(--shade)", fill_opacity=0.55)
        + ellipse(cx, cy, 11, 5.6, fill=seat_colour(seat), stroke="var(--card)")
        + use(f"seat-{seat}", cx, cy, 6, "var(--card)")
    )


@lru_cache(1 << 10)
def heading(x: float, y: float, icon: str, label: str, hue: str = "var(--bronze)", fit: float | None = None) -> Element:
    """Draw the name of a district; y is the base line. Where `fit` is too short, the sign is dropped, then the air."""
    said = label.upper()
    with_icon = bool(icon) and (fit is None or measure(said, 11.5, 1.3) + 19 <= fit)
    room = None if fit is None else fit - (19 if with_icon else 0)
    sign = use(icon, x + 7, y - 4.5, 14, hue, "var(--slab)") if with_icon else NOTHING
    return sign + text(x + (19 if with_icon else 0), y, said, 11.5, 600, "var(--bronze)", "start", True, 1.3, fit=room)


@lru_cache(1 << 10)
def empty(cx: float, cy: float, w: float, h: float, r: float = 5, dashed: bool = False) -> Element:
    """Draw a place where nothing lies."""
    return rect(
        cx - w / 2,
        cy - h / 2,
        w,
        h,
        r,
        fill="var(--inset)",
        stroke="var(--line-2)" if dashed else "var(--line)",
        stroke_width=1.3 if dashed else None,
        stroke_dasharray="4 3.2" if dashed else None,
    )


@lru_cache(1 << 8)
def icon(name: str, size: float = 1.0, color: str | None = None, label: str | None = None) -> Element:
    """Draw a sign inside running HTML text; `size` in em."""
    style = f"width:{n(size)}em;height:{n(size)}em" + (f";color:{color}" if color else "")
    role = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return el("svg", el("use", href=f"#{name}"), class_="ic", viewBox="0 0 24 24", style=style, **role)
