"""Hints at the page: a nudge, the move, why; with a friend only when both agree."""

from typing import Any

import pytest

from tests.browser.steps import GAMES, begin, click, invite, sit_down, until

every_game = pytest.mark.parametrize("game", GAMES)
pytestmark = pytest.mark.usefixtures("thinking")
TITLE = "document.querySelector('[data-hint-card] h2').textContent"
IS_TOLD = "document.querySelector('[data-hint-card]:not([hidden]) .first') && !document.querySelector('.working')"
WORDS = "document.querySelector('[data-hint-words]').textContent"


@every_game
def test_three_presses_tell_where_what_and_why(visit: Any, game: str) -> None:
    """An area glows, then the place of the move, which can be played; playing puts the card away."""
    page = visit()
    begin(page, game, 3, level="tiro")
    page.locator("[data-hint]").click()
    assert page.locator("[data-hint-card]").is_visible()  # at once: something says that it is being thought of
    until(page, f"{TITLE} === 'Hint 1 of 3' && {IS_TOLD}")
    nudge = page.evaluate(WORDS)
    assert page.locator(".nearby").count() >= 1
    assert page.locator(".opt.nearby").count() != 1  # it would be the move
    page.keyboard.press("t")
    until(page, f"{TITLE} === 'Hint 2 of 3' && {WORDS} !== {nudge!r} && {IS_TOLD}")
    assert page.locator(".nearby").count() == 0
    assert page.locator(".opt.hinted, [data-buttons] .hinted").count() >= 1
    move = page.evaluate(WORDS)
    page.locator("[data-hint-more]").click()
    until(page, f"{TITLE} === 'Hint 3 of 3' && {IS_TOLD} && document.querySelectorAll('[data-hint-words] li').length")
    assert page.evaluate(WORDS).startswith(move)
    # The card is as high as its words, and covers neither points nor log.
    card, log, points = (
        page.locator(each).bounding_box() for each in ("[data-hint-card]", "[data-logbox]", "[data-scorebox]")
    )
    assert card["height"] < 360
    assert max(log["y"] + log["height"], points["y"] + points["height"]) <= card["y"]
    assert "chance to win" in page.evaluate(WORDS)
    assert page.locator("[data-hint-more]").is_hidden()
    page.locator(".opt.hinted.lit, [data-buttons] .hinted").first.dispatch_event("click")
    until(page, "document.querySelector('[data-confirm], dialog[open]') || !document.querySelector('.hinted')")
    if page.locator("dialog[open] .choice.hinted").count():
        page.locator("dialog[open] .choice.hinted").click()
    if page.locator("[data-confirm]").count():
        page.keyboard.press("Enter")
    until(page, "document.querySelector('[data-hint-card]').hidden")
    assert page.locator(".hinted").count() == 0


def test_the_card_is_put_away_and_comes_back_as_it_was(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2, level="tiro")
    page.keyboard.press("t")
    until(page, IS_TOLD)
    nudge = page.evaluate(WORDS)
    page.keyboard.press("Escape")
    assert page.locator("[data-hint-card]").is_hidden()
    assert page.locator(".hinted").count() == 0
    page.keyboard.press("t")
    assert page.evaluate(WORDS) == nudge
    assert page.locator(".nearby").count() >= 1
    page.locator("[data-hint-close]").click()
    assert page.locator("[data-hint-card]").is_hidden()


def test_a_hint_on_a_phone_leaves_its_place_in_sight(visit: Any) -> None:
    page = visit(width=390, height=844)
    begin(page, "trajan", 2, level="tiro")
    for step in (1, 2, 3):
        page.locator("[data-hint]").click()
        until(page, f"{TITLE} === 'Hint {step} of 3' && !document.querySelector('[data-hint].working')")
    page.wait_for_timeout(600)
    box, card = (page.locator(each).first.bounding_box() for each in (".opt.hinted", "[data-hint-card]"))
    assert box["y"] >= 48
    assert box["y"] + box["height"] <= card["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_with_a_friend_there_are_hints_when_both_agree(visit: Any) -> None:
    page = visit()
    friend = sit_down(visit(invite(page, "trajan")))
    friend.wait_for_selector(".plot svg", state="attached")
    for each in (page, friend):
        until(each, "document.querySelector('[data-who]').textContent !== ''")
    asked, waiting = (page, friend) if page.locator(".lit").count() else (friend, page)
    assert waiting.locator("[data-hint]").is_hidden()
    asked.locator("[data-hint]").click()
    asked.wait_for_selector(".notice")
    assert "Hints are off" in asked.locator(".notice").text_content()
    assert asked.locator("[data-hint-card]").is_hidden()
    for each in (asked, waiting):
        each.get_by_label("Seats and settings").click()
        assert "Hints are off" in each.locator("[data-settings]").text_content()
        each.get_by_label("Hints are fine with me").check()
        until(each, "document.querySelector('[data-settings] input[type=checkbox]').checked")
    until(waiting, "document.querySelector('[data-settings]').textContent.includes('All agree')")
    for each in (asked, waiting):
        each.keyboard.press("Escape")
    asked.locator("[data-hint]").click()
    until(asked, IS_TOLD)
    assert waiting.locator(".hinted").count() == 0
    waiting.get_by_label("Seats and settings").click()
    waiting.get_by_label("Hints are fine with me").uncheck()
    until(waiting, "document.querySelector('[data-settings]').textContent.includes('Hints are off')")
    asked.keyboard.press("t")
    until(asked, "document.querySelector('.notice')?.textContent.includes('Hints are off')")
    assert click(asked)


def test_a_passer_by_is_offered_no_hint(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    stranger = visit(page.url)
    stranger.wait_for_selector(".plot svg", state="attached")
    until(stranger, "document.querySelector('[data-who]').textContent !== ''")
    assert stranger.locator("[data-hint]").is_hidden()
