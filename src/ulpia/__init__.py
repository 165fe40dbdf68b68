"""Ulpia: board games with exact, compiled rules, to be played by people and studied by programs.

>>> import ulpia
>>> match = ulpia.new("trajan", seats=3, seed=7)
>>> match.question
Question(kind='arrange', about='seaport')
>>> match.play("arrange white blue")
>>> match.points
(0, 0, 0)
"""

from ulpia.core.errors import UlpiaError
from ulpia.match import Match, new
from ulpia.transcript import load

__version__ = "0.1.0"
__all__ = ["Match", "UlpiaError", "__version__", "load", "new"]
