"""The pictures of Trajan."""

from collections.abc import Mapping
from typing import Any

from ulpia.kernel.actions import Action
from ulpia.render.layout import Box, Layout
from ulpia.render.words import Speech

LAYOUT = Layout((), Box(12, 52, 368, 70), Box(1036, 418, 232, 120), Box(1036, 546, 232, 246), {})


def districts(view: Mapping[str, Any], speech: Speech) -> dict[str, str]:
    """Every district by name."""
    return {}


def place(view: Mapping[str, Any], action: Action) -> str:
    """Where an option lights up."""
    return ""
