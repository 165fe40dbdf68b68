"""A hand of markers as it could be laid: the order, and what the rules make of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ulpia.core.actions import Action
from ulpia.core.game import DryRun, DryRunner
from ulpia.games.trajan.actions import Advance, Fulfil, Lay, LeaveTile, Sow
from ulpia.games.trajan.names import COLOURS, SLOTS, TRAYS
from ulpia.games.trajan.pictures.scene import Player, Scene


@dataclass(frozen=True)
class Plan:
    """One tray taken up, its markers in the order in which they are laid, and what follows."""

    player: Player
    tray: int
    order: tuple[str, ...]
    path: tuple[int, ...]
    """The tray of each marker."""
    spaces: int
    """Spaces that time advances."""
    ends: str
    """What ends with this turn: "nothing", "round", "two rounds" or "quarter"."""
    fulfils: bool
    """Whether the tile at the target can then be fulfilled."""
    arch: str
    """Where the arch stands then, with the tile fulfilled if it can be."""
    senate_points: int | None
    """Points of an advance in the senate, if that is the action that follows and it is possible."""

    @property
    def count(self) -> int:
        """How many markers are laid."""
        return len(self.order)

    @property
    def target(self) -> int:
        """The tray of the last marker."""
        return self.path[-1]

    @cached_property
    def laid(self) -> dict[int, list[int]]:
        """For each tray that gets markers: which steps, from 0."""
        found: dict[int, list[int]] = {}
        for step, tray in enumerate(self.path):
            found.setdefault(tray, []).append(step)
        return found

    def lying(self, tray: int) -> list[str]:
        """Return the markers that lie in a tray already."""
        return [] if tray == self.tray else colours_of(self.player, tray)

    @cached_property
    def tile(self) -> Any:
        """The Trajan tile at the target, if there is one."""
        return self.player.slots[SLOTS[self.target]]

    @property
    def actions(self) -> tuple[Action, ...]:
        """What has to be played."""
        return sowing(self.tray, self.order)

    def exchanged(self, one: int, other: int) -> tuple[Action, ...]:
        """Return what has to be played if two steps are exchanged."""
        order = list(self.order)
        order[one], order[other] = order[other], order[one]
        return sowing(self.tray, order)


def sowing(tray: int, order: Sequence[str]) -> tuple[Action, ...]:
    """Return the actions of an order. They end where markers of one colour are left: that is no choice."""
    chosen = next(step for step in range(len(order)) if len(set(order[step:])) == 1)
    return (Sow(TRAYS[tray]), *map(Lay, order[:chosen]))


def colours_of(player: Player, tray: int) -> list[str]:
    """Return the markers of a tray, one by one."""
    return [colour for colour, count in player.trays[TRAYS[tray]].items() for _ in range(count)]


def plan(scene: Scene, actions: Sequence[Action], dry_run: DryRunner) -> Plan | None:
    """Return the gesture that begins so, completed; nothing where it is no sowing, or not allowed."""
    first, rest = actions[0] if actions else None, actions[1:]
    if not isinstance(first, Sow) or scene.asked != "turn":
        return None
    tray = TRAYS.index(first.tray)
    hand = Counter(colours_of(scene.me, tray))
    begun = tuple(action.colour for action in rest if isinstance(action, Lay))
    if not hand or len(begun) < len(rest) or not Counter(begun) <= hand:
        return None
    path = path_of(dry_run(first))
    return tried(scene.me, tray, _completed(scene.me, tray, path, hand, begun), dry_run)


def tried(player: Player, tray: int, order: tuple[str, ...], dry_run: DryRunner) -> Plan:
    """Return the plan of an order, with what the rules make of it."""
    actions = sowing(tray, order)
    sown = dry_run(*actions)
    fulfils = is_asked(sown, "fulfil")
    sowed = details(sown, "sowed")
    moved = details(dry_run(*actions, Fulfil()), "arch_moved") if fulfils else {}
    if fulfils:
        actions = (*actions, LeaveTile())
    advances = is_asked(dry_run(*actions) if fulfils else sown, "perform", "senate")
    advanced = details(dry_run(*actions, Advance()), "advanced") if advances else {}
    return Plan(
        player=player,
        tray=tray,
        order=order,
        path=path_of(sown),
        spaces=int(sowed["markers"]),
        ends=str(sowed["ends"]),
        fulfils=fulfils,
        arch=str(moved.get("place", player.arch)),
        senate_points=int(advanced["points"]) if advanced else None,
    )


def is_asked(run: DryRun, kind: str, about: str | None = None) -> bool:
    """Return whether a question of this kind follows; if given, about this thing."""
    asked = run.question
    return asked is not None and asked.kind == kind and about in (None, asked.about)


def path_of(sown: DryRun) -> tuple[int, ...]:
    """Return the tray of each marker that is laid."""
    return tuple(TRAYS.index(str(event.details["tray"])) for event in sown.events if event.kind == "laid")


def details(run: DryRun, kind: str) -> Mapping[str, str | int]:
    """Return the details of the first event of a kind; none where it does not occur."""
    return next((event.details for event in run.events if event.kind == kind), {})


def _completed(
    player: Player, tray: int, path: Sequence[int], hand: Counter[str], begun: tuple[str, ...]
) -> tuple[str, ...]:
    """Return a good order with that beginning: fulfil the tile at the target, then lay what other tiles ask for."""
    order: dict[int, str] = dict(enumerate(begun))
    left = hand - Counter(begun)
    free = range(len(begun), len(path))
    there = [step for step, at in enumerate(path) if at == path[-1]]
    missing = _missing(player, tray, path[-1], [order[step] for step in there if step in order])
    places = [step for step in there if step in free][::-1]
    if missing and missing <= left and missing.total() <= len(places):
        order |= dict(zip(places, missing.elements()))
        left -= missing
    for step in free:
        lying = [colour for other, colour in order.items() if path[other] == path[step]]
        wanted = [colour for colour in _missing(player, tray, path[step], lying) if left[colour]]
        if step not in order and wanted:
            order[step] = wanted[0]
            left[wanted[0]] -= 1
    rest = (colour for colour in COLOURS for _ in range(left[colour]))
    return tuple(order[step] if step in order else next(rest) for step in range(len(path)))


def _missing(player: Player, picked: int, tray: int, laid: list[str]) -> Counter[str]:
    """Return what the tile at a tray still asks for, with those markers laid there."""
    tile = player.slots[SLOTS[tray]]
    lying = [] if tray == picked else colours_of(player, tray)
    return Counter(tile.asks) - Counter([*lying, *laid]) if tile else Counter()
