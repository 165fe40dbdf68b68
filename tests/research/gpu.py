"""Whether there is a GPU here."""

from ulpia.kernel.device import find_device
from ulpia.kernel.errors import UlpiaError


def has_device() -> bool:
    """Whether CUDA can be used."""
    try:
        find_device()
    except UlpiaError:
        return False
    return True
