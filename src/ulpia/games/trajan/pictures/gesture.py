"""Sowing as one gesture: the plan, its pictures, and what can be tapped to change it."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ulpia.core.actions import Action
from ulpia.core.game import DryRunner
from ulpia.games.trajan.actions import Sow
from ulpia.games.trajan.names import TRAYS
from ulpia.games.trajan.pictures.clock import clock
from ulpia.games.trajan.pictures.laying import exchange, order_of_laying, swaps
from ulpia.games.trajan.pictures.plan import Plan, plan
from ulpia.games.trajan.pictures.preview import instead, sown_circle
from ulpia.games.trajan.pictures.scene import Scene, TrajanView
from ulpia.render.gestures import Choice, Gesture
from ulpia.render.tree import finish
from ulpia.render.words import Speech

BEGINNINGS = (Sow,)
"""Actions that begin a gesture."""
BOARD = ("provinces", "forum", "senate", "construction", "seaport", "stacks", "hand", "display")
STAGE = {
    "seaport": ("seaport", "hand", "display"),
    "forum": ("forum",),
    "military": ("provinces",),
    "senate": ("senate",),
    "trajan": ("stacks",),
    "construction": ("construction",),
}
"""Where the action of a tray takes place: there the light stays on."""
FROM = ("from_seaport", "from_forum", "from_military", "from_senate", "from_trajan", "from_construction")
LAID = ("laid", "order")
"""A step can be tapped in the circle and in the row."""


def gesture(
    view: TrajanView, speech: Speech, actions: Sequence[Action], dry_run: DryRunner, small: bool
) -> Gesture | None:
    """Return the sowing that begins so, completed; nothing where it is none."""
    scene = Scene(view, speech, small)
    planned = plan(scene, actions, dry_run)
    if planned is None:
        return None
    name, order = order_of_laying(scene, planned, small)
    drawn = {"circle": sown_circle(scene, planned), name: order, "time": clock(scene, planned.spaces)}
    one = planned.count == 1
    return Gesture(
        actions=planned.actions,
        about=scene.say("from_one" if one else "from", tray=scene.say(FROM[planned.tray]), count=planned.count),
        asked=scene.say("lay_it" if one else "lay_them"),
        districts={name: finish(district) for name, district in drawn.items()},
        quiet=tuple(name for name in BOARD if name not in (*drawn, *STAGE[TRAYS[planned.target]])),
        choices=tuple(_choices(scene, planned)),
    )


def _choices(scene: Scene, planned: Plan) -> Iterator[Choice]:
    """Yield every choice: two steps exchanged, by tapping both or the arrow between them; another tray."""
    for one, other in combinations(range(planned.count), 2):
        if planned.order[one] != planned.order[other]:
            words, actions = exchange(scene, planned, one, other), planned.exchanged(one, other)
            for kind in LAID:
                yield Choice((f"{kind}-{one + 1}", f"{kind}-{other + 1}"), words, actions)
            if other == one + 1 and other in swaps(planned):
                yield Choice((f"swap-{other}",), words, actions)
    for number in instead(planned):
        words = scene.say("sow_instead", tray=scene.noun("trays", TRAYS[number]))
        yield Choice((f"tray-{number}",), words, (Sow(TRAYS[number]),))
