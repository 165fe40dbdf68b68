"""Playouts give the settings to compiled code as a number, and a violation names them."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ulpia.core.settings import SomeSeats
from ulpia.engine.playouts import Playouts, Violation
from ulpia.engine.templates.loops import FAULTS
from ulpia.registry import find_game

GAME = find_game("trajan")


@pytest.mark.parametrize(
    ("given", "setup_flags", "named"),
    [
        (None, 0, "setup=chosen newcomers=none"),
        ({"setup": "dealt", "newcomers": (0, 2)}, 2, "setup=dealt newcomers=0,2"),
    ],
)
def test_loops_take_the_settings_as_a_number_and_a_violation_names_them(
    given: Any, setup_flags: int, named: str
) -> None:
    """The defaults where none are given."""
    asked: list[Any] = []
    fault = FAULTS.index("settling")
    game = replace(GAME, settings={**GAME.settings, "newcomers": SomeSeats()})
    rules = replace(GAME.rules, setup_flags=lambda settings: len(settings["newcomers"]))
    vars(rules)["loops"] = SimpleNamespace(playouts=lambda *all_: asked.append(all_[2]), check=lambda *all_: fault)
    vars(game)["rules"] = rules
    playouts = Playouts(game, GAME.read_components())
    playouts.play(3, 40, 5, given)
    assert asked == [(3, setup_flags, 40, 5)]
    assert playouts.check(3, 40, 5, given) == Violation("settling", 3, named, 0, 0)
