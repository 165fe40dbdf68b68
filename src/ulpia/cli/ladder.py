"""ulpia ladder: plays the ladder or parts of it, and writes the results."""

import argparse
import json
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from ulpia.arena.cluster import connected, import_ray
from ulpia.arena.ladder import LadderResults, current_code, gather, parts, select
from ulpia.arena.ladder_page import page
from ulpia.cli.arena import make_ready, play
from ulpia.cli.console import Terminal, read_text, write_text
from ulpia.core.errors import BadCount

DATA, PAGE = "ladder.json", "ladder.md"


def ladder(options: argparse.Namespace, terminal: Terminal) -> int:
    """Play the selected parts; write the results of all parts from their journals."""
    if options.explain is not None:
        return explain(options, terminal)
    if options.games is not None and options.games < 1:
        raise BadCount(count=options.games)
    every = list(parts(options.games, options.seed))
    words = [word.strip() for word in (options.only or "").split(",") if word.strip()]
    chosen = select(every, words, options.seats)
    if not options.write:
        for part in chosen:
            make_ready(part.tournament, options)
        cluster: AbstractContextManager[None] = nullcontext()
        if options.on == "ray":
            cluster = connected(import_ray())
        with cluster:
            for at, part in enumerate(chosen, 1):
                text = terminal.say("ladder", "part", part=part.key, at=at, of=len(chosen))
                play(part.tournament, part.journal(options.journals), options, terminal, text)
    return write(gather(every, options.journals), options.folder, terminal)


def explain(options: argparse.Namespace, terminal: Terminal) -> int:
    """Note in the results why they are still shown, though they were played with other code."""
    results: LadderResults = json.loads(read_text(options.folder / DATA))
    results["note"] = {"code": current_code(), "because": options.explain}
    return write(results, options.folder, terminal)


def write(results: LadderResults, folder: Path, terminal: Terminal) -> int:
    """Write the results as data and as a page."""
    write_text(folder / DATA, json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    write_text(folder / PAGE, page(results))
    terminal.print("ladder", "written", path=folder / PAGE)
    return 0
