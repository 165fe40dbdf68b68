"""Trajan cards: the largest number of disjoint fulfilments, exactly.   F-74.

A building tile belongs to one fulfilment only, and a double tile is one tile; both of its squares may serve in the same
fulfilment. Formations along a line all have the same length. Among intervals of one length, the earliest that fits
belongs to some largest selection, so a greedy walk along each line finds the most formations that share no square. If
they share no double tile either, that is the answer. Otherwise, and for other shapes, the search is exhaustive.
"""

from typing import NamedTuple

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled, never_inlined
from ulpia.games.forum_trajanum.constants import (
    CLASSES,
    COLOURS,
    CORNERS,
    GREY,
    HOME,
    SIDE,
    SQUARES,
    TRACKS,
    Collection,
    Formation,
    Grey,
    Joined,
    Resource,
)
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import Player
from ulpia.games.forum_trajanum.rules.supply import citizens_in


@compiled
def is_grey(building: int) -> bool:
    """Tell whether a grey building stands on the square."""
    return 0 <= building < GREY


@compiled
def is_coloured(building: int) -> bool:
    """Tell whether a coloured structure stands on the square."""
    return building >= GREY


TO_OTHER_HALF = np.array([0, 1, SIDE, -1, -SIDE])
"""TO_OTHER_HALF[joined]: how far the other half of a double is, by the values of `Joined`."""


class Doubles(NamedTuple):
    """Double tiles: the squares whose other half lies to the right, and those whose other half lies below."""

    across: int
    down: int


@compiled
def find_doubles(me: Player) -> Doubles:
    """Find the double tiles of a colonia."""
    across = 0
    down = 0
    for square in range(SQUARES):
        way = me.joined[square]
        across |= (1 if way == Joined.RIGHT else 0) << square
        down |= (1 if way == Joined.BELOW else 0) << square
    return Doubles(across, down)


@compiled
def whole_tiles(squares: int, doubles: Doubles) -> int:
    """Return all squares of the tiles that lie on these squares."""
    right = (squares & doubles.across) << 1
    left = (squares >> 1) & doubles.across
    below = (squares & doubles.down) << SIDE
    above = (squares >> SIDE) & doubles.down
    return squares | right | left | below | above


@compiled
def fulfilments(f: Facts, me: Player, task: int) -> int:
    """Return how often the upper task is fulfilled."""
    if task == Formation.ALL_FOUR_COLOURS:
        return fewest_of_a_colour(me)
    if is_line(task):
        count = most_along_lines(me, task)
        return count if count != NONE else most_lines(f, me, task)
    return most_disjoint(f, me, task, False)


@compiled
def is_line(task: int) -> bool:
    """Tell whether the formations of a task lie along a row or column without gaps."""
    return task not in (
        Formation.TEMPLE_ABOVE_AND_BELOW,
        Formation.CRANE_BOTH_SIDES,
        Formation.SQUARE_OF_FOUR,
        Formation.TEMPLE_FOUR_CORNERS,
    )


@compiled
def other_half(me: Player, square: int) -> int:
    """Return the other square of the tile on a square; for a tile of one square, that square itself."""
    return square + int(TO_OTHER_HALF[me.joined[square]])


@compiled
def fewest_of_a_colour(me: Player) -> int:
    """Count the complete sets of tiles of all four colours. Two structures of one colour on one tile count once."""
    fewest = SQUARES
    for colour in range(COLOURS):
        tiles = 0
        for square in range(SQUARES):
            if me.buildings[square] == GREY + colour:
                other = other_half(me, square)
                if other <= square or me.buildings[other] != GREY + colour:
                    tiles += 1
        fewest = min(fewest, tiles)
    return fewest


@compiled
def length_of(task: int) -> int:
    """Return the number of squares of a formation along a line."""
    if task == Formation.TWO_GREY_DOWN:
        return 2
    return 4 if task == Formation.TWO_GREY_BETWEEN_COLOURED_DOWN else 3


@compiled
def step_of(task: int) -> int:
    """Return how far apart the squares of a formation along a line are."""
    return 1 if task == Formation.COLOURED_BETWEEN_GREY_ACROSS else SIDE


