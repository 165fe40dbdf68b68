"""The score history of a game, with the positions at which its phases begin."""

from ulpia.render import say_part
from ulpia.server.history import MatchHistory
from ulpia.server.protocol import ALL_OPEN, Perspective, PhaseMark, ScoreHistory


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
