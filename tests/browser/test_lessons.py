"""Every lesson, played at its page by mouse, by keyboard only and by thumb, wrong and then right, in both languages."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.browser.learner import Input, Keyboard, Learner, Message, Mouse, Thumb, record
from tests.browser.prepared import serving
from tests.browser.steps import PATIENCE
from tests.support.games import BUILT_IN
from ulpia.engine.jit import digest_of_rules
from ulpia.engine.warmup import MATCH, part_name
from ulpia.lessons import Lesson, lessons_of
from ulpia.lessons.lesson import actions_in
from ulpia.lessons.proof import tried_lines
from ulpia.registry import find_game
from ulpia.search.searcher import SEARCH
from ulpia.server.session.lessons import find_lesson

LINES = 24
"""Lines that are tried to find a short mistake for each reason."""

LEAST_MOVES, MOST_MOVES = 5, 150
"""Decisions of a quarter or a cycle."""


class Way(NamedTuple):
    """How a course is played."""

    input: type[Input]
    language: str
    window: dict[str, Any]
    mistake: int
    """Which of the mistakes of a step is made: a number counted around."""


DESK: dict[str, Any] = {}
PHONE = {"width": 390, "height": 844, "has_touch": True}
WAYS = {
    "mouse": Way(Mouse, "en", DESK, 0),
    "keyboard": Way(Keyboard, "de", DESK, 1),
    "thumb-de": Way(Thumb, "de", PHONE, 2),
    "thumb-en": Way(Thumb, "en", PHONE, 0),
}
COURSES = [
    pytest.param(game, WAYS[way], id=f"{game}-{way}")
    for game, thumb in (("trajan", "thumb-de"), ("forum_trajanum", "thumb-en"))
    for way in ("mouse", "keyboard", thumb)
]


class Mistake(NamedTuple):
    """A line that fails, and the reason that is said then."""

    actions: tuple[int, ...]
    keys: tuple[str, ...]


@cache
def mistakes(game: str, name: str, step: int) -> tuple[Mistake, ...]:
    """The shortest lines that were found to fail a step: one for each reason."""
    lesson, found = find_lesson(game, name), dict[str, list[str]]()
    for actions, verdict in tried_lines(lesson, step, LINES):
        if not verdict.is_right and len(actions) < len(found.get(verdict.wrong, [""] * 99)):
            found[verdict.wrong] = actions
    return tuple(
        Mistake(numbers(game, actions), ("otherwise",) if reason == "otherwise" else ("wrong", reason))
        for reason, actions in sorted(found.items())
    )


@cache
def notation(game: str) -> dict[str, int]:
    """The number of each action."""
    return {str(action): action.number for action in find_game(game).actions}


def numbers(game: str, actions: list[str]) -> tuple[int, ...]:
    """The numbers of actions in their notation."""
    return tuple(notation(game)[action] for action in actions)


def play_step(learner: Learner, lesson: Lesson, step: int, way: Way, shows: bool) -> None:
    """Fail a step, read why, try again, solve it. One step is shown first."""
    learner.reach("open", step)
    say: Callable[..., str] = lambda *keys: lesson.text(way.language, step, *keys)  # noqa: E731
    assert learner.card("goal") == say("goal")
    assert learner.card("said") == ""
    learner.until(learner.can_read_card, "the goal is covered")
    learner.until(learner.can_see_choice, "nothing is lit in sight")
    if shows:
        learner.press_card(WORDS[way.language]["answer"])
        learner.reach("shown", step)
        assert learner.card("said") == say("done")
        learner.press_card(WORDS[way.language]["try"])
        learner.reach("open", step)
    known = mistakes(lesson.game, lesson.id, step)
    mistake = known[way.mistake % len(known)]
    learner.make(mistake.actions)
    learner.reach("wrong", step)
    assert learner.card("said") == say(*mistake.keys)
    learner.press_card(WORDS[way.language]["again"])
    learner.reach("open", step)
    assert learner.card("said") == ""
    learner.make(numbers(lesson.game, actions_in(lesson.steps[step].answer)))
    learner.reach("right", step)
    assert learner.card("said") == say("done")
    if lesson.place(step) == END:
        learner.go_on()


END = "scoring.card"
"""The step whose answer ends a cycle. What that brought is shown then, but not after a mistake."""
WORDS = {
    "en": {"answer": "Show me", "again": "Try again", "try": "Try it myself", "next": "Next"},
    "de": {"answer": "Zeig es mir", "again": "Noch einmal", "try": "Selbst versuchen", "next": "Weiter"},
}


def open_course(visit: Any, game: str, way: Way, address: str = "") -> Learner:
    messages: list[Message] = []
    page = visit(f"{address}/learn/{game}", language=way.language, prepare=partial(record, messages), **way.window)
    return Learner(page, way.input, messages)


@pytest.mark.parametrize(("game", "way"), COURSES)
def test_every_lesson_is_failed_and_solved_to_its_end(visit: Any, game: str, way: Way) -> None:
    """To the last lesson, a part of a real game. How far one has come is remembered when the page is loaded anew."""
    learner = open_course(visit, game, way)
    *lessons, real_game = lessons_of(game)
    for number, lesson in enumerate(lessons):
        for step in range(len(lesson.steps)):
            play_step(learner, lesson, step, way, shows=(number, step) == (0, 1))
            if (number, step) == (1, 0):
                learner.page.goto(learner.page.url.split("?")[0])
                learner.reach("open", 1)
            elif step + 1 < len(lesson.steps):
                learner.press_card(WORDS[way.language]["next"])
        learner.press("[data-lesson-buttons] .btn.go")
    play_real_game(learner, real_game, way)


@contextmanager
def nothing_compiled(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a server whose cache is empty and stays so: what it wants to compile is locked."""
    with ExitStack() as locks:
        for game, part in product(BUILT_IN, (SEARCH, MATCH)):
            cache = folder / digest_of_rules(find_game(game).rules.package)
            cache.mkdir(parents=True, exist_ok=True)
            lock = locks.enter_context((cache / f"{part_name(game, part)}.lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield {"ULPIA_CACHE": str(folder), "ULPIA_INTERPRETED": ""}


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server on which rules and opponents are still being compiled, for as long as it runs, and its cache."""
    cache = tmp_path_factory.mktemp("cache")
    with (
        nothing_compiled(cache) as environment,
        serving(tmp_path_factory.mktemp("data"), environment=environment) as address,
    ):
        yield address, cache


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_first_lesson_is_played_while_everything_is_still_being_compiled(
    visit: Any, first_start: tuple[str, Path], game: str
) -> None:
    """Interpreted rules play. Nothing can be compiled meanwhile, however fast the machine is."""
    address, cache = first_start
    learner = open_course(visit, game, WAYS["mouse"], address)
    lesson = lessons_of(game)[0]
    for step in range(len(lesson.steps)):
        play_step(learner, lesson, step, WAYS["mouse"], shows=False)
        learner.press("[data-lesson-buttons] .btn.go")
    learner.reach("open", 0)
    assert lessons_of(game)[1].text("en", 0, "goal") == learner.card("goal")
    assert not [path.name for path in cache.rglob("*") if path.suffix == ".ready" or path.suffix.startswith(".nb")]


def test_lessons_are_offered_once_before_a_first_game(visit: Any) -> None:
    """The link of the card stays; the question before a game comes once, whatever the answer."""
    page = visit(is_newcomer=True)
    card = page.locator(".game").first
    card.wait_for()
    assert "Never played? Learn Trajan in ten minutes" in card.text_content()
    card.locator(".begin").click()
    offer = page.locator("dialog[open]")
    assert "Your first game of Trajan?" in offer.text_content()
    assert offer.locator("a.btn.primary").get_attribute("href") == "/learn/trajan"
    page.keyboard.press("Escape")
    card.locator(".begin").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".lit, [data-buttons] button:not([data-skip])", state="attached", timeout=1000 * PATIENCE)


def play_real_game(learner: Learner, lesson: Lesson, way: Way) -> None:
    """Play anything until the teacher comes back."""
    learner.reach("open", 0)
    assert learner.card("goal") == lesson.text(way.language, None, "goal")
    learner.press("[data-lesson-buttons] .btn.go")
    dice, moves, ends = Random(3), 0, learner.ends
    while learner.status != "right":
        learner.until(lambda: learner.play_on(dice.choice) or learner.status == "right", "nobody can act")
        moves += 1
        assert moves < MOST_MOVES
    assert moves > LEAST_MOVES
    assert learner.card("said") == lesson.text(way.language, None, "done")
    if learner.page.locator("dialog[open] [data-go-on]").count():
        learner.go_on()
    learner.press("[data-lesson-buttons] .btn.go")
    assert not learner.page.locator("[data-lesson]").is_visible()
    # Who has become consul takes a bonus tile first: then comes what the quarter has brought.
    while learner.ends == ends:
        learner.until(lambda: learner.play_on(dice.choice) or learner.ends > ends, "nobody can act")
