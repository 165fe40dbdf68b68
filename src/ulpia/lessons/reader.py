"""Read the lessons of a game and refuse those that are incomplete, before anything of them is played."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from ulpia.core.game import Game
from ulpia.core.i18n import LANGUAGES
from ulpia.lessons.errors import BadLesson
from ulpia.lessons.lesson import Condition, Lesson, LessonFile, RealGame, Step, actions_in
from ulpia.registry import find_game

MOST_WORDS = 25
"""Words of a text of a lesson."""
RULING = re.compile(r"[A-Z]+-[0-9]+")


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order; empty if it has none."""
    found = find_game(game)
    return read_lessons(found, found.folder / "lessons")


def taught_rulings(game: str) -> dict[str, list[str]]:
    """Where each ruling is taught: a list of "lesson.step" for each."""
    taught: dict[str, list[str]] = {}
    for lesson in lessons_of(game):
        for place, part in _parts(lesson):
            for ruling in part.rulings:
                taught.setdefault(ruling, []).append(place)
    return taught


def read_lessons(game: Game, folder: Path) -> tuple[Lesson, ...]:
    """Read all lessons of a folder, with their texts."""
    files = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    texts = {language: _read_toml(folder / "text" / f"{language}.toml") for language in LANGUAGES} if files else {}
    lessons = [read_lesson(game, file, texts) for file in files]
    for language, table in texts.items():
        for name in sorted(set(table) - {lesson.id for lesson in lessons}):
            _fail(name, "superfluous_text", key=name, language=language)
    return tuple(sorted(lessons, key=lambda lesson: (lesson.order, lesson.id)))


def read_lesson(game: Game, path: Path, texts: Mapping[str, Mapping[str, Any]]) -> Lesson:
    """Read one lesson. The texts of each language have a table with its name."""
    name = path.stem
    try:
        file = msgspec.convert(_read_toml(path), LessonFile)
    except msgspec.ValidationError as error:
        _fail(name, "not_a_lesson", why=error)
    for language in LANGUAGES:
        if name not in texts.get(language, {}):
            _fail(name, "missing_text", key=name, language=language)
        if not isinstance(texts[language][name], dict):
            _fail(name, "no_text", key=name, language=language)
    own = {language: texts[language][name] for language in LANGUAGES}
    fields = {each: getattr(file, each) for each in file.__struct_fields__}
    lesson = Lesson(**fields, id=name, game=game.name, texts=own)
    if not 0 <= lesson.seat < lesson.seats:
        _fail(name, "no_seat", seat=lesson.seat, last=lesson.seats - 1)
    if bool(lesson.steps) == (lesson.real_game is not None):
        _fail(name, "steps_or_game")
    _check_parts(game, lesson)
    _check_texts(lesson)
    return lesson


def _check_parts(game: Game, lesson: Lesson) -> None:
    notation = {str(action) for action in game.actions}
    ids = [step.id for step in lesson.steps]
    for at, step in enumerate(lesson.steps):
        place = lesson.place(at)
        if ids.count(step.id) > 1 or step.id == "title":
            _fail(place, "named_twice", name=step.id)
        for action in actions_in(step.before) + actions_in(step.answer) + actions_in(step.others):
            if action not in notation:
                _fail(place, "unreadable", action=action)
        if not step.goal or not actions_in(step.answer):
            _fail(place, "not_a_lesson", why="goal and answer must not be empty")
        for wrong in step.wrong:
            if not wrong.when:
                _fail(place, "not_a_lesson", why=f"wrong {wrong.id} has no condition")
    for place, part in _parts(lesson):
        for ruling in part.rulings:
            if not RULING.fullmatch(ruling):
                _fail(place, "unknown_game_part", part="ruling", name=ruling)
        if not part.rulings:
            _fail(place, "not_a_lesson", why="`rulings` is empty")
        for condition in _all_conditions(part):
            if condition.event and condition.event not in game.texts.table("en").get("events", {condition.event: ""}):
                _fail(place, "unknown_game_part", part="event", name=condition.event)
            if condition.gains and condition.gains not in ("points", *game.source_names):
                _fail(place, "unknown_game_part", part="source of points", name=condition.gains)


def _parts(lesson: Lesson) -> Iterator[tuple[str, Step | RealGame]]:
    for at, step in enumerate(lesson.steps):
        yield lesson.place(at), step
    if lesson.real_game is not None:
        yield lesson.id, lesson.real_game


def _all_conditions(part: Step | RealGame) -> Iterator[Condition]:
    groups = [part.ends] if isinstance(part, RealGame) else [part.goal, *(wrong.when for wrong in part.wrong)]
    pending = [condition for group in groups for condition in group]
    while pending:
        condition = pending.pop()
        yield condition
        pending += [*condition.any, *condition.none]


def _check_texts(lesson: Lesson) -> None:
    expected: set[tuple[str, ...]] = {("title",)}
    if lesson.real_game is not None:
        expected |= {("goal",), ("done",)}
    for step in lesson.steps:
        expected |= {(step.id, "goal"), (step.id, "done"), (step.id, "otherwise")}
        expected |= {(step.id, "wrong", wrong.id) for wrong in step.wrong}
    for language, table in lesson.texts.items():
        found = dict(_leaves(table))
        for keys in sorted(expected - set(found)):
            _fail(lesson.id, "missing_text", key=".".join(keys), language=language)
        for keys in sorted(set(found) - expected):
            _fail(lesson.id, "superfluous_text", key=".".join(keys), language=language)
        for keys, text in found.items():
            if not isinstance(text, str):
                _fail(lesson.id, "no_text", key=".".join(keys), language=language)
            words = len(text.split())
            if not words:
                _fail(lesson.id, "missing_text", key=".".join(keys), language=language)
            if words > MOST_WORDS:
                key = ".".join(keys)
                _fail(lesson.id, "too_many_words", key=key, language=language, words=words, most=MOST_WORDS)


def _leaves(table: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    for key, entry in table.items():
        if isinstance(entry, dict):
            yield from _leaves(entry, (*above, key))
        else:
            yield (*above, key), entry


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        _fail(path.parent.parent.name, "missing_text", key=path.name, language=path.stem)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        _fail(path.name, "not_toml", why=error)


def _fail(place: str, reason: str, **details: object) -> NoReturn:
    raise BadLesson(place=place, reason=reason, **details)
