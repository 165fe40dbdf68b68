"""Draws mutants, measures which tests reach which lines, and tries every mutant with its tests."""

import hashlib
import json
import random
import sys
import tempfile
import threading
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from tests.mutants.sites import Mutant, find_sites, mutant_of, mutated
from tests.mutants.workers import ROOT, Changed, Worker, try_once

SURVIVORS = Path(__file__).with_name("survivors.toml")
MINIMUM = 0.95
WHOLE_GAMES, BEFORE_GAMES = "test_a_golden_game_replays", 8
"""Tests that notice the most, and how many quick ones are tried before them."""
MAX_SECONDS = 60
"""How much CPU time all tests of one mutant may take together, as measured. What is left out seldom notices more."""
GROUPS = {
    "steps": "src/ulpia/games/*/rules/steps/*.py",
    "scoring": "src/ulpia/games/*/rules/scoring.py",
    "flow": "src/ulpia/games/*/rules/flow.py",
    "view": "src/ulpia/games/*/view/build.py",
    "session": "src/ulpia/server/session/*.py",
}
"""What mutants are made of."""
TESTS = {
    "rules": ("rules/test_*.py", "golden/test_*.py", "laws/test_*.py", "test_words.py"),
    "view": (
        "tests/games/test_views.py",
        "tests/games/*/test_*.py",
        "tests/games/*/rules/test_*.py",
        "tests/**/test_secrecy.py",
        "tests/render/test_*trajan*.py",
    ),
    "session": ("tests/server/test_*.py",),
}
"""Where tests are looked for; those of the rules in the folder of their game."""
UNUSED = ("test_flips", "test_hostile", "test_kills", "test_public", "test_serve", "test_walks", "test_whole_games")
"""Files of tests that take long, many of them in other processes, where the change is not made; or that need compiled
rules."""
LEFT_OUT = (
    *("postgresql", "interpreted_and_compiled", "everything_wanted_occurs", "words_in_both_languages"),
    *("effects_come_true", "views_are_json"),
)
"""Parts of the names of other tests that take long and notice nothing that others do not notice."""


@dataclass(frozen=True)
class Suite:
    """The tests for some files, and whether the rules are interpreted in them, as they must be if they are changed."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    is_interpreted: bool
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """What became of a mutant: the test that failed, or why it counts as failed; empty if it survived."""

    mutant: Mutant
    group: str
    tests: int
    failed: str

    @property
    def is_killed(self) -> bool:
        """Whether a test has noticed the change."""
        return bool(self.failed)


def paths(pattern: str) -> list[str]:
    """List files of the project."""
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern))


def group_of(file: str) -> str:
    """Name the group of a file."""
    return next(group for group, pattern in GROUPS.items() if file in paths(pattern))


@cache
def all_mutants() -> list[tuple[Mutant, ...]]:
    """List all places where a change is possible, with the mutants of each."""
    places = []
    for pattern in GROUPS.values():
        for file in paths(pattern):
            source = (ROOT / file).read_text()
            places += [
                tuple(mutant_of(source, site, change) for change in site.changes) for site in find_sites(file, source)
            ]
    return places


def draw(seed: int, count: int, files: tuple[str, ...] = ()) -> list[Mutant]:
    """Draw places at random, and one change of each; from all files or from some."""
    chance = random.Random(seed)
    places = [place for place in all_mutants() if not files or place[0].site.file in files]
    return [chance.choice(place) for place in chance.sample(places, min(count, len(places)))]


def known_survivors() -> dict[tuple[str, str, str, str], str]:
    """Read the reasons why some mutants survive; refuse the name of one that does not exist."""
    listed = tomllib.loads(SURVIVORS.read_text()).get("survivor", [])
    reasons = {(entry["file"], entry["function"], entry["code"], entry["mutant"]): entry["reason"] for entry in listed}
    names = {mutant.name for place in all_mutants() for mutant in place}
    if missing := reasons.keys() - names:
        raise ValueError(f"{SURVIVORS.name} names mutants that do not exist: {sorted(missing)}")
    return reasons


def suites() -> list[Suite]:
    """Say which tests may concern which files. Rules must be interpreted to be changed; the rest runs compiled ones."""
    rules = [file for group in ("steps", "scoring", "flow") for file in paths(GROUPS[group])]
    found = []
    for package in sorted(path.parent for path in ROOT.glob("src/ulpia/games/*/game.py")):
        files = [file for file in rules if f"/{package.name}/" in file]
        found.append(_suite(files, [f"tests/games/{package.name}/{tests}" for tests in TESTS["rules"]], True))
    return [*found, *(_suite(paths(GROUPS[group]), TESTS[group], False) for group in ("view", "session"))]


def _suite(files: Sequence[str], patterns: Sequence[str], is_interpreted: bool) -> Suite:
    tests = [test for pattern in patterns for test in paths(pattern) if Path(test).stem not in UNUSED]
    return Suite(tuple(files), tuple(test for test in tests if "/test_" in test), is_interpreted, LEFT_OUT)


class Workers:
    """Threads that try mutants. Each has processes of its own, one for each suite."""

    def __init__(self, count: int) -> None:
        self.threads = ThreadPoolExecutor(count)
        self._started: dict[tuple[int, Suite], Worker] = {}

    def worker(self, suite: Suite) -> Worker:
        """Return the process of this thread for a suite."""
        key = threading.get_ident(), suite
        if key not in self._started:
            self._started[key] = Worker(suite.tests, is_interpreted=suite.is_interpreted)
        return self._started[key]

    def try_mutant(self, suite: Suite, changed: Changed, tests: dict[str, float]) -> list[str]:
        """Run tests with a change; return those that fail."""
        if not changed.function:
            return try_once(changed, tests, is_interpreted=suite.is_interpreted)
        return self.worker(suite).try_mutant(changed, tests)

    def close(self) -> None:
        """End threads and processes."""
        self.threads.shutdown(cancel_futures=True)
        for worker in self._started.values():
            worker.close()


# Which tests reach which lines


class Reached:
    """Which tests reach each line of a file, and the CPU time of each test."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, dict[int, set[str]]] = {}

    def add(self, answer: dict[str, Any]) -> None:
        """Add what was measured for one file of tests."""
        self.seconds.update(answer["seconds"])
        for file, lines in answer["lines"].items():
            of_file = self.tests.setdefault(file, {})
            for line, tests in lines.items():
                of_file.setdefault(int(line), set()).update(tests)

    def of(self, mutant: Mutant) -> dict[str, float]:
        """Return the tests that reach a mutant; those that use its file at all if it is outside all functions.

        The fastest come first. Whole games, which notice the most, come after some of them. The slowest are left out.
        """
        lines = self.tests.get(mutant.site.file, {})
        wanted = mutant.site.lines if mutant.site.function else lines
        tests = sorted({test for line in wanted for test in lines.get(line, ())}, key=lambda test: self.seconds[test])
        games = [test for test in tests[BEFORE_GAMES:] if WHOLE_GAMES in test]
        ordered = dict.fromkeys([*tests[:BEFORE_GAMES], *games, *tests[BEFORE_GAMES:]])
        spent = accumulate(self.seconds[test] for test in ordered)
        return {test: self.seconds[test] for test, sum_so_far in zip(ordered, spent) if sum_so_far < MAX_SECONDS}


