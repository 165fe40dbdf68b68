"""Laws that only Trajan has."""

from ulpia.registry import find_game

GAME = find_game("trajan")
FACTS = GAME.read_components().facts
