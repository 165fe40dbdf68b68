"""The door: beginning a game in one click with the settings of last time, who sits where, my games, links."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import Prepared, by_chance, never, prepare
from tests.browser.steps import open_card, until
from tests.support.games import BUILT_IN

ADA = "ada-who-has-two-games".ljust(32, "x")
"""Nobody else's tests add games to hers."""
HALF = Prepared("door-half", "trajan", ("Ada", "Livia"), 5, lambda match: len(match.actions) > 60, by_chance, owner=ADA)
DONE = Prepared("door-done", "forum_trajanum", ("Ada", "Livia", "Quintus"), 6, never, by_chance, 1, ADA)


@pytest.fixture(scope="module")
def mine(folder: Path, address: str) -> dict[str, str]:
    """The memory of somebody who has played before."""
    prepare(folder, (HALF, DONE))
    return {**HALF.memory(), **DONE.memory()}


def seats_of(page: Any) -> list[dict[str, Any]]:
    """Who sits at the table that was just opened, as the server tells it."""
    page.wait_for_url("**/table/*")
    told = page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())")
    return list(told["seats"])


def test_one_click_begins_with_the_settings_of_last_time(visit: Any) -> None:
    page = visit()
    page.locator(".me input").fill("Ada")
    card = open_card(page, "forum_trajanum", 3, level="tiro")
    card.get_by_label("Seat 2").select_option("friend")
    card.get_by_label("Name").fill("Bruno")
    card.get_by_label("Newcomers 3").click()
    card.get_by_label("Side of the boards").select_option("B")
    card.locator(".begin").click()
    first = seats_of(page)
    assert [(seat["name"], seat["kind"]) for seat in first[:2]] == [("Ada", "person"), ("Bruno", "person")]
    assert (first[2]["kind"], first[2]["agent"]) == ("computer", "tiro")
    page.goto(page.url.split("/table/")[0])
    page.locator(".game").nth(1).locator(".begin").click()
    assert seats_of(page) == first
    told = page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())")
    assert {setting["name"]: setting["value"] for setting in told["settings"]}.items() >= {
        ("side", "B"),
        ("newcomers", "2"),
    }


@pytest.mark.parametrize(
    ("language", "about"), [("en-GB", "for children and a first game"), ("de-DE", "für Kinder und das erste Spiel")]
)
def test_the_six_levels_are_offered_with_words_for_people(visit: Any, language: str, about: str) -> None:
    """A friendly one is chosen to begin with; programs for those who know are behind an address of their own."""
    page = visit(language=language)
    page.wait_for_selector(".strength")
    strength = page.locator(".game").first.locator(".strength")
    names = ["Tiro", "Miles", "Optio", "Centurio", "Legatus", "Imperator"]
    assert strength.locator("button").all_text_contents() == names
    assert strength.locator("[aria-pressed=true]").text_content() == "Miles"
    strength.get_by_text("Tiro").click()
    assert about in strength.text_content()
    page.locator(".game").first.locator(".begin").click()
    assert {seat["agent"] for seat in seats_of(page)} == {None, "tiro"}
    page.goto(page.url.split("/table/")[0] + "/?agents=all")
    page.wait_for_selector(".strength")
    assert page.locator(".game").first.locator(".strength button").count() == 9


def test_i_may_sit_anywhere_and_fewer_seats_keep_me_at_the_table(visit: Any) -> None:
    page = visit()
    card = open_card(page, "trajan", 4)
    card.get_by_label("Seat 4").select_option("me")
    assert [each.input_value() for each in card.locator(".seat select").all()][3] == "me"
    assert card.get_by_label("Seat 1").input_value().startswith("computer:")
    card.get_by_role("group", name="Opponents").get_by_role("button", name="1").click()
    assert card.locator(".seat").count() == 2
    assert card.get_by_label("Seat 1").input_value() == "me"
    card.locator(".begin").click()
    assert [seat["kind"] for seat in seats_of(page)] == ["person", "computer"]


