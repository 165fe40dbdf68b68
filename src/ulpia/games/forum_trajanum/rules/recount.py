"""An independent count of points, from the pieces on the table and not from what the rules scored.

It shares no code with the steps, scoring.py and tasks.py on purpose: `ulpia check` compares both after every decision.
Where those use a shortcut, this tries everything.
"""

import numpy as np

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled, compiled_with_arrays
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.actions import GAIN
from ulpia.games.forum_trajanum.constants import (
    COLOURS,
    CORNERS,
    EAGLE,
    GREY,
    HOME,
    PLACES,
    ROWS,
    SEATS,
    SIDE,
    SQUARES,
    TRACKS,
    Citizens,
    Frame,
    Grey,
)
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.recount_collections import collected
from ulpia.games.forum_trajanum.rules.state import Player, State
from ulpia.games.forum_trajanum.rules.tiles import SQUARE_OF_CORNER

POINTS = names.AREA_BONUSES.index("points")
WIDTH = names.FORUM_COLUMNS


@compiled
def recount_action(f: Facts, before: State, after: State, action: int) -> bool:
    """F-53: check that an action itself gives no points except the area bonus "points"."""
    for seat in range(before.seats):
        worth = f.area_points if action == GAIN + POINTS and seat == before.seat else 0
        if after.players[seat].points - before.players[seat].points != worth:
            return False
    return True


@compiled
def recount_settling(f: Facts, before: State, after: State) -> bool:
    """F-45, F-46: check points for columns and markers; F-70 to F-74: for the end of a cycle. Overwrites `before`."""
    for seat in range(before.seats):
        worth = 0
        if seat == before.active:
            times = columns_pending(before) - columns_pending(after)
            for track in range(TRACKS):
                if after.players[seat].tracks[track] == HOME and before.players[seat].tracks[track] != HOME:
                    times += 1
            worth += times * (int(f.fragments[before.cycles_done]) + citizens_of(before.players[seat]))
        if after.cycles_done > before.cycles_done:
            worth += cycle_worth(f, before, after, seat)
        if after.players[seat].points - before.players[seat].points != worth:
            return False
    return True


@compiled
def columns_pending(s: State) -> int:
    """Count the columns whose reward is still pending."""
    columns = 0
    for at in range(s.agenda.depth):
        if s.agenda.kinds[at] == Frame.REWARD and s.agenda.first[at] == Grey.COLUMN:
            columns += 1
    return columns


@compiled
def citizens_of(me: Player) -> int:
    """Count the active citizens."""
    count = 0
    for row in range(ROWS):
        for space in range(2):
            count += int(me.active[row]) if me.rows[row, space] >= 0 else 0
    return count


@compiled
def cycle_worth(f: Facts, before: State, after: State, seat: int) -> int:
    """Return all points of one scoring."""
    me = after.players[seat]
    cycle = before.cycles_done
    worth = 0
    for corner in range(CORNERS):
        if me.open_faces[corner] == NONE and before.players[seat].scored[corner] == 0:
            if me.scored[corner] == 0:
                return NONE
            for square in range(SQUARES):
                if me.buildings[square] - GREY == me.cranes[corner]:
                    worth += int(f.crane_points[cycle])
    for row in range(ROWS):
        for grey in range(GREY):
            found = False
            for column in range(SIDE):
                found = found or me.buildings[row * SIDE + column] == grey
            if found:
                worth += 1
                worth += int(me.active[row]) if me.rows[row, 0] != NONE else 0
                worth += int(me.active[row]) if me.rows[row, 1] != NONE else 0
    worth += near_eagles(after, seat)
    group = spread(before, seat)
    if group > 0:
        worth += max(0, group + int(me.slider) + int(f.offset[1 if me.rows[Citizens.MERCHANT_I, 0] != NONE else 0]))
    card = before.cards[cycle]
    if card != NONE:
        times = formed(f, me, f.card_build[card]) + collected(me, f.card_collect[card])
        worth += times * int(f.head[me.slider])
    return worth


