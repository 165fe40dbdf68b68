"""Words on the pictures: our own lie in text/ here and in the folder of each game, nouns in the game's catalogue."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ulpia.core.i18n import Texts
from ulpia.registry import find_game

FOLDER = Path(__file__).parent
GAMES = FOLDER.parent / "games"
BOTH = Texts(FOLDER / "text")


@cache
def _texts(game: str, language: str) -> dict[str, Any]:
    """Our words about a game."""
    return BOTH.table(language) | Texts(GAMES / game / "pictures" / "text").table(language)


class Speech:
    """One language at one table: our words, the game's nouns, the names of the seats."""

    def __init__(self, view: dict[str, Any], language: str, seat_names: Sequence[str] | None) -> None:
        self.game = find_game(view["game"])
        self.language = language
        self.viewer: int | None = view["viewer"]
        self._own = _texts(self.game.name, language)
        self._nouns: dict[str, dict[str, str]] = self.game.texts.table(language)["names"]
        self.seat_names = (
            tuple(seat_names)
            if seat_names is not None
            else tuple(self.game.texts.say(language, "seat", number=seat) for seat in range(view["seats"]))
        )

    def say(self, key: str, **facts: object) -> str:
        """One of our own texts."""
        words: str = self._own[key]
        return words.format(**facts) if facts else words

    def noun(self, kind: str, name: str) -> str:
        """What the game calls a thing: noun("goods", "wine")."""
        return self._nouns[kind][name]

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.seat_names[seat]
