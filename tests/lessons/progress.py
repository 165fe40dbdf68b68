"""Measure what lessons are worth: a program that knows only what the lessons so far have taught plays against `tiro`.

`python -m tests.lessons.progress [GAME ...] [--deals N] [--seed S]` prints a table for each game: after how many
lessons, the points of the program and how often it wins. docs/learning.md has the results and says what they mean.

The program (`Pupil`) is made from the data of the lessons alone; no rule and no figure of a game is written here.

- It can do what answers of the lessons do: the kinds of actions in them.
- It likes points, and events that goals of the lessons name. Both count 1.
- It avoids events that lessons name as mistakes, unless another goal names them. They count -1.

It tries every option on an imagined match, goes on to the end of its turn in the same way, one step at a time, and
takes the best one. What it was not taught is worth nothing to it, good or bad; equal options are drawn by lot. Before
the first lesson all options are equal.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from ulpia.agents import Agent, Decision, find_agent
from ulpia.arena.play import GameResult
from ulpia.arena.statistics import mean_of, win_rate
from ulpia.core.actions import Action
from ulpia.core.game import Game
from ulpia.engine.position import Position
from ulpia.lessons import Lesson, Step, lessons_of
from ulpia.lessons.lesson import Condition, actions_in
from ulpia.match import new
from ulpia.registry import find_game

SEATS = 2
OPPONENT = "tiro"
DEALS, FIRST_SEED = 30, 910_001
SEED_LIMIT = 1 << 40
LONGEST_TURN = 30
"""Decisions of a turn that are looked at."""


@dataclass(frozen=True)
class Taught:
    """What some lessons have taught."""

    actions: frozenset[type[Action]] = frozenset()
    wanted: frozenset[str] = frozenset()
    """Kinds of events."""
    avoided: frozenset[str] = frozenset()

    @classmethod
    def by(cls, game: Game, lessons: Iterable[Lesson]) -> "Taught":
        """Return what the answers, goals and mistakes of lessons teach."""
        kinds = {str(action): type(action) for action in game.actions}
        actions, wanted, avoided = set[type[Action]](), set[str](), set[str]()
        for step in (step for lesson in lessons for step in lesson.steps):
            actions |= {kinds[action] for action in actions_in(step.answer)}
            wanted |= set(_events(step.goal, wants=True))
            avoided |= set(_mistakes(step))
        return cls(frozenset(actions), frozenset(wanted), frozenset(avoided - wanted))


def _events(conditions: Sequence[Condition], wants: bool) -> Iterator[str]:
    """Yield the kinds of one's own events that conditions want, or do not want."""
    for condition in conditions:
        if condition.event and wants and condition.seat == "me":
            yield condition.event
        yield from _events(condition.any, wants)
        yield from _events(condition.none, not wants)


def _mistakes(step: Step) -> Iterator[str]:
    yield from _events(step.goal, wants=False)
    for wrong in step.wrong:
        yield from (each.event for each in wrong.when if each.event and each.seat == "me" and not each.where)


class Pupil:
    """Plays with what it was taught."""

    def __init__(self, taught: Taught, seed: int) -> None:
        self.taught = taught
        self.dice = Random(seed)

    def choose(self, decision: Decision) -> Action:
        """Return the best option of those it understands, or any if it understands none."""
        game, seat = decision.game, decision.seat
        if not self.taught.actions or len(decision.options) == 1:
            return self.dice.choice(decision.options)
        seed = self.dice.randrange(SEED_LIMIT)
        imagined: Position = game.rules.imagine(decision.components, decision.seen, seed)
        values = [self._worth_of_turn(game, seat, imagined, option.number) for option in decision.options]
        return decision.options[self._best(values)]

    def _best(self, values: Sequence[int]) -> int:
        best = max(values)
        return self.dice.choice([at for at, value in enumerate(values) if value == best])

    def _worth_of_turn(self, game: Game, seat: int, before: Position, number: int) -> int:
        """Return what an option is worth with the rest of the turn, in which each step is the best one by itself."""
        after, worth = self._try(game, seat, before, number)
        for _ in range(LONGEST_TURN):
            if type(game.actions[number]) not in self.taught.actions or after.seat != seat or after.turn != before.turn:
                break
            tried = [(each, *self._try(game, seat, after, each)) for each in after.legal_actions]
            number, after, gained = tried[self._best([value for _, _, value in tried])]
            worth += gained
        return worth

    def _try(self, game: Game, seat: int, before: Position, number: int) -> tuple[Position, int]:
        """Play an option on a copy; return it with what the option itself is worth."""
        after = before.copy()
        after.play(number)
        kinds = [event.kind for event in game.read_events(after.events, seat) if event.seat == seat]
        worth = -sum(kind in self.taught.avoided for kind in kinds)
        if type(game.actions[number]) in self.taught.actions:
            worth += after.points[seat] - before.points[seat] + sum(kind in self.taught.wanted for kind in kinds)
        return after, worth


