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
    """Everything that a browser is sent: answers of the HTTP interface, and messages of WebSockets."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.texts: list[str] = []

    def begin(self, page: Any) -> None:
        """Record a page from now on."""
        page.route("**/api/**", self._answer)
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _answer(self, route: Any) -> None:
        answer = route.fetch()
        self.answers.append(answer.text())
        route.fulfill(response=answer)

    def _frame(self, frame: str | bytes) -> None:
        self.texts.append(frame if isinstance(frame, str) else frame.decode())

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type."""
        found = [json.loads(text) for text in self.texts if text.startswith("{")]
        return [message for message in found if message.get("type") == kind]

    def everything(self) -> str:
        """All of it as one text."""
        return "\n".join([*self.answers, *self.texts])


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
    recorder = Recorder()
    ada, links = host(visit, friends, recorder.begin)
    assert all(link.split("=")[1] in recorder.everything() for link in links)
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
        leave_behind(page, table)
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


def leave_behind(page: Any, table: str) -> None:
    """Wait until a page has gone to another table. (Playwright's own way fails where one navigation ends another.)"""
    end = time.monotonic() + PATIENCE
    while page.url.split("?")[0] == table or "/table/" not in page.url:
        assert time.monotonic() < end, page.url
        page.wait_for_timeout(50)


SEND = "async (message) => (await import('/assets/table/connection.js')).connection.send(message)"
TRY = """async ([table, texts]) => {
  const seats = [];
  const hello = (more) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    const done = (seat) => (socket.close(), resolve(seat));
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", table, language: "en", ...more }));
    socket.onmessage = ({ data }) => {
      const { type, you } = JSON.parse(data);
      if (type === "welcome") done(you);
      if (type === "refused") done(null);
    };
    socket.onclose = () => resolve(null);
  });
  for (const text of texts) {
    seats.push(await hello({ token: text }));
    seats.push(await hello({ owner: text, seat: 1 }));
  }
  return seats.filter((seat) => seat !== null);
}"""
"""Say hello with each text as the token of a seat, and as the key of seat 1; the seats that this opens."""


def test_the_host_is_shown_no_other_hand_and_plays_no_other_seat(visit: Any) -> None:
    """The host's browser asks for the friend's hand and seat with everything that it was ever sent."""
    recorder = Recorder()
    ada, [link] = host(visit, 1, recorder.begin)
    bob = sit_down(visit(link))
    for page in (ada, bob):
        until(page, SEATED)
    play_round([ada, bob], 5)
    for message, refusal in (
        ({"type": "look", "position": 0, "eyes": 1}, "NotFinished"),
        ({"type": "look", "position": 0, "eyes": "all"}, "NotFinished"),
        ({"type": "take_back", "seat": 1}, "NotTheCreator"),
    ):
        assert ada.evaluate(SEND, message)
        end = time.monotonic() + PATIENCE
        while refusal not in [refused["name"] for refused in recorder.messages("refused")]:
            assert time.monotonic() < end, message
            ada.wait_for_timeout(50)
        recorder.texts = [text for text in recorder.texts if f'"{refusal}"' not in text]
    states = recorder.messages("state")
    assert any("card-" in json.dumps(state["districts"].get("hand", "")) for state in states)
    for state in states:
        about_bob = {name: picture for name, picture in state["districts"].items() if name.endswith("-1")}
        assert set(about_bob) <= {"player-1", "display-1"}
        assert "card-" not in json.dumps(about_bob.get("player-1", ""))
    texts = sorted(set(SECRET.findall(recorder.everything())))
    own = ada.evaluate("localStorage.getItem('owner')")
    assert own
    assert set(ada.evaluate(TRY, [ada.url.split("/table/")[1].split("?")[0], [*texts, own]])) == {0}
