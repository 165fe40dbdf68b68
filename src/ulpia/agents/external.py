"""External agents: a class in a Python file of the user, such as mine.py:Caesar. Each runs in a process of its own.

So it cannot reach the match, and it can be stopped when it hangs. A process serves one seat of one game at a time and
is then reused.
"""

import atexit
import itertools
import math
import os
import pickle
import selectors
import signal
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from ulpia.agents.base import Decision
from ulpia.agents.errors import (
    FAILURES,
    AgentFailure,
    AgentNonsense,
    BadPatience,
    NoAgentFile,
)
from ulpia.agents.worker import COMPILING, LENGTH_BYTES, Reply
from ulpia.core.actions import Action

SUFFIX = ".py"
PATIENCE = 10.0
"""Seconds an agent may take for a decision, unless ULPIA_PATIENCE or a budget says otherwise."""
BUDGET_TOLERANCE = 1.0
"""Seconds an agent may take beyond its budget."""
LOAD_SECONDS = 60.0
"""Time limit for starting Python and running the file."""
REPORT_SECONDS = 2.0
"""At its time limit the process itself reports where it is. Without a report after this time it counts as stuck."""
COMPILE_SECONDS = 1800.0
"""Time limit for compiling what an agent calls, which happens once on a machine."""
EXIT_SECONDS = 1.0
"""How long a process that closed its pipe may take to end."""
READ_SIZE = 65536
MAX_RESTARTS = 3
"""Restarts of a process in one game. After these the agent is not asked again, so that the game comes to an end."""


def is_external(name: str) -> bool:
    """Tell whether the name of an agent is a file and a class."""
    return name.rpartition(":")[0].endswith(SUFFIX)


def patience() -> float:
    """Return the seconds an agent may take for a decision."""
    given = os.environ.get("ULPIA_PATIENCE", "")
    try:
        seconds = float(given) if given else PATIENCE
    except ValueError:
        raise BadPatience(patience=given) from None
    if not 0 < seconds < math.inf:
        raise BadPatience(patience=given)
    return seconds


class Process:
    """A process that runs one agent."""

    def __init__(self, name: str) -> None:
        self.name = name
        file, _, kind = name.rpartition(":")
        self.key = process_key(name)
        program = "from ulpia.agents.worker import main; main()"
        self._child = subprocess.Popen(
            [sys.executable, "-u", "-P", "-c", program, file, kind],  # -u: what it prints appears at once
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl+C does not reach it, and its children can be ended with it
        )
        self._unread = b""
        assert self._child.stdin
        os.set_blocking(self._child.stdin.fileno(), False)
        _RUNNING.add(self)
        self.details: Reply = {"agent": name, "class_name": kind, "place": file}
        """What every failure says; the place is where `choose` begins, unless a better one is known."""
        reply = self.ask(None, LOAD_SECONDS)
        if "failure" in reply:
            self.close()
            raise self.failure(reply, LOAD_SECONDS)
        self.details |= reply

    def failure(self, reply: Reply, seconds: float, legal: str = "") -> AgentFailure:
        """Return the failure that a reply reports."""
        kind = FAILURES.get(str(reply.pop("failure")), AgentNonsense)
        unknown = dict.fromkeys(kind.reported, "?")
        return kind(**unknown | self.details | {"seconds": f"{seconds:g}", "legal": legal} | reply)

    def ask(self, request: object, seconds: float) -> Reply:
        """Send a request unless it is None, and wait for the reply. A process that does not reply is ended."""
        is_late = False
        try:
            reply = self._exchange(request, time.monotonic() + seconds)
        except TimeoutError:
            reply, is_late = None, True
        except (OSError, ValueError):  # a broken pipe, or no JSON
            reply = None
        except BaseException:  # Ctrl+C in the middle of an answer
            self.close()
            raise
        if reply is None:
            self.close(0.0 if is_late else EXIT_SECONDS)
            return {"failure": "AgentSilent"} if is_late else {"failure": "AgentLeft", "why": self._exit_status()}
        if reply.get("failure") == "AgentSilent":
            self.close()
        return reply

    def _exchange(self, request: object, until: float) -> Reply:
        """Write and read with a time limit: children of the agent may keep the pipes open."""
        assert self._child.stdin
        if request is not None:
            data = pickle.dumps(request)
            left = memoryview(len(data).to_bytes(LENGTH_BYTES, "big") + data)
            while left:
                wait_for(self._child.stdin, selectors.EVENT_WRITE, until)
                left = left[os.write(self._child.stdin.fileno(), left) :]
        left_seconds = None
        while True:
            limit = until if left_seconds is None else time.monotonic() + COMPILE_SECONDS
            reply = self._read_line(limit)
            if COMPILING not in reply:
                return reply
            if reply[COMPILING]:
                left_seconds = until - time.monotonic()
            elif left_seconds is not None:
                until, left_seconds = time.monotonic() + left_seconds, None

    def _read_line(self, until: float) -> Reply:
        """Read the next message of the process."""
        assert self._child.stdout
        while b"\n" not in self._unread:
            wait_for(self._child.stdout, selectors.EVENT_READ, until)
            data = os.read(self._child.stdout.fileno(), READ_SIZE)
            if not data:
                raise BrokenPipeError
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            return msgspec.json.decode(line, type=Reply)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from None

    def _exit_status(self) -> str:
        code = self._child.returncode
        return f"exit {code}" if code >= 0 else f"signal {-code}"

    @property
    def is_running(self) -> bool:
        """Tell whether it can be asked again."""
        return self in _RUNNING

    def close(self, seconds: float = 0.0) -> None:
        """End it, unless it ends by itself within this time, and all processes that it started."""
        _RUNNING.discard(self)
        if self._child.returncode is not None:  # its process id may have been reused
            return
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(seconds)
        if hasattr(os, "killpg"):
            with suppress(OSError):  # the group is empty
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe
            pipe.close()


