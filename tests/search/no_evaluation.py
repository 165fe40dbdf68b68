"""Every agent plays the example game, which has neither features nor weights: `python -m tests.search.no_evaluation`.

Run with ULPIA_INTERPRETED=1, so that nothing is compiled for it.
"""

import sys
import tempfile
from pathlib import Path

import ulpia
from ulpia.agents import AGENTS, Budget, Decision, Random, advise
from ulpia.registry import find_game, reload_games
from ulpia.search.evaluation import learned_network
from ulpia.search.searcher import MAX_DECISIONS, default_config

EXAMPLE = Path(__file__).parents[2] / "examples" / "scalae"


def install(folder: Path) -> None:
    """Make the entry point of the example known in this process."""
    (folder / "ulpia_scalae-0.1.0.dist-info").mkdir()
    (folder / "ulpia_scalae-0.1.0.dist-info" / "METADATA").write_text("Name: ulpia-scalae\nVersion: 0.1.0\n")
    entry_points = "[ulpia.games]\nscalae = ulpia_scalae.game:GAME\n"
    (folder / "ulpia_scalae-0.1.0.dist-info" / "entry_points.txt").write_text(entry_points)
    sys.path[:0] = [str(folder), str(EXAMPLE)]
    reload_games()


def main(folder: Path) -> None:
    """Let every agent decide in the middle of a game, and advise there."""
    install(folder)
    game = find_game("scalae")
    assert game.evaluation is None
    assert learned_network(game) is None
    assert default_config(game).rollout_depth == MAX_DECISIONS
    match, dice = ulpia.new("scalae", 3, 3), Random(3)
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
    with tempfile.TemporaryDirectory() as temporary:
        main(Path(temporary))
