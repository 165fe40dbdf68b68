"""What people do at a page: open a table, click what is lit, press keys, wait for something to be true."""

import time
from collections.abc import Callable
from typing import Any

from ulpia.agents import AGENTS, LEVELS

GAMES = {"trajan": 0, "forum_trajanum": 1}
PATIENCE = 150.0
TARGET = """() => {
  const shown = (element) => element && element.offsetParent !== null && !element.disabled;
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const dialog = document.querySelector('dialog[open]');
  if (dialog) {
    const goOn = dialog.querySelector('[data-go-on]');
    if (goOn) return middle(goOn);
    const choices = [...dialog.querySelectorAll('.choice')];
    return choices.length ? middle(any(choices)) : null;
  }
  const confirm = document.querySelector('[data-confirm]') ?? document.querySelector('[data-play-anyway]');
  if (shown(confirm)) return middle(confirm);
  const lit = [...document.querySelectorAll('.lit')];
  if (lit.length) {
    const element = any(lit);
    // Panels snap: to the whole panel first, as its tab would lead there, then down to the element.
    element.closest('.panel-page')?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect(), parts = [.5, .3, .7, .15, .85, .05, .95];
    for (const down of parts) for (const along of parts) {
      const at = [box.x + box.width * along, box.y + box.height * down];
      if (document.elementFromPoint(...at)?.closest('.lit') === element) return at;
    }
    return element.id;
  }
  const button = document.querySelector('[data-buttons] button:not([data-skip])');
  return shown(button) ? middle(button) : null;
}"""
"""Where a person would click: go on after the end of a phase, confirm what is picked or objected to, take one of
several meanings, otherwise go for something lit."""


def open_card(page: Any, game: str, seats: int, at_once: str = "At once", level: str = "random") -> Any:
    """The card of a game, with so many seats and computers that do not wait; they play by chance unless told otherwise.

    The page does not offer that to everybody, but its address does.
    """
    if level not in LEVELS and "agents=all" not in page.url:
        page.goto(page.url.split("?")[0] + "?agents=all")
    card = page.locator(".game").nth(GAMES[game])
    card.locator(".strength button").nth(list(AGENTS).index(level)).click()
    card.locator(".seg").first.locator("button").nth(seats - 2).click()
    card.locator("summary").click()
    card.get_by_role("button", name=at_once, exact=True).click()
    return card


def begin(page: Any, game: str, seats: int, at_once: str = "At once", level: str = "random") -> None:
    """From the door to the first decision."""
    open_card(page, game, seats, at_once, level).locator(".begin").click()
    page.wait_for_selector(".lit, [data-buttons] button:not([data-skip])", state="attached", timeout=1000 * PATIENCE)


def hand_over(page: Any, level: str = "Tiro") -> None:
    """With the menu open: a computer of a level takes one's own seat."""
    page.locator("[data-settings]").get_by_text("Let a computer play").click()
    page.locator("[data-settings] .levels").get_by_text(level, exact=True).click()


def invite(page: Any, game: str, seats: int = 2) -> str:
    """Open a table with a friend in the second seat; the path of the friend's link."""
    card = open_card(page, game, seats)
    card.get_by_label("Seat 2").select_option("friend")
    card.locator(".begin").click()
    page.wait_for_selector("dialog[open] .choice small", state="attached", timeout=1000 * PATIENCE)
    assert page.evaluate("((box) => box.scrollWidth <= box.clientWidth)(document.querySelector('dialog[open]'))")
    link = page.locator("dialog[open] .choice small").first.text_content()
    page.keyboard.press("Escape")
    page.wait_for_selector(".plot svg", state="attached")
    return "/table/" + link.split("/table/")[1]


def sit_down(page: Any, name: str = "Bob") -> Any:
    """At an invitation: give a name and take the seat. Return the page."""
    page.wait_for_selector("[data-reception]", timeout=1000 * PATIENCE)
    page.locator("[data-reception] input[name=name]").fill(name)
    page.locator("[data-reception] .btn.primary").click()
    page.wait_for_selector(".plot svg", state="attached", timeout=1000 * PATIENCE)
    return page


def until(page: Any, expression: str) -> None:
    """Wait for something to be true in the page. (Playwright's own way would need `eval`, which the page forbids.)"""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        time.sleep(0.03)


def click(page: Any) -> bool:
    """One click of the mouse on something that may be chosen, if there is anything. Whatever is lit can be hit."""
    at = page.evaluate(TARGET)
    assert not isinstance(at, str), f"{at} is lit and cannot be clicked"
    if at is not None:
        page.mouse.click(*at)
    return at is not None


def play_on(page: Any, step: Callable[[], bool], over: str = "Wins:", patience: float = PATIENCE) -> int:
    """Go on until the game is over; tell how many steps it took."""
    steps, end = 0, time.monotonic() + patience
    while time.monotonic() < end:
        if (page.locator("[data-who]").text_content() or "").startswith(over):
            return steps
        did = step()
        steps += bool(did)
        time.sleep(0.02 if did else 0.05)
    raise AssertionError(f"not over after {steps} steps: {page.locator('[data-asked]').text_content()}")


def see_the_end(page: Any) -> None:
    """After the last decision: read what the last part of the game brought, then the final page."""
    final = "[data-final]:not([hidden])"
    page.wait_for_selector(f"{final}, dialog[open] [data-go-on]", timeout=1000 * PATIENCE)
    if page.locator("dialog[open] [data-go-on]").count():
        page.locator("dialog[open] [data-go-on]").click()
    page.wait_for_selector(final, timeout=1000 * PATIENCE)
