"""What JAX sees of the arrays of a batch. `test_dlpack.py` runs these in a process of their own: JAX starts threads.

(A process with threads may not fork, and other tests do.)
"""

import os

import numpy as np
import pytest

from tests.research.test_dlpack import SHARED, small


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
