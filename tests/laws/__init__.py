"""Laws: properties that every game must have in every state."""

from collections import Counter
from typing import Any


def chi_squared(observed: Counter[Any], odds: dict[Any, float]) -> float:
    """Return the chi-squared statistic of observed counts against expected probabilities."""
    total = sum(observed.values())
    assert set(observed) <= set(odds)
    return sum((observed[key] - total * chance) ** 2 / (total * chance) for key, chance in odds.items())
