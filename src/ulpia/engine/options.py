"""How a step lists what may be chosen: numbers of actions, one after another, in ascending order."""

from ulpia.engine.jit import compiled_as
from ulpia.engine.layout import Options


@compiled_as("int64(int64[::1], int64, int64, boolean)")
def offer(legal: Options, n: int, action: int, allowed: bool) -> int:
    """List an action if it is allowed; return how many are listed now. (No branch: the next one overwrites it.)"""
    legal[n] = action
    return n + 1 if allowed else n
