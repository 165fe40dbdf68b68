"""Figures of the view that only the rules can compute, and pictures that show them.   T-10, T-23, T-92."""

import random
import re

import ulpia
from tests.games.trajan.drawing import draw
from ulpia import render
from ulpia.games.trajan.view.types import TrajanView
from ulpia.match import Match


def view_of(match: Match, seat: int | None = None) -> TrajanView:
    view = match.view(seat)
    assert isinstance(view, TrajanView)
    return view


def test_the_ranking_in_the_senate_prefers_the_further_space_among_equal_votes() -> None:
    """T-92: then the disc that moved last counts for nothing; the picture lists the seats in this order."""
    table = draw("""
        seats 3
        0 senate: 4
        1 tiles: votes 5
        2 senate: 1
        pending: turn 0
    """)
    view = view_of(table.match)
    votes = [player.votes for player in view.players]
    assert votes[0] == votes[1] > votes[2]
    assert view.senate.discs.index(1) > view.senate.discs.index(0)
    assert view.senate.ranking == [0, 1, 2]
    picture = render.districts(view, "en", ["A", "B", "C"])["senate"].to_string()
    shown = picture[picture.index('id="senate-votes"') :]
    assert re.findall(r"#seat-(\d)", shown)[:3] == ["0", "1", "2"]


def test_target_and_load_are_what_the_rules_make_of_them() -> None:
    """T-10, T-23: the tray of the last marker, and how much a ship scores for."""
    counts = {"target": 0, "loaded": 0}
    for seed in range(6):
        match = ulpia.new("trajan", seats=2, seed=seed, setup="dealt")
        dice = random.Random(seed)
        target = None
        while match.seat is not None:
            view = view_of(match)
            if view.target is not None:
                assert target in (None, view.target)
                target = view.target
            elif target is not None:
                laid = [
                    event.details["tray"]
                    for event in match.events(since=len(match.entries) - 1)
                    if event.kind == "laid"
                ]
                assert laid[-1] == target
                counts["target"] += 1
                target = None
            sails = [action for action in match.options if str(action) == "sail"]
            if sails:
                sailed = next(event for event in match.dry_run(sails[0]).events if event.kind == "sailed")
                assert view.loaded == sailed.details["amount"]
                counts["loaded"] += 1
            match.play(dice.choice(match.options))
    assert all(counts.values()), counts
