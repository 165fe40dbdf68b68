"""The vocabulary, the symbols, the style sheets and the words of the pictures."""

import re
import tomllib
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import ulpia
from tests.support.pictures import DRAWINGS, drawn, references
from ulpia import render
from ulpia.core.errors import UlpiaError, UnknownGame
from ulpia.render.css import THEMES, variables
from ulpia.render.export import VALUE
from ulpia.render.svg import (
    n,
    opt,
    shortened,
    text,
    use,
    wrapped,
)
from ulpia.render.symbols import SHARED
from ulpia.render.tree import to_string

FOLDER = Path(render.__file__).parent
GAMES = ("trajan", "forum_trajanum")


def test_numbers_are_as_short_as_they_can_be() -> None:
    assert [n(x) for x in (3, 3.0, 2.5, 2.504, 100.0, -0.25, 0.1 + 0.2)] == [
        *("3", "3", "2.5", "2.5", "100", "-0.25", "0.3"),
    ]


def test_words_and_attributes_are_escaped() -> None:
    assert to_string(text(0, 0, "<b>&")) == (
        '<text x="0" y="0" text-anchor="middle" style="font-size:12px;font-weight:400">&lt;b&gt;&amp;</text>'
    )
    assert '"&quot;&lt;' in to_string(opt("a", label='"<'))


def test_long_words_are_drawn_together_broken_or_cut() -> None:
    assert "textLength" in to_string(text(0, 0, "Schriftrollen", fit=40))
    assert "textLength" not in to_string(text(0, 0, "Wein", fit=40))
    assert wrapped("one two three", 10, 45) == ("one two", "three")
    assert shortened("Maximilian", 15, 50).endswith("…")
    assert shortened("Max", 15, 50) == "Max"


def test_every_symbol_is_well_formed_and_uses_only_symbols_and_no_words() -> None:
    """No text and no gradient inside a symbol; all named boxes exist."""
    ElementTree.fromstring(render.sheet())
    for name, body in DRAWINGS.items():
        assert references(body) <= set(DRAWINGS), name
        assert "<text" not in body, name
        assert "Gradient" not in body, name
    assert set(render.all_symbols().boxes) <= set(DRAWINGS)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_every_symbol_that_its_symbols_use(game: str) -> None:
    symbols = render.pictures_of(game).symbols
    for name, drawing in symbols.drawings.items():
        assert symbols.references(drawing) <= set(symbols.drawings), name


def test_symbols_of_one_name_are_one_drawing() -> None:
    """All games share the sheet of symbols of a page."""
    for name in DRAWINGS:
        drawings = [render.pictures_of(game).symbols.drawings.get(name) for game in GAMES]
        assert len({id(drawing) for drawing in drawings if drawing is not None}) == 1, name


def test_a_sheet_holds_what_is_asked_for() -> None:
    symbols = render.pictures_of("trajan").symbols
    idents = re.findall(r'<symbol id="([\w-]+)"', to_string(symbols.sheet(["bread", "games"])))
    assert idents == ["bread", "games"]
    assert symbols.references(use("any-demand", 0, 0, 1)) == {"any-demand", "bread", "games", "religion"}
    assert set(SHARED.drawings) < set(symbols.drawings)


@pytest.mark.parametrize("game", GAMES)
def test_every_variable_that_is_drawn_with_has_a_value_by_day_and_by_night(game: str) -> None:
    """Colours are in variables, and none is missing."""
    own = Path(import_module(f"ulpia.games.{game}.pictures").__file__ or "").parent
    code = "".join(path.read_text() for path in (*FOLDER.rglob("*.py"), *own.rglob("*.py")))
    named = set(re.findall(r"var\(--([\w-]+)\)", code + render.style(game)))
    known = [variables(game, theme) for theme in THEMES]
    assert named - {"cut", "step"} <= set(known[0])
    assert set(known[0]) == set(known[1])
    assert not any(VALUE.search(value) for value in known[0].values())


def test_games_themes_and_languages_that_are_not_are_refused() -> None:
    view = ulpia.new("trajan", seats=2, setup="dealt").view(0)
    with pytest.raises(UnknownGame):
        render.svg(replace(view, game="chess"))
    with pytest.raises(ValueError, match="no theme 'dusk'"):
        render.svg(view, "en", "dusk")
    with pytest.raises(ValueError, match="no language 'la'"):
        render.svg(view, "la")
    assert issubclass(UnknownGame, UlpiaError)


def test_every_word_of_ours_is_used() -> None:
    """What is no longer said is no longer kept; ships are said by their names."""
    trajan = FOLDER.parent / "games" / "trajan" / "pictures"
    code = "".join(path.read_text() for folder in (FOLDER, trajan) for path in folder.rglob("*.py"))
    for folder in (FOLDER, trajan):
        words = tomllib.loads((folder / "text" / "en.toml").read_text())
        idle = {key for key in words if f'"{key}"' not in code and f"'{key}'" not in code}
        assert idle <= {"different", "panels"}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_with_a_label_is_hidden_within_an_image(game: str) -> None:
    """Every group with a label has a role; screen readers skip what is within an image."""
    match = ulpia.new(game, seats=3, seed=1, setup="dealt")
    for picture in drawn(match.view(0), "en").values():
        for element in ElementTree.fromstring(picture).iter():
            if element.get("aria-label"):
                assert element.get("role")
            if element.get("role") == "img":
                assert not any(inner.get("aria-label") for inner in element.iter() if inner is not element)
