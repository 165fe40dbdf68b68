"""The focus, targets, titles and the language of pages; forced colours and reduced motion."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import prepare
from tests.browser.spoken import TABLES as SPOKEN
from tests.browser.spoken import Listener
from tests.browser.steps import until

every_game = pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
RING = """() => {
  const { activeElement } = document;
  const halo = activeElement.querySelector(':scope > .halo');
  const style = getComputedStyle(halo);
  const probe = document.createElement('i');
  probe.style.color = 'var(--focus)';
  document.body.append(probe);
  const focus = getComputedStyle(probe).color;
  probe.remove();
  return {
    boxes: [getComputedStyle(activeElement).outlineStyle, style.outlineStyle],
    isFocusColour: style.stroke === focus, width: parseFloat(style.strokeWidth), shape: halo.tagName,
  };
}"""
LINE = '<button type="button" tabindex'
SMALL = """(least) => [...document.querySelectorAll('a[href], button, select, summary, input:not([type=range]), .lit')]
  .filter((one) => one.checkVisibility() && !one.closest('[inert], .visually-hidden') && !one.disabled)
  .map((one) => ({ one, box: (one.closest('label') ?? one).getBoundingClientRect() }))
  .filter(({ box }) => Math.min(box.width, box.height) < least - 0.5)
  .map(({ one, box }) => `${one.outerHTML.slice(0, 90)} ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`)"""


TABLES = {key: replace(table, table=f"seen-{key[0]}-{key[1]}") for key, table in SPOKEN.items()}
"""Games of these tests alone: what is spoken is heard at tables that nobody has touched."""


@pytest.fixture(scope="module", autouse=True)
def games(address: str, folder: Path) -> None:
    """Write the games into the database of the running server."""
    prepare(folder, [TABLES["trajan", "en"], TABLES["forum_trajanum", "en"]])


def sit(visit: Any, game: str, **how: Any) -> Any:
    """Open the table of a prepared game at our seat, without the teacher."""
    table = TABLES[game, "en"]
    page = visit(f"/table/{table.table}", memory={**table.memory(), "teach": "no", **how.pop("memory", {})}, **how)
    page.wait_for_selector(".lit")
    return page


@every_game
@pytest.mark.parametrize("theme", ["day", "night"])
def test_the_ring_of_the_focus_follows_the_silhouette(visit: Any, game: str, theme: str) -> None:
    """It is a line of its own along the shape of the place, in no colour that marks what may be chosen; no box."""
    page = sit(visit, game, memory={"theme": theme})
    page.keyboard.press("ArrowRight")
    seen = set[str]()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "Tab", "Tab"):
        if page.evaluate("document.activeElement.matches('.lit')"):
            ring = page.evaluate(RING)
            assert ring["boxes"] == ["none", "none"]
            assert ring["isFocusColour"]
            assert ring["width"] >= 4
            seen.add(page.evaluate("document.activeElement.id"))
        page.keyboard.press(key)
    assert len(seen) >= 3
    others = "[...document.querySelectorAll('.lit:not(:focus) > .halo')].map((halo) => getComputedStyle(halo).stroke)"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("getComputedStyle(document.activeElement.querySelector('.halo')).stroke") not in page.evaluate(
        others
    )


@every_game
def test_what_lights_up_is_a_button_with_a_name_of_its_own(visit: Any, game: str) -> None:
    """As the browser tells assistive technology. Equal names are only on pieces that bring the same."""
    page = sit(visit, game)
    listener = Listener(page)
    names = set()
    count = page.locator(".lit").count()
    for at in range(count):
        page.locator(".lit").nth(at).focus()
        name, role = listener.focused().split(" / ")[:2]
        assert role == "button"
        names.add(name)
    assert len(names) == count > 2


@every_game
@pytest.mark.parametrize(("width", "height", "least"), [(1280, 800, 24), (390, 844, 40)])
def test_targets_are_large_enough(visit: Any, game: str, width: int, height: int, least: int) -> None:
    page = visit(width=width, height=height)
    page.wait_for_selector(".begin")
    assert page.evaluate(SMALL, least) == []
    page = sit(visit, game, width=width, height=height)
    small = [one for one in page.evaluate(SMALL, least) if not one.startswith(LINE)]
    assert small == []
    assert page.evaluate(SMALL, 24) == [], "lines of the log are as high as text needs"


def test_every_page_has_a_title_and_a_language(visit: Any) -> None:
    titles = {}
    for path in ("/", f"/table/{TABLES['trajan', 'en'].table}", "/rules/trajan", "/learn/trajan", "/nothing"):
        page = visit(path, language="de-DE")
        until(page, "document.querySelector('h1, .fatal-error') !== null && document.documentElement.lang === 'de'")
        until(page, "document.title.length > 0")
        if path not in ("/",):
            until(page, "document.title !== 'Ulpia'")
        titles[path] = page.title()
    assert len(set(titles.values())) >= 4, titles
    assert all("Ulpia" in title for title in titles.values())


def test_forced_colours_keep_the_ring_and_readable_ink(chromium: Any, address: str) -> None:
    """The system's colours decide which ink the pictures have, whatever theme was chosen here."""
    table = TABLES["trajan", "en"]
    context = chromium.new_context(forced_colors="active", color_scheme="dark", reduced_motion="reduce")
    memory = {**table.memory(), "theme": "day", "teach": "no"}
    context.add_init_script("".join(f"localStorage.setItem({key!r}, {value!r});" for key, value in memory.items()))
    page = context.new_page()
    page.goto(f"{address}/table/{table.table}")
    page.wait_for_selector(".lit")
    assert page.evaluate("document.documentElement.dataset.theme") == "night"
    page.keyboard.press("ArrowRight")
    style = "getComputedStyle(document.activeElement.querySelector('.halo'))"
    assert page.evaluate(f"{style}.filter") == "none"
    assert page.evaluate(f"parseFloat({style}.strokeWidth)") >= 4
    context.close()


@every_game
def test_nothing_moves_for_those_who_want_no_motion(visit: Any, game: str) -> None:
    page = sit(visit, game)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-confirm]")
    assert page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") == 0
