"""An independent count of the lower tasks of Trajan cards: it lays aside one fulfilment after another.   F-74."""

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.games.forum_trajanum.constants import CLASSES, COLOURS, CORNERS, HOME, SQUARES, TRACKS, Grey, Resource
from ulpia.games.forum_trajanum.rules.state import Player


@compiled
def collected(me: Player, task: int) -> int:
    """Return how often everything a task asks for can be laid aside."""
    times = 0
    while has(me, task, times + 1):
        times += 1
    return times


@compiled
def has(me: Player, task: int, times: int) -> bool:
    """Tell whether everything is there `times` times."""
    tribunes = me.resources[Resource.TRIBUNE] >= times
    builders = me.resources[Resource.BUILDER] >= times
    assistants = me.resources[Resource.ASSISTANT] >= times
    money = me.resources[Resource.MONEY] >= times
    if task == 0:
        return tribunes and money
    if task == 1:
        return classes_paired(me) >= times and me.ship >= times
    if task == 2:
        return me.resources[Resource.ASSISTANT] >= 2 * times and money
    if task == 3:
        return builders and workers(me) >= times and assistants
    if task == 4:
        return assistants and me.resources[Resource.MONEY] >= 2 * times
    if task == 5:
        return tribunes and builders and assistants
    if task == 6:
        return workers(me) >= times and columns(me) >= 2 * times
    if task == 7:
        return turned_cranes(me) >= 2 * times and classes_paired(me) >= times
    if task == 8:
        for kind in range(CLASSES):
            if citizens(me, kind) < times:
                return False
        return True
    if task == 9:
        return columns(me) >= times and tribunes and builders
    if task == 10:
        return turned_cranes(me) >= 2 * times and workers_paired(me) >= times
    return markers(me) >= times and assistants and money


@compiled
def workers(me: Player) -> int:
    """Count the workers of all colours."""
    count = 0
    for resource in range(Resource.WORKER, Resource.ASSISTANT):
        count += me.resources[resource]
    return count


@compiled
def columns(me: Player) -> int:
    """Count the columns in the colonia."""
    count = 0
    for square in range(SQUARES):
        count += 1 if me.buildings[square] == Grey.COLUMN else 0
    return count


@compiled
def turned_cranes(me: Player) -> int:
    """Count the cranes that have scored."""
    count = 0
    for corner in range(CORNERS):
        count += me.scored[corner]
    return count


@compiled
def markers(me: Player) -> int:
    """Count the player's markers beside Trajan's Column."""
    count = 0
    for track in range(TRACKS):
        count += 1 if me.tracks[track] == HOME else 0
    return count


@compiled
def citizens(me: Player, kind: int) -> int:
    """Count the active citizens of a class."""
    count = 0
    for row in range(2 * kind, 2 * kind + 2):
        for space in range(2):
            count += 1 if me.rows[row, space] != NONE and me.active[row] == 1 else 0
    return count


@compiled
def classes_paired(me: Player) -> int:
    """Count pairs of citizens of different classes: the best over all numbers of pairs with the first class."""
    best = 0
    for one in range(citizens(me, 0) + 1):  # pairs of the first class with the second
        for other in range(citizens(me, 0) - one + 1):  # pairs of the first class with the third
            if one <= citizens(me, 1) and other <= citizens(me, 2):
                rest = min(citizens(me, 1) - one, citizens(me, 2) - other)
                best = max(best, one + other + rest)
    return best


@compiled
def workers_paired(me: Player) -> int:
    """Count pairs of workers of different colours: p pairs exist if no colour fills more than p of 2p places."""
    pairs = 0
    while True:
        usable = 0
        for colour in range(COLOURS):
            usable += min(int(me.resources[Resource.WORKER + colour]), pairs + 1)
        if usable < 2 * (pairs + 1):
            return pairs
        pairs += 1
