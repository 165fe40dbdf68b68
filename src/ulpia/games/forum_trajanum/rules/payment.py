"""Prices of building tiles, and whether a player can pay them.   F-41."""

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.games.forum_trajanum.constants import COLOURS, Resource
from ulpia.games.forum_trajanum.rules.state import Player


@compiled
def workers_of(me: Player, colour: int) -> int:
    """Count the workers of a colour."""
    return int(me.resources[Resource.WORKER + colour])


@compiled
def all_workers(me: Player) -> int:
    """Count the workers of all colours."""
    total = 0
    for colour in range(COLOURS):
        total += workers_of(me, colour)
    return total


@compiled
def can_pay_coloured(me: Player, colour: int, spent: int, count: int, assistants: int) -> bool:
    """A structure of `colour` can be paid once `count` workers of the colour `spent` and `assistants` are gone.

    It costs a worker of its colour, or any worker and an assistant.
    """
    left = workers_of(me, colour) - (count if spent == colour else 0)
    if left > 0:
        return True
    return all_workers(me) - count > 0 and me.resources[Resource.ASSISTANT] - assistants > 0


@compiled
def can_pay_builder(me: Player, colour: int) -> bool:
    """A builder can pay a grey building, then a structure of `colour` (unless NONE) can be paid."""
    if me.resources[Resource.BUILDER] == 0:
        return False
    return colour == NONE or can_pay_coloured(me, colour, NONE, 0, 0)


@compiled
def can_pay_two(me: Player, spent: int, colour: int) -> bool:
    """Two workers of the colour `spent` can pay a grey building, then a structure of `colour` (unless NONE)."""
    if workers_of(me, spent) < 2:
        return False
    return colour == NONE or can_pay_coloured(me, colour, spent, 2, 0)


@compiled
def can_pay_grey(me: Player, colour: int) -> bool:
    """A grey building can be paid in either way, then a structure of `colour` (unless NONE)."""
    if can_pay_builder(me, colour):
        return True
    for spent in range(COLOURS):
        if can_pay_two(me, spent, colour):
            return True
    return False


@compiled
def can_pay_worker(me: Player, spent: int, colour: int, again: bool) -> bool:
    """A worker of the colour `spent` can pay a structure of `colour`, and a second one can be paid if `again`."""
    if workers_of(me, spent) == 0:
        return False
    assistants = 0 if spent == colour else 1
    if me.resources[Resource.ASSISTANT] < assistants:
        return False
    return not again or can_pay_coloured(me, colour, spent, 1, assistants)


@compiled
def can_pay_twice(me: Player, colour: int) -> bool:
    """Two structures of a colour can be paid."""
    for spent in range(COLOURS):
        if can_pay_worker(me, spent, colour, True):
            return True
    return False
