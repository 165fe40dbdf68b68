"""Golden games: transcripts of whole matches with the events of every action. `make golden` rewrites them."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

import ulpia
from ulpia.core.game import SPECTATOR
from ulpia.match import Match

ROOT = Path(__file__).parents[2]
EVERY = 10
"""How many actions lie between states of a golden game that are checked, which takes long without compiled rules."""


def annotate(match: Match) -> str:
    """Return the transcript, each action followed by its events as a spectator knows them."""
    head, _, body = match.transcript().partition("\n\n")
    *_, closing = body.strip().splitlines()
    names_of_seats = [f"Seat {seat}" for seat in range(match.seats)]
    lines = [head]
    for entry in match.entries:
        events = " ".join(
            match.game.say_event(event, "en", names_of_seats)
            for event in match.game.read_events(entry.events, SPECTATOR)
        )
        lines.append(f"{entry.action}  # {events}".strip() if entry.action else f"\n# {events}")
    points = ", ".join(f"Seat {seat} {points}" for seat, points in enumerate(match.points))
    return "\n".join([*lines, f"# {points}", closing, ""])


def faults(recorded: Match, named: Mapping[int, int]) -> list[str]:
    """Play a match again; return what no state and no event may be like. `named` says how many details an event has."""
    match = ulpia.new(recorded.game.name, recorded.seats, recorded.seed, **recorded.settings)
    rules, facts, found = match.game.rules, match.components.facts, []
    for number, action in enumerate(recorded.actions):
        match.play(action)
        found += [f"{action}: event {row}" for row in match.entries[-1].events if any(row[2 + named[row[0]] :])]
        if number % EVERY == 0:
            states = np.array([match.state])
            fault = rules.state_check.first_fault(states) or rules.audit(facts, states)
            found += [f"{action}: {fault}"] if fault else []
    return found


def digests(folder: Path, mode: dict[str, str]) -> list[str]:
    """Return digests of every state of every golden game, from a new process in which warnings are errors."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.support.golden", str(folder)],
        env=os.environ | mode,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def choose(found: dict[int, set[str]], wanted: set[str]) -> tuple[list[int], set[str]]:
    """Choose a few seeds whose games together contain most of what is wanted; return them and what is missing."""
    missing, chosen = set(wanted), []
    while True:
        best = max(found, key=lambda seed: len(found[seed] & missing))
        if not found[best] & missing:
            return chosen, missing
        missing -= found[best]
        chosen.append(best)


def write(folder: Path, matches: list[Match], missing: set[str]) -> None:
    """Replace the golden games of a folder."""
    for old in folder.glob("*.txt"):
        old.unlink()
    for number, match in enumerate(matches, start=1):
        (folder / f"{number:02}.txt").write_text(annotate(match))
    actions = sum(len(match.actions) for match in matches)
    print(f"{len(matches)} games, {actions} actions; missing: {sorted(missing) or '-'}")


def print_digests(folder: Path) -> None:
    for path in sorted(folder.glob("*.txt")):
        recorded = ulpia.load(path.read_text())
        match = ulpia.new(recorded.game.name, recorded.seats, recorded.seed, **recorded.settings)
        for action in recorded.actions:
            match.play(action)
            print(path.stem, hashlib.sha256(match.state.tobytes()).hexdigest())


if __name__ == "__main__":
    print_digests(Path(sys.argv[1]))
