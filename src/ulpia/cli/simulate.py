"""ulpia simulate: matches between agents, with scores, places and transcripts."""

import argparse
import json
from statistics import mean
from typing import Any

from rich.table import Table as Grid

from ulpia.agents import Look, find_agent
from ulpia.catalogue import find_game
from ulpia.cli.desk import Desk, write_text
from ulpia.cli.play import read_seats
from ulpia.kernel.errors import BadCount
from ulpia.match import Match, new


def simulate(options: argparse.Namespace, desk: Desk) -> int:
    """Play the matches one after another; report what came out."""
    kinds = read_seats(options.seats)
    for kind in kinds:
        find_agent(kind, 0)
    game = find_game(options.game)
    if options.games < 1:
        raise BadCount(count=options.games)
    settings = {"setup": options.setup} if options.setup else {}
    new(options.game, len(kinds), options.seed, options.components, **settings)  # complains before any work is done
    desk.prepare(game, "match")
    matches = []
    with desk.progress(desk.say("simulate", "playing"), options.games) as bar:
        for seed in range(options.seed, options.seed + options.games):
            match = new(options.game, len(kinds), seed, options.components, **settings)
            play_out(match, kinds, seed)
            if options.save:
                write_text(options.save / f"{game.name}-{seed}.txt", match.transcript())
            matches.append(match)
            bar.advance(1)
    report = [describe(matches, seat, kind) for seat, kind in enumerate(kinds)]
    if options.json:
        desk.out.print_json(
            json.dumps({"game": game.name, "games": len(matches), "seed": options.seed, "seats": report})
        )
    else:
        show(report, len(matches), desk)
    return 0


def play_out(match: Match, kinds: list[str], seed: int) -> None:
    """Let the agents play to the end."""
    agents = [find_agent(kind, seed * 4 + seat) for seat, kind in enumerate(kinds)]
    while match.seat is not None:
        match.play(agents[match.seat].choose(Look(match)))


def describe(matches: list[Match], seat: int, kind: str) -> dict[str, Any]:
    """What one seat achieved over all matches."""
    wins = [seat in match.outcome.winners for match in matches if match.outcome]
    sources = {source: mean(match.sources[seat][source] for match in matches) for source in matches[0].sources[seat]}
    points = [match.points[seat] for match in matches]
    return {
        "seat": seat,
        "agent": kind,
        "wins": mean(wins),
        "points": mean(points),
        "lowest": min(points),
        "highest": max(points),
        "sources": sources,
    }


def show(report: list[dict[str, Any]], games: int, desk: Desk) -> None:
    """Print the report as a table."""
    grid = Grid(title=desk.say("simulate", "title", games=games))
    for column in ("seat", "agent", "wins", "points", "lowest", "highest"):
        grid.add_column(desk.say("simulate", column), justify="left" if column == "agent" else "right")
    for row in report:
        grid.add_row(
            str(row["seat"]),
            row["agent"],
            f"{row['wins']:.1%}",
            f"{row['points']:.1f}",
            str(row["lowest"]),
            str(row["highest"]),
        )
    desk.out.print(grid)
