"""CUDA: the rules of a game compiled for a GPU, one thread for each game. Needs the package numba-cuda.

This is the only module that imports numba.cuda.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from ulpia.core.errors import MissingDevice, MissingExtra
from ulpia.core.game import Game
from ulpia.engine.jit import INTERPRETED, allow_recompilation, cache_folder, compiled

REGISTERS = 64
REGISTERS_OF_PLAYOUTS = 40
"""Most registers of a thread. What does not fit is spilled to memory, but with fewer registers more threads run at
once and hide each other's latency. The best numbers were measured; in one step of a batch, spilling costs more."""

_bound: dict[str, ModuleType] = {}


def cuda_package() -> Any:
    """Return numba.cuda, if its package is installed."""
    try:
        import numba_cuda  # noqa: F401
        from numba import cuda
    except ImportError:
        raise MissingExtra(package="numba-cuda", extra="cuda") from None
    return cuda


def find_device() -> Any:
    """Return numba.cuda, if there is a GPU that it can use."""
    cuda = cuda_package()
    if INTERPRETED or not cuda.is_available():
        raise MissingDevice()
    return cuda


def name_of_device() -> str:
    """Return the name of the GPU."""
    name = find_device().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def bind_kernels(game: Game, cuda: Any) -> ModuleType:
    """Bind the kernels to a game's compiled loops, once for each game."""
    if game.name not in _bound:
        rules = game.rules  # imports the compiled functions, so it comes first
        allow_recompilation()
        unobserved = rules.bind("batch", "unobserved", play=rules.loops.play, observe=observe_nothing)
        _bound[game.name] = rules.bind(
            "cuda_kernels",
            cuda=cuda,
            as_kernel=cached_kernel(cuda, cache_folder(rules.package), REGISTERS),
            as_playouts_kernel=cached_kernel(cuda, cache_folder(rules.package), REGISTERS_OF_PLAYOUTS),
            playouts=rules.loops.playouts,
            start=unobserved.start,
            step=unobserved.step,
            list_options=unobserved.list_options,
            STATE=rules.state_type,
            WORDS=rules.state_type.itemsize // 8,
        )
    return _bound[game.name]


@compiled
def observe_nothing(_f: Any, _s: Any, _seat: int, _out: Any) -> None:
    """Stand in for an encoder: observations have kernels of their own."""


def cached_kernel(cuda: Any, folder: str, registers: int) -> Callable[[Any], Any]:
    """Return a decorator that compiles a kernel and caches it on disk, beside the compiled rules of the CPU."""
    from numba.cuda.core import config

    def decorate(function: Any) -> Any:
        before, config.CACHE_DIR = config.CACHE_DIR, folder
        try:
            return cuda.jit(cache=True, max_registers=registers)(function)
        finally:
            config.CACHE_DIR = before

    return decorate
