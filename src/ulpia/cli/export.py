"""ulpia export: games as Parquet files."""

import argparse

from ulpia.agents import find_agent, needs_compiled_search
from ulpia.cli.console import Terminal
from ulpia.cli.play import read_seats
from ulpia.cli.settings import given_settings
from ulpia.core.errors import BadCount
from ulpia.match import check_seed, new
from ulpia.registry import find_game
from ulpia.research.export import export as write
from ulpia.research.export import from_agents, from_transcripts
from ulpia.search import searcher


def export(options: argparse.Namespace, terminal: Terminal) -> int:
    """Write new matches, or transcripts."""
    if options.transcripts:
        many = len(options.transcripts)
        sources = from_transcripts(options.transcripts, options.components)
    else:
        many = options.games
        game, kinds, games, seed = _checked(options)
        settings = given_settings(options)
        sources = from_agents(game, kinds, games, seed, options.components, options.workers, **settings)
    with terminal.progress(terminal.say("export", "writing"), many) as bar:
        done = write(sources, options.folder, options.replace, lambda: bar.advance(1))
    megabytes = done.bytes / 1e6
    sentence = terminal.say(
        *("export", "written"), games=done.games, decisions=done.decisions, folder=done.folder, megabytes=megabytes
    )
    terminal.out.print(sentence, markup=False, highlight=False)
    return 0


def _checked(options: argparse.Namespace) -> tuple[str, list[str], int, int]:
    """Check the arguments before any work; return game, agents, number of games and seed."""
    kinds = read_seats(options.seats)
    for kind in kinds:
        find_agent(kind, 0)
    if options.games < 1:
        raise BadCount(count=options.games)
    if options.workers is not None and options.workers < 1:
        raise BadCount(count=options.workers)
    check_seed(options.seed)
    check_seed(options.seed + options.games - 1)
    new(options.game, len(kinds), options.seed, options.components, **given_settings(options))
    if any(map(needs_compiled_search, kinds)):
        searcher.prepare(find_game(options.game))
    return options.game, kinds, options.games, options.seed
