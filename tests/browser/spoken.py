"""What a screen reader gets to say at a table: the focused element as the browser's accessibility tree has it, and
what changes in live regions, in order.

No screen reader runs here. The browser computes names, roles and descriptions; the order and the words of live regions
are collected by the same rules that screen readers follow: what is added to a polite region is said unless it is hidden.
"""

import time
from collections.abc import Sequence
from typing import Any

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
ROLES = ("radio", "button", "link", "checkbox", "combobox", "textbox", "dialog", "heading", "slider", "image", "group")


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
        if role in ("RootWebArea", "body", "generic"):
            return ""
        parts = [node.get("name", {}).get("value", ""), role, node.get("description", {}).get("value", "")]
        return " | ".join(part for part in parts if part)

    def note(self) -> None:
        """Write down what has been said since the last key, and the focus if it has moved."""
        for text in self.hear():
            self.lines.append(f"says: {text}")
        focused = self.focused()
        if focused and focused != self._focused:
            self.lines.append(f"focus: {focused}")
        self._focused = focused

    def press(self, key: str) -> None:
        """Press a key and wait until the page has come to rest."""
        self.lines.append(f"key: {key}")
        self.page.keyboard.press(key)
        self.rest()
        self.note()

    def rest(self, quiet: float = 0.6) -> None:
        """Wait until the page has not changed for a moment."""
        before, since = None, time.monotonic()
        while time.monotonic() - since < quiet:
            now = self.page.evaluate(
                "[document.querySelector('.stage')?.innerText, document.activeElement?.outerHTML.length, heard.length].join()"
            )
            if now != before:
                before, since = now, time.monotonic()
            time.sleep(0.05)


def told(lines: Sequence[str]) -> str:
    """Return lines as text."""
    return "\n".join(lines)
