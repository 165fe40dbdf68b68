"""What is lost comes back: a cut line, and a server that is killed and started again, both in mid-turn."""

import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser.steps import begin, click, until

IS_ASKED = (
    "document.querySelectorAll('.lit, [data-buttons] button:not([data-skip])').length > 0"
    " && !document.querySelector('.offline')"
)


class Line:
    """A line to the server that can be cut."""

    def __init__(self, to: int) -> None:
        self.to, self.pairs = to, []  # type: ignore[var-annotated]
        self.ear = socket.create_server(("127.0.0.1", 0))
        self.port, self.is_cut = self.ear.getsockname()[1], False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self.ear.accept()
                if self.is_cut:
                    near.close()
                    continue
                pair = (near, socket.create_connection(("127.0.0.1", self.to)))
            except OSError:
                return
            self.pairs.append(pair)
            threading.Thread(target=self._carry, args=pair, daemon=True).start()

    @staticmethod
    def _carry(near: socket.socket, far: socket.socket) -> None:
        try:
            while True:
                for ready in select.select((near, far), (), ())[0]:
                    data = ready.recv(1 << 16)
                    if not data:
                        raise OSError
                    (far if ready is near else near).sendall(data)
        except (OSError, ValueError):
            near.close()
            far.close()

    def cut(self) -> None:
        self.is_cut = True
        for pair in self.pairs:
            for end in pair:
                with suppress(OSError):  # closed before
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs.clear()

    def mend(self) -> None:
        self.is_cut = False


@pytest.fixture
def line(address: str) -> Iterator[Line]:
    made = Line(int(address.rsplit(":", 1)[1]))
    yield made
    made.cut()
    made.ear.close()


def test_a_cut_line_is_mended_in_mid_turn(visit: Any, line: Line) -> None:
    """The page says so, and goes on by itself where it was."""
    page = visit(f"http://127.0.0.1:{line.port}/")
    begin(page, "trajan", 2)
    click(page)
    page.wait_for_selector("[data-confirm]")
    page.locator("[data-confirm]").click()
    until(page, IS_ASKED)
    told, asked = page.locator("[data-log] li").count(), page.locator("[data-asked]").text_content()
    line.cut()
    page.wait_for_selector(".offline")
    line.mend()
    until(page, IS_ASKED)
    assert page.locator("[data-log] li").count() == told
    assert page.locator("[data-asked]").text_content() == asked
    click(page)


class Server:
    """A server of its own that can be killed, always on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "ulpia", "--language", "en", "serve", "--no-browser", "--port", str(self.port)]
        environment = os.environ | {"XDG_DATA_HOME": str(self.folder)}
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        for said in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", said):
                self.port = int(found[1])
                self.reading = threading.Thread(target=self.process.stdout.read, daemon=True)
                self.reading.start()
                return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.reading.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path)
    yield started
    started.kill()


def test_a_killed_server_comes_back_with_everything(visit: Any, server: Server) -> None:
    page = visit(f"http://127.0.0.1:{server.port}/")
    begin(page, "trajan", 2)
    for _ in range(6):
        until(page, IS_ASKED)
        click(page)
    until(page, IS_ASKED)
    if page.locator("[data-confirm]").count():
        page.locator("[data-undo]").click()
    page.wait_for_timeout(300)
    told = page.evaluate("[...document.querySelectorAll('[data-log] li')].map((each) => each.textContent).join()")
    asked = page.locator("[data-asked]").text_content()
    server.kill()
    page.wait_for_selector(".offline")
    server.start()
    until(page, IS_ASKED)
    now = page.evaluate("[...document.querySelectorAll('[data-log] li')].map((each) => each.textContent).join()")
    assert (now, page.locator("[data-asked]").text_content()) == (told, asked)
    click(page)
