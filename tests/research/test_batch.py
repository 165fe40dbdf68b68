"""Batches: the same games as matches play, in lock-step."""

import copy
import os
import pickle
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

import ulpia
from tests.support.games import BUILT_IN
from ulpia.core.errors import (
    BadCount,
    BadSeat,
    BadSeats,
    BadSeed,
    UnknownGame,
    UnknownSetting,
)
from ulpia.research import Batch
from ulpia.research.errors import (
    AllOver,
    BadState,
    NotAllowed,
    OtherTable,
    UnknownKind,
    WrongNumbers,
    WrongShape,
)


def small(game: str = "trajan", seats: int = 3, games: int = 4, **options: Any) -> Batch:
    return Batch(game, seats, games, workers=1, **{"observations": "int8", **options})


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_batch_plays_the_games_that_matches_play(game: str, seats: int) -> None:
    batch = small(game, seats, 3, seed=5, auto_reset=False)
    matches = [ulpia.new(game, seats, 5 + at, setup="dealt") for at in range(3)]
    while (batch.current_players >= 0).any():
        for at, match in enumerate(matches):
            assert batch.current_players[at] == (-1 if match.seat is None else match.seat)
            listed = [option.number for option in match.options]
            assert batch.options[at, : batch.option_counts[at]].tolist() == listed
            assert np.flatnonzero(batch.legal_action_masks[at]).tolist() == listed
        actions = batch.random_actions()
        batch.step(actions)
        for at, match in enumerate(matches):
            if match.seat is not None:
                match.play(int(actions[at]))
            assert batch.get_states([at])[0].tobytes() == match.state.tobytes()
            assert batch.points[at].tolist() == list(match.points)
    for at, match in enumerate(matches):
        assert match.outcome is not None
        assert batch.points[at].tolist() == list(match.outcome.points)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_winners_get_what_the_others_lose(game: str) -> None:
    batch = small(game, 3, 16, auto_reset=False)
    won = np.zeros((16, 3))
    while (batch.current_players >= 0).any():
        step = batch.step(batch.random_actions())
        assert not step.rewards[~step.terminated].any()
        won += step.rewards
    for at in range(16):
        winners = [seat for seat in range(3) if won[at, seat] > 0]
        match = imagined_end(game, batch, at)
        assert tuple(winners) == match.winners
        expected = [(1.5 / len(winners) if seat in winners else 0) - 0.5 for seat in range(3)]
        assert won[at] == pytest.approx(expected)


def imagined_end(game: str, batch: Batch, at: int) -> Any:
    outcome = batch.game.rules.outcome(batch.get_states([at]))
    assert outcome is not None
    return outcome


def test_rewards_by_points_add_up_to_the_final_lead() -> None:
    batch = small("trajan", 4, 8, rewards="points", auto_reset=False)
    total = np.zeros((8, 4))
    while (batch.current_players >= 0).any():
        total += batch.step(batch.random_actions()).rewards
    points = batch.points.astype(float)
    lead = points - (points.sum(axis=1, keepdims=True) - points) / 3
    assert total == pytest.approx(lead, abs=1e-3)


def test_a_game_that_ends_makes_room_for_the_next() -> None:
    batch = small("trajan", 2, 4, seed=10)
    while not batch.terminated.any():
        batch.step(batch.random_actions())
    at = int(np.flatnonzero(batch.terminated)[0])
    assert batch.seeds[at] == 10 + at + 4
    assert batch.get_states([at])[0].tobytes() == ulpia.new("trajan", 2, 14 + at, setup="dealt").state.tobytes()
    assert batch.current_players[at] >= 0
    assert batch.observations[at].any()


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("auto_reset", [True, False])
def test_the_end_of_a_game_can_be_seen_after_the_next_has_begun(game: str, auto_reset: bool) -> None:
    """Every end equals that of the match with the same seed and actions."""
    batch = small(game, 2, 3, seed=10, auto_reset=auto_reset, observations="int8")
    matches = [ulpia.new(game, 2, 10 + at, setup="dealt") for at in range(3)]
    assert not batch.observe_final(0).any()
    while any(match.seat is not None for match in matches):
        players = batch.current_players.copy()
        actions = batch.random_actions()
        batch.step(actions)
        for at, match in enumerate(matches):
            if match.seat is None:
                continue
            assert players[at] == match.seat
            match.play(int(actions[at]))
            assert batch.terminated[at] == (match.seat is None)
            if match.seat is None:
                assert tuple(batch.final_points[at]) == match.points
                assert batch.get_final_states([at])[0].tobytes() == match.state.tobytes()
                seen = one_game(game, match).observe(1)[0]
                assert np.array_equal(batch.observe_final(1, [at])[0], seen)
                assert np.array_equal(batch.observe_final(1)[at], seen)


