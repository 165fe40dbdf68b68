"""What people read: effects of options, agreeing with what then happens; the sketch of the table."""

import random

import pytest

import ulpia
from tests.games.trajan.drawing import draw
from ulpia.engine.event_log import WIDTH
from ulpia.games.trajan import actions, names
from ulpia.games.trajan.actions import (
    Advance,
    Build,
    Occupy,
    Sail,
    Sow,
)
from ulpia.games.trajan.constants import Frame
from ulpia.games.trajan.events import DETAILS, Event
from ulpia.games.trajan.game import GAME
from ulpia.games.trajan.text.effects import say_effect
from ulpia.games.trajan.text.sentences import TEXTS
from ulpia.games.trajan.view.types import TrajanView
from ulpia.match import Match


def view_of(match: Match) -> TrajanView:
    view = match.view(match.seat)
    assert isinstance(view, TrajanView)
    return view


def test_doing_nothing_is_told_from_everything_else() -> None:
    declining = {type(action) for action in actions.ACTIONS if GAME.declines(action)}
    assert declining == {actions.LeaveTile, actions.Forgo, actions.Enough, actions.Pass, actions.EndTurn}


def test_effects_come_true() -> None:
    """Points that are promised are scored, and a sown tray ends where it was said to end."""
    promised = 0
    for seed in range(6):
        match = ulpia.new("trajan", seats=2 + seed % 3, seed=seed, setup="dealt")
        dice = random.Random(seed)
        while match.seat is not None:
            seat, view, action = match.seat, view_of(match), dice.choice(match.options)
            effect = say_effect(action, view, match.dry_run(action).events, "en")
            before = match.points[seat]
            match.play(action)
            gained = match.points[seat] - before
            kinds = [event.kind for event in match.game.read_events(match.entries[-1].events, seat)]
            if "quarter_ended" in kinds or "ended" in kinds:
                continue
            if isinstance(action, (Advance, Occupy, Sail)):
                assert effect == f"{gained} point{'' if gained == 1 else 's'}"
                promised += 1
            if isinstance(action, Build):
                assert effect == "no tile left" if gained == 0 else f"{gained} points" in effect
                promised += 1
            if isinstance(action, Sow) and match.question and match.question.kind == "perform":
                assert effect.endswith(f"ending at {str(match.question.about).capitalize()}")
                promised += 1
    assert promised > 100


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_option_has_words_in_both_languages(language: str) -> None:
    match = ulpia.new("trajan", seats=4, seed=3)
    while match.seat is not None:
        view, dry_runs = match.view(match.seat), match.dry_runs()
        assert match.question is not None
        assert match.game.say_question(match.question, language).endswith((".", "?"))
        for action in match.options:
            assert match.game.say_action(action, language)
            match.game.say_effect(action, view, dry_runs[action.number].events, language)
        match.play(match.options[len(match.actions) % len(match.options)])


def test_the_sketch_shows_the_own_hand_and_hides_the_others() -> None:
    table = draw("""
        seats 2
        0 hand: wine, gems
        1 hand: fish, oils
        1 known: oils
        0 kept: bread
        1 plus two: forum
        0 slots: cards 3 / - / - / - / - / -
    """)
    lines = "\n".join(table.match.game.sketch(table.match.view(0), "en", ["Ann", "Ben"]))
    assert "Hand: wine, gems" in lines
    assert "Hand: 2 cards (oils)" in lines
    assert "fish" not in lines.partition("Ben")[2]
    assert "Demands kept: bread" in lines
    assert "+2 on: Forum" in lines
    assert "3, 2 cards" in lines
    german = "\n".join(table.match.game.sketch(table.match.view(None), "de", ["Ann", "Ben"]))
    assert "Quartal 1, Runde 1" in german


def test_every_event_question_action_and_name_has_words() -> None:
    words = TEXTS.table("en")
    told = set(words["events"]) - {"card_drawn_unseen", "repeated_wild"}
    assert told == {event.name.lower() for event in Event}
    settled = {Frame.OVER, Frame.REVEAL, Frame.END_OF_TURN, Frame.END_OF_ROUND, Frame.CLOSE_QUARTER}
    assert set(words["questions"]) == {frame.name.lower() for frame in Frame if frame not in settled}
    kinds = {type(action).__name__ for action in actions.ACTIONS}
    assert set(words["actions"]) == kinds | {"FulfilWithoutReward", "RepeatWild"}
    for table, known in {
        "trays": names.TRAYS,
        "colours": names.COLOURS,
        "forum_tiles": names.FORUM_TILES,
        "stacks": names.STACKS,
        "rewards": names.REWARDS,
        "constructions": names.CONSTRUCTIONS,
        "bonus_tiles": names.BONUS_TILES,
        "sources": names.SOURCES,
    }.items():
        assert set(words["names"][table]) == set(known)


def test_the_event_log_is_wide_enough() -> None:
    assert max(map(len, DETAILS.values())) <= WIDTH - 2
    assert len(Event) < 127
