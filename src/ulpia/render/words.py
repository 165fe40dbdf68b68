"""Words on the pictures: texts shared by all games, texts of a game's pictures, and nouns of the game's catalogue."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ulpia.core.game import Game
from ulpia.core.i18n import Texts, TextTable
from ulpia.core.view import View
from ulpia.registry import find_game
from ulpia.render.interface import pictures_of

SHARED = Texts(Path(__file__).parent / "text")


class Wording:
    """The words of one game in one language. There is one object for each, so that cached painters can take it."""

    def __init__(self, game: Game, language: str) -> None:
        texts = pictures_of(game.name).texts
        self.game = game
        self.language = language
        self._texts: TextTable = SHARED.table(language) | (texts.table(language) if texts else {})
        self._nouns: dict[str, TextTable] = game.texts.table(language).get("names", {})

    def say(self, key: str, /, **values: object) -> str:
        """Return one of the texts of the pictures."""
        words: str = self._texts[key]
        return words.format(**values) if values else words

    def noun(self, kind: str, name: str) -> str:
        """Return what the game calls a thing, such as `noun("goods", "wine")`; of singular and plural the singular."""
        found = self._nouns[kind][name]
        return found if isinstance(found, str) else str(found[0])


@cache
def wording_of(game: str, language: str) -> Wording:
    """Return the words of a game in a language."""
    return Wording(find_game(game), language)


class Speech:
    """The words of one table: its wording, and the names of the seats."""

    def __init__(self, view: View, language: str, seat_names: Sequence[str] | None) -> None:
        self.wording = wording_of(view.game, language)
        self.game = self.wording.game
        self.language = language
        self.say = self.wording.say
        self.noun = self.wording.noun
        self.seat_names = tuple(self.game.seat_names(language, view.seats) if seat_names is None else seat_names)

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.seat_names[seat]
