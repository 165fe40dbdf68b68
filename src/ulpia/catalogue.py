"""The games there are. The only file that knows them all."""

from functools import cache

from ulpia.kernel.errors import UnknownGame
from ulpia.kernel.protocol import Game

NAMES = ("trajan",)


def find_game(name: str) -> Game:
    """The rules of a game, by name. A game is imported when it is first asked for."""
    if name not in NAMES:
        raise UnknownGame(game=name, known=", ".join(NAMES))
    return _import(name)


@cache
def _import(_name: str) -> Game:
    from ulpia.games.trajan.game import Trajan

    return Trajan()
