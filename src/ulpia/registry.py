"""The games that are installed. A game is an entry point of the group `ulpia.games`; see docs/adding-a-game.md.

A package that offers something else, two games of one name, or a game that cannot be imported is named in a warning and
left out: the other games still play.
"""

import logging
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from ulpia.core.errors import BrokenGame, DuplicateGame, NotAGame, UlpiaError, UnknownGame
from ulpia.core.game import Game

GROUP = "ulpia.games"

log = logging.getLogger("ulpia")


def find_game(name: str) -> Game:
    """A game by its name; a game that is installed but cannot be played is refused with the reason."""
    games, refused = _load()
    if isinstance(name, str) and name in refused:
        raise refused[name]
    if not isinstance(name, str) or name not in games:
        raise UnknownGame(game=name, known=", ".join(games))
    return games[name]


def game_names() -> tuple[str, ...]:
    """The names of all games that can be played, oldest game first."""
    return tuple(_load()[0])


def default_game() -> str:
    """The game that is meant where none is named."""
    return game_names()[0]


def refused_games() -> dict[str, UlpiaError]:
    """Installed games that cannot be played, and why."""
    return dict(_load()[1])


def reload_games() -> None:
    """Look for installed games once more."""
    _load.cache_clear()


@cache
def _load() -> tuple[dict[str, Game], dict[str, UlpiaError]]:
    found: dict[str, set[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, set()).add(point)
    games: dict[str, Game] = {}
    refused: dict[str, UlpiaError] = {}
    for name, points in found.items():
        try:
            games[name] = _import(name, points)
        except UlpiaError as error:
            refused[name] = error
            log.warning("%s", error)
    ordered = sorted(games.values(), key=lambda game: (game.year, game.name))
    return {game.name: game for game in ordered}, refused


def _import(name: str, points: set[EntryPoint]) -> Game:
    values = sorted({point.value for point in points})
    if len(values) > 1:
        raise DuplicateGame(game=name, packages=", ".join(values))
    try:
        game = next(iter(points)).load()
    except UlpiaError:
        raise
    except Exception as error:
        raise BrokenGame(game=name, package=values[0], why=f"{type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise NotAGame(game=name, package=values[0], kind=type(game).__name__)
    if game.name != name:
        raise BrokenGame(game=name, package=values[0], why=f"its name is {game.name!r}")
    return game
