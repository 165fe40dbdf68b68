"""How a step lists what may be chosen: numbers of actions, one after another, in ascending order."""

from ulpia.kernel.compiled import compiled
from ulpia.kernel.layout import Options


@compiled
def offer(may: Options, n: int, action: int, allowed: bool) -> int:
    """List an action if it is allowed; return how many are listed now. (No branch: the next one overwrites it.)"""
    may[n] = action
    return n + 1 if allowed else n
