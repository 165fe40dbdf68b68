"""Compiles the rules for the CPU with Numba.

Rules are plain Python functions. Here they are compiled, or left as they are when ULPIA_INTERPRETED is set (for
debugging, and for the tests that compare both ways). ULPIA_BOUNDSCHECK makes compiled code check every index.

Numba's disk cache does not notice edits in imported files and would silently run old rules. So every game has a cache
folder that is named by a digest of the engine and of the game's own files: other rules, other folder.
"""

import atexit
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from io import FileIO
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, TypeVar, cast

import llvmlite.binding
import numba
from numba.core import config as numba_config
from numba.core import dispatcher as numba_dispatcher
from numba.core import event as numba_event
from platformdirs import user_cache_path

from ulpia.core.errors import IncompleteGame
from ulpia.engine import inner_functions

# Numba's own annotations cover a part of it; what is used here is checked by use.
njit: Any = numba.njit
config: Any = numba_config
event: Any = numba_event
host_cpu: Any = llvmlite.binding.get_host_cpu_name
Dispatcher: Any = numba_dispatcher.Dispatcher

NoteProgress = Callable[[int, int], None]
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

INTERPRETED = os.environ.get("ULPIA_INTERPRETED", "") not in ("", "0")
BOUNDSCHECK = os.environ.get("ULPIA_BOUNDSCHECK", "") not in ("", "0")
ENGINE = Path(__file__).parent
GAMES = ENGINE.parent / "games"
NOT_COMPILED = frozenset({"text", "view", "pictures", "rulebook", "__pycache__"})
"""Folders of a game on which compiled code does not depend."""
KEPT_CACHES = 18
POLL_SECONDS = 0.2
"""How often a process that waits for another one looks how far that is."""
NOTE_BYTES = 64
PREFIX = "rules-"

COMMON: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": BOUNDSCHECK,
    **inner_functions.options_without_references(),
}
INNER: dict[str, Any] = {
    **COMMON,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    **inner_functions.options(),
}
ENTRY_POINT: dict[str, Any] = {**COMMON, "cache": True}

_functions: list[Any] = []
_python_forms: list[tuple[Any, Any]] = []
_one_at_a_time = threading.RLock()
_bound_package: list[Path] = []
"""The package whose functions are being bound to a template; its files count for the cache."""


def digest_of_rules(package: Path | None = None) -> str:
    """Name the rules as they are on disk: every Python and component file of the engine and of one game's package.

    Their place on disk, the interpreter and the processor count too: Numba keeps code for these apart.
    """
    machine = f"{numba.__version__} {sys.version} {host_cpu()} {ENGINE} {package} {BOUNDSCHECK}"
    digest = hashlib.sha256(machine.encode())
    for folder in (ENGINE, package):
        for path in _sources(folder) if folder else ():
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return PREFIX + digest.hexdigest()[:16]


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in NOT_COMPILED:
            yield from _sources(path)
        elif path.suffix in (".py", ".toml"):
            yield path


