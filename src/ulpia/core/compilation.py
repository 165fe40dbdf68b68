"""How the progress of compilation is shown, and whether matches wait for it. A program can set both."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from ulpia.core.game import Game, Progress
from ulpia.core.i18n import Texts

Display = Callable[[Game, str], AbstractContextManager[Progress]]
"""Called with a game and the part of it that is compiled."""

MATCH, SEARCH = "match", "search"
"""The parts of a game that have a sentence of their own."""
TENTHS = 10
TEXTS = Texts(Path(__file__).parent / "text")


def sentence(language: str, game: Game, part: str) -> str:
    """Return a sentence for people about the compilation of a part of a game."""
    if part == MATCH:
        return game.texts.say(language, "compiling")
    title = game.texts.find(language, "title")
    return TEXTS.say(language, "compiling", SEARCH if part == SEARCH else "other", game=title, part=part)


class Tenths:
    """Reports progress in steps of a tenth, for output that is no terminal."""

    def __init__(self, report: Callable[[int], None]) -> None:
        self._report = report
        self._reached = 0

    def set(self, done: int, total: int) -> None:
        """Report every tenth that has been reached since the last call."""
        reached = TENTHS * done // max(1, total)
        if reached > self._reached:
            self._reached = reached
            self._report(reached * TENTHS)


@contextmanager
def on_stderr(game: Game, part: str) -> Iterator[Progress]:
    """Write a sentence to standard error, then the progress: in place on a terminal, else every tenth."""
    text = sentence("en", game, part)
    sys.stderr.write(text)
    sys.stderr.flush()

    def write(percent: int) -> None:
        sys.stderr.write(f" {percent} %")
        sys.stderr.flush()

    def rewrite(done: int, known: int) -> None:
        sys.stderr.write(f"\r{text} {100 * done // max(1, known)} %")
        sys.stderr.flush()

    yield rewrite if sys.stderr.isatty() else Tenths(write).set
    sys.stderr.write("\n")


@contextmanager
def quietly(_game: Game, _part: str) -> Iterator[Progress]:
    """Show nothing."""
    yield lambda _done, _known: None


display: Display = on_stderr
"""Shows the progress. A program can show it in another way by replacing this."""
is_waited_for = True
"""Whether a match waits until its rules are compiled. A program that compiles them in another process can set this to
False: until they are ready, interpreted rules play. They compute the same, in about a millisecond for each action."""
