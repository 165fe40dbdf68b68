"""Every shape of a window shows the board: no overlap, all that is lit can be hit, time and hand are one tap away."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import Prepared, by_chance, prepare
from tests.browser.steps import GAMES, begin, until
from ulpia.match import Match

SHAPES = {
    (390, 844): "phone",
    (844, 390): "sideways",
    (640, 400): "sideways",  # 1280 x 800 at 200 %
    (768, 1024): "upright",
    (1024, 768): "tablet",
    (1280, 800): "desk",
    (1366, 768): "wide",
    (1920, 1080): "wide",
}
HERO = {"trajan": "circle", "forum_trajanum": "colonia"}
LEAST_SHARE = {"phone": 0.25, "sideways": 0.25}
ELSEWHERE = 0.11
"""Part of the window that the largest district takes at least."""
KEY = {"trajan": ("time", "hand"), "forum_trajanum": ("streets", "resources")}
"""What a player looks at all the time."""
TOLERANCE = 2
CORNERS = {frozenset(("mosaic", "singles")), frozenset(("mosaic", "doubles"))}
"""With four seats building tiles stand in free corners of the forum."""
MOST_EMPTY = 0.2
"""Part of the window that the largest empty rectangle takes at most."""
STEPS = 40

BOXES = """() => {
  const inner = (box) => box.width > 4 && box.height > 4 && box.right > 4 && box.bottom > 4 &&
    box.left < innerWidth - 4 && box.top < innerHeight - 4;
  const swipe = document.querySelector('[data-board]').getBoundingClientRect();
  const found = [];
  for (const element of document.querySelectorAll('.top, .prompt, .tabs, .strip, .plot, .scores, .log')) {
    if (!element.checkVisibility() || element.closest('.strip') !== null && !element.matches('.strip')) continue;
    let { left, top, right, bottom } = element.getBoundingClientRect();
    if (element.closest('.panel-page') && swipe.width) {  // a panel scrolls below the prompt
      left = Math.max(left, swipe.left); right = Math.min(right, swipe.right);
      top = Math.max(top, swipe.top); bottom = Math.min(bottom, swipe.bottom);
    }
    if (element.dataset.district?.startsWith('display-')) continue;  // it lies on the card of its seat
    const { district } = element.dataset;
    const box = { name: district ?? element.className, isBar: !district, left, top, right, bottom };
    if (inner({ ...box, width: right - left, height: bottom - top })) found.push(box);
  }
  return found;
}"""
OUT_OF_REACH = """async () => {
  const missed = [];
  for (const element of document.querySelectorAll('.lit')) {
    element.closest('.panel-page')?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect(), parts = [.5, .3, .7, .15, .85, .05, .95];
    const hits = parts.some((down) => parts.some((along) => {
      const at = [box.x + box.width * along, box.y + box.height * down];
      return document.elementFromPoint(...at)?.closest('.lit') === element;
    }));
    if (!hits) missed.push(element.id);
  }
  return missed;
}"""
IN_SIGHT = """(name) => {
  const plot = document.querySelector(`[data-district="${name}"]`);
  if (!plot?.checkVisibility()) return false;
  const box = plot.getBoundingClientRect();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  return plot.contains(document.elementFromPoint(...at));
}"""


CLIPPED = """() => {
  const cut = (element) =>
    element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
  const isShortened = (element) => getComputedStyle(element).textOverflow === 'ellipsis';
  const seen = (element) => element.checkVisibility() && element.textContent.trim() && !isShortened(element);
  const words = [...document.querySelectorAll('[data-asked], [data-who], .prompt .btn, .tabs button, [data-crumb]')];
  const within = (box, [left, top, right, bottom]) =>
    box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  const prompt = document.querySelector('.prompt').getBoundingClientRect();
  const buttons = [...document.querySelectorAll('.prompt .btn')].filter((button) => button.checkVisibility());
  return [
    ...words.filter((element) => seen(element) && cut(element)).map((element) => `cut: ${element.outerHTML}`),
    ...buttons
      .filter((button) => !within(button.getBoundingClientRect(), [prompt.x, prompt.y, prompt.right, prompt.bottom]))
      .map((button) => `outside the prompt: ${button.outerHTML}`),
    ...[...document.querySelectorAll('.panel-page')]
      .filter((page) => page.scrollWidth > page.clientWidth + 1)
      .map((page) => `wider than the window: ${page.id}`),
    ...[...document.querySelectorAll('main > :is(.top, .prompt, .tabs, .strip)')]
      .filter((bar) => bar.checkVisibility())
      .filter((bar) => !within(bar.getBoundingClientRect(), [0, 0, innerWidth, innerHeight]))
      .map((bar) => `outside the window: ${bar.className}`),
  ];
}"""
"""Words that are cut off, buttons outside the prompt, bars outside the window."""


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > TOLERANCE and high > TOLERANCE


def longest_gap(boxes: list[dict[str, Any]], begin_: str, end: str, whole: int) -> float:
    """The longest stretch along one axis that no box touches."""
    reached, gap = 0.0, 0.0
    for box in sorted(boxes, key=lambda each: each[begin_]):
        gap = max(gap, box[begin_] - reached)
        reached = max(reached, box[end])
    return max(gap, whole - reached)


def largest_empty(boxes: list[dict[str, Any]], width: int, height: int) -> float:
    """Return which part of the window the largest rectangle takes that no box touches, on a grid."""
    heights, largest = [0] * STEPS, 0
    for row in range(STEPS):
        top, bottom = height * row / STEPS, height * (row + 1) / STEPS
        for column in range(STEPS):
            left, right = width * column / STEPS, width * (column + 1) / STEPS
            is_touched = any(
                box["left"] < right and box["right"] > left and box["top"] < bottom and box["bottom"] > top
                for box in boxes
            )
            heights[column] = 0 if is_touched else heights[column] + 1
        for column in range(STEPS):
            least = heights[column]
            for other in range(column, STEPS):
                least = min(least, heights[other])
                largest = max(largest, least * (other - column + 1))
    return largest / STEPS**2


def show(page: Any, width: int, height: int) -> None:
    """Give the window a size, and wait until the table lies there."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"document.documentElement.dataset.shape === {SHAPES[width, height]!r}")
    until(page, "document.querySelector('.stage').dataset.ready === document.documentElement.dataset.shape")
    until(page, "document.querySelectorAll('.plot svg').length > 8 && document.querySelectorAll('.lit').length > 0")


