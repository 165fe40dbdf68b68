"""Ulpia for research: many games at once, and the interfaces that people already use.

>>> from ulpia.research import Batch
>>> batch = Batch("trajan", seats=4, games=1000)
>>> batch.step(batch.random_actions()).observations.shape
(1000, 2071)
"""

from ulpia.research.batch import Batch, Step

__all__ = ["Batch", "Step"]
