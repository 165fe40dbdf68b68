"""How far one client has been told of a table, and what is new to it: the messages `log` and `state`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ulpia.server.course import Course, Viewer
from ulpia.server.pictures import changes
from ulpia.server.scenes import Scene, tell_log
from ulpia.server.tables import Table


def written(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class News:
    """What a client is to be told, to be made by a worker thread."""

    course: Course
    viewer: Viewer
    scene: Scene
    since: int
    """The first position of the log that is new or was said otherwise."""
    before: Mapping[str, str]
    """The districts that the client has."""
    seen: tuple[object, ...]

    def make(self) -> tuple[str, str]:
        """What happened, then how it looks now."""
        scene = self.scene
        entries = tell_log(self.course, self.viewer, scene.language, scene.seat_names, self.since)
        log = {"type": "log", "from": self.since, "entries": entries}
        gone = [name for name in self.before if name not in scene.districts]
        changed = {"districts": changes(self.before, scene.districts), "gone": gone}
        return written(log), written({"type": "state", **self._where(), **scene.facts, **changed})

    def _where(self) -> dict[str, Any]:
        course, viewer = self.course, self.viewer
        earliest = course.undo_to(viewer)
        return {
            "position": course.position(viewer),
            "revision": course.revision(viewer),
            "since": course.last_turn(viewer),
            "can_undo": earliest is not None,
            "undo_to": earliest,
            "undo_one": course.undo_one(viewer),
        }


class Following:
    """What a client has been told."""

    def __init__(self) -> None:
        self.drawn: Mapping[str, str] = {}
        """The districts of the last state, shared with its scene."""
        self.seen: tuple[object, ...] = ()
        """What the last state was made from."""
        self.told = 0
        self.holds = 0
        """Entries of the log that were sent, and how many of them still hold."""
        self.welcomes = 0

    def begin_again(self) -> None:
        """Whoever is welcomed starts from nothing."""
        self.welcomes, self.drawn = self.welcomes + 1, {}

    def cut(self, length: int) -> None:
        """So many entries of the log still hold."""
        self.holds = min(self.holds, length)

    def news(self, table: Table, viewer: Viewer, language: str, form: str) -> News | None:
        """What is new at a table, if anything is."""
        course, names = table.course, table.seat_names(language)
        seen = (course.revision(viewer), self.welcomes, language, names)
        if seen == self.seen:
            return None
        since = min(self.told, self.holds) if seen[1:] == self.seen[1:] else 0
        self.holds = len(course.steps[viewer])
        return News(course, viewer, table.scene(viewer, language, form), since, self.drawn, seen)

    def is_still_new(self, news: News) -> bool:
        """Whether it was made from what the client has: not if it has been welcomed anew meanwhile."""
        return self.welcomes == news.seen[1]

    def keep(self, news: News) -> None:
        """It has been sent."""
        self.told, self.seen = news.course.position(news.viewer) + 1, news.seen
        self.drawn = news.scene.districts
