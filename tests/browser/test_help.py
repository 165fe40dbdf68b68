"""Help on pieces and places: by hovering, a long press, a key, by asking. It never acts or hides what it explains."""

import time
from typing import Any

import pytest

from tests.browser.steps import begin, until
from tests.support.games import BUILT_IN
from ulpia.rulebook import help_for

HELPFUL = """async (game) => {
  const help = await import('/assets/table/help.js');
  await help.setUpHelp(document.querySelector('[data-board]'), game);
  document.addEventListener('ask', () => help.startAsking());
  window.acted = 0;
  for (const lit of document.querySelectorAll('.lit')) {
    lit.onclick = () => { window.acted += 1; };
  }
}"""
"""Give help on the board, and count clicks that would act."""
MIDDLE = """(element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
APART = """() => {
  const card = document.querySelector('.help-card').getBoundingClientRect();
  const thing = document.querySelector('[aria-describedby=help-card]').getBoundingClientRect();
  const inside = card.left >= 0 && card.top >= 0 && card.right <= innerWidth && card.bottom <= innerHeight;
  const across = card.left >= thing.right || card.right <= thing.left;
  return inside && (across || card.top >= thing.bottom || card.bottom <= thing.top);
}"""
POINT = """(lit) => {
  const box = lit.getBoundingClientRect();
  for (let y = box.top + 1; y < box.bottom; y += 3) for (let x = box.left + 1; x < box.right; x += 3) {
    if (document.elementFromPoint(x, y)?.closest('[aria-label]') === lit) return { x, y };
  }
}"""
"""Somewhere on a thing where nothing else lies."""


def sit_down(visit: Any, game: str, language: str = "en-GB") -> Any:
    page = visit("/", language=language)
    begin(page, game, 2, "At once" if language == "en-GB" else "Sofort")
    until(page, "document.querySelectorAll('[data-board] [data-help]').length > 40")
    page.evaluate(HELPFUL, game)
    return page


def hover(page: Any, selector: str) -> None:
    page.mouse.move(1, 1)
    page.mouse.move(*page.locator(selector).first.evaluate(MIDDLE))


def test_a_card_appears_beside_what_is_hovered_and_goes_away(visit: Any) -> None:
    page = sit_down(visit, "trajan")
    hover(page, "#ship-equal")
    assert page.locator(".help-card").count() == 0
    page.wait_for_selector(".help-card")
    card, known = page.locator(".help-card"), help_for("trajan", "en")["ship-equal"]
    assert card.get_attribute("role") == "tooltip"
    assert card.locator("h3").inner_text() == page.locator("#ship-equal").get_attribute("aria-label")
    assert card.locator("p").inner_text() == known.text
    assert not any(ruling in card.inner_text() for ruling in known.rulings)  # numbers that mean nothing to players
    link = card.locator("a")
    assert link.inner_text() == "Rules: Seaport"
    assert link.get_attribute("href") == "/rules/trajan#seaport"
    assert link.get_attribute("target") == "_blank"
    assert page.evaluate(APART)
    page.mouse.move(1, 1)
    until(page, "!document.querySelector('.help-card')")
    assert page.locator("[aria-describedby=help-card]").count() == 0


@pytest.mark.parametrize("game", BUILT_IN)
def test_there_is_one_card_for_everything_on_the_board_and_it_covers_nothing(visit: Any, game: str) -> None:
    language = "de-DE" if game == "trajan" else "en-GB"
    page, known, seen = sit_down(visit, game, language), help_for(game, language[:2]), set()
    keys = page.evaluate(
        "[...new Set([...document.querySelectorAll('[data-board] [data-help]')].map((one) => one.dataset.help))]"
    )
    assert len(keys) > 25
    assert set(keys) <= set(known)
    for key in keys[::3]:
        at = page.locator(f"[data-help='{key}']").first.evaluate(MIDDLE)
        page.mouse.move(1, 1)
        until(page, "!document.querySelector('.help-card')")
        page.mouse.move(*at)
        time.sleep(0.6)
        assert page.locator(".help-card").count() <= 1
        if page.locator(".help-card").count():
            assert page.evaluate(APART), key
            seen.add(page.locator(".help-card p").inner_text())
    assert len(seen) > len(keys[::3]) * 0.6


def test_doubtful_figures_say_so(visit: Any) -> None:
    page = sit_down(visit, "forum_trajanum")
    hover(page, "#slider")
    page.wait_for_selector(".help-card .doubt")
    assert "reconstructed" in page.locator(".help-card .doubt").inner_text()


def test_the_pointer_may_go_into_the_card(visit: Any) -> None:
    page = sit_down(visit, "trajan")
    hover(page, "#ship-equal")
    page.wait_for_selector(".help-card")
    page.locator(".help-card a").hover()
    time.sleep(0.5)
    with page.expect_popup() as opened:
        page.locator(".help-card a").click()
    opened.value.wait_for_selector("#section-seaport h3")
    assert opened.value.url.endswith("#seaport")


def test_by_keyboard(visit: Any) -> None:
    page = sit_down(visit, "trajan")
    tray = page.locator(".lit[data-help^=tray]").first
    tray.focus()
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "help-said"
    said = page.locator("#help-said").evaluate("(hidden) => hidden.textContent")
    key = tray.get_attribute("data-help")
    assert said == help_for("trajan", "en")[key].text
    for press in ("h", "F1"):
        page.keyboard.press(press)
        card = page.locator(".help-card")
        assert card.get_attribute("role") == "dialog"
        assert card.locator("p").inner_text() == said
        assert page.evaluate("document.activeElement.id") == "help-card"
        page.keyboard.press("Escape")
        assert card.count() == 0
        assert page.evaluate("document.activeElement.id") == tray.get_attribute("id")
    assert page.evaluate("window.acted") == 0


def test_asking_explains_the_next_click_and_does_not_act(visit: Any) -> None:
    page = sit_down(visit, "trajan")
    lit = page.locator(".lit[data-help^=tray]").first
    page.evaluate("document.dispatchEvent(new Event('ask'))")
    assert page.locator("html.asking").count() == 1
    assert page.locator(".notice").inner_text().startswith("Click on anything")
    at = lit.evaluate(POINT)
    page.mouse.click(**at)
    assert page.locator(".help-card p").inner_text() == help_for("trajan", "en")[lit.get_attribute("data-help")].text
    assert page.locator("html.asking").count() == 0
    assert page.evaluate("window.acted") == 0
    page.mouse.click(**at)
    assert page.locator(".help-card").count() == 0
    assert page.evaluate("window.acted") == 1


def test_asking_ends_with_escape_or_where_there_is_nothing(visit: Any) -> None:
    page = sit_down(visit, "trajan")
    page.evaluate("document.dispatchEvent(new Event('ask'))")
    page.keyboard.press("Escape")
    assert page.locator("html.asking").count() == 0
    page.evaluate("document.dispatchEvent(new Event('ask'))")
    page.locator("[data-asked]").click()
    assert page.locator(".notice").inner_text() == "There is nothing to explain here."
    assert page.locator("html.asking").count() == 0


def test_a_long_press_explains_and_does_not_act(visit: Any) -> None:
    page = sit_down(visit, "trajan")
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    lit = page.locator(".lit[data-help^=tray]").first
    at = lit.evaluate(POINT)

    def touched(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touched("touchStart", at)
    time.sleep(0.75)
    touched("touchEnd")
    assert page.locator(".help-card").get_attribute("role") == "dialog"
    assert page.evaluate("window.acted") == 0
    page.keyboard.press("Escape")
    touched("touchStart", at)
    time.sleep(0.1)
    touched("touchMove", {"x": at["x"] + 30, "y": at["y"]})
    time.sleep(0.6)
    touched("touchEnd")
    assert page.locator(".help-card").count() == 0
    touched("touchStart", at)
    time.sleep(0.05)
    touched("touchEnd")
    until(page, "window.acted === 1")
    assert page.locator(".help-card").count() == 0
