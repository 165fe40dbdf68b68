"""What an option would bring, shown before it is chosen: by pointer, focus and first tap, and never in the way."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import Prepared, by_chance, prepare
from tests.browser.steps import until
from ulpia.match import Match

NAMES = ("Marcus", "Livia")
MIDDLE = """(element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
FREE_PLACES = """() => [...document.querySelectorAll('.lit')].filter((lit) => {
  const box = lit.querySelector('.halo').getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return at && !at.closest('.help-card, .preview');
}).length"""
SENT = """() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { window.sent.push(JSON.parse(data).type); return send.call(this, data); };
}"""


def is_sowing(match: Match) -> bool:
    """Whether our seat is about to sow in a game that is on its way."""
    return match.seat == 0 and match.question is not None and match.question.kind == "turn" and len(match.actions) > 60


def is_building(match: Match) -> bool:
    """Whether our seat can take a construction tile."""
    return match.seat == 0 and any(str(option).startswith("build") for option in match.options)


def is_last(match: Match, notation: str) -> bool:
    """Whether our seat can do something that ends its turn."""
    tried = [match.dry_run(one) for one in match.options if match.seat == 0 and str(one).startswith(notation)]
    return bool(tried) and all(one.is_final for one in tried)


SOWING = Prepared("previews-sow", "trajan", NAMES, 11, is_sowing, by_chance)
BUILDING = Prepared("previews-build", "trajan", NAMES, 12, is_building, by_chance)
SENDING = Prepared("previews-envoy", "forum_trajanum", NAMES, 11, lambda match: is_last(match, "envoy "), by_chance)
MARCHING = Prepared("previews-march", "trajan", NAMES, 11, lambda match: is_last(match, "march "), by_chance)
CONFIRMED = {
    "trajan": (MARCHING, ".lit[id^=province]", "Marcus marches to "),
    "forum_trajanum": (SENDING, ".lit[id^=square]", "Marcus sends an envoy to "),
}


@pytest.fixture(scope="module", autouse=True)
def games(address: str, folder: Path) -> None:
    """Write the games into the database of the running server."""
    prepare(folder, (SOWING, BUILDING, SENDING, MARCHING))


def sit(visit: Any, game: Prepared, **how: Any) -> Any:
    """Open the table of a prepared game at our seat."""
    page = visit(f"/table/{game.table}", memory=game.memory() | {"teach-switch": "no"}, **how)
    page.wait_for_selector(".lit", state="attached")
    return page


def point_at(page: Any, selector: str) -> None:
    page.mouse.move(*page.locator(selector).first.evaluate(MIDDLE))


def test_resting_on_a_tray_shows_where_the_sowing_would_end(visit: Any) -> None:
    """Dotted landing places and the target; the card says the rest. Nothing is left when the pointer goes."""
    page = sit(visit, SOWING)
    label = page.locator(".lit[id^=tray]").first.get_attribute("aria-label") or ""
    point_at(page, ".lit[id^=tray]")
    until(page, "document.querySelector('.target[data-previewed]') !== null")
    card = page.locator("[data-preview]")
    assert card.locator("[data-preview-title]").inner_text().lower() == "if you choose this"
    words, effect = label.split(". ")[0].split(": ")
    assert card.locator("[data-preview-what]").inner_text().lower() == f"{words}: {effect}".lower()
    assert card.locator("[data-preview-then]").inner_text().startswith("Then: ")
    marked = page.locator("[data-previewed]").count()
    assert marked == min(6, int(effect.split()[0]))
    page.wait_for_selector(".help-card")
    assert page.evaluate(FREE_PLACES) == page.locator(".lit").count(), "what can be chosen is covered"
    page.mouse.move(1, 1)
    until(page, "document.querySelector('[data-preview]').hidden && !document.querySelector('[data-previewed]')")


def test_focus_shows_the_same_and_each_option_is_asked_once(visit: Any) -> None:
    """Points of a building and what it grants. Going back and forth asks nothing again."""
    page = sit(visit, BUILDING)
    page.evaluate(SENT)
    places = [place for place in page.locator(".lit[id^=site]").all() if place.get_attribute("data-numbers")][:2]
    page.keyboard.press("Tab")
    for place in [*places, *places, *places]:
        place.focus()
        words = (place.get_attribute("aria-label") or "").split(". ")[0].capitalize()
        until(page, f"document.querySelector('[data-preview-what]').textContent === {words!r}")
        until(page, "document.querySelector('[data-preview]:not([hidden]) li') !== null")
        assert page.locator("[data-preview] li").first.inner_text().startswith("Marcus builds on ")
    assert page.evaluate("window.sent.filter((type) => type === 'preview').length") == len(places)
    assert page.evaluate("window.sent.filter((type) => type !== 'preview').length") == 0


@pytest.mark.parametrize("game", CONFIRMED)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (1024, 768)])
def test_what_waits_for_its_confirmation_says_what_it_brings(visit: Any, game: str, width: int, height: int) -> None:
    """Also by thumb: the first tap on what cannot be undone shows it, beside the board and not over it."""
    prepared, places, sentence = CONFIRMED[game]
    page = sit(visit, prepared, width=width, height=height)
    page.locator(places).first.dispatch_event("click")
    page.wait_for_selector("[data-confirm]")
    until(page, "document.querySelector('[data-preview] li') !== null")
    assert page.locator("[data-preview] li").first.inner_text().startswith(sentence)
    until(page, "!document.querySelector('[data-preview]').hidden")
    card, board = (page.locator(f"[data-{part}]").bounding_box() for part in ("preview", "confirm"))
    assert card["y"] >= 0
    assert card["y"] + card["height"] <= height
    assert card["y"] + card["height"] <= board["y"] or card["x"] >= board["x"] + board["width"] or width == 1024
    page.locator("[data-undo]").click()
    until(page, "document.querySelector('[data-preview]').hidden")
