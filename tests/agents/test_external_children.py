"""External agents that start processes: no match waits for those, and none of them stays."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ulpia
from ulpia.agents import AgentFailure, Decision, external, find_agent

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")

PATIENCE = 60.0
"""Seconds to wait for what happens at once on an idle machine; children last longer."""
CODE = """
import os, subprocess, sys, time
from pathlib import Path

def fork():
    if not (child := os.fork()):
        time.sleep(600)
        os._exit(0)
    note(child)

def start():
    note(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], close_fds=False).pid)

def note(child):
    with Path("children").open("a") as file:
        print(child, file=file)

class ForkAndDie:
    def choose(self, decision):
        fork()
        os._exit(3)

class StartAndDie:
    def choose(self, decision):
        start()
        os._exit(3)

class ForkAndHang:
    def choose(self, decision):
        fork()
        time.sleep(600)

class ForkAndAnswer:
    def choose(self, decision):
        fork()
        start()
        return decision.options[0]

class Double:
    def choose(self, decision):
        # Both of them answer; only one is asked.
        if not os.fork():
            note(os.getpid())
            return decision.options[-1]
        time.sleep(0.3)
        return decision.options[0]

class Holding:
    def choose(self, decision):
        # As a library does that forks by itself: the pipes stay open, and nobody tells the child to close them.
        import ctypes
        if not ctypes.CDLL(None).fork():
            os.setsid()
            note(os.getpid())
            time.sleep(600)
            os._exit(0)
        while not Path("children").exists():
            time.sleep(0.01)
        os._exit(3)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    external.close_all()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(external, "REPORT_SECONDS", 0.5)
    (tmp_path / "mine.py").write_text(CODE)
    return tmp_path


def some_decision() -> Decision:
    return Decision(ulpia.new("trajan", 2, 4, setup="dealt"))


def runs(process: int) -> bool:
    """Whether a process runs. One that ended and that nobody has asked how does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and ") Z " in state.read_text())


def wait_for_the_end_of_children(folder: Path, number: int) -> None:
    children = [int(line) for line in (folder / "children").read_text().split()]
    assert len(children) == number
    until = time.monotonic() + PATIENCE
    while any(map(runs, children)):
        assert time.monotonic() < until, "a child still runs"
        time.sleep(0.05)


@pytest.mark.parametrize("name", ["ForkAndDie", "StartAndDie"])
def test_an_agent_that_dies_is_missed_at_once_whatever_it_started(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has left; at the end of a long patience it would be silent."""
    monkeypatch.setenv("ULPIA_PATIENCE", "100")
    with pytest.raises(AgentFailure, match="exit 3") as caught:
        find_agent(f"mine.py:{name}", 1).choose(some_decision())
    assert caught.value.name == "AgentLeft"
    wait_for_the_end_of_children(folder, 1)


def test_an_agent_that_hangs_ends_with_its_children(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ULPIA_PATIENCE", "0.5")
    with pytest.raises(AgentFailure, match=r"within 0\.5 s"):
        find_agent("mine.py:ForkAndHang", 1).choose(some_decision())
    wait_for_the_end_of_children(folder, 1)


def test_children_end_when_the_agent_is_done_with(folder: Path) -> None:
    decision = some_decision()
    assert find_agent("mine.py:ForkAndAnswer", 1).choose(decision) == decision.options[0]
    external.close_all()
    wait_for_the_end_of_children(folder, 2)


def test_a_copy_of_an_agent_does_not_speak_for_it(folder: Path) -> None:
    agent, decision = find_agent("mine.py:Double", 1), some_decision()
    assert [agent.choose(decision) for _ in range(2)] == [decision.options[0]] * 2
    wait_for_the_end_of_children(folder, 2)


def test_patience_ends_even_if_somebody_holds_the_pipes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child that holds them still runs then."""
    monkeypatch.setenv("ULPIA_PATIENCE", "5")
    with pytest.raises(AgentFailure):
        find_agent("mine.py:Holding", 1).choose(some_decision())
    child = int((folder / "children").read_text())
    assert runs(child)
    os.kill(child, signal.SIGKILL)


def test_children_end_when_the_match_is_killed(folder: Path) -> None:
    script = """if True:
        import time, ulpia
        from ulpia.agents import Decision, find_agent
        agent = find_agent("mine.py:ForkAndAnswer", 1)
        agent.choose(Decision(ulpia.new("trajan", 2, 4, setup="dealt")))
        print("done", flush=True)
        time.sleep(60)
    """
    with subprocess.Popen([sys.executable, "-c", script], cwd=folder, stdout=subprocess.PIPE, text=True) as match:
        assert match.stdout
        assert match.stdout.readline() == "done\n"
        match.send_signal(signal.SIGKILL)
    wait_for_the_end_of_children(folder, 2)
