"""Gestures: several actions that a player makes as one, shown before they are confirmed."""

from dataclasses import dataclass

from ulpia.core.actions import Action
from ulpia.render.tree import Picture


@dataclass(frozen=True)
class Choice:
    """Another gesture that is one or two taps away."""

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
    districts: dict[str, Picture]
    """Districts that look different until the gesture is confirmed or cancelled."""
    quiet: tuple[str, ...]
    """Districts that fade meanwhile."""
    choices: tuple[Choice, ...]
