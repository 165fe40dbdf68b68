"""Where a thought spends its time: `python -m tests.search.profile`. Prints CPU time on one core."""

import sys
import time
from collections.abc import Callable
from typing import Any

import ulpia
from ulpia.agents import Look, Random
from ulpia.engine.jit import bind
from ulpia.match import Match
from ulpia.registry import GAMES
from ulpia.search.searcher import (
    Manner,
    Mind,
    learned_net,
    module,
)

TIMES, WALKS, MOMENTS = 20_000, 1_000, 8
PARTS = ("copy_and_advance", "describe_seats", "estimate_seats", "imagine_tables")


def moments(name: str) -> list[Match]:
    """Positions spread over a game of four."""
    match, dice, found = ulpia.new(name, 4, 5, setup="dealt"), Random(5), []
    while match.seat is not None:
        if len(match.actions) % 40 == 20 and len(found) < MOMENTS:
            found.append(match.copy())
        match.play(dice.choose(Look(match)))
    return found


def seconds(work: Callable[[], Any]) -> float:
    """CPU time of some work that was done once before."""
    work()
    begin = time.process_time()
    work()
    return time.process_time() - begin


def profile(name: str) -> None:
    """Print microseconds of each part, and of a whole walk."""
    spent = dict.fromkeys((*PARTS, "walk"), 0.0)
    judged = 0
    for match in moments(name):
        game, seen = match.game, match.seen(match.seat)
        inside = vars(module(game))
        given = {part: inside[part] for part in ("estimate", "advance", "imagine_one")}
        parts = bind("tests.search.parts", f"tests.search.{name}_parts", **game.thoughts, **given)
        mind = Mind(game, match.components.facts, learned_net(game), WALKS)
        mind.think(seen, 1, 1, Manner())  # leaves an imagined table to work on
        table = mind.facts, seen[0], mind.states, mind.tools
        for part in PARTS:
            work = getattr(parts, part)
            spent[part] += seconds(lambda work=work, table=table: work(*table, TIMES)) / TIMES  # type: ignore[misc]
        mind.forget()
        begin = time.process_time()
        judged += mind.think(seen, 1, WALKS, Manner())
        spent["walk"] += (time.process_time() - begin) / WALKS
    walks = WALKS * len(moments(name))
    print(f"{name}: {judged / (spent['walk'] * WALKS):,.0f} positions judged a second, {judged / walks:.1f} a walk")
    for part, total in spent.items():
        print(f"  {part:18} {total / MOMENTS * 1e6:8.2f} µs")


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        profile(each)
