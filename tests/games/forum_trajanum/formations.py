"""The upper tasks of Trajan cards, written out a second time: in the words of the cards and square by square.   F-74.

The search for the largest selection of disjoint formations branches on the first tile that any of them covers.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

SIDE = 6
Temples = list[list[int]]
"""Row and column of each temple, from 1."""
Colonia = dict[tuple[int, int], int]
"""Buildings by row and column, from 0: 0..3 grey, 4..7 coloured."""


def fulfilments(task: str, colonia: Colonia, temples: Temples, doubles: Mapping[int, int]) -> int:
    """Return how often a task is fulfilled. `doubles` joins the squares of double tiles in both directions."""
    tile_of = {cell: cell for cell in colonia}
    for square, other in doubles.items():
        tile_of[divmod(square, SIDE)] = divmod(min(square, other), SIDE)
    if task == "all four colours":
        tiles = {(tile_of[cell], building) for cell, building in colonia.items()}
        return min([building for _, building in tiles].count(building) for building in range(4, 8))
    found = formations(task, colonia, temples)
    return most_disjoint([frozenset(tile_of[cell] for cell in cells) for cells in found])


def grey(building: int | None) -> bool:
    return building is not None and building < 4


def coloured(building: int | None) -> bool:
    return building is not None and building >= 4


def lines(colonia: Colonia, length: int, down: bool) -> Iterator[tuple[list[tuple[int, int]], list[int | None]]]:
    for row, column in product(range(SIDE), range(SIDE)):
        cells = [(row + step, column) if down else (row, column + step) for step in range(length)]
        if max(max(cell) for cell in cells) < SIDE:
            yield cells, [colonia.get(cell) for cell in cells]


def formations(task: str, colonia: Colonia, temples: Temples) -> list[frozenset[tuple[int, int]]]:
    """Return all fulfilments of an upper task, each as the squares it needs."""
    down = not task.endswith("across")
    stands = [(row - 1, column - 1) for row, column in temples]
    found: list[list[tuple[int, int]]] = []
    if task in ("coloured between grey across", "coloured between grey down"):
        found = [cells for cells, (a, b, c) in lines(colonia, 3, down) if grey(a) and coloured(b) and grey(c)]
    elif task == "grey between coloured down":
        found = [cells for cells, (a, b, c) in lines(colonia, 3, down) if coloured(a) and grey(b) and coloured(c)]
    elif task == "two grey down":
        found = [cells for cells, (a, b) in lines(colonia, 2, down) if grey(a) and grey(b) and a != b]
    elif task == "two grey between coloured down":
        found = [
            cells
            for cells, (a, b, c, d) in lines(colonia, 4, down)
            if coloured(a) and grey(b) and grey(c) and coloured(d)
        ]
    elif task in ("three colours down", "three grey down"):
        kind = coloured if "colours" in task else grey
        found = [cells for cells, three in lines(colonia, 3, down) if all(map(kind, three)) and len(set(three)) == 3]
    elif task == "square of four":
        squares = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in product(range(5), range(5))]
        found = [square for square in squares if all(cell in colonia for cell in square)]
    elif task == "crane both sides":
        sides = [[(0, 1), (1, 0)], [(0, 4), (1, 5)], [(5, 1), (4, 0)], [(5, 4), (4, 5)]]
        found = [pair for pair in sides if all(cell in colonia for cell in pair)]
    elif task == "temple above and below":
        found = [[(r - 1, c), (r + 1, c)] for r, c in stands if (r - 1, c) in colonia and (r + 1, c) in colonia]
    elif task == "temple four corners":
        corners = [[(r + dr, c + dc) for dr, dc in product((-1, 1), (-1, 1))] for r, c in stands]
        found = [cells for cells in corners if all(coloured(colonia.get(cell)) for cell in cells)]
    return [frozenset(cells) for cells in found]


def most_disjoint(sets: list[frozenset[tuple[int, int]]]) -> int:
    """Return the largest number of disjoint sets."""

    @cache
    def best(left: frozenset[frozenset[tuple[int, int]]]) -> int:
        if not left:
            return 0
        cell = min(min(one) for one in left)
        without = best(frozenset(one for one in left if cell not in one))
        using = [one for one in left if cell in one]
        return max(without, *(1 + best(frozenset(other for other in left if not other & one)) for one in using))

    return best(frozenset(sets))
