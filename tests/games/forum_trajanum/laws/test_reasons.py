"""What is said of a move holds on the true table: it is counted there again, from the pieces."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import ulpia
from tests.games.forum_trajanum.formations import SIDE, fulfilments
from tests.support.compiled import callable_from_python
from ulpia.agents import Decision
from ulpia.agents.reasons import SAMPLES, course, find_reasons
from ulpia.core.actions import Action
from ulpia.core.constants import NONE
from ulpia.core.reasons import Course
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import CORNER_SQUARES, EAGLE, GREY, Cover
from ulpia.games.forum_trajanum.game import GAME
from ulpia.games.forum_trajanum.rules.recount_collections import collected
from ulpia.match import Match

Facts = Mapping[str, Any]
GAMES = ((2, 1), (3, 2), (4, 3), (2, 4))
"""Seats and seed."""
EVERY = 3
"""One of so many decisions is looked at."""
collected_times = callable_from_python(collected)


class Truth:
    """The true table before and after some actions."""

    def __init__(self, match: Match, actions: list[Action]) -> None:
        self.match, self.seat = match, match.seat
        self.end = match.copy()
        for action in actions:
            self.end.play(action)
        self.course = Course(
            match.seat or 0,
            tuple(actions),
            tuple(self.end.events(match.seat, since=len(match.entries))),
            match.view(match.seat),
            self.end.view(match.seat),
        )
        self.before, self.after = match.state, self.end.state

    @property
    def me(self) -> Any:
        """The record of the seat before."""
        return self.before.players[self.seat]

    @property
    def then(self) -> Any:
        """The record of the seat afterwards."""
        return self.after.players[self.seat]

    @cached_property
    def facts(self) -> Any:
        return self.match.components.facts

    def more(self, source: str) -> int:
        """Return how many points the seat makes from a source."""
        assert self.seat is not None
        return self.end.sources[self.seat][source] - self.match.sources[self.seat][source]

    def more_of(self, count: Callable[[Any], int]) -> int:
        """Return how much a count of the pieces of the seat grows."""
        return count(self.then) - count(self.me)

    @property
    def card(self) -> int:
        """The Trajan card of the cycle."""
        return int(self.before.cards[self.before.cycles_done])

    def tasks_built(self, player: Any) -> int:
        """Count the upper task of the Trajan card as its words say."""
        colonia = {divmod(at, SIDE): int(each) for at, each in enumerate(player.buildings) if each != NONE}
        ways = {1: 1, 2: SIDE, 3: -1, 4: -SIDE}
        doubles = {at: at + ways[int(way)] for at, way in enumerate(player.joined) if way}
        temples = [[int(at) // SIDE + 1, int(at) % SIDE + 1] for at in self.facts.temples]
        return fulfilments(names.BUILD_TASKS[self.facts.card_build[self.card]], colonia, temples, doubles)

    def tasks_collected(self, player: Any) -> int:
        """Count the lower task by laying things aside; a crane that is open counts as scored at the scoring."""
        twin = player.copy()
        for corner, square in enumerate(CORNER_SQUARES):
            if twin.covered[square] == Cover.NOTHING:
                twin.scored[corner] = 1
        return int(collected_times(twin, self.facts.card_collect[self.card]))

    def group(self, table: Any) -> int:
        """Return the size of the largest group of envoys."""
        places = {divmod(at, names.FORUM_COLUMNS) for at, seat in enumerate(table.envoys) if seat == self.seat}
        largest = 0
        while places:
            group, edge = 0, [places.pop()]
            while edge:
                row, column = edge.pop()
                group += 1
                beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & places
                places -= beside
                edge += beside
            largest = max(largest, group)
        return largest

    def group_points(self, table: Any) -> int:
        """F-72: size, slider and side of the slider."""
        envoys, player = self.group(table), table.players[self.seat]
        return max(0, envoys + int(player.slider) - (2 if player.reverse else 3)) if envoys else 0


def kinds_in(player: Any, number: int) -> int:
    """Count the kinds of grey buildings in a row of the colonia."""
    return len({int(each) for each in player.buildings[(number - 1) * SIDE : number * SIDE] if 0 <= each < GREY})


def multiplier(player: Any, number: int) -> int:
    """F-71."""
    return 1 + int(player.active[number - 1]) * sum(int(owner) != NONE for owner in player.rows[number - 1])


def structures(player: Any, colour: str) -> int:
    return sum(int(each) == GREY + names.COLOURS.index(colour) for each in player.buildings)


def has_space(player: Any, face: str) -> bool:
    first = 2 * names.CLASSES.index(face.split()[-1])
    return bool((player.rows[first : first + 2] == NONE).any())


def resource(player: Any, name: str) -> int:
    return int(player.resources[names.RESOURCES.index(name)])


def is_bare(player: Any, square: str) -> bool:
    at = names.SQUARES.index(square)
    return bool(player.covered[at] == Cover.NOTHING and player.buildings[at] == NONE and at not in CORNER_SQUARES)


def envoy_on(truth: Truth, place: str) -> bool:
    at = names.FORUM_SQUARES.index(place)
    return bool(truth.after.envoys[at] == truth.seat and truth.before.envoys[at] == NONE)


def eagle_beside(truth: Truth, place: str) -> bool:
    row, column = divmod(names.FORUM_SQUARES.index(place), names.FORUM_COLUMNS)
    beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    inside = [each for each in beside if 0 <= each[0] < names.FORUM_ROWS and 0 <= each[1] < names.FORUM_COLUMNS]
    return any(truth.before.mosaic[y * names.FORUM_COLUMNS + x] == EAGLE for y, x in inside)


def head(truth: Truth, player: Any) -> int:
    return int(truth.facts.head[player.slider])


def crane_points(truth: Truth, player: Any, colour: str) -> int:
    return structures(player, colour) * (3, 2, 1)[truth.before.cycles_done]


CLAIMS: dict[str, Callable[[Truth, Facts], bool]] = {
    "column_scores": lambda t, f: t.more("columns") >= f["points"],
    "marker_scores": lambda t, f: t.more("markers") >= f["points"],
    "bonus_points": lambda t, f: t.more("area bonuses") >= f["points"],
    "new_grey": lambda t, f: t.more_of(lambda me: kinds_in(me, f["number"])) == f["points"],
    "new_grey_with_citizens": lambda t, f: (
        t.more_of(lambda me: kinds_in(me, f["number"])) * multiplier(t.then, f["number"]) == f["points"]
    ),
    "citizens_multiply": lambda t, f: (
        t.more_of(lambda me: multiplier(me, f["number"])) * kinds_in(t.me, f["number"]) == f["points"]
    ),
    "clears_row": lambda t, f: multiplier(t.me, int(f["square"][1])) == f["points"] > 1,
    "crane_scores": lambda t, f: (
        crane_points(t, t.then, f["crane"]) - crane_points(t, t.me, f["crane"]) == f["points"] > 0
    ),
    "opens_crane": lambda t, f: crane_points(t, t.then, f["crane"]) == f["points"] > 0,
    "crane_later": lambda t, f: t.more_of(lambda me: structures(me, f["crane"])) > 0,
    "gets_lacking": lambda t, f: resource(t.me, f["taken"]) == 0 < resource(t.then, f["taken"]),
    "keeps_lacking": lambda t, f: resource(t.me, f["taken"]) == 0,
    "keeps_upgrade": lambda t, _: t.me.slider < 6,
    "open_citizen": lambda t, f: has_space(t.me, f["face"]),
    "keeps_citizen": lambda t, f: has_space(t.me, f["face"]),
    "passes_useless": lambda t, f: (
        not has_space(t.before.players[t.seat - 1 if t.seat else t.before.seats - 1], f["face"])
    ),
    "new_ability": lambda t, f: (
        multiplier(t.me, names.CITIZEN_ROWS.index(f["row"]) + 1) == 1
        and multiplier(t.then, names.CITIZEN_ROWS.index(f["row"]) + 1) > 1
    ),
    "row_bonus": lambda t, f: bool(t.then.rows[names.CITIZEN_ROWS.index(f["row"]), 1] != NONE),
    "money_for_rows": lambda t, f: (
        resource(t.me, "money") < (t.then.rows[:, 0] != NONE).sum() <= resource(t.then, "money")
    ),
    "two_tribunes": lambda t, _: resource(t.me, "tribune") < 2 <= resource(t.then, "tribune"),
    "envoy_waits": lambda t, _: t.me.ship == 0 < t.then.ship,
    "builds_task": lambda t, f: t.more_of(t.tasks_built) * head(t, t.then) == f["points"] > 0,
    "collects_task": lambda t, f: t.more_of(t.tasks_collected) * head(t, t.then) == f["points"] > 0,
    "better_tasks": lambda t, f: (head(t, t.me), head(t, t.then)) == (f["before"], f["head"]),
    "larger_group": lambda t, f: (
        t.group_points(t.after) - t.group_points(t.before) == f["points"] > 0 and t.group(t.after) == f["envoys"]
    ),
    "better_group": lambda t, f: t.group_points(t.after) - t.group_points(t.before) == f["points"] > 0,
    "group_in_reach": lambda t, f: t.group(t.after) == f["envoys"] < f["least"] and t.group_points(t.after) == 0,
    "on_eagle": lambda t, f: (
        envoy_on(t, f["place"]) and t.before.mosaic[names.FORUM_SQUARES.index(f["place"])] == EAGLE and f["points"] == 2
    ),
    "beside_eagle": lambda t, f: envoy_on(t, f["place"]) and eagle_beside(t, f["place"]) and f["points"] == 1,
    "completes_area": lambda t, _: (t.after.area_free == 0).sum() > (t.before.area_free == 0).sum(),
    "first_room": lambda t, f: bool(t.me.covered[names.SQUARES.index(f["square"])] != Cover.NOTHING),
    "room_for_double": lambda t, f: is_bare(t.me, f["other_square"]) and not is_bare(t.me, f["square"]),
    "more_left": lambda t, f: t.then.resources.sum() == f["left"] > f["fewer"],
    "ability_stays": lambda t, f: bool(t.then.active[names.CITIZEN_ROWS.index(f["row"])]) and t.before.cycles_done < 2,
    "row_without_grey": lambda t, f: kinds_in(t.me, names.CITIZEN_ROWS.index(f["row"]) + 1) == 0,
    "row_scores": lambda t, f: (
        kinds_in(t.me, number := names.CITIZEN_ROWS.index(f["row"]) + 1) * (multiplier(t.then, number) - 1)
        == f["points"]
    ),
}
"""What the sentences of a kind claim, in terms of the pieces on the table."""


def finish(match: Match, first: Action, dice: random.Random) -> list[Action]:
    """Choose an action and random ones after it in the same turn, as far as they are possible whatever is hidden."""
    end, played = match.copy(), [first]
    end.play(first)
    while end.seat is not None and end.turn == match.turn and len(played) < 12:
        played.append(dice.choice(end.options))
        end.play(played[-1])
    decision = Decision(match)
    return played[: min(len(course(decision, played, seed).actions) for seed in range(SAMPLES))]


def test_a_reason_holds_on_the_true_table() -> None:
    """Reasons are found on imagined tables; the same hold on the true one, whose pieces are counted."""
    counted: Counter[str] = Counter()
    for seats, seed in GAMES:
        match, dice = ulpia.new("forum_trajanum", seats, seed, setup="dealt"), random.Random(seed)
        step = 0
        while match.seat is not None:
            if step % EVERY == 0 and len(match.options) > 1:
                lines = [finish(match, first, dice) for first in dice.sample(match.options, 2)]
                truth, other = (Truth(match, line) for line in lines)
                here = GAME.find_reasons(truth.course, other.course)
                for reason in find_reasons(Decision(match), *lines):
                    assert reason in here, (reason, lines)
                    if reason.kind in CLAIMS:
                        counted[reason.kind] += 1
                        assert CLAIMS[reason.kind](truth, reason.facts), (seed, step, reason, lines)
            match.play(dice.choice(match.options))
            step += 1
    assert sum(counted.values()) > 100, counted
    assert len(counted) > 20, counted
