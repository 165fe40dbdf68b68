"""The end of a cycle of Forum Trajanum as a table: citizens, and what every part scored.   F-60, F-70 to F-74."""

from collections.abc import Sequence

from ulpia.core.events import GameEvent
from ulpia.core.summary import Cell, Column, Summary
from ulpia.games.forum_trajanum.text.sentences import SENTENCES, TEXTS

NEXT = ("cycle_began", "ended")
SCORED = {
    "cranes": ("crane_scored", "crane"),
    "colonia": ("colonia_scored", "basilica"),
    "eagles": ("eagles_scored", "eagle"),
    "group": ("group_scored", "group-sign"),
    "trajan cards": ("card_scored", "trajan"),
}
"""For each source of points the event that scores it, and its symbol."""


def summarize(events: Sequence[GameEvent], seats: int, language: str) -> Summary | None:
    """Return the table of the last cycle that ends among these events; None if none ends.

    The events begin after the end of the cycle before.
    """
    ended = next((event for event in events if event.kind == "cycle_ended"), None)
    if ended is None:
        return None
    end = CycleEnd(events, seats, language)
    title = end.say("title", cycle=SENTENCES.name_of(language, "cycle", str(ended.details["cycle"])))
    columns = [end.citizens(), *(end.scored(source) for source in SCORED), end.together()]
    notes = [SENTENCES.say_event(event, language, ()) for event in events if event.kind in NEXT]
    return Summary.of(title, columns, notes, seats)


class CycleEnd:
    """What happened at the end of a cycle, seat by seat."""

    def __init__(self, events: Sequence[GameEvent], seats: int, language: str) -> None:
        self.events, self.seats, self.language = events, seats, language

    def say(self, key: str, **facts: object) -> str:
        """Return one text of the table."""
        return TEXTS.say(self.language, "summary", key, **facts)

    def of_seat(self, kind: str, seat: int) -> list[GameEvent]:
        """Return the events of a kind that concern a seat."""
        return [event for event in self.events if event.kind == kind and event.seat == seat]

    def citizens(self) -> tuple[Column, list[Cell]]:
        """How many citizens are active and inactive now."""
        return Column(self.say("citizens"), "patrician"), [self._citizens(seat) for seat in range(self.seats)]

    def _citizens(self, seat: int) -> Cell:
        active, inactive = (
            sum(int(event.details["citizens"]) for event in self.of_seat(kind, seat))
            for kind in ("row_paid", "row_left")
        )
        if not active + inactive:
            return Cell()
        if not inactive:
            return Cell(self.say("all_active", active=active), tone="gain")
        return Cell(self.say("some_active", active=active, inactive=inactive), tone="loss")

    def scored(self, source: str) -> tuple[Column, list[Cell]]:
        """The points of a source, and what they were for where that is not plain."""
        kind, symbol = SCORED[source]
        title = str(TEXTS.find(self.language, "names", "sources", source))
        return Column(title, symbol), [self._scored(kind, seat) for seat in range(self.seats)]

    def _scored(self, kind: str, seat: int) -> Cell:
        found = self.of_seat(kind, seat)
        points = sum(event.points for event in found)
        if kind == "group_scored" and points:
            return Cell(self.say("envoys", envoys=found[0].details["envoys"]), points)
        if kind == "card_scored" and points:
            return Cell(self.say("times", times=found[0].details["fulfilments"]), points)
        return Cell(points=points)

    def together(self) -> tuple[Column, list[Cell]]:
        """All points of the scoring."""
        kinds = [kind for kind, _ in SCORED.values()]
        sums = [sum(event.points for kind in kinds for event in self.of_seat(kind, seat)) for seat in range(self.seats)]
        return Column(self.say("together")), [Cell(points=points) for points in sums]
