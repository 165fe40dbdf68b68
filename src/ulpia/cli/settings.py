"""The settings of games as options of the command line."""

import argparse
from collections.abc import Mapping, Sequence

from ulpia.core.errors import BadSetting
from ulpia.core.game import Game
from ulpia.core.settings import NOBODY, SomeSeats
from ulpia.registry import find_game, game_names


def describe_settings(language: str) -> dict[str, str]:
    """Return the settings of all games by name, with a help text for each.

    A game says in its texts what a setting means (`settings.NAME.help`). A setting that some games lack is marked with
    the titles of the games that have it.
    """
    games = [find_game(name) for name in game_names()]
    helps: dict[str, list[str]] = {}
    for game in games:
        for name in game.settings:
            owners = [other for other in games if name in other.settings]
            text = _help(game, name, language)
            if len(owners) < len(games):
                text = f"{text} ({game.texts.find(language, 'title')})"
            if text not in helps.setdefault(name, []):
                helps[name].append(text)
    return {name: "; ".join(texts) for name, texts in helps.items()}


def _help(game: Game, name: str, language: str) -> str:
    texts: Mapping[str, Mapping[str, str]] = game.texts.table(language).get("settings", {})
    kind = game.settings[name]
    known = "1,2 ..." if isinstance(kind, SomeSeats) else ", ".join(kind.values)
    return texts.get(name, {}).get("help", known)


def add_settings(parser: argparse.ArgumentParser, settings: Mapping[str, str]) -> None:
    """Add an option for each setting."""
    for name, text in settings.items():
        parser.add_argument(f"--{name}", help=text.replace("%", "%%"))


def given_settings(options: argparse.Namespace) -> dict[str, str]:
    """Return the settings that were given, as a transcript writes them. People count seats from 1."""
    names = dict.fromkeys(name for game in game_names() for name in find_game(game).settings)
    given = {name: value for name in names if (value := getattr(options, name)) is not None}
    kinds = find_game(options.game).settings
    return {name: _read_seats(name, text, kinds.get(name)) for name, text in given.items()}


def _read_seats(name: str, text: str, kind: object) -> str:
    if not isinstance(kind, SomeSeats) or text.strip() == NOBODY:
        return text
    seats = [word.strip() for word in text.split(",")]
    if not all(seat.isdecimal() and int(seat) > 0 for seat in seats):
        raise BadSetting(setting=name, value=text, known=f"{NOBODY} | 1 | 1,2 | …")
    return ",".join(str(int(seat) - 1) for seat in seats)


def shown_settings(game: Game, settings: Mapping[str, str]) -> Sequence[str]:
    """Return settings of a transcript as options of the command line."""
    shown = []
    for name, text in settings.items():
        if isinstance(game.settings.get(name), SomeSeats) and text != NOBODY:
            text = ",".join(str(int(seat) + 1) for seat in text.split(","))
        shown.append(f"--{name}={text}")
    return shown
