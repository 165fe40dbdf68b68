"""ulpia tune: learn a game's evaluation from games against oneself, and write down how that went."""

import argparse
import json
import os
from dataclasses import asdict
from pathlib import Path

from ulpia.cli.console import Desk, write_text
from ulpia.core.errors import BadCount, UnwritableFile
from ulpia.registry import find_game
from ulpia.search.searcher import GAMES, digest_of, save_net
from ulpia.search.training import Learned, learn, read_course


def tune(options: argparse.Namespace, desk: Desk) -> int:
    """Go through the course; after each generation the evaluation and the record lie in the folder."""
    game = find_game(options.game)
    course = read_course(options.course or GAMES / game.name / "evaluation" / "training.json")
    workers = options.workers if options.workers is not None else os.cpu_count() or 1
    if workers < 1:
        raise BadCount(count=workers)
    folder: Path = options.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableFile(path=folder, why=error.strerror or error) from None
    desk.prepare(game, "match")
    told: list[Learned] = []
    with desk.progress(desk.say("tune", "learning"), len(course.generations)) as bar:
        for net, learned in learn(game.name, course, workers):
            told.append(learned)
            save_net(net, folder / f"{game.name}.npz")
            record = {
                "evaluation": digest_of(net),
                "course": asdict(course),
                "learned": [asdict(each) for each in told],
            }
            write_text(folder / f"{game.name}.json", json.dumps(record, indent=1) + "\n")
            points = ", ".join(f"{seats}: {mean:.1f}" for seats, mean in learned.mean_points.items())
            desk.tell("tune", "generation", **asdict(learned) | {"points": points, "error": f"{learned.error:.2f}"})
            bar.advance(1)
    desk.tell("tune", "written", path=folder / f"{game.name}.npz")
    return 0
