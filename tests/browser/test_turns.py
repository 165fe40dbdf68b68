"""Rivals' turns: skipped to one's own, followed on a phone, and told there."""

from typing import Any

import pytest

from tests.browser.prepared import OWNER
from tests.browser.steps import click, until

LONGEST_PACE = 10
"""Seconds that a decision of a computer takes; nobody acts while a test looks."""
FOLLOW = """async ([place, tap]) => {
  const { followRivals } = await import('/assets/table/follow.js');
  if (tap) document.querySelector(tap).click();
  followRivals([document.getElementById(place)], true);
}"""
IS_IN_SIGHT = """(place) => {
  const box = document.getElementById(place).getBoundingClientRect();
  const board = document.querySelector('[data-board]').getBoundingClientRect();
  return box.left >= board.left && box.right <= board.right && box.top >= board.top && box.bottom <= board.bottom;
}"""


IS_SEEN = """(selector) => {
  const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
}"""


def open_slow(visit: Any, address: str, game: str = "trajan", **how: Any) -> Any:
    """A table with three computers that take their time, seen from the first seat."""
    page = visit("/", **how)
    seats = [{"kind": "me", "name": "Ada"}, *({"kind": "computer", "agent": "random"} for _ in range(3))]
    body = {"game": game, "seats": seats, "settings": {"setup": "dealt"}, "pace": LONGEST_PACE}
    answer = page.request.post(f"{address}/api/tables", data=body, headers={"authorization": f"Bearer {OWNER}"})
    assert answer.ok, answer.text()
    page.goto(address + answer.json()["seats"][0]["link"])
    until(page, "document.querySelector('.lit, [data-skip], [data-buttons] button') !== null")
    return page


def play_until_others_decide(page: Any) -> None:
    """Choose anything until a computer decides, and can be skipped."""
    while page.locator("[data-skip]").count() == 0:
        click(page)
        page.wait_for_timeout(100)


@pytest.mark.parametrize("how", ["click", "key"])
def test_rivals_turns_are_skipped_to_ones_own(visit: Any, address: str, how: str) -> None:
    """A button in the prompt, or the key s; the button goes at once, and is there again in the next turn."""
    page = open_slow(visit, address, language="de-DE" if how == "key" else "en-GB")
    for _ in range(2):
        play_until_others_decide(page)
        if how == "click":
            button = page.get_by_role("button", name="To my turn", exact=True)
            assert button.get_attribute("aria-keyshortcuts") == "s"
            button.click()
        else:
            assert page.locator("[data-skip]").inner_text() == "Zu meinem Zug"
            page.keyboard.press("s")
        until(page, "document.querySelector('[data-skip]') === null")
        until(page, "document.querySelector('.prompt.mine') !== null")
    assert page.locator(".notice").count() == 0


def test_a_phone_goes_to_where_rivals_act(visit: Any, address: str) -> None:
    """The panel of what has changed comes in sight, but never under a hand, and not for what is a rival's alone."""
    page = open_slow(visit, address, width=390, height=844)
    play_until_others_decide(page)
    page.evaluate(FOLLOW, ["senate-3", "[data-tab]"])
    assert not page.evaluate(IS_IN_SIGHT, "senate-3"), "the player has just chosen another panel"
    page.locator("[data-board]").dispatch_event("pointerdown")
    page.evaluate(FOLLOW, ["senate-3", None])
    assert not page.evaluate(IS_IN_SIGHT, "senate-3"), "a finger lies on the board"
    page.locator("[data-board]").dispatch_event("pointerup")
    for _ in range(200):
        page.evaluate(FOLLOW, ["senate-3", None])
        page.wait_for_timeout(100)
        if page.evaluate(IS_IN_SIGHT, "senate-3"):
            break
    assert page.evaluate(IS_IN_SIGHT, "senate-3")
    panel = page.locator("#senate-3").evaluate("(place) => place.closest('.panel-page').id.replace('panel-', '')")
    until(page, f"document.querySelector('[data-tab={panel}]').getAttribute('aria-current') === 'true'")
    page.evaluate(FOLLOW, ["player-2", None])
    page.wait_for_timeout(100)
    assert page.evaluate(IS_IN_SIGHT, "senate-3"), "a rival's own pieces are told and need not be seen"


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_a_phone_tells_what_happened(visit: Any, address: str, game: str) -> None:
    """The newest entry of the log stands in the prompt, also in one's own turn; a tap on it leads to the log."""
    page = open_slow(visit, address, game, width=390, height=844)
    told = page.locator("[data-news]")
    for _ in range(6):  # what is taken in secret is told by nothing
        play_until_others_decide(page)
        page.locator("[data-skip]").click()
        until(page, "document.querySelector('.prompt.mine') !== null && !document.querySelector('dialog[open]')")
        if told.is_visible():
            break
    lines = page.locator("[data-log] li[data-position] button span:first-of-type").all_inner_texts()
    assert any(line in told.inner_text() for line in lines[-8:])
    assert "Ada lays" not in told.inner_text(), "the player knows what they have done"
    assert told.get_attribute("tabindex") == "-1"
    told.click()
    until(page, f"({IS_SEEN})('[data-log] li:last-of-type')")
    desk = open_slow(visit, address, game)
    assert not desk.locator("[data-news]").is_visible(), "the log is in sight there"
