"""How far one client has been told of a table, and what is new to it: the messages `log` and `state`."""

import json
from collections.abc import Mapping
from typing import Any

from ulpia.server.presentation.pictures import changes
from ulpia.server.presentation.scene import tell_log
from ulpia.server.session.history import Course, Viewer
from ulpia.server.session.tables import Table


def written(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


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

    def begin_again(self) -> None:
        """Whoever is welcomed starts from nothing."""
        self.drawn, self.seen = {}, ()

    def cut(self, length: int) -> None:
        """So many entries of the log still hold."""
        self.holds = min(self.holds, length)

    def is_behind(self, table: Table, viewer: Viewer, language: str) -> bool:
        """Whether there is something to tell."""
        return self.seen != _seen(table, viewer, language)

    def news(self, table: Table, viewer: Viewer, language: str, form: str) -> list[str]:
        """The messages that tell what is new at a table, if anything is. They are to be sent now."""
        course, seen = table.course, _seen(table, viewer, language)
        if seen == self.seen:
            return []
        scene = table.scene(viewer, language, form)
        since = min(self.told, self.holds) if seen[1:] == self.seen[1:] else 0
        entries = tell_log(course, viewer, language, scene.seat_names, since)
        facts = scene.facts
        drawn, gone = scene.districts, [name for name in self.drawn if name not in scene.districts]
        changed = {"districts": changes(self.drawn, drawn), "gone": gone}
        self.drawn, self.seen, self.told = drawn, seen, course.position(viewer) + 1
        self.holds = self.told
        scene.forget_view()
        return [
            written({"type": "log", "from": since, "entries": entries}),
            written({"type": "state", **_where(course, viewer), **facts, **changed}),
        ]


def _seen(table: Table, viewer: Viewer, language: str) -> tuple[object, ...]:
    return table.course.revision(viewer), language, table.seat_names(language)


def _where(course: Course, viewer: Viewer) -> dict[str, Any]:
    earliest = course.undo_to(viewer)
    return {
        "position": course.position(viewer),
        "revision": course.revision(viewer),
        "since": course.last_turn(viewer),
        "can_undo": earliest is not None,
        "undo_to": earliest,
        "undo_one": course.undo_one(viewer),
    }
