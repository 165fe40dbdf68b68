"""Several actions that a player makes as one: shown before it is confirmed, changed by tapping what is shown."""

from dataclasses import dataclass

from ulpia.core.actions import Action


@dataclass(frozen=True)
class Choice:
    """Another gesture that is one tap away, or two."""

    places: tuple[str, ...]
    """The ids to tap: one, or two in any order."""
    words: str
    actions: tuple[Action, ...]
    """How that gesture begins; `render.gesture` completes it."""


@dataclass(frozen=True)
class Gesture:
    """What a player is about to do, as a picture."""

    actions: tuple[Action, ...]
    """The whole gesture, ready to be played: only what the rules will ask for."""
    about: str
    asked: str
    districts: dict[str, str]
    """Districts that look different until it is confirmed or taken back."""
    quiet: tuple[str, ...]
    """Districts that fade meanwhile."""
    choices: tuple[Choice, ...]
