"""Griffe extension: show the `>>>` examples of a docstring as a code block, also outside an `Examples` section."""

from typing import Any

import griffe

PROMPTS = (">>> ", "... ")


def with_code_blocks(text: str) -> str:
    """Return a docstring with each doctest, from its first prompt to the next blank line, in a fence."""
    lines: list[str] = []
    is_open = False
    for line in text.splitlines():
        if line.startswith(PROMPTS) and not is_open:
            lines += ["", "```pycon"]
            is_open = True
        elif not line.strip() and is_open:
            lines.append("```")
            is_open = False
        lines.append(line)
    return "\n".join([*lines, "```"] if is_open else lines)


class DoctestBlocks(griffe.Extension):
    """Rewrites the docstring of every object that has a doctest."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring in place."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = with_code_blocks(obj.docstring.value)
