"""The process in which an agent of one's own runs, apart from the match: nothing of the match is here but looks.

Started by own.py. It hears pickled requests and answers with a line of JSON each. What the agent prints goes to stderr.
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
import traceback
from pathlib import Path
from typing import Any

import numpy as np

from ulpia.agents.base import Look
from ulpia.core.actions import Action

LENGTH = 4
"""Bytes before a request that tell how long it is."""
TRACE = 8
"""So many last lines of a traceback are told."""
SHOWN = 200
"""Characters of an answer or an error that are told."""
LAST_RESORT = 30
"""Seconds after its time is up when the system ends a process that nobody listens to any more."""

Reply = dict[str, Any]


def end() -> None:
    """End this process and, if they are a group of their own, all that it started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(0)


class Wire:
    """Hears the match and tells it things. It takes input and output for itself; the agent has neither."""

    def __init__(self) -> None:
        self._inbox = os.fdopen(os.dup(0), "rb")
        self._outbox = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        self._requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._is_copy = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._let_go)
        threading.Thread(target=self._listen, daemon=True).start()

    def _let_go(self) -> None:
        """In a copy that the agent made of this process: it does not speak with the match, nor keep its pipes open."""
        self._is_copy = True
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in (self._inbox, self._outbox):
            os.dup2(nothing, pipe.fileno(), inheritable=False)
        os.close(nothing)

    def _listen(self) -> None:
        while len(head := self._inbox.read(LENGTH)) == LENGTH:
            self._requests.put(self._inbox.read(int.from_bytes(head, "big")))
        end()  # the match is gone, even if the agent still thinks

    def hear(self) -> tuple[Any, ...]:
        """The next request."""
        if self._is_copy:  # it should have ended in the agent's hands
            os._exit(0)
        request: tuple[Any, ...] = pickle.loads(self._requests.get())
        return request

    def tell(self, reply: Reply) -> None:
        """Answer it."""
        self._outbox.write(json.dumps(reply) + "\n")
        self._outbox.flush()


class Guest:
    """The agent, and where its code is."""

    def __init__(self, file: str, name: str) -> None:
        self.shown, self.path, self.name = file, str(Path(file).resolve()), name
        self.kind: Any = None
        self.playing: int | None = None
        """Which game it is made for."""
        self.agent: Any = None

    def load(self) -> Reply:
        """Run the file and look for the class; tell where it chooses."""
        sys.path.insert(0, str(Path(self.path).parent))
        spec = importlib.util.spec_from_file_location(f"own_{Path(self.path).stem}", self.path)
        assert spec
        assert spec.loader
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException as error:
            return self.mishap("AgentNotLoaded", error)
        classes = [thing for thing in vars(module).values() if isinstance(thing, type)]
        self.kind = next((kind for kind in classes if kind.__name__ == self.name), None)
        if self.kind is None:
            own = [kind.__name__ for kind in classes if kind.__module__ == spec.name and hasattr(kind, "choose")]
            return {"mishap": "NoAgentClass", "known": ", ".join(own) or "-"}
        choose = getattr(self.kind, "choose", None)
        if not callable(choose):
            return {"mishap": "NoChoose"}
        code = getattr(choose, "__code__", None)
        return {"place": f"{self.shown}:{code.co_firstlineno}"} if code and code.co_filename == self.path else {}

    def choose(self, game: int, seed: int, look: Look) -> Reply:
        """Let the agent choose; a new game gets a new one."""
        try:
            if game != self.playing:
                self.agent = self.kind(seed) if takes_a_seed(self.kind) else self.kind()
                self.playing = game
            answer = self.agent.choose(look)
            number = number_of(answer, look)
        except SystemExit as error:
            return self.mishap("AgentLeft", error)
        except BaseException as error:
            return self.mishap("AgentRaised", error)
        return {"mishap": "AgentNonsense", "answer": describe(answer)} if number is None else {"number": number}

    def mishap(self, kind: str, error: BaseException) -> Reply:
        """What happened, and where in the agent's own file."""
        frames = traceback.extract_tb(error.__traceback__)
        why = shortened(" ".join(traceback.format_exception_only(error)[-1].split()))
        if isinstance(error, SyntaxError) and error.filename == self.path:
            frames.append(traceback.FrameSummary(self.path, error.lineno or 1, "<module>"))
        return {"mishap": kind, "why": why, **self.where(frames, [why])}

    def where(self, frames: list[traceback.FrameSummary], last: list[str]) -> Reply:
        """Its own innermost line, and the end of the traceback from its own outermost line on."""
        own = [at for at, frame in enumerate(frames) if frame.filename == self.path]
        place = f"{self.shown}:{frames[own[-1]].lineno}" if own else self.shown
        lines = "".join(traceback.format_list(frames[own[0] if own else 0 :])).splitlines() + last
        return {"place": place, "trace": "\n".join(lines[-TRACE:])}


def takes_a_seed(kind: type) -> bool:
    """Whether an agent of this class is made with a seed, or with nothing."""
    try:
        inspect.signature(kind).bind(0)
    except TypeError:
        return False
    return True


def number_of(answer: object, look: Look) -> int | None:
    """The number of an answer: an action, its number or its notation; None if it is not an option."""
    numbers = {option.number: option for option in look.options}
    if isinstance(answer, str):
        text = " ".join(answer.lower().replace("_", " ").split())
        return next((number for number, option in numbers.items() if str(option) == text), None)
    if isinstance(answer, Action):
        return next((number for number, option in numbers.items() if option == answer), None)
    if isinstance(answer, (int, np.integer)) and not isinstance(answer, bool):
        return int(answer) if int(answer) in numbers else None
    return None


def describe(answer: object) -> str:
    """A strange answer, as far as it can be shown."""
    try:
        text = repr(answer) if not isinstance(answer, Action) else f"“{answer}”"
    except Exception:
        text = type(answer).__name__
    return shortened(text)


def shortened(text: str) -> str:
    """Not more than anybody wants to read."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


class Clock:
    """Says once that time is up, unless the answer was there first."""

    def __init__(self, wire: Wire, guest: Guest, seconds: float) -> None:
        self._wire, self._guest = wire, guest
        self._lock, self._is_over = threading.Lock(), False
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.daemon = True
        self._timer.start()
        if hasattr(signal, "alarm"):
            signal.alarm(int(seconds) + LAST_RESORT)

    def answer(self, reply: Reply) -> None:
        """Tell an answer, if there is still time."""
        self._timer.cancel()
        if hasattr(signal, "alarm"):
            signal.alarm(0)
        self._say(reply)

    def _ring(self) -> None:
        frame = sys._current_frames().get(threading.main_thread().ident or 0)
        frames = traceback.extract_stack(frame)
        self._say({"mishap": "AgentSilent", **self._guest.where(frames, [])})

    def _say(self, reply: Reply) -> None:
        with self._lock:
            if not self._is_over:
                self._is_over = True
                self._wire.tell(reply)


def main() -> None:
    """Load the agent, then answer whatever is asked until nobody asks any more."""
    wire, guest = Wire(), Guest(*sys.argv[1:])
    wire.tell(guest.load())
    while True:
        game, seed, look, seconds = wire.hear()
        clock = Clock(wire, guest, seconds)
        clock.answer(guest.choose(game, seed, look))
