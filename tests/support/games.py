"""The games of this repository, for tests that know a game's records, texts or pictures."""

from ulpia.registry import find_game, game_names

BUILT_IN = tuple(name for name in game_names() if find_game(name).package.startswith("ulpia.games."))
