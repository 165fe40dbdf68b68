"""Every shape of a window shows the board: no overlap, all that is lit can be hit, time and hand are one tap away."""

from typing import Any

import pytest

from tests.browser.steps import GAMES, begin, until

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


@pytest.mark.parametrize("game", GAMES)
def test_every_shape_of_window_shows_the_board(visit: Any, game: str) -> None:
    page = visit()
    begin(page, game, 4)
    for (width, height), shape in SHAPES.items():
        size = f"{game} at {width} x {height}"
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"document.documentElement.dataset.shape === {shape!r}")
        until(page, "document.querySelector('.stage').dataset.ready === document.documentElement.dataset.shape")
        until(page, "document.querySelectorAll('.plot svg').length > 8 && document.querySelectorAll('.lit').length > 0")
        until(page, f"({IN_SIGHT})({HERO[game]!r})")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
        boxes = page.evaluate(BOXES)
        clashes = [
            (one["name"], other["name"])
            for i, one in enumerate(boxes)
            for other in boxes[:i]
            if (one["isBar"] or other["isBar"]) and overlap(one, other)
        ]
        assert clashes == [], size
        hero = next(box for box in boxes if box["name"] == HERO[game])
        share = (hero["right"] - hero["left"]) * (hero["bottom"] - hero["top"]) / (width * height)
        assert share >= LEAST_SHARE.get(shape, ELSEWHERE), size
        assert longest_gap(boxes, "left", "right", width) < width / 3, size
        assert longest_gap(boxes, "top", "bottom", height) < height / 3, size
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
    page = visit(width=1024, height=768)
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
