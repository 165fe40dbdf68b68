"""Trajan cards count the largest number of disjoint fulfilments; these tests compare with an exhaustive search.   F-74.

The formations themselves are written out a second time in `tests.games.forum_trajanum.formations`.
"""

import random
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import combinations, product
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

import ulpia
from tests.games.forum_trajanum.drawing import make_bare
from tests.games.forum_trajanum.formations import SIDE, Temples, fulfilments
from tests.support.drawn import GO_ON, clear_agenda, push
from ulpia.core.constants import NONE
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import CORNER_SQUARES, HOME, Cover, Frame
from ulpia.match import Match

COLONIAS = 1500
PRINTED = [[2, 3], [3, 5], [4, 2], [5, 4]]
CROSSING = [[2, 3], [4, 3], [2, 4], [4, 4]]
EDGE = [[1, 2], [1, 3], [1, 4], [1, 5]]
"""Squares of the temples. As printed, no two of their formations meet; on the other boards they overlap."""


@cache
def match_with(temples: str) -> Match:
    """Return a match on boards with temples at these squares."""
    printed = files("ulpia.games.forum_trajanum").joinpath("components.toml").read_text()
    with NamedTemporaryFile("w", suffix=".toml") as corrected:
        corrected.write(printed.replace(f"cells = {PRINTED}", f"cells = {temples}"))
        corrected.flush()
        return ulpia.new("forum_trajanum", seed=1, setup="dealt", components=corrected.name)


def buildable(temples: Temples) -> list[int]:
    taken = {(row - 1) * SIDE + column - 1 for row, column in temples} | set(CORNER_SQUARES)
    return [square for square in range(SIDE * SIDE) if square not in taken]


def card_with(tasks: Any, task: int) -> int:
    return list(tasks).index(task)


def scored_times(card: int, prepare: Callable[[Any], None], temples: Temples = PRINTED) -> int:
    """Return how often the rules count a card as fulfilled in a scoring."""
    match = match_with(str(temples)).copy()
    s: Any = match._position._states[0]  # type: ignore[attr-defined]
    facts: Any = match.components.facts
    make_bare(s, facts, 2)
    s.cycles_done, s.rounds_done = 2, 12
    s.cards[2] = card
    prepare(s.players[0])
    clear_agenda(s)
    for frame in (Frame.OVER, Frame.BEGIN_ROUND, Frame.SCORE):
        push(s, frame)
    match._position.play(GO_ON)
    return int(match.sources[0]["trajan cards"]) // int(facts.head[0])


@pytest.mark.parametrize(
    ("task", "temples"),
    [
        *((task, PRINTED) for task in names.BUILD_TASKS),
        ("temple above and below", CROSSING),
        ("temple four corners", CROSSING),
        ("square of four", CROSSING),
        ("square of four", EDGE),
    ],
    ids=str,
)
def test_upper_tasks_are_counted_as_often_as_possible(task: str, temples: Temples) -> None:
    """F-74: on 1500 random colonias for every task, sparse and dense, of few kinds and of many."""
    dice = random.Random(task)
    card = card_with(match_with(str(temples)).components.facts.card_build, names.BUILD_TASKS.index(task))
    seen, differ = set(), 0
    for _ in range(COLONIAS):
        density = dice.choice([0.5, 0.8, 0.95, 1.0])
        kinds = dice.choice([range(8), range(4), range(4, 8), (0, 1, 4, 5), (2, 6)])
        buildings = {square: dice.choice(kinds) for square in buildable(temples) if dice.random() < density}
        doubles = join_some(dice, buildings)
        colonia = {divmod(square, SIDE): building for square, building in buildings.items()}

        def prepare(player: Any, buildings: dict[int, int] = buildings, doubles: dict[int, int] = doubles) -> None:
            for square, building in buildings.items():
                player.buildings[square] = building
            for square, other in doubles.items():
                player.joined[square] = WAYS[other - square]

        expected = fulfilments(task, colonia, temples, doubles)
        differ += expected != fulfilments(task, colonia, temples, {})
        assert scored_times(card, prepare, temples) == expected, colonia
        seen.add(expected)
    assert len(seen) >= 3, seen
    if task in CHANGED_BY_DOUBLES:
        assert differ > 0  # positions where squares and tiles count differently are among them


CHANGED_BY_DOUBLES = (
    "coloured between grey across",
    "temple above and below",
    "square of four",
    "all four colours",
    "grey between coloured down",
    "coloured between grey down",
    "three colours down",
    "temple four corners",
)
"""Tasks whose count a double tile between two formations changes on some of these colonias."""
WAYS = {1: 1, SIDE: 2, -1: 3, -SIDE: 4}
"""Direction of the other square of a double tile, as the state keeps it."""