def one_game(game: str, match: ulpia.Match) -> Batch:
    """A batch that holds the state of a match."""
    batch = small(game, match.seats, 1, auto_reset=False)
    batch.set_states(match.state)
    return batch


def test_ends_are_part_of_copies_and_snapshots() -> None:
    batch = small("trajan", 2, 4)
    before = batch.snapshot()
    while not batch.terminated.any():
        batch.step(batch.random_actions())
    twin = copy.deepcopy(batch)
    assert np.array_equal(twin.final_points, batch.final_points)
    assert np.array_equal(twin.observe_final(0), batch.observe_final(0))
    batch.restore(before)
    assert not batch.final_points.any()


def test_a_table_that_is_not_there_has_no_end() -> None:
    batch = small()
    with pytest.raises(WrongShape, match="at"):
        batch.observe_final(0, [4])
    with pytest.raises(BadSeat):
        batch.observe_final(3)


def test_cores_share_the_tables_and_change_nothing() -> None:
    one, three = small("trajan", 2, 10), Batch("trajan", 2, 10, workers=3, observations="int8")
    for _ in range(600):
        actions = one.random_actions()
        first, second = one.step(actions), three.step(actions)
        for left, right in zip(first, second):
            assert np.array_equal(left, right)
    assert one.get_states().tobytes() == three.get_states().tobytes()
    assert one.terminated.dtype == np.bool_


def test_numbers_are_the_same_in_both_widths_but_for_their_scale() -> None:
    whole, scaled = small(games=5), small(games=5, observations="float32")
    for _ in range(50):
        actions = whole.random_actions()
        whole.step(actions)
        scaled.step(actions)
    assert scaled.observations.dtype == np.float32
    assert whole.observations.dtype == np.int8
    assert scaled.observations == pytest.approx(whole.observations * whole.game.rules.observation.scale)
    assert np.array_equal(whole.observe(1)[whole.current_players == 1], whole.observations[whole.current_players == 1])


def test_nothing_is_observed_where_nothing_is_asked_for() -> None:
    batch = small(observations=None)
    assert batch.observations.shape == (4, 0)
    batch.step(batch.random_actions())


def test_states_are_taken_out_and_put_back() -> None:
    batch = small("trajan", 2, 4)
    for _ in range(30):
        batch.step(batch.random_actions())
    kept = batch.get_states()
    masks, seen = batch.legal_action_masks.copy(), batch.observations.copy()
    for _ in range(30):
        batch.step(batch.random_actions())
    batch.set_states(kept)
    assert batch.get_states().tobytes() == kept.tobytes()
    assert np.array_equal(batch.legal_action_masks, masks)
    assert np.array_equal(batch.observations, seen)
    batch.set_states(kept[:1], [3])
    assert batch.get_states([3]).tobytes() == kept[:1].tobytes()
    assert np.array_equal(batch.legal_action_masks[3], masks[0])


def test_arrays_travel_without_a_copy() -> None:
    batch = small()
    taken = np.from_dlpack(batch.observations)
    before = taken.copy()
    for _ in range(40):
        batch.step(batch.random_actions())
    assert np.shares_memory(taken, batch.observations)
    assert not np.array_equal(taken, before)


