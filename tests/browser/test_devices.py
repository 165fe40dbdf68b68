"""One player on several devices: all games by a link, one seat by a link, a recovery code, and signing out."""

import time
from typing import Any

from tests.browser.steps import PATIENCE, click, invite, open_card, sit_down, until

PHONE = {"width": 390, "height": 844}
SEATED = "document.querySelector('[data-who]')?.textContent && !document.querySelector('[data-chat]').hidden"
ADDRESS = ".devices .address"


def begin_alone(page: Any) -> str:
    """Open a table against a computer; the path of the table."""
    card = open_card(page, "trajan", 2)
    card.locator(".begin").click()
    page.wait_for_selector(".plot svg", state="attached", timeout=1000 * PATIENCE)
    until(page, SEATED)
    return "/table/" + page.url.split("/table/")[1]


def open_dialog(page: Any) -> Any:
    """Open "My other devices" on the start page."""
    page.wait_for_selector(".begin")
    page.locator("[data-links]").get_by_text("Other devices").click()
    page.wait_for_selector("[data-dialog] .devices section")
    return page.locator("[data-dialog]")


def link_to_all(page: Any) -> str:
    """Show the link to all games; its path."""
    open_dialog(page).locator("[data-device-link] button").click()
    page.wait_for_selector("[data-device-link] .address")
    return "/#" + page.locator("[data-device-link] .address").text_content().split("#")[1]


def bring(page: Any) -> None:
    """Say that the games of the link are one's own."""
    page.wait_for_selector("[data-join] [data-sure]", timeout=1000 * PATIENCE)
    page.locator("[data-join] [data-sure]").click()
    page.wait_for_selector("[data-join]", state="detached")
    page.wait_for_selector(".entry", timeout=1000 * PATIENCE)


def tables(page: Any) -> set[str]:
    """The tables in the list of one's own games."""
    return {link.get_attribute("href") for link in page.locator(".entry").all()}


def move(page: Any) -> None:
    """Play by clicks until the position has changed for everybody."""
    before = page.locator("[data-log]").text_content()
    end = time.monotonic() + PATIENCE
    while page.locator("[data-log]").text_content() == before:
        assert time.monotonic() < end
        click(page)
        time.sleep(0.05)


def test_a_link_brings_all_games_to_a_phone_and_both_play_on(visit: Any) -> None:
    laptop = visit(memory={"name": "Ada"})
    first = begin_alone(laptop)
    laptop.goto(laptop.url.split("/table/")[0])
    phone = visit(memory={"name": "Ada"}, **PHONE)
    other = begin_alone(phone)
    assert other != first
    link = link_to_all(laptop)
    phone.goto(laptop.url.split("/#")[0].rstrip("/") + link)
    phone.wait_for_selector("[data-join]")
    words = phone.locator("[data-dialog]").text_content()
    assert "The games of Ada, here too?" in words
    assert "has already (1) come along" in words
    assert "Go on only if you made this link" in words
    assert "#" not in phone.url
    bring(phone)
    assert tables(phone) == {first, other}
    until(laptop, "document.querySelector('[data-device-link]').textContent.includes('on the other device too')")
    until(laptop, "document.querySelectorAll('[data-devices-list] li').length === 2")
    laptop.reload()
    laptop.wait_for_selector(".entry")
    assert tables(laptop) == {first, other}
    assert laptop.locator("[data-keep]").count() == 0
    phone.locator(f".entry[href='{first}']").click()
    laptop.locator(f".entry[href='{first}']").click()
    for page in (phone, laptop):
        until(page, SEATED)
    for one, second in ((laptop, phone), (phone, laptop)):
        before = second.locator("[data-crumb]").text_content(), second.locator("[data-log]").text_content()
        move(one)
        end = time.monotonic() + PATIENCE
        while (second.locator("[data-crumb]").text_content(), second.locator("[data-log]").text_content()) == before:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_links_that_do_not_work_say_why_and_nothing_is_lost(visit: Any) -> None:
    page = visit(memory={"name": "Ada"})
    table = begin_alone(page)
    base = page.url.split("/table/")[0]
    page.goto(base)
    old = link_to_all(page)
    page.reload()
    link = link_to_all(page)
    page.goto(base + link)  # in the same browser
    page.reload()
    page.goto(base + "/" + link[1:])
    until(page, "document.querySelector('[data-join]')?.textContent.includes('in this browser already')")
    assert tables(page) == {table}
    phone = visit(link, language="de-DE", **PHONE)
    phone.wait_for_selector("[data-join]")
    assert "Die Spiele von Ada auch hier?" in phone.locator("[data-dialog]").text_content()
    phone.locator("[data-join]").get_by_text("Nein").click()
    assert phone.locator(".entry").count() == 0
    phone.goto(base + "/rules/trajan")
    phone.goto(base + link)  # saying no has not used it up
    bring(phone)
    for path, words in (
        (link, "opened already"),
        (old, "there is a newer one"),
        ("/#device=" + "x" * 43, "no such link"),
        ("/#device=", "Paste the link"),
    ):
        stranger = visit(path)
        stranger.wait_for_selector("[data-join] [role=alert]")
        assert words in stranger.locator("[data-join] [role=alert]").text_content()
        stranger.locator("[data-join] .btn").click()
        assert stranger.locator(".entry").count() == 0
        assert stranger.locator("[data-mine] .empty").count() == 1


