"""A real browser at a real server. Skipped where Chromium or its driver is not installed."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import remembering, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its games."""
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """A server of its own, on a free port of this machine."""
    with serving(folder) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser for one file of tests: its driver runs an event loop, which other files must not find running."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(Path(CHROMIUM)), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[Any]:
    """Open a page with a fresh memory; whatever its scripts complain about fails the test.

    Unless the visitor is a newcomer, lessons count as offered and the teacher is off. `prepare` gets the page before it
    is opened.
    """
    contexts, complaints = [], []

    def open_page(
        path: str = "/",
        language: str = "en-GB",
        width: int = 1280,
        height: int = 800,
        memory: Mapping[str, str] | None = None,
        is_newcomer: bool = False,
        has_touch: bool = False,
        prepare: Callable[[Any], object] = lambda _page: None,
    ) -> Any:
        size = {"width": width, "height": height}
        context = chromium.new_context(viewport=size, locale=language, reduced_motion="reduce", has_touch=has_touch)
        contexts.append(context)
        known = {} if is_newcomer else {"lessons-offered": "yes", "teach": "no"}
        context.add_init_script(remembering({**known, **(memory or {})}))
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        prepare(page)
        page.goto(path if path.startswith("http") else address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
