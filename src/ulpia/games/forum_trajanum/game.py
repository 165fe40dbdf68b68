"""Forum Trajanum as `ulpia.games` offers it: names, settings, actions and words. The rules are in `compiled`."""

from collections.abc import Sequence

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.game import Game, Price
from ulpia.core.settings import OneOf, SomeSeats
from ulpia.games.forum_trajanum import actions, events, names
from ulpia.games.forum_trajanum.text import effects, reasons, sketch, summary
from ulpia.games.forum_trajanum.text.sentences import SENTENCES, TEXTS
from ulpia.games.forum_trajanum.view import build


def is_secret(action: Action) -> bool:
    """F-15: nobody else knows what is taken and kept, until all have passed on and it is shown."""
    return isinstance(action, (actions.Take, actions.TakeNothing, actions.Keep))


def declines(action: Action) -> bool:
    """F-07, F-13, F-21, F-43, F-47, F-50, F-60: do without, take nothing, leave a row unpaid, end the turn."""
    return isinstance(action, (actions.Decline, actions.TakeNothing, actions.LeaveRow, actions.EndTurn))


def price(action: Action, events: Sequence[GameEvent]) -> Price | None:
    """F-12: a tile from outside the street costs a tribune."""
    if not isinstance(action, actions.Take):
        return None
    tribunes = next(int(event.details["tribunes"]) for event in events if event.kind == "taken")
    return Price(tribunes, "tribune") if tribunes else None


GAME = Game(
    name="forum_trajanum",
    package="ulpia.games.forum_trajanum",
    year=2018,
    rules_version=2,
    settings={
        "setup": OneOf(("chosen", "dealt")),
        "variant": OneOf(("full", "introductory")),
        "side": OneOf(("A", "B")),
        "newcomers": SomeSeats(),
    },
    varieties=tuple(
        {"setup": "chosen", "variant": variant, "side": side, "newcomers": newcomers}
        for variant in ("full", "introductory")
        for side in ("A", "B")
        for newcomers in ((), (0,))
    ),
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
    drawn_events=frozenset({"taken", "kept", "uncovered", "corner_opened"}),
    find_reasons=reasons.REASONS.find,
    say_reason=reasons.REASONS.say,
    sketch=sketch.draw,
    is_secret=is_secret,
    declines=declines,
    price=price,
    phase_events=frozenset({"cycle_began"}),
    summarize=summary.summarize,
)
