"""Teach a network to play, by MaskablePPO of sb3-contrib, and see how often it beats random players.

    pip install 'ulpia[train]'
    python examples/train.py                        # Trajan, two seats, about ten minutes on two cores
    python examples/train.py --game forum_trajanum --steps 1000000 --save model.zip

It learns from games against random players, in which every change of its lead in points is a reward; it is judged by
victories alone, in fresh games, from both seats.
"""

import argparse
import time

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecNormalize

from ulpia.research.gymnasium import vector
from ulpia.research.stable_baselines import VecEnv

GAMES_AT_ONCE = 64
UNSEEN = 1_000_000_000
"""Seed of the first game it is judged by; it never learns from those."""


class Told(BaseCallback):
    """Tells how it goes, a line for each so many steps."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every, self.due, self.won, self.lead = every, every, [], []
        self.begun = time.perf_counter()

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "victory" in info:
                self.won.append(info["victory"])
        if self.num_timesteps >= self.due:
            seconds = time.perf_counter() - self.begun
            recent = self.won[-500:]
            print(
                f"{self.num_timesteps:>9} steps  {seconds:6.0f} s  {len(self.won):>6} games  "
                f"victories lately {np.mean(recent) if recent else 0:.1%}",
                flush=True,
            )
            self.due += self.every
        return True


def judge(model: MaskablePPO, game: str, seats: int, games: int) -> float:
    """The share of victories in fresh games against random players, every seat equally often."""
    tables = vector(game, seats=seats, games=games, opponents="random", rewards="result")
    seen, told = tables.reset(seed=UNSEEN)
    victories = np.full(games, np.nan)
    while np.isnan(victories).any():
        actions, _ = model.predict(seen, action_masks=tables.action_masks(), deterministic=True)
        seen, _, done, _, told = tables.step(actions)
        for at in done.nonzero()[0]:
            if np.isnan(victories[at]):  # only the first game of each table counts: long games are not left out
                victories[at] = told["final_info"]["victory"][at]
    return float(victories.mean())


def main() -> None:
    """Learn, then be judged."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="trajan")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--steps", type=int, default=1_500_000)
    parser.add_argument("--games", type=int, default=400, help="how many fresh games it is judged by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="keep what was learned")
    options = parser.parse_args()
    tables = VecEnv(options.game, seats=options.seats, games=GAMES_AT_ONCE, opponents="random", rewards="points")
    tables.seed(options.seed)
    learner = MaskablePPO(
        "MlpPolicy",
        VecNormalize(tables, norm_obs=False),  # rewards of about one; observations are that already
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=0.995,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 128]},
        seed=options.seed,
        device="cpu",
    )
    learner.learn(options.steps, callback=Told(max(options.steps // 20, 1)))
    if options.save:
        learner.save(options.save)
    won = judge(learner, options.game, options.seats, options.games)
    off = 1.96 * (won * (1 - won) / options.games) ** 0.5
    print(f"{options.game}, {options.seats} seats: won {won:.1%} ± {off:.1%} of {options.games} games against random")


if __name__ == "__main__":
    main()
