"""Research interfaces: batches of games, PettingZoo, Gymnasium, OpenSpiel, CUDA, data sets.

>>> from ulpia.research import Batch
>>> batch = Batch(GAME, seats=4, games=1000)
>>> batch.step(batch.random_actions()).rewards.shape
(1000, 4)
"""

from ulpia.research.batch import Batch, Step

__all__ = ["Batch", "Step"]
