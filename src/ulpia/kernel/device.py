"""The one door to CUDA: the same compiled rules on a GPU, a thread for each table. Needs numba-cuda, an extra."""

from types import ModuleType
from typing import Any

from ulpia.kernel.compiled import INTERPRETED, bind, reopen
from ulpia.kernel.errors import MissingDevice, MissingExtra

_bound: dict[str, ModuleType] = {}


def find_device() -> Any:
    """numba.cuda, if it is installed and sees a GPU; otherwise the refusal says which of both is missing."""
    try:
        import numba_cuda  # noqa: F401
        from numba import cuda
    except ImportError:
        raise MissingExtra(package="numba-cuda", extra="cuda") from None
    if INTERPRETED or not cuda.is_available():
        raise MissingDevice()
    return cuda


def bind_kernels(name: str, cuda: Any, **rules: Any) -> ModuleType:
    """kernel/kernels.py bound to a game's compiled loops, once for each game."""
    if name not in _bound:
        reopen()
        _bound[name] = bind(
            "ulpia.kernel.kernels", f"ulpia.kernel.{name}_kernels", kernel=cuda.jit, position=cuda.grid, **rules
        )
    return _bound[name]
