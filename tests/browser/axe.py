"""axe-core in a page: what its rules find, in both themes."""

from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, NamedTuple

THEMES = ("day", "night")
LOADED = "typeof axe === 'object'"
RUN = """async (theme) => {
  const root = document.documentElement;
  const before = root.dataset.theme;
  root.dataset.theme = theme;
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const runOnly = theme === 'day' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] };
  const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'], rules: RULES });
  root.dataset.theme = before;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) =>
    ({ rule: id, place: node.target.flat().join(' '), why: node.failureSummary.split('\\n').slice(1).join(';'), html: node.html })));
}""".replace("RULES", "{ 'target-size': { enabled: true } }")
"""Nothing but colours depends on the theme, so by night only the contrast is tested."""


class Finding(NamedTuple):
    """Something that a rule of axe-core objects to."""

    state: str
    theme: str
    rule: str
    place: str
    why: str


def source() -> str:
    """The script, as a pinned package brings it."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def findings(page: Any, state: str) -> list[Finding]:
    """What axe-core finds in a page as it is now. The script is evaluated: the page itself allows no foreign scripts."""
    if not page.evaluate(LOADED):
        page.evaluate(source())
    return [
        Finding(state, theme, found["rule"], found["place"], found["why"])
        for theme in THEMES
        for found in page.evaluate(RUN, theme)
    ]


def counted(found: Iterable[Finding]) -> dict[tuple[str, str], int]:
    """How often each rule objects in each state."""
    return dict(Counter((each.state, each.rule) for each in found))
