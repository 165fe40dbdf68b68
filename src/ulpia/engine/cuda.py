"""The one door to CUDA: the same rules compiled for a GPU, a thread for each table. Needs numba-cuda, an extra."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from ulpia.core.errors import MissingDevice, MissingExtra
from ulpia.core.game import Game
from ulpia.engine.jit import (
    CACHE_FOLDER,
    INTERPRETED,
    bind,
    compiled,
    reopen,
)

MOST_REGISTERS = 64
"""For each thread. The little that does not fit goes into memory, and twice as many threads can wait for theirs."""

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
        rules = game.lockstep
        unseen = bind(
            "ulpia.engine.templates.batch",
            f"ulpia.kernel.{game.name}_unseen",
            begin=rules.begin,
            play=rules.play,
            observe=see_nothing,
            standing=rules.standing,
            audit=rules.audit,
        )
        _bound[game.name] = bind(
            "ulpia.engine.templates.cuda_kernels",
            f"ulpia.kernel.{game.name}_kernels",
            cuda=cuda,
            as_kernel=kept_kernel(cuda),
            playouts=game.loops.playouts,
            start=unseen.start,
            step=unseen.step,
            relist=unseen.relist,
            observe=rules.observe,
            STATE=game.state_type,
            WORDS=game.state_type.itemsize // 8,
        )
    return _bound[game.name]


@compiled
def see_nothing(_f: Any, _s: Any, _seat: int, _out: Any) -> None:
    """In place of an encoder: kernels observe apart."""


def kept_kernel(cuda: Any) -> Callable[[Any], Any]:
    """The decorator of a kernel that is kept on disk, where the compiled rules of the CPU are kept."""
    from numba.cuda.core import config

    def decorate(function: Any) -> Any:
        before, config.CACHE_DIR = config.CACHE_DIR, CACHE_FOLDER
        try:
            return cuda.jit(cache=True, max_registers=MOST_REGISTERS)(function)
        finally:
            config.CACHE_DIR = before

    return decorate
