"""The terminal of a command: language, output, progress."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar
from rich.text import Text

from ulpia.core.compilation import Tenths, sentence
from ulpia.core.errors import MissingFile, UlpiaError, UnwritableFile
from ulpia.core.game import Game, Progress
from ulpia.core.i18n import Texts

INDENT = 16
SPINNER_DELAY = 0.3
"""Seconds before a spinner appears."""
TEXTS = Texts(Path(__file__).parent / "text")


@dataclass
class Terminal:
    """Prints in one language; results go to `out`, everything else to `errors`."""

    language: str
    out: Console
    errors: Console

    def say(self, *keys: str, **facts: object) -> str:
        """Return a text of the command line."""
        return TEXTS.say(self.language, *keys, **facts)

    def print(self, *keys: str, **facts: object) -> None:
        """Print a text of the command line."""
        self.out.print(self.say(*keys, **facts), markup=False, highlight=False)

    def print_error(self, error: UlpiaError) -> None:
        """Print an error."""
        self.errors.print(f"ulpia: {error.say(self.language)}", style="red", markup=False, highlight=False)

    def draw(self, lines: list[str]) -> None:
        """Print a sketch; a line that is too long continues under its text, not under its label."""
        width = max(40, self.out.width)
        for line in lines:
            first, *rest = Text.from_markup(line).wrap(self.out, width) or [Text()]
            self.out.print(first, highlight=False)
            for part in Text(" ").join(rest).wrap(self.out, width - INDENT) if rest else ():
                self.out.print(Text(" " * INDENT) + part, highlight=False)

    @contextmanager
    def progress(self, text: str, total: int) -> Iterator["Bar"]:
        """Show a progress bar."""
        if not self.errors.is_terminal:
            self.print_aside(text)
            yield Bar(Tenths(lambda percent: self.print_aside(f"{text} {percent} %")).set, total)
            return
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with ProgressBar(*columns, console=self.errors, transient=True) as progress:
            task = progress.add_task(text, total=total)
            yield Bar(lambda done, known: progress.update(task, completed=done, total=known), total)

    @contextmanager
    def compilation(self, game: Game, part: str) -> Iterator[Progress]:
        """Show how far the compilation of a part of a game is: the display of `core.compilation` for commands."""
        with self.progress(sentence(self.language, game, part), 1) as bar:
            yield bar.set

    def print_aside(self, text: str) -> None:
        """Print a line that is no result."""
        self.errors.print(text, markup=False, highlight=False, soft_wrap=True)

    @contextmanager
    def spinner(self, text: str) -> Iterator[None]:
        """Show a spinner while something takes longer than a moment."""
        status, lock, is_over = self.out.status(escape(text), spinner_style="dim"), threading.Lock(), False

        def show() -> None:
            with lock:
                if not is_over:
                    status.start()

        timer = threading.Timer(SPINNER_DELAY, show)
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

    def __init__(self, show: Progress, total: int) -> None:
        self._show = show
        self._done, self._total = 0, total

    def set(self, done: int, total: int) -> None:
        """Set how many steps are done, and how many there are."""
        self._done, self._total = done, total
        self._show(done, total)

    def advance(self, steps: int) -> None:
        """Add steps that are done."""
        self.set(self._done + steps, self._total)


def read_text(path: Path) -> str:
    """Read a text file, or raise MissingFile."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise MissingFile(path=path, why=error.strerror or error) from None
    except UnicodeDecodeError as error:
        raise MissingFile(path=path, why=error.reason) from None


def write_text(path: Path, text: str) -> None:
    """Write a text file and its folder, or raise UnwritableFile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnwritableFile(path=path, why=error.strerror or error) from None
    except ValueError as error:  # an impossible file name
        raise UnwritableFile(path=repr(str(path)), why=error) from None
