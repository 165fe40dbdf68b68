"""The forum: a space for each tile, and three for extra actions. 250 x 132."""

from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.tiles import forum_tile, help_on_tile
from ulpia.render.pieces import empty, heading
from ulpia.render.svg import NOTHING, Element, clipped, district, opt, path, rect

ROWS = 3


def forum(scene: Scene) -> Element:
    """Draw the tiles to be had in this quarter."""
    tiles = scene.view.forum
    columns = -(-len(tiles) // ROWS)
    step = min(58, 184 // columns)
    body = [heading(0, 12, "forum", scene.noun("trays", "forum"), "var(--forum)")]
    for i, kind in enumerate(tiles):
        cx, cy = 19 + step * (i % columns), 40 + 38 * (i // columns)
        body.append(
            opt(
                f"forum-{i}",
                empty(cx, cy, 34, 34),
                forum_tile(cx, cy, 34, kind) if kind else NOTHING,
                halo=rect(cx - 18.5, cy - 18.5, 37, 37, 6.5),
                label=scene.say("forum_space", tile=_called(scene, kind)),
                data_help=help_on_tile(kind) if kind else "forum-space",
            )
        )
    left = step * columns
    body.append(path(f"M{left + 5} 24V132", stroke="var(--line)"))
    for i, kind in enumerate(scene.view.extra_actions):
        cx, cy = left + 36, 40 + 38 * i
        body.append(
            opt(
                f"extra-{i}",
                path(clipped(cx, cy, 34, 7.5), fill="var(--inset)", stroke="var(--line)"),
                forum_tile(cx, cy, 34, kind) if kind else NOTHING,
                halo=path(clipped(cx, cy, 37.5, 8)),
                label=scene.say("extra_space", tile=_called(scene, kind)),
                data_help="extra-action" if kind else "extra-space",
            )
        )
    return district("forum", 250, 132, *body, label=scene.noun("trays", "forum"))


def _called(scene: Scene, kind: str | None) -> str:
    return scene.noun("forum_tiles", kind) if kind else scene.say("empty")
