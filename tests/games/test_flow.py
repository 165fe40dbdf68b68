"""`rules/flow.py` of every game: `options` and `apply` send the same frames to the same steps.

Both are written out as chains of comparisons, because a table of functions cannot be compiled. So the list of frames
stands there twice, and these tests compare the two.
"""

import ast
from pathlib import Path

import pytest

import ulpia.games

FLOWS = sorted(Path(ulpia.games.__path__[0]).glob("*/rules/flow.py"))
every_flow = pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.parents[1].name)


def function(path: Path, name: str) -> ast.FunctionDef:
    found = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)]
    return next(node for node in found if node.name == name)


def frames(node: ast.AST) -> list[str]:
    """Names of the frames mentioned in a piece of code, in the order of its lines."""
    named = [
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "Frame"
    ]
    return [each.attr for each in sorted(named, key=lambda each: (each.lineno, each.col_offset))]


def members(path: Path) -> list[str]:
    """All members of a game's Frame, from its constants."""
    tree = ast.parse((path.parents[1] / "constants.py").read_text())
    frame = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Frame")
    return [node.targets[0].id for node in frame.body if isinstance(node, ast.Assign)]  # type: ignore[attr-defined]


def test_every_game_has_a_flow() -> None:
    assert len(FLOWS) == len(list(Path(ulpia.games.__path__[0]).glob("*/rules")))


@every_flow
def test_options_and_apply_know_the_same_frames_in_the_same_order(path: Path) -> None:
    assert frames(function(path, "options")) == frames(function(path, "apply")) != []


@every_flow
def test_every_frame_is_settled_or_asked(path: Path) -> None:
    """OVER is neither: nothing is left to decide."""
    known = {*frames(function(path, "settle")), *frames(function(path, "options"))}
    assert known | {"OVER"} == set(members(path))
