"""`Learner`: plays lessons at the page /learn/GAME by mouse, by keyboard only, or by thumb.

It knows which actions it wants to play from the data of the lesson. Where these lie, and which button or menu stands
for them, it learns from what the server sent to the page.
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

PATIENCE = 60.0
MOST_TABS = 200
"""So many presses of Tab go once around every page."""
HIT = """([selector, text]) => {
  const elements = [...document.querySelectorAll(selector)];
  const element = text === null ? elements[0] : elements.find((each) => each.textContent === text);
  if (!element) return null;
  // Panels snap: to the whole panel first, as its tab would lead there, then down to the element.
  element.closest('.panel-page')?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = element.getBoundingClientRect(), parts = [.5, .3, .7, .15, .85, .05, .95];
  for (const down of parts) for (const along of parts) {
    const at = [box.x + box.width * along, box.y + box.height * down];
    const found = document.elementFromPoint(...at);
    if (found && (element === found || element.contains(found))) return at;
  }
  return null;
}"""
"""A point at which a pointer meets an element."""
IS_FOCUSED = """([selector, text]) => {
  const active = document.activeElement;
  return Boolean(active?.matches(selector)) && (text === null || active.textContent === text);
}"""
TABS = """([selector, text]) => {
  const root = document.querySelector('dialog[open]') ?? document;
  const all = [...root.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')].filter(
    (each) => each.getClientRects().length && !each.disabled && each.getAttribute('tabindex') !== '-1');
  const wanted = all.findIndex((each) => each.matches(selector) && (text === null || each.textContent === text));
  return wanted - Math.max(0, all.indexOf(document.activeElement));
}"""
"""About how many presses of Tab lead to an element, negative for Shift+Tab."""
IS_THERE = """([selector, text]) => [...document.querySelectorAll(selector)].some(
  (each) => text === null || each.textContent === text)"""

IS_READABLE = """(() => {
  const goal = document.querySelector('[data-lesson-goal]'), box = goal.getBoundingClientRect();
  return [.1, .5, .9].every((down) => [.1, .3].every((along) => {
    const found = document.elementFromPoint(box.x + box.width * along, box.y + box.height * down);
    return found === goal;
  }));
})()"""
LIT_IN_SIGHT = """[...document.querySelectorAll('.lit')].filter((element) => {
  const box = element.getBoundingClientRect(), parts = [.5, .3, .7, .15, .85];
  return parts.some((down) => parts.some((along) => {
    const found = document.elementFromPoint(box.x + box.width * along, box.y + box.height * down);
    return found && element.contains(found);
  }));
}).length"""

Message = dict[str, Any]


class Input(ABC):
    """A way to press things of a page."""

    def __init__(self, page: Any) -> None:
        self.page = page

    @abstractmethod
    def press(self, selector: str, text: str | None = None) -> bool:
        """Press the first element of a selector, or the one with a text; return whether it could be reached."""


class Mouse(Input):
    """Clicks where an element can be seen."""

    def press(self, selector: str, text: str | None = None) -> bool:
        """Click."""
        at = self.page.evaluate(HIT, [selector, text])
        if at is not None:
            self.page.mouse.click(*at)
        return at is not None


class Thumb(Input):
    """Taps where an element can be seen."""

    def press(self, selector: str, text: str | None = None) -> bool:
        """Tap."""
        at = self.page.evaluate(HIT, [selector, text])
        if at is not None:
            self.page.touchscreen.tap(*at)
        return at is not None


class Keyboard(Input):
    """Goes to an element with Tab and presses Enter. It touches no pointer."""

    def press(self, selector: str, text: str | None = None) -> bool:
        """Focus and press."""
        tabs = self.page.evaluate(TABS, [selector, text])
        for _ in range(abs(tabs)):
            self.page.keyboard.press("Tab" if tabs > 0 else "Shift+Tab")
        for _ in range(MOST_TABS):
            if self.page.evaluate(IS_FOCUSED, [selector, text]):
                self.page.keyboard.press("Enter")
                return True
            self.page.keyboard.press("Tab")
        return False


class Learner:
    """Somebody at a page, with everything that the server has sent there."""

    def __init__(self, page: Any, way: type[Input], messages: list[Message]) -> None:
        self.page = page
        self.input = way(page)
        self.messages = messages
        self.ends = 0
        """How many ends of phases were shown and closed."""
        self._acted_on = ""

    def until(self, condition: Callable[[], Any], what: str) -> Any:
        """Wait for something to be true, and return it."""
        end = time.monotonic() + PATIENCE
        while not (found := self._try(condition)):
            assert time.monotonic() < end, f"{what}; the page says {self.card('goal')!r}, {self.card('said')!r}"
            self.page.wait_for_timeout(30)
        return found

    def _try(self, condition: Callable[[], Any]) -> Any:
        try:
            return condition()
        except Exception as error:  # the type belongs to Playwright, which may be missing
            if "context was destroyed" in str(error):
                return None  # the page gives way to the next one
            raise

    def latest(self, kind: str) -> Message | None:
        """Return the newest message of a kind."""
        return next((each for each in reversed(self.messages) if each["type"] == kind), None)

    def card(self, part: str) -> str:
        """Return a text of the card: `goal` or `said`."""
        return self.page.evaluate(
            "(part) => document.querySelector(`[data-lesson-${part}]`)?.textContent ?? ''", part
        ).strip()

    @property
    def status(self) -> str | None:
        """How the step stands, as the card shows it."""
        return self.page.evaluate("document.querySelector('[data-lesson]')?.dataset.status ?? null")

    def press(self, selector: str, text: str | None = None) -> None:
        """Press something as soon as it is there. It must be possible to reach it."""
        self.until(lambda: self.page.evaluate(IS_THERE, [selector, text]), f"{selector} {text} is not there")
        covering = self.page.evaluate("document.querySelector('dialog[open]')?.textContent")
        assert self.input.press(selector, text), f"{selector} {text} cannot be reached under {covering!r}"

    def go_on(self) -> None:
        """Close the end of a phase as soon as it is shown."""
        self.press("dialog[open] [data-go-on]")
        self.ends += 1
        self.until(lambda: not self.page.evaluate("Boolean(document.querySelector('dialog[open]'))"), "it stays open")

    def can_read_card(self) -> bool:
        """Whether the goal lies on the screen and nothing covers it."""
        return bool(self.page.evaluate(IS_READABLE))

    def can_see_choice(self) -> bool:
        """Whether something that is lit lies on the screen, neither covered nor in another panel; or a button."""
        return bool(self.page.evaluate(LIT_IN_SIGHT) or self.page.locator("[data-buttons] .go").count())

    def press_card(self, words: str) -> None:
        """Press a button of the card."""
        self.press("[data-lesson-buttons] .btn", words)

    def reach(self, status: str, step: int | None = None) -> None:
        """Wait until the card shows a status, of a step if one is given; an open step until it can be played."""

        def is_there() -> bool:
            at = next((n for n in range(len(self.messages) - 1, -1, -1) if self.messages[n]["type"] == "lesson"), None)
            if at is None or self.status != status:
                return False
            lesson = self.messages[at]
            if lesson["status"] != status or step not in (None, lesson["step"]):
                return False
            return status != "open" or self._since(at, "state") is not None

        self.until(is_there, f"the step never became {status}")

    def make(self, actions: Sequence[int]) -> None:
        """Play actions of the learner's own seat, one gesture after the other."""
        left = list(actions)
        while left:
            self.until(partial(self._offers, left[0]), f"action {left[0]} is not offered")
            left = left[self._begin(left) :]

    def play_on(self, choose: Callable[[Sequence[Message]], Message]) -> bool:
        """Make the decision that is asked, if one is; go on after the end of a phase."""
        if self.page.evaluate("document.querySelector('dialog[open] [data-go-on]') !== null"):
            self.go_on()
        state = self.latest("state")
        if state is None or not state["options"] or state["revision"] == self._acted_on:
            self.page.wait_for_timeout(30)
            return False
        self._acted_on = state["revision"]
        option = choose(state["options"])
        self._begin([option["number"]], with_gesture=False)
        return True

    def _offers(self, number: int) -> bool:
        state = self.latest("state")
        return state is not None and number in [option["number"] for option in state["options"]]

    def _begin(self, wanted: Sequence[int], with_gesture: bool = True) -> int:
        """Choose the first of some actions, with those that belong to its gesture; return how many were played."""
        state = self.latest("state")
        assert state is not None
        option = next(each for each in state["options"] if each["number"] == wanted[0])
        mark = len(self.messages)
        self._choose(option, state["options"])
        if not option.get("gesture"):
            if option["final"] and self._is_asked_to_confirm(mark):
                self.press("[data-confirm]")
            self._wait_for(mark, "state")
            return 1
        planned = self._wait_for(mark, "planned")
        while with_gesture and planned["actions"] != list(wanted[: len(planned["actions"])]):
            planned = self._change(planned, wanted)
        mark = len(self.messages)
        self.press("[data-confirm]")
        self._wait_for(mark, "state")
        return len(planned["actions"])

    def _is_asked_to_confirm(self, mark: int) -> bool:
        there = "document.querySelector('[data-confirm]') !== null"
        self.until(lambda: self._since(mark, "state") or self.page.evaluate(there), "nothing happened")
        return bool(self.page.evaluate(there))

    def _change(self, planned: Message, wanted: Sequence[int]) -> Message:
        """Tap the change of a planned gesture that brings it nearest to the wanted actions."""

        def agreeing(choice: Message) -> int:
            pairs = list(zip(choice["actions"], wanted, strict=False))
            return next((at for at, (one, other) in enumerate(pairs) if one != other), len(pairs))

        choice = max(planned["choices"], key=agreeing)
        mark = len(self.messages)
        for place in choice["places"]:
            self.press(f"[id='{place}']:is(.lit, .open)")
        return self._wait_for(mark, "planned")

    def _choose(self, option: Message, options: Sequence[Message]) -> None:
        """Press the lit place or the button of an option, and its line in the menu if there is one."""
        exists = [place for place in _places(option) if self._is_on_board(place)]
        if exists:
            sharing = [each for each in options if exists[0] in _places(each)]
            self.press(f"[id='{exists[0]}'].lit")
        else:
            button = f"[data-buttons] [data-numbers~='{option['number']}']"
            sharing = self.page.evaluate(f"document.querySelector({button!r})?.dataset.numbers.split(' ') ?? []")
            self.press(button)
        if len(sharing) > 1:
            self.press(f"[data-menu][open] [data-numbers='{option['number']}']")

    def _is_on_board(self, place: str) -> bool:
        return bool(place) and bool(self.page.evaluate("(id) => document.getElementById(id) !== null", place))

    def _since(self, mark: int, kind: str) -> Message | None:
        return next((each for each in self.messages[mark:] if each["type"] == kind), None)

    def _wait_for(self, mark: int, kind: str) -> Message:
        found: Message = self.until(lambda: self._since(mark, kind), f"no {kind} came")
        return found


def _places(option: Message) -> list[str]:
    return list(option.get("places") or [option["place"]])


def record(messages: list[Message], page: Any) -> None:
    """Add every message that a page receives to a list. Call it before the page is opened."""

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda payload: messages.append(json.loads(payload)))

    page.on("websocket", listen)
