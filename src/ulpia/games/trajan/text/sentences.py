"""Events, questions and actions of Trajan in words."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.i18n import Texts
from ulpia.core.sentences import Sentences
from ulpia.games.trajan import actions as act
from ulpia.games.trajan import names
from ulpia.games.trajan.constants import TILES_IN_STACK
from ulpia.games.trajan.events import HIDDEN_DETAILS

TEXTS = Texts(Path(__file__).parent)

UNSEEN = {event.name.lower() for event in HIDDEN_DETAILS}
"""Events that have another sentence for those who may not know their details."""


class TrajanSentences(Sentences):
    """Puts the events, questions and actions of Trajan into words."""

    vocabularies: ClassVar[Mapping[str, str]] = {
        "tray": "trays",
        "action": "trays",
        "slot": "slots",
        "place": "slots",
        "arch": "arch_places",
        "colour": "colours",
        "other": "colours",
        "first": "colours",
        "second": "colours",
        "good": "goods",
        "item": "goods",
        "pile": "piles",
        "ship": "ships",
        "demand": "demands",
        "kind": "forum_tiles",
        "stack": "stacks",
        "province": "provinces",
        "construction": "constructions",
        "bonus": "bonus_tiles",
        "means": "means",
        "reward": "rewards",
    }
    about_details: ClassVar[Mapping[str, str]] = {
        "arrange": "tray",
        "choose_tiles": "slot",
        "lay": "tray",
        "fulfil": "tray",
        "perform": "tray",
        "load": "ship",
    }

    def event_key(self, event: GameEvent) -> str:
        """Return the key of the sentence for an event."""
        if event.kind in UNSEEN and not event.details:
            return f"{event.kind}_unseen"
        return "repeated_wild" if event.details.get("wild") else event.kind

    def event_facts(self, event: GameEvent, language: str) -> dict[str, object]:
        """Return the words for all details. A Trajan tile is named by its stack; places are numbered from 1."""
        facts = super().event_facts(event, language)
        if "tile" in event.details:
            stack = names.STACKS[int(event.details["tile"]) // TILES_IN_STACK]
            facts["stack"] = self.name_of(language, "stack", stack)
        if event.kind == "arch_moved":
            facts["arch"] = self.name_of(language, "arch", str(event.details["place"]))
        if event.kind == "votes_counted":
            facts["place"] = int(event.details["place"]) + 1
        return facts

    def action_key(self, action: Action) -> str:
        """Return the key of the words for an action."""
        if isinstance(action, act.Fulfil) and not action.reward:
            return "FulfilWithoutReward"
        if isinstance(action, act.Repeat) and action.wild:
            return "RepeatWild"
        return super().action_key(action)

    def action_facts(self, action: Action, language: str) -> dict[str, object]:
        """Return the words for all details."""
        facts = super().action_facts(action, language)
        for detail, value in vars(action).items():
            if detail == "goods":
                facts["goods"] = " + ".join(self.name_of(language, "good", good) for good in value)
            elif detail == "tile":
                kind = "bonus" if isinstance(action, act.ChooseBonus) else "kind"
                facts["tile"] = self.name_of(language, kind, value)
        return facts


SENTENCES = TrajanSentences(TEXTS)
