"""The compiled loops are told the settings, and a violation names them."""

from types import SimpleNamespace
from typing import Any

import pytest

from ulpia.core.settings import SomeSeats
from ulpia.engine.playouts import Runner, Violation
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
    monkeypatch: pytest.MonkeyPatch, given: Any, setup_flags: int, named: str
) -> None:
    """The defaults where none are given."""
    asked: list[Any] = []
    fault = FAULTS.index("settling")
    loops = SimpleNamespace(playouts=lambda *all_: asked.append(all_[6:]), check=lambda *all_: fault)
    monkeypatch.setattr(type(GAME), "loops", loops)
    monkeypatch.setattr(type(GAME), "settings", {**GAME.settings, "newcomers": SomeSeats()})
    monkeypatch.setattr(type(GAME), "setup_flags", lambda _, settings: len(settings["newcomers"]))
    runner = Runner(GAME, GAME.read_components())
    runner.playouts(3, 40, 5, given)
    assert asked == [(3, setup_flags, 40, 5)]
    assert runner.check(3, 40, 5, given) == Violation("settling", 3, named, 0, 0)