def test_pytorch_sees_what_the_tables_ask_now() -> None:
    torch = pytest.importorskip("torch")
    batch = small("trajan", 2, 8, observations="float32")
    seen, masks = torch.from_dlpack(batch.observations), torch.from_dlpack(batch.legal_action_masks)
    assert seen.data_ptr() == batch.observations.ctypes.data
    for _ in range(5):
        before = seen.clone()
        batch.step((torch.rand(masks.shape) * masks).argmax(dim=1))
        assert not torch.equal(seen, before)
        assert (seen.numpy() == batch.observations).all()


def test_an_action_that_is_not_allowed_is_refused_and_nothing_is_played() -> None:
    batch = small()
    before = batch.get_states().tobytes()
    actions = batch.random_actions()
    for wrong in (int(np.flatnonzero(batch.legal_action_masks[2] == 0)[0]), -1, 100_000):
        with pytest.raises(NotAllowed, match="Table 2") as refused:
            batch.step(np.where(np.arange(4) == 2, wrong, actions))
        assert str(batch.game.actions[int(batch.options[2, 0])]) in str(refused.value)
    assert batch.get_states().tobytes() == before
    batch.step(actions)


def test_a_finished_game_takes_no_action() -> None:
    batch = small(games=1, auto_reset=False)
    while batch.current_players[0] >= 0:
        batch.step(batch.random_actions())
    assert batch.terminated[0]
    with pytest.raises(AllOver, match="reset"):
        batch.step(np.array([0]))
    after = batch.step(np.array([-1]))
    assert not after.terminated[0]
    assert not after.rewards.any()
    assert batch.reset().current_players[0] >= 0


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"game": "catan"}, UnknownGame),
        ({"seats": 5}, BadSeats),
        ({"games": 0}, BadCount),
        ({"seed": -1}, BadSeed),
        ({"rewards": "gold"}, UnknownKind),
        ({"observations": "float64"}, UnknownKind),
        ({"workers": 0}, UnknownKind),
        ({"weather": "rain"}, UnknownSetting),
    ],
)
def test_what_cannot_be_asked_for_is_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(**{"game": "trajan", "games": 2, **options})


@pytest.mark.parametrize(
    ("actions", "error", "said"),
    [
        ([1, 2, 3], WrongShape, r"\(4,\)"),
        (np.zeros((4, 1), int), WrongShape, r"\(4, 1\)"),
        (np.zeros(4), WrongNumbers, "float64"),
        (["sow"] * 4, WrongNumbers, "integers"),
    ],
)
def test_actions_of_another_shape_are_refused(actions: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        small().step(actions)


def test_states_that_no_game_can_reach_are_refused() -> None:
    batch, other = small(), small(seats=2)
    before = batch.get_states()
    with pytest.raises(WrongNumbers, match="trajan"):
        batch.set_states(np.zeros(4))
    with pytest.raises(WrongShape, match=r"\(4,\)"):
        batch.set_states(before[:2])
    with pytest.raises(OtherTable, match="2 seats"):
        batch.set_states(other.get_states())
    broken = before.copy()
    broken["players"]["trays"][2, 0, 0, 0] += 1
    with pytest.raises(BadState, match="State 2"):
        batch.set_states(broken)
    assert batch.get_states().tobytes() == before.tobytes()


def test_interpreted_and_compiled_batches_agree() -> None:
    code = (
        "import hashlib; from ulpia.research import Batch; b = Batch('trajan', 3, 2, workers=1, observations='int8')\n"
        "d = hashlib.sha256()\n"
        "for _ in range(60): s = b.step(b.random_actions()); [d.update(a.tobytes()) for a in s]\n"
        "d.update(b.get_states().tobytes()); print(d.hexdigest())"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | extra, check=True, capture_output=True, text=True
        ).stdout
        for extra in ({"ULPIA_INTERPRETED": "1"}, {})
    ]
    assert said[0] == said[1] != ""


def test_a_seat_that_is_not_there_cannot_look() -> None:
    batch = small("trajan", 2)
    for seat in (2, -1, 10**6, True, "0"):
        with pytest.raises(BadSeat):
            batch.observe(seat)  # type: ignore[arg-type]
    assert batch.observe(1).shape == batch.observations.shape


