"""The table, one thing at a time: lit places, sowing as one gesture, undo, confirming, looking back, other eyes."""

import re
from typing import Any

import pytest

from tests.browser.steps import GAMES, begin, click, hand_over, invite, play_on, see_the_end, sit_down, until

every_game = pytest.mark.parametrize("game", GAMES)
WHO = "document.querySelector('[data-who]').textContent"
BOXES = """() => [...document.querySelectorAll('.plot')].filter((plot) => plot.offsetParent !== null).map((plot) => {
  const box = plot.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
})"""


def asked(page: Any) -> str:
    return page.locator("[data-asked]").text_content() or ""


def test_lit_places_are_reached_by_tab_and_arrows_and_chosen_by_enter(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('lit')"):
            break
    first = page.evaluate("document.activeElement.id")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')")
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.id") != first:
            break
    assert page.evaluate("document.activeElement.id") != first
    assert page.evaluate("document.activeElement.classList.contains('lit')")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-confirm]")


def test_sowing_is_one_gesture(visit: Any) -> None:
    """Pick a tray, see the markers laid out, exchange two, put all back, pick again, confirm: one message is sent."""
    page = visit()
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    begin(page, "trajan", 2)
    question = asked(page)
    page.locator(".lit").first.dispatch_event("click")
    page.wait_for_selector("[data-confirm]")
    assert asked(page) != question
    told = page.locator("[data-log] li").count()
    for tray in page.locator(".open").all():  # other trays can be picked instead
        planned = page.locator("[data-who]").text_content()
        tray.dispatch_event("click")
        until(page, f"document.querySelector('[data-who]').textContent !== {planned!r}")
        if page.locator(".lit").count():
            break
    assert page.locator(".lit").count() > 0, "a dealt set-up has trays with two colours"
    before = page.evaluate("document.querySelector('#district-circle').innerHTML")
    pair = page.locator(".lit")
    pair.first.dispatch_event("click")
    page.wait_for_timeout(150)
    if page.evaluate("document.querySelector('#district-circle').innerHTML") == before:
        pair.nth(1).dispatch_event("click")
    until(page, f"document.querySelector('#district-circle').innerHTML !== {before!r}")
    page.locator("[data-undo]").click()
    until(page, f"document.querySelector('[data-asked]').textContent === {question!r}")
    assert page.locator("[data-log] li").count() == told
    assert not any('"type":"act"' in frame for frame in sent)
    page.locator(".lit").first.dispatch_event("click")
    page.locator("[data-confirm]").click()
    until(page, f"document.querySelectorAll('[data-log] li').length > {told}")
    assert sum('"type":"act"' in frame for frame in sent) == 1
    assert "lay" not in asked(page)  # the whole gesture is played
    page.locator("[data-undo]").click()
    until(page, f"document.querySelector('[data-asked]').textContent === {question!r}")


