"""What goes wrong outside the rules: wrong links, browsers that forget, a server that does not answer."""

import re
from typing import Any

import pytest

from tests.browser.steps import begin, click, hand_over, invite, sit_down, until

KNOWS = "document.body.textContent.includes('{}')"


def table_of(page: Any) -> str:
    return re.sub(r".*(/table/[^/?#]+).*", r"\1", page.url)


def test_a_wrong_link_is_answered_by_a_sentence_that_stays_and_a_way_back(visit: Any) -> None:
    page = visit("/table/AAAAAAAAAAAA")
    page.wait_for_selector(".fatal-error a[href='/']")
    assert "no such table" in page.locator(".fatal-error").text_content()
    page = visit("/rules/nothing")
    page.wait_for_selector(".fatal-error a[href='/']")


def test_a_broken_key_does_not_cost_the_seat_that_is_kept(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    page.goto(page.url.split("#")[0] + "#not-the-key")  # the same page with another key: it comes again by itself
    page.wait_for_selector(".fatal-error")
    page.reload()
    page.wait_for_selector(".lit", state="attached")
    assert page.locator("[data-who]").text_content() == "Your turn"


def test_whoever_opens_a_friends_link_keeps_their_own_seat(visit: Any) -> None:
    page = visit()
    link = invite(page, "trajan")
    origin = page.url.split("/table/")[0]
    second = page.context.new_page()
    second.goto(origin + link)
    sit_down(second)
    second.wait_for_selector(".plot svg", state="attached")
    both = {each.locator("[data-who]").text_content() for each in (page, second)}
    assert len(both) == 2  # one is asked, the other waits
    assert "Your turn" in both
    page.reload()
    page.wait_for_selector(".plot svg", state="attached")
    until(page, "document.querySelector('[data-who]').textContent !== ''")
    assert page.locator("[data-who]").text_content() != second.locator("[data-who]").text_content()


def test_a_friend_finds_the_game_among_their_games(visit: Any) -> None:
    page = visit()
    friend = sit_down(visit(invite(page, "trajan")))
    friend.wait_for_selector(".plot svg", state="attached")
    friend.goto(friend.url.split("/table/")[0] + "/")
    friend.wait_for_selector(".entry")
    assert table_of(page) == friend.locator(".entry").get_attribute("href")


def test_a_browser_that_remembers_nonsense_and_one_that_forgets_can_play(visit: Any) -> None:
    begin(visit(memory={"last-trajan": "{", "language": "xx", "owner": "nobody", "volume": "loud"}), "trajan", 2)
    page = visit()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })")
    page.reload()
    begin(page, "trajan", 2)
    page.reload()
    page.wait_for_selector(".lit, [data-buttons] button:not([data-skip])", state="attached")
    assert click(page)


def test_a_server_that_does_not_answer_is_asked_again(visit: Any) -> None:
    page = visit()
    page.context.route("**/api/words/**", lambda route: route.abort())
    page.reload()
    until(page, KNOWS.format("The server does not answer"))
    page.context.unroute("**/api/words/**")
    page.wait_for_selector(".begin")
    assert page.locator(".notice").count() == 0


def test_where_nothing_may_be_copied_the_link_is_shown(visit: Any) -> None:
    """Pages that come unencrypted from another machine have no clipboard."""
    page = visit()
    shown: list[str] = []
    page.on("dialog", lambda dialog: (shown.append(dialog.default_value), dialog.dismiss()))
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    link = invite(page, "trajan")
    page.get_by_label("Invite").click()
    page.locator("dialog[open] .choice").first.click()
    page.wait_for_timeout(100)
    assert [each.endswith(link) for each in shown] == [True]


def test_my_turn_does_not_take_the_keyboard_from_whoever_is_writing(visit: Any) -> None:
    """What is being typed goes on, and no digit chooses anything; what was said is there once after coming again."""
    page = visit()
    friend = sit_down(visit(invite(page, "trajan")))
    friend.wait_for_selector(".plot svg", state="attached")
    until(friend, "document.querySelector('[data-who]').textContent !== ''")
    asked, waiting = (page, friend) if page.locator("[data-who]").text_content() == "Your turn" else (friend, page)
    asked.evaluate("localStorage.setItem('confirm', 'no')")
    waiting.locator("[data-chat] input").click()
    waiting.keyboard.type("well ")
    for _ in range(80):
        if waiting.locator("[data-who]").text_content() == "Your turn":
            break
        click(asked)
        asked.wait_for_timeout(60)
    waiting.keyboard.type("1 2")
    assert waiting.locator("[data-chat] input").input_value() == "well 1 2"
    waiting.keyboard.press("Enter")
    until(asked, "document.querySelectorAll('.chat').length === 1")
    asked.reload()
    until(asked, "document.querySelector('[data-log]')?.lastElementChild?.className === 'chat'")
    assert asked.locator(".chat").count() == 1


def test_what_is_told_again_is_not_told_twice(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 2)
    page.locator("[data-chat] input").fill("salve")
    page.locator("[data-chat] input").press("Enter")
    until(page, "document.querySelectorAll('.chat').length === 1")
    told = page.locator("[data-log] li").count()
    page.set_viewport_size({"width": 390, "height": 844})  # a phone's pictures are others: it comes again for them
    until(page, "document.querySelector('[data-strip] svg') !== null")
    until(page, f"document.querySelectorAll('[data-log] li').length === {told}")
    assert page.locator(".chat").count() == 1


@pytest.mark.usefixtures("thinking")
def test_whoever_looks_back_stays_there_while_others_play_on(visit: Any) -> None:
    page = visit()
    begin(page, "trajan", 3)
    page.get_by_label("Seats and settings").click()
    page.locator("[data-settings]").get_by_text("Fast").click()
    hand_over(page)
    page.keyboard.press("Escape")
    until(page, "document.querySelectorAll('[data-log] li').length > 0 && !document.querySelector('dialog[open]')")
    until(page, "Number(document.querySelector('[data-log] li:last-child').dataset.position) > 3")
    page.evaluate('document.querySelector(\'[data-position="1"] button, [data-position="2"] button\').click()')
    until(page, "!document.querySelector('[data-past]').hidden")
    then = page.locator("[data-then]").text_content()
    until(page, f"document.querySelector('[data-then]').textContent !== {then!r}")
    assert page.locator("[data-then]").text_content().split(" / ")[0] == then.split(" / ")[0]
    assert page.locator("[data-then]").text_content().split(" / ")[1] != then.split(" / ")[1]
    page.keyboard.press("Escape")
    until(page, "document.querySelector('[data-past]').hidden")
    page.locator("[data-buttons]").get_by_text("Play again myself").click()
    until(page, "document.querySelector('[data-who]').textContent !== 'A computer plays for you'")
