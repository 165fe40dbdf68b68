"""Prove a lesson by playing it: its answers reach their goals, and other lines are wrong for every reason it names."""

from collections.abc import Iterator
from random import Random

from ulpia.core.errors import UlpiaError
from ulpia.lessons.errors import BadLesson
from ulpia.lessons.judge import Verdict, judge, play, reply, start
from ulpia.lessons.lesson import Lesson, actions_in
from ulpia.match import Match

LINES = 160
"""Lines that are tried in each step."""
LONGEST_LINE = 60


def prove(lesson: Lesson) -> None:
    """Raise BadLesson unless every step can be solved as shown, and failed for every reason it names."""
    for step in range(len(lesson.steps)):
        prove_answer(lesson, step)
        lines = wrong_lines(lesson, step)
        if not lines:
            raise BadLesson(place=lesson.place(step), reason="never_wrong")
        for wrong in lesson.steps[step].wrong:
            if wrong.id not in lines:
                raise BadLesson(place=lesson.place(step), reason="never_said", wrong=wrong.id)
    if not lesson.steps:
        start(lesson)


def prove_answer(lesson: Lesson, step: int) -> None:
    """Raise BadLesson unless the shown answer of a step is legal and reaches its goal with its last action."""
    place, answer = lesson.place(step), actions_in(lesson.steps[step].answer)
    before = start(lesson, step)
    try:
        _, verdict, left = play(lesson, step, before, answer)
    except BadLesson:
        raise
    except UlpiaError as error:
        raise BadLesson(place=place, reason="illegal_answer", why=error) from error
    if verdict is None or not verdict.is_right:
        said = "undecided" if verdict is None else verdict.wrong
        raise BadLesson(place=place, reason="impossible_goal", answer=", ".join(answer), verdict=said)
    if left:
        raise BadLesson(place=place, reason="long_answer", action=left[0])


def wrong_lines(lesson: Lesson, step: int, lines: int = LINES) -> dict[str, list[str]]:
    """Return for each reason of a failure the learner's actions of a line that fails for it."""
    found: dict[str, list[str]] = {}
    for actions, verdict in tried_lines(lesson, step, lines):
        if not verdict.is_right:
            found.setdefault(verdict.wrong, actions)
    return found


def tried_lines(lesson: Lesson, step: int, lines: int = LINES) -> Iterator[tuple[list[str], Verdict]]:
    """Play lines to the end of a step: every first action, and from there at random, always the same ones."""
    before, random = start(lesson, step), Random(0)
    firsts = [str(action) for action in before.options]
    for at in range(max(lines, len(firsts))):
        actions, verdict = _line(lesson, step, before, firsts[at % len(firsts)], random)
        if verdict is not None:
            yield actions, verdict


def _line(lesson: Lesson, step: int, before: Match, first: str, random: Random) -> tuple[list[str], Verdict | None]:
    task, match, actions = lesson.steps[step], before.copy(), list[str]()
    verdict, action = None, first
    while verdict is None and match.seat is not None and len(match.entries) - len(before.entries) < LONGEST_LINE:
        other = reply(task, lesson.seat, match)
        if other is None:
            action = str(random.choice(match.options)) if actions else first
            actions.append(action)
        match.play(other or action)
        verdict = judge(task, lesson.seat, before, match)
    return actions, verdict
