"""Where a search spends its time: `python -m tests.search.profile`. Prints CPU time on one core."""

import importlib.util
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import ulpia
from tests.support.games import BUILT_IN
from ulpia.agents import Decision, Random
from ulpia.match import Match
from ulpia.search.searcher import SearchConfig, Searcher, search_module

TIMES, SIMULATIONS, POSITIONS = 20_000, 1_000, 8
PARTS = ("copy_and_advance", "write_features", "predict_scores", "sample_positions")


def some_positions(name: str) -> list[Match]:
    """Return positions spread over a game of four."""
    match, dice = ulpia.new(name, 4, 5, setup="dealt"), Random(5)
    found: list[Match] = []
    while match.seat is not None:
        if len(match.actions) % 40 == 20 and len(found) < POSITIONS:
            found.append(match.copy())
        match.play(dice.choose(Decision(match)))
    return found


def seconds(work: Callable[[], Any]) -> float:
    """Return the CPU time of a second call."""
    work()
    begin = time.process_time()
    work()
    return time.process_time() - begin


def load_parts(name: str, functions: dict[str, Any]) -> ModuleType:
    """Load `tests.search.parts` for one game, as `engine.jit.bind` loads a template."""
    spec = importlib.util.spec_from_file_location(f"tests.search.{name}_parts", Path(__file__).parent / "parts.py")
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    vars(module).update(functions)
    spec.loader.exec_module(module)
    return module


def profile(name: str) -> None:
    """Print microseconds of each part, and of a whole simulation."""
    spent = dict.fromkeys((*PARTS, "simulation"), 0.0)
    evaluated = 0
    positions = some_positions(name)
    for match in positions:
        game, seen = match.game, Decision(match).seen
        search = vars(search_module(game))
        given = {part: search[part] for part in ("predict_score", "advance", "sample_position")}
        parts = load_parts(name, game.rules.functions._asdict() | given)
        searcher = Searcher(game, match.components, simulations=SIMULATIONS)
        searcher.search(seen, 1, 1, SearchConfig())  # leaves a sampled position to work on
        table = searcher.facts, seen[0], searcher.workspace
        for part in PARTS:
            work = getattr(parts, part)
            spent[part] += seconds(lambda work=work, table=table: work(*table, TIMES)) / TIMES  # type: ignore[misc]
        searcher.clear_tree()
        begin = time.process_time()
        evaluated += searcher.search(seen, 1, SIMULATIONS, SearchConfig())
        spent["simulation"] += (time.process_time() - begin) / SIMULATIONS
    speed, share = evaluated / (spent["simulation"] * SIMULATIONS), evaluated / (SIMULATIONS * len(positions))
    print(f"{name}: {speed:,.0f} positions evaluated a second, {share:.1f} a simulation")
    for part, total in spent.items():
        print(f"  {part:18} {total / len(positions) * 1e6:8.2f} µs")


if __name__ == "__main__":
    for each in sys.argv[1:] or BUILT_IN:
        profile(each)
