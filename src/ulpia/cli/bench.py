"""ulpia bench: how fast the rules are on this machine. Everything printed was measured in this run."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from rich.table import Table as Grid

from ulpia.catalogue import find_game
from ulpia.cli.desk import Desk
from ulpia.cli.rivals import RIVALS
from ulpia.kernel.errors import BadDuration, UnknownRival
from ulpia.kernel.protocol import Game
from ulpia.kernel.runner import Runner

CHUNK = 500
FIRST_OPTIONS = "import ulpia; print(len(ulpia.new({game!r}, seats={seats}, seed=1).options))"
COMPILE = """
from ulpia.catalogue import find_game
from ulpia.kernel.runner import prepare
prepare(find_game({game!r}), "match")
"""


def bench(options: argparse.Namespace, desk: Desk) -> int:
    """Measure, print, and compare with rivals if asked to."""
    rivals = [name.strip() for name in options.against.split(",") if name.strip()]
    for name in rivals:
        if name not in RIVALS:
            raise UnknownRival(rival=name, known=", ".join(RIVALS))
    if not 0 < options.seconds < float("inf"):
        raise BadDuration(seconds=options.seconds)
    game = find_game(options.game)
    desk.prepare(game, "match")
    desk.prepare(game, "playouts")
    seats = game.seat_counts[-1]
    measured: dict[str, Any] = {"game": game.name, "seats": seats, "state_bytes": game.state_type.itemsize}
    steps: list[tuple[str, Callable[[], dict[str, Any]]]] = [
        ("playouts", lambda: measure_playouts(game, seats, options)),
        *((name, lambda name=name: {f"{name}_games_per_second": RIVALS[name](options.seconds)}) for name in rivals),
        ("warm_start", lambda: {"warm_start_seconds": measure_process(FIRST_OPTIONS, game)}),
        ("compilation", lambda: {"compile_seconds": measure_compilation(game)}),
    ]
    with desk.progress(desk.say("bench", "measuring"), len(steps)) as bar:
        for _, step in steps:
            measured |= step()
            bar.advance(1)
    for name in rivals:
        measured[f"times_{name}"] = measured["games_per_second"] / measured[f"{name}_games_per_second"]
    if options.json:
        desk.out.print_json(json.dumps(measured))
    else:
        show(measured, desk)
    return 0


def measure_playouts(game: Game, seats: int, options: argparse.Namespace) -> dict[str, Any]:
    """Complete random games with their set-up decisions, compiled, on one core, by CPU time."""
    runner = Runner(game, game.read_components(options.components))
    runner.playouts(seats, 0, CHUNK)
    games = decisions = real = 0
    seed = CHUNK
    begin = time.process_time()
    while (spent := time.process_time() - begin) < options.seconds:
        counted = runner.playouts(seats, seed, CHUNK)
        games, decisions, real = (
            games + counted.games,
            decisions + counted.decisions,
            real + counted.real_decisions,
        )
        seed += CHUNK
    return {
        "games_per_second": games / spent,
        "decisions_per_second": decisions / spent,
        "real_decisions_per_second": real / spent,
        "games_measured": games,
        "seconds_measured": spent,
    }


def measure_process(code: str, game: Game, **environment: str) -> float:
    """Wall time of a fresh process, from its start to its end."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code.format(game=game.name, seats=game.seat_counts[-1])],
        check=True,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - begin


def measure_compilation(game: Game) -> float:
    """Compile all that a match needs into an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        return measure_process(COMPILE, game, ULPIA_CACHE=folder)


def label(name: str, desk: Desk) -> str:
    """A figure's name in words; rivals bring their own."""
    for rival in RIVALS:
        if rival in name:
            return desk.say("bench", "rival" if name.startswith(rival) else "times", rival=rival)
    return desk.say("bench", name)


def show(measured: dict[str, Any], desk: Desk) -> None:
    """Print the figures as a table."""
    grid = Grid(title=desk.say("bench", "title", **measured), show_header=False)
    for name, value in measured.items():
        if name in ("game", "seats"):
            continue
        text = f"{value:,.0f}" if isinstance(value, int) or value >= 1000 else f"{value:.2f}"
        grid.add_row(label(name, desk), f"[bold]{text}[/]")
    desk.out.print(grid)
