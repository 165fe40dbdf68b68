"""What a page does with the changes between two pictures: parts take the place of those with the same id."""

from collections.abc import Mapping

from ulpia.render.diff import parts


def laid(before: Mapping[str, str], changed: Mapping[str, str | Mapping[str, str]]) -> dict[str, str]:
    """Districts after changes; an empty one is gone."""
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
    """The part with an id, however deep it lies."""
    for own, part in parts(picture)[1].items():
        if own == ident:
            return part
        if (inner := part_of(part, ident)) is not None:
            return inner
    return None
