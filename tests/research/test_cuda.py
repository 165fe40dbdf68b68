"""Games on a GPU are the games of the CPU, byte for byte; without a GPU, an error says so."""

import builtins
from typing import Any

import numpy as np
import pytest

from tests.research.gpu import has_device
from tests.support.games import BUILT_IN
from ulpia.core.errors import BadCount, MissingDevice, MissingExtra
from ulpia.engine import cuda as device
from ulpia.engine.playouts import Playouts as CpuPlayouts
from ulpia.registry import find_game
from ulpia.research import Batch
from ulpia.research.cuda import CudaBatch, Playouts
from ulpia.research.errors import (
    AllOver,
    NotAllowed,
    WrongNumbers,
    WrongShape,
)

pytestmark = pytest.mark.filterwarnings("ignore:.*Grid size")  # a few tables are enough here, if not for a GPU
SHOWN = (
    *("seeds", "current_players", "option_counts", "legal_action_masks", "observations", "rewards", "terminated"),
    "points",
)

on_a_gpu = pytest.mark.skipif(not has_device(), reason="needs numba-cuda and a GPU")


@on_a_gpu
@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_thousand_random_games_end_as_on_the_cpu(game: str, seats: int) -> None:
    threads, each = 2048, 5
    played = Playouts(game, seats, threads).play(seed=1000, games=each)
    assert played.counted.games == threads * each
    states = played.states.copy_to_host()
    cpu = CpuPlayouts(find_game(game), find_game(game).read_components())
    decisions = 0
    for thread in range(threads):
        decisions += cpu.play(seats, 1000 + thread * each, each).decisions
        assert states[thread].tobytes() == cpu.states[0].tobytes(), thread
    assert played.counted.decisions == decisions


@on_a_gpu
@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"observations": "int8", "rewards": "points", "setup": "chosen"}])
def test_a_batch_is_the_same_on_both_after_every_step(game: str, seats: int, options: dict[str, Any]) -> None:
    here, there = Batch(game, seats, 500, seed=7, **options), CudaBatch(game, seats, 500, seed=7, **options)
    ended = 0
    for _ in range(700):
        for name in SHOWN:
            assert getattr(here, name).tobytes() == getattr(there, name).copy_to_host().tobytes(), name
        assert here.get_states().tobytes() == there.get_states().tobytes()
        actions = here.random_actions()
        here.step(actions)
        there.step(actions)
        ended += int(here.terminated.sum())
    assert ended >= 500, "every table has ended a game and begun another"


@on_a_gpu
def test_states_go_over_and_come_back() -> None:
    here, there = Batch("trajan", 3, 256, seed=3), CudaBatch("trajan", 3, 256)
    for _ in range(100):
        here.step(here.random_actions())
    there.set_states(here.get_states())
    assert not there.terminated.copy_to_host().any()
    assert there.get_states().tobytes() == here.get_states().tobytes()
    assert there.legal_action_masks.copy_to_host().tobytes() == here.legal_action_masks.tobytes()
    assert there.observations.copy_to_host().tobytes() == here.observations.tobytes()


@on_a_gpu
def test_pytorch_sees_and_plays_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    batch = CudaBatch("trajan", 2, 512)
    masks = torch.as_tensor(batch.legal_action_masks, device="cuda")
    observations = torch.as_tensor(batch.observations, device="cuda")
    assert masks.data_ptr() == batch.legal_action_masks.__cuda_array_interface__["data"][0]
    for _ in range(50):
        before = observations.clone()
        batch.step((torch.rand_like(masks, dtype=torch.float32) * masks).argmax(dim=1))
        assert not torch.equal(before, observations)
    assert masks.cpu().numpy().tobytes() == batch.legal_action_masks.copy_to_host().tobytes()
    assert (masks.sum(dim=1).cpu().numpy() == batch.option_counts.copy_to_host()).all()


@on_a_gpu
def test_random_actions_are_allowed_and_differ() -> None:
    batch = CudaBatch("trajan", 4, 4096)
    drawn = batch.random_actions().copy_to_host()
    masks = batch.legal_action_masks.copy_to_host()
    assert masks[np.arange(4096), drawn].all()
    assert len(set(drawn.tolist())) > 4


@on_a_gpu
def test_what_is_not_allowed_is_refused_and_nothing_is_played() -> None:
    torch = pytest.importorskip("torch")
    batch = CudaBatch("trajan", 2, 300)
    before = batch.get_states().tobytes()
    wrong = batch.random_actions().copy_to_host()
    wrong[[100, 200]] = int(np.flatnonzero(batch.legal_action_masks.copy_to_host()[100] == 0)[0])
    for given in (wrong, torch.as_tensor(wrong, device="cuda"), torch.as_tensor(wrong.astype(np.int16), device="cuda")):
        with pytest.raises(NotAllowed, match="100"):
            batch.step(given)
    with pytest.raises(WrongShape):
        batch.step(np.zeros(299, np.int64))
    with pytest.raises(WrongShape):
        batch.step(torch.zeros((300, 1), dtype=torch.int64, device="cuda"))
    with pytest.raises(WrongNumbers):
        batch.step(torch.zeros(300, device="cuda"))
    assert batch.get_states().tobytes() == before
    batch.step(batch.random_actions())


@on_a_gpu
def test_a_game_that_is_over_takes_no_action() -> None:
    batch = CudaBatch("trajan", 2, 8, auto_reset=False, observations=None)
    while (batch.current_players.copy_to_host() >= 0).any():
        batch.step(batch.random_actions())
    batch.step(np.full(8, -1))
    with pytest.raises(AllOver):
        batch.step(np.zeros(8, np.int64))


@on_a_gpu
def test_playing_no_games_is_refused() -> None:
    with pytest.raises(BadCount):
        Playouts("trajan", 2, 64).play(games=0)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name == "numba_cuda":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtra, match=r"ulpia\[cuda\]"):
        CudaBatch("trajan", 2, 8)


def test_a_missing_gpu_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind:
        @staticmethod
        def is_available() -> bool:
            return False

    monkeypatch.setattr(device, "cuda_package", lambda: Blind)
    with pytest.raises(MissingDevice, match="GPU"):
        Playouts("trajan")
