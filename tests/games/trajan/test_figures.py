"""Figures of the view that only the rules can compute, and pictures that show them.   T-10, T-23, T-91, T-92."""

import random
import re
from pathlib import Path

import pytest

import ulpia
from tests.games.trajan.drawing import draw
from ulpia import render
from ulpia.games.trajan.view.types import TrajanView
from ulpia.match import Match
from ulpia.registry import find_game


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


DEMANDED = """
    demands: bread, games, games
    0 tiles: bread
    pending: turn 0
"""


def test_each_unmet_demand_costs_by_how_much_it_raises_the_penalty() -> None:
    """T-91: 4, 9 or 15 points for one, two or three."""
    mine, theirs = view_of(draw(DEMANDED).match, 0).players
    assert (mine.demands_met, mine.demand_costs) == ([True, False, False], [0, 4, 5])
    assert (theirs.demands_met, theirs.demand_costs) == ([False, False, False], [4, 5, 6])


def test_demands_cost_what_is_printed(tmp_path: Path) -> None:
    """T-91: whoever corrects the component file sees the corrected figures."""
    text = (find_game("trajan").folder / "components.toml").read_text("utf-8")
    path = tmp_path / "components.toml"
    path.write_text(text.replace("penalty = [0, 4, 9, 15]", "penalty = [0, 1, 3, 8]"), "utf-8")
    view = view_of(draw(DEMANDED, components=path).match, 1)
    assert view.players[1].demand_costs == [1, 2, 5]
    picture = render.districts(view, "en", ["A", "B"])["time"].to_string()
    assert [f">−{cost}<" in picture for cost in (1, 2, 5)] == [True, True, True]


@pytest.mark.parametrize("form", ["full", "small"])
def test_unmet_demands_show_what_they_cost_now(form: str) -> None:
    """T-91: each its share, and all of them in the heading; a demand that is met or hidden costs nothing."""
    picture = render.districts(view_of(draw(DEMANDED).match, 0), "en", ["A", "B"], form=form)["time"].to_string()
    assert re.findall(r">−(\d)<", picture) == ["4", "5"]
    assert "The people demand · now −9" in picture
    assert re.findall(r'aria-label="((?:bread|games)[^"]*)"', picture) == [
        "bread, met",
        "games, not met: −4 points, all unmet ones −9",
        "games, not met: −5 points, all unmet ones −9",
    ]
    nothing = render.districts(view_of(draw("pending: turn 0").match, 0), "de", ["A", "B"], form=form)["time"]
    assert "Das Volk verlangt<" in nothing.to_string()
    assert "−" not in nothing.to_string()


def test_demands_cost_at_the_end_of_a_quarter_what_was_shown() -> None:
    """T-91: for each seat that changes nothing at the last moment."""
    compared = 0
    for seed in range(3):
        match, dice = ulpia.new("trajan", seats=3, seed=seed, setup="dealt"), random.Random(seed)
        while match.seat is not None:
            seat, before = match.seat, view_of(match).players
            match.play(dice.choice(match.options))
            events = match.events(since=len(match.entries) - 1)
            if not any(event.kind == "quarter_ended" for event in events):
                continue
            lost = {event.seat: event.details["points"] for event in events if event.kind == "demands_unmet"}
            for player in before:
                if player.seat != seat and len(player.demand_costs) == 3:
                    assert lost.get(player.seat, 0) == sum(player.demand_costs)
                    compared += 1
    assert compared > 10
