"""Differences between two pictures of a table: whole districts, or only those of their parts that changed.

A part is a group with an id, and parts have parts. Where nothing but parts changed, a page replaces each of them;
otherwise it takes the whole district.
"""

from collections.abc import Mapping

from ulpia.render.tree import Picture

Change = str | dict[str, str]
"""A whole picture, or parts by id."""


def changes(before: Mapping[str, Picture], after: Mapping[str, Picture], quote: str = '"') -> dict[str, Change]:
    """Return, for each district that changed, its new picture or its new parts. A district that is gone is empty."""
    found: dict[str, Change] = {name: "" for name in before if name not in after}
    for name, picture in after.items():
        old = before.get(name)
        if old is None:
            found[name] = picture.to_string(quote)
        elif old is not picture:
            parts: dict[str, str] = {}
            if not _collect(old, picture, quote, parts):
                found[name] = picture.to_string(quote)
            elif parts:
                found[name] = parts
    return found


def _collect(old: Picture, new: Picture, quote: str, found: dict[str, str]) -> bool:
    """Collect the parts that differ. False where more than parts differs."""
    if len(old.pieces) != len(new.pieces):
        return False
    changed: list[tuple[Picture, Picture]] = []
    for one, other in zip(old.pieces, new.pieces):
        if one is other:
            continue
        if isinstance(one, Picture) and isinstance(other, Picture) and one.id == other.id:
            changed.append((one, other))
        elif one != other:
            return False
    for one, other in changed:
        if not _collect(one, other, quote, found):
            found[other.id] = other.to_string(quote)
    return True
