"""Call a compiled rule from a test."""

from collections.abc import Callable
from typing import Any, TypeVar

from ulpia.engine.jit import INTERPRETED, njit

Result = TypeVar("Result")


def callable_from_python(rule: Callable[..., Result]) -> Callable[..., Result]:
    """Wrap a rule that only compiled code can call; interpreted rules need no wrapper."""
    if INTERPRETED:
        return rule
    wrapped: Any = njit(lambda *arguments: rule(*arguments))
    return wrapped  # type: ignore[no-any-return]
