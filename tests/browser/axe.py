"""axe-core in a page: what its rules find, in both themes."""

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
  const rules = { 'target-size': { enabled: true } };
  const { violations } = await axe.run(document, { runOnly, rules, resultTypes: ['violations'] });
  root.dataset.theme = before;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    ({ rule: id, place: target.flat().join(' '), why: failureSummary.split('\\n').slice(1).join(';') })));
}"""
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
    """What axe-core finds in a page as it is now. The script is evaluated: pages allow no foreign scripts."""
    if not page.evaluate(LOADED):
        page.evaluate(source())
    return [
        Finding(state, theme, found["rule"], found["place"], found["why"])
        for theme in THEMES
        for found in page.evaluate(RUN, theme)
    ]
