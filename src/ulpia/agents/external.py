"""Agents of one's own: a Python file and a class in it, as in mine.py:Caesar. Each runs in a process of its own.

So it cannot reach the match, and can be stopped when it hangs. A process serves one seat of one game at a time, and is
kept for the next.
"""

import atexit
import itertools
import json
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

from ulpia.agents.base import Look
from ulpia.agents.errors import (
    MISHAPS,
    BadPatience,
    Mishap,
    NoAgentFile,
)
from ulpia.agents.worker import LENGTH, Reply
from ulpia.core.actions import Action

SUFFIX = ".py"
PATIENCE = 10.0
"""Seconds an agent may take for a decision, if neither ULPIA_PATIENCE nor a budget says otherwise."""
LENIENCE = 1.0
"""Seconds beyond a budget."""
LOADING = 60.0
"""Seconds for Python to start and the file to be run."""
GRACE = 2.0
"""The process itself tells that time is up, and where it is then. If it has not after so many seconds, it is stuck."""
PARTING = 1.0
"""Seconds in which a process that says nothing any more comes to its end."""
PIECE = 65536
"""Bytes read at once."""
STARTS = 3
"""How often in a game a process is started anew. Then it is not asked any more, so that a game comes to an end."""


def is_own(name: str) -> bool:
    """Whether the name of an agent is that of a file and a class."""
    return name.rpartition(":")[0].endswith(SUFFIX)


def patience() -> float:
    """Seconds an agent may take for a decision."""
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
        self.key = key_of(name)
        program = "from ulpia.agents.worker import main; main()"
        self._child = subprocess.Popen(
            [sys.executable, "-u", "-P", "-c", program, file, kind],  # -u: what it prints is seen at once
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl+C is for us; and what it starts can be ended with it
        )
        assert self._child.stdin
        os.set_blocking(self._child.stdin.fileno(), False)
        _LIVING.add(self)
        self.facts: Reply = {"agent": name, "class_name": kind, "place": file}
        """What every mishap tells; the place is where the agent chooses, unless a better one is known."""
        reply = self.ask(None, LOADING)
        if "mishap" in reply:
            self.close()
            raise self.mishap(reply, LOADING)
        self.facts |= reply

    def mishap(self, reply: Reply, seconds: float, legal: str = "") -> Mishap:
        """The mishap that a reply tells of."""
        kind = MISHAPS[reply.pop("mishap")]
        return kind(**self.facts | {"seconds": f"{seconds:g}", "legal": legal} | reply)

    def ask(self, request: object, seconds: float) -> Reply:
        """Send a request, if there is one, and wait for its reply; a process that does not give it is ended."""
        is_late = False
        try:
            reply = self._exchange(request, time.monotonic() + seconds)
        except TimeoutError:
            reply, is_late = None, True
        except (OSError, ValueError):  # a broken pipe, or nothing said
            reply = None
        except BaseException:  # Ctrl+C in the middle of an answer
            self.close()
            raise
        if reply is None:
            self.close(0.0 if is_late else PARTING)
            return {"mishap": "AgentSilent"} if is_late else {"mishap": "AgentLeft", "why": self._farewell()}
        if reply.get("mishap") == "AgentSilent":
            self.close()
        return reply

    def _exchange(self, request: object, until: float) -> Reply:
        """Whoever else holds the pipes, as children of the agent may: it is over when time is up."""
        assert self._child.stdin
        assert self._child.stdout
        if request is not None:
            data = pickle.dumps(request)
            left = memoryview(len(data).to_bytes(LENGTH, "big") + data)
            while left:
                wait_for(self._child.stdin, selectors.EVENT_WRITE, until)
                left = left[os.write(self._child.stdin.fileno(), left) :]
        line = b""
        while not line.endswith(b"\n"):
            wait_for(self._child.stdout, selectors.EVENT_READ, until)
            piece = os.read(self._child.stdout.fileno(), PIECE)
            if not piece:
                raise BrokenPipeError
            line += piece
        reply: Reply = json.loads(line)
        return reply

    def _farewell(self) -> str:
        code = self._child.returncode
        return f"exit {code}" if code >= 0 else f"signal {-code}"

    @property
    def is_living(self) -> bool:
        """Whether it can be asked again."""
        return self in _LIVING

    def close(self, seconds: float = 0.0) -> None:
        """End it, unless it ends by itself in so many seconds, and in any case all that it started."""
        _LIVING.discard(self)
        if self._child.returncode is not None:  # its number may be another's by now
            return
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(seconds)
        if hasattr(os, "killpg"):
            with suppress(OSError):  # nobody is left
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe
            pipe.close()


def wait_for(pipe: IO[bytes], event: int, until: float) -> None:
    """Wait until a pipe can be used, or raise a TimeoutError."""
    seconds = until - time.monotonic()
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if seconds <= 0 or not selector.select(seconds):
            raise TimeoutError


Key = tuple[str, str, int]
_LIVING: set[Process] = set()
_IDLE: dict[Key, list[Process]] = {}
_LOCK = threading.RLock()
"""Agents are given back whenever they are forgotten, perhaps while this very thread borrows one."""
_GAMES = itertools.count()


def key_of(name: str) -> Key:
    """What a process can be used again for: the same class of the same file, as it was last written."""
    file, _, kind = name.rpartition(":")
    try:
        return str(Path(file).resolve()), kind, Path(file).stat().st_mtime_ns
    except OSError as error:
        raise NoAgentFile(place=file, why=error.strerror or error) from None


def borrow(name: str) -> Process:
    """A process for an agent: an idle one, or a new one."""
    key = key_of(name)
    with _LOCK:
        process = _IDLE[key].pop() if _IDLE.get(key) else None
    return process or Process(name)


def give_back(held: list[Process]) -> None:
    """Keep the process of an agent that is done, for the next."""
    with _LOCK:
        for process in held:
            if process.is_living:
                _IDLE.setdefault(process.key, []).append(process)


def close_all() -> None:
    """End all processes."""
    for process in list(_LIVING):
        process.close()
    _IDLE.clear()


def forget_all() -> None:
    """After a fork: the processes belong to the parent."""
    global _LOCK
    _INHERITED.extend(_LIVING)
    _LIVING.clear()
    _IDLE.clear()
    _LOCK = threading.RLock()


_INHERITED: list[Process] = []
atexit.register(close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_all)


class Own:
    """An agent of one's own, at one seat of one game. Raises a `Mishap` when it does not give a legal answer."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed
        self.patience = patience()
        self.game = next(_GAMES)
        self.starts = 0
        self.last: tuple[type[Mishap], Reply] | None = None
        """The last mishap, without its traceback: that would hold the agent, and so its process."""
        self._held = [borrow(name)]
        weakref.finalize(self, give_back, self._held)

    def choose(self, look: Look) -> Action:
        """What the agent chooses, if it does so in time."""
        try:
            return self._ask(look)
        except Mishap as mishap:
            self.last = type(mishap), mishap.facts
            raise

    def _ask(self, look: Look) -> Action:
        if not self._held[0].is_living:
            if self.starts == STARTS and self.last:
                kind, facts = self.last
                raise kind(**facts)
            self.starts += 1
            self._held[0] = borrow(self.name)
        budget = look.budget.seconds
        seconds = self.patience if budget is None else budget + LENIENCE
        reply = self._held[0].ask((self.game, self.seed, look, seconds), seconds + GRACE)
        if "mishap" not in reply:
            return next(option for option in look.options if option.number == reply["number"])
        raise self._held[0].mishap(reply, seconds, ", ".join(map(str, look.options)))
