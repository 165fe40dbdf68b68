"""A finished game is watched again: the log goes with it, and keys and buttons lead through it."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import Prepared, by_chance, never, prepare, whole_game
from tests.browser.steps import until
from ulpia.match import new
from ulpia.server.history import MatchHistory

GAMES = {
    "trajan": Prepared("replay-trajan", "trajan", ("Ada", "Livia", "Quintus"), 6, never, by_chance),
    "forum_trajanum": Prepared("replay-forum", "forum_trajanum", ("Ada", "Livia"), 7, never, by_chance),
}
every_game = pytest.mark.parametrize("game", GAMES)
AT = "Number.parseInt(document.querySelector('[data-then]').textContent)"
MARKED = "[...document.querySelectorAll('[data-log] .new')]"
IS_MARK_SEEN = """(() => {
  const mark = document.querySelector('[data-log] .new');
  const box = mark?.getBoundingClientRect(), list = document.querySelector('[data-log]').getBoundingClientRect();
  return Boolean(mark) && !mark.hidden && box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
})()"""


@pytest.fixture(scope="module", autouse=True)
def _written(folder: Path, address: str) -> None:
    prepare(folder, tuple(GAMES.values()))


def history(game: str) -> MatchHistory:
    """The same game, here."""
    one = GAMES[game]
    match = new(game, len(one.names), one.seed, setup="dealt")
    return MatchHistory.begin(match, whole_game(game, len(one.names), one.seed, one.chooser))


def at(visit: Any, game: str, position: int, eyes: str = "0", language: str = "en-GB") -> Any:
    """A page that shows a moment of a finished game."""
    page = visit(f"/table/{GAMES[game].table}?at={position}&eyes={eyes}", language, memory=GAMES[game].memory())
    until(page, f"!document.querySelector('[data-past]').hidden && {AT} === {position}")
    return page


@every_game
def test_the_log_goes_with_the_moment_that_is_shown(visit: Any, game: str) -> None:
    page = at(visit, game, 0)
    assert page.locator("[data-log] li[hidden]").count() == 0
    assert page.evaluate(f"{MARKED}.every((line) => line.dataset.position === '0')")
    assert page.evaluate(IS_MARK_SEEN)
    last = history(game).position(0)
    for position in (last // 2, last, 1):
        page.evaluate(f"document.querySelector('[data-log] [data-position=\"{position}\"] button')?.click()")
        until(page, f"{AT} === {position}")
        assert page.evaluate(f"{MARKED}.map((line) => line.dataset.position)")[0] == str(position)
        assert page.evaluate(IS_MARK_SEEN)


def test_the_log_also_goes_with_other_perspectives(visit: Any) -> None:
    """F-15: with everything open each secret step is a moment of its own; the log is still one's own."""
    game = history("forum_trajanum")
    position = game.position("all") // 2
    page = at(visit, "forum_trajanum", position, "all")
    assert int(page.evaluate(f"{MARKED}[0].dataset.position")) <= game.position_of(0, "all", position)
    assert page.evaluate(IS_MARK_SEEN)


def test_keys_step_by_moment_and_turn(visit: Any) -> None:
    game = history("trajan")
    turns, last = game.turns(0), game.position(0)
    page = at(visit, "trajan", turns[5])
    for key, expected in (
        ("ArrowRight", turns[5] + 1),
        ("ArrowLeft", turns[5]),
        ("PageUp", turns[4]),
        ("Shift+ArrowRight", turns[5]),
        ("PageDown", turns[6]),
        ("Shift+ArrowLeft", turns[5]),
        ("End", last),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        until(page, f"{AT} === {expected}")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    until(page, f"{AT} === 12")
    page.locator("[data-past] input").press("PageDown")
    until(page, f"{AT} === {next(turn for turn in turns if turn > 12)}")
    page.locator("[data-chat] input").press("ArrowLeft")
    page.locator("[data-next-turn]").click()
    until(page, f"{AT} === {[turn for turn in turns if turn > 12][1]}")


@every_game
def test_one_jumps_to_the_phases_of_the_game(visit: Any, game: str) -> None:
    phases = history(game).phases(0)
    page = at(visit, game, 3, language="de-DE")
    word = {"trajan": "Quartal", "forum_trajanum": "Durchgang"}[game]
    labels = page.locator("[data-phase] option").all_text_contents()
    assert labels == [f"{word} {number}" for number in ("I", "II", "III", "IV")[: len(phases)]]
    page.locator("[data-phase]").select_option(labels[1])
    until(page, f"{AT} === {phases[2]}")
    page.keyboard.press("Escape")
    page.locator("[data-play]").focus()
    page.keyboard.press("ArrowLeft")
    until(page, f"{AT} === {phases[2] - 1}")
    assert page.locator("[data-phase] option:checked").text_content() == labels[0]


def test_watching_again_plays_by_itself_at_a_speed_of_choice(visit: Any) -> None:
    one = GAMES["trajan"]
    page = visit(f"/table/{one.table}", memory=one.memory() | {"speed": "4"})
    page.wait_for_selector("[data-final]:not([hidden]) .chart svg")
    page.keyboard.press("ArrowLeft")  # behind the final page nothing moves
    page.locator("[data-watch]").click()
    assert page.locator("[data-speed]").input_value() == "4"
    assert page.locator("[data-play]").get_attribute("aria-label") == "Pause"
    until(page, f"{AT} > 0 && {AT} < 100")
    page.locator("[data-speed]").select_option("2")
    assert page.evaluate("localStorage.getItem('speed')") == "2"
    page.locator("[data-play]").click()
    assert page.locator("[data-play]").get_attribute("aria-label") == "Play by itself"


def test_the_copied_link_leads_to_the_moment(visit: Any) -> None:
    page = at(visit, "trajan", 7)
    link = page.locator("[data-link]")
    assert link.get_attribute("title") == "Copy a link to this moment"
    assert link.locator("use").get_attribute("href").endswith("#link")
    page.evaluate("window.prompt = (words, text) => { window.copied = text; }; delete Navigator.prototype.clipboard")
    link.click()
    until(page, "window.copied !== undefined")
    assert page.evaluate("window.copied").endswith(f"/table/{GAMES['trajan'].table}?at=7&eyes=0")


@every_game
@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (390, 844)])
def test_the_bar_fits_the_screen(visit: Any, game: str, size: tuple[int, int]) -> None:
    one = GAMES[game]
    page = visit(f"/table/{one.table}?at=5&eyes=0", "de-DE", *size, memory=one.memory())
    until(page, f"!document.querySelector('[data-past]').hidden && {AT} === 5")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = "[...document.querySelectorAll('.past > *')].filter((part) => part.offsetParent)"
    inside = (
        f"{boxes}.map((part) => part.getBoundingClientRect()).every((box) => box.width > 20 && "
        "box.left >= document.querySelector('.past').getBoundingClientRect().left && "
        "box.right <= document.querySelector('.past').getBoundingClientRect().right)"
    )
    assert page.evaluate(inside)
