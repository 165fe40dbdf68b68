"""Teach a network to play, by MaskablePPO of sb3-contrib, and see how often it beats random players.

    pip install 'ulpia[train]'
    python examples/train.py                        # Trajan, two seats: a few minutes on two cores
    python examples/train.py --game forum_trajanum --seats 3 --save model.zip

It learns from games against random players, in which every change of its lead in points is a reward; it is judged by
victories alone, in games it has never seen, from every seat equally often.
"""

import argparse
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecNormalize

from ulpia.arena.statistics import wilson
from ulpia.research.gymnasium import vector
from ulpia.research.stable_baselines import VecEnv

GAMES_AT_ONCE = 64
UNSEEN = 1_000_000_000
"""Seed of the first game it is judged by; it never learns from those."""


class Told(BaseCallback):
    """Tells how it goes, a line for each so many steps."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every, self.due, self.won = every, every, []
        self.begun = time.perf_counter()

    def _on_step(self) -> bool:
        self.won += [info["victory"] for info in self.locals["infos"] if info]  # there is one where a game has ended
        if self.num_timesteps >= self.due:
            lately = f"{np.mean(self.won[-500:]):.1%}" if self.won else "-"
            print(
                f"{self.num_timesteps:>9} steps  {time.perf_counter() - self.begun:6.0f} s  "
                f"{len(self.won):>6} games  victories lately {lately}",
                flush=True,
            )
            self.due += self.every
        return True


def learn(game: str, seats: int, steps: int, seed: int) -> MaskablePPO:
    """Learn from games against random players."""
    tables = VecEnv(game, seats=seats, games=GAMES_AT_ONCE, opponents="random", rewards="points")
    tables.seed(seed)
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
        seed=seed,
        device="cpu",
    )
    return learner.learn(steps, callback=Told(max(steps // 20, 1)))


def judge(learner: MaskablePPO, game: str, seats: int, games: int) -> np.ndarray:
    """Its share of the victory in fresh games against random players; in game 0 it has seat 0, in game 1 seat 1, …"""
    tables = vector(game, seats=seats, games=games, opponents="random")
    seen, _ = tables.reset(seed=UNSEEN)
    victories = np.full(games, np.nan)
    while np.isnan(victories).any():
        actions, _ = learner.predict(seen, action_masks=tables.action_masks(), deterministic=True)
        seen, _, done, _, told = tables.step(actions)
        first = done & np.isnan(victories)  # only the first game of a table counts, so that no long one is left out
        if first.any():
            victories[first] = told["final_info"]["victory"][first]
    return victories


def main() -> None:
    """Learn, then be judged."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="trajan", help="trajan (the usual one) or forum_trajanum")
    parser.add_argument("--seats", type=int, default=2, help="2 to 4")
    parser.add_argument("--steps", type=int, default=400_000, help="how many decisions it learns from")
    parser.add_argument("--games", type=int, default=1000, help="how many fresh games it is judged by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="keep what was learned")
    options = parser.parse_args()
    begun = time.perf_counter()
    torch.set_num_threads(1)  # so small a network gains little by two, and waits long where cores are shared
    learner = learn(options.game, options.seats, options.steps, options.seed)
    if options.save:
        learner.save(options.save)
    victories = judge(learner, options.game, options.seats, options.games)
    low, high = wilson(victories.mean(), options.games)
    print(
        f"{options.game}, {options.seats} seats: won {victories.mean():.1%} of {options.games} fresh games "
        f"against random (95 % interval {low:.1%} to {high:.1%})"
    )
    for seat in range(min(options.seats, options.games)):
        print(f"  from seat {seat}: {victories[seat :: options.seats].mean():.1%}")
    print(f"  {time.perf_counter() - begun:.0f} s in all")


if __name__ == "__main__":
    main()