def test_a_recovery_code_brings_the_games_of_a_lost_browser_back(visit: Any) -> None:
    lost = visit(memory={"name": "Ada"})
    table = begin_alone(lost)
    lost.goto(lost.url.split("/table/")[0])
    lost.wait_for_selector("[data-keep]")
    assert "in this browser alone" in lost.locator("[data-keep]").text_content()
    lost.locator("[data-keep] button").click()
    lost.locator("[data-recovery] button").click()
    code = lost.locator("[data-recovery] .code").text_content()
    lost.context.close()
    fresh = visit(**PHONE)
    dialog = open_dialog(fresh)
    for typed, words in (("ABCD", "no such link"), ("<b>x</b>", "no such link"), ("ü", "recovery code")):
        dialog.locator(".field").fill(typed)
        dialog.locator("form button").click()
        fresh.wait_for_selector("[data-join] [role=alert]")
        assert words in fresh.locator("[data-join] [role=alert]").text_content()
        fresh.locator("[data-join] .btn").click()
        dialog = open_dialog(fresh)
    dialog.locator(".field").fill(" " + code.lower().replace("-", " "))
    dialog.locator("form button").click()
    bring(fresh)
    assert tables(fresh) == {table}
    fresh.locator(".entry").click()
    until(fresh, SEATED)


def test_signing_out_elsewhere_takes_games_and_seats_from_the_other_browser_at_once(visit: Any) -> None:
    lost = visit(memory={"name": "Ada"})
    table = begin_alone(lost)
    base = lost.url.split("/table/")[0]
    lost.goto(base)
    kept = visit(link_to_all(lost))
    bring(kept)
    lost.goto(base + table)
    until(lost, SEATED)
    dialog = open_dialog(kept)
    dialog.locator("[data-devices-list] button").click()
    dialog.locator("[data-sign-out]").click()
    until(kept, "document.querySelectorAll('[data-devices-list] li').length === 1")
    lost.wait_for_selector(".fatal-error")
    assert "signed out" in lost.locator(".fatal-error").text_content()
    lost.goto(base)
    lost.wait_for_selector(".begin")
    assert lost.locator(".entry").count() == 0
    lost.goto(base + table)
    until(lost, "document.querySelector('[data-chat]')?.hidden")
    kept.goto(base + table)
    until(kept, SEATED)
    lost.goto(base)
    begin_alone(lost)  # it is a browser like any other again


def test_a_seat_alone_goes_to_another_device_once(visit: Any) -> None:
    host = visit(memory={"name": "Ada"})
    guest = sit_down(visit(invite(host, "trajan")))
    until(guest, SEATED)
    guest.get_by_label("Seats and settings").click()
    guest.locator("[data-settings]").get_by_text("My other devices").click()
    guest.locator("[data-seat-link] button").click()
    guest.wait_for_selector("[data-seat-link] .address")
    link = "/table/" + guest.locator("[data-seat-link] .address").text_content().split("/table/")[1]
    phone = visit(link, **PHONE)
    phone.wait_for_selector("[data-reception]")
    assert "Trajan: play the seat of Bob here too?" in phone.locator("[data-reception]").text_content()
    phone.locator("[data-reception] .btn.primary").click()
    until(phone, SEATED)
    assert "#" not in phone.url
    phone.reload()
    until(phone, SEATED)
    for language, words in (("en-GB", "opened already"), ("de-DE", "schon geöffnet")):
        late = visit(link, language=language)
        late.wait_for_selector("dialog[open]")
        assert words in late.locator("dialog[open]").text_content()
        until(late, "document.querySelector('[data-chat]').hidden")
    wrong = visit(link.split("=")[0] + "=" + "x" * 43)
    wrong.wait_for_selector(".fatal-error")
    assert "no such link" in wrong.locator(".fatal-error").text_content()
    phone.goto(phone.url.split("/table/")[0])
    phone.wait_for_selector(".begin")
    assert phone.locator(".entry").count() == 0  # the other games of Bob stay where they are
