"""Every agent plays the example game, which has neither features nor weights: `python -m tests.search.no_evaluation`.

Run with ULPIA_INTERPRETED=1, so that nothing is compiled for it.
"""

import sys
from pathlib import Path
from typing import Any

from ulpia.agents import AGENTS, Budget, Decision, Random, advise
from ulpia.core.game import Game
from ulpia.core.settings import defaults
from ulpia.match import begin
from ulpia.search.evaluation import learned_network
from ulpia.search.searcher import MAX_DECISIONS, default_config

EXAMPLE = Path(__file__).parents[2] / "examples" / "scalae"


def main() -> None:
    """Let every agent decide in the middle of a game, and advise there."""
    sys.path.insert(0, str(EXAMPLE))
    module: Any = __import__("ulpia_scalae.game", fromlist=["GAME"])
    game: Game = module.GAME
    assert game.evaluation is None
    assert learned_network(game) is None
    assert default_config(game).rollout_depth == MAX_DECISIONS
    match, dice = begin(game, game.read_components(), 3, 3, defaults(game.settings)), Random(3)
    for _ in range(20):
        match.play(dice.choose(Decision(match)))
    while len(match.options) < 3:
        match.play(dice.choose(Decision(match)))
    for name, make in AGENTS.items():
        decision = Decision(match, Budget(simulations=20))
        assert make(1).choose(decision) == make(1).choose(decision), name
        assert make(1).choose(decision) in match.options, name
    assert advise(Decision(match), budget=Budget(simulations=3)).action in match.options
    print("played")


if __name__ == "__main__":
    main()
