"""What the doors say of themselves is so."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("door", ["pettingzoo", "gymnasium", "vector"])
def test_the_example_of_a_door_is_true(door: str, thinking: None) -> None:
    tried = doctest.testmod(importlib.import_module(f"ulpia.research.{door}"))
    assert tried.attempted > 0
    assert tried.failed == 0