def test_choosing_by_keyboard_keeps_the_place(visit: Any) -> None:
    page = visit()
    card = open_card(page, "trajan", 4)
    card.get_by_role("group", name="Opponents").get_by_role("button", name="2").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "2"
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    assert card.locator(".seat").count() == 3


def test_my_games_are_told_with_names_where_they_are_and_how_they_ended(visit: Any, mine: dict[str, str]) -> None:
    page = visit(memory=mine)
    until(page, "document.querySelectorAll('.entry .mini svg').length === 2")
    running, done = page.locator(".entry").all()
    assert "Livia" in running.text_content()
    assert "Quarter I" in running.text_content()
    assert "Ada" not in running.text_content()
    assert "Livia, Quintus" in done.text_content()
    assert "yesterday" in done.text_content()
    assert any(word in done.text_content() for word in ("Won, ", "Second, ", "Third, "))
    done.click()
    page.wait_for_url(f"**/table/{DONE.table}")


def test_nobodys_games_are_an_invitation(visit: Any) -> None:
    page = visit(language="de-DE")
    page.wait_for_selector(".empty")
    assert page.locator(".entry").count() == 0


def test_a_link_or_a_name_leads_to_a_table(visit: Any, mine: dict[str, str]) -> None:
    page = visit()
    page.get_by_role("button", name="Watch").click()
    page.locator("dialog input").fill("no table at all")
    page.get_by_role("button", name="Go there").click()
    assert "link" in page.locator(".notice").text_content()
    page.locator("dialog input").fill(f"http://somewhere/table/{DONE.table}#{DONE.key()}")
    page.get_by_role("button", name="Go there").click()
    page.wait_for_url(f"**/table/{DONE.table}")
    assert page.evaluate(f"localStorage.getItem('seat-{DONE.table}')") is None
    page.goto(page.url.split("/table/")[0])
    page.get_by_role("button", name="Join by link").click()
    page.locator("dialog input").fill(f"http://somewhere/table/{HALF.table}#{HALF.key()}")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/table/{HALF.table}")
    until(page, f"localStorage.getItem('seat-{HALF.table}') !== null")  # kept once the table has let us in
    assert json.loads(page.evaluate(f"localStorage.getItem('seat-{HALF.table}')"))["token"] == HALF.key()
    assert mine


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_door_fits_a_screen_with_everything_open(visit: Any, size: tuple[int, int], language: str) -> None:
    page = visit(language=language, width=size[0], height=size[1])
    for card in page.locator(".game").all():
        card.locator("summary").click()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for begin in page.locator(".begin").all()[: len(BUILT_IN)]:  # with more games the list scrolls
        box = begin.bounding_box()
        assert box["y"] + box["height"] <= size[1]
        assert box["x"] + box["width"] <= size[0]


def test_the_door_is_one_column_on_a_phone(visit: Any) -> None:
    page = visit(width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert all(button.bounding_box()["height"] >= 40 for button in page.locator(".game button:visible").all())


def test_a_phone_says_what_the_games_are_about(visit: Any) -> None:
    """Pictures and descriptions were missing there."""
    page = visit(width=390, height=844)
    page.wait_for_selector(".begin")
    for card in page.locator(".game").all()[: len(BUILT_IN)]:
        about = card.locator("h2 + p")
        assert about.is_visible()
        assert len(about.text_content()) > 30
        assert card.locator(".pic svg").first.is_visible()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en-GB", "There is nothing at this address."), ("de-DE", "Unter dieser Adresse ist nichts.")],
)
def test_an_unknown_address_is_answered_in_words_and_leads_back(visit: Any, language: str, words: str) -> None:
    page = visit("/nothing", language=language)
    page.wait_for_selector(".fatal-error")
    assert page.locator(".fatal-error h1").text_content() == words
    page.locator(".fatal-error a").click()
    page.wait_for_selector(".begin")
