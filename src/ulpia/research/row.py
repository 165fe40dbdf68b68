"""One table of a batch, as agents and pictures see it."""

import importlib
import shutil
import subprocess
from collections.abc import Callable
from io import BytesIO
from types import ModuleType
from typing import Any, NoReturn, cast

import numpy as np
import numpy.typing as npt
from rich.text import Text

from ulpia.agents import Look
from ulpia.core.actions import Action
from ulpia.core.components import Components
from ulpia.core.errors import IllegalAction, MissingExtra, NumberOutOfRange
from ulpia.core.game import SPECTATOR, Question, States
from ulpia.match import Match
from ulpia.research.batch import Batch
from ulpia.research.errors import UnknownKind, WrongNumbers

Array = npt.NDArray[Any]

VERSION = 0
"""Of the environments; raised by every change of what they do."""
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def environment_id(game: str) -> str:
    """The name by which a game is registered."""
    return f"ulpia/{game}-v{VERSION}"


def optional(package: str, extra: str = "research") -> ModuleType:
    """A package that is not installed with Ulpia itself, or what to install."""
    try:
        return importlib.import_module(package)
    except ImportError:
        raise MissingExtra(package=package, extra=extra) from None


def whole(action: object) -> int:
    """An action that was given as any kind of whole number, an array of one among them."""
    if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
        return int(action)
    if isinstance(action, np.ndarray) and action.size == 1 and action.dtype.kind in "iu":
        return int(action.item())
    raise WrongNumbers(what="action", needed="a whole number", given=type(action).__name__)


class Table:
    """What a look, a picture or a sketch is made from."""

    def __init__(self, batch: Batch, components: Components, at: int = 0) -> None:
        self._batch, self._at = batch, at
        self.game, self.components, self.settings = batch.game, components, batch.settings
        self.seats = batch.table_size

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        seat = int(self._batch.seats[self._at])
        return seat if seat >= 0 else None

    @property
    def question(self) -> Question | None:
        """What is being decided."""
        return self.game.question(self._batch._states[self._at])

    @property
    def options(self) -> tuple[Action, ...]:
        """All legal actions, in their fixed order."""
        numbers = self._batch.options[self._at, : self._batch.choices[self._at]].tolist()
        return tuple(self.game.actions[number] for number in numbers)

    def seen(self, seat: int | None) -> States:
        """What a seat, or a passer-by, knows."""
        return self.game.see(self._batch._states[self._at : self._at + 1], SPECTATOR if seat is None else seat)

    def look(self) -> Look:
        """What an agent gets whose decision it is."""
        return Look(cast(Match, self))  # it asks for nothing that a table does not have

    def refuse(self, number: int) -> NoReturn:
        """Say why an action cannot be played now, and which can."""
        legal = ", ".join(f"{option.number} ({option})" for option in self.options)
        if not 0 <= number < len(self.game.actions):
            raise NumberOutOfRange(number=number, last=len(self.game.actions) - 1, legal=legal)
        raise IllegalAction(action=f"{number} ({self.game.actions[number]})", legal=legal)

    def render(self, mode: str, seat: int | None) -> str | Array | None:
        """The table as a seat sees it, in one of the modes; None is a passer-by."""
        view = self.game.view(self.components.facts, self.seen(seat))
        if mode in ("ansi", "human"):
            names = [self.game.texts.say("en", "seat", number=number) for number in range(self.seats)]
            lines = self.game.sketch(view, "en", names)
            drawn = "\n".join(Text.from_markup(line).plain for line in lines) + "\n"
            return drawn if mode == "ansi" else print(drawn)
        from ulpia import render

        picture = render.svg(view)
        return picture if mode == "svg" else pixels(picture)


def check_render_mode(mode: str | None) -> str | None:
    """A way of showing a table, if it is one that works here."""
    if mode is not None and mode not in RENDER_MODES:
        raise UnknownKind(option="render_mode", value=mode, known=", ".join((*RENDER_MODES, "None")))
    if mode == "rgb_array":
        painter()
    return mode


def pixels(picture: str) -> Array:
    """A picture as red, green and blue, a row of points after another."""
    image = optional("PIL.Image", "png")
    painted = image.open(BytesIO(painter()(picture.encode())))
    return np.array(painted.convert("RGB"))


def painter() -> Callable[[bytes], bytes]:
    """Who turns an SVG into a PNG here: cairosvg, or rsvg-convert where it is installed."""
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: the package is here, the library behind it is not
        if shutil.which("rsvg-convert"):
            return lambda drawn: subprocess.run(["rsvg-convert"], input=drawn, capture_output=True, check=True).stdout
        raise MissingExtra(package="cairosvg", extra="png") from None
    return lambda drawn: cast(bytes, cairosvg.svg2png(bytestring=drawn))
