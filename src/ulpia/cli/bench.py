"""ulpia bench: measures the speed of the rules on this machine."""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

from rich.table import Table as Grid

from ulpia.cli.competitors import RIVALS
from ulpia.cli.console import Terminal, read_text, write_text
from ulpia.cli.measurements import WAYS, Speed, state_check
from ulpia.core.errors import (
    BadDuration,
    MissingDevice,
    MissingExtra,
    UnknownRival,
)
from ulpia.core.game import Game
from ulpia.engine.cuda import name_of_device
from ulpia.registry import find_game

FIRST_OPTIONS = "import ulpia; print(len(ulpia.new({game!r}, seats={seats}, seed=1).options))"
COMPILE = """
from ulpia.registry import find_game
find_game({game!r}).prepare("match")
"""
STATES_CHECKED = 1000
"""States that are checked at once; the same is measured for one state alone."""
MARKS = "<!-- speed: ulpia bench --all writes from here -->", "<!-- to here -->"

Unit = Literal["games_per_second", "decisions_per_second", "real_decisions_per_second"]
UNITS: tuple[Unit, ...] = ("games_per_second", "decisions_per_second", "real_decisions_per_second")
Total = Literal[
    "state_bytes",
    "check_microseconds",
    "check_alone_microseconds",
    "warm_start_seconds",
    "compile_seconds",
    "games_measured",
    "seconds_measured",
]
TOTALS: tuple[Total, ...] = (
    "state_bytes",
    "check_microseconds",
    "check_alone_microseconds",
    "warm_start_seconds",
    "compile_seconds",
    "games_measured",
    "seconds_measured",
)


class SpeedFigures(TypedDict, total=False):
    """The speeds of one way, as far as they are counted."""

    games_per_second: float
    decisions_per_second: float
    real_decisions_per_second: float


class RivalFigures(SpeedFigures):
    """The speeds of another simulator beside ours."""

    what: str
    beside: str
    unit: Unit
    times: float | None
    """How many times faster we are; None where our way was not measured."""


class Measured(SpeedFigures):
    """Everything that is measured. The speeds at the top are those of complete random games."""

    game: str
    seats: int
    machine: str
    missing: list[str]
    state_bytes: int
    ways: dict[str, SpeedFigures]
    rivals: dict[str, RivalFigures]
    check_microseconds: NotRequired[float]
    check_alone_microseconds: NotRequired[float]
    games_measured: NotRequired[int | None]
    seconds_measured: NotRequired[float | None]
    warm_start_seconds: NotRequired[float]
    compile_seconds: NotRequired[float]


def bench(options: argparse.Namespace, terminal: Terminal) -> int:
    """Measure and print; compare with other simulators if asked to."""
    rivals = _rivals(options)
    if not 0 < options.seconds < float("inf"):
        raise BadDuration(seconds=options.seconds)
    if options.page:
        read_text(options.page)
    game = find_game(options.game)
    game.prepare("match")
    game.prepare("playouts")
    seats = game.seat_counts[-1]
    names = list(WAYS) if options.all else list(dict.fromkeys(["playouts", *(RIVALS[name].beside for name in rivals)]))
    measured: Measured = {
        "game": game.name,
        "seats": seats,
        "machine": machine(),
        "missing": [],
        "state_bytes": game.rules.state_type.itemsize,
        "ways": {},
        "rivals": {},
    }
    steps: list[Callable[[], None]] = [
        *(lambda name=name: _measure_way(name, game, seats, options, measured) for name in names),
        *(lambda name=name: _measure_rival(name, options, measured) for name in rivals),
        lambda: measured.update({"check_microseconds": state_check(game, seats, options.seconds, STATES_CHECKED)}),
        lambda: measured.update({"check_alone_microseconds": state_check(game, seats, options.seconds, 1)}),
        lambda: measured.update({"warm_start_seconds": measure_process(FIRST_OPTIONS, game)}),
        lambda: measured.update({"compile_seconds": measure_compilation(game)}),
    ]
    with terminal.progress(terminal.say("bench", "measuring"), len(steps)) as bar:
        for step in steps:
            step()
            bar.advance(1)
    if options.page:
        write_page(options.page, measured)
    if options.json:
        terminal.out.print_json(json.dumps(measured))
    else:
        show(measured, terminal)
    return 0


def _rivals(options: argparse.Namespace) -> list[str]:
    names = [name.strip() for name in options.against.split(",") if name.strip()]
    for name in names:
        if name not in RIVALS:
            raise UnknownRival(rival=name, known=", ".join(RIVALS))
    return list(RIVALS) if options.all and not names else names


def _measure_way(name: str, game: Game, seats: int, options: argparse.Namespace, measured: Measured) -> None:
    try:
        speed = WAYS[name](game, seats, options.seconds)
    except (MissingExtra, MissingDevice) as missing:
        _go_without(missing, options, measured)
        return
    figures = measured["ways"][name] = _figures(speed)
    if name == "playouts":
        for unit in UNITS:
            if unit in figures:
                measured[unit] = figures[unit]
        measured["games_measured"] = speed.games_measured
        measured["seconds_measured"] = speed.seconds_measured


