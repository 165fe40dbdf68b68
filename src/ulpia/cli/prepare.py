"""ulpia prepare: compiles games ahead of time, for images and clusters."""

import argparse
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from ulpia.cli.console import Terminal
from ulpia.core import compilation
from ulpia.core.errors import BadCount
from ulpia.core.game import Game
from ulpia.engine.jit import cache_folder
from ulpia.engine.warmup import CHECK, MATCH, PLAYOUTS
from ulpia.registry import find_game, game_names
from ulpia.research import batch, openspiel_state, single_seat
from ulpia.research.batch_config import OBSERVATION_TYPES
from ulpia.search import searcher


def _batches(game: Game) -> None:
    for numbers in OBSERVATION_TYPES:
        batch.prepare(game, numbers)


def _environments(game: Game) -> None:
    for numbers in OBSERVATION_TYPES:
        single_seat.prepare(game, numbers)


PLAYING: dict[str, Callable[[Game], None]] = {
    MATCH: lambda game: game.prepare(MATCH),
    searcher.SEARCH: searcher.prepare,
}
"""What people and agents need to play, by part."""
EVERYTHING: dict[str, Callable[[Game], None]] = {
    **PLAYING,
    "batches": _batches,
    "environments": _environments,
    "explicit-chance": openspiel_state.prepare,
    PLAYOUTS: lambda game: game.prepare(PLAYOUTS),
    CHECK: lambda game: game.prepare(CHECK),
}
"""What everything needs that runs on the CPU."""


def prepare(options: argparse.Namespace, terminal: Terminal) -> int:
    """Compile games, in several processes if asked to."""
    if options.workers < 1:
        raise BadCount(count=options.workers)
    games = [find_game(name) for name in options.games or game_names()]
    jobs = [(game.name, part) for part in (EVERYTHING if options.all else PLAYING) for game in games]
    if options.workers == 1:
        for job in jobs:
            compile_part(*job)
    else:
        spawn = multiprocessing.get_context("spawn")
        with (
            ProcessPoolExecutor(min(options.workers, len(jobs)), spawn, be_quiet) as processes,
            terminal.progress(terminal.say("prepare", "compiling"), len(jobs)) as bar,
        ):
            for done in as_completed([processes.submit(compile_part, *job) for job in jobs]):
                done.result()
                bar.advance(1)
    for game in games:
        title = game.texts.find(terminal.language, "title")
        terminal.print("prepare", "ready", game=title, folder=cache_folder(game.rules.package))
    return 0


def compile_part(game: str, part: str) -> None:
    """Compile a part of a game, unless that was done before."""
    EVERYTHING[part](find_game(game))


def be_quiet() -> None:
    """Show no progress in this process: its parent does."""
    compilation.display = compilation.quietly
