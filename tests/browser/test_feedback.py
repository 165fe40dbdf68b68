"""Nobody is left without a word: whole games against the strongest level, with somebody who watches the page.

Five times a second it is noted what tells the person at the page how things stand. That is one of these:
- it is their decision, and something in sight may be chosen (it is lit, or a button);
- somebody else decides, and the prompt names them and says that they are thinking, with the sign by their seat;
- the game is over, and the page says so;
- something has changed since the last note: words, points, the story, or a picture.
Between two notes the page tells something if it does so before and after, for the first three. No silence may last for
more than a second.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.steps import GAMES, begin, click, play_on, see_the_end, until

every_game = pytest.mark.parametrize("game", GAMES)
LONGEST_SILENCE = 1.0
LASTING = {"asked", "thinking", "over"}
WATCH = """() => {
  const notes = [], one = (selector) => document.querySelector(selector);
  const inSight = (element) => {
    const box = element?.getBoundingClientRect();
    return !!box && box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  };
  let before = '';
  const note = () => {
    const prompt = one('[data-prompt]'), who = one('[data-who]').textContent;
    const now = one('.stage').textContent + one('[data-board]').innerHTML.length;
    const choices = '.lit, [data-buttons] button:not([data-skip]), dialog[open] .choice';
    const may = [...document.querySelectorAll(choices)].some(inSight);
    const thinks = /is thinking$/.test(who) && inSight(one('.prompt.thinking small'))
      && [...document.querySelectorAll('.plot.thinking')].some(inSight);
    const told = prompt.classList.contains('mine') && may ? 'asked' : thinks ? 'thinking'
      : who.startsWith('Wins:') ? 'over' : now !== before ? 'changed' : '';
    notes.push([performance.now(), told, now !== before]);
    before = now;
  };
  note();
  setInterval(note, 200);
  window.notes = notes;
}"""


def silences(page: Any) -> tuple[float, float, Counter[str]]:
    """The longest silence, the longest time without any change while others think, and how often what was told."""
    notes = page.evaluate("window.notes")
    quiet = still = 0.0
    last_told = last_change = notes[0][0]
    for (_, was, _), (now, told, is_new) in pairwise(notes):
        if not {was, told} <= LASTING:
            quiet = max(quiet, now - last_told)
        last_told = now if told else last_told
        last_change = now if is_new or told != "thinking" else last_change
        still = max(still, now - last_change)
    return quiet / 1000, still / 1000, Counter(told for _, told, _ in notes)


@every_game
@pytest.mark.usefixtures("thinking")
def test_a_whole_game_against_the_strongest_is_never_silent(visit: Any, game: str) -> None:
    page = visit()
    begin(page, game, 2, level="imperator")
    page.evaluate(WATCH)
    assert play_on(page, lambda: click(page), patience=400) > 40
    see_the_end(page)
    quiet, still, told = silences(page)
    print(f"{game}: longest silence {quiet:.2f} s, longest thought {still:.2f} s, {dict(told)}")
    assert quiet <= LONGEST_SILENCE
    assert still < 6  # and what is said to be thinking does something in the end
    assert told["thinking"] > 5


@every_game
def test_whoever_watches_the_page_would_notice_a_silence(visit: Any, game: str) -> None:
    """The same notes of a page where nothing shines any more: they tell of a silence."""
    page = visit()
    begin(page, game, 2)
    page.evaluate(WATCH)
    page.evaluate("document.querySelectorAll('.lit').forEach((each) => each.classList.remove('lit'))")
    page.wait_for_timeout(1800)
    quiet, _, told = silences(page)
    assert quiet > LONGEST_SILENCE
    assert told[""] >= 5


def test_the_sign_is_by_the_seat_that_thinks_on_a_phone_too(visit: Any) -> None:
    page = visit(width=390, height=844)
    begin(page, "trajan", 2, at_once="Slow")
    page.evaluate("localStorage.setItem('confirm', 'no')")
    for _ in range(40):
        if page.locator(".prompt.thinking").count():
            break
        click(page)
        page.wait_for_timeout(60)
    until(page, "document.querySelector('.strip .plot.thinking') !== null")
    assert page.locator("[data-who]").text_content().endswith("is thinking")
    assert page.locator("[data-hint]").is_hidden()
