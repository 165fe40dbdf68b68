"""The pictures of docs/pictures, taken by a real browser from games with fixed seeds: `make pictures`.

It takes a few minutes: the games are played by trying, so that they look like games of people. LOOK at every picture.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.prepared import Prepared, by_trying, never, prepare, remembering, serving
from ulpia.match import Match

DOCS = Path(__file__).parents[2] / "docs"
DESK, WIDE, PHONE = (1280, 800), (1920, 1080), (390, 844)
LAYOUTS = (
    ("phone", "phone, upright", PHONE),
    ("sideways", "phone, on its side", (844, 390)),
    ("upright", "tablet, upright", (768, 1024)),
    ("tablet", "tablet", (1024, 768)),
    ("laptop", "laptop", (1366, 768)),
    ("desk", "1280 × 800", DESK),
    ("zoom", "the same at 200 %", (640, 400)),
    ("wide", "wide screen", WIDE),
)
"""Every shape that a window may have: a short name, a caption, and its size."""
SEEN_IT_ALL = {"teach": "no", "lessons-offered": "yes", "summaries": "no"}
"""What browsers of people who know the game remember: no notes and cards lie on the board."""
COLOURS = 256
LAYOUT_PIXELS = 560
"""Pictures of layouts are so wide or high at most."""
FOUR = ("Marcus", "Livia", "Quintus", "Cassia")
PATIENCE = 120.0
"""Seconds to wait for anything: other work may keep the machine busy."""
AT_REST = """async () => {
  await document.fonts.ready;
  const boxes = () => [...document.querySelectorAll('.panel-page, .plot, .hint, main')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].join();
  }).join(';');
  let before = '', same = 0;
  while (same < 6) {
    await new Promise((done) => setTimeout(done, 60));
    same = boxes() === before ? same + 1 : 0;
    before = boxes();
  }
}"""
"""Nothing moves any more: panels that scroll, districts that fade in."""


def asked(kind: str, part: str, number: int, first_round: int, match: Match) -> bool:
    """Whether our seat is asked this in that part of the game, from a round on."""
    if match.seat != 0 or match.question is None or match.question.kind != kind:
        return False
    view: Any = match.view(0)
    return bool(getattr(view, part) == number and view.round >= first_round)


TRAJAN = Prepared("trajan-turn", "trajan", FOUR, 11, partial(asked, "turn", "quarter", 3, 3), by_trying, 0.01)
SOWING = Prepared("trajan-sowing", "trajan", FOUR, 11, partial(asked, "turn", "quarter", 3, 1), by_trying, 3)
FORUM = Prepared("forum-turn", "forum_trajanum", FOUR, 11, partial(asked, "take", "cycle", 2, 7), by_trying, 0.1)
ENVOY = Prepared("forum-envoy", "forum_trajanum", FOUR, 11, partial(asked, "envoy", "cycle", 2, 7), by_trying, 1)
TRAJAN_OVER = Prepared("trajan-over", "trajan", FOUR, 11, never, by_trying, 2)
FORUM_OVER = Prepared("forum-over", "forum_trajanum", FOUR, 11, never, by_trying, 5)
GAMES = (TRAJAN, SOWING, FORUM, ENVOY, TRAJAN_OVER, FORUM_OVER)


def until(page: Any, expression: str) -> None:
    """Wait for something to be true in the page."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise TimeoutError(expression)
        time.sleep(0.05)


def lit(page: Any) -> None:
    """The table lies there, and something may be chosen."""
    until(page, "document.querySelectorAll('.plot svg').length > 8 && document.querySelectorAll('.lit').length > 0")


def door(page: Any) -> None:
    """My games are there, with their miniatures."""
    until(page, "document.querySelectorAll('.entry .mini svg').length > 3 || innerWidth < 500")


def end(page: Any) -> None:
    """The final page is there."""
    until(page, "document.querySelectorAll('[data-final]:not([hidden]) .chart svg').length === 2")