def join_some(dice: random.Random, buildings: dict[int, int]) -> dict[int, int]:
    """Make double tiles of some neighbouring squares: two of one colour, or one grey and one coloured building."""
    doubles: dict[int, int] = {}
    for square in dice.sample(sorted(buildings), len(buildings)):
        for other in dice.sample([square + 1, square + SIDE], 2):
            beside = other != square + 1 or other % SIDE != 0
            if other in buildings and beside and not {square, other} & doubles.keys() and dice.random() < 0.8:
                one, two = sorted((buildings[square], buildings[other]))
                if one < 4 <= two or one == two >= 4:
                    doubles |= {square: other, other: square}
    return doubles


ASKED = {
    "tribune money": ["tribune", "money"],
    "two classes envoy": ["two classes", "envoy"],
    "two assistants money": ["assistant", "assistant", "money"],
    "builder worker assistant": ["builder", "worker", "assistant"],
    "assistant two money": ["assistant", "money", "money"],
    "tribune builder assistant": ["tribune", "builder", "assistant"],
    "worker two columns": ["worker", "column", "column"],
    "two cranes two classes": ["crane", "crane", "two classes"],
    "every class": ["patrician", "merchant", "craftsman"],
    "column tribune builder": ["column", "tribune", "builder"],
    "two cranes two workers": ["crane", "crane", "two colours"],
    "marker assistant money": ["marker", "assistant", "money"],
}
EITHER = {
    "worker": [(colour,) for colour in names.COLOURS],
    "two colours": list(combinations(names.COLOURS, 2)),
    "two classes": list(combinations(names.CLASSES, 2)),
}


def ways(asked: list[str]) -> list[tuple[str, ...]]:
    """Return every set of things that fulfils a lower task once."""
    return [sum(parts, ()) for parts in product(*(EITHER.get(thing, [(thing,)]) for thing in asked))]


def most_collections(things: dict[str, int], task: str) -> int:
    """Lay aside one fulfilment after another, in every possible way."""
    possible = ways(ASKED[task])

    @cache
    def best(left: tuple[tuple[str, int], ...]) -> int:
        most = 0
        for way in possible:
            rest = dict(left)
            for thing in way:
                rest[thing] = rest.get(thing, 0) - 1
            if min(rest.values()) >= 0:
                most = max(most, 1 + best(tuple(sorted(rest.items()))))
        return most

    return best(tuple(sorted(things.items())))


class Holdings:
    """Everything a player has."""

    def __init__(self, dice: random.Random) -> None:
        self.resources = [dice.choice([0, 1, 1, 2, 2, 3, 4]) for _ in names.RESOURCES]
        self.citizens = [dice.choice([0, 1, 2, 2]) for _ in names.CITIZEN_ROWS]
        self.active = [count > 0 and dice.random() < 0.8 for count in self.citizens]
        self.columns = dice.sample(buildable(PRINTED), dice.randrange(6))
        self.tracks = [dice.choice([4, HOME, HOME]) for _ in names.TRACKS]
        self.scored = [dice.random() < 0.8 for _ in names.CORNERS]
        self.ship = dice.randrange(4)

    def things(self) -> dict[str, int]:
        """All of it by name."""
        things = dict(zip(names.RESOURCES, self.resources)) | dict.fromkeys(names.CLASSES, 0)
        for row, (count, active) in enumerate(zip(self.citizens, self.active)):
            things[names.CLASSES[row // 2]] += count * active
        others = {"envoy": self.ship, "column": len(self.columns), "crane": sum(self.scored)}
        return things | others | {"marker": self.tracks.count(HOME)}

    def build_columns(self, player: Any) -> None:
        for square in self.columns:
            player.buildings[square] = names.GREY.index("column")

    def give(self, player: Any) -> None:
        self.build_columns(player)
        player.resources[...] = self.resources
        for row, count in enumerate(self.citizens):
            player.rows[row] = [0 if space < count else NONE for space in range(2)]
        player.active[...] = self.active
        player.tracks[...] = self.tracks
        player.scored[...] = self.scored
        player.covered[list(CORNER_SQUARES)] = Cover.OPEN  # so that none scores now
        player.ship = self.ship


@pytest.mark.parametrize("task", names.COLLECT_TASKS)
def test_lower_tasks_are_counted_as_often_as_possible(task: str) -> None:
    """F-74: on random supplies, citizens, cranes, columns and markers."""
    dice = random.Random(task)
    card = card_with(match_with(str(PRINTED)).components.facts.card_collect, names.COLLECT_TASKS.index(task))
    seen = set()
    for _ in range(COLONIAS // 2):
        holdings = Holdings(dice)
        upper = scored_times(card, holdings.build_columns)
        expected = most_collections(holdings.things(), task)
        assert scored_times(card, holdings.give) - upper == expected, holdings.things()
        seen.add(expected)
    assert len(seen) >= 3, seen
