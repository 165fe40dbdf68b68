"""The score history of a finished game, with the positions at which its phases begin."""

from bisect import bisect_left
from functools import cache

from ulpia.match import Match
from ulpia.render import part, say_part
from ulpia.server.protocol import PhaseMark, ScoreHistory


def score_history(match: Match, language: str) -> ScoreHistory:
    """Return the points of every seat at each position, and where the phases of the game begin."""
    points, seen = [], []
    again = match.at(0)
    for action in (*match.actions, None):
        points.append(again.points)
        seen.append(again.seen())
        if action is not None:
            again.play(action)

    @cache
    def phase_at(position: int) -> int:
        return part(match.game.view(match.components, seen[position]))

    positions = range(len(seen))
    starts = {phase: bisect_left(positions, phase, key=phase_at) for phase in range(1, phase_at(positions[-1]) + 1)}
    marks = [PhaseMark(position=at, label=say_part(match.game.name, phase, language)) for phase, at in starts.items()]
    duration = match.game.texts.table(language).get("duration", "")
    return ScoreHistory(points=points, marks=marks, duration=duration)
