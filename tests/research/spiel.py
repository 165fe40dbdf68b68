"""Games of OpenSpiel to try things with."""

from typing import Any

import numpy as np
import pyspiel
import pytest

from ulpia.research import openspiel
from ulpia.research.openspiel_state import OpenSpielPosition

GAMES = ("trajan", "forum_trajanum")
every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize("players", [2, 3, 4])


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(openspiel.PREFIX + name, params)


def draw(state: Any, dice: Any) -> None:
    kinds, chances = zip(*state.chance_outcomes())
    state.apply_action(int(dice.choice(kinds, p=chances)))


def settle(state: Any, dice: Any) -> Any:
    while state.is_chance_node():
        draw(state, dice)
    return state


def walk(state: Any, decisions: int, dice: Any) -> Any:
    """Play at random: so many decisions, then to the next one."""
    for _ in range(decisions):
        settle(state, dice)
        if not state.is_terminal():
            state.apply_action(int(dice.choice(state.legal_actions())))
    return settle(state, dice)


def middle(name: str, decisions: int = 60, seed: int = 1, **params: Any) -> Any:
    return walk(load(name, **params).new_initial_state(), decisions, np.random.RandomState(seed))


def positions(name: str, seed: int, **params: Any) -> list[OpenSpielPosition]:
    """All positions of a random game."""
    dice, state = np.random.RandomState(seed), load(name, **params).new_initial_state()
    found = [state._position]
    while not state.is_terminal():
        state.apply_action(int(dice.choice(state.legal_actions())))
        found.append(state._position)
    return found


def ends(position: OpenSpielPosition, most: int = 201) -> list[OpenSpielPosition]:
    """What a position can become once chance has decided; as many as are wanted."""
    if position.weights is None:
        return [position]
    found: list[OpenSpielPosition] = []
    for kind, _ in position.outcomes():
        if len(found) < most:
            found += ends(position.play(kind), most - len(found))
    return found
