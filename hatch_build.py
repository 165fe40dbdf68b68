"""Compute the package metadata that depends on where the project is published: its URLs and the links of its README.

The base URL is one line of `pyproject.toml`. On a package index there are no files beside the README, so its relative
links and pictures become absolute there.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<mark>!?)\[(?P<text>[^\]]*)\]\((?!https?:|#)(?P<path>[^)]+)\)")


def urls(base: str) -> dict[str, str]:
    """Return the links that a package index shows beside the package."""
    return {
        "Homepage": base,
        "Documentation": f"{base}/tree/HEAD/docs",
        "Source": base,
        "Issues": f"{base}/issues",
        "Changelog": f"{base}/blob/HEAD/CHANGELOG.md",
    }


def with_absolute_links(text: str, base: str) -> str:
    """Return a Markdown text with links to files of the repository as absolute URLs."""

    def absolute(link: re.Match[str]) -> str:
        view = "raw" if link["mark"] else "blob"
        return f"{link['mark']}[{link['text']}]({base}/{view}/HEAD/{link['path']})"

    return LINK.sub(absolute, text)


class CustomMetadataHook(MetadataHookInterface):
    """Adds `urls` and `readme` to the project's metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the dynamic fields."""
        base = self.config["base-url"].rstrip("/")
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = urls(base)
        metadata["readme"] = {"content-type": "text/markdown", "text": with_absolute_links(readme, base)}
