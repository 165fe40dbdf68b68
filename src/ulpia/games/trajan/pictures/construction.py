"""The construction district: twenty sites, beside them the workers waiting in the camp. 260 x 194."""

from functools import cache, lru_cache

from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.tiles import construction_tile
from ulpia.games.trajan.pictures.wood import figure, person
from ulpia.render.pieces import empty, heading
from ulpia.render.svg import Element, district, group, joined, opt, rect, text


def place_of(site: str) -> tuple[int, int]:
    """Return row and column of a site, counted from 1: a3 is row 3, column 1."""
    return int(site[1:]), "abcde".index(site[0]) + 1


EDGE = 10
"""On the left of the sites, for the numbers of their rows; and below them, for the letters of their columns."""


@cache
def coordinates() -> Element:
    """Draw a number beside each row and a letter below each column of sites; sentences name sites by them."""
    letters = (text(20 + 42 * i, 193, letter, 10.5, 600, "var(--ink-3)") for i, letter in enumerate("abcde"))
    numbers = (text(-EDGE / 2 + 0.5, 46 + 41 * i, i + 1, 10.5, 600, "var(--ink-3)") for i in range(4))
    return group(*letters, *numbers, aria_hidden="true")


def construction(scene: Scene) -> Element:
    """Draw all sites and the camp."""
    named = scene.noun("trays", "construction")
    body = [heading(-EDGE, 12, "construction", named, "var(--construction)"), coordinates()]
    for site, what in scene.view.sites.items():
        row, column = place_of(site)
        cx, cy = 20 + 42 * (column - 1), 42 + 41 * (row - 1)
        tile = what.tile
        if tile:
            here = scene.say("building", name=scene.noun("constructions", tile.type), points=tile.points)
            inside = construction_tile(cx, cy, 37, tile.type, tile.points)
        else:
            here = ", ".join(scene.names_of("worker_of", what.workers)) or scene.say("empty")
            inside = crew(cx, cy, tuple(what.workers))
        body.append(
            opt(
                f"site-{row}-{column}",
                empty(cx, cy, 38, 37, 4),
                inside,
                halo=rect(cx - 20, cy - 20, 40, 40, 5.5),
                label=scene.say("site", site=site, what=here),
                data_help="construction-tile" if tile else "site",
            )
        )
    body.append(camp(scene.say("camp"), tuple(player.workers for player in scene.players)))
    return district("construction", 250 + EDGE, 184 + EDGE, *body, label=named, left=-EDGE)


@lru_cache(1 << 10)
def crew(cx: float, cy: float, seats: tuple[int, ...]) -> Element:
    """Draw the workers on a site: one large, two beside each other, more in two rows."""
    if len(seats) < 3:
        size = 23 if len(seats) == 1 else 18
        return joined(person(cx + (i - (len(seats) - 1) / 2) * 17, cy, size, "worker", s) for i, s in enumerate(seats))
    return joined(
        person(cx - 8.5 + 17 * (i % 2), cy - 8.5 + 17 * (i // 2), 16, "worker", s) for i, s in enumerate(seats)
    )


@lru_cache(1 << 8)
def camp(called: str, workers: tuple[int, ...]) -> Element:
    """Draw workers who wait, by seat."""
    ground = rect(213, 23.5, 36, 160, 8, fill="var(--camp)", fill_opacity=0.55, stroke="var(--line-2)")
    body = [ground, text(231, 38, called, 10.5, 600, "var(--ink-2)", fit=33)]
    for seat, count in enumerate(workers):
        y = 60 + 35 * seat
        worker = person(225, y, 18, "worker", seat) if count else figure(225, y, 18, "worker", seat)
        waiting = (worker, text(242, y + 4.5, count, 12, 700))
        body.append(group(*waiting, class_=None if count else "dim"))
    return group(*body, id="worker-camp", data_help="worker-camp")
