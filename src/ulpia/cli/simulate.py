"""ulpia simulate: matches between agents, with scores and transcripts."""

import argparse
import json
from typing import TypedDict

from rich.table import Table as Grid

from ulpia.agents import (
    AgentFailure,
    Decision,
    WithFallback,
    find_agent,
    needs_compiled_search,
)
from ulpia.cli.console import Terminal, write_text
from ulpia.cli.play import agent_seed, read_seats
from ulpia.cli.settings import given_settings
from ulpia.core.errors import BadCount
from ulpia.match import Match, check_seed, new
from ulpia.search import searcher


class SeatReport(TypedDict):
    """The figures of one seat: shares and means over all matches."""

    seat: int
    agent: str
    wins: float
    points: float
    lowest: int
    highest: int
    sources: dict[str, float]
    failures: int


class Tally:
    """The results of one seat over all matches."""

    def __init__(self, seat: int, agent: str) -> None:
        self.seat = seat
        self.agent = agent
        self.points: list[int] = []
        self.wins = 0
        self.sources: dict[str, int] = {}
        self.failures: list[AgentFailure] = []

    def count(self, match: Match, failures: list[AgentFailure]) -> None:
        """Add a finished match and the failures of the agent."""
        assert match.outcome is not None
        self.failures += failures
        self.points.append(match.points[self.seat])
        self.wins += self.seat in match.outcome.winners
        for source, points in match.sources[self.seat].items():
            self.sources[source] = self.sources.get(source, 0) + points

    def report(self) -> SeatReport:
        """Return the figures, ready for JSON."""
        games = len(self.points)
        return {
            "seat": self.seat,
            "agent": self.agent,
            "wins": self.wins / games,
            "points": sum(self.points) / games,
            "lowest": min(self.points),
            "highest": max(self.points),
            "sources": {source: points / games for source, points in self.sources.items()},
            "failures": len(self.failures),
        }


def simulate(options: argparse.Namespace, terminal: Terminal) -> int:
    """Play the matches one after another; report the results."""
    kinds = read_seats(options.seats)
    for kind in kinds:
        find_agent(kind, 0)
    if options.games < 1:
        raise BadCount(count=options.games)
    check_seed(options.seed)
    check_seed(options.seed + options.games - 1)
    settings = given_settings(options)
    tallies = [Tally(seat, kind) for seat, kind in enumerate(kinds)]
    first = new(
        options.game, len(kinds), options.seed, options.components, **settings
    )  # refuses bad arguments before any work
    if any(map(needs_compiled_search, kinds)):
        searcher.prepare(first.game)
    with terminal.progress(terminal.say("simulate", "playing"), options.games) as bar:
        for seed in range(options.seed, options.seed + options.games):
            match = new(options.game, len(kinds), seed, options.components, **settings)
            agents = play_out(match, kinds, seed)
            if options.save:
                write_text(options.save / f"{options.game}-{seed}.txt", match.transcript())
            for tally, agent in zip(tallies, agents):
                tally.count(match, agent.failures)
            bar.advance(1)
    report = [tally.report() for tally in tallies]
    if options.json:
        whole = {"game": options.game, "games": options.games, "seed": options.seed, "seats": report}
        terminal.out.print_json(json.dumps(whole))
    else:
        show(report, options.games, terminal)
    for tally in tallies:
        if tally.failures:
            print_failures(tally, terminal)
    return 0


def play_out(match: Match, kinds: list[str], seed: int) -> list[WithFallback]:
    """Let the agents play to the end."""
    seeds = [agent_seed("simulate", seed, seat) for seat in range(len(kinds))]
    agents = [WithFallback(find_agent(kind, own), own) for kind, own in zip(kinds, seeds)]
    while match.seat is not None:
        match.play(agents[match.seat].choose(Decision(match)))
    return agents


def print_failures(tally: Tally, terminal: Terminal) -> None:
    """Print the first failure of an agent and how many there were."""
    first = tally.failures[0]
    terminal.print_error(first)
    if first.trace:
        terminal.errors.print(first.trace, style="dim", markup=False, highlight=False)
    sentence = terminal.say("simulate", "failures", agent=tally.agent, seat=tally.seat + 1, times=len(tally.failures))
    terminal.errors.print(sentence, markup=False, highlight=False)


def show(report: list[SeatReport], games: int, terminal: Terminal) -> None:
    """Print the report as a table."""
    grid = Grid(title=terminal.say("simulate", "title", games=games))
    for column in ("seat", "agent", "wins", "points", "lowest", "highest"):
        grid.add_column(terminal.say("simulate", column), justify="left" if column == "agent" else "right")
    for row in report:
        grid.add_row(
            str(row["seat"] + 1),
            row["agent"],
            f"{row['wins']:.1%}",
            f"{row['points']:.1f}",
            str(row["lowest"]),
            str(row["highest"]),
        )
    terminal.out.print(grid)
