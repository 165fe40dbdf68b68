"""What a first visit transfers: bytes as they come over the wire, headers included, each message compressed."""

import zlib
from typing import Any

from tests.browser.steps import begin, until

START_PAGE, TABLE = 150_000, 250_000
"""So many bytes at most."""


class Traffic:
    """Counts what a page receives."""

    def __init__(self, page: Any) -> None:
        self.bytes = 0
        self.paths: list[str] = []
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.requestWillBeSent", lambda event: self.paths.append(event["request"]["url"]))
        network.on("Network.loadingFinished", lambda event: self._count(event["encodedDataLength"]))
        page.on("websocket", lambda socket: socket.on("framereceived", self._message))

    def _count(self, length: float) -> None:
        self.bytes += int(length)

    def _message(self, frame: str | bytes) -> None:
        self._count(len(zlib.compress(frame.encode() if isinstance(frame, str) else frame)))

    def times(self, name: str) -> int:
        return sum(path.endswith(name) for path in self.paths)


def first_visit(visit: Any, url: str, ready: str) -> Traffic:
    """Open an address in a browser that has seen nothing of the server but its icon."""
    page = visit(url.split("/table/")[0].rstrip("/") + "/assets/icon.svg")
    traffic = Traffic(page)
    page.goto(url)
    until(page, ready)
    page.wait_for_load_state("networkidle")
    return traffic


def test_a_first_visit_is_light_and_symbols_come_once(visit: Any) -> None:
    page = visit()
    traffic = first_visit(visit, page.url, "document.querySelector('.begin')")
    assert traffic.times("/symbols.svg") == 1
    assert 10_000 < traffic.bytes < START_PAGE
    begin(page, "trajan", 4)
    traffic = first_visit(visit, page.url, "document.querySelectorAll('.plot svg').length > 8")
    assert traffic.times("/symbols.svg") == 1
    assert 10_000 < traffic.bytes < TABLE


def test_symbols_are_compressed_and_cached(visit: Any) -> None:
    """A second visit only asks whether they have changed."""
    page = visit()
    page.wait_for_selector(".begin")
    answer = page.context.request.get(page.url + "assets/symbols.svg")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    again = page.context.request.get(page.url + "assets/symbols.svg", headers={"if-none-match": answer.headers["etag"]})
    assert again.status == 304