@cache
def cache_folder(package: Path | None = None) -> str:
    """The folder for compiled code of one game, or of the engine alone; a temporary one if no other can be written."""
    try:
        base = Path(os.environ.get("ULPIA_CACHE") or user_cache_path("ulpia")).expanduser()
        folder = base / digest_of_rules(package)
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
    """Delete old caches, and nothing else that lies there."""
    ours = [path for path in base.glob(f"{PREFIX}*") if path.is_dir()]
    for old in sorted(ours, key=lambda path: -path.stat().st_mtime)[KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


@cache
def package_of(file: str) -> Path | None:
    """The game's package that a source file belongs to: below `ulpia.games`, or a distribution of its own."""
    path = Path(file).resolve()
    if path.is_relative_to(GAMES):
        return GAMES / path.relative_to(GAMES).parts[0]
    if path.is_relative_to(ENGINE.parent):
        return None
    package = path.parent
    while (package.parent / "__init__.py").exists():
        package = package.parent
    return package


def compiled_or_python(compiled: T, python: T) -> T:
    """Return what takes the same place in compiled code and in interpreted code: the form for this process."""
    _python_forms.append((compiled, python))
    return python if INTERPRETED else compiled


def python_form(value: Any) -> Any:
    """Return what stands for a value in interpreted code: in most cases the value itself."""
    return next((python for compiled, python in _python_forms if compiled is value), value)


def is_compiled(value: Any) -> bool:
    """Tell whether a value is a compiled function."""
    return isinstance(value, Dispatcher)


def never_inlined_interpreted() -> None:
    """Do nothing."""


never_inlined: Any = compiled_or_python(inner_functions.never_inlined, never_inlined_interpreted)


def compiled(function: F) -> F:
    """Compile a function that only compiled code calls; it gets neither machine code nor a wrapper of its own."""
    return _compile(function, None, INNER)


def compiled_with_arrays(function: F) -> F:
    """Compile an inner function that creates arrays, which others may not: a slow check, never a rule."""
    return _compile(function, None, {**INNER, **dict.fromkeys(inner_functions.options_without_references(), True)})


def compiled_as(signature: str) -> Callable[[F], F]:
    """Compile a function for these types alone, and not once more for every mixture of widths it is called with."""
    return lambda function: _compile(function, signature, INNER)


def inlined(function: F) -> F:
    """Compile a function by writing it out wherever it is called: for tiny loops over rows of known length."""
    return _compile(function, None, {**INNER, "inline": "always"})


def entry_point(function: F) -> F:
    """Compile a function that Python calls; everything it calls is linked into it and kept on disk."""
    return _compile(function, None, ENTRY_POINT)


def _compile(function: F, signature: str | None, options: dict[str, Any]) -> F:
    if INTERPRETED:
        return function
    with _one_at_a_time:  # the setting holds for the whole process
        if "cache" in options:
            package = _bound_package[-1] if _bound_package else package_of(function.__code__.co_filename)
            before, config.CACHE_DIR = config.CACHE_DIR, cache_folder(package)
        try:
            dispatcher = njit(signature, **options)(function) if signature else njit(**options)(function)
        finally:
            if "cache" in options:
                config.CACHE_DIR = before
    _functions.append(dispatcher)
    return cast(F, dispatcher)


def allow_recompilation() -> None:
    """Let functions that were compiled for stated types be compiled once more, for a GPU."""
    for dispatcher in _functions:
        dispatcher.disable_compile(False)


def bind(template: str, game: str, package: Path | None, functions: Mapping[str, Any], variant: str = "") -> ModuleType:
    """Load a template once more for one game, with the game's functions as its globals.

    One source then serves every game. The record types differ, so Numba caches each on disk (closures never are).
    A template lists the names it needs in REQUIRES; a game that lacks one is refused by name. A `variant` is the same
    template bound to other functions of the same game.
    """
    source = importlib.util.find_spec(f"ulpia.engine.templates.{template}")
    if source is None or source.origin is None:
        raise ModuleNotFoundError(template)
    name = f"ulpia.engine.templates.{game}_{variant or template}"  # Numba names its cache files by the last word
    spec = importlib.util.spec_from_file_location(name, source.origin)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(functions)
    with _one_at_a_time:
        if package is not None:
            _bound_package.append(package)
        try:
            sys.modules[name] = module
            spec.loader.exec_module(module)
        finally:
            if package is not None:
                _bound_package.pop()
    missing = [need for need in getattr(module, "REQUIRES", ()) if functions.get(need) is None]
    if missing:
        raise IncompleteGame(game=game, part=template, missing=", ".join(missing))
    return module


def is_ready(name: str, package: Path | None) -> bool:
    """Tell whether the functions prepared under this name are compiled on disk."""
    return INTERPRETED or (Path(cache_folder(package)) / f"{name}.ready").exists()


def mark_ready(name: str, package: Path | None) -> None:
    """Remember that all functions prepared under this name are compiled on disk."""
    if not INTERPRETED:
        folder = Path(cache_folder(package))
        folder.mkdir(parents=True, exist_ok=True)  # another process may have pruned it
        (folder / f"{name}.ready").touch()


@contextmanager
def compile_lock(name: str, package: Path | None, progress: Callable[[int, int], None]) -> Iterator[NoteProgress]:
    """Hold the lock of a part of a game, so that one process compiles it and the others wait.

    The system releases the lock of a process that ends, however it ends. The holder notes its progress in the lock
    file, where waiting processes read it and report it as theirs.
    """
    if INTERPRETED:
        yield lambda _done, _known: None
        return
    folder = Path(cache_folder(package))
    folder.mkdir(parents=True, exist_ok=True)  # another process may have pruned it
    with (folder / f"{name}.lock").open("a+b", buffering=0) as file:
        _wait_for(file, progress)

        def note(done: int, known: int) -> None:
            with suppress(OSError):  # a full disk
                file.truncate(0)
                file.write(b"%d %d" % (done, known))

        yield note


def _wait_for(file: BinaryIO | FileIO, progress: Callable[[int, int], None]) -> None:
    """Lock a file; meanwhile, report the progress that its holder notes in it."""
    while True:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            done, _, known = file.read(NOTE_BYTES).partition(b" ")
            if done.isdigit() and known.isdigit():
                progress(int(done), int(known))
            time.sleep(POLL_SECONDS)
        except (ImportError, OSError):  # Windows, or a file system without locks: every process compiles
            return
        else:
            return


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
