"""Friends at one table, each in an own browser: invited, talking, leaving, coming back, ending, playing again."""

from collections.abc import Callable
from typing import Any

from tests.browser.steps import PATIENCE, open_card, sit_down, until

WHO = "document.querySelector('[data-who]').textContent"
LINKS = "dialog[open] .choice small"
PHONE = {"width": 390, "height": 844}


def host(visit: Any, friends: int, begin: Callable[[Any], object] = bool) -> tuple[Any, list[str]]:
    """A table with friends in the seats after one's own. Return the page, and the paths of the links.

    `begin` is called with the page before the table is opened.
    """
    page = visit(memory={"name": "Ada"})
    begin(page)
    card = open_card(page, "trajan", max(2, friends + 1))
    for seat in range(2, friends + 2):
        card.get_by_label(f"Seat {seat}").select_option("friend")
    card.locator(".begin").click()
    page.wait_for_selector(LINKS, timeout=1000 * PATIENCE)
    links = [text.split("/table/")[1] for text in page.locator(LINKS).all_text_contents()]
    page.locator("dialog[open] .btn.primary").click()
    page.wait_for_selector("[data-gathering]", timeout=1000 * PATIENCE)
    return page, [f"/table/{link}" for link in links]


def choose(page: Any, button: str) -> None:
    """Press a button of the menu, and say yes."""
    page.get_by_label("Seats and settings").click()
    page.locator(f"[data-settings] [{button}]").click()
    page.locator("[data-menu] [data-sure]").click()


def test_two_friends_talk_end_and_play_again_at_one_table(visit: Any) -> None:
    ada, [link] = host(visit, 1)
    guest = visit(link, **PHONE)
    guest.wait_for_selector("[data-reception]", timeout=1000 * PATIENCE)
    assert guest.locator("[data-reception] h1").text_content() == "Ada invites you to Trajan"
    guest.locator("[data-reception] .btn.primary").click()
    assert "enter a name" in guest.locator("[data-reception] [role=alert]").text_content()
    sit_down(guest, "<b>Bob</b>")
    for page in (ada, guest):
        until(page, "document.querySelector('[data-gathering]') === null")
        until(page, f"{WHO} !== ''")

    ada.locator("[data-chat] input").fill("salve")
    ada.locator("[data-chat] input").press("Enter")
    guest.wait_for_selector(".chat-toast")
    assert guest.locator(".chat-toast").text_content() == "Adasalve"
    assert guest.locator(".tabs .unread").count() == 1
    guest.locator(".chat-toast").click()
    until(guest, "document.activeElement.closest('[data-chat]') !== null")
    until(guest, "document.querySelector('.tabs .unread') === null")
    for page in (ada, guest):
        choose(page, "data-end")
    for page in (ada, guest):
        page.wait_for_selector("[data-final]:not([hidden]) [data-again]")
        assert "Ended by agreement" in page.locator("[data-final] h1").text_content()
    before = ada.url
    for page in (ada, guest):  # both press, and the second one may be told before
        page.locator("[data-again]").dispatch_event("click")
    for page in (ada, guest):
        page.wait_for_url(lambda address: "/table/" in address and address != before)
        until(page, "document.querySelector('.stage')?.dataset.ready !== undefined")
    assert ada.url == guest.url
    for page in (ada, guest):
        until(page, "document.querySelector('[data-gathering]') === null")
        assert not page.locator("[data-chat]").is_hidden()


def test_four_friends_one_leaves_and_comes_back(visit: Any) -> None:
    ada, links = host(visit, 3)
    guests = [sit_down(visit(link), name) for link, name in zip(links, ("Bob", "Cia", "Dio"))]
    for page in (ada, *guests):
        until(page, "document.querySelector('[data-gathering]') === null")
    bob = guests[0]
    table = bob.url
    choose(bob, "data-leave")
    bob.wait_for_selector("[data-mine]")
    assert bob.locator(".entry").count() == 0
    for page in (ada, *guests[1:]):
        until(page, "document.querySelector('[data-log]').textContent.includes('Bob has left the game')")
    bob.goto(table)
    bob.wait_for_selector(".plot svg", state="attached")
    bob.locator("[data-buttons]").get_by_text("Play again myself").click()
    until(ada, "document.querySelector('[data-log]').textContent.includes('Bob plays again')")
    bob.goto(table.split("/table/")[0])
    bob.wait_for_selector(".entry")
    bob.locator(".list .delete").click()
    assert "Other people still play there" in bob.locator("[data-dialog]").text_content()
    bob.locator("[data-sure]").click()
    until(bob, "document.querySelector('.entry') === null")
    until(ada, "document.querySelectorAll('.about-seat').length === 6")


def test_the_host_begins_without_waiting(visit: Any) -> None:
    ada, [link] = host(visit, 1)
    ada.locator("[data-begin]").click()
    until(ada, "document.querySelector('[data-gathering]') === null")
    late = sit_down(visit(link), "Bob")
    assert not late.locator("[data-chat]").is_hidden()
    until(ada, "document.querySelector('[data-log]').textContent.includes('Bob has sat down')")


SIZES = {
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (820, 1180),
    "tablet on its side": (1180, 820),
    "laptop": (1280, 800),
    "wide screen": (1920, 1080),
}
SIGN = "document.querySelector('.chat-toast')?.textContent.includes({0!r})"
LINE = """[...document.querySelectorAll('[data-log] li')].some((line) => {{
  if (!line.textContent.includes({0!r})) return false;
  const box = line.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return line.contains(found) || found?.contains(line);
}})"""


def test_what_is_said_is_seen_at_every_size_of_the_screen(visit: Any) -> None:
    """As a line of the log that lies open, or as a sign that one tap leads from to the field for an answer."""
    ada, [link] = host(visit, 1)
    bob = sit_down(visit(link))
    until(bob, f"{WHO} !== ''")
    for size, (width, height) in SIZES.items():
        bob.set_viewport_size({"width": width, "height": height})
        until(bob, f"innerWidth === {width} && document.querySelector('.stage').dataset.ready !== undefined")
        bob.reload()
        until(bob, f"{WHO} !== ''")
        said = f"salve, {size}"
        until(ada, "document.querySelector('[data-chat]') !== null")
        ada.locator("[data-chat] input").fill(said)
        ada.locator("[data-chat] input").press("Enter")
        until(bob, f"({SIGN.format(said)}) || ({LINE.format(said)})")
        if bob.locator(".chat-toast").count():
            bob.locator(".chat-toast").click()
            until(bob, "document.activeElement.closest('[data-chat]') !== null")
        assert bob.locator("[data-chat] input").is_visible(), size
        bob.locator("[data-chat] input").fill(f"vale, {size}")
        bob.locator("[data-chat] input").press("Enter")
        until(ada, f"document.querySelector('[data-log]').textContent.includes('vale, {size}')")
