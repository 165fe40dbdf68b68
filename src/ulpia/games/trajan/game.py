"""Trajan as `ulpia.games` offers it: names, settings, actions and words. The rules are in `compiled`."""

from ulpia.core.actions import Action
from ulpia.core.game import Game
from ulpia.core.settings import OneOf
from ulpia.games.trajan import actions, events, names
from ulpia.games.trajan.text import effects, reasons, sketch, summary
from ulpia.games.trajan.text.sentences import SENTENCES, TEXTS
from ulpia.games.trajan.view import build


def declines(action: Action) -> bool:
    """T-12, T-13, T-16, T-22, T-80: leave a tile, a marker or a card, do nothing, end the turn."""
    refusals = (actions.LeaveTile, actions.Forgo, actions.Enough, actions.Pass, actions.EndTurn)
    return isinstance(action, refusals)


GAME = Game(
    name="trajan",
    package="ulpia.games.trajan",
    year=2011,
    rules_version=2,
    settings={"setup": OneOf(("chosen", "dealt"))},
    actions=actions.ACTIONS,
    texts=TEXTS,
    source_names=names.SOURCES,
    build_view=build.view,
    question=build.question,
    read_events=events.read_events,
    say_event=SENTENCES.say_event,
    say_action=SENTENCES.say_action,
    say_question=SENTENCES.say_question,
    say_effect=effects.say_effect,
    detail_questions=effects.DETAIL_QUESTIONS,
    find_reasons=reasons.REASONS.find,
    say_reason=reasons.REASONS.say,
    say_gesture=reasons.say_gesture,
    sketch=sketch.draw,
    drawn_events=frozenset({"card_drawn"}),
    declines=declines,
    gesture_questions=frozenset({"lay"}),
    phase_events=frozenset({"refilled"}),
    summarize=summary.summarize,
)
