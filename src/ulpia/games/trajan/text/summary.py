"""The end of a quarter of Trajan as a table: who met which demand, what it cost, and the senate.   T-91, T-92."""

from collections.abc import Iterator, Sequence

from ulpia.core.events import GameEvent
from ulpia.core.summary import Cell, Column, Summary
from ulpia.games.trajan import names
from ulpia.games.trajan.text.sentences import SENTENCES, TEXTS

NUMERALS = names.SLOTS
"""The slots are numbered with Roman numerals, as quarters are."""
NEXT = ("refilled", "ended")


def summarize(events: Sequence[GameEvent], seats: int, language: str) -> Summary | None:
    """Return the table of the last quarter that ends among these events; None if none ends.

    The events begin after the end of the quarter before.
    """
    at = next((at for at, event in enumerate(events) if event.kind == "quarter_ended"), None)
    if at is None:
        return None
    ended = events[at]
    demands = [str(event.details["demand"]) for event in events[:at] if event.kind == "demand_shown"]
    end = QuarterEnd(events[at:], seats, language)
    title = TEXTS.say(language, "summary", "title", quarter=NUMERALS[int(ended.details["quarter"]) - 1])
    columns = [*end.demands(demands), end.cost(), end.votes(), end.senate()]
    notes = [SENTENCES.say_event(event, language, ()) for event in events[at:] if event.kind in NEXT]
    return Summary.of(title, columns, notes, seats)


class QuarterEnd:
    """What happened from the end of the rounds on, seat by seat."""

    def __init__(self, events: Sequence[GameEvent], seats: int, language: str) -> None:
        self.events, self.seats, self.language = events, seats, language

    def say(self, key: str, **facts: object) -> str:
        """Return one text of the table."""
        return TEXTS.say(self.language, "summary", key, **facts)

    def of_seat(self, kind: str, seat: int) -> GameEvent | None:
        """Return the event of a kind that concerns a seat; None if there is none."""
        return next((event for event in self.events if event.kind == kind and event.seat == seat), None)

    def demands(self, shown: Sequence[str]) -> Iterator[tuple[Column, list[Cell]]]:
        """A column for each demand that was shown. What meets equal demands is named in the order it was used."""
        left = [
            [event for event in self.events if event.kind == "demand_met" and event.seat == seat]
            for seat in range(self.seats)
        ]
        for demand in shown:
            cells = []
            for met in left:
                event = next((event for event in met if event.details["demand"] == demand), None)
                if event is None:
                    cells.append(Cell(self.say("unmet"), tone="loss"))
                else:
                    met.remove(event)
                    means = TEXTS.find(self.language, "summary", "means", str(event.details["means"]))
                    cells.append(Cell(means, tone="gain"))
            yield Column(SENTENCES.name_of(self.language, "demand", demand), demand), cells

    def cost(self) -> tuple[Column, list[Cell]]:
        """What unmet demands cost."""
        found = [self.of_seat("demands_unmet", seat) for seat in range(self.seats)]
        return Column(self.say("cost")), [Cell(points=event.points) if event else Cell() for event in found]

    def votes(self) -> tuple[Column, list[Cell]]:
        """The votes in the senate."""
        found = [self.of_seat("votes_counted", seat) for seat in range(self.seats)]
        return Column(self.say("votes")), [Cell(str(event.details["votes"])) if event else Cell() for event in found]

    def senate(self) -> tuple[Column, list[Cell]]:
        """Consul and vice consul, with their bonus tiles."""
        return Column(self.say("senate"), "senate"), [self._office(seat) for seat in range(self.seats)]

    def _office(self, seat: int) -> Cell:
        for office in ("consul", "vice_consul"):
            if event := self.of_seat(office, seat):
                bonus = SENTENCES.name_of(self.language, "bonus", str(event.details["bonus"]))
                return Cell(self.say(office, bonus=bonus), tone="gain")
        return Cell()
