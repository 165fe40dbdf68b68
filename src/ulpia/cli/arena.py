"""ulpia arena: a tournament between agents and its results."""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid

from ulpia.agents import find_agent, needs_compiled_search
from ulpia.arena.cluster import import_ray
from ulpia.arena.contest import Results, contest
from ulpia.arena.report import report
from ulpia.arena.schedule import Tournament, seated, tournament
from ulpia.arena.statistics import load_rating_model, summary
from ulpia.arena.summary import Summary
from ulpia.cli.console import Terminal, write_text
from ulpia.cli.settings import given_settings
from ulpia.core.errors import BadCount, UlpiaError
from ulpia.registry import find_game
from ulpia.search import searcher


def arena(options: argparse.Namespace, terminal: Terminal) -> int:
    """Play a tournament; print and write the results."""
    names = [name.strip() for name in options.agents.split(",") if name.strip()]
    settings, components = given_settings(options), options.components
    asked = tournament(options.game, names, options.seats, options.games, options.seed, settings, components)
    make_ready(asked, options)
    path = options.journal or default_journal(asked)
    results = play(asked, path, options, terminal, terminal.say("arena", "playing"))
    found = summary(asked, results.games, results.abandoned)
    if options.report:
        write_text(options.report, report(found, terminal.language))
    if options.json:
        terminal.out.print_json(json.dumps(found))
    else:
        show(found, terminal)
        if options.report:
            terminal.print("arena", "reported", path=options.report)
    if not options.journal:
        path.unlink(missing_ok=True)
    return 0


def make_ready(asked: Tournament, options: argparse.Namespace) -> None:
    """Check everything before any work, and compile what all workers need."""
    if options.workers is not None and options.workers < 1:
        raise BadCount(count=options.workers)
    load_rating_model()
    if options.on == "ray":
        import_ray()
    check_agents(asked.contestants)
    game = find_game(asked.game)
    game.prepare("match")
    if any(map(needs_compiled_search, asked.contestants)):
        searcher.prepare(game)


def check_agents(names: Sequence[str]) -> None:
    """Refuse unknown agents. An agent whose constructor fails is reported with the results."""
    for name in names:
        try:
            find_agent(name, 0)
        except UlpiaError:
            raise
        except (Exception, SystemExit):
            continue


def default_journal(asked: Tournament) -> Path:
    """Return the default journal, which the same command finds again."""
    known = hashlib.sha256(json.dumps(asked.identity(), sort_keys=True).encode()).hexdigest()[:8]
    return Path(f"arena-{asked.game}-{known}.jsonl")


def play(asked: Tournament, path: Path, options: argparse.Namespace, terminal: Terminal, text: str) -> Results:
    """Play the games that are missing, with a progress bar."""
    reached = 0, 1

    def report_progress(done: int, of: int) -> None:
        nonlocal reached
        reached = done, of
        bar.set(done, of)

    try:
        with terminal.progress(text, 1) as bar:
            return contest(asked, path, options.on, options.workers, report_progress)
    except KeyboardInterrupt:
        sentence = terminal.say("arena", "stopped", done=reached[0], of=reached[1], path=path)
        terminal.errors.print(sentence, markup=False, highlight=False)
        raise


def show(found: Summary, terminal: Terminal) -> None:
    """Print the results as tables."""
    title = terminal.say("arena", "title", games=found["games"], seats=found["seats"], deals=found["deals"]["many"])
    grid = _grid(terminal, title, "agent", "wins", "interval", "points", "rating")
    for agent in found["agents"]:
        grid.add_row(
            agent["name"],
            f"[bold]{agent['win_rate']:.1%}[/]",
            _interval(agent["win_rate_interval"]),
            f"[bold]{agent['mean_points']:.1f}[/] ± {agent['points_deviation']:.1f}",
            f"[bold]{agent['rating']:.1f}[/] ± {2 * agent['rating_deviation']:.1f}",
        )
    terminal.out.print(grid)
    if len(found["tables"]) > 1:
        show_tables(found, terminal)
    show_times(found, terminal)
    for agent in found["agents"]:
        for kind in agent["failures"]["kinds"]:
            terminal.print("arena", "failure", agent=agent["name"], **kind)
    for lost in found["abandoned"]:
        terminal.print("arena", "abandoned", **{**lost, "seating": ", ".join(lost["seating"])})


def show_times(found: Summary, terminal: Terminal) -> None:
    """Print times and numbers of failures."""
    grid = _grid(
        terminal, terminal.say("arena", "thinking"), "agent", "decisions", "time", "longest", "speed", "failures"
    )
    for agent in found["agents"]:
        speed, failed = agent["positions_per_second"], agent["failures"]["times"]
        grid.add_row(
            agent["name"],
            f"{agent['decisions']:,}",
            f"[bold]{1e3 * agent['seconds_per_decision']:.2f} ms[/]",
            f"{1e3 * agent['longest_decision']:.1f} ms",
            "–" if speed is None else f"{speed:,}",
            f"[red]{failed}[/]" if failed else "0",
        )
    terminal.out.print(grid)


def show_tables(found: Summary, terminal: Terminal) -> None:
    """Print the results of each table."""
    grid = _grid(terminal, terminal.say("arena", "tables"), "table", "agent", "wins", "interval", "games")
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
    terminal.out.print(grid)


def _grid(terminal: Terminal, title: str, *columns: str) -> Grid:
    grid = Grid(title=title)
    for column in columns:
        is_name = column in ("table", "agent")
        grid.add_column(terminal.say("arena", column), justify="left" if is_name else "right", no_wrap=not is_name)
    return grid


def _interval(ends: list[float]) -> str:
    return f"{ends[0]:.1%} – {ends[1]:.1%}"