def test_a_state_that_would_lead_outside_is_refused() -> None:
    batch = small("forum_trajanum", 2, 1)
    before = batch.get_states()
    for field, value in (("seat", 50), ("seat", -2)):
        wrong = before.copy()
        wrong[field] = value
        with pytest.raises(BadState, match="seat"):
            batch.set_states(wrong)
    for depth in (0, 100):
        wrong = before.copy()
        wrong["agenda"]["depth"] = depth
        with pytest.raises(BadState, match="agenda"):
            batch.set_states(wrong)
    assert batch.get_states().tobytes() == before.tobytes()
    with pytest.raises(WrongShape):
        batch.set_states(before, [7])


def test_what_was_put_in_has_no_rewards_yet() -> None:
    batch = small("trajan", 2, 2, rewards="points")
    while not batch.rewards.any():
        batch.step(batch.random_actions())
    states = batch.get_states()
    batch.set_states(states)
    assert not batch.rewards.any()
    assert not batch.terminated.any()
    batch.set_states(states[0], 1)
    assert batch.get_states()[0].tobytes() == batch.get_states()[1].tobytes()


def test_random_actions_do_not_follow_from_the_chance_of_the_game() -> None:
    """Of a hundred games, each first player takes each of the first actions."""
    pairs = set()
    for seed in range(100):
        batch = small("trajan", 2, 1, seed=seed)
        pairs.add((int(batch.get_states()["first"][0]), int(batch.random_actions()[0])))
    assert len(pairs) == 2 * len({action for _, action in pairs})


def test_seeds_do_not_run_over() -> None:
    small("trajan", 2, 4, seed=2**63 - 4)
    with pytest.raises(BadSeed):
        small("trajan", 2, 4, seed=2**63 - 3)


def test_a_batch_can_be_copied_and_travels() -> None:
    batch = Batch("forum_trajanum", 3, 9, workers=2, variant="introductory", rewards="points")
    for _ in range(50):
        batch.step(batch.random_actions())
    twins = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    assert all(twin.game is batch.game for twin in twins)
    for _ in range(50):
        actions = batch.random_actions()
        step = batch.step(actions)
        for twin in twins:
            assert (twin.random_actions() == actions).all()
            for ours, theirs in zip(step, twin.step(actions)):
                assert ours.tobytes() == theirs.tobytes()
            assert twin.get_states().tobytes() == batch.get_states().tobytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_batch_goes_on_after_a_fork() -> None:
    program = (
        "import os, sys; from ulpia.research import Batch; b = Batch('trajan', 2, 8, workers=2, observations='int8')\n"
        "b.step(b.random_actions())\n"
        "child = os.fork()\n"
        "s = b.step(b.random_actions()); print(s.legal_action_masks.sum(), flush=True)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if child else 0)"
    )
    command = [sys.executable, "-X", "faulthandler", "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    ours, theirs = run.stdout.split()
    assert ours == theirs


def test_a_closed_batch_lets_its_threads_go_and_takes_new_ones() -> None:
    before = {*threading.enumerate()}
    batch = Batch("trajan", 2, 8, workers=2, observations="int8")
    alone = Batch("trajan", 2, 8, workers=1, observations="int8")
    assert {*threading.enumerate()} - before
    batch.close()
    assert not {*threading.enumerate()} - before
    for _ in range(5):
        steps = batch.step(batch.random_actions()), alone.step(alone.random_actions())
        assert all((ours == theirs).all() for ours, theirs in zip(*steps))
    batch.close()
    assert not {*threading.enumerate()} - before


def test_numbers_of_any_kind_count() -> None:
    batch = Batch("trajan", 2, np.int64(3), workers=np.int64(1), observations="int8")  # type: ignore[arg-type]
    assert batch.games == 3
    for wrong in ({"auto_reset": "no"}, {"rewards": ["result"]}, {"observations": ["int8"]}, {"workers": True}):
        with pytest.raises(UnknownKind):
            Batch("trajan", **wrong)
    with pytest.raises(WrongShape):
        batch.step([[1], [2, 3], [4]])  # type: ignore[arg-type]
