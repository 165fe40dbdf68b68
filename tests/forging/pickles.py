"""Pickles of everything that can be pickled, and OpenSpiel's texts, which hold a pickle."""

import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import ulpia
from tests.forging.batches import batch_in_the_middle, use_batch
from tests.forging.mutate import Dice, forged
from ulpia.agents import Decision
from ulpia.agents.search_agents import Search
from ulpia.core.errors import UlpiaError
from ulpia.research import gymnasium, pettingzoo

PER_OBJECT = 500
STEPS = 5
LOG_SHORTEST, LOG_LONGEST = 4, 15
"""Powers of two: how many bytes at the end of a pickle are open to change. The last ones of a match are its actions,
most others are printed figures."""
LEFT_AN_ARRAY = "index is out of bounds"
"""What compiled code says under bounds checks, to the letter. NumPy and lists say more."""

Way = Callable[[str, Dice], Iterator[str]]


def forged_pickles(make: Callable[[str, Dice], Any], use: Callable[[Any, Dice], None]) -> Way:
    """Return a way that forges pickles of what `make` returns; `use` calls whatever reads them."""

    def way(game: str, dice: Dice) -> Iterator[str]:
        while True:
            data = pickle.dumps(make(game, dice))
            for _ in range(PER_OBJECT):
                kept = max(0, len(data) - (1 << int(dice.integers(LOG_SHORTEST, LOG_LONGEST))))
                yield outcome(partial(pickle.loads, data[:kept] + forged(data[kept:], dice)), use, dice)

    return way


def outcome(read: Callable[[], Any], use: Callable[[Any, Dice], None], dice: Dice) -> str:
    """Read something and use it; return what became of it."""
    try:
        thing = read()
    except UlpiaError as error:
        return error.name
    except Exception as error:  # a pickle is a program, so Python can raise anything
        check_inside(error)
        return "not a pickle"
    try:
        use(thing, dice)
    except UlpiaError as error:
        return f"used: {error.name}"
    except Exception as error:  # a name or a list was forged, which compiled code never sees
        check_inside(error)
        return f"used: {type(error).__name__}"
    return "used"


def check_inside(error: Exception) -> None:
    """Raise an error again that says that compiled code left an array."""
    if isinstance(error, IndexError) and str(error) == LEFT_AN_ARRAY:
        raise error


def match_in_the_middle(game: str, dice: Dice) -> ulpia.Match:
    """Return a match after some random actions."""
    match = ulpia.new(game, int(dice.integers(2, 5)), seed=int(dice.integers(1 << 40)), setup="dealt")
    for _ in range(dice.integers(60)):
        match.play(match.options[dice.integers(len(match.options))])
    return match


def use_match(match: Any, dice: Dice) -> None:
    """Play on, look and imagine."""
    for _ in range(STEPS):
        if match.seat is None:
            return
        match.play(match.options[dice.integers(len(match.options))])
    match.view(match.seat)
    match.imagine(match.seat, 1)


def single_env(game: str, dice: Dice) -> Any:
    """Return a Gymnasium environment in the middle of a game."""
    env = gymnasium.env(game, int(dice.integers(2, 5)), observations="int8")
    env.reset(seed=int(dice.integers(1 << 40)))
    for _ in range(dice.integers(30)):
        env.step(dice.choice(env.action_masks().nonzero()[0]))
    return env


def use_single_env(env: Any, dice: Dice) -> None:
    """Play a few decisions, and begin a game."""
    for _ in range(STEPS):
        env.step(dice.choice(env.action_masks().nonzero()[0]))
    env.reset(seed=3)


def vector_env(game: str, dice: Dice) -> Any:
    """Return a vector environment in the middle of its games."""
    envs = gymnasium.vector(game, int(dice.integers(2, 5)), games=2, workers=1, observations="int8")
    envs.reset(seed=int(dice.integers(1 << 40)))
    for _ in range(dice.integers(30)):
        envs.step(np.array([dice.choice(row.nonzero()[0]) for row in envs.action_masks()]))
    return envs


def use_vector_env(envs: Any, dice: Dice) -> None:
    """Play a few decisions, and begin games."""
    for _ in range(STEPS):
        envs.step(np.array([dice.choice(row.nonzero()[0]) for row in envs.action_masks()]))
    envs.reset(seed=3)


def table_env(game: str, dice: Dice) -> Any:
    """Return a PettingZoo environment in the middle of a game."""
    env = pettingzoo.env(game, int(dice.integers(2, 5)), observations="int8")
    env.reset(seed=int(dice.integers(1 << 40)))
    for _ in range(dice.integers(60)):
        env.step(dice.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0]))
    return env


def use_table_env(env: Any, dice: Dice) -> None:
    """Play a few decisions, look, and begin a game."""
    for _ in range(STEPS):
        env.step(dice.choice(env.last()[0]["action_mask"].nonzero()[0]))
    env.state()
    env.reset(seed=3)


def agent(game: str, dice: Dice) -> Any:
    """Return an agent with a tree, and the decision that it belongs to."""
    match, search = match_in_the_middle(game, dice), Search(1, simulations=20)
    while len(match.options) == 1:
        match.play(match.options[0])
    decision = Decision(match)
    search.rank_options(decision)
    return search


def use_agent(search: Any, dice: Dice) -> None:
    """Search on in the same tree, and keep a part of it."""
    game = search.searcher.game.name
    search.choose(Decision(match_in_the_middle(game, dice)))
    for action in list(search.searcher.children())[:1]:
        search.searcher.keep_subtree(action)


def use_batch_of_pickle(batch: Any, _dice: Dice) -> None:
    """Use a batch, unless it would play more games than memory holds."""
    use_batch(batch)


def spiel_state(game: str, dice: Dice) -> Any:
    """Return a state of OpenSpiel; every second one was imagined, so that its bytes are in the pickle."""
    import pyspiel

    import ulpia.research.openspiel

    state = pyspiel.load_game(ulpia.research.openspiel.PREFIX + game).new_initial_state()
    for _ in range(dice.integers(60, 200)):
        state.apply_action(dice.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    if dice.integers(2):
        return state.resample_from_infostate(0, dice.random)
    return state


def use_spiel_state(state: Any, dice: Dice) -> None:
    """Play on and look."""
    for _ in range(STEPS):
        if state.is_terminal():
            return
        state.apply_action(dice.choice(state.legal_actions()))
    state.observation_tensor(0)
    state.information_state_string(0)


def spiel_texts(game: str, dice: Dice) -> Iterator[str]:
    """Forge what `pyspiel.serialize_game_and_state` returns."""
    import pyspiel

    while True:
        state = spiel_state(game, dice)
        text = pyspiel.serialize_game_and_state(state.get_game(), state).encode()
        for _ in range(PER_OBJECT):
            read = partial(pyspiel.deserialize_game_and_state, forged(text, dice).decode("latin-1"))
            yield outcome(read, lambda both, dice: use_spiel_state(both[1], dice), dice)


PICKLES: dict[str, Way] = {
    "pickled-batch": forged_pickles(batch_in_the_middle, use_batch_of_pickle),
    "pickled-match": forged_pickles(match_in_the_middle, use_match),
    "pickled-gymnasium": forged_pickles(single_env, use_single_env),
    "pickled-vector": forged_pickles(vector_env, use_vector_env),
    "pickled-pettingzoo": forged_pickles(table_env, use_table_env),
    "pickled-agent": forged_pickles(agent, use_agent),
    "pickled-openspiel": forged_pickles(spiel_state, use_spiel_state),
    "openspiel-text": spiel_texts,
}
