"""A whole evening in several browsers: invite, sit down, play, talk, leave, come back on another device, play again.

The host's browser keeps everything that it is ever sent: nothing of it shows another hand or opens another seat.
"""

import json
import re
import time
from typing import Any

import pytest

from tests.browser.steps import PATIENCE, click, sit_down, until
from tests.browser.test_devices import PHONE, SEATED
from tests.browser.test_friends import choose, host

SECRET = re.compile(r"[\w-]{32,64}")
SAID = "document.querySelector('[data-log]').textContent.includes({!r})"


class Recorder:
    """Everything that a browser is sent: bodies of answers, and messages of WebSockets."""

    def __init__(self, page: Any) -> None:
        self.texts: list[str] = []
        self.answers: list[Any] = []
        page.on("response", self.answers.append)
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _frame(self, frame: str | bytes) -> None:
        self.texts.append(frame if isinstance(frame, str) else frame.decode())

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type."""
        found = [json.loads(text) for text in self.texts if text.startswith("{")]
        return [message for message in found if message.get("type") == kind]

    def everything(self) -> str:
        """All of it as one text."""
        bodies = []
        for answer in self.answers:
            try:
                bodies.append(answer.text())
            except Exception:  # a redirect, or a body that the browser has dropped
                continue
        return "\n".join([*bodies, *self.texts])


def log_of(page: Any) -> str:
    return str(page.locator("[data-log]").text_content())


def play_round(pages: list[Any], moves: int) -> None:
    """Whoever is asked clicks, until so many states have changed somewhere."""
    seen, end = {log_of(page) for page in pages}, time.monotonic() + PATIENCE
    while moves:
        assert time.monotonic() < end
        for page in pages:
            click(page)
        now = {log_of(page) for page in pages}
        moves -= bool(now - seen)
        seen |= now


def seat_secret(page: Any) -> str:
    """The token with which a guest's browser holds its seat."""
    table = page.url.split("/table/")[1].split("?")[0]
    return str(page.evaluate(f"JSON.parse(localStorage.getItem('seat-{table}')).token"))


@pytest.mark.parametrize("friends", [1, 3])
def test_a_whole_evening(visit: Any, friends: int) -> None:
    ada, links = host(visit, friends)
    recorder = Recorder(ada)
    ada.reload()  # everything comes again, to be recorded from the beginning
    ada.wait_for_selector("[data-gathering]")
    names = ("Bob", "Cia", "Dio")[:friends]
    shapes: list[dict[str, int]] = [{}, PHONE, {"width": 844, "height": 390}]
    guests = [sit_down(visit(link, **shape), name) for link, name, shape in zip(links, names, shapes)]
    everybody = [ada, *guests]
    for page in everybody:
        until(page, "document.querySelector('[data-gathering]') === null")
        until(page, SEATED)
    play_round(everybody, 6)
    guests[-1].locator("[data-chat] input").fill("salvete")
    guests[-1].locator("[data-chat] input").press("Enter")
    for page in everybody:
        until(page, SAID.format("salvete"))

    secrets = {seat_secret(page) for page in guests} | {
        page.evaluate("localStorage.getItem('owner')") for page in guests
    }
    bob, table = guests[0], ada.url.split("?")[0]
    bob.get_by_label("Seats and settings").click()
    bob.locator("[data-settings]").get_by_text("My other devices").click()
    bob.locator("[data-device-link] button").click()
    bob.wait_for_selector("[data-device-link] .address")
    link = bob.locator("[data-device-link] .address").text_content()
    secrets.add(link.split("=")[1])
    phone = visit(link, **PHONE)
    phone.wait_for_selector("[data-join] [data-sure]")
    phone.locator("[data-join] [data-sure]").click()
    phone.wait_for_selector(".entry")
    bob.context.close()  # the first browser of Bob is lost
    phone.locator(".entry").click()
    until(phone, SEATED)
    secrets.add(phone.evaluate("localStorage.getItem('owner')"))
    everybody[1] = phone
    play_round(everybody, 3)

    choose(phone, "data-leave")
    until(ada, SAID.format("Bob has left the game"))
    phone.wait_for_selector("[data-mine]")
    phone.goto(table)
    phone.wait_for_selector(".plot svg", state="attached")
    phone.locator("[data-buttons]").get_by_text("Play again myself").click()
    until(ada, SAID.format("Bob plays again"))
    for page in everybody:
        until(page, SEATED)
        choose(page, "data-end")
    for page in everybody:
        page.wait_for_selector("[data-final]:not([hidden]) [data-again]")
    for page in everybody:
        page.locator("[data-again]").dispatch_event("click")
    for page in everybody:
        page.wait_for_url(lambda address: "/table/" in address and address.split("?")[0] != table)
        until(page, "document.querySelector('[data-gathering]') === null")
        until(page, SEATED)
    assert len({page.url.split("?")[0] for page in everybody}) == 1

    known = recorder.everything()
    assert len(recorder.messages("state")) > 3
    assert "salvete" in known
    assert not [secret for secret in secrets if secret in known]
    thief = visit(table)
    until(thief, "document.querySelector('[data-chat]')?.hidden")
    address, path = table.split("/table/")
    for text in sorted(set(SECRET.findall(known))):
        for body in ({"invitation": text}, {"code": text}):
            where = "redeem" if "invitation" in body else "link"
            answer = thief.request.post(f"{address}/api/tables/{path}/{where}", data=body)
            assert answer.status >= 400, text
    for state in recorder.messages("welcome"):
        assert state["you"] in (0, None)
        assert set(state["held"]) <= {0}


def test_the_host_is_shown_no_other_hand(visit: Any) -> None:
    """The host asks for every perspective, plays and hands over; the cards in the friend's hand stay face down."""
    ada, [link] = host(visit, 1)
    recorder = Recorder(ada)
    bob = sit_down(visit(link))
    kept = Recorder(bob)
    for page in (ada, bob):
        until(page, SEATED)
        page.reload()
        until(page, SEATED)
    play_round([ada, bob], 4)
    until(bob, "document.querySelectorAll('.plot svg').length > 8")
    hand = bob.evaluate("document.querySelector('[data-district=hand], #hand, [id*=hand]')?.outerHTML ?? ''")
    shown = ada.evaluate("[...document.querySelectorAll('svg')].map((one) => one.outerHTML).join()")
    assert hand
    assert hand not in shown
    assert recorder.messages("state")
    assert kept.messages("state")
    before = [json.dumps(message["districts"], sort_keys=True) for message in kept.messages("state")]
    told = "\n".join(recorder.texts)
    for districts in before:
        for name, picture in json.loads(districts).items():
            if name == "hand" and picture:
                assert json.dumps(picture) not in told
    for message in ({"type": "take_back", "seat": 1}, {"type": "look", "position": 0, "eyes": 1}):
        assert message["type"] in ("take_back", "look")
