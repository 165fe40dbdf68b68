"""States from outside are refused by name, by every way in; real ones never are. `tests/forging` forges at random."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ulpia
from tests.support.games import BUILT_IN
from ulpia.agents import Decision
from ulpia.agents.search_agents import Search
from ulpia.core.errors import BadComponents, BadPickle, BadSeats, IllegalAction, ImaginedMatch
from ulpia.engine.state_check import fields_of
from ulpia.registry import find_game, game_names
from ulpia.research import Batch
from ulpia.research.errors import BadState, WrongNumbers, WrongShape


@pytest.mark.parametrize("game", game_names())
def test_every_byte_of_a_state_is_checked(game: str) -> None:
    """Fields, gaps between them and cells of arrays cover the record, once each."""
    rules = find_game(game).rules
    bytes_of = np.zeros(rules.state_type.itemsize, int)
    for field in fields_of(rules.state):
        bytes_of[field.offset : field.offset + field.of.itemsize] += 1
    assert (bytes_of == 1).all()


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("setup", ["dealt", "chosen"])
def test_real_states_are_never_refused(game: str, setup: str) -> None:
    for seats in (2, 3, 4):
        batch = Batch(game, seats, 60, seed=17, observations=None, auto_reset=False, setup=setup)
        check = batch.game.rules.state_check
        while (batch.current_players >= 0).any():
            assert check.first_fault(batch.arrays.states) is None
            batch.step(batch.random_actions())
        assert check.first_fault(batch.arrays.states) is None


def middle(game: str) -> Batch:
    batch = Batch(game, 3, 4, seed=9, observations=None)
    for _ in range(60):
        batch.step(batch.random_actions())
    return batch


def break_agenda(state: Any) -> None:
    state["agenda"]["first"][state["agenda"]["depth"] - 1] = -20_000


def break_depth(state: Any) -> None:
    state["agenda"]["depth"] = 100


def break_seat(state: Any) -> None:
    state["active"] = 3


def break_order(state: Any) -> None:
    state["agenda"]["kinds"][0] = state["agenda"]["kinds"][state["agenda"]["depth"] - 1]


def break_unused_frame(state: Any) -> None:
    state["agenda"]["kinds"][-1] = 1


def break_turns(state: Any) -> None:
    """More seats than the table has: a count that passes the number of seats would never end."""
    state["agenda"]["first"][:] = np.where(state["agenda"]["kinds"] > 0, 4, 0)


def break_count(state: Any) -> None:
    state["chance"]["count"] = -1


@pytest.mark.parametrize(
    "forge", [break_agenda, break_depth, break_seat, break_order, break_unused_frame, break_count, break_turns]
)
@pytest.mark.parametrize("game", BUILT_IN)
def test_a_forged_state_is_refused_by_name(game: str, forge: Callable[[Any], None]) -> None:
    """By every way in, and nothing is changed."""
    batch = middle(game)
    before = batch.get_states().tobytes()
    states = batch.get_states()
    forge(states[2])
    with pytest.raises(BadState, match="2"):
        batch.set_states(states)
    snapshot = batch.snapshot()
    snapshot.states[:] = states
    with pytest.raises(BadState):
        batch.restore(snapshot)
    assert batch.get_states().tobytes() == before
    batch.arrays.states[:] = states
    with pytest.raises(BadState):
        pickle.loads(pickle.dumps(batch))


def test_a_snapshot_with_forged_options_is_not_believed() -> None:
    """Options and masks are computed again from the states."""
    batch = middle("trajan")
    masks = batch.legal_action_masks.copy()
    snapshot = batch.snapshot()
    snapshot.option_counts[:] = 30_000
    snapshot.options[:] = 30_000
    snapshot.legal_action_masks[:] = 1
    batch.restore(snapshot)
    assert (batch.legal_action_masks == masks).all()
    batch.step(batch.random_actions())


@pytest.mark.parametrize("name", ["states", "final_states", "dice", "rewards"])
def test_a_snapshot_of_another_shape_or_type_changes_nothing(name: str) -> None:
    batch = middle("trajan")
    before = batch.get_states().tobytes()
    for other in (getattr(batch.arrays, name)[:0], np.zeros(3, "f8"), None):
        with pytest.raises((WrongShape, WrongNumbers)):
            batch.restore(replace(batch.snapshot(), **{name: other}))
    assert batch.get_states().tobytes() == before


def test_forged_final_states_are_refused() -> None:
    """`observe_final` reads them."""
    batch = middle("trajan")
    snapshot = batch.snapshot()
    snapshot.final_states[:] = batch.get_states()
    snapshot.final_states["agenda"]["depth"] = 100
    with pytest.raises(BadState):
        batch.restore(snapshot)


def test_pickled_figures_are_checked_again() -> None:
    """Compiled code uses some figures as indices."""
    batch = middle("trajan")
    tables = batch.config.components.tables
    tables["length"]["quarters"] = 100
    with pytest.raises(BadComponents):
        pickle.loads(pickle.dumps(batch))


def test_a_pickled_tree_with_a_cycle_is_refused() -> None:
    match = ulpia.new("trajan", 2, seed=1, setup="dealt")
    agent = Search(1, simulations=20)
    agent.rank_options(Decision(match))
    assert agent.searcher
    copied = pickle.loads(pickle.dumps(agent))
    assert copied.searcher.visits() == agent.searcher.visits()
    agent.searcher.tree.next_sibling[2] = 2
    with pytest.raises(BadPickle, match="tree"):
        pickle.loads(pickle.dumps(agent))


def test_a_match_is_pickled_by_its_actions() -> None:
    match = ulpia.new("trajan", 3, seed=5, setup="dealt")
    for _ in range(30):
        match.play(match.options[0])
    copied = pickle.loads(pickle.dumps(match))
    assert copied.transcript() == match.transcript()
    match._actions[3] = 0
    with pytest.raises(IllegalAction):
        pickle.loads(pickle.dumps(match))
    with pytest.raises(ImaginedMatch):
        pickle.dumps(copied.imagine(0, 1))


def test_a_pickled_state_of_openspiel_is_played_again() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    openspiel = pytest.importorskip("ulpia.research.openspiel")
    state = pyspiel.load_game(f"{openspiel.PREFIX}trajan").new_initial_state()
    while state.is_chance_node() or state.move_number() < 100:
        state.apply_action(state.legal_actions()[0])
    position = state._position
    replay, (rules, imagined, pages) = position.__reduce__()
    assert imagined is None
    assert replay(rules, imagined, pages).state == position.state
    for at, page in ((0, (pages[0][0], b"\xff\x7f")), (len(pages) - 1, (5000, b"")), (len(pages) - 1, (-3, b""))):
        with pytest.raises(IllegalAction):
            replay(rules, imagined, [*pages[:at], page])
    other = position.imagine(0, 7)
    replay, (rules, imagined, pages) = other.__reduce__()
    assert replay(rules, imagined, pages) == other
    forged = bytearray(imagined[0])
    forged[rules.game.rules.state_type.fields["agenda"][1]] = 100
    with pytest.raises(BadState):
        replay(rules, (bytes(forged), *imagined[1:]), pages)
    with pytest.raises(WrongShape):
        replay(rules, (imagined[0][1:], *imagined[1:]), pages)
    restore, (name, seats, settings) = rules.__reduce__()
    assert restore(name, seats, settings) is rules
    with pytest.raises(BadSeats):
        restore(name, 200, settings)
