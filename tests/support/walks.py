"""Random games, for laws that hold in every state."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from ulpia.core.game import Game
from ulpia.core.settings import Value
from ulpia.engine.event_log import NO_LOG
from ulpia.match import check_settings


def walk(game: Game, seats: int, seed: int, **settings: Value) -> Iterator[tuple[Any, Any]]:
    """Play a random game; yield the table (an array of the one true state) and the legal actions at every choice."""
    rules = game.rules
    table, legal = np.zeros(1, rules.state_type), np.zeros(rules.max_options, np.int64)
    facts = game.read_components().facts
    dice = random.Random(seed)
    n = rules.start(facts, table, seats, seed, check_settings(game, settings, seats), NO_LOG, legal)
    while n:
        yield table, legal[:n].copy()
        n = rules.play(facts, table, int(legal[dice.randrange(n)]), NO_LOG, legal)
    yield table, legal[:0].copy()


def collect(game: Game, seats: int, count: int, seed: int = 0, every: int = 1, **settings: Value) -> Any:
    """Return `count` states of random games. (np.concatenate would repack the records.)"""
    states = np.zeros(count, game.rules.state_type)
    at = 0
    while True:
        for step, (table, _) in enumerate(walk(game, seats, seed, **settings)):
            if step % every == 0:
                states[at] = table[0]
                at += 1
                if at == count:
                    return states
        seed += 1
