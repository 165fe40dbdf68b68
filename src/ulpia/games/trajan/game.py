"""Trajan as `ulpia.games` offers it: names, settings, actions and words. The rules are in `compiled`."""

from ulpia.core.game import Game
from ulpia.core.settings import OneOf
from ulpia.games.trajan import actions, events, names
from ulpia.games.trajan.text import effects, sketch
from ulpia.games.trajan.text.sentences import SENTENCES, TEXTS
from ulpia.games.trajan.view import build

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
    sketch=sketch.draw,
    gesture_questions=frozenset({"lay"}),
)
