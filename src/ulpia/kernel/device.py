"""The one door to CUDA: the same rules compiled for a GPU, a thread for each table. Needs numba-cuda, an extra."""

from types import ModuleType
from typing import Any

from ulpia.kernel.compiled import INTERPRETED, bind, reopen
from ulpia.kernel.errors import MissingDevice, MissingExtra
from ulpia.kernel.protocol import Game

_bound: dict[str, ModuleType] = {}


def cuda_package() -> Any:
    """numba.cuda, if its package is installed."""
    try:
        import numba_cuda  # noqa: F401
        from numba import cuda
    except ImportError:
        raise MissingExtra(package="numba-cuda", extra="cuda") from None
    return cuda


def find_device() -> Any:
    """numba.cuda, if there is a GPU that it can use."""
    cuda = cuda_package()
    if INTERPRETED or not cuda.is_available():
        raise MissingDevice()
    return cuda


def name_of_device() -> str:
    """What GPU there is."""
    name = find_device().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def bind_kernels(game: Game, cuda: Any) -> ModuleType:
    """kernel/kernels.py bound to a game's compiled loops, once for each game."""
    if game.name not in _bound:
        reopen()
        _bound[game.name] = bind(
            "ulpia.kernel.kernels",
            f"ulpia.kernel.{game.name}_kernels",
            cuda=cuda,
            playouts=game.loops.playouts,
            start=game.lockstep.start,
            step=game.lockstep.step,
            relist=game.lockstep.relist,
        )
    return _bound[game.name]
