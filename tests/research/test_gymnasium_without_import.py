"""`gymnasium.make("ulpia/trajan-v0")` works without an import of Ulpia."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ulpia
from ulpia.registry import game_names
from ulpia.research.row import environment_id

SOURCE = Path(ulpia.__file__).parents[1]


def run(program: str) -> str:
    """Run a program as in an environment where Ulpia is installed: Python reads the .pth file when it starts."""
    begin = f"import site, sys; site.addsitedir({str(SOURCE)!r})\n"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "ULPIA_INTERPRETED": "1"}
    ran = subprocess.run([sys.executable, "-c", begin + program], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_every_game_is_registered_by_its_id_and_nothing_is_imported_before_it_is_made() -> None:
    told = run(
        "import gymnasium\n"
        "print(sorted(id for id in gymnasium.registry if id.startswith('ulpia/')))\n"
        "print('ulpia' in sys.modules, 'numba' in sys.modules)\n"
    )
    assert told == f"{sorted(map(environment_id, game_names()))}\nFalse False\n"


def test_a_game_can_be_made_and_played() -> None:
    told = run(
        "import gymnasium\n"
        "env = gymnasium.make('ulpia/trajan-v0', seats=3)\n"
        "_, info = env.reset(seed=1)\n"
        "env.step(info['action_mask'].argmax())\n"
        "print(type(env.unwrapped).__module__)\n"
        "print(gymnasium.make_vec('ulpia/trajan-v0', num_envs=2).num_envs)\n"
    )
    assert told == "ulpia.research.gymnasium\n2\n"


def test_the_usual_import_registers_nothing_twice() -> None:
    told = run(
        "import warnings; warnings.simplefilter('error')\n"
        "from ulpia.research import gymnasium\n"
        "import gymnasium as library\n"
        "print(library.spec('ulpia/trajan-v0').entry_point)\n"
    )
    assert told == "ulpia.research.gymnasium:Env\n"


def test_python_starts_without_importing_gymnasium() -> None:
    assert run("print('gymnasium' in sys.modules, 'ulpia' in sys.modules)") == "False False\n"


@pytest.mark.parametrize("first", ["gymnasium", "ulpia"])
def test_the_order_of_imports_does_not_matter(first: str) -> None:
    told = run(f"import {first}\nimport ulpia, gymnasium\nprint('ulpia/trajan-v0' in gymnasium.registry)\n")
    assert told == "True\n"


def test_a_failure_breaks_nothing() -> None:
    told = run(
        "import importlib.metadata, warnings\n"
        "def fail(**_): raise OSError('unreadable')\n"
        "importlib.metadata.entry_points = fail\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    import gymnasium\n"
        "print(any('unreadable' in str(each.message) for each in caught), 'CartPole-v1' in gymnasium.registry)\n"
    )
    assert told == "True True\n"
