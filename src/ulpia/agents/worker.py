"""The process in which an external agent runs. It gets decisions and never the match itself.

Started by external.py. It reads pickled requests and answers each with a line of JSON. What the agent prints goes to
stderr.
"""

import importlib.util
import inspect
import json
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ulpia.agents.base import Agent, Decision
from ulpia.agents.tracebacks import AgentCode, describe_answer
from ulpia.core import compilation
from ulpia.core.game import Game, Progress

LENGTH_BYTES = 4
"""Bytes before a request that hold its length."""
ALARM_SECONDS = 30
"""Seconds after its time limit when the system ends a process whose parent is gone."""

COMPILING = "compiling"
"""Key of a message that is no reply: 1 when compilation begins, 0 when it has ended."""

Request = tuple[int, int, Decision, float]
"""Number of the game, seed of the agent, what it is asked, and the seconds it has."""
Reply = dict[str, str | int]


def end_process() -> None:
    """End this process and, if it leads a process group, all processes that it started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(0)


class Channel:
    """Exchanges messages with the parent over stdin and stdout, which the agent cannot use then."""

    def __init__(self) -> None:
        self._inbox = os.fdopen(os.dup(0), "rb")
        self._outbox = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        self._requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._is_fork = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._detach)
        threading.Thread(target=self._listen, daemon=True).start()

    def _detach(self) -> None:
        """In a fork that the agent made: close the pipes, so that only this process talks to the parent."""
        self._is_fork = True
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in (self._inbox, self._outbox):
            os.dup2(nothing, pipe.fileno(), inheritable=False)
        os.close(nothing)

    def _listen(self) -> None:
        while len(head := self._inbox.read(LENGTH_BYTES)) == LENGTH_BYTES:
            self._requests.put(self._inbox.read(int.from_bytes(head, "big")))
        end_process()  # the parent is gone; the agent may still be computing

    def receive(self) -> Request:
        """Wait for the next request."""
        if self._is_fork:  # the agent should have ended it
            os._exit(0)
        request: Request = pickle.loads(self._requests.get())
        return request

    def send(self, reply: Reply) -> None:
        """Answer the request."""
        self._outbox.write(json.dumps(reply) + "\n")
        self._outbox.flush()


class Host:
    """Loads the agent's class and lets its agents choose."""

    def __init__(self, file: str, name: str) -> None:
        self.code, self.name = AgentCode(str(Path(file).resolve()), file), name
        self.kind: type | None = None
        self.game: int | None = None
        """The game that the agent was made for."""
        self.agent: Agent | None = None

    def load(self) -> Reply:
        """Run the file and find the class; return where its method `choose` begins."""
        path = Path(self.code.path)
        sys.path.insert(0, str(path.parent))
        spec = importlib.util.spec_from_file_location(f"external_{path.stem}", path)
        assert spec
        assert spec.loader
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException as error:
            return {"failure": "AgentNotLoaded", **self.code.facts_of(error)}
        classes = [thing for thing in vars(module).values() if isinstance(thing, type)]
        self.kind = next((kind for kind in classes if kind.__name__ == self.name), None)
        if self.kind is None:
            agents = [kind.__name__ for kind in classes if kind.__module__ == spec.name and hasattr(kind, "choose")]
            return {"failure": "NoAgentClass", "known": ", ".join(agents) or "-"}
        choose = getattr(self.kind, "choose", None)
        if not callable(choose):
            return {"failure": "NoChoose"}
        code = getattr(choose, "__code__", None)
        if code is None or code.co_filename != self.code.path:
            return {}
        return {"place": f"{self.code.shown}:{code.co_firstlineno}"}

    def choose(self, game: int, seed: int, decision: Decision) -> Reply:
        """Let the agent choose; every game gets a new agent."""
        assert self.kind is not None
        try:
            if self.agent is None or game != self.game:
                self.agent = self.kind(seed) if takes_seed(self.kind) else self.kind()
                self.game = game
            answer = self.agent.choose(decision)
            option = decision.find_option(answer)
        except SystemExit as error:
            return {"failure": "AgentLeft", **self.code.facts_of(error)}
        except BaseException as error:
            return {"failure": "AgentRaised", **self.code.facts_of(error)}
        if option is None:
            return {"failure": "AgentNonsense", "answer": describe_answer(answer)}
        return {"number": option.number}


def takes_seed(kind: type) -> bool:
    """Tell whether the constructor of a class takes a seed, or nothing."""
    try:
        inspect.signature(kind).bind(0)
    except TypeError:
        return False
    return True


class TimeLimit:
    """Sends either the answer or, once the time is up, that the agent is silent."""

    def __init__(self, channel: Channel, host: Host, seconds: float) -> None:
        self._channel, self._host = channel, host
        self._lock, self._is_over = threading.Lock(), False
        self._start(seconds)

    def _start(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._timer = threading.Timer(seconds, self._expire)
        self._timer.daemon = True
        self._timer.start()
        if hasattr(signal, "alarm"):
            signal.alarm(int(seconds) + ALARM_SECONDS)

    def _stop(self) -> None:
        self._timer.cancel()
        if hasattr(signal, "alarm"):
            signal.alarm(0)

    def answer(self, reply: Reply) -> None:
        """Send an answer, unless the time is up."""
        self._stop()
        self._send(reply)

    @contextmanager
    def compilation(self, _game: Game, _part: str) -> Iterator[Progress]:
        """Stop the clock, here and in the parent, while code is compiled that the agent calls (once on a machine)."""
        self._stop()
        left = max(0.0, self._until - time.monotonic())
        self._channel.send({COMPILING: 1})
        try:
            yield lambda _done, _known: None
        finally:
            self._start(left)
            self._channel.send({COMPILING: 0})

    def _expire(self) -> None:
        frame = sys._current_frames().get(threading.main_thread().ident or 0)
        self._send({"failure": "AgentSilent", **self._host.code.locate(traceback.extract_stack(frame), [])})

    def _send(self, reply: Reply) -> None:
        with self._lock:
            if not self._is_over:
                self._is_over = True
                self._channel.send(reply)


def main() -> None:
    """Load the agent, then answer requests until the parent closes the pipe."""
    channel, host = Channel(), Host(*sys.argv[1:])
    channel.send(host.load())
    while True:
        game, seed, decision, seconds = channel.receive()
        limit = TimeLimit(channel, host, seconds)
        compilation.display = limit.compilation
        limit.answer(host.choose(game, seed, decision))
