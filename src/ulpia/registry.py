"""The games there are. The only file that knows them all."""

from functools import cache
from importlib import import_module

from ulpia.core.errors import UnknownGame
from ulpia.core.game import Game

GAMES = {
    "trajan": "ulpia.games.trajan.game:Trajan",
    "forum_trajanum": "ulpia.games.forum_trajanum.game:ForumTrajanum",
}
"""Where the rules of each game are: module:class."""


def find_game(name: str) -> Game:
    """The rules of a game, by name. A game is imported when it is first asked for."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(game=name, known=", ".join(GAMES))
    return _import(name)


@cache
def _import(name: str) -> Game:
    module, _, rules = GAMES[name].partition(":")
    game: Game = getattr(import_module(module), rules)()
    return game
