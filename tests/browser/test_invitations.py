"""Invitations in real browsers: a friend takes a seat once, keeps it, and everybody reads who plays."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.browser.steps import hand_over, invite, sit_down, until

WHO = "document.querySelector('[data-who]').textContent"
NOTICES = "[...document.querySelectorAll('[data-log] .about-seat')].map((line) => line.textContent)"


def seated(page: Any) -> None:
    page.wait_for_selector(".plot svg", state="attached")
    until(page, f"{WHO} !== ''")


def is_watching(page: Any) -> bool:
    seated(page)
    return bool(page.locator("[data-chat]").is_hidden())


def test_an_invitation_gives_one_browser_a_seat_and_others_watch(visit: Any) -> None:
    page = visit()
    link = invite(page, "trajan")
    assert "#invitation=" in link
    friend = sit_down(visit(link))
    seated(friend)
    assert "#" not in friend.url
    assert not is_watching(friend)
    until(page, f"{NOTICES}.some((text) => text.includes('has sat down'))")
    for language, words in (("en-GB", "used already"), ("de-DE", "schon eingelöst")):
        late = visit(link, language=language)
        late.wait_for_selector("dialog[open]")
        assert words in late.locator("dialog[open]").text_content()
        late.locator("dialog[open] button").click()
        assert is_watching(late)
        assert "#" not in late.url
    friend.reload()
    assert not is_watching(friend)
    friend.goto(page.url.split("/table/")[0] + link)  # the same link again, in the browser that has redeemed it
    assert not is_watching(friend)
    assert friend.locator("dialog[open]").count() == 0


def test_a_browser_that_stores_nothing_holds_its_seat_by_the_address(visit: Any) -> None:
    page = visit()
    link = invite(page, "trajan")
    friend = visit("/rules/trajan")
    friend.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, { get() { throw new Error('no'); } })"
    )
    friend.goto(page.url.split("/table/")[0] + link)
    sit_down(friend)
    assert not is_watching(friend)
    assert "#" in friend.url
    assert "invitation" not in friend.url
    friend.reload()
    assert not is_watching(friend)


def test_a_seat_that_is_taken_cannot_be_invited_to_and_all_read_who_plays(visit: Any) -> None:
    page = visit()
    link = invite(page, "trajan")
    page.get_by_label("Seats and settings").click()
    row = page.locator("[data-settings] .seats li").nth(1)
    assert "has not come yet" in row.text_content()
    assert row.get_by_text("New invitation").count() == 1
    friend = sit_down(visit(link))
    seated(friend)
    until(page, "document.querySelectorAll('[data-settings] .seats li')[1].textContent.includes('is here')")
    assert row.get_by_text("New invitation").count() == 0
    row.get_by_text("Let a computer play").click()
    row.locator(".levels").get_by_text("Tiro", exact=True).click()
    until(friend, f"{NOTICES}.some((text) => text.includes('lets a computer play for Bob: Tiro'))")
    friend.get_by_label("Seats and settings").click()
    friend.locator("[data-settings]").get_by_text("Play again myself").click()
    until(page, f"{NOTICES}.some((text) => text.includes('Bob plays again'))")
    hand_over(friend)
    until(page, f"{NOTICES}.some((text) => text.includes('Bob lets a computer play: Tiro'))")
    late = visit(page.url.split("#")[0])
    until(late, f"{NOTICES}.length === 4")
    assert "has sat down" in late.evaluate(NOTICES)[0]


def test_a_new_invitation_replaces_the_old_one(visit: Any) -> None:
    page = visit()
    old = invite(page, "trajan")
    page.get_by_label("Seats and settings").click()
    page.locator("[data-settings]").get_by_text("New invitation").click()
    until(page, f"{NOTICES}.some((text) => text.includes('new invitation for Friend 1'))")
    new = page.locator("dialog[open] .choice small").text_content()
    late = visit(old)
    late.wait_for_selector("dialog[open]")
    assert "withdrawn" in late.locator("dialog[open]").text_content()
    friend = sit_down(visit(new))
    assert not is_watching(friend)


def test_an_expired_invitation_lets_one_watch_and_says_why(visit: Any, folder: Path) -> None:
    page = visit()
    link = invite(page, "trajan")
    table = link.split("/table/")[1].split("#")[0]
    with closing(sqlite3.connect(folder / "ulpia" / "games.sqlite", timeout=20)) as database:
        database.execute("update invitations set made = 0 where game = ?", (table,))
        database.commit()
    for language, words in (("en-GB", "older than 30 days"), ("de-DE", "älter als 30 Tage")):
        late = visit(link, language=language)
        late.wait_for_selector("dialog[open]")
        assert words in late.locator("dialog[open]").text_content()
        late.locator("dialog[open] button").click()
        assert is_watching(late)
    until(page, "document.querySelector('[data-gathering]').textContent.includes('Friend 1')")


def test_who_opens_their_own_invitation_is_told_what_that_means_and_loses_nothing(visit: Any) -> None:
    page = visit(memory={"name": "Ada"})
    link = invite(page, "trajan")
    table = page.url.split("#")[0]
    page.goto(table.split("/table/")[0] + "/rules/trajan")
    page.goto(table.split("/table/")[0] + link)
    page.wait_for_selector("[data-reception]")
    assert "You made this invitation yourself" in page.locator("[data-reception]").text_content()
    page.locator("[data-reception]").get_by_text("Just watch").click()
    assert not is_watching(page)  # the own seat is still there
    friend = sit_down(visit(link))
    seated(friend)
    assert not is_watching(friend)


def test_everybody_reads_who_may_do_what(visit: Any) -> None:
    page = visit(memory={"name": "Ada"})
    friend = sit_down(visit(invite(page, "trajan")))
    watching = visit(page.url.split("#")[0])
    for reader, words in (
        (page, "You opened this table: you may invite"),
        (friend, "Ada opened this table"),
        (watching, "You are watching"),
    ):
        seated(reader)
        reader.get_by_label("Seats and settings").click()
        assert words in reader.locator("[data-settings]").text_content()
    row = page.locator("[data-settings] .seats li").nth(1)
    row.get_by_text("Let a computer play").click()
    row.locator(".levels").get_by_text("Tiro", exact=True).click()
    for reader in (page, friend, watching):
        until(
            reader, "document.querySelectorAll('[data-settings] .seats li')[1].textContent.includes('meanwhile: Tiro')"
        )
        until(reader, f"{NOTICES}.some((text) => text.includes('Ada lets a computer play for Bob: Tiro'))")
    assert watching.locator("[data-settings] .seats button").count() == 0
    assert friend.locator("[data-settings] .seats li").nth(0).locator("button").count() == 0
