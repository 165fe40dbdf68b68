"""A hand of markers as it could be laid: the order, where it ends, and what that would bring."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ulpia.core.actions import Action
from ulpia.games.trajan.actions import Lay, Sow
from ulpia.games.trajan.names import COLOURS, SLOTS, TRAYS
from ulpia.games.trajan.pictures.scene import Player, Scene


@dataclass(frozen=True)
class Plan:
    """One tray taken up, and its markers in the order in which they are laid."""

    player: Player
    tray: int
    order: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many markers are laid."""
        return len(self.order)

    @property
    def target(self) -> int:
        """The tray of the last marker."""
        return landing(self.tray, self.count - 1)

    @cached_property
    def laid(self) -> dict[int, list[int]]:
        """For each tray that gets markers: which steps, from 0."""
        found: dict[int, list[int]] = {}
        for step in range(self.count):
            found.setdefault(landing(self.tray, step), []).append(step)
        return found

    def lying(self, tray: int) -> list[str]:
        """Return the markers that lie in a tray already."""
        return [] if tray == self.tray else colours_of(self.player, tray)

    @cached_property
    def tile(self) -> Any:
        """The Trajan tile at the target, if there is one."""
        return self.player.slots[SLOTS[self.target]]

    @cached_property
    def fulfils(self) -> bool:
        """Whether it could then be fulfilled."""
        if not self.tile:
            return False
        there = Counter([*self.lying(self.target), *(self.order[step] for step in self.laid[self.target])])
        return Counter(self.tile.asks) <= there

    @property
    def actions(self) -> tuple[Action, ...]:
        """What has to be played: the rules lay by themselves what leaves no choice."""
        asked = next(step for step in range(self.count) if len(set(self.order[step:])) == 1)
        return (Sow(TRAYS[self.tray]), *map(Lay, self.order[:asked]))

    def exchanged(self, one: int, other: int) -> "Plan":
        """Return the same with two steps exchanged."""
        order = list(self.order)
        order[one], order[other] = order[other], order[one]
        return Plan(self.player, self.tray, tuple(order))


def landing(tray: int, step: int) -> int:
    """Return where a marker comes to lie: the first one in the next tray, clockwise."""
    return (tray + 1 + step) % len(TRAYS)


def colours_of(player: Player, tray: int) -> list[str]:
    """Return the markers of a tray, one by one."""
    return [colour for colour, count in player.trays[TRAYS[tray]].items() for _ in range(count)]


def plan(scene: Scene, actions: Sequence[Action]) -> Plan | None:
    """Return the gesture that begins so, completed; nothing where it is no sowing, or not allowed."""
    first, rest = actions[0] if actions else None, actions[1:]
    if not isinstance(first, Sow) or scene.asked != "turn":
        return None
    tray = TRAYS.index(first.tray)
    hand = Counter(colours_of(scene.me, tray))
    begun = tuple(action.colour for action in rest if isinstance(action, Lay))
    if not hand or len(begun) < len(rest) or not Counter(begun) <= hand:
        return None
    return Plan(scene.me, tray, _completed(scene.me, tray, hand, begun))


def _completed(player: Player, tray: int, hand: Counter[str], begun: tuple[str, ...]) -> tuple[str, ...]:
    """Return a good order with that beginning: fulfil the tile at the target, then lay what other tiles ask for."""
    total = hand.total()
    order: dict[int, str] = dict(enumerate(begun))
    left = hand - Counter(begun)
    free = range(len(begun), total)
    target = landing(tray, total - 1)
    there = [step for step in range(total) if landing(tray, step) == target]
    missing = _missing(player, tray, target, [order[step] for step in there if step in order])
    places = [step for step in there if step in free][::-1]
    if missing and missing <= left and missing.total() <= len(places):
        order |= dict(zip(places, missing.elements()))
        left -= missing
    for step in free:
        at = landing(tray, step)
        lying = [colour for other, colour in order.items() if landing(tray, other) == at]
        wanted = [colour for colour in _missing(player, tray, at, lying) if left[colour]]
        if step not in order and wanted:
            order[step] = wanted[0]
            left[wanted[0]] -= 1
    rest = (colour for colour in COLOURS for _ in range(left[colour]))
    return tuple(order[step] if step in order else next(rest) for step in range(total))


def _missing(player: Player, picked: int, tray: int, laid: list[str]) -> Counter[str]:
    """Return what the tile at a tray still asks for, with those markers laid there."""
    tile = player.slots[SLOTS[tray]]
    lying = [] if tray == picked else colours_of(player, tray)
    return Counter(tile.asks) - Counter([*lying, *laid]) if tile else Counter()
