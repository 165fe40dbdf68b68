"""A town, small: what is built, what is still face down, citizens beside their rows."""

from collections.abc import Mapping
from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.scene import Player, built_symbol
from ulpia.games.forum_trajanum.pictures.tiles import building_of
from ulpia.games.forum_trajanum.view.types import Square
from ulpia.render.pieces import piece, seat_colour
from ulpia.render.svg import NOTHING, Element, circle, group, joined, path, rect, use
from ulpia.render.tree import Attributes

CELL = 15
TOWN = CELL * names.SIDE


@lru_cache(1 << 14)
def _square(at: int, temple: bool, crane: str | None, building: str | None) -> Element:
    cx, cy = CELL * (at % names.SIDE + 0.5), CELL * (at // names.SIDE + 0.5)
    if building is not None:
        return building_of((building,), use(building, cx, cy + 0.2, 13.6))
    if temple:
        return use("temple", cx, cy, 12, "var(--bronze)", "var(--paving)")
    if crane is not None:
        drawn = use(crane, cx, cy, 13.4)
        return piece(f"crane-{crane.split('-')[2]}", drawn) if crane.startswith("open-crane") else drawn
    return NOTHING


def _corner(shown: Square, structure_of: Mapping[str, str]) -> str | None:
    """Return what a corner shows: its crane, or a citizen lying on it."""
    crane = shown.crane
    if shown.cover == "open" and shown.face in names.CLASSES:
        return f"face-{shown.face}"
    if crane is None:
        return None
    if crane.scored:
        return "scored-crane"
    return f"open-crane-{crane.colour}-{structure_of[crane.colour]}"


@lru_cache(1 << 10)
def _row_marks(row: int, seat: int, citizens: int, active: bool) -> Element:
    """Draw two dots beside a row of the town: filled an active citizen, hollow an inactive one."""
    y, hue = CELL * (row + 0.5), seat_colour(seat)
    return joined(
        circle(TOWN + 5 + 6.4 * i, y, 2.4, fill=hue if active else "none", stroke=hue, stroke_width=1)
        for i in range(citizens)
    )


def town(player: Player, structure_of: Mapping[str, str], ident: str = "") -> Element:
    """Draw the whole town; each row is a part, named after the whole if that has a name."""

    def part(name: object, *body: Element) -> Element:
        return group(*body, id=f"{ident}-{name}" if ident else None)

    seat = player.seat
    rows = [NOTHING] * names.SIDE
    backs = ""
    for at, shown in enumerate(player.colonia.values()):
        building = shown.building
        if shown.cover == "face down":
            x, y = CELL * (at % names.SIDE), CELL * (at // names.SIDE)
            backs += f"M{x + 2} {y + 2}h11v11h-11z"
            continue
        symbol = None if building is None else built_symbol(building, structure_of)
        rows[at // names.SIDE] += _square(at, shown.temple, _corner(shown, structure_of), symbol)
    body = [rect(0, 0, TOWN, TOWN, 4, fill="var(--paving)")]
    body += [part(at + 1, row) for at, row in enumerate(rows)]
    edge: Attributes = {"stroke": "var(--line-2)", "stroke_width": 0.5, "stroke_linejoin": "round"}
    body.append(part("backs", path(backs, fill=f"var(--back-{seat})", **edge) if backs else NOTHING))
    marks = [
        _row_marks(at, seat, sum(owner is not None for owner in row.spaces), row.active)
        for at, row in enumerate(player.citizens.values())
    ]
    return joined([*body, part("citizens", *marks)])