@compiled
def near_eagles(s: State, seat: int) -> int:
    """F-73: add for every envoy the most that an eagle gives it."""
    worth = 0
    for place in range(PLACES):
        if s.envoys[place] == seat:
            best = 0
            for eagle in range(PLACES):
                if s.mosaic[eagle] == EAGLE:
                    down = abs(place // WIDTH - eagle // WIDTH)
                    across = abs(place % WIDTH - eagle % WIDTH)
                    if down + across == 0:
                        best = 2
                    elif down + across == 1 or (down + across == 2 and down == 1 and is_patrician(s, seat)):
                        best = max(best, 1)
            worth += best
    return worth


@compiled
def is_patrician(s: State, seat: int) -> bool:
    """F-30: the first patrician row is active."""
    return s.players[seat].active[0] == 1


@compiled
def spread(s: State, seat: int) -> int:
    """F-72: return the size of the largest group. Envoys that were reached are marked with a higher number."""
    largest = 0
    for start in range(PLACES):
        if s.envoys[start] == seat:
            s.envoys[start] = seat + SEATS
            size = 1
            grew = True
            while grew:
                grew = False
                for place in range(PLACES):
                    if s.envoys[place] == seat and touches(s, place, seat + SEATS):
                        s.envoys[place] = seat + SEATS
                        size += 1
                        grew = True
            largest = max(largest, size)
            for place in range(PLACES):
                if s.envoys[place] == seat + SEATS:
                    s.envoys[place] = seat + 2 * SEATS
    return largest


@compiled
def touches(s: State, place: int, mark: int) -> bool:
    """Tell whether an envoy with the mark stands beside the place."""
    if place >= WIDTH and s.envoys[place - WIDTH] == mark:
        return True
    if place + WIDTH < PLACES and s.envoys[place + WIDTH] == mark:
        return True
    if place % WIDTH > 0 and s.envoys[place - 1] == mark:
        return True
    return place % WIDTH < WIDTH - 1 and s.envoys[place + 1] == mark


@compiled
def formed(f: Facts, me: Player, task: int) -> int:
    """F-74: return the most formations that stand and share no tile, over all selections."""
    if task == 6:
        return sets_of_colours(me)
    if task in (1, 3, 4, 10):
        return best_selection(f, me, task)
    return most_in_lines(me, task)


@compiled
def sets_of_colours(me: Player) -> int:
    """F-74: count complete sets of tiles with structures of the four colours."""
    sets = 0
    while True:
        for colour in range(COLOURS):
            halves = 0
            for square in range(SQUARES):
                if me.buildings[square] == GREY + colour:
                    is_pair = me.buildings[square_beside(square, me.joined[square])] == GREY + colour
                    halves += 1 if me.joined[square] != 0 and is_pair else 2
            if halves // 2 <= sets:
                return sets
        sets += 1


@compiled
def square_beside(square: int, way: int) -> int:
    """Return the square to the right (1), below (2), to the left (3), above (4), or the same one (0)."""
    if way == 1 or way == 3:
        return square + 2 - way
    return square + (3 - way) * SIDE if way != 0 else square


@compiled_with_arrays
def most_in_lines(me: Player, task: int) -> int:
    """Combine all selections in one line with all in the next, line after line.

    A selection is a set of squares where formations begin. What matters for the next line are the squares there that
    belong to a tile in use: best[taken] is the largest number of formations so far that take these squares.
    """
    best = np.full(1 << SIDE, NONE)
    best[0] = 0
    for line in range(SIDE):
        after = np.full(1 << SIDE, NONE)
        for starts in range(1 << SIDE):
            used = selected(me, task, line, starts)
            if used == NONE:
                continue
            size = 0
            for at in range(SIDE):
                size += starts >> at & 1
            onwards = reaching(me, task, line, used)
            for taken in range(1 << SIDE):
                if best[taken] != NONE and taken & used == 0:
                    after[onwards] = max(after[onwards], best[taken] + size)
        best = after
    return int(best.max())


@compiled
def selected(me: Player, task: int, line: int, starts: int) -> int:
    """Return the squares of a line that formations beginning there use.

    Return NONE if one of them does not stand, or if two share a tile.
    """
    length = 2 if task == 2 else (4 if task == 8 else 3)
    used = 0
    for start in range(SIDE):
        if starts >> start & 1 == 1:
            if start + length > SIDE:
                return NONE
            own = 0
            for step in range(length):
                if not fits(me, task, line, start, step):
                    return NONE
                own |= 1 << (start + step)
            if own & used != 0:
                return NONE
            for at in range(SIDE):  # a tile along the line reaches from one square to the next
                way = me.joined[square_on(task, line, at)]
                crosses = (own >> at & 1 and used >> (at + 1) & 1) or (used >> at & 1 and own >> (at + 1) & 1)
                if way == (1 if task == 0 else 2) and crosses:
                    return NONE
            used |= own
    return used


@compiled
def reaching(me: Player, task: int, line: int, used: int) -> int:
    """Return the used squares of a line whose tile reaches into the next line."""
    squares = 0
    for at in range(SIDE):
        if used >> at & 1 == 1 and me.joined[square_on(task, line, at)] == (2 if task == 0 else 1):
            squares |= 1 << at
    return squares


@compiled
def square_on(task: int, line: int, at: int) -> int:
    """Return a square of a line. Only the first task goes along rows; the others go down columns."""
    return line * SIDE + at if task == 0 else at * SIDE + line


@compiled
def building_on(me: Player, task: int, line: int, at: int) -> int:
    """Return a building on a line."""
    return int(me.buildings[square_on(task, line, at)])


@compiled
def fits(me: Player, task: int, line: int, start: int, step: int) -> bool:
    """The building at one step of a formation has the right kind, and differs from those before it where it must."""
    building = building_on(me, task, line, start + step)
    if building == NONE:
        return False
    if task in (2, 9, 11):
        for earlier in range(step):
            if building_on(me, task, line, start + earlier) == building:
                return False
        return (building < GREY) == (task != 9)
    outer = step in (0, 3 if task == 8 else 2)
    grey_outside = task in (0, 7)
    return (building < GREY) == (outer == grey_outside)


@compiled
def best_selection(f: Facts, me: Player, task: int) -> int:
    """Try every subset of the formations that stand; return the size of the largest."""
    standing = 0
    for which in range(25 if task == 4 else 4):
        complete = True
        for part in range(2 if task in (1, 3) else 4):
            square = part_of(f, task, which, part)
            if square == NONE or me.buildings[square] == NONE or (task == 10 and me.buildings[square] < GREY):
                complete = False
        if complete:
            standing |= 1 << which
    best = 0
    subset = standing
    while subset > 0:
        best = max(best, size_if_disjoint(f, me, task, subset))
        subset = (subset - 1) & standing
    return best


@compiled
def size_if_disjoint(f: Facts, me: Player, task: int, subset: int) -> int:
    """Return the size of a selection; 0 if two formations share a tile."""
    count = 0
    used = 0
    for which in range(25):
        if subset >> which & 1 == 1:
            count += 1
            own = 0
            for part in range(2 if task in (1, 3) else 4):
                square = part_of(f, task, which, part)
                own |= 1 << square | 1 << square_beside(square, me.joined[square])
            if used & own != 0:
                return 0
            used |= own
    return count


@compiled
def part_of(f: Facts, task: int, which: int, part: int) -> int:
    """Return one square of a formation that is not a line; NONE if it is off the board."""
    if task == 4:
        return which // 5 * SIDE + which % 5 + part // 2 * SIDE + part % 2
    if task == 3:
        corner = int(SQUARE_OF_CORNER[which])
        if part == 0:
            return corner + 1 if corner % SIDE == 0 else corner - 1
        return corner + SIDE if corner < SIDE else corner - SIDE
    row = int(f.temples[which]) // SIDE
    column = int(f.temples[which]) % SIDE
    row += -1 if part < (1 if task == 1 else 2) else 1
    if task == 10:
        column += -1 if part % 2 == 0 else 1
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else NONE
