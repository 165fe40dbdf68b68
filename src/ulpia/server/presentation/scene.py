"""`Scene`: a position as one viewer sees it, in one language. It builds the content of `state`, `look` and `planned`.

This is the only module of the server that reads views and draws pictures. A scene is built from the view of its viewer
and from events as that viewer may know them. Only the seat that decides gets options.
"""

import logging
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from ulpia import render
from ulpia.agents import Decision
from ulpia.agents.advice import Advice, gesture, move, nudge, reasons, why
from ulpia.agents.judgement import Judgement, say_objection
from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.game import DryRun, Game, Outcome
from ulpia.core.view import View
from ulpia.match import Match
from ulpia.render import FULL
from ulpia.render.gestures import Gesture
from ulpia.rulebook.explanations import Occasion, find_occasions
from ulpia.server.errors import NoGesture
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.presentation.summaries import phase_marks, phase_summaries
from ulpia.server.protocol import (
    ALL_OPEN,
    Explain,
    ExplanationInfo,
    Gain,
    GestureChoice,
    Hint,
    LogEntry,
    Look,
    Objection,
    Option,
    OptionPrice,
    OutcomeInfo,
    Perspective,
    Planned,
    Preview,
    PreviewLine,
    Situation,
    State,
    Thumbnail,
)

log = logging.getLogger("ulpia.server")

HINT_NUDGE, HINT_ACTION = 1, 2
QUOTE = "'"
"""Around attributes, because JSON escapes double quotes. Within texts both kinds are escaped as entities."""

PictureCache = render.PictureCache
Districts = Mapping[str, render.Picture]
"""The pictures of a table by the names of its districts."""


class Audience(NamedTuple):
    """Who a scene is made for."""

    perspective: Perspective
    language: str
    seat_names: tuple[str, ...]
    form: str = FULL


class Renderer:
    """Draws views. A picture that cannot be drawn is logged and left out: the game goes on in words."""

    def districts(self, view: View, audience: Audience, cache: PictureCache | None) -> Districts:
        """Draw every district of the table."""
        try:
            return render.districts(view, audience.language, audience.seat_names, form=audience.form, cache=cache)
        except Exception:
            log.exception("drawing a picture of %s failed", view.game)
            return {}

    def places(self, view: View, action: Action) -> tuple[str, ...]:
        """Return the ids of all elements to highlight for an option; none for a button."""
        try:
            return render.places(view, action)
        except Exception:
            log.exception("finding the places of %s failed", action)
            return ()


RENDERER = Renderer()


def encode_districts(districts: Districts) -> dict[str, str]:
    """Return pictures as they are sent."""
    return {name: picture.to_string(QUOTE) for name, picture in districts.items()}


def encode_changes(before: Districts, after: Districts) -> dict[str, str | dict[str, str]]:
    """Return each changed district as it is sent: as a new picture, or as its new parts by id."""
    return {name: change for name, change in render.changes(before, after, QUOTE).items() if name in after}


