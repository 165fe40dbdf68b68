"""Where a command speaks to a person: language, console, progress."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ulpia.core.errors import MissingFile, UlpiaError, UnwritableFile
from ulpia.core.game import Game
from ulpia.core.i18n import Texts
from ulpia.engine.playouts import is_prepared, prepare
from ulpia.search import searcher as minds

INDENT = 16
MOMENT = 0.3
"""Seconds that nobody minds."""
WORDS = Texts(Path(__file__).parent / "text")


@dataclass
class Desk:
    """Says things in one language; results go to `out`, everything else to `errors`."""

    language: str
    out: Console
    errors: Console

    def say(self, *keys: str, **facts: object) -> str:
        """A text of the command line."""
        return WORDS.say(self.language, *keys, **facts)

    def tell(self, *keys: str, **facts: object) -> None:
        """Print a text of the command line as it is."""
        self.out.print(self.say(*keys, **facts), markup=False, highlight=False)

    def complain(self, error: UlpiaError) -> None:
        """Tell an error."""
        self.errors.print(f"ulpia: {error.say(self.language)}", style="red", markup=False, highlight=False)

    def draw(self, lines: list[str]) -> None:
        """Print a sketch; what is too long for the terminal goes on under the text, not under the label."""
        width = max(40, self.out.width)
        for line in lines:
            first, *rest = Text.from_markup(line).wrap(self.out, width) or [Text()]
            self.out.print(first, highlight=False)
            for part in Text(" ").join(rest).wrap(self.out, width - INDENT) if rest else ():
                self.out.print(Text(" " * INDENT) + part, highlight=False)

    @contextmanager
    def progress(self, text: str, total: int) -> Iterator["Bar"]:
        """Show progress while something takes long."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self.errors, transient=True) as progress:
            yield Bar(progress, progress.add_task(text, total=total))

    def prepare(self, game: Game, door: str) -> None:
        """Compile what a command needs, with progress, if it is not compiled yet."""
        if is_prepared(game, door):
            return
        with self.progress(self.say("compiling"), 1) as bar:
            prepare(game, door, bar.set)

    def prepare_thinking(self, game: Game) -> None:
        """The same for opponents and advice."""
        if is_prepared(game, minds.THINKING):
            return
        with self.progress(self.say("compiling_thinking"), 1) as bar:
            minds.prepare(game, bar.set)

    @contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Show a quiet sign while somebody thinks, if that takes longer than a moment."""
        status, lock, is_over = self.out.status(escape(text), spinner_style="dim"), threading.Lock(), False

        def show() -> None:
            with lock:
                if not is_over:
                    status.start()

        timer = threading.Timer(MOMENT, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            with lock:
                is_over = True
                timer.cancel()
                status.stop()


class Bar:
    """A progress bar."""

    def __init__(self, progress: Progress, task: object) -> None:
        self._progress = progress
        self._task = task

    def set(self, done: int, total: int) -> None:
        """So many of so many are done."""
        self._progress.update(self._task, completed=done, total=total)  # type: ignore[arg-type]

    def advance(self, steps: int) -> None:
        """So many more are done."""
        self._progress.advance(self._task, steps)  # type: ignore[arg-type]


def read_text(path: Path) -> str:
    """Read a text file, or say why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise MissingFile(path=path, why=error.strerror or error) from None
    except UnicodeDecodeError as error:
        raise MissingFile(path=path, why=error.reason) from None


def write_text(path: Path, text: str) -> None:
    """Write a text file, making its folder if need be, or say why it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnwritableFile(path=path, why=error.strerror or error) from None
    except ValueError as error:  # a name no file can have
        raise UnwritableFile(path=repr(str(path)), why=error) from None
