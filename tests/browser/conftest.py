"""A real browser at a real server. Skipped where Chromium or its driver is not installed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, on a free port of this machine."""
    folder = tmp_path_factory.mktemp("table")
    server = subprocess.Popen(
        [sys.executable, "-m", "ulpia", "--language", "en", "serve", "--no-browser", "--port", "0"],
        env=os.environ | {"XDG_DATA_HOME": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            break
    else:
        raise AssertionError("the server did not start")
    yield found.group()
    server.terminate()
    server.communicate(timeout=20)


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
    """Open a page with a fresh memory; whatever its scripts complain about fails the test."""
    contexts, complaints = [], []

    def open_page(path: str = "/", language: str = "en-GB", width: int = 1280, height: int = 800) -> Any:
        size = {"width": width, "height": height}
        context = chromium.new_context(viewport=size, locale=language, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path if path.startswith("http") else address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
