"""Laws of secrecy: a view leaks nothing, and an imagined table has the same view."""

import random
from typing import Any

import msgspec
import numpy as np
import pytest

import ulpia
from tests.support.games import BUILT_IN
from tests.support.tiers import share
from tests.support.walks import collect
from ulpia.core.actions import Action
from ulpia.core.constants import NONE
from ulpia.core.errors import ImaginedMatch
from ulpia.core.game import Game
from ulpia.engine.rng import GAME
from ulpia.registry import find_game, game_names

STATES_PER_SEATS = 34_000
every_game = pytest.mark.parametrize("game", game_names())


def current_seat(states: Any) -> int | None:
    """The seat that decides in states[0]."""
    return None if states[0]["seat"] == NONE else int(states[0]["seat"])


def imagined(rules: Game, states: Any, viewer: int, first_seed: int) -> Any:
    """Imagine a table for each state."""
    facts = rules.read_components().facts
    seen = rules.rules.see(states, viewer)
    tables = np.zeros(len(states), rules.rules.state_type)
    for at in range(len(states)):
        rules.rules.imagine_state(facts, seen[at : at + 1], first_seed + at, tables[at : at + 1])
    return tables


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_of_secrecy_on_many_states(game: str, seats: int) -> None:
    """T-110, T-111, F-90, F-91: more than 100 000 states of each game, as one seat or a spectator sees them.

    An imagined table has the view it came from; equal views give byte-equal imagined tables for equal seeds; imagined
    tables are sound and leave the deciding seat something to choose.
    """
    rules = find_game(game)
    facts = rules.read_components().facts
    states = collect(rules, seats, STATES_PER_SEATS, seed=seats * 1000)
    legal = np.zeros(rules.rules.max_options, np.int64)
    for viewer in range(-1, seats):
        some = states[viewer + 1 :: seats + 1].copy()
        tables = imagined(rules, some, viewer, first_seed=7)
        assert rules.rules.see(some, viewer).tobytes() == rules.rules.see(tables, viewer).tobytes()
        again = imagined(rules, some, viewer, 900_000)
        assert again.tobytes() == imagined(rules, tables, viewer, 900_000).tobytes()
        for at in range(len(tables)):
            one = tables[at : at + 1]
            assert rules.rules.audit(facts, one) is None
            assert rules.rules.options(facts, one, legal) > 0 or current_seat(one) is None


@every_game
def test_what_a_seat_may_choose_is_the_same_on_every_table_that_looks_the_same_to_it(game: str) -> None:
    """T-111, F-91: the legal actions of the deciding seat depend on nothing it does not know."""
    rules = find_game(game)
    facts, legal = rules.read_components().facts, np.zeros(rules.rules.max_options, np.int64)
    states = collect(rules, 4, 3000, seed=900)
    for at in range(len(states)):
        one = states[at : at + 1]
        seat = current_seat(one)
        if seat is not None:
            listed = legal[: rules.rules.options(facts, one, legal)].tolist()
            twin = imagined(rules, one, seat, at)
            assert legal[: rules.rules.options(facts, twin, legal)].tolist() == listed


@every_game
def test_imagined_games_can_be_played_to_their_end(game: str) -> None:
    """F-91, T-111: a game can be played on from any imagined table, and violates no invariant."""
    for seed in range(12):
        match = ulpia.new(game, seats=2 + seed % 3, seed=seed)
        for step in range(seed * 23):
            if match.seat is not None:
                match.play(match.options[(step * 5) % len(match.options)])
        for viewer in (None, *range(match.seats)):
            twin = match.imagine(viewer, seed)
            step = 0
            while twin.seat is not None:
                twin.play(twin.options[(step * 3) % len(twin.options)])
                assert twin.game.rules.audit(twin.components.facts, twin._position._states) is None
                step += 1


@every_game
def test_views_of_states_that_differ_only_in_secrets_are_equal(game: str) -> None:
    """T-110, T-111, F-90, F-91: as JSON too, and for every viewer."""
    rules = find_game(game)
    figures = rules.read_components()
    states = collect(rules, 3, 400, seed=50, every=7)
    for viewer in (-1, 0, 1, 2):
        tables = imagined(rules, states, viewer, 3)
        differ = 0
        for at in range(len(states)):
            one, other = (rules.view(figures, rules.rules.see(each[at : at + 1], viewer)) for each in (states, tables))
            assert msgspec.json.encode(one) == msgspec.json.encode(other)
            differ += states[at].tobytes() != tables[at].tobytes()
        assert differ == len(states)  # at least the generator is redrawn


@every_game
def test_the_generator_of_chance_is_redrawn(game: str) -> None:
    """T-110, F-90: an imagined table does not reveal what will be drawn next."""
    match = ulpia.new(game, seed=4, setup="dealt")
    streams = {match.imagine(0, seed).state.chance.tobytes() for seed in range(50)}
    assert len(streams) == 50
    imagined = match.imagine(0, match.seed).state.chance
    assert (imagined.key.tolist(), int(imagined.stream)) != (match.state.chance.key.tolist(), GAME)


@every_game
def test_an_imagined_match_knows_nothing_of_the_true_one(game: str) -> None:
    """T-110, F-90: neither its seed nor its past; undo goes back to the imagined position at most."""
    match = ulpia.new(game, seed=4, setup="dealt")
    for _ in range(9):
        match.play(match.options[0])
    twin = match.imagine(0, seed=11)
    assert twin.seed == 11
    assert not twin.actions
    start = twin.state.tobytes()
    twin.play(twin.options[-1])
    twin.undo()
    assert twin.state.tobytes() == start
    with pytest.raises(ImaginedMatch):
        twin.transcript()


@pytest.mark.parametrize("game", BUILT_IN)
def test_nothing_that_was_learnt_can_be_taken_back(game: str) -> None:
    """Actions that can be undone show their player nothing new.

    On every table that looked the same to the player before, it looks the same after each of them.
    """
    moments = 0
    for seed in range(share(20)):
        match, dice = ulpia.new(game, 3, seed), random.Random(seed)
        before, since = match.copy(), list[tuple[Action, bytes]]()
        while (seat := match.seat) is not None:
            mark, action = match.undo_mark, dice.choice(match.options)
            match.play(action)
            if (match.undo_mark, match.seat) != (mark, seat):
                before, since = match.copy(), []
                continue
            since.append((action, match.seen(seat).tobytes()))
            if dice.random() < 0.2:
                moments += 1
                for twin in (before.imagine(seat, moments), before.imagine(seat, 10**9 + moments)):
                    for taken, seen in since:
                        twin.play(taken)
                        assert twin.seen(seat).tobytes() == seen
    assert moments > 10