class Scene:
    """A position as one viewer sees it. Costly parts are computed when they are first used, once."""

    def __init__(
        self,
        match: Match,
        audience: Audience,
        renderer: Renderer = RENDERER,
        cache: PictureCache | None = None,
    ) -> None:
        self.match = match
        self.audience = audience
        self.renderer = renderer
        self.cache = cache
        self._previews: dict[int, Preview] = {}

    @cached_property
    def view(self) -> View:
        """What the viewer knows."""
        perspective = self.audience.perspective
        return self.match.open_view() if perspective == ALL_OPEN else self.match.view(perspective)

    def drop_view(self) -> None:
        """Free the view, which needs more memory than the pictures and is seldom used once they are drawn."""
        self.__dict__.pop("view", None)

    @cached_property
    def districts(self) -> Districts:
        """The pictures."""
        return self.renderer.districts(self.view, self.audience, self.cache)

    @cached_property
    def situation(self) -> Situation:
        """Everything about the position but its number and its pictures."""
        match, view, language = self.match, self.view, self.audience.language
        asked, players = view.question, view.players
        return Situation(
            seat=match.seat,
            question=asked,
            crumb=render.crumb(view, language),
            asked=None if asked is None else match.game.say_question(asked, language),
            options=self._options(),
            points=[player.points for player in players],
            sources=[dict(player.sources) for player in players],
            is_over=match.seat is None,
            outcome=outcome_info(match.outcome),
        )

    def state(self, history: MatchHistory, viewer: Viewer, before: Districts) -> State:
        """Build the message `state`; `before` are the pictures that the client has."""
        earliest = history.undo_to(viewer)
        return State(
            **asdict(self.situation),
            position=history.position(viewer),
            revision=history.revision(viewer),
            since=history.last_turn(viewer),
            can_undo=earliest is not None,
            undo_to=earliest,
            undo_one=history.undo_one(viewer),
            districts=encode_changes(before, self.districts),
            gone=[name for name in before if name not in self.districts],
        )

    def look(self, history: MatchHistory, position: int, viewer: Viewer) -> Look:
        """Build the message `look` for a scene of an earlier position. The viewer reads the log beside it."""
        perspective = self.audience.perspective
        return Look(
            **asdict(self.situation) | {"options": []},
            position=position,
            last=history.position(perspective),
            perspective=perspective,
            entry=log_entries(history, self.audience, position)[0],
            log_position=history.position_of(viewer, perspective, position),
            turns=history.turns(perspective),
            phases=phase_marks(history, perspective, self.audience.language),
            districts=encode_districts(self.districts),
        )

    def planned(self, revision: str, numbers: Sequence[int]) -> Planned:
        """Build the message `planned`: a gesture of the seat that decides, shown before it is played."""
        first = self.match.legal(numbers[0])
        gesture = self._gesture([first, *(self.match.known(number) for number in numbers[1:])])
        if gesture is None:
            raise NoGesture(action=first)
        return Planned(
            revision=revision,
            actions=[action.number for action in gesture.actions],
            about=gesture.about,
            asked=gesture.asked,
            districts=encode_districts(gesture.districts),
            quiet=list(gesture.quiet),
            choices=[
                GestureChoice(
                    places=choice.places, words=choice.words, actions=[action.number for action in choice.actions]
                )
                for choice in gesture.choices
            ],
        )

    def preview(self, revision: str, number: int) -> Preview:
        """Build the message `preview`: what an option would bring. Each option is tried once."""
        if number not in self._previews:
            self._previews[number] = self._preview(revision, self.match.legal(number))
        return self._previews[number]

    def _preview(self, revision: str, action: Action) -> Preview:
        game, language = self.match.game, self.audience.language
        gesture = self._gesture([action]) if render.begins_gesture(self.view, action) else None
        tried = self.match.dry_run(*([action] if gesture is None else gesture.actions))
        # How a gesture is carried out is not decided yet: its effect says what all its variations have in common.
        told = tried.certain if gesture is None else ()
        return Preview(
            revision=revision,
            action=action.number,
            lines=[
                PreviewLine(
                    sentence=game.say_event(event, language, self.audience.seat_names), points=event.points or 0
                )
                for event in told
            ],
            then="" if tried.asked is None else game.say_question(tried.asked, language),
            landings=list(render.landings(self.view, tried.certain)),
        )

    def hint(self, revision: str, advice: Advice, step: int) -> Hint:
        """Build the message `hint`: where to look, then what to play, then why."""
        game, action, language = self.match.game, advice.action, self.audience.language
        if step == HINT_NUDGE:
            sentence = nudge(game, action, self.view, language)
            places = self._meant(sentence)
            return Hint(
                revision=revision, step=step, sentences=[sentence], areas=self._areas(action), places=places or UNSET
            )
        decision = Decision(self.match)
        if step == HINT_ACTION:
            events = self.match.dry_run(action).events
            sentences = [move(game, action, self.view, language, events), *gesture(advice, decision, language)]
            figures: list[str] | UnsetType = UNSET
        else:
            sentences, figures = reasons(advice, decision, language), why(advice, game, language)
        places = list(self.renderer.places(self.view, action))
        return Hint(
            revision=revision, step=step, sentences=sentences, figures=figures, number=action.number, places=places
        )

    def objection(self, revision: str, numbers: Sequence[int], judgement: Judgement) -> Objection:
        """Build the message `objection`: what a move costs, and what would be better."""
        better = judgement.better[0]
        return Objection(
            revision=revision,
            actions=list(numbers),
            cost=round(judgement.cost),
            sentences=say_objection(judgement, Decision(self.match), self.audience.language),
            number=better.number,
            places=list(self.renderer.places(self.view, better)),
        )

    def explain(self, history: MatchHistory, viewer: int, since: int) -> Explain:
        """Build the message `explain`. What has happened is explained from a position of the viewer on."""
        match, language = self.match, self.audience.language
        is_asked = match.seat == viewer
        question, options = (match.question, match.options) if is_asked else (None, ())
        events = [event for each in _events(history, viewer, since) for event in each]
        explanations = [
            ExplanationInfo(
                id=occasion.explanation.id,
                sentence=occasion.explanation.sentences[language],
                places=self._explained(occasion),
                is_past=occasion.explanation.reason == "event",
            )
            for occasion in find_occasions(match.game, viewer, question, options, events)
        ]
        return Explain(revision=history.revision(viewer), explanations=explanations)

    def _explained(self, occasion: Occasion) -> tuple[str, ...]:
        """Return the places of which an explanation speaks."""
        if occasion.explanation.place or occasion.option is None:
            return (occasion.explanation.place,)
        return self.renderer.places(self.view, occasion.option)

    def _options(self) -> list[Option]:
        viewer = self.audience.perspective
        if not isinstance(viewer, int) or self.match.seat != viewer:
            return []
        dry_runs = self.match.dry_runs()
        return [self._option(action, dry_runs[action.number]) for action in self.match.options]

    def _option(self, action: Action, dry_run: DryRun) -> Option:
        game, language, places = self.match.game, self.audience.language, self.renderer.places(self.view, action)
        price = game.price(action, dry_run.events)
        return Option(
            number=action.number,
            words=_say_action(game, action.number, language),
            effect=game.say_effect(action, self.view, dry_run.events, language),
            place=places[0] if places else "",
            places=places if len(places) > 1 else UNSET,
            final=dry_run.is_final,
            gesture=True if render.begins_gesture(self.view, action) else UNSET,
            price=UNSET if price is None else OptionPrice(amount=price.amount, symbol=price.thing),
            declines=True if game.declines(action) else UNSET,
        )

    def _gesture(self, actions: Sequence[Action]) -> Gesture | None:
        _, language, seat_names, form = self.audience
        return render.gesture(self.view, actions, self.match.dry_run, language, seat_names, form=form)

    def _meant(self, nudge_said: str) -> list[str]:
        """List the places of all options that a nudge may mean. A single place would give the move away: then none."""
        game, view, language = self.match.game, self.view, self.audience.language
        options = [option for option in self.match.options if nudge(game, option, view, language) == nudge_said]
        places = dict.fromkeys(place for option in options for place in self.renderer.places(view, option) if place)
        return list(places) if len(places) > 1 else []

    def _areas(self, action: Action) -> list[str]:
        """List the districts in which the places of an action lie."""
        places = frozenset(self.renderer.places(self.view, action))
        return [name for name, picture in self.districts.items() if places & picture.ids]


