"""Whole games through the page, as people play them: by mouse, by keyboard, in two languages, with reloads."""

import time
from typing import Any

import pytest

GAMES = {"trajan": 0, "forum_trajanum": 1}
every_game = pytest.mark.parametrize("game", GAMES)
PATIENCE = 120.0
CLICK = """() => {
  const choice = document.querySelector('dialog[open] .choice');
  if (choice) { choice.click(); return true; }
  const lit = [...document.querySelectorAll('.lit')];
  if (lit.length) {
    lit[Math.floor(Math.random() * lit.length)].dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return true;
  }
  const button = document.querySelector('[data-buttons] button');
  if (button) { button.click(); return true; }
  return false;
}"""
"""Whatever is lit may be clicked; nothing else is."""
BOXES = """() => [...document.querySelectorAll('.plot')].map((plot) => {
  const box = plot.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
})"""


def begin(page: Any, game: str, seats: int, at_once: str = "At once") -> None:
    """From the door to the first move."""
    card = page.locator(".game").nth(GAMES[game])
    card.locator(".seg").first.locator("button").nth(seats - 2).click()
    card.locator("summary").click()
    card.get_by_role("button", name=at_once, exact=True).click()
    card.locator(".begin").click()
    page.wait_for_selector(".lit, [data-buttons] button", state="attached", timeout=60_000)


def until(page: Any, expression: str) -> None:
    """Wait for something to be true in the page. (Playwright's own way would need `eval`, which the page forbids.)"""
    end = time.monotonic() + 20
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        time.sleep(0.03)


def play_on(page: Any, step: Any, over: str = "Wins:") -> int:
    """Go on until the game is over; tell how many steps it took."""
    steps, end = 0, time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if (page.locator("[data-who]").text_content() or "").startswith(over):
            return steps
        did = step()
        steps += bool(did)
        time.sleep(0.02 if did else 0.05)
    raise AssertionError(f"not over after {steps} steps: {page.locator('[data-asked]').text_content()}")


@every_game
def test_a_whole_game_by_mouse(visit: Any, game: str) -> None:
    """Two clicks from the door to the first move, then whatever is lit."""
    page = visit()
    begin(page, game, 3)
    assert page.locator(".plot svg").count() > 10
    assert play_on(page, lambda: page.evaluate(CLICK)) > 40
    assert page.locator("[data-log] li").count() > 40


@every_game
def test_a_whole_game_by_keyboard_in_german(visit: Any, game: str) -> None:
    """A digit chooses the option of that number."""
    page = visit(language="de-DE")
    begin(page, game, 2, "Sofort")
    assert "Du bist dran" in (page.locator("[data-who]").text_content() or "")

    def press() -> bool:
        waiting = page.locator(".lit, [data-buttons] button").count() == 0
        if not waiting:
            page.keyboard.press("1")
        return not waiting

    assert play_on(page, press, "Gewonnen:") > 40


def test_lit_places_are_reached_by_tab_and_chosen_by_enter(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    before = page.locator("[data-log] li").count()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('lit')"):
            break
    assert page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('[data-log] li').length > {before}")


def test_a_reload_finds_the_game_again_and_undo_takes_a_step_back(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    asked = page.locator("[data-asked]").text_content()
    page.locator(".lit").first.dispatch_event("click")
    until(page, "!document.querySelector('[data-undo]').disabled")
    told = page.locator("[data-log] li").count()
    page.reload()
    page.wait_for_selector(".lit", state="attached")
    assert page.locator("[data-log] li").count() == told
    page.locator("[data-undo]").click()
    until(page, f"document.querySelector('[data-asked]').textContent === {asked!r}")


def test_the_language_is_switched_on_the_spot(visit: Any) -> None:
    page = visit()
    assert page.locator(".begin").first.text_content() == "Begin"
    page.get_by_role("button", name="Deutsch").click()
    until(page, "document.querySelector('.begin')?.textContent === 'Beginnen'")


@every_game
def test_nothing_has_to_be_scrolled_on_a_desk_and_panels_fit_a_phone(visit: Any, game: str) -> None:
    """1280 x 800 and 1920 x 1080 show all of the table; 390 x 844 shows panels of its width, with tabs."""
    for width, height in ((1280, 800), (1920, 1080)):
        page = visit(width=width, height=height)
        begin(page, game, 4)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        corners = page.evaluate(BOXES)
        assert all(x >= 0 and y >= 0 and right <= width + 1 and bottom <= height + 1 for x, y, right, bottom in corners)
    page = visit(width=390, height=844)
    begin(page, game, 4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("[data-tab]").count() == 5
    assert page.locator("[data-tab].call").count() >= 1


@every_game
def test_two_browsers_at_one_table_with_a_computer(visit: Any, game: str) -> None:
    """A friend comes by the link; each sees their own options; afterwards the game can be watched again."""
    page = visit()
    card = page.locator(".game").nth(GAMES[game])
    card.locator(".seg").first.locator("button").nth(1).click()
    card.get_by_role("button", name="A friend").first.click()
    card.locator("summary").click()
    card.get_by_role("button", name="At once", exact=True).click()
    card.locator(".begin").click()
    page.wait_for_selector("dialog[open] .choice small", state="attached", timeout=60_000)
    link = page.locator("dialog[open] .choice small").first.text_content()
    page.keyboard.press("Escape")
    friend = visit("/table/" + link.split("/table/")[1])
    friend.wait_for_selector(".plot svg", state="attached")

    def step() -> bool:
        mine, theirs = (bool(each.evaluate("document.querySelectorAll('.lit').length > 0")) for each in (page, friend))
        assert not (mine and theirs)  # only who decides is shown options
        return bool(page.evaluate(CLICK) or friend.evaluate(CLICK))

    assert play_on(page, step) > 40
    until(friend, "document.querySelector('[data-who]').textContent.startsWith('Wins:')")
    assert page.locator("dialog[open] .standing").count() == 3
    page.keyboard.press("Escape")
    page.locator("[data-earlier]").click()
    until(page, "document.querySelectorAll('[data-log] li.new').length > 0")
    slider = page.locator("[data-past] input")
    slider.evaluate("slider => { slider.value = 0; slider.dispatchEvent(new Event('input')); }")
    until(page, "document.querySelector('[data-then]').textContent.startsWith('0 /')")
    page.locator("[data-now]").click()
    until(page, "document.querySelector('[data-past] input').value === document.querySelector('[data-past] input').max")
