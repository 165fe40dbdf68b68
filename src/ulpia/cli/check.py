"""ulpia check: random games on all cores, with every invariant tested after every decision."""

import argparse
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from ulpia.catalogue import find_game
from ulpia.cli.desk import Desk
from ulpia.kernel.errors import BadCount
from ulpia.kernel.runner import Counted, Runner, Violation
from ulpia.match import check_seed

CHUNK = 250


def chunks(games: int, seat_counts: tuple[int, ...], seed: int) -> Iterator[tuple[int, int, int]]:
    """Share the games out evenly among the numbers of seats: (seats, first seed, how many)."""
    for at, seats in enumerate(seat_counts):
        share = games // len(seat_counts) + (at < games % len(seat_counts))
        for done in range(0, share, CHUNK):
            yield seats, seed + done, min(CHUNK, share - done)


def report(violation: Violation, game: str, components: Path | None, desk: Desk) -> None:
    """Say what does not hold and how to see it again."""
    extra = f" --components {components}" if components else ""
    text = desk.say("check", "violation", game=game, **vars(violation)) + extra
    desk.errors.print(text, style="bold red", markup=False, highlight=False)


def check(options: argparse.Namespace, desk: Desk) -> int:
    """Play and test; the first violation is reported with what reproduces it."""
    game = find_game(options.game)
    components = game.read_components(options.components)
    if options.games < 1:
        raise BadCount(count=options.games)
    check_seed(options.seed)
    check_seed(options.seed + options.games)
    seat_counts = (options.seats,) if options.seats else game.seat_counts
    desk.prepare(game, "check")
    local = threading.local()

    def work(seats: int, seed: int, games: int) -> Counted | Violation:
        if not hasattr(local, "runner"):
            local.runner = Runner(game, components)
        result: Counted | Violation = local.runner.check(seats, seed, games)
        return result

    games = decisions = 0
    with (
        ThreadPoolExecutor(os.cpu_count()) as pool,
        desk.progress(desk.say("check", "playing"), options.games) as bar,
    ):
        jobs = [pool.submit(work, *chunk) for chunk in chunks(options.games, seat_counts, options.seed)]
        try:
            for job in as_completed(jobs):
                result = job.result()
                if isinstance(result, Violation):
                    report(result, game.name, options.components, desk)
                    return 1
                games += result.games
                decisions += result.decisions
                bar.advance(result.games)
        finally:
            pool.shutdown(cancel_futures=True)
    shown = ", ".join(map(str, seat_counts))
    desk.out.print(desk.say("check", "fine", games=games, decisions=decisions, seats=shown), highlight=False)
    return 0
