"""axe-core finds nothing, on any page, in what a page can show, by day and by night."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.browser.axe import Finding, findings
from tests.browser.prepared import Prepared, by_chance, never, prepare
from tests.browser.steps import PATIENCE, click, open_card, until
from ulpia.match import Match

NAMES = ("Ada", "Livia", "Quintus")
PHASES = {"trajan": "quarter", "forum_trajanum": "cycle"}
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
LANGUAGE = {"trajan": "en-GB", "forum_trajanum": "de-DE"}
STATE = """document.querySelector('dialog.summary[open]') ? 'summary'
  : document.querySelector('dialog[open]') ? 'menu'
  : document.querySelector('[data-confirm]') ? 'picked'
  : document.querySelector('.lit') ? 'lit' : 'other'"""
every_game = pytest.mark.parametrize("game", PHASES)
every_size = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


def is_my_turn(match: Match) -> bool:
    """Whether our seat begins a turn in the middle of the first phase."""
    view: Any = match.view()
    question = match.question.kind if match.question else ""
    return match.seat == 0 and view.round >= 3 and question in ("turn", "take")


def is_after(match: Match) -> bool:
    """Whether our seat decides for the first time after the end of the first phase."""
    return match.seat == 0 and int(getattr(match.view(), PHASES[match.game.name])) == 2


TURN = {game: Prepared(f"axe-{game}", game, NAMES, 12, is_my_turn, by_chance) for game in PHASES}
AFTER = {game: Prepared(f"axe-after-{game}", game, NAMES, 12, is_after, by_chance) for game in PHASES}
OVER = {game: Prepared(f"axe-over-{game}", game, NAMES, 12, never, by_chance) for game in PHASES}


@pytest.fixture(scope="module", autouse=True)
def games(address: str, folder: Path) -> None:
    """Write the games into the database of the running server."""
    prepare(folder, [*TURN.values(), *AFTER.values(), *OVER.values()])


class Checked:
    """What axe-core has found so far in the states of a page."""

    def __init__(self) -> None:
        self.found: list[Finding] = []

    def look(self, page: Any, state: str) -> None:
        """Collect what is found in a page as it is now."""
        self.found += findings(page, state)


@pytest.fixture
def checked() -> Any:
    """Collect findings, and fail with all of them at the end."""
    checked = Checked()
    yield checked
    if path := os.environ.get("AXE_LOG"):
        with open(path, "a") as log:
            log.writelines("\t".join(each) + "\n" for each in checked.found)
    assert checked.found == []


def sit(visit: Any, game: Prepared, **how: Any) -> Any:
    """Open the table of a prepared game at our seat."""
    memory = {**game.memory(), **how.pop("memory", {})}
    page = visit(f"/table/{game.table}", memory=memory, language=LANGUAGE[game.game], **how)
    until(page, "document.querySelectorAll('.plot svg').length > 8")
    return page


@every_size
def test_the_start_page(visit: Any, checked: Checked, size: dict[str, int]) -> None:
    """Of a newcomer and of a player with games, with options open, dialogs and a new table's offer of lessons."""
    page = visit(is_newcomer=True, **size)
    page.wait_for_selector(".begin")
    checked.look(page, "start: newcomer")
    page.locator(".game").first.locator(".begin").click()
    page.wait_for_selector("dialog[open]")
    checked.look(page, "start: offer of lessons")
    page.keyboard.press("Escape")
    page = visit(memory={**TURN["trajan"].memory(), **OVER["forum_trajanum"].memory()}, language="de-DE", **size)
    until(page, "document.querySelectorAll('.entry').length >= 2")
    page.locator(".game summary").first.click()
    page.locator(".game").first.locator("select").first.select_option("friend")
    checked.look(page, "start: games and options")
    page.locator(".list .delete").first.click()
    page.wait_for_selector("dialog[open]")
    checked.look(page, "start: delete")
    page.keyboard.press("Escape")
    for link in page.locator("[data-links] button").all():
        link.click()
        page.wait_for_selector("dialog[open]")
        checked.look(page, "start: by a link")
        page.keyboard.press("Escape")


