"""The one door to Numba.

Rules are plain Python functions. Here they are compiled for the CPU, or left as they are when ULPIA_INTERPRETED is
set (for debugging and for the tests that compare both ways). ULPIA_BOUNDSCHECK makes compiled code check every index.

Numba's disk cache does not notice edits in imported files and would silently run old rules. So the cache folder is
named by a digest of every rule and data file: other rules, other folder.
"""

import atexit
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
from numba.core import config as numba_config
from numba.core import event as numba_event

# Numba's own annotations cover a part of it; what is used here is checked by use.
njit: Any = numba.njit
config: Any = numba_config
event: Any = numba_event
host_cpu: Any = llvmlite.binding.get_host_cpu_name

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("ULPIA_INTERPRETED", "") not in ("", "0")
BOUNDSCHECK = os.environ.get("ULPIA_BOUNDSCHECK", "") not in ("", "0")
ROOT = Path(__file__).parent.parent
RULE_ROOMS = ("engine", "games")
KEPT_CACHES = 6
PREFIX = "rules-"

COMMON = {"nogil": True, "error_model": "numpy", "boundscheck": BOUNDSCHECK}
INNER: dict[str, Any] = {**COMMON, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
ENTRY_POINT: dict[str, Any] = {**COMMON, "cache": True}

_functions: list[Any] = []
_one_at_a_time = threading.Lock()


def digest_of_rules() -> str:
    """Name the rules as they are on disk: every Python and component file that compiled code can depend on.

    Where they lie, the interpreter and the processor count too: Numba keeps code for these apart.
    """
    machine = f"{numba.__version__} {sys.version} {host_cpu()} {ROOT} {BOUNDSCHECK}"
    digest = hashlib.sha256(machine.encode())
    for room in RULE_ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".py", ".toml") and path.parent.name != "text":
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return PREFIX + digest.hexdigest()[:16]


def _make_cache_folder() -> str:
    base = Path(os.environ.get("ULPIA_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "ulpia")
    try:
        base = base.expanduser()
        folder = base / digest_of_rules()
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _prune(base)
        folder.touch()  # the least recently used folders are pruned first, and only a writable one is of use
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError):
        folder = Path(tempfile.mkdtemp(prefix="ulpia-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return str(folder)


def _prune(base: Path) -> None:
    """Clear old caches away; whatever else lies there is none of our business."""
    ours = [path for path in base.glob(f"{PREFIX}*") if path.is_dir()]
    for old in sorted(ours, key=lambda path: -path.stat().st_mtime)[KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


CACHE_FOLDER = "" if INTERPRETED else _make_cache_folder()


def compiled(function: F) -> F:
    """Compile a rule, to be called by compiled code alone: no wrapper for Python is made, which halves the work."""
    return _compile(function, None, INNER)


def compiled_as(signature: str) -> Callable[[F], F]:
    """Compile a rule for these types alone, and not once more for every mixture of widths it is called with."""
    return lambda function: _compile(function, signature, INNER)


def inlined(function: F) -> F:
    """Compile a rule by writing it out wherever it is called: for tiny loops over rows of known length."""
    return _compile(function, None, {**INNER, "inline": "always"})


def entry_point(function: F) -> F:
    """Compile a function that Python calls; all it calls is linked into it and kept on disk."""
    return _compile(function, None, ENTRY_POINT)


def _compile(function: F, signature: str | None, options: dict[str, Any]) -> F:
    if INTERPRETED:
        return function
    with _one_at_a_time:  # the setting holds for the whole process
        before, config.CACHE_DIR = config.CACHE_DIR, CACHE_FOLDER
        try:
            dispatcher = njit(signature, **options)(function) if signature else njit(**options)(function)
        finally:
            config.CACHE_DIR = before
    _functions.append(dispatcher)
    return cast(F, dispatcher)


def reopen() -> None:
    """Let functions that were compiled for stated types be compiled once more, for a GPU."""
    for dispatcher in _functions:
        dispatcher.disable_compile(False)


def bind(template: str, name: str, **rules: Any) -> ModuleType:
    """Load a module's source once more, under a name of its own, with a game's functions as its globals.

    One source then serves every game. The record types differ, so Numba caches each on disk (closures never are).
    """
    source = importlib.util.find_spec(template)
    if source is None or source.origin is None:
        raise ModuleNotFoundError(template)
    spec = importlib.util.spec_from_file_location(name, source.origin)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    vars(module).update(rules)
    spec.loader.exec_module(module)
    return module


def is_ready(name: str) -> bool:
    """Tell whether the functions prepared under this name lie compiled on disk."""
    return INTERPRETED or (Path(CACHE_FOLDER) / f"{name}.ready").exists()


def mark_ready(name: str) -> None:
    """Remember that all functions prepared under this name lie compiled on disk."""
    if not INTERPRETED:
        Path(CACHE_FOLDER).mkdir(parents=True, exist_ok=True)  # another process may have cleared it away as an old one
        (Path(CACHE_FOLDER) / f"{name}.ready").touch()


@contextmanager
def watch_compilation(progress: Callable[[int, int], None]) -> Iterator[None]:
    """Report (done, known) while functions are being compiled."""

    class Listener(numba_event.Listener):
        done = 0

        def on_start(self, _event: Any) -> None:
            pass

        def on_end(self, _event: Any) -> None:
            self.done += 1
            progress(min(self.done, len(_functions)), len(_functions))

    listener = Listener()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
