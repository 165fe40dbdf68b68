"""Laws of every game."""

from collections import Counter
from typing import Any


def chi_squared(observed: Counter[Any], odds: dict[Any, float]) -> float:
    """How far what was observed is from what is expected."""
    total = sum(observed.values())
    assert set(observed) <= set(odds)
    return sum((observed[key] - total * chance) ** 2 / (total * chance) for key, chance in odds.items())
