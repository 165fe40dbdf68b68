"""Chance whose outcomes the caller supplies."""

from typing import Any

import numpy as np
import pytest

from tests.support.games import BUILT_IN
from ulpia.engine import rng
from ulpia.engine.layout import NONE, blank, layout
from ulpia.engine.rng import Chance, ExplicitChance, explicit_chance_type
from ulpia.registry import find_game

roll: Any = getattr(rng.roll, "py_func", rng.roll)
scripted_roll: Any = getattr(rng.scripted_roll, "py_func", rng.scripted_roll)
scripted_draw: Any = getattr(rng.scripted_draw, "py_func", rng.scripted_draw)
next_outcome: Any = getattr(rng.next_outcome, "py_func", rng.next_outcome)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, function in {
        "scripted_roll": scripted_roll,
        "scripted_draw": scripted_draw,
        "next_outcome": next_outcome,
    }.items():
        monkeypatch.setattr(rng, name, function)


def scripted(*outcomes: int) -> Any:
    """Return chance with these outcomes."""
    chance: Any = blank(layout(ExplicitChance))
    chance.script[0].length = len(outcomes)
    chance.script[0].outcomes[: len(outcomes)] = outcomes
    return chance


def test_ordinary_chance_has_no_space_for_a_script() -> None:
    assert layout(Chance).itemsize == 8 + 4 * (8 + 1 + 16) + 4  # count, key, stream, buffer; a multiple of 8


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_state_with_explicit_chance_begins_with_the_same_bytes(name: str) -> None:
    state = find_game(name).rules.state_type
    same = explicit_chance_type(state)
    for field in state.names or ():
        assert same.fields[field][1] == state.fields[field][1]
        assert field == "chance" or same.fields[field][0] == state.fields[field][0]
    assert explicit_chance_type(state) is same


def test_supplied_outcomes_are_used_in_order() -> None:
    chance = scripted(3, 0, 5)
    assert [roll(chance, 6) for _ in range(3)] == [3, 0, 5]
    assert chance.script[0].kinds == 0
    assert chance.count == 0


def test_the_first_missing_roll_is_described_and_0_returned() -> None:
    chance = scripted(2)
    assert [roll(chance, sides) for sides in (3, 4, 6)] == [2, 0, 0]
    assert chance.script[0].kinds == 4
    assert chance.script[0].weights[:5].tolist() == [1, 1, 1, 1, 0]


def test_a_certain_outcome_needs_no_script() -> None:
    chance = scripted()
    assert roll(chance, 1) == 0
    assert scripted_draw(chance.script[0], np.array([0, 0, 7], np.int8)) == 2
    assert chance.script[0].kinds == 0


def test_a_draw_asks_for_the_kind_of_piece_and_says_how_many_there_are() -> None:
    bag = np.array([0, 4, 0, 1], np.int8)
    chance = scripted()
    assert scripted_draw(chance.script[0], bag) == 1
    assert chance.script[0].kinds == 4
    assert chance.script[0].weights[:4].tolist() == [0, 4, 0, 1]
    assert scripted_draw(scripted(3).script[0], bag) == 3


def test_no_outcome_is_used_twice() -> None:
    chance = scripted(1)
    assert [next_outcome(chance.script[0]) for _ in range(2)] == [1, NONE]