@pytest.mark.parametrize("game", GAMES)
def test_every_shape_of_window_shows_the_board(visit: Any, game: str) -> None:
    page = visit(memory={"teach": "no"})  # its notes lie above the board
    begin(page, game, 4)
    for (width, height), shape in SHAPES.items():
        size = f"{game} at {width} x {height}"
        show(page, width, height)
        until(page, f"({IN_SIGHT})({HERO[game]!r})")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
        boxes = page.evaluate(BOXES)
        clashes = [
            (one["name"], other["name"])
            for i, one in enumerate(boxes)
            for other in boxes[:i]
            if frozenset((one["name"], other["name"])) not in CORNERS and overlap(one, other)
        ]
        assert clashes == [], size
        assert page.evaluate(CLIPPED) == [], size
        outside = [
            box["name"]
            for box in boxes
            if min(box["left"], box["top"]) < -1 or box["right"] > width + 1 or box["bottom"] > height + 1
        ]
        assert outside == [], size
        hero = next(box for box in boxes if box["name"] == HERO[game])
        share = (hero["right"] - hero["left"]) * (hero["bottom"] - hero["top"]) / (width * height)
        assert share >= LEAST_SHARE.get(shape, ELSEWHERE), size
        assert longest_gap(boxes, "left", "right", width) < width / 3, size
        assert longest_gap(boxes, "top", "bottom", height) < height / 3, size
        assert largest_empty(boxes, width, height) < MOST_EMPTY, size
        for name in KEY[game]:
            assert is_one_tap_away(page, name), f"{name}: {size}"
        assert page.evaluate(OUT_OF_REACH) == [], size


def is_one_tap_away(page: Any, name: str) -> bool:
    if page.evaluate(IN_SIGHT, name):
        return True
    for tab in page.locator("[data-tab]").all():
        tab.click()
        page.wait_for_timeout(50)
        if page.evaluate(IN_SIGHT, name):
            return True
    return False


def test_a_tablet_shows_the_rivals_in_a_drawer(visit: Any) -> None:
    """The points of all seats stand in the top bar; a tap there opens rivals, points and log, Escape closes them."""
    page = visit(width=1024, height=768, memory={"teach": "no"})
    begin(page, "trajan", 3)
    tally = page.locator("[data-tally]")
    assert tally.locator("[data-tally-seat]").count() == 3
    assert page.locator("[data-logbox]").is_hidden()
    tally.click()
    assert tally.get_attribute("aria-expanded") == "true"
    assert page.locator("[data-logbox]").is_visible()
    assert page.locator("[data-district=player-2]").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("[data-logbox]").is_hidden()


LONG = 60
"""Letters of a long option with what it brings."""
PICK_THE_LONGEST = """async () => {
  const { session } = await import('/assets/table/session.js');
  const length = ({ words, effect }) => words.length + (effect ?? '').length;
  const options = session.state.options.filter(({ place, final }) => place && final);
  const [longest] = options.sort((one, other) => length(other) - length(one));
  document.getElementById(longest.place).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await new Promise((done) => setTimeout(done, 200));
  const choices = [...document.querySelectorAll('dialog[open] .choice')];
  choices.sort((one, other) => other.textContent.length - one.textContent.length)[0]?.click();
}"""


