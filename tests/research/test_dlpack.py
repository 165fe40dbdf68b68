"""What PyTorch and JAX see of the arrays of a batch, as docs/research/batches.md says it."""

import os

import numpy as np
import pytest

from ulpia.research import Batch

SHARED = ("observations", "legal_action_masks", "rewards", "current_players", "options", "points", "final_points")


def small() -> Batch:
    return Batch("trajan", 2, 8, workers=1, seed=3)


def test_pytorch_shares_the_memory_and_follows_every_step() -> None:
    torch = pytest.importorskip("torch")
    batch = small()
    tensors = {name: torch.from_dlpack(getattr(batch, name)) for name in SHARED}
    for _ in range(5):
        before = tensors["observations"].clone()
        batch.step(torch.as_tensor(batch.random_actions()))
        assert not torch.equal(before, tensors["observations"])
        for name, tensor in tensors.items():
            assert tensor.data_ptr() == getattr(batch, name).ctypes.data
            assert np.array_equal(tensor.numpy(), getattr(batch, name))


@pytest.fixture
def jax_numpy(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setitem(os.environ, "JAX_PLATFORMS", "cpu")
    return pytest.importorskip("jax.numpy")


def test_jax_gets_a_copy_that_stays_as_it_is(jax_numpy: object) -> None:
    batch = small()
    for _ in range(5):
        copies = {name: getattr(batch, name).copy() for name in SHARED}
        arrays = {name: jax_numpy.array(getattr(batch, name)) for name in SHARED}  # type: ignore[attr-defined]
        batch.step(np.asarray(jax_numpy.array(batch.random_actions())))  # type: ignore[attr-defined]
        for name in SHARED:
            assert np.array_equal(np.asarray(arrays[name]), copies[name])
    batch.step(jax_numpy.array(batch.random_actions()))  # type: ignore[attr-defined]  # is taken as it is


@pytest.mark.parametrize(("offset", "is_shared"), [(0, True), (16, False)])
def test_jax_shares_memory_by_its_address_alone(jax_numpy: object, offset: int, is_shared: bool) -> None:
    """So `jnp.from_dlpack` of an array that changes is right nowhere: it is an "immutable" alias, or an old copy."""
    room = np.zeros(1024, np.uint8)
    first = -room.ctypes.data % 64 + offset
    numbers = room[first : first + 512]
    seen = jax_numpy.from_dlpack(numbers)  # type: ignore[attr-defined]
    numbers[:] = 7
    assert int(seen[0]) == (7 if is_shared else 0)