def test_a_reload_finds_the_game_again_and_undo_takes_a_step_back(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    question = asked(page)
    page.locator(".lit").first.dispatch_event("click")
    page.locator("[data-confirm]").click()
    until(page, "!document.querySelector('[data-undo]').disabled && !document.querySelector('[data-confirm]')")
    told = page.locator("[data-log] li").count()
    page.reload()
    page.wait_for_selector(".lit, [data-buttons] button:not([data-skip])", state="attached")
    assert page.locator("[data-log] li").count() == told
    page.locator("[data-undo]").click()
    until(page, f"document.querySelector('[data-asked]').textContent === {question!r}")


@every_game
def test_the_end_of_a_turn_is_confirmed_unless_one_says_otherwise(visit: Any, game: str) -> None:
    """With the question asked, picking is not acting; without it, it is."""
    page = visit()
    begin(page, game, 2)
    page.evaluate("localStorage.setItem('confirm', 'no')")
    confirmed = 0
    for _ in range(25):
        until(page, "document.querySelectorAll('.lit, [data-buttons] button:not([data-skip])').length > 0")
        has_confirm = page.locator("[data-confirm]").count() > 0
        confirmed += has_confirm and page.locator(".open").count() == 0 and page.locator(".laid").count() == 0
        click(page)
        page.wait_for_timeout(30)
    assert confirmed == 0
    page.evaluate("localStorage.setItem('confirm', 'yes')")
    for _ in range(25):
        until(page, "document.querySelectorAll('.lit, [data-buttons] button:not([data-skip])').length > 0")
        if page.locator("[data-picked]").count() and page.locator("[data-confirm]").count():
            break
        click(page)
        page.wait_for_timeout(30)
    assert page.locator("[data-picked]").count() == 1
    told = page.locator("[data-log] li").count()
    page.locator("[data-undo]").click()
    assert page.locator("[data-confirm]").count() == 0
    assert page.locator("[data-log] li").count() == told


def test_the_language_is_switched_at_the_door_and_at_the_table(visit: Any) -> None:
    page = visit()
    assert page.locator(".begin").first.text_content() == "Begin"
    page.get_by_label("Deutsch").click()
    until(page, "document.querySelector('.begin')?.textContent === 'Beginnen'")
    begin(page, "trajan", 2, "Sofort")
    assert asked(page) == "Welche Mulde leerst du?"
    page.get_by_label("English").click()
    until(page, "document.querySelector('[data-asked]')?.textContent === 'Which tray do you sow?'")


@every_game
def test_nothing_has_to_be_scrolled_on_a_desk_and_panels_fit_a_phone(visit: Any, game: str) -> None:
    """1280 x 800 and 1920 x 1080 show all of the table; 390 x 844 shows panels of its width, with tabs."""
    for width, height in ((1280, 800), (1920, 1080), (1366, 768)):
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


def test_a_finished_game_is_watched_again_with_any_eyes(visit: Any) -> None:
    """By itself, a seat's eyes, all open, to the end; a link leads a stranger to the same moment; the record."""
    page = visit()
    begin(page, "trajan", 2)
    page.evaluate("localStorage.setItem('confirm', 'no')")
    play_on(page, lambda: click(page))
    see_the_end(page)
    page.locator("[data-final] [data-watch]").click()
    until(page, "Number.parseInt(document.querySelector('[data-then]').textContent) === 3")
    page.locator("[data-play]").click()
    hand = "document.querySelector('[data-district=hand]').innerHTML"
    mine = page.evaluate(hand)
    page.locator("[data-perspective]").select_option("1")
    until(page, f"{hand} !== {mine!r}")
    page.locator("[data-perspective]").select_option("all")
    until(page, "document.querySelector('[data-perspective]').value === 'all'")
    page.locator("[data-past] input").press("End")
    until(page, "document.querySelector('[data-past] input').value === document.querySelector('[data-past] input').max")
    with page.expect_download() as saved:
        page.locator("[data-record]").click()
    assert "trajan" in saved.value.path().read_text()
    stranger = visit(re.sub(r".*(/table/[^/?#]+).*", r"\1", page.url) + "?at=5&eyes=none")
    until(stranger, "document.querySelector('[data-then]').textContent.startsWith('5 /')")
    assert stranger.locator("[data-final]:not([hidden])").count() == 0


@every_game
def test_a_passer_by_sees_no_options_and_cannot_talk(visit: Any, game: str) -> None:
    page = visit()
    begin(page, game, 2)
    stranger = visit(re.sub(r".*(/table/[^/?#]+).*", r"\1", page.url))
    stranger.wait_for_selector(".plot svg", state="attached")
    click(page)
    assert stranger.locator(".lit, [data-buttons] button:not([data-skip])").count() == 0
    assert stranger.locator("[data-chat]").is_hidden()
    assert "watching" in (stranger.locator("[data-who]").text_content() or "")


def test_a_seat_is_handed_to_a_computer_and_back(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    page.get_by_label("Seats and settings").click()
    page.locator("[data-settings]").get_by_text("Slow").click()
    hand_over(page)
    until(page, f"{WHO} === 'A computer plays for you'")
    assert page.locator(".lit").count() == 0
    page.locator("[data-settings]").get_by_text("Play again myself").click()
    page.keyboard.press("Escape")
    until(page, f"{WHO} === 'Your turn'")
    until(page, "document.querySelectorAll('.lit, [data-buttons] button:not([data-skip])').length > 0")
    assert click(page)


def test_whoever_made_the_table_changes_the_level_of_a_computer(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    page.get_by_label("Seats and settings").click()
    seat = page.locator(".seats li").nth(1)
    assert "Chance" in seat.text_content()
    seat.get_by_text("Another level").click()
    seat.locator(".levels").get_by_text("Legatus", exact=True).click()
    until(page, "document.querySelectorAll('.seats li')[1].textContent.includes('computer, Legatus')")


def test_talk_is_text(visit: Any) -> None:
    page = visit()
    friend = sit_down(visit(invite(page, "trajan")))
    friend.wait_for_selector(".plot svg", state="attached")
    page.locator("[data-chat] input").fill("<b id=evil>salve</b>")
    page.locator("[data-chat] input").press("Enter")
    until(friend, "document.querySelector('.chat')?.textContent.includes('<b id=evil>salve</b>')")
    assert friend.locator("#evil").count() == 0
