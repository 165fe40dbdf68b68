"""Trajan as `ulpia.games` offers it: names, settings, actions and words. The rules are in `compiled`."""

from ulpia.core.game import Game
from ulpia.core.settings import OneOf
from ulpia.games.trajan import actions, names
from ulpia.games.trajan.text import effects, sentences
from ulpia.games.trajan.view import build, sketch

GAME = Game(
    name="trajan",
    package="ulpia.games.trajan",
    year=2011,
    rules_version=1,
    settings={"setup": OneOf(("chosen", "dealt"))},
    actions=actions.ACTIONS,
    texts=sentences.WORDS,
    source_names=names.SOURCES,
    build_view=build.view,
    question=build.question,
    read_events=sentences.events,
    say_event=sentences.say_event,
    say_action=sentences.say_action,
    say_question=sentences.say_question,
    say_effect=effects.say_effect,
    sketch=sketch.draw,
    gesture_questions=frozenset({"lay"}),
)