def sowing(page: Any) -> None:
    """A tray is picked, and nothing is sent: one that fulfils a Trajan tile, else that with most markers."""
    lit(page)
    trays = page.evaluate(
        """() => {
          const many = (tray) => tray.querySelectorAll('use[href^="#marker"]').length;
          const trays = [...document.querySelectorAll('[id^=tray-].lit')].filter((tray) => many(tray) <= 5);
          return trays.sort((one, other) => many(one) - many(other)).map(({ id }) => id);
        }"""
    )
    for tray in trays:
        page.evaluate(f"document.getElementById({tray!r}).dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
        until(page, "document.querySelector('[data-confirm]')")
        if page.locator(".fulfil").count() or tray == trays[-1]:
            return
        page.locator("[data-undo]").click()
        until(page, "!document.querySelector('[data-confirm]')")


def hint(steps: int) -> Callable[[Any], None]:
    """A hint has come, so many steps of it."""

    def show(page: Any) -> None:
        lit(page)
        for step in range(1, steps + 1):
            page.keyboard.press("t")
            until(page, f"document.querySelector('[data-hint-card] h2').textContent.includes({step})")
            until(page, "!document.querySelector('[data-hint].working')")

    return show


def panel(name: str) -> Callable[[Any], None]:
    """One of the panels of a phone."""

    def show(page: Any) -> None:
        lit(page)
        page.locator(f"[data-tab={name}]").click()

    return show


def summary(page: Any) -> None:
    """The card at the end of a quarter or cycle is there."""
    until(page, "document.querySelector('dialog.summary[open]')")


def rules(page: Any) -> None:
    """The rules are there."""
    until(page, "document.querySelectorAll('h2').length > 3")


@dataclass(frozen=True)
class Shot:
    """One picture."""

    name: str
    caption: str
    path: str
    ready: Callable[[Any], None]
    size: tuple[int, int] = DESK
    theme: str = "day"
    language: str = "en"
    memory: Mapping[str, str] = field(default_factory=TRAJAN.memory)
    most_pixels: int = max(WIDE)


def at(game: Prepared, name: str, caption: str, ready: Callable[[Any], None] = lit, **how: Any) -> Shot:
    """A picture of a prepared table."""
    memory = game.memory() | ({"summaries": "yes"} if ready is summary else {})
    return Shot(name, caption, f"/table/{game.table}", ready, memory=memory, **how)


SHOTS = (
    Shot("start", "The start page", "/", door),
    at(TRAJAN, "trajan", "Trajan, in the third quarter"),
    at(SOWING, "trajan-sowing", "Sowing is one gesture, shown before it is confirmed", sowing),
    at(TRAJAN, "trajan-hint", "A hint: where to look, the move, and why", hint(3)),
    at(SOWING, "trajan-quarter", "A quarter has ended: who met what, and what it cost", summary),
    at(TRAJAN, "trajan-wide", "The same table on a wide screen", size=WIDE),
    at(TRAJAN, "trajan-night", "At night, in German", theme="night", language="de"),
    at(FORUM, "forum", "Forum Trajanum: taking a tile"),
    at(ENVOY, "forum-envoy", "Setting an envoy: lit squares on the mosaic"),
    at(FORUM, "forum-night", "Forum Trajanum at night", theme="night"),
    at(TRAJAN_OVER, "final-trajan", "How it ended", end),
    at(FORUM_OVER, "final-forum", "How it ended, at night", end, theme="night"),
    Shot("rules", "The rules, in our own words", "/rules/trajan", rules),
    Shot("phone-start", "On a phone: the start page", "/", door, PHONE),
    at(TRAJAN, "phone-circle", "the action circle", panel("circle"), size=PHONE),
    at(TRAJAN, "phone-map", "the provinces", panel("map"), size=PHONE),
    at(FORUM, "phone-colonia", "the colonia", panel("town"), size=PHONE),
    at(ENVOY, "phone-rome", "Rome, at night", panel("rome"), size=PHONE, theme="night"),
    at(FORUM, "phone-hint", "a hint", hint(2), size=PHONE),
    at(TRAJAN_OVER, "phone-final", "the end", end, size=PHONE),
)


LAYOUT_GAMES = (("trajan", "Trajan", TRAJAN), ("forum", "Forum Trajanum", FORUM))
LAYOUT_SHOTS = tuple(
    at(
        game,
        f"layouts/{name}-{layout}-{theme}",
        f"{title}: {caption}, {theme}",
        size=size,
        theme=theme,
        most_pixels=LAYOUT_PIXELS,
    )
    for layout, caption, size in LAYOUTS
    for name, title, game in LAYOUT_GAMES
    for theme in ("day", "night")
)


def take(browser: Browser, address: str, shot: Shot, folder: Path) -> None:
    """Take a picture, in as few colours as it needs."""
    size = {"width": shot.size[0], "height": shot.size[1]}
    context = browser.new_context(viewport=size, locale=shot.language, reduced_motion="reduce")
    memory = {**SEEN_IT_ALL, **shot.memory, "theme": shot.theme, "language": shot.language}
    context.add_init_script(remembering(memory))
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(address + shot.path)
    shot.ready(page)
    page.evaluate(AT_REST)
    path = folder / f"{shot.name}.png"
    page.screenshot(path=str(path))
    context.close()
    whole = Image.open(path).convert("RGB")
    whole.thumbnail((shot.most_pixels, shot.most_pixels))
    few = whole.quantize(COLOURS, kmeans=10, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def page_of_pictures() -> str:
    """All pictures on one page."""
    lines = ["# Pictures", "", "`make pictures` takes these pictures from games with fixed seeds.", ""]
    for shot in (shot for shot in SHOTS if shot.size != PHONE):
        lines += [f"## {shot.caption}", "", f"![{shot.caption}](pictures/{shot.name}.png)", ""]
    lines += ["## On a phone", ""]
    lines += [
        f'<img src="pictures/{shot.name}.png" width="240" alt="{shot.caption}">' for shot in SHOTS if shot.size == PHONE
    ]
    return "\n".join([*lines, "", *table_of_layouts(), ""])


def linked_picture(path: str, caption: str) -> str:
    """A small picture that leads to the large one."""
    return f'<a href="{path}"><img src="{path}" width="200" alt="{caption}"></a>'


def table_of_layouts() -> list[str]:
    """Every layout of both games in both themes, a row each."""
    titles = [f"{title}, {theme}" for _, title, _ in LAYOUT_GAMES for theme in ("day", "night")]
    lines = ["## Every layout", "", f"| window | {' | '.join(titles)} |", f"|---|{'---|' * len(titles)}"]
    for at_, (_, caption, (width, height)) in enumerate(LAYOUTS):
        shots = LAYOUT_SHOTS[at_ * len(titles) : (at_ + 1) * len(titles)]
        pictures = [linked_picture(f"pictures/{shot.name}.png", shot.caption) for shot in shots]
        lines.append(f"| {caption}, {width} × {height} | {' | '.join(pictures)} |")
    return lines


@contextmanager
def opened() -> Any:
    """A browser."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def main(wanted: list[str]) -> None:
    """Take all pictures, or those whose names begin as given."""
    shots = [shot for shot in (*SHOTS, *LAYOUT_SHOTS) if not wanted or shot.name.startswith(tuple(wanted))]
    folder = DOCS / "pictures"
    (folder / "layouts").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as address, opened() as browser:
        prepare(Path(data), GAMES)
        for shot in shots:
            take(browser, address, shot, folder)
            print(shot.name, f"{(folder / f'{shot.name}.png').stat().st_size // 1024} KB", flush=True)
    (DOCS / "pictures.md").write_text(page_of_pictures(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