def wait_for(pipe: IO[bytes], event: int, until: float) -> None:
    """Wait until a pipe is ready, or raise a TimeoutError."""
    seconds = until - time.monotonic()
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if seconds <= 0 or not selector.select(seconds):
            raise TimeoutError


Key = tuple[str, str, int]
_RUNNING: set[Process] = set()
_IDLE: dict[Key, list[Process]] = {}
_LOCK = threading.RLock()
"""Reentrant: garbage collection may release a process while this thread acquires one."""
_GAMES = itertools.count()


def process_key(name: str) -> Key:
    """Return what a process can be reused for: the same class of the same version of the same file."""
    file, _, kind = name.rpartition(":")
    try:
        return str(Path(file).resolve()), kind, Path(file).stat().st_mtime_ns
    except OSError as error:
        raise NoAgentFile(place=file, why=error.strerror or error) from None


def acquire(name: str) -> Process:
    """Return an idle process for an agent, or a new one."""
    key = process_key(name)
    with _LOCK:
        process = _IDLE[key].pop() if _IDLE.get(key) else None
    return process or Process(name)


def release(held: list[Process]) -> None:
    """Keep the process of an agent that is no longer needed for the next one."""
    with _LOCK:
        for process in held:
            if process.is_running:
                _IDLE.setdefault(process.key, []).append(process)


def close_all() -> None:
    """End all processes."""
    for process in list(_RUNNING):
        process.close()
    _IDLE.clear()


def forget_all() -> None:
    """After a fork: the processes belong to the parent."""
    global _LOCK
    _INHERITED.extend(_RUNNING)
    _RUNNING.clear()
    _IDLE.clear()
    _LOCK = threading.RLock()


_INHERITED: list[Process] = []
atexit.register(close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_all)


class ExternalAgent:
    """An external agent at one seat of one game. Raises an `AgentFailure` when it does not give a legal answer."""

    def __init__(self, name: str, seed: int, patience_seconds: float | None = None) -> None:
        self.name, self.seed = name, seed
        self.patience = patience() if patience_seconds is None else patience_seconds
        self.game = next(_GAMES)
        self.restarts = 0
        self.last: tuple[type[AgentFailure], dict[str, object]] | None = None
        """The last failure, without its traceback: that would keep the agent and its process alive."""
        self._held = [acquire(name)]
        weakref.finalize(self, release, self._held)

    def choose(self, decision: Decision) -> Action:
        """Return the option that the agent chooses in time."""
        try:
            return self._ask(decision)
        except AgentFailure as failure:
            self.last = type(failure), failure.facts
            raise

    def _ask(self, decision: Decision) -> Action:
        if not self._held[0].is_running:
            if self.restarts == MAX_RESTARTS and self.last:
                kind, facts = self.last
                raise kind(**facts)
            self.restarts += 1
            self._held[0] = acquire(self.name)
        budget = decision.budget.seconds
        seconds = self.patience if budget is None else budget + BUDGET_TOLERANCE
        reply = self._held[0].ask((self.game, self.seed, decision, seconds), seconds + REPORT_SECONDS)
        if "failure" not in reply:
            for option in decision.options:
                if option.number == reply.get("number"):
                    return option
            reply = {"failure": AgentNonsense.__name__, "answer": reply.get("number", "?")}
        raise self._held[0].failure(reply, seconds, ", ".join(map(str, decision.options)))
