"""Train a network with MaskablePPO of sb3-contrib and evaluate it against random players.

    pip install 'ulpia[train]'
    python examples/train.py                        # Trajan, two seats: a few minutes on two cores
    python examples/train.py --game forum_trajanum --seats 3 --save model.zip

The learner plays against random opponents and is rewarded for every change of its lead in points. It is evaluated by
its victories alone, in games that are not used for training, from every seat equally often.
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
EVALUATION_SEED = 1_000_000_000
"""Seed of the first game of the evaluation; training does not reach it."""


class Progress(BaseCallback):
    """Prints a line of progress every `every` steps."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every, self.due, self.won = every, every, []
        self.started = time.perf_counter()

    def _on_step(self) -> bool:
        self.won += [info["victory"] for info in self.locals["infos"] if info]  # empty unless a game ended
        if self.num_timesteps >= self.due:
            recent = f"{np.mean(self.won[-500:]):.1%}" if self.won else "-"
            print(
                f"{self.num_timesteps:>9} steps  {time.perf_counter() - self.started:6.0f} s  "
                f"{len(self.won):>6} games  recent victories {recent}",
                flush=True,
            )
            self.due += self.every
        return True


def train(game: str, seats: int, steps: int, seed: int) -> MaskablePPO:
    """Train in games against random players."""
    envs = VecEnv(game, seats=seats, games=GAMES_AT_ONCE, opponents="random", rewards="points")
    envs.seed(seed)
    learner = MaskablePPO(
        "MlpPolicy",
        VecNormalize(envs, norm_obs=False),  # scales rewards; observations are scaled already
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
    return learner.learn(steps, callback=Progress(max(steps // 20, 1)))


def evaluate(learner: MaskablePPO, game: str, seats: int, games: int) -> np.ndarray:
    """Return its victory shares in fresh games against random players. In game i it has seat i modulo `seats`."""
    envs = vector(game, seats=seats, games=games, opponents="random")
    observations, _ = envs.reset(seed=EVALUATION_SEED)
    victories = np.full(games, np.nan)
    while np.isnan(victories).any():
        actions, _ = learner.predict(observations, action_masks=envs.action_masks(), deterministic=True)
        observations, _, terminated, _, infos = envs.step(actions)
        first = terminated & np.isnan(
            victories
        )  # count only the first game of each, so that long ones are not left out
        if first.any():
            victories[first] = infos["final_info"]["victory"][first]
    return victories


def main() -> None:
    """Train, then evaluate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="trajan", help="trajan or forum_trajanum")
    parser.add_argument("--seats", type=int, default=2, help="2 to 4")
    parser.add_argument("--steps", type=int, default=400_000, help="decisions to train on")
    parser.add_argument("--games", type=int, default=1000, help="games of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="save the trained model")
    options = parser.parse_args()
    started = time.perf_counter()
    torch.set_num_threads(1)  # a small network gains little by more threads, and they wait long on a busy machine
    learner = train(options.game, options.seats, options.steps, options.seed)
    if options.save:
        learner.save(options.save)
    victories = evaluate(learner, options.game, options.seats, options.games)
    low, high = wilson(victories.mean(), options.games)
    print(
        f"{options.game}, {options.seats} seats: won {victories.mean():.1%} of {options.games} fresh games "
        f"against random (95 % interval {low:.1%} to {high:.1%})"
    )
    for seat in range(min(options.seats, options.games)):
        print(f"  from seat {seat + 1}: {victories[seat :: options.seats].mean():.1%}")
    print(f"  {time.perf_counter() - started:.0f} s in all")


if __name__ == "__main__":
    main()
