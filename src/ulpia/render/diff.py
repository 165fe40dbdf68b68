"""What is different between two pictures of a table: whole districts, or only the parts of them that changed.

A part is a group with an id within a district, and parts have parts. Where nothing but parts changed, a page puts each
new part in the place of the old one; otherwise it takes the whole district.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

GROUP = re.compile(r"<(?:svg|(/?)g)\b([^>]*)>")
IDENT = re.compile(r""" id=["']([^"']+)["']""")


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str | dict[str, str]]:
    """For each district that changed: its new picture, or its new parts by id. A district that is gone is empty."""
    found: dict[str, str | dict[str, str]] = {name: "" for name in before if name not in after}
    for name, picture in after.items():
        if before.get(name) != picture:
            found[name] = _difference(before[name], picture) if name in before else picture
    return found


def _difference(old: str, new: str) -> str | dict[str, str]:
    (old_frame, old_parts), (new_frame, new_parts) = parts(old), parts(new)
    if old_frame != new_frame:
        return new
    found: dict[str, str] = {}
    for ident, part in new_parts.items():
        if old_parts[ident] != part:
            inner = _difference(old_parts[ident], part)
            found |= {ident: inner} if isinstance(inner, str) else inner
    return found


@lru_cache(1 << 8)
def parts(picture: str) -> tuple[str, dict[str, str]]:
    """The outermost groups of a picture that have an id, and what is left of it: the ids in their places."""
    frame, found, depth, start, kept, ident = [], {}, 0, 0, 0, ""
    for tag in GROUP.finditer(picture):
        closing, attributes = tag.groups()
        if closing:
            depth -= 1
            if depth == 1 and ident:
                frame += [picture[kept:start], ident]
                kept = tag.end()
                found[ident] = picture[start:kept]
        else:
            if depth == 1:
                named = IDENT.search(attributes)
                start, ident = tag.start(), named[1] if named else ""
            depth += 1
    return "\0".join([*frame, picture[kept:]]), found
