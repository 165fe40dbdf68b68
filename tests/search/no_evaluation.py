"""A game without features and weights: `python -m tests.search.no_evaluation` lets every agent play it.

Run with ULPIA_INTERPRETED=1, so that nothing is compiled for a game that no one else plays.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import ulpia
from ulpia.agents import AGENTS, Budget, Decision, Random, advise
from ulpia.games.trajan.game import Trajan
from ulpia.registry import GAMES, find_game
from ulpia.search.evaluation import evaluation_folder, learned_network
from ulpia.search.searcher import MAX_DECISIONS, default_config


class Plain(Trajan):
    """Trajan without its evaluation."""

    name = "plain"
    thoughts: ClassVar[Mapping[str, Any]] = {key: value for key, value in Trajan.thoughts.items() if key != "features"}


def main() -> None:
    """Let every agent decide near the end of a game, and advise there."""
    GAMES["plain"] = f"{__name__}:Plain"
    game = find_game("plain")
    assert evaluation_folder(game) is None
    assert learned_network(game) is None
    assert default_config(game).rollout_depth == MAX_DECISIONS
    match, dice = ulpia.new("plain", 2, 3, setup="dealt"), Random(3)
    before = []
    while match.seat is not None:
        before.append(match.copy())
        match.play(dice.choose(Decision(match)))
    late = next(one for one in reversed(before[:-6]) if len(one.options) > 2)
    for name, make in AGENTS.items():
        decision = Decision(late, Budget(simulations=5))
        assert make(1).choose(decision) == make(1).choose(decision), name
        assert make(1).choose(decision) in late.options, name
    assert advise(Decision(late), budget=Budget(simulations=3)).action in late.options
    print("played")


if __name__ == "__main__":
    main()
