"""Golden games: whole matches, written down with everything they caused. `make golden` rewrites them."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import ulpia
from ulpia.match import Match

ROOT = Path(__file__).parents[2]


def annotate(match: Match) -> str:
    """The transcript, each action followed by what it caused as everybody may know it."""
    head, _, body = match.transcript().partition("\n\n")
    *_, closing = body.strip().splitlines()
    names_of_seats = [f"Seat {seat}" for seat in range(match.seats)]
    lines = [head]
    for entry in match.entries:
        told = [match.game.say_event(event, "en", names_of_seats) for event in match.game.events(entry.log, -1)]
        lines.append(f"{entry.action or ''}  # {' '.join(told)}".strip() if entry.action else f"\n# {' '.join(told)}")
    points = ", ".join(f"Seat {seat} {points}" for seat, points in enumerate(match.points))
    return "\n".join([*lines, f"# {points}", closing, ""])


def digests(folder: Path, mode: dict[str, str]) -> list[str]:
    """Digests of every state of every golden game, from a process of its own, with warnings as errors."""
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
    """A few seeds whose games together have as much as possible of what is wanted, and what is still missing."""
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
