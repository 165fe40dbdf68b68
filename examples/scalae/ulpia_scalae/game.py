"""Scalae as `ulpia.games` offers it: the typed view, the words, and one `Game`."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ulpia.core.events import GameEvent, Rows, read_log
from ulpia.core.game import Game
from ulpia.core.i18n import Texts
from ulpia.core.sentences import Sentences
from ulpia.core.settings import OneOf
from ulpia.core.view import PlainRecord, PlayerView, Question, View, counted, find_question, head
from ulpia_scalae.names import ACTIONS, KINDS, SOURCES, Event, Frame

CARDS = tuple(map(str, range(KINDS)))
TEXTS = Texts(Path(__file__).parent / "text")
SENTENCES = Sentences(TEXTS)
DETAILS = {
    Event.LAID: (("value", None),),
    Event.DRAWN: (("value", None),),
    Event.RESTED: (("length", None), ("points", None)),
}


class ScalaePlayerView(PlayerView, frozen=True, kw_only=True):
    """What the viewer knows of one seat."""

    cards: int
    """Number of hand cards."""
    hand: Mapping[str, int] | None
    """Hand cards by value; null for other seats."""
    top: int
    """Value of the highest step, 0 if there is none."""
    steps: int
    """Length of the staircase."""


class ScalaeView(View, frozen=True, kw_only=True):
    """What one viewer knows of a game of Scalae."""

    turns: int
    """Turns of each seat in the whole game."""
    unseen: Mapping[str, int]
    """Cards in the deck and in other hands, by value."""
    players: Sequence[ScalaePlayerView]
    """Every seat as far as the viewer knows it."""


def question(state: PlainRecord) -> Question | None:
    """What is to be decided; None when the game is over."""
    return find_question(state.agenda, Frame, Frame.TURN, {})


def build_view(facts: PlainRecord, seen: PlainRecord) -> ScalaeView:
    """The view, from printed figures and knowledge as plain values."""
    players = [
        ScalaePlayerView(
            seat=seat,
            points=player.points,
            sources=dict(zip(SOURCES, player.sources)),
            cards=player.cards,
            hand=counted(CARDS, player.hand) if seat == seen.viewer else None,
            top=player.top,
            steps=player.steps,
        )
        for seat, player in enumerate(seen.table.players[: seen.table.seats])
    ]
    shared = head("scalae", seen, question(seen.table), Frame)
    return ScalaeView(**shared, turns=facts.turns, unseen=counted(CARDS, seen.table.deck), players=players)


def read_events(rows: Rows, viewer: int) -> list[GameEvent]:
    """Others are not told which card a seat draws. Whoever rests scores."""
    return read_log(rows, viewer, Event, DETAILS, {Event.DRAWN: "value"}, scored={Event.RESTED: 1})


GAME = Game(
    name="scalae",
    package="ulpia_scalae",
    year=2026,
    rules_version=1,
    settings={"setup": OneOf(("chosen", "dealt"))},
    actions=ACTIONS,
    texts=TEXTS,
    source_names=SOURCES,
    build_view=build_view,
    question=question,
    read_events=read_events,
    say_event=SENTENCES.say_event,
    say_action=SENTENCES.say_action,
    say_question=SENTENCES.say_question,
)
