"""Whole games through the page, as people play them: by mouse, by keyboard, by thumb, two browsers at one table."""

import time
from typing import Any

import pytest

from tests.browser.steps import GAMES, PATIENCE, begin, click, invite, play_on, see_the_end, sit_down, until

every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_by_mouse(visit: Any, game: str) -> None:
    """Whatever is lit can be clicked, until the final page says who won."""
    page = visit()
    begin(page, game, 3)
    assert page.locator(".plot svg").count() > 10
    assert play_on(page, lambda: click(page)) > 40
    see_the_end(page)
    page.locator("[data-final] [data-watch]").click()
    assert page.locator("[data-log] li").count() > 40


@every_game
def test_by_keyboard_in_german(visit: Any, game: str) -> None:
    """A digit picks the option of that number, Enter confirms; the mouse is never touched after the door."""
    page = visit(language="de-DE")
    begin(page, game, 2, "Sofort")
    until(page, "document.querySelector('[data-who]').textContent.includes('Du bist dran')")

    def press() -> bool:
        if page.locator("[data-confirm], dialog[open] [data-go-on]").count():
            page.keyboard.press("Enter")
            return True
        asked = page.locator(".lit, [data-buttons] button:not([data-skip])").count() > 0
        if asked:
            page.keyboard.press("1")
        return asked

    assert play_on(page, press, "Gewonnen:") > 40


@every_game
def test_by_thumb(visit: Any, game: str) -> None:
    """At the size of a phone: panels come by themselves where something is lit."""
    page = visit(width=390, height=844)
    begin(page, game, 2)
    for _ in range(40):
        choices = ".lit, [data-buttons] button:not([data-skip]), [data-final]:not([hidden])"
        until(page, f"document.querySelectorAll('{choices}').length > 0")
        click(page)
        page.wait_for_timeout(60)
    assert page.locator("[data-log] li").count() > 10
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@every_game
def test_two_browsers_and_a_computer(visit: Any, game: str) -> None:
    """A friend comes by the link; each sees their own options only; both see the same end."""
    page = visit()
    friend = sit_down(visit(invite(page, game, 3)))
    friend.wait_for_selector(".plot svg", state="attached")

    def step() -> bool:
        end = time.monotonic() + PATIENCE
        while all(each.evaluate("document.querySelectorAll('.lit').length > 0") for each in (page, friend)):
            assert time.monotonic() < end, "only who decides is shown options; a page may be a moment behind"
            page.wait_for_timeout(20)
        return click(page) or click(friend)

    assert play_on(page, step) > 40
    until(friend, "document.querySelector('[data-who]').textContent.startsWith('Wins:')")
    scores = "[...document.querySelectorAll('[data-scores] b')].map((each) => each.textContent).join()"
    assert page.evaluate(scores) == friend.evaluate(scores)
