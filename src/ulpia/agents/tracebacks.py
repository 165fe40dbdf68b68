"""Descriptions of what went wrong inside an agent: the exception, its place in the agent's code, strange answers."""

import traceback
from dataclasses import dataclass

from ulpia.core.actions import Action

TRACE_LINES = 8
"""Last lines of a traceback that are reported."""
MAX_LENGTH = 200
"""Characters of an answer or an exception that are reported."""


@dataclass(frozen=True)
class AgentCode:
    """Where the code of an agent is."""

    path: str
    shown: str
    """The path as the user wrote it."""

    def facts_of(self, error: BaseException) -> dict[str, str]:
        """Return `why`, `place` and `trace` of an exception that the agent raised."""
        frames = traceback.extract_tb(error.__traceback__)
        why = shorten(" ".join(traceback.format_exception_only(error)[-1].split()))
        if isinstance(error, SyntaxError) and error.filename == self.path:
            frames.append(traceback.FrameSummary(self.path, error.lineno or 1, "<module>"))
        return {"why": why, **self.locate(frames, [why])}

    def locate(self, frames: list[traceback.FrameSummary], last: list[str]) -> dict[str, str]:
        """Return the innermost line of the agent as `place`, and as `trace` what follows its outermost line."""
        own = [at for at, frame in enumerate(frames) if frame.filename == self.path]
        lines = "".join(traceback.format_list(frames[own[0] if own else 0 :])).splitlines() + last
        place = {"place": f"{self.shown}:{frames[own[-1]].lineno}"} if own else {}
        return place | {"trace": "\n".join(lines[-TRACE_LINES:])}


def describe_answer(answer: object) -> str:
    """Return a short text for an answer that is not an option, whatever it is."""
    try:
        text = repr(answer) if not isinstance(answer, Action) else f"“{answer}”"
    except Exception:
        text = type(answer).__name__
    return shorten(text)


def shorten(text: str) -> str:
    """Cut a text at MAX_LENGTH characters."""
    return text if len(text) <= MAX_LENGTH else text[:MAX_LENGTH] + "…"
