"""ulpia arena: a tournament between agents, and what came out of it."""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table as Grid

from ulpia.agents import find_agent, needs_thinking
from ulpia.arena.cluster import import_ray
from ulpia.arena.contest import Results, contest
from ulpia.arena.report import report
from ulpia.arena.schedule import Tournament, seated, tournament
from ulpia.arena.statistics import load_rating_model, summary
from ulpia.cli.console import Desk, write_text
from ulpia.cli.settings import given_settings
from ulpia.core.errors import BadCount, UlpiaError
from ulpia.registry import find_game


def arena(options: argparse.Namespace, desk: Desk) -> int:
    """Play a tournament; print, write and tell what came out."""
    names = [name.strip() for name in options.agents.split(",") if name.strip()]
    settings, components = given_settings(options), options.components
    asked = tournament(options.game, names, options.seats, options.games, options.seed, settings, components)
    make_ready(asked, options, desk)
    path = options.journal or unfinished(asked)
    results = play(asked, path, options, desk, desk.say("arena", "playing"))
    found = summary(asked, results.games, results.given_up)
    if options.report:
        write_text(options.report, report(found, desk.language))
    if options.json:
        desk.out.print_json(json.dumps(found))
    else:
        show(found, desk)
        if options.report:
            desk.tell("arena", "reported", path=options.report)
    if not options.journal:
        path.unlink(missing_ok=True)
    return 0


def make_ready(asked: Tournament, options: argparse.Namespace, desk: Desk) -> None:
    """Complain before any work is done, and compile what all workers need."""
    if options.workers is not None and options.workers < 1:
        raise BadCount(count=options.workers)
    load_rating_model()
    if options.on == "ray":
        import_ray()
    refuse_strangers(asked.contestants)
    game = find_game(asked.game)
    desk.prepare(game, "match")
    if any(map(needs_thinking, asked.contestants)):
        desk.prepare_thinking(game)


def refuse_strangers(names: Sequence[str]) -> None:
    """Refuse names that nobody has. An agent that cannot begin for its own reasons is told with the results."""
    for name in names:
        try:
            find_agent(name, 0)
        except UlpiaError:
            raise
        except (Exception, SystemExit):
            continue


def unfinished(asked: Tournament) -> Path:
    """Where a tournament is kept until it is over, if no file is named: the same command finds it again."""
    known = hashlib.sha256(json.dumps(asked.identity(), sort_keys=True).encode()).hexdigest()[:8]
    return Path(f"arena-{asked.game}-{known}.jsonl")


def play(asked: Tournament, path: Path, options: argparse.Namespace, desk: Desk, text: str) -> Results:
    """Play what is still to be played, with progress."""
    reached = 0, 1

    def tell(done: int, of: int) -> None:
        nonlocal reached
        reached = done, of
        bar.set(done, of)

    try:
        with desk.progress(text, 1) as bar:
            return contest(asked, path, options.on, options.workers, tell)
    except KeyboardInterrupt:
        sentence = desk.say("arena", "stopped", done=reached[0], of=reached[1], path=path)
        desk.errors.print(sentence, markup=False, highlight=False)
        raise


def show(found: dict[str, Any], desk: Desk) -> None:
    """Print the results as tables."""
    title = desk.say("arena", "title", games=found["games"], seats=found["seats"], deals=found["deals"]["many"])
    grid = _grid(desk, title, "agent", "wins", "interval", "points", "rating")
    for agent in found["agents"]:
        grid.add_row(
            agent["name"],
            f"[bold]{agent['win_rate']:.1%}[/]",
            _interval(agent["win_rate_interval"]),
            f"[bold]{agent['mean_points']:.1f}[/] ± {agent['points_deviation']:.1f}",
            f"[bold]{agent['rating']:.1f}[/] ± {2 * agent['rating_deviation']:.1f}",
        )
    desk.out.print(grid)
    if len(found["tables"]) > 1:
        show_tables(found, desk)
    show_thinking(found, desk)
    for agent in found["agents"]:
        for kind in agent["mishaps"]["kinds"]:
            desk.tell("arena", "mishap", agent=agent["name"], **kind)
    for lost in found["given_up"]:
        desk.tell("arena", "given_up", **lost | {"seating": ", ".join(lost["seating"])})


def show_thinking(found: dict[str, Any], desk: Desk) -> None:
    """Print how long they thought, and what went wrong."""
    grid = _grid(desk, desk.say("arena", "thinking"), "agent", "decisions", "time", "longest", "speed", "mishaps")
    for agent in found["agents"]:
        speed, failed = agent["positions_per_second"], agent["mishaps"]["times"]
        grid.add_row(
            agent["name"],
            f"{agent['decisions']:,}",
            f"[bold]{1e3 * agent['seconds_per_decision']:.2f} ms[/]",
            f"{1e3 * agent['longest_decision']:.1f} ms",
            "–" if speed is None else f"{speed:,}",
            f"[red]{failed}[/]" if failed else "0",
        )
    desk.out.print(grid)


def show_tables(found: dict[str, Any], desk: Desk) -> None:
    """Print who met whom."""
    grid = _grid(desk, desk.say("arena", "tables"), "table", "agent", "wins", "interval", "games")
    for table in found["tables"]:
        for at, agent in enumerate(table["agents"]):
            first = at == 0
            grid.add_row(
                seated(table["table"]) if first else "",
                agent["name"],
                f"[bold]{agent['win_rate']:.1%}[/]",
                _interval(agent["win_rate_interval"]),
                str(table["games"]) if first else "",
                end_section=at == len(table["agents"]) - 1,
            )
    desk.out.print(grid)


def _grid(desk: Desk, title: str, *columns: str) -> Grid:
    grid = Grid(title=title)
    for column in columns:
        is_name = column in ("table", "agent")
        grid.add_column(desk.say("arena", column), justify="left" if is_name else "right", no_wrap=not is_name)
    return grid


def _interval(ends: list[float]) -> str:
    return f"{ends[0]:.1%} – {ends[1]:.1%}"
