"""The Python code blocks of README and docs run as they stand.

All blocks of a page run one after another with the same names, in an empty folder. A comment above a block
changes that:

    <!-- not run: needs a GPU -->       the block is skipped, with this reason
    <!-- needs: gymnasium -->           the block is skipped where that module is not installed
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>not run|needs): (?P<about>[^\n]+) -->\n+)?^```python\n(?P<code>.*?)^```$", re.M | re.S
)


class Block(NamedTuple):
    """A code block of a page."""

    page: str
    line: int
    code: str
    not_run: str = ""
    needs: str = ""


def blocks_of(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        Block(
            page,
            text.count("\n", 0, found.start("code")),
            found["code"],
            found["about"] if found["mark"] == "not run" else "",
            found["about"] if found["mark"] == "needs" else "",
        )
        for found in BLOCK.finditer(text)
    ]


PAGES = {
    page: blocks
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if (blocks := blocks_of(page := path.relative_to(ROOT).as_posix()))
}
NOT_RUN = [block for blocks in PAGES.values() for block in blocks if block.not_run]


@pytest.mark.parametrize("page", [page for page, blocks in PAGES.items() if not all(block.not_run for block in blocks)])
def test_the_code_of_a_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = [block for block in PAGES[page] if not block.not_run]
    for module in (module for block in blocks for module in block.needs.split()):
        pytest.importorskip(module)
    if any("ulpia.agents" in block.code for block in blocks):
        request.getfixturevalue("thinking")
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks:
        code = "\n" * block.line + block.code  # so that a traceback names the line of the page
        exec(compile(code, str(ROOT / page), "exec"), names)


@pytest.mark.parametrize("block", NOT_RUN, ids=lambda block: f"{block.page}:{block.line}")
def test_the_code_that_is_not_run_compiles(block: Block) -> None:
    compile(block.code, block.page, "exec")
    pytest.skip(block.not_run)


def test_blocks_are_found() -> None:
    assert len(PAGES["README.md"]) >= 2
    assert len(PAGES) >= 8
    assert sum(map(len, PAGES.values())) == sum(
        len(re.findall(r"^```python$", (ROOT / page).read_text(encoding="utf-8"), re.M)) for page in PAGES
    )
