"""Lesson files with a fault are refused with a sentence that names the place and says what is wrong."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ulpia.lessons.errors import BadLesson
from ulpia.lessons.lesson import Lesson
from ulpia.lessons.proof import prove
from ulpia.lessons.reader import read_lessons
from ulpia.registry import find_game

LESSON = """
order = 1
seats = 2
seed = 0
seat = 0
settings = { setup = "dealt" }

[[steps]]
id = "first"
districts = ["circle"]
rulings = ["T-10"]
until = "gesture"
goal = [{ event = "sowed", where = { tray = "seaport" } }]
answer = "sow seaport"
wrong = [{ id = "far", when = [{ event = "sowed", where = { tray = "forum" } }] }]
"""
TEXTS = """
[sowing]
title = "Sowing"

[sowing.first]
goal = "Sow from Seaport."
done = "Yes."
otherwise = "No."

[sowing.first.wrong]
far = "Too far."
"""
GOAL = '[{ event = "sowed", where = { tray = "seaport" } }]'
SEAPORT = 'where = { tray = "seaport" } }]'
Write = Callable[..., tuple[Lesson, ...]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_lessons(lesson: str = LESSON, en: str = TEXTS, de: str | None = TEXTS) -> tuple[Lesson, ...]:
        shutil.rmtree(tmp_path / "text", ignore_errors=True)
        (tmp_path / "text").mkdir()
        (tmp_path / "sowing.toml").write_text(lesson, encoding="utf-8")
        (tmp_path / "text" / "en.toml").write_text(en, encoding="utf-8")
        if de is not None:
            (tmp_path / "text" / "de.toml").write_text(de, encoding="utf-8")
        return read_lessons(find_game("trajan"), tmp_path)

    return write_lessons


def test_the_lesson_without_a_fault_is_read_and_proved(write: Write) -> None:
    (lesson,) = write()
    prove(lesson)
    assert lesson.text("en", 0, "wrong", "far") == "Too far."
    assert lesson.text("de", None, "title") == "Sowing"


FAULTS_OF_FILES = {
    "no TOML": ("order = 1", "order =", "no TOML"),
    "a missing field": ("seed = 0", "", "seed"),
    "a misspelt field": ("until =", "untill =", "untill"),
    "an unknown event": ('event = "sowed", where = { tray = "seaport"', 'event = "sown", where = { tray = "x"', "sown"),
    "an unknown source": (
        GOAL,
        '[{ gains = "luck", at_least = 1 }]',
        "luck",
    ),
    "two conditions in one": ('event = "sowed", where', 'turn_over = true, event = "sowed", where', "exactly one"),
    "a comparison without a number": (
        GOAL,
        '[{ gains = "ships" }]',
        "at_least",
    ),
    "an empty goal": (GOAL, "[]", "goal"),
    "an unreadable answer": ('"sow seaport"', '"sow the seaport"', "sow the seaport"),
    "no ruling": ('["T-10"]', "[]", "rulings"),
    "a ruling that is none": ('["T-10"]', '["page 4"]', "page 4"),
    "a seat that is not at the table": ("seat = 0", "seat = 2", "seat 2: seats are numbered from 0 to 1"),
    "no step": (LESSON[LESSON.index("[[steps]]") :], "", "either steps or a real game"),
}


@pytest.mark.parametrize("fault", FAULTS_OF_FILES)
def test_a_file_with_a_fault_is_refused_when_it_is_read(write: Write, fault: str) -> None:
    old, new, named = FAULTS_OF_FILES[fault]
    assert old in LESSON
    with pytest.raises(BadLesson, match=named):
        write(LESSON.replace(old, new, 1))


def test_a_missing_language_is_refused(write: Write) -> None:
    with pytest.raises(BadLesson, match=r"de\.toml.*missing.*“de”"):
        write(de=None)
    with pytest.raises(BadLesson, match="“sowing” is missing in the language “de”"):
        write(de="")
    with pytest.raises(BadLesson, match=r"“first\.done” is missing in the language “de”"):
        write(de=TEXTS.replace('done = "Yes."\n', ""))
    with pytest.raises(BadLesson, match=r"“first\.wrong\.far” is missing in the language “en”"):
        write(en=TEXTS.replace('far = "Too far."\n', ""))


def test_a_file_of_texts_that_cannot_be_read_is_named(write: Write) -> None:
    with pytest.raises(BadLesson, match=r"de\.toml: the file is no TOML"):
        write(de="[sowing")
    with pytest.raises(BadLesson, match=r"“first\.done” in the language “de” is no text"):
        write(de=TEXTS.replace('"Yes."', "3"))
    with pytest.raises(BadLesson, match="“sowing” in the language “en” is no text"):
        write(en='sowing = "Sow."')


def test_texts_that_are_superfluous_empty_or_too_long_are_refused(write: Write) -> None:
    with pytest.raises(BadLesson, match=r"“first\.hint” in the language “en” belongs to nothing"):
        write(en=TEXTS.replace('done = "Yes."', 'done = "Yes."\nhint = "?"'))
    with pytest.raises(BadLesson, match=r"“first\.done” is missing"):
        write(en=TEXTS.replace('"Yes."', '""'))
    with pytest.raises(BadLesson, match="has 26 words; at most 25 are allowed"):
        write(en=TEXTS.replace("Yes.", "yes " * 26))


FAULTS_IN_PLAY = {
    "an illegal answer": ('"sow seaport"', '"sow seaport, sow forum"', "goes on after the goal"),
    "an answer that cannot be played": ('"sow seaport"', '"recruit"', "cannot be played"),
    "an impossible goal": (
        SEAPORT,
        SEAPORT[:-1] + ', { gains = "ships", at_least = 5 }]',
        "does not reach the goal: otherwise",
    ),
    "an undecided answer": (
        'until = "gesture"\ngoal = ' + GOAL,
        "goal = [{ turn_over = true }]",
        "does not reach the goal: undecided",
    ),
    "a goal that is always reached": ('where = { tray = "seaport" }', "times = 1", "no move is wrong"),
    "a reason that is never given": ('{ tray = "forum" }', '{ tray = "moon" }', "“far” is never given"),
    "a field that no view has": (GOAL, '[{ view = "me.gold", at_least = 1 }]', r"me\.gold"),
    "a deal for too many": ("seats = 2", "seats = 9", r"the match cannot begin: .* 2, 3, 4 players"),
    "an option that the game does not have": ('setup = "dealt"', "speed = 3", "the match cannot begin: .*“speed”"),
    "illegal actions before": ('id = "first"', 'id = "first"\nbefore = "recruit"', "actions before this step"),
    "another seat's decision": (
        'id = "first"',
        'id = "first"\nbefore = "sow seaport, recruit"',
        "seat 1 does not decide",
    ),
}


@pytest.mark.parametrize("fault", FAULTS_IN_PLAY)
def test_a_lesson_that_cannot_be_solved_or_failed_is_refused_when_it_is_proved(write: Write, fault: str) -> None:
    old, new, named = FAULTS_IN_PLAY[fault]
    assert old in LESSON
    (lesson,) = write(LESSON.replace(old, new, 1))
    with pytest.raises(BadLesson, match=named) as refused:
        prove(lesson)
    assert refused.value.say("de") != str(refused.value)
