"""Listing of legal actions: a step writes their numbers into a buffer, in ascending order."""

from ulpia.engine.jit import compiled_as
from ulpia.engine.layout import Options


@compiled_as("int64(int64[::1], int64, int64, boolean)")
def offer(legal: Options, n: int, action: int, allowed: bool) -> int:
    """List an action if it is allowed and return the new count. (No branch: the next action overwrites this one.)"""
    legal[n] = action
    return n + 1 if allowed else n
