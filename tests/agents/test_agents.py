"""Agents see what their seat may know, and nothing else."""

import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import ulpia
from ulpia.agents import Decision, Random, find_agent, search_agents
from ulpia.match import Match


def middle_of_a_game() -> Match:
    match = ulpia.new("trajan", seats=3, seed=4, setup="dealt")
    for _ in range(60):
        match.play(match.options[len(match.actions) % len(match.options)])
    return match


def reachable(thing: object) -> list[object]:
    """Everything that can be reached from a thing, modules and classes left out."""
    found, todo = {}, [thing]
    while todo:
        one = todo.pop()
        if (
            id(one) in found
            or isinstance(one, type)
            or type(one).__name__ in ("module", "function", "builtin_function_or_method")
        ):
            continue
        found[id(one)] = one
        todo += gc.get_referents(one)
    return list(found.values())


def test_a_decision_holds_neither_the_match_nor_its_state() -> None:
    """T-110, T-111: not even privately."""
    match = middle_of_a_game()
    truth = match.state.tobytes()
    for one in reachable(Decision(match)):
        assert not isinstance(one, Match)
        if isinstance(one, (np.ndarray, np.void)):
            assert truth not in one.tobytes()
            assert match.state.chance.buffer.tobytes() not in one.tobytes()


def test_a_decision_shows_the_view_and_imagines_matches_like_it() -> None:
    match = middle_of_a_game()
    decision = Decision(match)
    assert decision.view() == match.view(match.seat)
    imagined = decision.imagine(3)
    assert imagined.seats == 3
    assert imagined.view(match.seat) == decision.view()
    assert imagined.options == decision.options
    while imagined.seat is not None:
        imagined.play(imagined.options[0])


def test_the_random_agent_is_fixed_by_its_seed() -> None:
    decision = Decision(middle_of_a_game())
    assert [Random(5).choose(decision) for _ in range(3)] == [find_agent("random", 5).choose(decision)] * 3


def test_search_is_loaded_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading sets for a moment where compiled code lies, for the whole process."""
    inside, most = 0, 0
    counting = threading.Lock()

    def searcher(*_: object, **__: object) -> object:
        nonlocal inside, most
        with counting:
            inside += 1
            most = max(most, inside)
        time.sleep(0.02)
        with counting:
            inside -= 1
        return object()

    monkeypatch.setattr(search_agents, "Searcher", searcher)
    decision = Decision(middle_of_a_game())
    with ThreadPoolExecutor(4) as pool:
        assert len(list(pool.map(lambda _: search_agents.new_searcher(decision), range(8)))) == 8
    assert most == 1
