"""Trajan behind the interface of all games."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ulpia.core.actions import Action
from ulpia.core.components import Components
from ulpia.core.game import (
    Game,
    Outcome,
    Question,
    States,
)
from ulpia.core.settings import (
    Kind,
    OneOf,
    Settings,
    defaults,
)
from ulpia.engine.event_log import WIDTH, EventLog, GameEvent
from ulpia.engine.jit import bind
from ulpia.engine.layout import NONE, blank, layout
from ulpia.engine.rng import Chance
from ulpia.games.trajan import actions, events, names, observation
from ulpia.games.trajan.evaluation import features
from ulpia.games.trajan.rules import (
    audit,
    components,
    flow,
    recount,
    scoring,
    setup,
)
from ulpia.games.trajan.rules import knowledge as view
from ulpia.games.trajan.rules.state import STATE
from ulpia.games.trajan.text import effects
from ulpia.games.trajan.text import sentences as telling
from ulpia.games.trajan.view import build as showing
from ulpia.games.trajan.view import sketch

CHANCE = layout(Chance)


class Trajan(Game):
    """Trajan, for 2 to 4."""

    name = "trajan"
    rules_version = 1
    settings: ClassVar[Mapping[str, Kind]] = {"setup": OneOf(("chosen", "dealt"))}
    varieties: ClassVar[tuple[Settings, ...]] = (defaults(settings),)
    actions = actions.ACTIONS
    texts = telling.WORDS
    state_type = STATE
    max_options = flow.MOST_OPTIONS
    log_shape = (events.LENGTH, WIDTH)
    source_names = names.SOURCES
    midway = frozenset({"lay"})
    faults = audit.FAULTS
    loops = bind(
        "ulpia.engine.templates.loops",
        "ulpia.games.trajan_loops",  # Numba names its cache files by the last word
        begin=setup.begin,
        settle=flow.settle,
        options=flow.options,
        apply=flow.apply,
        is_setting_up=flow.is_setting_up,
        may_skip=flow.may_skip,
        audit=audit.audit,
        recount_action=recount.recount_action,
        recount_settling=recount.recount_settling,
    )
    lockstep = bind(
        "ulpia.engine.templates.batch",
        "ulpia.games.trajan_lockstep",
        begin=setup.begin,
        play=loops.play,
        observe=observation.observe,
        standing=scoring.standing,
        audit=audit.audit,
    )
    observation = observation.OBSERVATION
    thoughts: ClassVar[Mapping[str, Any]] = {
        "begin": setup.begin,
        "settle": flow.settle,
        "options": flow.options,
        "apply": flow.apply,
        "imagine_into": view.imagine_into,
        "standing": scoring.standing,
        "features": features.features,
    }
    features = features.FEATURES

    def read_components(self, path: Path | None = None) -> Components:
        """Read and check the printed figures."""
        return components.read(path)

    def setup_flags(self, _settings: Settings) -> int:
        """None: random games decide the set-up at random, which is what dealing it would do."""
        return 0

    def see(self, states: States, viewer: int) -> States:
        """Look with one pair of eyes."""
        return view.see(states, viewer)

    def imagine(self, _facts: np.record, seen: States, seed: int, states: States) -> None:
        """Write into states[0] a table that looks like seen[0]."""
        view.imagine(seen[0], seed, states, blank(CHANCE))  # type: ignore[arg-type]

    def view(self, facts: np.record, seen: States) -> dict[str, Any]:
        """Put what was seen into names and numbers."""
        return showing.view(facts, seen[0])

    def sketch(self, view: dict[str, Any], language: str, seat_names: Sequence[str]) -> list[str]:
        """Draw a view in text."""
        return sketch.draw(view, language, seat_names)

    def question(self, state: np.record) -> Question | None:
        """What is being decided."""
        return telling.question(state)

    def outcome(self, state: np.record) -> Outcome | None:
        """T-105: most points; ties go to the higher disc after the last T-93."""
        if state.seat != NONE:
            return None
        standing = {seat: (int(player.points), int(player.arrival)) for seat, player in enumerate(self._players(state))}
        order = sorted(standing, key=lambda seat: standing[seat], reverse=True)
        return Outcome(tuple((seat,) for seat in order), self.points(state))

    def events(self, log: EventLog, viewer: int) -> list[GameEvent]:
        """What happened, as the viewer may know it."""
        return telling.events(log, viewer)

    def say_event(self, event: GameEvent, language: str, seat_names: Sequence[str]) -> str:
        """An event as a sentence."""
        return telling.say_event(event, language, seat_names)

    def say_action(self, action: Action, language: str) -> str:
        """An action in words."""
        return telling.say_action(action, language)

    def is_secret(self, _action: Action) -> bool:
        """Never: whatever is chosen is chosen openly; what it draws is another matter (T-111)."""
        return False

    def say_effect(self, action: Action, view: dict[str, Any], language: str) -> str:
        """What the action would do now, in a few words."""
        return effects.say_effect(action, view, language)

    def say_question(self, question: Question, language: str) -> str:
        """A question in words."""
        return telling.say_question(question, language)

    @staticmethod
    def _players(state: np.record) -> list[Any]:
        return [state.players[seat] for seat in range(state.seats)]
