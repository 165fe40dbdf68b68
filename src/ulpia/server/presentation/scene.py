"""What one pair of eyes is shown of a course, in one language: the content of the messages `state`, `log` and `look`.

Built from the view of that viewer, and from events as that viewer may know them; options only for whoever decides.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ulpia.core.actions import Action
from ulpia.core.game import Game, Outcome, Question
from ulpia.engine.event_log import NO_LOG
from ulpia.match import Match
from ulpia.render import FULL, Memory
from ulpia.server.errors import NoGesture
from ulpia.server.presentation.pictures import (
    begins_gesture,
    crumb,
    districts,
    gesture,
    places,
)
from ulpia.server.session.history import OPEN, Course, Eyes

NO_SEED = 0
"""Imagining needs a seed; any will do where only what follows from the view matters."""


class Scene:
    """A moment as one viewer sees it. Costly parts are made when they are first asked for, once."""

    def __init__(
        self,
        match: Match,
        viewer: Eyes,
        language: str,
        seat_names: Sequence[str],
        form: str = FULL,
        memory: Memory | None = None,
    ) -> None:
        self.match = match
        self.viewer = viewer
        self.language = language
        self.seat_names = tuple(seat_names)
        self.form = form
        self.memory = memory

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the viewer knows."""
        return self.match.open_view() if self.viewer == OPEN else self.match.view(self.viewer)

    def forget_view(self) -> None:
        """It takes more memory than the picture, and is seldom needed once that is drawn."""
        self.__dict__.pop("view", None)

    @cached_property
    def districts(self) -> dict[str, str]:
        """The picture, by its parts."""
        return districts(self.view, self.language, self.seat_names, self.form, self.memory)

    @cached_property
    def facts(self) -> dict[str, Any]:
        """Everything about the moment but its picture and its number."""
        match, asked, players = self.match, self.view["question"], self.view["players"]
        question = None if asked is None else Question(asked["kind"], asked["about"])
        return {
            "seat": match.seat,
            "question": asked,
            "crumb": crumb(self.view, self.language),
            "asked": None if question is None else match.game.say_question(question, self.language),
            "options": self._options(),
            "points": [player["points"] for player in players],
            "sources": [player["sources"] for player in players],
            "is_over": match.seat is None,
            "outcome": tell_outcome(match.outcome),
        }

    def _options(self) -> list[dict[str, Any]]:
        if not isinstance(self.viewer, int) or self.match.seat != self.viewer:
            return []
        final = _final(self.match, self.viewer)
        return [self._option(action, action.number in final) for action in self.match.options]

    def _option(self, action: Action, is_final: bool) -> dict[str, Any]:
        game, lit = self.match.game, places(self.view, action)
        option = {
            "number": action.number,
            "words": _words(game, action.number, self.language),
            "effect": game.say_effect(action, self.view, self.language),
            "place": lit[0] if lit else "",
            "final": is_final,
        }
        if len(lit) > 1:
            option["places"] = lit
        if begins_gesture(self.view, action):
            option["gesture"] = True
        return option

    def places(self, action: Action) -> tuple[str, ...]:
        """The elements that light up for an action."""
        return places(self.view, action)

    def areas(self, action: Action) -> list[str]:
        """The districts they lie in."""
        lit = [f'id="{place}"' for place in self.places(action)]
        return [name for name, picture in self.districts.items() if any(mark in picture for mark in lit)]

    def planned(self, numbers: Sequence[int]) -> dict[str, Any]:
        """A gesture of the seat that decides, shown before it is played."""
        first = self.match.legal(numbers[0])
        actions = [first, *(self.match.known(number) for number in numbers[1:])]
        found = gesture(self.view, actions, self.language, self.seat_names, self.form)
        if found is None:
            raise NoGesture(action=first)
        return {
            "actions": [action.number for action in found.actions],
            "about": found.about,
            "asked": found.asked,
            "districts": found.districts,
            "quiet": found.quiet,
            "choices": [
                {
                    "places": choice.places,
                    "words": choice.words,
                    "actions": [action.number for action in choice.actions],
                }
                for choice in found.choices
            ],
        }


@lru_cache(1 << 13)
def _words(game: Game, number: int, language: str) -> str:
    return game.say_action(game.actions[number], language)


def tell_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    """A ranking as JSON carries it."""
    return None if outcome is None else {"ranking": outcome.ranking, "points": outcome.points}


def tell_log(
    course: Course, viewer: Eyes, language: str, seat_names: Sequence[str], since: int
) -> list[dict[str, Any]]:
    """What happened from a position of the viewer on: who acted, in sentences, and how points changed.

    Open eyes are told everything by whoever acted.
    """
    match, game, entries = course.match, course.match.game, course.match.entries
    told = []
    for at, these in enumerate(course.entries(viewer, since), start=since):
        sentences = [
            game.say_event(event, language, seat_names)
            for entry in (entries[number] for number in these)
            for event in game.events(entry.log, match.viewer(entry.seat if viewer == OPEN else viewer))
        ]
        acted = entries[these[-1]].seat
        entry = {"position": at, "seat": acted, "sentences": sentences, "points": course.gains(these)}
        told.append(entry | ({"minor": True} if course.is_midway(these) else {}))
    return told


def _final(match: Match, viewer: int) -> set[int]:
    """Options after which there is no way back. Asked of an imagined table, so that the answer tells nothing hidden."""
    game, facts = match.game, match.components.facts
    imagined, table = np.zeros(1, game.state_type), np.zeros(1, game.state_type)
    legal = np.zeros(game.max_options, np.int64)
    game.imagine(facts, match.seen(viewer), NO_SEED, imagined)
    mark = game.undo_mark(imagined[0])
    final = set()
    for action in match.options:
        table[:] = imagined
        game.play(facts, table, action.number, NO_LOG, legal)
        if game.undo_mark(table[0]) != mark:
            final.add(action.number)
    return final
