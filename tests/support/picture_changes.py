"""Apply picture changes as the browser does: a part replaces the part with the same id."""

import re
from collections.abc import Mapping

GROUP = re.compile(r"<(/?)g\b[^>]*>")


def apply_changes(before: Mapping[str, str], changed: Mapping[str, str | Mapping[str, str]]) -> dict[str, str]:
    """Return the districts after changes; an empty picture removes its district."""
    after = dict(before)
    for name, change in changed.items():
        if isinstance(change, str):
            after[name] = change
            continue
        for ident, part in change.items():
            old = part_of(before[name], ident)
            assert old is not None
            assert after[name].count(old) == 1
            after[name] = after[name].replace(old, part)
    return {name: picture for name, picture in after.items() if picture}


def part_of(picture: str, ident: str) -> str | None:
    """Find a group by its id, at any depth."""
    found = re.search(rf"<g\b[^>]* id=[\"']{re.escape(ident)}[\"'][^>]*>", picture)
    if found is None:
        return None
    depth = 0
    for tag in GROUP.finditer(picture, found.start()):
        depth += -1 if tag[1] else 1
        if not depth:
            return picture[found.start() : tag.end()]
    return None
