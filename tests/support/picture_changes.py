"""Apply picture changes as the browser does: a part replaces the part with the same id."""

from collections.abc import Mapping

from ulpia.render.diff import parts


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
    """Find a part by its id, at any depth."""
    for own, part in parts(picture)[1].items():
        if own == ident:
            return part
        if (inner := part_of(part, ident)) is not None:
            return inner
    return None
