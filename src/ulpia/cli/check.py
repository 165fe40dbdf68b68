"""ulpia check: random games on all cores, with every invariant checked after every decision."""

import argparse
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from ulpia.cli.console import Terminal
from ulpia.cli.settings import given_settings, shown_settings
from ulpia.core.errors import BadCount
from ulpia.core.game import Game
from ulpia.core.settings import Settings
from ulpia.engine.playouts import Counts, Playouts, Violation
from ulpia.match import check_seats, check_seed, check_settings
from ulpia.registry import find_game

CHUNK = 250

Case = tuple[int, Settings]
"""A number of seats and all options of a match."""
Chunk = tuple[int, int, int, Settings]
"""Seats, first seed, how many games, options."""


def cases(game: Game, seat_counts: Sequence[int], fixed: dict[str, str]) -> list[Case]:
    """Return every number of seats with every variety of the game; fixed options replace those of a variety."""
    found: list[Case] = []
    for variety in game.varieties:
        for seats in seat_counts:
            case = seats, check_settings(game, {**variety, **fixed}, seats)
            if case not in found:
                found.append(case)
    return found


def chunks(games: int, shared: Sequence[Case], seed: int) -> Iterator[Chunk]:
    """Divide the games evenly among the cases."""
    for at, (seats, settings) in enumerate(shared):
        share = games // len(shared) + (at < games % len(shared))
        for done in range(0, share, CHUNK):
            yield seats, seed + done, min(CHUNK, share - done), settings


def report(violation: Violation, game: Game, components: Path | None, terminal: Terminal) -> None:
    """Print a violation and the command that reproduces it."""
    settings = dict(setting.split("=", 1) for setting in violation.settings.split())
    extra = [*shown_settings(game, settings)]
    extra += [f"--components {components}"] if components else []
    text = " ".join([terminal.say("check", "violation", game=game.name, **vars(violation)), *extra])
    terminal.errors.print(text, style="bold red", markup=False, highlight=False)


def check(options: argparse.Namespace, terminal: Terminal) -> int:
    """Play and check; report the first violation."""
    game = find_game(options.game)
    components = game.read_components(options.components)
    if options.games < 1:
        raise BadCount(count=options.games)
    check_seed(options.seed)
    check_seed(options.seed + options.games)
    seat_counts = game.seat_counts if options.seats is None else (check_seats(game, options.seats),)
    shared = cases(game, seat_counts, given_settings(options))[: options.games]
    game.prepare("check")
    local = threading.local()

    def work(chunk: Chunk) -> Counts | Violation:
        if not hasattr(local, "playouts"):
            local.playouts = Playouts(game, components)
        result: Counts | Violation = local.playouts.check(*chunk)
        return result

    games = decisions = 0
    with (
        ThreadPoolExecutor(os.cpu_count()) as pool,
        terminal.progress(terminal.say("check", "playing"), options.games) as bar,
    ):
        jobs = [pool.submit(work, chunk) for chunk in chunks(options.games, shared, options.seed)]
        try:
            for job in as_completed(jobs):
                result = job.result()
                if isinstance(result, Violation):
                    report(result, game, options.components, terminal)
                    return 1
                games += result.games
                decisions += result.decisions
                bar.advance(result.games)
        finally:
            pool.shutdown(cancel_futures=True)
    covered = ", ".join(str(seats) for seats in seat_counts if any(seats == case[0] for case in shared))
    varieties = [settings for seats, settings in shared if seats == shared[0][0]]
    key = "fine" if len(varieties) == 1 else "fine_varieties"
    sentence = terminal.say("check", key, games=games, decisions=decisions, seats=covered, varieties=len(varieties))
    terminal.out.print(sentence, highlight=False)
    return 0
