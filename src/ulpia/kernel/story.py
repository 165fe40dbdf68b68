"""What happened, as rows in a buffer passed in beside the state. Playouts pass an empty one.

Row 0 holds the number of events; each later row is a kind, a seat and three details, whose meaning the kind gives.
"""

import numpy as np
import numpy.typing as npt

from ulpia.kernel.compiled import compiled_as

Story = npt.NDArray[np.int16]

WIDTH = 5


@compiled_as("void(int16[:, ::1], int64, int64, int64, int64, int64)")
def tell(story: Story, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Write one event down, if anybody listens."""
    if story.shape[0] == 0:
        return
    row = story[0, 0] + 1
    if row >= story.shape[0]:
        return  # full; the check reports it
    story[0, 0] = row
    story[row, 0] = kind
    story[row, 1] = seat
    story[row, 2] = a
    story[row, 3] = b
    story[row, 4] = c
