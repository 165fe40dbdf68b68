"""ulpia simulate: matches between agents, with scores, places and transcripts."""

import argparse
import json
from typing import Any

from rich.table import Table as Grid

from ulpia.agents import (
    Look,
    Mishap,
    Steady,
    find_agent,
    needs_thinking,
)
from ulpia.cli.console import Desk, write_text
from ulpia.cli.play import agent_seed, read_seats
from ulpia.cli.settings import given_settings
from ulpia.core.errors import BadCount
from ulpia.match import Match, check_seed, new


class Tally:
    """What one seat achieved over all matches."""

    def __init__(self, seat: int, agent: str) -> None:
        self.seat = seat
        self.agent = agent
        self.points: list[int] = []
        self.wins = 0
        self.sources: dict[str, int] = {}
        self.mishaps: list[Mishap] = []

    def count(self, match: Match, mishaps: list[Mishap]) -> None:
        """Add a finished match, and what went wrong with the agent."""
        assert match.outcome is not None
        self.mishaps += mishaps
        self.points.append(match.points[self.seat])
        self.wins += self.seat in match.outcome.winners
        for source, points in match.sources[self.seat].items():
            self.sources[source] = self.sources.get(source, 0) + points

    def report(self) -> dict[str, Any]:
        """The figures, as JSON can carry them."""
        games = len(self.points)
        return {
            "seat": self.seat,
            "agent": self.agent,
            "wins": self.wins / games,
            "points": sum(self.points) / games,
            "lowest": min(self.points),
            "highest": max(self.points),
            "sources": {source: points / games for source, points in self.sources.items()},
            "mishaps": len(self.mishaps),
        }


def simulate(options: argparse.Namespace, desk: Desk) -> int:
    """Play the matches one after another; report what came out."""
    kinds = read_seats(options.seats)
    for kind in kinds:
        find_agent(kind, 0)
    if options.games < 1:
        raise BadCount(count=options.games)
    check_seed(options.seed)
    check_seed(options.seed + options.games - 1)
    settings = given_settings(options)
    tallies = [Tally(seat, kind) for seat, kind in enumerate(kinds)]
    first = new(options.game, len(kinds), options.seed, options.components, **settings)  # complains before any work
    if any(map(needs_thinking, kinds)):
        desk.prepare_thinking(first.game)
    with desk.progress(desk.say("simulate", "playing"), options.games) as bar:
        for seed in range(options.seed, options.seed + options.games):
            match = new(options.game, len(kinds), seed, options.components, **settings)
            agents = play_out(match, kinds, seed)
            if options.save:
                write_text(options.save / f"{options.game}-{seed}.txt", match.transcript())
            for tally, agent in zip(tallies, agents):
                tally.count(match, agent.mishaps)
            bar.advance(1)
    report = [tally.report() for tally in tallies]
    if options.json:
        whole = {"game": options.game, "games": options.games, "seed": options.seed, "seats": report}
        desk.out.print_json(json.dumps(whole))
    else:
        show(report, options.games, desk)
    for tally in tallies:
        if tally.mishaps:
            tell_mishaps(tally, desk)
    return 0


def play_out(match: Match, kinds: list[str], seed: int) -> list[Steady]:
    """Let the agents play to the end, whatever they do."""
    agents = [Steady(kind, agent_seed("simulate", seed, seat)) for seat, kind in enumerate(kinds)]
    while match.seat is not None:
        match.play(agents[match.seat].choose(Look(match)))
    return agents


def tell_mishaps(tally: Tally, desk: Desk) -> None:
    """Say how often chance had to stand in for an agent, and why it did first."""
    first = tally.mishaps[0]
    desk.complain(first)
    if first.trace:
        desk.errors.print(first.trace, style="dim", markup=False, highlight=False)
    sentence = desk.say("simulate", "mishaps", agent=tally.agent, seat=tally.seat, times=len(tally.mishaps))
    desk.errors.print(sentence, markup=False, highlight=False)


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
