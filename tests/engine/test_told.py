"""Chance that is told what comes."""

from typing import Any

import numpy as np
import pytest

from ulpia.engine import rng
from ulpia.engine.layout import NONE, blank, layout
from ulpia.engine.rng import Chance, ToldChance
from ulpia.engine.templates.explicit_chance import told_type
from ulpia.registry import GAMES, find_game

roll: Any = getattr(rng.roll, "py_func", rng.roll)
told_side: Any = getattr(rng.told_side, "py_func", rng.told_side)
told_piece: Any = getattr(rng.told_piece, "py_func", rng.told_piece)
next_told: Any = getattr(rng.next_told, "py_func", rng.next_told)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, function in {"told_side": told_side, "told_piece": told_piece, "next_told": next_told}.items():
        monkeypatch.setattr(rng, name, function)


def told(*outcomes: int) -> Any:
    """Chance that was told these outcomes."""
    chance: Any = blank(layout(ToldChance))
    chance.told[0].known = len(outcomes)
    chance.told[0].script[: len(outcomes)] = outcomes
    return chance


def test_chance_that_is_not_told_takes_no_space_for_it() -> None:
    assert layout(Chance).itemsize == 3 * 8


@pytest.mark.parametrize("name", GAMES)
def test_a_state_with_told_chance_begins_with_the_same_bytes(name: str) -> None:
    state = find_game(name).state_type
    same = told_type(state)
    for field in state.names or ():
        assert same.fields[field][1] == state.fields[field][1]
        assert field == "chance" or same.fields[field][0] == state.fields[field][0]
    assert told_type(state) is same


def test_what_was_told_comes_in_its_order() -> None:
    chance = told(3, 0, 5)
    assert [roll(chance, 6) for _ in range(3)] == [3, 0, 5]
    assert chance.told[0].kinds == 0
    assert chance.count == 0


def test_the_first_roll_that_was_not_told_is_noted_and_goes_on_with_nothing() -> None:
    chance = told(2)
    assert [roll(chance, sides) for sides in (3, 4, 6)] == [2, 0, 0]
    assert chance.told[0].kinds == 4
    assert chance.told[0].weights[:5].tolist() == [1, 1, 1, 1, 0]


def test_what_leaves_no_choice_asks_nobody() -> None:
    chance = told()
    assert roll(chance, 1) == 0
    assert told_piece(chance.told[0], np.array([0, 0, 7], np.int8)) == 2
    assert chance.told[0].kinds == 0


def test_a_draw_asks_for_the_kind_of_piece_and_says_how_many_there_are() -> None:
    bag = np.array([0, 4, 0, 1], np.int8)
    chance = told()
    assert told_piece(chance.told[0], bag) == 1
    assert chance.told[0].kinds == 4
    assert chance.told[0].weights[:4].tolist() == [0, 4, 0, 1]
    assert told_piece(told(3).told[0], bag) == 3


def test_nothing_is_told_twice() -> None:
    chance = told(1)
    assert [next_told(chance.told[0]) for _ in range(2)] == [1, NONE]
