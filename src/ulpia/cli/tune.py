"""ulpia tune: train the network of a game by self-play, and record the training."""

import argparse
import errno
import json
import os
from dataclasses import asdict
from pathlib import Path

from ulpia.cli.console import Terminal, write_text
from ulpia.core.errors import BadCount, MissingFile, UnwritableFile
from ulpia.core.game import Game
from ulpia.registry import find_game
from ulpia.search.evaluation import TRAINING, network_digest, save_network
from ulpia.search.training import GenerationResult, read_schedule, train


def tune(options: argparse.Namespace, terminal: Terminal) -> int:
    """Follow the schedule; write the network and the record after each generation."""
    game = find_game(options.game)
    schedule = read_schedule(options.schedule or own_schedule(game))
    if game.rules.feature_count == 0:
        raise MissingFile(path=f"{game.package}.evaluation.features", why=os.strerror(errno.ENOENT))
    workers = options.workers if options.workers is not None else os.cpu_count() or 1
    if workers < 1:
        raise BadCount(count=workers)
    folder: Path = options.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableFile(path=folder, why=error.strerror or error) from None
    game.prepare("match")
    results: list[GenerationResult] = []
    with terminal.progress(terminal.say("tune", "training"), len(schedule.generations)) as bar:
        for network, result in train(game.name, schedule, workers):
            results.append(result)
            save_network(network, folder / f"{game.name}.npz")
            record = {
                "evaluation": network_digest(network),
                "rules": game.rules_version,
                "schedule": asdict(schedule),
                "results": [asdict(each) for each in results],
            }
            write_text(folder / f"{game.name}.json", json.dumps(record, indent=1) + "\n")
            points = ", ".join(f"{seats}: {mean:.1f}" for seats, mean in result.mean_points.items())
            terminal.print("tune", "generation", **asdict(result) | {"points": points, "error": f"{result.error:.2f}"})
            bar.advance(1)
    terminal.print("tune", "written", path=folder / f"{game.name}.npz")
    return 0


def own_schedule(game: Game) -> Path:
    """Return the record of the network that comes with a game."""
    if game.evaluation is None:
        raise MissingFile(path=f"{game.package}/evaluation/{TRAINING}", why=os.strerror(errno.ENOENT))
    return game.evaluation / TRAINING
