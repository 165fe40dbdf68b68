"""Laws that hold for every game in every state of random games."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ulpia
from tests.support.tiers import share
from tests.support.walks import walk
from ulpia.engine.playouts import Counts, Playouts
from ulpia.registry import find_game, game_names

every_game = pytest.mark.parametrize("game", game_names())


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_violate_no_invariant(game: str, seats: int) -> None:
    """Pieces are conserved, points equal sources and recount, every game ends: in every variety of the game."""
    rules = find_game(game)
    runner = Playouts(rules, rules.read_components())
    games = max(1, share(1600) // len(rules.varieties))
    for variety in rules.varieties:
        result = runner.check(seats, 10_000, games, variety)
        assert isinstance(result, Counts), result
        assert result.games == games


@every_game
def test_no_index_leaves_its_array(game: str) -> None:
    """The rules run in a new process, compiled with bounds checks."""
    code = (
        f"from ulpia.cli import main; raise SystemExit(main(['check', '{game}', '--games', '300', '--seed', '5000']))"
    )
    env = os.environ | {"ULPIA_BOUNDSCHECK": "1", "ULPIA_INTERPRETED": ""}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "No violation in 300 games" in run.stdout


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_interpreted_rules_give_the_same_bytes(game: str, seats: int) -> None:
    """They play in the place of compiled rules that are not ready: states, options, events, knowledge, figures."""
    rules, components = find_game(game).rules, find_game(game).read_components()
    for number, variety in enumerate(find_game(game).varieties[: share(10)]):
        compiled = rules.begin(components, seats, number, variety)
        plain = rules.interpreted.begin(components, seats, number, variety)
        assert plain.rules is not rules
        step = 0
        while compiled.seat is not None:
            assert plain.tobytes() == compiled.tobytes()
            assert plain.legal_actions == compiled.legal_actions
            assert plain.events == compiled.events
            if step % 10 == 0:
                viewer = step // 10 % seats
                seen = compiled.knowledge(viewer)
                assert plain.knowledge(viewer).tobytes() == seen.tobytes()
                assert rules.interpreted.plain_values(components, seen) == rules.plain_values(components, seen)
                imagined = rules.imagine(components, seen, step)
                assert rules.interpreted.imagine(components, seen, step).tobytes() == imagined.tobytes()
            action = compiled.legal_actions[(step * 7) % len(compiled.legal_actions)]
            compiled.play(action)
            plain.play(action)
            step += 1
        assert plain.tobytes() == compiled.tobytes()
        assert plain.standings == compiled.standings


@every_game
def test_every_option_can_be_played_and_reads_back(game: str) -> None:
    """Every legal action can be played, is listed in ascending order and has a notation of its own."""
    for seed in range(3):
        match = ulpia.new(game, seats=2 + seed, seed=seed)
        step = 0
        while match.seat is not None:
            numbers = [action.number for action in match.options]
            assert numbers == sorted(set(numbers))
            if step % 5 == 0:
                for action in match.options:
                    twin = match.copy()
                    twin.play(str(action))
                    assert twin.actions[-1] == action
            match.play(match.options[(step * 7) % len(match.options)])
            step += 1


@every_game
@settings(max_examples=share(25), deadline=None)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**63 - 1), picks=st.lists(st.integers(0, 10_000), max_size=120))
def test_transcripts_read_back_to_the_same_position(game: str, seats: int, seed: int, picks: list[int]) -> None:
    match = ulpia.new(game, seats=seats, seed=seed)
    for pick in picks:
        if match.seat is not None:
            match.play(match.options[pick % len(match.options)])
    again = ulpia.load(match.transcript())
    assert again.digest == match.digest
    assert again.transcript() == match.transcript()
    assert sum(sum(sources.values()) for sources in match.sources) == sum(match.points)


@every_game
@settings(max_examples=share(25), deadline=None)
@given(seed=st.integers(0, 1000), picks=st.lists(st.integers(0, 10_000), min_size=1, max_size=60))
def test_undo_restores_every_position(game: str, seed: int, picks: list[int]) -> None:
    match = ulpia.new(game, seats=3, seed=seed, setup="dealt")
    past = []
    for pick in picks:
        past.append((match.digest, match.options))
        match.play(match.options[pick % len(match.options)])
    for digest, options in reversed(past):
        match.undo()
        assert (match.digest, match.options) == (digest, options)


@every_game
def test_the_same_seed_and_actions_give_the_same_game(game: str) -> None:
    one, other = (ulpia.new(game, seats=4, seed=77) for _ in range(2))
    while one.seat is not None:
        action = one.options[len(one.actions) % len(one.options)]
        one.play(action)
        other.play(action)
    assert one.digest == other.digest
    assert ulpia.new(game, seats=4, seed=78).digest != ulpia.new(game, seats=4, seed=77).digest


@every_game
def test_listing_changes_nothing(game: str) -> None:
    """Listing the legal actions does not change the state."""
    rules = find_game(game)
    facts, legal = rules.read_components().facts, np.zeros(rules.rules.max_options, np.int64)
    for table, options in walk(rules, 3, 21):
        before = table.tobytes()
        assert legal[: rules.rules.options(facts, table, legal)].tolist() == options.tolist()
        assert table.tobytes() == before


@every_game
@pytest.mark.parametrize("seats", [2, 4])
def test_events_tell_every_change_of_points(game: str, seats: int) -> None:
    """Points stand in the log with the event that brought them."""
    for seed, variety in enumerate(find_game(game).varieties[: share(10)]):
        match, dice = ulpia.new(game, seats, seed, **{**variety, "setup": "dealt"}), random.Random(seed)
        while match.seat is not None:
            before = match.points
            match.play(dice.choice(match.options))
            happened = match.events(since=len(match.entries) - 1)
            told = [sum(event.points for event in happened if event.seat == seat) for seat in range(seats)]
            assert told == [now - then for then, now in zip(before, match.points)]
