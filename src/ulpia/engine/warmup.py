"""Compile what will be needed, once for all processes, and report progress meanwhile."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from ulpia.core import compilation
from ulpia.core.game import Game, Progress
from ulpia.engine.jit import compile_lock, is_ready, mark_ready, watch_compilation
from ulpia.engine.playouts import Playouts

MATCH, PLAYOUTS, CHECK = compilation.MATCH, "playouts", "check"
"""Parts of a game that are compiled separately. `ulpia.search` and `ulpia.research` add parts of their own."""


def part_name(game: str, part: str) -> str:
    """The name under which `jit` knows a part of a game."""
    return f"{game}-{part}"


def is_prepared(game: Game, part: str) -> bool:
    """Whether everything a part needs is compiled on disk."""
    return is_ready(part_name(game.name, part), game.rules.package)


def prepare(game: Game, part: str, progress: Progress | None = None) -> None:
    """Compile what a part needs, unless that was done before; report (done, known)."""
    seats = game.seat_counts[0]
    work: dict[str, Callable[[], object]] = {
        MATCH: lambda: compile_match(game),
        PLAYOUTS: lambda: Playouts(game, game.read_components()).play(seats, 0, 1),
        CHECK: lambda: Playouts(game, game.read_components()).check(seats, 0, 1),
    }
    compile_once(game, part, work[part], progress)


def compile_once(game: Game, part: str, work: Callable[[], object], progress: Progress | None = None) -> None:
    """Do some work that calls every function of a part, unless that was done before, here or in another process.

    Processes that need the same part at the same time wait for the one that compiles it. Progress goes to `progress`,
    or is shown by `compilation.display`.
    """
    if is_prepared(game, part):
        return
    name, package = part_name(game.name, part), game.rules.package
    shown = compilation.display(game, part) if progress is None else nullcontext(progress)
    with shown as report, compile_lock(name, package, report) as note_progress:
        if is_prepared(game, part):  # another process has compiled it meanwhile
            return

        def report_and_note(done: int, known: int) -> None:
            report(done, known)
            note_progress(done, known)

        with watch_compilation(report_and_note), without_garbage_collection():
            work()
        mark_ready(name, package)


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Switch garbage collection off: it takes a twentieth of the time of a compilation and finds little."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def compile_match(game: Game) -> None:
    """Call every function that a match needs once."""
    rules, components = game.rules, game.read_components()
    position = rules.begin(components, game.seat_counts[0], 0, {**game.varieties[0], "setup": "dealt"})
    position.play(position.legal_actions[0])
    knowledge = position.knowledge(0)
    rules.plain_values(components, knowledge)
    rules.imagine(components, knowledge, 0)
    _ = position.standings
