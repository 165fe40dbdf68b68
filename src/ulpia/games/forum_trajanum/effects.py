"""What an action would do right now, in a few words, from a view: help for people who choose."""

from typing import Any


def say_effect(action: Any, view: dict[str, Any], language: str) -> str:
    """TODO."""
    return ""
