"""What a screen reader gets to say at a table: the focused element as the browser's accessibility tree has it, and
what changes in live regions, in order.

No screen reader runs here. The browser computes names, roles and descriptions; what live regions say is collected by
the rules that screen readers follow: what is added to a polite region is said unless it is hidden.

`python -m tests.browser.spoken` writes what it hears into docs/accessibility.md. READ it before committing it.
"""

import re
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from tests.browser.prepared import Prepared, by_chance, prepare, remembering, serving
from tests.browser.steps import until
from ulpia.match import Match

PAGE = Path(__file__).parents[2] / "docs" / "accessibility.md"
BLOCK = re.compile(r"(<!-- spoken: (\w+) (\w+) -->\n```text\n)(.*?)(```)", re.S)
NAMES = ("Ada", "Livia", "Quintus")
MOST_KEYS = 25
ENDS = re.compile(rf"  says: (?:(?:{'|'.join(NAMES[1:])}) |(?:Round|Runde) \d)")
"""How what comes after our turn begins."""
AFTER = ("use", "use_both")

LISTEN = """(() => {
  window.heard = [];
  const LIVE = '[aria-live], [role=status], [role=alert], [role=log]';
  const isHidden = (element) => element.closest('[hidden], [aria-hidden=true], dialog:not([open]), [inert]') !== null ||
    !element.checkVisibility();
  const words = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || node.matches('[hidden], [aria-hidden=true]')) return '';
    if (node.matches('svg')) return node.getAttribute('aria-label') ?? '';
    const label = node.getAttribute('aria-label');
    return label ?? [...node.childNodes].map(words).filter(Boolean).join(' ');
  };
  const say = (mutations) => {
    const said = new Set();
    for (const { type, target, addedNodes } of mutations) {
      const nodes = type === 'childList' ? addedNodes : [target];
      for (const node of nodes) {
        const element = node instanceof Element ? node : node.parentElement;
        const region = element?.closest(LIVE);
        if (!region || region.ariaLive === 'off' || isHidden(element)) continue;
        const whole = element.closest('[aria-atomic=true]') ?? (type === 'attributes' ? element : node);
        if (said.has(whole) || [...said].some((other) => other.contains(whole))) continue;
        said.add(whole);
        const text = words(whole).replace(/\\s+/g, ' ').trim();
        if (text) window.heard.push(text);
      }
    }
  };
  new MutationObserver(say).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden'],
  });
})()"""
"""For a new page: collects what is said by live regions."""


LOOK = "[document.querySelector('.stage').innerText, document.activeElement.outerHTML.length, heard.length].join()"
ANSWERED = "window.heard.length > 0 && document.querySelector('.lit, [data-buttons] button:not([data-skip])') !== null"
"""Whether something has been said since the last key, and it is our turn."""


class Listener:
    """Somebody who plays by the keyboard and hears the page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.lines: list[str] = []
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Accessibility.enable")
        self._focused = ""

    def hear(self) -> list[str]:
        """Return what live regions have said since the last time."""
        said: list[str] = self.page.evaluate("window.heard.splice(0)")
        return said

    def focused(self) -> str:
        """Return what is said of the focused element: name, role, description."""
        found = self._devtools.send("Runtime.evaluate", {"expression": "document.activeElement"})
        ident = found["result"]["objectId"]
        nodes = self._devtools.send("Accessibility.getPartialAXTree", {"objectId": ident, "fetchRelatives": False})
        node = nodes["nodes"][0]
        role = node["role"]["value"]
        if role in ("RootWebArea", "generic", "none"):
            return ""
        parts = [node.get("name", {}).get("value", ""), role, node.get("description", {}).get("value", "")]
        return " / ".join(part for part in parts if part)

    def note(self) -> None:
        """Write down the focus if it has moved, then what live regions have said: they wait for the focus."""
        focused = self.focused()
        if focused and focused != self._focused:
            self.lines.append(f"  at: {focused}")
        self._focused = focused
        self.lines += [f"  says: {text}" for text in self.hear()]

    def press(self, key: str, answer: str = ANSWERED) -> None:
        """Press a key and wait for the answer, and until the page has come to rest."""
        self.lines.append(f"[{key}]")
        self.page.keyboard.press(key)
        until(self.page, answer)
        self.rest()
        self.note()

    def rest(self, quiet: float = 0.5) -> None:
        """Wait until the page has not changed for a moment."""
        before, since = None, time.monotonic()
        while time.monotonic() - since < quiet:
            now = self.page.evaluate(LOOK)
            if now != before:
                before, since = now, time.monotonic()
            time.sleep(0.05)


def is_asked(kinds: tuple[str, ...], first_round: int, match: Match) -> bool:
    """Whether our seat is asked one of these questions in the middle of the first quarter or cycle."""
    view: Any = match.view()
    return match.seat == 0 and view.round >= first_round and getattr(match.question, "kind", "") in kinds


MOMENTS = {
    "trajan": ("trajan", partial(is_asked, ("turn",), 3)),
    "forum_trajanum": ("forum_trajanum", partial(is_asked, ("take",), 3)),
    "forum_trajanum_after": ("forum_trajanum", partial(is_asked, AFTER, 3)),
}
"""Where a turn begins; that of Forum Trajanum goes on after all have passed on a tile."""
TABLES = {
    (name, language): Prepared(f"spoken-{name}-{language}", game, NAMES, 12, moment, by_chance)
    for name, (game, moment) in MOMENTS.items()
    for language in ("en", "de")
}


def spoken_turn(page: Any) -> list[str]:
    """Play one turn with two keys and return what is said, from opening the page until the next player moves.

    The page moves the focus: to the first place that may be chosen, and to Confirm.
    """
    listener = Listener(page)
    listener.rest()
    listener.lines.append("[the page opens]")
    listener.note()
    listener.press("ArrowRight", "document.activeElement.matches('.lit')")
    for _ in range(MOST_KEYS):
        before = len(listener.lines)
        listener.press("Enter")
        said = listener.lines[before:]
        after = [at for at, line in enumerate(said) if ENDS.match(line)]
        if after:  # the focus is on what may be chosen next, which depends on the rivals
            return listener.lines[:before] + [line for line in said[: after[0]] if not line.startswith("  at:")]
    raise AssertionError("the turn did not end:\n" + "\n".join(listener.lines))


def sit(chromium: Any, address: str, name: str, language: str) -> Any:
    """Open the table of a prepared game at our seat, and listen."""
    table = TABLES[name, language]
    memory = {**table.memory(), "teach": "no", "lessons-offered": "yes", "language": language}
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_init_script(remembering(memory) + LISTEN)
    page = context.new_page()
    page.goto(f"{address}/table/{table.table}")
    page.wait_for_selector(".lit", timeout=150_000)
    return page


def documented() -> dict[tuple[str, str], str]:
    """What the documentation says is heard, by game and language."""
    found = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    return {(game, language): text for _, game, language, text, _ in found}


def main() -> None:
    """Write what is heard into the page of the documentation."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS

    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        prepare(Path(data), list(TABLES.values()))
        heard = {key: "\n".join([*spoken_turn(sit(browser, address, *key)), ""]) for key in TABLES}
        browser.close()
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(lambda at: at[1] + heard[at[2], at[3]] + at[5], page), encoding="utf-8")


if __name__ == "__main__":
    main()
