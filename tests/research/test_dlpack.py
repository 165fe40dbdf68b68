"""What PyTorch and JAX see of the arrays of a batch, as docs/research/batches.md says it."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from ulpia.research import Batch

CHECKS = Path(__file__).with_name("jax_checks.py")
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


def test_what_jax_sees() -> None:
    if find_spec("jax") is None:
        pytest.skip("JAX is not installed")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", CHECKS],
        cwd=CHECKS.parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    assert re.search(r"\b3 passed\b", run.stdout), run.stdout  # none is skipped
