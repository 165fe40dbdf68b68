"""Forum Trajanum behind the interface of all games."""

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
    SomeSeats,
)
from ulpia.engine.event_log import (
    NO_LOG,
    WIDTH,
    EventLog,
    GameEvent,
)
from ulpia.engine.jit import bind
from ulpia.engine.layout import NONE, blank, layout
from ulpia.engine.rng import Chance
from ulpia.games.forum_trajanum import actions, events, names, observation
from ulpia.games.forum_trajanum.evaluation import features
from ulpia.games.forum_trajanum.rules import (
    audit,
    components,
    flow,
    recount,
    scoring,
    setup,
)
from ulpia.games.forum_trajanum.rules import knowledge as view
from ulpia.games.forum_trajanum.rules.state import STATE
from ulpia.games.forum_trajanum.text import effects
from ulpia.games.forum_trajanum.text import sentences as telling
from ulpia.games.forum_trajanum.view import build as showing
from ulpia.games.forum_trajanum.view import sketch

CHANCE = layout(Chance)


class ForumTrajanum(Game):
    """Forum Trajanum, for 2 to 4."""

    name = "forum_trajanum"
    rules_version = 1
    settings: ClassVar[Mapping[str, Kind]] = {
        "setup": OneOf(("chosen", "dealt")),
        "variant": OneOf(("full", "introductory")),
        "side": OneOf(("A", "B")),
        "newcomers": SomeSeats(),
    }
    varieties: ClassVar[tuple[Settings, ...]] = tuple(
        {"setup": "chosen", "variant": variant, "side": side, "newcomers": newcomers}
        for variant in ("full", "introductory")
        for side in ("A", "B")
        for newcomers in ((), (0,))
    )
    actions = actions.ACTIONS
    texts = telling.WORDS
    state_type = STATE
    max_options = flow.MOST_OPTIONS
    log_shape = (events.LENGTH, WIDTH)
    source_names = names.SOURCES
    faults = audit.FAULTS
    loops = bind(
        "ulpia.engine.templates.loops",
        "ulpia.games.forum_trajanum_loops",  # Numba names its cache files by the last word
        begin=setup.begin,
        settle=flow.settle,
        options=flow.options,
        apply=flow.apply,
        is_setting_up=setup.is_setting_up,
        may_skip=flow.may_skip,
        audit=audit.audit,
        recount_action=recount.recount_action,
        recount_settling=recount.recount_settling,
    )
    lockstep = bind(
        "ulpia.engine.templates.batch",
        "ulpia.games.forum_trajanum_lockstep",
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

    def setup_flags(self, settings: Settings) -> int:
        """Side, variant and newcomers; random games decide the set-up at random, which is what dealing it would do."""
        setup_flags = setup.SIDE_B if settings["side"] == "B" else 0
        setup_flags |= setup.INTRODUCTORY if settings["variant"] == "introductory" else 0
        return setup_flags | sum(setup.NEWCOMER << int(seat) for seat in settings["newcomers"])

    def see(self, states: States, viewer: int) -> States:
        """Look with one pair of eyes."""
        return view.see(states, viewer)

    def imagine(self, facts: np.record, seen: States, seed: int, states: States) -> None:
        """Write into states[0] a table that looks like seen[0]."""
        legal = np.zeros(self.max_options, np.int64)
        view.imagine(facts, seen[0], seed, states, blank(CHANCE), legal, NO_LOG)  # type: ignore[arg-type]

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
        """F-80: most points, then most active citizens, then most resources; then the place is shared."""
        if state.seat != NONE:
            return None
        standing: dict[tuple[int, int, int], list[int]] = {}
        for seat in range(state.seats):
            player = state.players[seat]
            key = int(player.points), showing.active_citizens(player), int(player.resources.sum())
            standing.setdefault(key, []).append(seat)
        return Outcome(tuple(tuple(standing[key]) for key in sorted(standing, reverse=True)), self.points(state))

    def events(self, log: EventLog, viewer: int) -> list[GameEvent]:
        """What happened, as the viewer may know it."""
        return telling.events(log, viewer)

    def say_event(self, event: GameEvent, language: str, seat_names: Sequence[str]) -> str:
        """An event as a sentence."""
        return telling.say_event(event, language, seat_names)

    def say_action(self, action: Action, language: str) -> str:
        """An action in words."""
        return telling.say_action(action, language)

    def is_secret(self, action: Action) -> bool:
        """F-15: what is taken and kept, until all have passed on and it is shown."""
        return isinstance(action, (actions.Take, actions.TakeNothing, actions.Keep))

    def say_effect(self, action: Action, view: dict[str, Any], language: str) -> str:
        """What the action would do now, in a few words."""
        return effects.say_effect(action, view, language)

    def say_question(self, question: Question, language: str) -> str:
        """A question in words."""
        return telling.say_question(question, language)