@compiled
def most_along_lines(me: Player, task: int) -> int:
    """Walk along every line and count each formation that fits; return NONE if two of them share a double tile."""
    length = length_of(task)
    step = step_of(task)
    count = 0
    covered = 0
    for line in range(SIDE):
        start = line if step == SIDE else line * SIDE
        at = 0
        while at + length <= SIDE:
            square = start + at * step
            if stands(me, task, square, step):
                for part in range(length):
                    if covered >> other_half(me, square + part * step) & 1 == 1:
                        return NONE
                covered |= along_line(square, step, length)
                count += 1
                at += length
            else:
                at += 1
    return count


@compiled
def along_line(square: int, step: int, length: int) -> int:
    """Return the squares of a formation along a line that begins at a square."""
    squares = 0
    for part in range(length):
        squares |= 1 << (square + part * step)
    return squares


@compiled
def stands(me: Player, task: int, square: int, step: int) -> bool:
    """Tell whether a formation along a line begins at the square."""
    a = me.buildings[square]
    b = me.buildings[square + step]
    if task == Formation.TWO_GREY_DOWN:
        return is_grey(a) and is_grey(b) and a != b
    c = me.buildings[square + 2 * step]
    if task == Formation.GREY_BETWEEN_COLOURED_DOWN:
        return is_coloured(a) and is_grey(b) and is_coloured(c)
    if task == Formation.THREE_COLOURS_DOWN:
        return is_coloured(a) and is_coloured(b) and is_coloured(c) and a != b and b != c and a != c
    if task == Formation.THREE_GREY_DOWN:
        return is_grey(a) and is_grey(b) and is_grey(c) and a != b and b != c and a != c
    if task == Formation.TWO_GREY_BETWEEN_COLOURED_DOWN:
        return is_coloured(a) and is_grey(b) and is_grey(c) and is_coloured(me.buildings[square + 3 * step])
    return is_grey(a) and is_coloured(b) and is_grey(c)


@compiled
def bit(row: int, column: int) -> int:
    """Return one square as a set of squares."""
    return 1 << (int(row) * SIDE + int(column))