def _measure_rival(name: str, options: argparse.Namespace, measured: Measured) -> None:
    rival = RIVALS[name]
    try:
        figures = _figures(rival.measure(options.seconds))
    except MissingExtra as missing:
        _go_without(missing, options, measured)
        return
    unit: Unit = "decisions_per_second" if rival.by_decisions else "games_per_second"
    ours = measured["ways"].get(rival.beside)
    times = ours[unit] / figures[unit] if ours else None
    measured["rivals"][name] = {"what": rival.what, "beside": rival.beside, "unit": unit, "times": times, **figures}


def _go_without(missing: MissingExtra | MissingDevice, options: argparse.Namespace, measured: Measured) -> None:
    """Continue without a missing package if other measurements remain, and note it; else raise."""
    if not options.all and len(_rivals(options)) < 2:
        raise missing
    if str(missing) not in measured["missing"]:
        measured["missing"].append(str(missing))


def _figures(speed: Speed) -> SpeedFigures:
    figures: SpeedFigures = {}
    for unit, value in zip(UNITS, (speed.games, speed.decisions, speed.real_decisions)):
        if value is not None:
            figures[unit] = value
    return figures


def machine() -> str:
    """Return the name of this machine."""
    try:
        model = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        model = None
    name = model[1] if model else platform.processor() or platform.machine()
    try:
        gpu = f", {name_of_device()}"
    except (MissingExtra, MissingDevice):
        gpu = ""
    return f"{name}, {os.cpu_count()} cores{gpu}, Python {platform.python_version()}"


def measure_process(code: str, game: Game, **environment: str) -> float:
    """Return the wall time of a new process."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code.format(game=game.name, seats=game.seat_counts[-1])],
        check=True,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - begin


def measure_compilation(game: Game) -> float:
    """Return the time to compile everything a match needs into an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        return measure_process(COMPILE, game, ULPIA_CACHE=folder)


def number(value: float) -> str:
    """Format a figure."""
    return f"{value:,.0f}" if isinstance(value, int) or value >= 1000 else f"{value:.2f}"


def show(measured: Measured, terminal: Terminal) -> None:
    """Print the figures as tables."""
    grid = Grid(title=terminal.say("bench", "title", game=measured["game"], seats=measured["seats"]), show_header=False)
    for total in TOTALS:
        grid.add_row(terminal.say("bench", total), f"[bold]{number(measured[total] or 0)}[/]")
    terminal.out.print(grid)
    grid = Grid()
    for column in ("way", "games_per_second", "decisions_per_second", "real_decisions_per_second"):
        grid.add_column(terminal.say("bench", column), justify="left" if column == "way" else "right")
    for name, figures in measured["ways"].items():
        grid.add_row(terminal.say("bench", "ways", name), *_cells(figures))
    terminal.out.print(grid)
    if measured["rivals"]:
        grid = Grid()
        for column in ("rival", "games_per_second", "decisions_per_second", "times"):
            grid.add_column(terminal.say("bench", column), justify="left" if column == "rival" else "right")
        for name, figures in measured["rivals"].items():
            times = "" if figures["times"] is None else f"[bold]{number(figures['times'])}[/]"
            grid.add_row(f"{name}: {figures['what']}", *_cells(figures)[:2], times)
        terminal.out.print(grid)
    for missing in measured["missing"]:
        terminal.errors.print(missing, style="dim", markup=False, highlight=False)


def _cells(figures: SpeedFigures) -> list[str]:
    return [number(figures[unit]) if unit in figures else "" for unit in UNITS]


def write_page(path: Path, measured: Measured) -> None:
    """Write the tables of a game between the marks of a page; those of other games and machines stay."""
    text = read_text(path)
    before, begin, rest = text.partition(MARKS[0])
    inside, end, after = rest.partition(MARKS[1])
    kept = dict(re.findall(r"^### (.+?)\n(.*?)(?=^### |\Z)", inside, re.M | re.S))
    kept[f"{measured['game']}: {measured['machine']}"] = _tables(measured)
    tables = "\n".join(f"### {name}\n{kept[name].rstrip()}\n" for name in sorted(kept, reverse=True))
    write_text(path, f"{before or text}{MARKS[0]}\n\n{tables}\n{MARKS[1]}{after if begin and end else ''}")


def _tables(measured: Measured) -> str:
    lines = [
        f"\n{measured['seats']} seats; a state has {measured['state_bytes']} bytes.\n",
        "| way | games/s | decisions/s |",
        "|---|--:|--:|",
        *(f"| {name} | {' | '.join(_cells(figures)[:2])} |" for name, figures in measured["ways"].items()),
    ]
    if measured["rivals"]:
        lines += ["", "| beside | games/s | decisions/s | ours | times |", "|---|--:|--:|---|--:|"]
        for name, figures in measured["rivals"].items():
            times = "" if figures["times"] is None else number(figures["times"])
            lines.append(
                f"| {name}: {figures['what']} | {' | '.join(_cells(figures)[:2])} | {figures['beside']} | {times} |"
            )
    return "\n".join(lines) + "\n"
