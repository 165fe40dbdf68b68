"""The score history of a game, the positions at which its phases begin, and what the end of each phase brought."""

from collections.abc import Sequence

from ulpia.core.events import GameEvent
from ulpia.core.game import SPECTATOR
from ulpia.render import say_part
from ulpia.server.history import MatchHistory
from ulpia.server.protocol import (
    ALL_OPEN,
    Perspective,
    PhaseMark,
    PhaseSummary,
    ScoreHistory,
    SummaryCell,
    SummaryColumn,
)


def score_history(history: MatchHistory, language: str) -> ScoreHistory:
    """Return the points of every seat at each position, and where the phases of the game begin."""
    return ScoreHistory(
        points=[moment.points for moment in history.moments],
        marks=phase_marks(history, ALL_OPEN, language),
        duration=history.game.texts.table(language).get("duration", ""),
    )


def phase_marks(history: MatchHistory, perspective: Perspective, language: str) -> list[PhaseMark]:
    """Say where the phases of a game begin, as a viewer counts positions."""
    return [
        PhaseMark(position=position, label=say_part(history.game.name, phase, language))
        for phase, position in history.phases(perspective).items()
    ]


def phase_summaries(
    history: MatchHistory, perspective: Perspective, language: str, since: int
) -> dict[int, PhaseSummary]:
    """Return the end of each phase by its position, as a viewer counts them, from a position on.

    Everybody may know what a summary tells: it comes from events as a spectator sees them.
    """
    if not history.is_over and not history.has_phase_since(perspective, since):
        return {}
    ends = [position for phase, position in history.phases(perspective).items() if phase > 1]
    if history.is_over and history.position(perspective) not in ends:
        ends.append(history.position(perspective))
    found = {}
    for begin, end in zip([0, *ends], ends):
        if end >= since and (summary := _phase_summary(history, perspective, language, begin, end)):
            found[end] = summary
    return found


def _phase_summary(
    history: MatchHistory, perspective: Perspective, language: str, begin: int, end: int
) -> PhaseSummary | None:
    game = history.game
    summary = game.summarize(_events_of_phase(history, perspective, begin, end), history.match.seats, language)
    if summary is None:
        return None
    return PhaseSummary(
        title=summary.title,
        columns=[SummaryColumn(title=column.title, symbol=column.symbol) for column in summary.columns],
        rows=[
            [SummaryCell(words=cell.words, points=cell.points, tone=cell.tone) for cell in row] for row in summary.rows
        ],
        points=history.moments[history.entries(perspective, end)[0][-1]].points,
        notes=list(summary.notes),
    )


def _events_of_phase(history: MatchHistory, perspective: Perspective, begin: int, end: int) -> Sequence[GameEvent]:
    """List the events after the one with which a phase begins, up to the one with which the next phase begins."""
    game, entries = history.game, history.match.entries
    steps = [step for numbers in history.entries(perspective, begin)[: end - begin + 1] for step in numbers]
    events = [event for step in steps for event in game.read_events(entries[step].events, SPECTATOR)]
    bounds = [at for at, event in enumerate(events) if event.kind in game.phase_events]
    first = bounds[0] + 1 if begin and bounds else 0
    last = next((at for at in bounds if at >= first), len(events) - 1)
    return events[first : last + 1]
