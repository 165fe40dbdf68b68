"""The end of a quarter or cycle: a card with a table, one click to go on, and only once."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import Prepared, by_chance, prepare
from tests.browser.steps import click, until
from ulpia.match import Match

NAMES = ("Marcus", "Livia", "Quintus")
PHASES = {"trajan": "quarter", "forum_trajanum": "cycle"}
OPEN = "document.querySelector('dialog.summary[open]') !== null"


def phase(match: Match) -> int:
    """The number of the present quarter or cycle."""
    return int(getattr(match.view(), PHASES[match.game.name]))


def is_last_round(match: Match) -> bool:
    """Whether our seat begins a turn in the last round of the first phase."""
    view: Any = match.view()
    return match.seat == 0 and phase(match) == 1 and view.round >= 4


def is_after(match: Match) -> bool:
    """Whether our seat decides for the first time after the end of the first phase."""
    return match.seat == 0 and phase(match) == 2


BEFORE = {game: Prepared(f"before-{game}", game, NAMES, 11, is_last_round, by_chance) for game in PHASES}
AFTER = {game: Prepared(f"after-{game}", game, NAMES, 11, is_after, by_chance) for game in PHASES}
every_game = pytest.mark.parametrize("game", PHASES)


@pytest.fixture(scope="module", autouse=True)
def games(address: str, folder: Path) -> None:
    """Write the games into the database of the running server."""
    prepare(folder, [*BEFORE.values(), *AFTER.values()])


def sit(visit: Any, game: Prepared, memory: dict[str, str] | None = None, **how: Any) -> Any:
    """Open the table of a prepared game at our seat."""
    page = visit(f"/table/{game.table}", memory={**game.memory(), **(memory or {})}, **how)
    page.wait_for_selector(".lit, [data-buttons] button:not([data-skip])", state="attached")
    return page


def table(page: Any) -> list[list[str]]:
    """The texts of the rows of the table."""
    rows: list[list[str]] = page.evaluate(
        "[...document.querySelectorAll('.summary tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))"
    )
    return rows


@every_game
def test_the_end_of_a_phase_is_shown_while_one_plays_and_one_key_goes_on(visit: Any, game: str) -> None:
    page = sit(visit, BEFORE[game])
    assert not page.evaluate(OPEN)
    for _ in range(60):
        if page.evaluate(OPEN):
            break
        click(page)
        page.wait_for_timeout(150)
    assert [row[0] for row in table(page)] == list(NAMES)
    assert page.evaluate("document.activeElement.matches('.summary [data-go-on]')")
    assert page.locator("dialog.summary").get_attribute("aria-labelledby") == "summary-title"
    title = page.locator("#summary-title").text_content()
    assert title in ("Quarter I is over", "Cycle I is over")
    page.keyboard.press("Enter")
    assert not page.evaluate(OPEN)
    page.reload()
    page.wait_for_selector(".plot svg", state="attached")
    page.wait_for_selector(".lit, [data-buttons] button:not([data-skip])", state="attached")
    assert not page.evaluate(OPEN)


@pytest.mark.parametrize(
    ("game", "width", "language"),
    [("trajan", 1280, "en-GB"), ("trajan", 390, "de-DE"), ("forum_trajanum", 390, "de-DE")],
)
def test_who_comes_back_sees_what_ended_meanwhile(visit: Any, game: str, width: int, language: str) -> None:
    page = sit(visit, AFTER[game], width=width, height=844, language=language)
    until(page, OPEN)
    box = page.locator("dialog.summary").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    body = page.locator(".summary .body")
    assert body.evaluate("(body) => body.scrollWidth <= body.clientWidth + 1")
    page.mouse.click(box["x"] + 20, box["y"] + 60)  # anywhere
    assert not page.evaluate(OPEN)
    assert page.locator(".lit, [data-buttons] button:not([data-skip])").count() > 0


def test_it_can_be_switched_off_and_watchers_are_not_stopped_by_old_ends(visit: Any) -> None:
    page = sit(visit, AFTER["trajan"], memory={"summaries": "no"})
    assert not page.evaluate(OPEN)
    page.get_by_label("Seats and settings").click()
    switch = page.get_by_label("Show what each part of the game brought when it ends")
    assert not switch.is_checked()
    switch.check()
    assert page.evaluate("localStorage.getItem('summaries')") == "yes"
    watching = visit(f"/table/{AFTER['trajan'].table}")
    until(watching, "document.querySelectorAll('.plot svg').length > 8")
    until(watching, "document.querySelectorAll('[data-log] li').length > 8")
    assert not watching.evaluate(OPEN)