def thumbnail(match: Match, seat: int, language: str) -> Thumbnail:
    """Draw a seat very small, as a spectator sees it, and say where the game stands."""
    view = match.view()
    return Thumbnail(crumb=render.crumb(view, language).rstrip("."), picture=render.miniature(view, seat))


def outcome_info(outcome: Outcome | None) -> OutcomeInfo | None:
    """Return an outcome as it is sent."""
    return None if outcome is None else OutcomeInfo(ranking=outcome.ranking, points=outcome.points)


def log_entries(history: MatchHistory, audience: Audience, since: int) -> list[LogEntry]:
    """Build the log from a position of the viewer on: who acted, sentences, and how points changed.

    With everything open, each entry says what the seat that acted knows.
    """
    game, entries = history.game, history.match.entries
    perspective, language, seat_names, _ = audience
    summaries = phase_summaries(history, perspective, language, since)
    found = []
    steps = zip(history.entries(perspective, since), _events(history, perspective, since))
    for position, (numbers, events) in enumerate(steps, start=since):
        points = history.points_gained(numbers)
        found.append(
            LogEntry(
                position=position,
                seat=entries[numbers[-1]].seat,
                sentences=[game.say_event(event, language, seat_names) for event in events],
                subjects=_subjects(events, entries[numbers[-1]].seat) or UNSET,
                points=points,
                gains=_gains(events, points) or UNSET,
                minor=True if history.is_within_gesture(numbers) else UNSET,
                summary=summaries.get(position, UNSET),
            )
        )
    return found


def _events(history: MatchHistory, perspective: Perspective, since: int) -> list[list[GameEvent]]:
    """Return what happened at each position from one on. With everything open, what the seat that acted knows."""
    match, game, entries = history.match, history.game, history.match.entries
    return [
        [
            event
            for entry in (entries[number] for number in numbers)
            for event in game.read_events(
                entry.events, match.viewer(entry.seat if perspective == ALL_OPEN else perspective)
            )
        ]
        for numbers in history.entries(perspective, since)
    ]


def _subjects(events: Sequence[GameEvent], actor: int | None) -> list[int | None]:
    """Say which seat each sentence is about; nothing where all are about the seat that acted, or about nobody."""
    subjects = [event.seat for event in events]
    return [] if {*subjects} <= {actor, None} else subjects


def _gains(events: Sequence[GameEvent], points: Sequence[int]) -> list[Gain]:
    """Say which event changed the points of which seat. What no event tells stands with the last one."""
    if not events:
        return []
    untold = dict(enumerate(points))
    found = []
    for sentence, event in enumerate(events):
        if event.points and event.seat in untold:
            found.append(Gain(sentence=sentence, seat=event.seat, points=event.points))
            untold[event.seat] -= event.points
    last = len(events) - 1
    return found + [Gain(sentence=last, seat=seat, points=rest) for seat, rest in untold.items() if rest]


@lru_cache(1 << 13)
def _say_action(game: Game, number: int, language: str) -> str:
    return game.say_action(game.actions[number], language)
