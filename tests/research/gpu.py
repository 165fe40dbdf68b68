"""Whether there is a GPU here."""

from ulpia.core.errors import UlpiaError
from ulpia.engine.cuda import find_device


def has_device() -> bool:
    """Whether CUDA can be used."""
    try:
        find_device()
    except UlpiaError:
        return False
    return True
