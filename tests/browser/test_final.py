"""The end of a game: who won, where the points came from, and what one can do then."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import Prepared, by_chance, never, prepare, whole_game
from tests.browser.steps import until
from ulpia.match import Match, new

GAMES = {
    "trajan": Prepared("final-trajan", "trajan", ("Ada", "Livia", "Quintus", "Cassia"), 6, never, by_chance),
    "forum_trajanum": Prepared("final-forum", "forum_trajanum", ("Ada", "Livia"), 7, never, by_chance),
}
SIZES = ((1280, 800), (1366, 768), (1920, 1080), (1024, 768), (768, 1024), (390, 844), (844, 390), (640, 400))
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module", autouse=True)
def _written(folder: Path, address: str) -> None:
    prepare(folder, tuple(GAMES.values()))


def played(one: Prepared) -> Match:
    """The same game, here."""
    match = new(one.game, len(one.names), one.seed, setup="dealt")
    for number in whole_game(one.game, len(one.names), one.seed, one.chooser):
        match.play(number)
    return match


def shown(page: Any) -> Any:
    """The final page, once it is there."""
    page.wait_for_selector("[data-final]:not([hidden]) .chart svg")
    return page.locator("[data-final]")


def plain(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


@every_game
def test_the_end_tells_standing_and_every_source(visit: Any, game: str) -> None:
    one, match = GAMES[game], played(GAMES[game])
    assert match.outcome is not None
    page = visit(f"/table/{one.table}", memory=one.memory())
    final = shown(page)
    winner = match.outcome.ranking[0][0]
    assert final.locator("h1").text_content() == ("You win" if winner == 0 else f"{one.names[winner]} wins")
    points = [plain(each.text_content()) for each in final.locator(".standing b").all()]
    assert points == [match.points[seat] for place in match.outcome.ranking for seat in place]
    rows = final.locator("table tr").all()[1:]
    numbers = [[plain(cell.text_content()) for cell in row.locator("td").all()] for row in rows]
    assert [sum(column) for column in zip(*numbers)] == points
    drawn = sum(worth != 0 for sources in match.sources for worth in sources.values())
    assert final.locator(".bars .chart g").count() == drawn
    assert final.locator(".growth .line").count() == len(one.names)
    assert final.locator(".growth svg").get_attribute("aria-label").count(one.names[1]) > 2
    assert 1 <= final.locator(".reasons li").count() <= 5


def test_the_end_calls_everybody_by_the_names_of_the_log(visit: Any) -> None:
    """Somebody was "Marcus" in the log and "You" in the standing and in both charts."""
    one, match = GAMES["trajan"], played(GAMES["trajan"])
    assert match.outcome is not None
    final = shown(visit(f"/table/{one.table}", memory=one.memory()))
    standing = [text.strip() for text in final.locator(".standing span").all_text_contents()]
    assert [name for name in standing if name in one.names] == [
        one.names[seat] for place in match.outcome.ranking for seat in place
    ]
    assert "You" not in final.locator(".bars .chart, .growth .chart, .side").all_text_contents()


def test_a_passer_by_is_told_who_won_and_offered_to_play(visit: Any) -> None:
    one = GAMES["trajan"]
    page = visit(f"/table/{one.table}", language="de-DE")
    final = shown(page)
    assert final.locator("h1").text_content().endswith("gewinnt")
    assert final.locator(".standing.own").count() == 0
    final.get_by_text("Selbst spielen").click()
    until(page, "location.pathname === '/'")


def test_one_watches_again_comes_back_and_plays_again(visit: Any) -> None:
    one = GAMES["trajan"]
    page = visit(f"/table/{one.table}", memory=one.memory())
    final = shown(page)
    assert page.evaluate("document.querySelector('[data-board]').inert")
    final.locator("[data-watch]").click()
    until(page, "document.querySelector('[data-final]').hidden && !document.querySelector('[data-board]').inert")
    page.get_by_role("button", name="Final score").click()
    with page.expect_download() as record:
        shown(page).get_by_text("Save the record").click()
    assert record.value.suggested_filename == f"trajan-{one.table}.txt"
    final.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: one.table not in url)
    told = page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then((answer) => answer.json())")
    assert [seat["name"] for seat in told["seats"]][1:] == list(one.names[1:])
    assert [seat["kind"] for seat in told["seats"]] == ["person", "computer", "computer", "computer"]


@every_game
@pytest.mark.parametrize("size", SIZES)
def test_the_end_fits_the_screen(visit: Any, game: str, size: tuple[int, int]) -> None:
    one = GAMES[game]
    page = visit(f"/table/{one.table}", language="de-DE", width=size[0], height=size[1], memory=one.memory())
    shown(page)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.querySelector('.end').scrollWidth <= innerWidth")
    above = "(box) => document.elementFromPoint(box.right - 9, 9)?.closest('[data-board]') ?? null"
    rest = page.evaluate(f"({above})(document.querySelector('.end').getBoundingClientRect()) !== null")
    assert not rest  # a strip of the board was left above the page
    if size[0] > 1000:
        assert page.evaluate("document.querySelector('.end').scrollHeight <= innerHeight")
        inside = "[...document.querySelectorAll('.end > *')].map((part) => part.getBoundingClientRect().bottom)"
        assert max(page.evaluate(inside)) <= size[1]
