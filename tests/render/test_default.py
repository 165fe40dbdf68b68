"""Plain pictures: any view can be drawn from its fields."""

import random
from xml.etree import ElementTree

import pytest

import ulpia
from ulpia.registry import find_game
from ulpia.render.default import default_pictures
from ulpia.render.tree import finish
from ulpia.render.words import Speech


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
@pytest.mark.parametrize("small", [False, True])
def test_a_view_is_drawn_from_its_fields(game: str, small: bool) -> None:
    """Every district has its place or its panel, and pictures are well-formed with unique ids, to the end."""
    pictures = default_pictures(find_game(game))
    match, dice = ulpia.new(game, seats=3, seed=1), random.Random(1)
    while True:
        if len(match.actions) % 40 == 0 or match.seat is None:
            view = match.view(match.seat)
            districts = pictures.districts(view, small)
            drawn = {name: finish(each.draw(view, Speech(view, "en", None), small)) for name, each in districts.items()}
            for name, picture in drawn.items():
                root = ElementTree.fromstring(picture.to_string())
                assert root.get("id") == f"district-{name}"
                idents = [ident for element in root.iter() if (ident := element.get("id"))]
                assert len(idents) == len(set(idents))
            panels = {name for panel in pictures.panels(3).values() for name in panel.districts}
            placed = set(pictures.layout(3, False).seated(match.seat, 3).places)
            rest = {name for name in drawn if name not in panels}
            assert all(name.startswith(("player-", "strip-")) for name in rest) if small else set(drawn) == placed
            ElementTree.fromstring(finish(pictures.miniature(view, 0)).to_string())
        if match.seat is None:
            break
        match.play(dice.choice(match.options))
    ElementTree.fromstring(finish(pictures.emblem()).to_string())
    assert pictures.say_part(1, "de") == "Spiel"
