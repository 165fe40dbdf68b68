"""The rules as a page to read: everything of the book is on it, and one finds the way."""

from typing import Any

import pytest

from tests.browser.steps import until
from tests.support.games import BUILT_IN
from ulpia.rulebook import book
from ulpia.rulebook.book import plain

OVERFLOW = "document.documentElement.scrollWidth > innerWidth"
HERE = "document.querySelector('[data-list] [aria-current]')?.getAttribute('href')"


def read(visit: Any, path: str, **how: Any) -> Any:
    page = visit(path, **how)
    page.wait_for_selector("section h3", state="attached")
    return page


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_whole_book_is_on_the_page(visit: Any, game: str, language: str) -> None:
    page, written = read(visit, f"/rules/{game}", language=language), book(game, language[:2])
    assert page.title() == f"{written.title} – Ulpia"
    assert page.locator("html").get_attribute("lang") == language[:2]
    assert page.locator("section h3").all_inner_texts() == [section.title for section in written.sections]
    assert page.locator("[data-list] a").count() == len(written.sections)
    parts = [part for section in written.sections for part in section.parts]
    assert page.locator(".part").count() == len(parts)
    shown = page.evaluate("[...document.querySelectorAll('.body')].map((body) => body.textContent)")
    for part, text in zip(parts, shown):
        for sentence in part.texts:
            if "|" not in sentence:  # a drawing in place of a word has no text
                assert plain(sentence).replace(" ", "") in text.replace(" ", ""), sentence
    told = page.evaluate(
        "[...document.querySelectorAll('.part')].map((part) => part.querySelector('.rulings')?.innerText ?? '')"
    )
    assert [tuple(one.split()) for one in told] == [part.rulings for part in parts]
    assert page.locator(".label.ours").count() == sum(part.kind == "ours" for part in parts)
    assert page.locator(".label.reconstruction").count() == sum(part.doubt == "reconstruction" for part in parts)
    assert not page.evaluate(OVERFLOW)


def test_every_drawing_is_there(visit: Any) -> None:
    for game in BUILT_IN:
        page = read(visit, f"/rules/{game}")
        until(page, "[...document.querySelectorAll('.sign use')].every((use) => use.getBBox().width > 0)")
        assert page.locator(".sign").count() > 60


def test_the_contents_lead_to_sections_and_tell_where_one_is(visit: Any) -> None:
    page = read(visit, "/rules/trajan")
    assert page.evaluate(HERE) == "#idea"
    page.locator("[data-list] a[href='#senate']").click()
    until(page, f"{HERE} === '#senate'")
    assert page.url.endswith("#senate")
    assert 0 <= page.evaluate("document.querySelector('#section-senate h3').getBoundingClientRect().top") < 400
    page.locator("#section-senate .body a").first.click()
    until(page, f"{HERE} === '#quarter'")
    other = read(visit, "/rules/forum_trajanum#cranes")
    until(other, f"{HERE} === '#cranes'")


def test_the_language_the_theme_and_the_other_game(visit: Any) -> None:
    page = read(visit, "/rules/trajan#military")
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_selector("#section-military h3:has-text('Militär')")
    assert page.url.endswith("#military")
    page.get_by_role("button", name="Nacht").click()
    assert page.locator("html").get_attribute("data-theme") == "night"
    page.get_by_role("link", name="Forum Trajanum", exact=True).click()
    page.wait_for_url("**/rules/forum_trajanum")
    page.wait_for_selector("#section-cranes h3:has-text('Baukräne')")
    page.get_by_role("link", name="Zu den Tischen").first.click()
    page.wait_for_selector(".games")


def test_on_a_phone_the_contents_fold_away(visit: Any) -> None:
    page = read(visit, "/rules/forum_trajanum", width=390, height=844, language="de-DE")
    assert not page.evaluate(OVERFLOW)
    assert not page.locator("[data-list]").is_visible()
    page.locator("summary").click()
    page.locator("[data-list] a[href='#envoys']").click()
    assert not page.locator("[data-list]").is_visible()
    until(page, "document.querySelector('[data-here]').textContent === 'Gesandte auf dem Forum'")
    top = page.evaluate("document.querySelector('#section-envoys h3').getBoundingClientRect().top")
    assert page.evaluate("document.querySelector('.contents').getBoundingClientRect().bottom") <= top < 300


def test_there_is_no_book_of_another_game(visit: Any) -> None:
    page = visit("/rules/chess")
    page.wait_for_selector(".fatal-error")
    assert "There is no game “chess”" in page.locator(".fatal-error").inner_text()
