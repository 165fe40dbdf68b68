"""One game of a batch, as agents and renderers see it; and what all environments share."""

import importlib
import shutil
import subprocess
from collections.abc import Callable
from io import BytesIO
from types import ModuleType
from typing import Any, NoReturn, TypeAlias, cast

import numpy as np
from rich.text import Text

from ulpia.agents import Decision
from ulpia.core.actions import Action
from ulpia.core.errors import IllegalAction, MissingExtra, NumberOutOfRange
from ulpia.core.game import SPECTATOR
from ulpia.core.view import Question
from ulpia.engine.batch_types import Array
from ulpia.engine.position import PlainAgenda
from ulpia.engine.rules import States
from ulpia.research.batch import BatchArrays
from ulpia.research.batch_config import BatchConfig
from ulpia.research.errors import UnknownKind, WrongNumbers

Info: TypeAlias = dict[str, Any]
"""Further facts that an environment returns, and the options of `reset`: the type that Gymnasium gives them."""

VERSION = 0
"""Version of the environments, raised by every change of their behaviour."""
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def environment_id(game: str) -> str:
    """Return the name under which a game is registered as an environment."""
    return f"ulpia/{game}-v{VERSION}"


def optional(package: str, extra: str = "research") -> ModuleType:
    """Import an optional package, or raise an error that names the extra to install."""
    try:
        return importlib.import_module(package)
    except ImportError:
        raise MissingExtra(package=package, extra=extra) from None


def integer_action(action: object) -> int:
    """Return the number of an action that is given as an integer of any type, or as an array of one."""
    if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
        return int(action)
    if isinstance(action, np.ndarray) and action.size == 1 and action.dtype.kind in "iu":
        return int(action.item())
    raise WrongNumbers(what="action", needed="a whole number", given=type(action).__name__)


class GameRow:
    """Game `at` of a batch: what an agent is asked about and what is rendered."""

    def __init__(self, config: BatchConfig, arrays: BatchArrays, at: int = 0) -> None:
        self._arrays, self._at = arrays, at
        self.game, self.components, self.settings = config.game, config.components, config.settings
        self.seats = config.seats

    @property
    def seat(self) -> int | None:
        """The current player; None when the game is over."""
        seat = int(self._arrays.current_players[self._at])
        return seat if seat >= 0 else None

    @property
    def question(self) -> Question | None:
        """The pending question."""
        return self.game.question(PlainAgenda.of(self._arrays.states[self._at]))

    @property
    def options(self) -> tuple[Action, ...]:
        """All legal actions, in ascending order."""
        numbers = self._arrays.options[self._at, : self._arrays.option_counts[self._at]].tolist()
        return tuple(self.game.actions[number] for number in numbers)

    def seen(self, seat: int | None) -> States:
        """Return what a seat, or a spectator (None), knows."""
        states = self._arrays.states[self._at : self._at + 1]
        seen: States = self.game.rules.see(states, SPECTATOR if seat is None else seat)
        return seen

    def decision(self) -> Decision:
        """Return what the agent of the current player is asked."""
        return Decision(self)

    def refuse(self, number: int) -> NoReturn:
        """Raise the error for an action that is not legal now."""
        legal = ", ".join(f"{option.number} ({option})" for option in self.options)
        if not 0 <= number < len(self.game.actions):
            raise NumberOutOfRange(number=number, last=len(self.game.actions) - 1, legal=legal)
        raise IllegalAction(action=f"{number} ({self.game.actions[number]})", legal=legal)

    def render(self, mode: str, seat: int | None) -> str | Array | None:
        """Render the game as a seat, or a spectator (None), sees it, in one of the RENDER_MODES."""
        view = self.game.view(self.components, self.seen(seat))
        if mode in ("ansi", "human"):
            names = self.game.seat_names("en", self.seats)
            lines = self.game.sketch(view, "en", names)
            drawn = "\n".join(Text.from_markup(line).plain for line in lines) + "\n"
            return drawn if mode == "ansi" else print(drawn)
        from ulpia import render

        picture = render.svg(view)
        return picture if mode == "svg" else pixels(picture)


def check_render_mode(mode: str | None) -> str | None:
    """Return a render mode, if it exists and works here."""
    if mode is not None and mode not in RENDER_MODES:
        raise UnknownKind(option="render_mode", value=mode, known=", ".join((*RENDER_MODES, "None")))
    if mode == "rgb_array":
        find_rasterizer()
    return mode


def pixels(picture: str) -> Array:
    """Return an SVG as an array of height × width × RGB."""
    image = optional("PIL.Image", "png")
    opened = image.open(BytesIO(find_rasterizer()(picture.encode())))
    return np.array(opened.convert("RGB"))


def find_rasterizer() -> Callable[[bytes], bytes]:
    """Return a function from SVG to PNG: cairosvg, or rsvg-convert where that is installed."""
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: the package is installed, but not the library it needs
        if shutil.which("rsvg-convert"):
            return lambda drawn: subprocess.run(["rsvg-convert"], input=drawn, capture_output=True, check=True).stdout
        raise MissingExtra(package="cairosvg", extra="png") from None
    return lambda drawn: cast(bytes, cairosvg.svg2png(bytestring=drawn))