@every_size
@every_game
def test_a_turn_at_the_table(visit: Any, checked: Checked, game: str, size: dict[str, int]) -> None:
    """The question, what is picked, a menu of options, help, settings, the log, an earlier moment."""
    page = sit(visit, TURN[game], memory={"teach": "no"}, **size)
    checked.look(page, f"{game}: turn")
    page.locator(".lit").first.focus()
    page.keyboard.press("h")
    page.wait_for_selector(".help-card")
    checked.look(page, f"{game}: help")
    page.keyboard.press("Escape")
    page.get_by_label(("Seats and settings", "Plätze und Einstellungen")[LANGUAGE[game] == "de-DE"]).click()
    page.wait_for_selector("dialog[open]")
    for details in page.locator("dialog[open] summary").all():
        details.click()
    checked.look(page, f"{game}: settings")
    page.keyboard.press("Escape")
    page.locator("[data-log-tab=all]").dispatch_event("click")
    page.locator("[data-log] li button").first.dispatch_event("click")
    until(page, "document.querySelector('[data-past]').hidden === false")
    checked.look(page, f"{game}: an earlier moment")
    page.locator("[data-now]").click()
    page.wait_for_selector(".lit")
    seen = set[str]()
    for _ in range(12):
        state = page.evaluate(STATE)
        if state not in seen:
            checked.look(page, f"{game}: {state}")
        seen.add(state)
        click(page)
        page.wait_for_timeout(150)
    assert {"lit", "picked"} <= seen


@every_game
def test_the_teacher_and_the_end_of_a_phase(visit: Any, checked: Checked, game: str) -> None:
    page = sit(visit, AFTER[game], memory={"teach": "yes"})
    until(page, "document.querySelector('dialog.summary[open]') !== null")
    checked.look(page, f"{game}: end of a phase")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('[data-teacher]:not([hidden])') !== null")
    checked.look(page, f"{game}: the teacher")


@pytest.mark.usefixtures("thinking")
@every_game
def test_a_hint(visit: Any, checked: Checked, game: str) -> None:
    page = sit(visit, TURN[game], memory={"teach": "no", "summaries": "no"})
    page.locator("[data-hint]").click()
    for step in (1, 2, 3):
        until(page, f"document.querySelector('[data-hint-card] h2').textContent.includes('{step}')")
        until(page, "document.querySelector('[data-hint-words] p') && !document.querySelector('.working')")
        if step < 3:
            page.keyboard.press("t")
    page.locator("[data-hint-words] summary").first.click()
    checked.look(page, f"{game}: hint")


@every_size
@every_game
def test_the_final_page_and_the_replay(visit: Any, checked: Checked, game: str, size: dict[str, int]) -> None:
    page = sit(visit, OVER[game], **size)
    until(page, "document.querySelectorAll('[data-final]:not([hidden]) .chart svg').length === 2")
    checked.look(page, f"{game}: final page")
    page.locator("[data-final] [data-watch]").click()
    until(page, "document.querySelector('[data-past]').hidden === false")
    checked.look(page, f"{game}: replay")


@every_size
def test_an_invitation_from_both_sides(visit: Any, checked: Checked, size: dict[str, int]) -> None:
    """The dialog with the link and its code, the reception of the guest, the gathering of the host."""
    page = visit(**size)
    card = open_card(page, "trajan", 2)
    card.get_by_label("Seat 2").select_option("friend")
    card.locator(".begin").click()
    page.wait_for_selector("dialog[open] .choice small", timeout=1000 * PATIENCE)
    for name in page.locator("dialog[open] button, dialog[open] summary").all():
        if "QR" in (name.text_content() or "") + (name.get_attribute("aria-label") or ""):
            name.click()
            break
    checked.look(page, "invitation")
    link = page.locator("dialog[open] .choice small").first.text_content()
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-gathering]")
    checked.look(page, "gathering")
    guest = visit("/table/" + link.split("/table/")[1], language="de-DE", **size)
    guest.wait_for_selector("[data-reception]", timeout=1000 * PATIENCE)
    checked.look(guest, "reception")


@every_size
@every_game
def test_a_lesson(visit: Any, checked: Checked, game: str, size: dict[str, int]) -> None:
    page = visit(f"/learn/{game}", language=LANGUAGE[game], **size)
    page.wait_for_selector("[data-lesson]:not([hidden])", timeout=1000 * PATIENCE)
    until(page, "document.querySelectorAll('.lit, [data-buttons] button:not([data-skip])').length > 0")
    checked.look(page, f"{game}: lesson")
    for _ in range(12):
        if page.locator("[data-lesson-buttons] button").count():
            break
        click(page)
        page.wait_for_timeout(150)
    checked.look(page, f"{game}: lesson answered")


@every_size
@every_game
def test_the_rules(visit: Any, checked: Checked, game: str, size: dict[str, int]) -> None:
    page = visit(f"/rules/{game}", language=LANGUAGE[game], **size)
    until(page, "document.querySelectorAll('h2').length > 3")
    checked.look(page, f"{game}: rules")


@every_size
def test_pages_that_cannot_be_shown(visit: Any, checked: Checked, size: dict[str, int]) -> None:
    for path in ("/nothing", "/table/AAAAAAAAAAAA", "/rules/nothing", "/learn/nothing"):
        page = visit(path, **size)
        page.wait_for_selector(".fatal-error")
        checked.look(page, path)
