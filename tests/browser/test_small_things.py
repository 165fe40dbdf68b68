"""Small things that keep the table readable: nothing that moves or marks covers what it speaks of."""

from typing import Any

import pytest

from tests.browser.steps import GAMES, begin, until

CONTRASTS = """async () => {
  const { session } = await import('/assets/table/session.js');
  const luminance = (colour) => {
    const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255);
    const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const state = { ...session.state, points: [200, 0], sources: [{}, {}] };
  for (const source of Object.keys(session.hues)) state.sources[0][source] = 20;
  const { showScores } = await import('/assets/table/scores.js');
  showScores(state);
  return [...document.querySelectorAll('[data-scores] .bar i')].map((part) => {
    const { color, backgroundColor } = getComputedStyle(part);
    const [one, other] = [luminance(color), luminance(backgroundColor)].sort((a, b) => b - a);
    return [part.title, (one + 0.05) / (other + 0.05)];
  });
}"""
RISING = """async () => {
  const { animateScores } = await import('/assets/table/motion.js');
  animateScores([0, 0], [0, 9]);
  animateScores([9, 0], [9, 4]);
  const scores = [...document.querySelectorAll('[data-points="1"]')].map((score) => score.getBoundingClientRect());
  return [...document.querySelectorAll('.gain')].map((gain) => {
    for (const animation of gain.getAnimations()) { animation.pause(); animation.currentTime = 240; }
    const box = gain.getBoundingClientRect();
    return scores.every((score) =>
      box.bottom <= score.top + 2 || box.right <= score.left || box.left >= score.right || box.top >= score.bottom);
  });
}"""
BUBBLE = """(seat) => {
  const plot = document.querySelector(`[data-district="player-${seat}"]`);
  plot.classList.add('thinking');
  const { left, top, width, height } = getComputedStyle(plot, '::after');
  const card = plot.getBoundingClientRect();
  const x = card.left + plot.clientLeft + parseFloat(left), y = card.top + plot.clientTop + parseFloat(top);
  const bubble = { left: x, top: y, right: x + parseFloat(width), bottom: y + parseFloat(height) };
  return [...plot.querySelectorAll('[data-piece], text')].filter((piece) => {
    const box = piece.getBoundingClientRect();
    return box.width && box.left < bubble.right && box.right > bubble.left && box.top < bubble.bottom
      && box.bottom > bubble.top;
  }).length;
}"""
FLIGHTS = """async () => {
  const { animateChanges, comparePieces, endFlights, listPieces } = await import('/assets/table/motion.js');
  const before = listPieces().map((piece) => ({ ...piece, place: 'elsewhere' }));
  const flown = listPieces()[0].element;
  flown.replaceWith(flown.cloneNode(true));
  animateChanges(before.slice(0, 1));
  const flying = document.querySelectorAll('.flight').length;
  endFlights();
  const invisible = listPieces().filter(({ element }) => element.style.opacity === '0').length;
  return [flying, document.querySelectorAll('.flight').length, invisible];
}"""


@pytest.mark.parametrize("game", GAMES)
def test_numbers_in_bars_can_be_read_at_night(visit: Any, game: str) -> None:
    """Figures on coloured bars have a contrast of at least 4.5 in both themes."""
    for theme in ("day", "night"):
        page = visit("/", memory={"theme": theme})
        begin(page, game, 2)
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) > 6
        assert [(part, ratio) for part, ratio in contrasts if ratio < 4.5] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_marks_a_rival_covers_nothing_of_it(visit: Any, game: str) -> None:
    """The dots of a computer that thinks stand beside its pieces, rising points above the score, one at a time."""
    page = visit("/")
    begin(page, game, 2)
    assert page.evaluate(BUBBLE, 1) == 0
    page.emulate_media(reduced_motion="no-preference")
    rising = page.evaluate(RISING)
    assert rising
    assert all(rising)
    assert len(rising) == page.locator("[data-points='1']").count()


def test_no_copy_of_a_piece_is_left_behind(visit: Any) -> None:
    """What flies has arrived when the next thing happens."""
    page = visit("/")
    begin(page, "trajan", 2)
    page.emulate_media(reduced_motion="no-preference")
    until(page, "!document.hidden")
    flying, left, invisible = page.evaluate(FLIGHTS)
    assert flying == 1
    assert left == 0
    assert invisible == 0


def test_an_open_menu_is_drawn_again_only_if_something_in_it_has_changed(visit: Any) -> None:
    """Whoever comes or goes is announced, and so is the progress of a compilation: a click then found no button."""
    page = visit()
    begin(page, "trajan", 2)
    page.get_by_label("Seats and settings").click()
    refresh = "async () => (await import('/assets/table/menu.js')).refreshMenu()"
    page.evaluate("document.querySelector('[data-settings] .seats').dataset.mark = 'yes'")
    page.evaluate(refresh)
    assert page.locator("[data-settings] .seats[data-mark]").count() == 1
    page.evaluate("async () => { (await import('/assets/table/session.js')).session.spectators += 1; }")
    page.evaluate(refresh)
    assert page.locator("[data-settings] .seats[data-mark]").count() == 0
