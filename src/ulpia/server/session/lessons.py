"""`LessonTable`: a table of one client at which a lesson is played, and `RealGameWatch`: a lesson at an ordinary table.

Nothing of a lesson is stored. A lesson begins from its data whenever a client asks for a step, so a client that knows
its step goes on after a lost connection, and trying again needs no undo.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET

from ulpia import __version__
from ulpia.lessons import Lesson, Verdict, judge, lessons_of, reply, start
from ulpia.lessons.judge import has_ended
from ulpia.lessons.lesson import actions_in
from ulpia.lessons.proof import prove_answer
from ulpia.server.errors import BadField, NotYourDecision, UnknownLesson
from ulpia.server.history import MatchHistory
from ulpia.server.protocol import LessonInfo, LessonMessage, Lessons, LessonStatus, NewSeat, NewTable
from ulpia.server.session.table import Table, TableServices
from ulpia.server.storage.store import PERSON, UNDO, Head, Seat, Version, now

log = logging.getLogger("ulpia.server")
NAMES = ("Marcus", "Livia", "Quintus", "Cassia")
"""The names of the seats. Nobody else plays, so they are not names of people."""
SHOWN_SECONDS = 1.2
"""The time between two gestures of an answer that is shown."""


def find_lesson(game: str, name: str) -> Lesson:
    """Return a lesson by its name, or refuse the name."""
    known = lessons_of(game)
    for lesson in known:
        if lesson.id == name:
            return lesson
    raise UnknownLesson(lesson=name, known=", ".join(lesson.id for lesson in known))


def list_lessons(game: str, language: str) -> Lessons:
    """List the lessons of a game. One that is a real game comes with the table to open for it."""
    return Lessons(
        lessons=[
            LessonInfo(
                lesson=lesson.id,
                title=lesson.text(language, None, "title"),
                steps=max(1, len(lesson.steps)),
                table=_table_for(lesson) if lesson.real_game is not None else UNSET,
            )
            for lesson in lessons_of(game)
        ]
    )


def _table_for(lesson: Lesson) -> NewTable:
    assert lesson.real_game is not None
    agent = lesson.real_game.against
    others = NewSeat(kind="computer", agent=agent)
    seats = [NewSeat(kind="me") if seat == lesson.seat else others for seat in range(lesson.seats)]
    return NewTable(game=lesson.game, seats=seats, settings={key: str(value) for key, value in lesson.settings.items()})


def describe(
    lesson: Lesson, step: int, status: LessonStatus, language: str, said: str, districts: Sequence[str]
) -> LessonMessage:
    """Build the message `lesson`."""
    course = lessons_of(lesson.game)
    number = next(at for at, each in enumerate(course) if each.id == lesson.id)
    following = course[number + 1] if number + 1 < len(course) else None
    return LessonMessage(
        game=lesson.game,
        lesson=lesson.id,
        title=lesson.text(language, None, "title"),
        number=number + 1,
        lessons=len(course),
        step=step,
        steps=max(1, len(lesson.steps)),
        goal=lesson.text(language, step, "goal"),
        status=status,
        said=said,
        districts=list(districts),
        next=UNSET if following is None else following.id,
        next_title=UNSET if following is None else following.text(language, None, "title"),
    )


def seen_districts(lesson: Lesson, step: int) -> list[str]:
    """List the districts that have appeared in the course so far, without repeats."""
    seen: dict[str, None] = {}
    for each in lessons_of(lesson.game):
        for at, task in enumerate(each.steps):
            seen |= dict.fromkeys(task.districts)
            if (each.id, at) == (lesson.id, step):
                return list(seen)
        if each.id == lesson.id and each.real_game is not None:
            break
    return []


class LessonTable(Table):
    """A table at which one client plays the steps of a lesson. Other seats do what the lesson says."""

    def __init__(self, lesson: Lesson, step: int, history: MatchHistory, services: TableServices) -> None:
        self.lesson, self.step = lesson, step
        self.start = history.match
        self.status: LessonStatus = "open"
        self.wrong = ""
        """Which mistake was made, if one was."""
        self._showing: asyncio.Task[None] | None = None
        super().__init__(_head(lesson, history), history, services)

    @classmethod
    async def open(cls, lesson: Lesson, step: int, services: TableServices) -> "LessonTable":
        """Return a table at the beginning of a step; refuse a lesson that cannot be solved."""
        history = await services.threads.run(lambda: begin_step(lesson, step))
        return cls(lesson, step, history, services)

    def message(self, language: str) -> LessonMessage:
        """Build the message `lesson`."""
        said = ""
        if self.status in ("right", "shown"):
            said = self.lesson.text(language, self.step, "done")
        elif self.status == "wrong":
            keys = ("wrong", self.wrong) if self.wrong != "otherwise" else ("otherwise",)
            said = self.lesson.text(language, self.step, *keys)
        districts = seen_districts(self.lesson, self.step)
        return describe(self.lesson, self.step, self.status, language, said, districts)

    async def go_to(self, step: int) -> None:
        """Begin a step, for the first time or again."""
        self._stop_showing()
        history = await self.services.threads.run(lambda: begin_step(self.lesson, step))
        async with self.lock:
            self.step, self.start, self.status, self.wrong = step, history.match, "open", ""
            for client in self.clients:
                client.cut_log(0)
            self._show_with_lesson(history)

    async def show_answer(self) -> None:
        """Begin the step again and play its answer, gesture by gesture."""
        await self.go_to(self.step)
        self.status = "showing"
        self._announce_lesson()
        self._showing = asyncio.create_task(self._play_answer())

    def leave(self, client: object) -> None:
        """Stop with the only client."""
        self._stop_showing()
        super().leave(client)  # type: ignore[arg-type]

    def check_decision(self, seat: int, revision: str, numbers: list[int] | None = None) -> None:
        """Refuse also what comes after the step has ended."""
        super().check_decision(seat, revision, numbers)
        if self.status != "open":
            raise NotYourDecision()

    async def _write(self, _seat: int, rows: list[int], after: MatchHistory) -> None:
        """Judge what was played instead of storing it."""
        if rows[0] == UNDO:
            self._show(after)
            return
        after, verdict = self._judge(after)
        if verdict is None:
            self._show(after)
            return
        self.status, self.wrong = ("right", "") if verdict.is_right else ("wrong", verdict.wrong)
        self._show_with_lesson(after)

    def _judge(self, history: MatchHistory) -> tuple[MatchHistory, Verdict | None]:
        """Let other seats reply until the learner decides again or the step has ended."""
        task, seat = self.lesson.steps[self.step], self.lesson.seat
        while True:
            verdict = judge(task, seat, self.start, history.match)
            action = reply(task, seat, history.match)
            if verdict is not None or action is None:
                return history, verdict
            history = history.played([history.match.known(action).number])

    async def _play_answer(self) -> None:
        for action in actions_in(self.lesson.steps[self.step].answer):
            question = self.history.match.question
            if question is None or question.kind not in self.history.game.gesture_questions:
                await asyncio.sleep(SHOWN_SECONDS)
            async with self.lock:
                played = self.history.played([self.history.match.known(action).number])
                self._show(self._judge(played)[0])
        await asyncio.sleep(SHOWN_SECONDS)
        self.status = "shown"
        self._announce_lesson()

    def _stop_showing(self) -> None:
        if self._showing is not None:
            self._showing.cancel()
            self._showing = None

    def _show_with_lesson(self, history: MatchHistory) -> None:
        self._announce_lesson()
        self._show(history)

    def _announce_lesson(self) -> None:
        for client in self.clients:
            client.send(self.message(client.language))


def begin_step(lesson: Lesson, step: int) -> MatchHistory:
    """Return the history of a match up to the beginning of a step. For a worker thread."""
    if not 0 <= step < len(lesson.steps):
        raise BadField(field="step", expected="number", low=0, high=len(lesson.steps) - 1)
    prove_answer(lesson, step)
    match = start(lesson, step)
    return MatchHistory.begin(match.at(0), [action.number for action in match.actions])


def _head(lesson: Lesson, history: MatchHistory) -> Head:
    """Return the header of a game that is not stored."""
    match, made = history.match, now()
    version = Version(match.game.rules_version, match.components.digest, __version__, history.layout, None)
    return Head(
        id=f"{lesson.game}.{lesson.id}",
        game=lesson.game,
        seed=match.seed,
        settings={},
        version=version,
        pace=0,
        owner="",
        created=made,
        touched=made,
        finished=None,
        outcome=None,
        deciding=match.seat,
        seats=tuple(
            Seat(seat, PERSON, None, NAMES[seat % len(NAMES)], for_people=True, is_taken=seat == lesson.seat)
            for seat in range(match.seats)
        ),
        match_digest=None,
    )


@dataclass
class RealGameWatch:
    """The lesson that a client plays at an ordinary table, up to the moment that its conditions describe."""

    lesson: Lesson
    seat: int
    has_ended: bool = False

    def look(self, history: MatchHistory) -> bool:
        """Return whether the lesson has ended since the last look."""
        if self.has_ended or len(history.moments) == 1:
            return False
        self.has_ended = has_ended(self.lesson, self.seat, history.match.at(0), history.match)
        return self.has_ended

    def message(self, language: str) -> LessonMessage:
        """Build the message `lesson`."""
        said = self.lesson.text(language, None, "done") if self.has_ended else ""
        return describe(self.lesson, 0, "right" if self.has_ended else "open", language, said, ())


def watch_real_game(game: str, name: str, seat: int | None) -> RealGameWatch:
    """Return the watch of a lesson that is a real game; refuse other lessons."""
    lesson = find_lesson(game, name)
    if lesson.real_game is None or seat is None:
        raise UnknownLesson(
            lesson=name, known=", ".join(each.id for each in lessons_of(game) if each.real_game is not None)
        )
    return RealGameWatch(lesson, seat)
