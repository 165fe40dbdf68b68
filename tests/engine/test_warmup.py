"""Several processes that start at once compile once, and everybody sees how far it is."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ulpia.core import compilation
from ulpia.core.game import Game, Progress
from ulpia.registry import find_game

PROGRAM = """
import os, sys, time
from pathlib import Path
from ulpia.core import compilation
from ulpia.engine.warmup import compile_once
from ulpia.registry import find_game

folder = Path(sys.argv[1])
mine = folder / f"started-{os.getpid()}"

def work():
    (folder / f"compiled-{os.getpid()}").touch()
    while not (folder / "go-on").exists():
        time.sleep(0.05)

mine.touch()
compile_once(find_game("trajan"), "test", work)
(folder / f"finished-{os.getpid()}").touch()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cache").mkdir()
    return tmp_path


def begin(folder: Path) -> subprocess.Popen[str]:
    """Start a process that compiles a part, unless another one does."""
    environment = {**os.environ, "ULPIA_CACHE": str(folder / "cache"), "ULPIA_INTERPRETED": "0"}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder)], env=environment, stderr=subprocess.PIPE, text=True
    )


def wait_for(folder: Path, pattern: str, count: int) -> list[Path]:
    """Wait until there are so many files; the run's own time limit ends what hangs."""
    while len(found := list(folder.glob(pattern))) < count:
        os.sched_yield()
    return found


def test_processes_that_start_at_once_compile_once(folder: Path) -> None:
    processes = [begin(folder) for _ in range(3)]
    wait_for(folder, "compiled-*", 1)
    wait_for(folder, "started-*", 3)
    (folder / "go-on").touch()
    told = [process.communicate()[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(list(folder.glob("finished-*"))) == 3
    assert len(list(folder.glob("compiled-*"))) == 1
    assert all("compiles a part of Trajan (test)" in each for each in told if each)
    assert any(told)


def test_the_lock_of_a_killed_process_is_free(folder: Path) -> None:
    first = begin(folder)
    wait_for(folder, "compiled-*", 1)
    second = begin(folder)
    wait_for(folder, "started-*", 2)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    wait_for(folder, "compiled-*", 2)
    (folder / "go-on").touch()
    second.communicate()
    assert second.returncode == 0
    assert [path.name for path in folder.glob("finished-*")] == [f"finished-{second.pid}"]


WAITING = """
import sys
from pathlib import Path
from ulpia.engine.jit import compile_lock

with compile_lock("part", None, lambda done, known: None) as note:
    note(3, 12)
    print("locked", flush=True)
    sys.stdin.read()
"""
READING = """
from ulpia.engine.jit import compile_lock

def progress(done, known):
    print(done, known, flush=True)

with compile_lock("part", None, progress):
    print("mine", flush=True)
"""


def test_a_waiting_process_shows_the_progress_of_the_one_that_compiles(folder: Path) -> None:
    environment = {**os.environ, "ULPIA_CACHE": str(folder / "cache"), "ULPIA_INTERPRETED": "0"}

    def start(program: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", program],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    with start(WAITING) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "locked\n"
        with start(READING) as waiting:
            assert waiting.stdout
            assert waiting.stdout.readline() == "3 12\n"
            holder.communicate()
            assert waiting.communicate()[0].splitlines()[-1] == "mine"


def test_without_a_terminal_every_tenth_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    with compilation.on_stderr(find_game("trajan"), "match") as progress:
        for done in range(201):
            progress(done, 200)
    told = capsys.readouterr().err
    assert told.startswith("Ulpia compiles the rules of Trajan.")
    assert told.endswith(" 10 % 20 % 30 % 40 % 50 % 60 % 70 % 80 % 90 % 100 %\n")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_part_has_a_sentence_in_both_languages(language: str) -> None:
    game = find_game("forum_trajanum")
    told = {compilation.sentence(language, game, part) for part in ("match", "search", "check")}
    assert len(told) == 3
    assert all("Forum Trajanum" in each for each in told)


def test_a_program_can_show_progress_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that is not compiled yet is shown once, by the display of the program."""
    shown: list[tuple[str, str]] = []

    @contextmanager
    def display(game: Game, part: str) -> Iterator[Progress]:
        shown.append((game.name, part))
        yield lambda _done, _known: None

    monkeypatch.setattr(compilation, "display", display)
    ready: set[str] = set()
    monkeypatch.setattr("ulpia.engine.warmup.is_ready", lambda name, _package: name in ready)
    monkeypatch.setattr("ulpia.engine.warmup.mark_ready", lambda name, _package: ready.add(name))
    from ulpia.engine.warmup import compile_once

    for _ in range(2):
        compile_once(find_game("trajan"), "shown", lambda: None)
    assert shown == [("trajan", "shown")]
