"""Time to think in a real browser: chosen on the start page, shown at the table, stopped by agreement, and holidays."""

from typing import Any

from tests.browser.steps import PATIENCE, open_card, sit_down, until


def test_a_pace_is_chosen_the_table_shows_what_is_left_and_all_agree_to_wait(visit: Any) -> None:
    page = visit("/")
    card = open_card(page, "trajan", 2)
    assert card.get_by_label("Time to think").count() == 0
    card.get_by_label("Seat 2").select_option("friend")
    card.get_by_label("Time to think").select_option("day")
    card.locator(".begin").click()
    page.wait_for_selector("dialog[open] .choice small", state="attached", timeout=1000 * PATIENCE)
    link = page.locator("dialog[open] .choice small").first.text_content()
    page.keyboard.press("Escape")
    guest = sit_down(visit("/table/" + link.split("/table/")[1]))
    for one in (page, guest):
        until(one, "/^2[34] hours left$/.test(document.querySelector('[data-clock]').textContent)")
    for one, words in ((page, "Time stands still when these agree too: Bob"), (guest, "All have agreed to wait")):
        one.get_by_role("button", name="Seats and settings").click()
        one.locator("[data-wait]").click()
        until(one, f"document.querySelector('[data-settings]').textContent.includes({words!r})")
    for one in (page, guest):
        until(one, "document.querySelector('[data-clock]').textContent === 'Time stands still'")
    page.goto(page.url.split("/table/")[0])
    until(page, "document.querySelector('[data-mine] small')?.textContent === 'Time stands still'")
    page.get_by_role("button", name="Holidays").click()
    page.get_by_label("First day").fill("2099-12-24")
    page.get_by_label("Last day").fill("2099-12-26")
    page.get_by_role("button", name="Add").click()
    until(page, "document.querySelector('ul.holidays')?.textContent.includes('December 26, 2099')")
    page.get_by_role("button", name="Remove").click()
    until(page, "document.querySelector('ul.holidays')?.textContent === ''")
