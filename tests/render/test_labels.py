"""What screen readers get from the pictures: every name has a role, and no name hides another."""

import random
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

import pytest

import ulpia
from tests.render.test_forms import moments, opened
from tests.support.pictures import drawn, strings
from ulpia import render
from ulpia.render.css import THEMES, variables

ROLES = ("img", "group")
LETTERS = ("_", "{", "}", "  ", "None")
"""What shows that a name was not written for people."""
every_game = pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])


def pictures(game: str) -> Iterator[tuple[str, Element]]:
    """Districts of some positions, in both languages and forms, with planned gestures."""
    chance = random.Random(3)
    for seats in (2, 4):
        for match in moments(game, seats, setup="dealt"):
            language, form = chance.choice(("en", "de")), chance.choice((render.FULL, render.SMALL))
            view = opened(match, 0) if chance.random() < 0.2 else match.view(match.seat)
            found = drawn(view, language, form=form)
            planned = match.options and render.gesture(
                match.view(match.seat), match.options[-1:], match.dry_run, language, form=form
            )
            found |= strings(planned.districts) if planned else {}
            for name, picture in found.items():
                yield name, fromstring(picture)


@every_game
def test_every_name_has_a_role_and_every_image_a_name(game: str) -> None:
    """A name on an element without a role is not announced, and an image without a name is nothing."""
    names = 0
    for district, root in pictures(game):
        for element in root.iter():
            name, role = element.get("aria-label"), element.get("role")
            assert (name is None) == (role is None), (district, element.attrib)
            if name is None:
                continue
            names += 1
            assert role in ROLES, (district, name, role)
            assert name == name.strip() != "", (district, name)
            assert not any(letters in name for letters in LETTERS), (district, name)
    assert names > 1000


@every_game
@pytest.mark.parametrize("theme", THEMES)
def test_numbers_on_the_hues_of_points_can_be_read(game: str, theme: str) -> None:
    """Chips of points write in the colour of cards: 4.5 to 1 on every hue, by day and by night."""
    colours = variables(game, theme)
    for hue, _ in render.pictures_of(game).layout(4, False).sources.values():
        assert contrast(colours["card"], colours[hue]) >= 4.5, hue
    assert contrast("#000000", "#FFFFFF") == 21


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return round((light + 0.05) / (dark + 0.05), 2)


def luminance(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@every_game
def test_no_named_thing_lies_within_an_image(game: str) -> None:
    """What is in an image is not announced, so nothing that can be chosen or has a name may lie there."""
    for district, root in pictures(game):
        for image in root.iter():
            if image.get("role") != "img":
                continue
            inner = [one.get("aria-label") for one in image.iter() if one is not image and one.get("aria-label")]
            assert inner == [], (district, image.get("aria-label"))


@every_game
def test_whatever_can_be_chosen_has_a_name_and_a_silhouette_for_the_focus(game: str) -> None:
    """The ring of the focus is drawn along the last child of a place, its halo."""
    match, chance, seen = ulpia.new(game, 3, 5, setup="dealt"), random.Random(5), 0
    while match.seat is not None:
        view = match.view(match.seat)
        if chance.random() < 0.1:
            elements = {
                element.get("id"): element
                for picture in drawn(view, "en").values()
                for element in fromstring(picture).iter()
                if element.get("id")
            }
            for option in match.options:
                for place in render.places(view, option):
                    if (element := elements.get(place)) is None:
                        continue
                    seen += 1
                    assert element.get("aria-label"), place
                    halos = [child for child in element if "halo" in (child.get("class") or "").split()]
                    assert len(halos) == 1, place
        match.play(chance.choice(match.options))
    assert seen > 100
