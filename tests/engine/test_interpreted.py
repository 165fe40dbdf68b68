"""Interpreted rules beside compiled ones: they compute the same, compile nothing, and play only while they must."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ulpia
from ulpia.core import compilation
from ulpia.engine.interpreted import as_python, module_as_python
from ulpia.engine.jit import INTERPRETED, compiled, compiled_or_python, is_compiled
from ulpia.registry import find_game, game_names

only_compiled = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
FORM: Any = compiled_or_python(abs, lambda number: -number)


@compiled
def double(number: int) -> int:
    return 2 * number


@compiled
def change(number: int, more: int = 3) -> int:
    return int(double(number)) + FORM(more)


tools = ModuleType("tools")
vars(tools)["double"] = double


@compiled
def quadruple(number: int) -> int:
    return 2 * int(tools.double(number))


def call(number: int) -> int:
    return double(number) + 1


@only_compiled
def test_everything_a_function_calls_is_plain_python() -> None:
    """Also what has another form in Python, functions of a module, and compiled functions that plain ones call."""
    assert as_python(change)(20) == 37
    assert as_python(quadruple)(5) == 20
    assert as_python(call)(4) == 9
    assert not any(is_compiled(value) for value in as_python(change).__globals__.values())
    assert is_compiled(double)
    assert not double.overloads  # type: ignore[attr-defined]


@only_compiled
def test_a_module_keeps_what_is_not_compiled() -> None:
    template = find_game("trajan").rules.loops
    plain = module_as_python(template)
    assert not is_compiled(plain.play)
    assert is_compiled(template.play)
    assert plain.FAULTS is template.FAULTS


WITHOUT_COMPILING = """
import sys
import ulpia
from ulpia.core import compilation

compilation.is_waited_for = False
match = ulpia.new(sys.argv[1], seats=3, seed=5)
for step in range(30):
    match.view(match.seat)
    match.dry_runs()
    match.play(match.options[step % len(match.options)])
match.undo()
print(match.digest)
"""


@only_compiled
@pytest.mark.parametrize("game", game_names())
def test_a_match_that_does_not_wait_compiles_nothing(game: str, tmp_path: Path) -> None:
    environment = {**os.environ, "ULPIA_CACHE": str(tmp_path)}
    command = [sys.executable, "-W", "error", "-c", WITHOUT_COMPILING, game]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert not list(tmp_path.rglob("*.nb?"))
    assert not list(tmp_path.rglob("*.ready"))
    match = ulpia.new(game, seats=3, seed=5)
    for step in range(29):
        match.play(match.options[step % len(match.options)])
    assert run.stdout.strip() == match.digest


@only_compiled
def test_a_match_goes_on_with_compiled_rules_as_soon_as_they_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    ready: set[str] = set()
    monkeypatch.setattr("ulpia.engine.rules.is_ready", lambda name, _package: name in ready)
    rules = find_game("trajan").rules
    assert rules.current is rules
    monkeypatch.setattr(compilation, "is_waited_for", False)
    assert rules.current is rules.interpreted
    ready.add("trajan-match")
    assert rules.current is rules


def test_a_program_that_does_not_wait_is_not_made_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only for the part of a match: other parts have no interpreted form."""
    prepared: list[str] = []
    monkeypatch.setattr("ulpia.engine.rules.prepare", lambda _game, part, _progress: prepared.append(part))
    monkeypatch.setattr(compilation, "is_waited_for", False)
    for part in ("match", "playouts"):
        find_game("trajan").prepare(part)
    assert prepared == ["playouts"]
    monkeypatch.setattr(compilation, "is_waited_for", True)
    find_game("trajan").prepare("match")
    assert prepared == ["playouts", "match"]