def has_a_long_option(match: Match) -> bool:
    """Whether our seat may end its turn with something on the board that takes many words in German."""
    if match.seat != 0 or len(match.actions) < 20:
        return False
    return any(len(words) > LONG for words in final_words(match))


def final_words(match: Match) -> Iterator[str]:
    """What the prompt says of each option that ends a turn."""
    view, game = match.view(0), match.game
    for option in match.options:
        dry_run = match.dry_run(option)
        if dry_run.is_final and not game.declines(option):
            yield f"{game.say_action(option, 'de')}: {game.say_effect(option, view, dry_run.events, 'de')}"


WORDY = {game: Prepared(f"wordy-{game}", game, ("Marcus", "Livia"), 4, has_a_long_option, by_chance) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_long_german_options_fit_the_prompt(visit: Any, folder: Path, game: str) -> None:
    """What is picked is read in full before it is confirmed, whatever the shape of the window."""
    prepare(folder, [WORDY[game]])
    page = visit(
        f"/table/{WORDY[game].table}", "de-DE", memory={**WORDY[game].memory(), "teach": "no", "summaries": "no"}
    )
    for width, height in SHAPES:
        show(page, width, height)
        page.evaluate(PICK_THE_LONGEST)
        until(page, "document.querySelector('[data-confirm]')")
        assert len(page.locator("[data-asked]").text_content()) > LONG
        assert page.evaluate(CLIPPED) == [], f"{game} at {width} x {height}"
        page.locator("[data-undo]").click()
        until(page, "!document.querySelector('[data-confirm]')")


def test_nothing_is_piled_up_while_the_table_loads(visit: Any) -> None:
    """The prompt, its buttons and an empty log lay in the corner until the layout had come."""
    page = visit()
    begin(page, "trajan", 2)
    held: list[Any] = []
    page.route("**/api/layout/**", lambda route: held.append(route))
    page.reload()
    until(page, "document.querySelector('.stage .prompt') && document.readyState === 'complete'")
    while not held:
        page.wait_for_timeout(50)
    shown = (
        "[...document.querySelectorAll('main > *')].filter((one) => one.checkVisibility({ visibilityProperty: true }))"
    )
    assert page.evaluate(f"{shown}.map((one) => one.className)") == ["top"]
    held[0].continue_()
    until(page, f"{shown}.some((one) => one.matches('.prompt'))")
    assert page.locator(".plot svg").count() > 8


COVERED_BY_DOTS = """() => {
  const plot = document.querySelector('.plot[data-district^=player]');
  plot.classList.add('thinking');
  const edge = plot.getBoundingClientRect(), dots = getComputedStyle(plot, '::after');
  const [right, bottom, width, height] = ['right', 'bottom', 'width', 'height'].map((name) => parseFloat(dots[name]));
  const box = { right: edge.right - plot.clientLeft - right, bottom: edge.bottom - plot.clientTop - bottom };
  Object.assign(box, { left: box.right - width, top: box.bottom - height });
  const pieces = [...plot.querySelectorAll('svg text, svg use')];
  const covered = pieces.filter((piece) => {
    const { left, top, right, bottom } = piece.getBoundingClientRect();
    return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
  });
  return [width > 10, pieces.length > 10, covered.map((piece) => piece.outerHTML)];
}"""
COVERED_BY_GAINS = """async () => {
  const { animateScores } = await import('/assets/table/motion.js');
  animateScores([0, 0, 0], [5, 5, 5]);
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const gains = boxes('.gain');
  const covered = boxes('[data-points]').filter((score) =>
    gains.some((gain) =>
      gain.left < score.right && gain.right > score.left && gain.top < score.bottom && gain.bottom > score.top + 1));
  return [gains.length, covered.length];
}"""


def is_late(match: Match) -> bool:
    """Whether our seat decides, and everybody has tiles."""
    return match.seat == 0 and len(match.actions) > 150


def test_signs_of_thinking_and_gains_cover_no_figures(visit: Any, folder: Path) -> None:
    """Three dots lay on a rival's tiles, and what was gained on the score itself."""
    late = Prepared("late-trajan", "trajan", ("Marcus", "Livia", "Quintus"), 4, is_late, by_chance)
    prepare(folder, [late])
    page = visit(f"/table/{late.table}", memory={**late.memory(), "teach": "no", "summaries": "no"})
    page.emulate_media(reduced_motion="no-preference")
    show(page, 1280, 800)
    assert page.evaluate(COVERED_BY_DOTS) == [True, True, []]
    gains, covered = page.evaluate(COVERED_BY_GAINS)
    assert gains >= 2
    assert covered == 0