def play(game: str, taught: Taught, seed: int, seat: int) -> GameResult:
    """Play a game of the pupil in one seat against the opponent in the others."""
    match = new(game, SEATS, seed, setup="dealt")
    agents: list[Agent] = [find_agent(OPPONENT, seed) for _ in range(SEATS)]
    agents[seat] = Pupil(taught, seed)
    while match.seat is not None:
        match.play(agents[match.seat].choose(Decision(match)))
    assert match.outcome is not None
    places = [0] * SEATS
    for place, group in enumerate(match.outcome.ranking, 1):
        for each in group:
            places[each] = place
    names = tuple("pupil" if each == seat else OPPONENT for each in range(SEATS))
    return GameResult(seat, seed, names, match.points, tuple(places), match.sources, len(match.actions), "")


def points_of(name: str, game: GameResult) -> list[float]:
    """Return the points of an agent in a game."""
    return [float(points) for points, who in zip(game.points, game.seating, strict=True) if who == name]


def rows(game: str, deals: range) -> Iterator[str]:
    """Play all deals after each lesson, from both seats, and yield a row of the table for each."""
    lessons = [lesson for lesson in lessons_of(game) if lesson.steps]
    before: list[GameResult] | None = None
    for count in range(len(lessons) + 1):
        taught = Taught.by(find_game(game), lessons[:count])
        games = [play(game, taught, seed, seat) for seed in deals for seat in range(SEATS)]
        points, (low, high) = mean_of(games, lambda result: points_of("pupil", result))
        theirs = fmean(points_of(OPPONENT, result)[0] for result in games)
        rate, (least, most) = win_rate(games, "pupil")
        more = "" if before is None else _growth(before, games)
        title = lessons[count - 1].text("en", None, "title") if count else "none: any option"
        own = f"{len(taught.actions)} | {points:.1f} | {low:.1f} – {high:.1f} | {more}"
        yield f"| {count} {title} | {own} | {theirs:.1f} | {rate:.0%} | {least:.0%} – {most:.0%} |"
        before = games


def _growth(before: Sequence[GameResult], games: Sequence[GameResult]) -> str:
    """Return how much more the pupil has in the same deals and seats, with the interval."""
    earlier = {(game.seed, game.number): points_of("pupil", game)[0] for game in before}
    more, (low, high) = mean_of(games, lambda now: [points_of("pupil", now)[0] - earlier[now.seed, now.number]])
    return f"{more:+.1f} ({low:+.1f} – {high:+.1f})"


COLUMNS = ("after lesson", "kinds of actions", "points", "95 % interval", "more than before", "of `tiro`", "wins")
HEAD = f"| {' | '.join(COLUMNS)} | 95 % interval |\n|---|--:|--:|:-:|:-:|--:|--:|:-:|"


def main() -> None:
    """Print the table of each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["trajan", "forum_trajanum"])
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    options = parser.parse_args()
    deals = range(options.seed, options.seed + options.deals)
    for game in options.games:
        print(f"{game}: {options.deals} deals from seed {options.seed}, {SEATS * options.deals} games a row\n\n{HEAD}")
        for row in rows(game, deals):
            print(row, flush=True)
        print()


if __name__ == "__main__":
    main()
