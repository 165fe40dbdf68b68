"""What glows and what only can be had: prices on places, and quiet buttons for doing nothing."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import Prepared, by_chance, prepare
from tests.browser.steps import until
from ulpia.match import Match

NAMES = ("Marcus", "Livia")
LOOKS = """(place) => {
  const style = getComputedStyle(document.getElementById(place).querySelector(':scope > .halo'));
  return [parseFloat(style.strokeWidth) * parseFloat(style.strokeOpacity), style.filter !== 'none'];
}"""


def is_taking(match: Match) -> bool:
    """Whether our seat takes its first tile, and could pay a tribune."""
    notations = [str(option) for option in match.options]
    return match.seat == 0 and any(one.endswith("first tribune") for one in notations) and "take" in notations[0]


def may_pass(match: Match) -> bool:
    """Whether our seat may act or do nothing."""
    return match.seat == 0 and len(match.options) > 2 and any(match.game.declines(option) for option in match.options)


def is_paying(match: Match) -> bool:
    """Whether our seat pays for a row of citizens, or not."""
    return match.seat == 0 and match.question is not None and match.question.kind == "paying"


TAKING = Prepared("prices-take", "forum_trajanum", NAMES, 11, is_taking, by_chance)
PASSING = Prepared("prices-pass", "trajan", NAMES, 11, may_pass, by_chance)
PAYING = Prepared("prices-pay", "forum_trajanum", NAMES, 11, is_paying, by_chance)


@pytest.fixture(scope="module", autouse=True)
def games(address: str, folder: Path) -> None:
    """Write the games into the database of the running server."""
    prepare(folder, (TAKING, PASSING, PAYING))


def sit(visit: Any, game: Prepared, **how: Any) -> Any:
    """Open the table of a prepared game at our seat."""
    page = visit(f"/table/{game.table}", memory=game.memory(), **how)
    page.wait_for_selector(".lit", state="attached")
    return page


@pytest.mark.parametrize("width", [1280, 390])
def test_only_what_costs_nothing_glows_fully(visit: Any, width: int) -> None:
    """F-12: every tile outside the streets shows its tribune before it is clicked."""
    page = sit(visit, TAKING, width=width, height=844)
    places = page.evaluate("[...document.querySelectorAll('.lit')].map(({ id, ariaLabel }) => [id, ariaLabel])")
    for place, label in places:
        costs = all(words.split(": ")[0].endswith("for 1 tribune") for words in label.split(". ")[0].split("; "))
        tags = page.locator(f"[id='{place}'] > .price text").all_text_contents()
        assert tags == (["1"] if costs else [])
        strength, glows = page.evaluate(LOOKS, place)
        assert glows is not costs
        assert (strength < 1.5) is costs
    assert 0 < page.locator(".priced").count() < len(places)
    hinted = page.locator(".priced").first.evaluate("(place) => { place.classList.add('hinted'); return place.id; }")
    assert page.evaluate(LOOKS, hinted)[1]


def test_a_click_on_a_price_asks_in_plain_words(visit: Any) -> None:
    """What is replaced and what is paid; nothing is sent before it is confirmed."""
    page = sit(visit, TAKING)
    place = page.locator(".priced[data-name*='face down']").first
    square = (place.get_attribute("data-name") or "").split(":")[0].capitalize()
    place.dispatch_event("click")
    first = page.locator("dialog[open] .choice").first
    assert first.locator("span").text_content() == f"{square} instead of the first card's street, for 1 tribune"
    first.click()
    page.wait_for_selector("[data-confirm]")
    asked = page.locator("[data-asked]").text_content()
    assert asked.startswith(f"{square} instead of the first card's street, for 1 tribune: not from ")
    page.locator("[data-undo]").click()
    until(page, "!document.querySelector('[data-confirm]')")
    assert page.locator(".chosen").count() == 0


def test_doing_nothing_is_not_the_brightest_button(visit: Any) -> None:
    """It looks like undo; the accent lies on what is lit."""
    page = sit(visit, PASSING)
    ground = "(element) => getComputedStyle(element).backgroundColor"
    button, undo = page.locator("[data-buttons] button"), page.locator("[data-undo]")
    assert button.count() == 1
    assert button.evaluate(ground) == undo.evaluate(ground)
    assert page.locator(".prompt .go").count() == 0


def test_a_long_question_stands_above_its_buttons_on_a_phone(visit: Any) -> None:
    """F-60: what happens otherwise is part of the question; it is not squeezed beside three buttons."""
    page = sit(visit, PAYING, width=390, height=844)
    asked, button = (page.locator(f"[data-{part}]").bounding_box() for part in ("asked", "buttons"))
    assert asked["width"] > 300
    assert asked["y"] + asked["height"] <= button["y"]