def measure(suite: Suite, workers: Workers) -> Reached:
    """Run the tests of a suite without a mutant; they must pass."""

    def of_file(test: str) -> dict[str, Any]:
        kept = kept_file(suite, test)
        if not kept.exists():
            answer = workers.worker(suite).measure(test, suite.files, suite.left_out)
            kept.write_text(json.dumps(answer))
            print(f"{test}: {sum(answer['seconds'].values()):.1f} s of CPU time", file=sys.stderr, flush=True)
        known: dict[str, Any] = json.loads(kept.read_text())
        return known

    reached = Reached()
    for answer in workers.threads.map(of_file, suite.tests):
        reached.add(answer)
    return reached


def kept_file(suite: Suite, test: str) -> Path:
    """Name the file for what was measured by everything it depends on: all code, and this file of tests."""
    digest = hashlib.sha256(repr(suite.files).encode() + sys.version.encode() + code_digest())
    digest.update(test.encode() + (ROOT / test).read_bytes())
    return Path(tempfile.gettempdir()) / f"ulpia-reached-{digest.hexdigest()[:24]}.json"


@cache
def code_digest() -> bytes:
    """Digest all code of the package, and that of the tests without the tests themselves."""
    helpers = [path for path in paths("tests/**/*.py") if not path.startswith(("tests/mut", "tests/browser"))]
    code = [*paths("src/ulpia/**/*.py"), *paths("src/ulpia/**/*.toml"), *helpers]
    return hashlib.sha256(
        b"".join((ROOT / path).read_bytes() for path in code if not Path(path).name.startswith("test_"))
    ).digest()


# Mutants


class Killers:
    """Which test killed a mutant the last time: it is tried first, so that a second run is quick."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.gettempdir()) / "ulpia-killers"
        self.folder.mkdir(exist_ok=True)

    def first(self, source: str, tests: dict[str, float]) -> list[dict[str, float]]:
        """Return which tests to run at first, and which then, if there are any."""
        kept = self._kept(source)
        killer = kept.read_text() if kept.exists() else ""
        return [chosen for chosen in ({killer: tests[killer]} if killer in tests else {}, tests) if chosen]

    def note(self, source: str, failed: list[str]) -> None:
        """Keep the name of a test that failed."""
        self._kept(source).write_text(failed[0] if failed else "")

    def _kept(self, source: str) -> Path:
        return self.folder / hashlib.sha256(source.encode()).hexdigest()[:24]


def run(mutants: list[Mutant], count: int, chosen: list[Suite] | None = None) -> list[Result]:
    """Try mutants with the tests that reach them, one suite after the other."""
    results: list[Result] = []
    done, killers = iter(range(1, len(mutants) + 1)), Killers()
    with closing(Workers(count)) as workers:
        for suite in chosen or suites():
            concerned = [mutant for mutant in mutants if mutant.site.file in suite.files]
            reached = measure(suite, workers) if concerned else Reached()

            def attempt(mutant: Mutant, suite: Suite = suite, reached: Reached = reached) -> Result:
                file, tests = mutant.site.file, reached.of(mutant)
                failed: list[str] = []
                changed = Changed(file, mutant.site.function, mutated((ROOT / file).read_text(), mutant.change))
                for chosen in killers.first(changed.source, tests):
                    failed = failed or workers.try_mutant(suite, changed, chosen)
                killers.note(changed.source, failed)
                result = Result(mutant, group_of(file), len(tests), failed[0] if failed else "")
                where = f"{file.removeprefix('src/ulpia/')}:{mutant.site.line}"
                print(f"{next(done)}/{len(mutants)} {where} {result.failed or 'SURVIVED'}", file=sys.stderr, flush=True)
                return result

            results += workers.threads.map(attempt, concerned)
    return results
