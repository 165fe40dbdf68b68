"""A table from afar: one seat very small and how far the game is; points through a game that is over."""

from bisect import bisect_left
from functools import cache
from typing import Any

from ulpia import render
from ulpia.match import Match
from ulpia.render.emblems import miniature
from ulpia.render.phases import part, say_part


def glance(match: Match, seat: int, language: str) -> dict[str, str]:
    """What a passer-by sees of a seat from the door."""
    view = match.view()
    return {"crumb": render.crumb(view, language).rstrip("."), "picture": miniature(view, seat)}


def curve(match: Match, language: str) -> dict[str, Any]:
    """The points of every seat at each position, and where the parts of the game begin."""
    points, seen = [], []
    again = match.at(0)
    for action in (*match.actions, None):
        points.append(again.points)
        seen.append(again.seen())
        if action is not None:
            again.play(action)

    @cache
    def part_at(position: int) -> int:
        return part(match.game.view(match.components.facts, seen[position]))

    positions = range(len(seen))
    starts = {number: bisect_left(positions, number, key=part_at) for number in range(1, part_at(positions[-1]) + 1)}
    marks = [{"position": at, "label": say_part(match.game.name, number, language)} for number, at in starts.items()]
    duration = match.game.texts.table(language).get("duration", "")
    return {"points": points, "marks": marks, "duration": duration}
