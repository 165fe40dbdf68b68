"""The vocabulary, the symbols, the style sheets and the words of the pictures."""

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ulpia
from ulpia import render
from ulpia.core.errors import UlpiaError, UnknownGame
from ulpia.render.css import THEMES, variables
from ulpia.render.export import VALUE
from ulpia.render.svg import (
    n,
    opt,
    shortened,
    text,
    wrapped,
)
from ulpia.render.symbols import (
    BOXES,
    DRAWINGS,
    references,
    sheet,
)

ROOM = Path(render.__file__).parent
GAMES = ("trajan", "forum_trajanum")


def test_numbers_are_as_short_as_they_can_be() -> None:
    assert [n(x) for x in (3, 3.0, 2.5, 2.504, 100.0, -0.25, 0.1 + 0.2)] == [
        *("3", "3", "2.5", "2.5", "100", "-0.25", "0.3"),
    ]


def test_words_and_attributes_are_escaped() -> None:
    assert text(0, 0, "<b>&") == (
        '<text x="0" y="0" text-anchor="middle" style="font-size:12px;font-weight:400">&lt;b&gt;&amp;</text>'
    )
    assert '"&quot;&lt;' in opt("a", label='"<')


def test_long_words_are_drawn_together_broken_or_cut() -> None:
    assert "textLength" in text(0, 0, "Schriftrollen", fit=40)
    assert "textLength" not in text(0, 0, "Wein", fit=40)
    assert wrapped("one two three", 10, 45) == ("one two", "three")
    assert shortened("Maximilian", 15, 50).endswith("…")
    assert shortened("Max", 15, 50) == "Max"


def test_every_symbol_is_well_formed_and_uses_only_symbols_and_no_words() -> None:
    """No text and no gradient inside a symbol; all named boxes exist."""
    ElementTree.fromstring(sheet())
    for name, body in DRAWINGS.items():
        assert references(body) <= set(DRAWINGS), name
        assert "<text" not in body, name
        assert "Gradient" not in body, name
    assert set(BOXES) <= set(DRAWINGS)


def test_a_sheet_holds_what_is_asked_for() -> None:
    idents = re.findall(r'<symbol id="([\w-]+)"', sheet(["bread", "games"]))
    assert idents == ["bread", "games"]
    assert references('<use href="#any-demand"/>') == {"any-demand", "bread", "games", "religion"}


@pytest.mark.parametrize("game", GAMES)
def test_every_variable_that_is_drawn_with_has_a_value_by_day_and_by_night(game: str) -> None:
    """Colours are in variables, and none is missing."""
    code = "".join(path.read_text() for path in (*ROOM.glob("*.py"), *(ROOM / game).glob("*.py")))
    named = set(re.findall(r"var\(--([\w-]+)\)", code + "".join(DRAWINGS.values()) + render.style(game)))
    known = [variables(game, theme) for theme in THEMES]
    mine = {name for name in named if not (game == "trajan" and name in variables("forum_trajanum", "day"))}
    assert mine - {"cut", "step"} <= set(known[0])
    assert set(known[0]) == set(known[1])
    assert not any(VALUE.search(value) for value in known[0].values())


def test_games_themes_and_languages_that_are_not_are_refused() -> None:
    view = ulpia.new("trajan", seats=2, setup="dealt").view(0)
    with pytest.raises(UnknownGame):
        render.svg(view | {"game": "chess"})
    with pytest.raises(ValueError, match="no theme 'dusk'"):
        render.svg(view, "en", "dusk")
    with pytest.raises(ValueError, match="no language 'la'"):
        render.svg(view, "la")
    assert issubclass(UnknownGame, UlpiaError)


def test_every_word_of_ours_is_used() -> None:
    """What is no longer said is no longer kept; ships are said by their names."""
    code = "".join(path.read_text() for path in ROOM.rglob("*.py"))
    for folder in ("", "trajan"):
        words = tomllib.loads((ROOM / folder / "text" / "en.toml").read_text())
        assert [key for key in words if f'"{key}"' not in code and f"'{key}'" not in code] in ([], ["different"])