@compiled
def shape(f: Facts, task: int, at: int, lines: bool) -> int:
    """Return the squares of one possible formation; 0 if it does not fit on the board."""
    if lines:
        length = length_of(task)
        step = step_of(task)
        if at % SIDE + length > SIDE:
            return 0
        return along_line(at if step == 1 else at % SIDE * SIDE + at // SIDE, step, length)
    if task == Formation.SQUARE_OF_FOUR:
        row = at // (SIDE - 1)
        column = at % (SIDE - 1)
        return bit(row, column) | bit(row, column + 1) | bit(row + 1, column) | bit(row + 1, column + 1)
    if task == Formation.CRANE_BOTH_SIDES:
        row = 0 if at < 2 else SIDE - 1
        column = 0 if at % 2 == 0 else SIDE - 1
        return bit(row, 1 if column == 0 else SIDE - 2) | bit(1 if row == 0 else SIDE - 2, column)
    row = f.temples[at] // SIDE
    column = f.temples[at] % SIDE
    if row == 0 or row == SIDE - 1:
        return 0
    if task == Formation.TEMPLE_ABOVE_AND_BELOW:
        return bit(row - 1, column) | bit(row + 1, column)
    if column == 0 or column == SIDE - 1:
        return 0
    return bit(row - 1, column - 1) | bit(row - 1, column + 1) | bit(row + 1, column - 1) | bit(row + 1, column + 1)


@compiled
def squares_for(me: Player, task: int) -> int:
    """Return the squares with a building that can be part of a formation that is no line."""
    standing = 0
    for square in range(SQUARES):
        building = me.buildings[square]
        if is_coloured(building) or (building != NONE and task != Formation.TEMPLE_FOUR_CORNERS):
            standing |= 1 << square
    return standing


@compiled
def stands_at(me: Player, task: int, at: int) -> bool:
    """Tell whether the formation along a line that has this number stands."""
    step = step_of(task)
    return stands(me, task, at if step == 1 else at % SIDE * SIDE + at // SIDE, step)


@compiled
def most_left(task: int, at: int, shapes: int, lines: bool) -> int:
    """Return how many more disjoint formations there can be from this one on."""
    if not lines:
        return shapes - at
    length = length_of(task)
    return (SIDE - 1 - at // SIDE) * (SIDE // length) + (SIDE - at % SIDE) // length


@compiled
def most_lines(f: Facts, me: Player, task: int) -> int:
    """Search all selections of formations along lines. This is rare, so no place that asks for it contains a copy."""
    never_inlined()
    return most_disjoint(f, me, task, True)


@compiled
def most_disjoint(f: Facts, me: Player, task: int, lines: bool) -> int:
    """Search all selections of formations that share no tile; return the size of the largest."""
    doubles = find_doubles(me)
    standing = squares_for(me, task)
    shapes = CORNERS  # one formation for each temple or crane
    if lines:
        shapes = SQUARES
    elif task == Formation.SQUARE_OF_FOUR:
        shapes = (SIDE - 1) * (SIDE - 1)
    chosen = 0  # one bit per formation: the path of the search
    covered = 0
    count = 0
    best = 0
    at = 0
    while True:
        if at < shapes and count + most_left(task, at, shapes, lines) > best:
            squares = shape(f, task, at, lines)
            is_free = squares != 0 and squares & covered == 0 and squares & ~standing == 0
            if is_free and (not lines or stands_at(me, task, at)):
                chosen |= 1 << at
                covered |= whole_tiles(squares, doubles)
                count += 1
                best = max(best, count)
            at += 1
        elif chosen == 0:
            return best
        else:  # backtrack: do without the last one chosen
            at = shapes - 1
            while chosen >> at & 1 == 0:
                at -= 1
            chosen ^= 1 << at
            covered ^= whole_tiles(shape(f, task, at, lines), doubles)
            count -= 1
            at += 1


@compiled
def pairs_of_different(most: int, total: int) -> int:
    """Count the pairs of different kinds among `total` things, `most` of which are of the most frequent kind."""
    return min(total // 2, total - most)


@compiled
def class_size(me: Player, kind: int) -> int:
    """Count the active citizens of a class."""
    return citizens_in(me, 2 * kind) + citizens_in(me, 2 * kind + 1)


@compiled
def pairs_of_classes(me: Player) -> int:
    """Count pairs of active citizens of different classes."""
    most = 0
    total = 0
    for kind in range(CLASSES):
        size = class_size(me, kind)
        most = max(most, size)
        total += size
    return pairs_of_different(most, total)


@compiled
def pairs_of_workers(me: Player) -> int:
    """Count pairs of workers of different colours."""
    most = 0
    total = 0
    for colour in range(COLOURS):
        count = int(me.resources[Resource.WORKER + colour])
        most = max(most, count)
        total += count
    return pairs_of_different(most, total)


@compiled
def collections(me: Player, task: int) -> int:
    """Return how often the lower task is fulfilled."""
    builders = int(me.resources[Resource.BUILDER])
    assistants = int(me.resources[Resource.ASSISTANT])
    money = int(me.resources[Resource.MONEY])
    tribunes = int(me.resources[Resource.TRIBUNE])
    workers = 0
    for colour in range(COLOURS):
        workers += int(me.resources[Resource.WORKER + colour])
    columns = 0
    for square in range(SQUARES):
        columns += 1 if me.buildings[square] == Grey.COLUMN else 0
    cranes = 0
    for corner in range(CORNERS):
        cranes += me.scored[corner]
    markers = 0
    for track in range(TRACKS):
        markers += 1 if me.tracks[track] == HOME else 0
    if task == Collection.TRIBUNE_MONEY:
        return min(tribunes, money)
    if task == Collection.TWO_CLASSES_ENVOY:
        return min(pairs_of_classes(me), int(me.ship))
    if task == Collection.TWO_ASSISTANTS_MONEY:
        return min(assistants // 2, money)
    if task == Collection.BUILDER_WORKER_ASSISTANT:
        return min(builders, workers, assistants)
    if task == Collection.ASSISTANT_TWO_MONEY:
        return min(assistants, money // 2)
    if task == Collection.TRIBUNE_BUILDER_ASSISTANT:
        return min(tribunes, builders, assistants)
    if task == Collection.WORKER_TWO_COLUMNS:
        return min(workers, columns // 2)
    if task == Collection.TWO_CRANES_TWO_CLASSES:
        return min(cranes // 2, pairs_of_classes(me))
    if task == Collection.EVERY_CLASS:
        return min(class_size(me, 0), class_size(me, 1), class_size(me, 2))
    if task == Collection.COLUMN_TRIBUNE_BUILDER:
        return min(columns, tribunes, builders)
    if task == Collection.TWO_CRANES_TWO_WORKERS:
        return min(cranes // 2, pairs_of_workers(me))
    return min(markers, assistants, money)
