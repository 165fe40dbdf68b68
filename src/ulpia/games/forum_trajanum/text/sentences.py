"""Events, questions and actions of Forum Trajanum in words."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.i18n import Texts
from ulpia.core.sentences import Sentences
from ulpia.core.view import Question
from ulpia.games.forum_trajanum import actions as act
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.events import HIDDEN_DETAILS

TEXTS = Texts(Path(__file__).parent)

UNSEEN = {event.name.lower() for event in HIDDEN_DETAILS}
"""Events that have another sentence for those who may not know their details."""
ASKED_OTHERWISE = ("use both", "build built", "gain two")
"""Questions that have a sentence of their own for what they are about."""


class ForumTrajanumSentences(Sentences):
    """Puts the events, questions and actions of Forum Trajanum into words."""

    vocabularies: ClassVar[Mapping[str, str]] = {
        "colour": "colours",
        "citizen": "citizens",
        "row": "rows",
        "ability": "abilities",
        "row_bonus": "row_bonuses",
        "space": "spaces",
        "street": "streets",
        "other_street": "streets",
        "card": "cards",
        "resource": "trained",
        "grey": "grey",
        "structure": "structures",
        "structures": "structures_many",
        "track": "grey",
        "building": "buildings",
        "tile": "buildings",
        "half": "halves",
        "crane": "cranes",
        "goal": "goals",
        "premium": "premiums",
        "bonus": "bonuses",
        "cycle": "cycles",
        "build": "build_tasks",
        "collect": "collect_tasks",
        "letter": "letters",
        "short": "short",
    }
    about_details: ClassVar[Mapping[str, str]] = {
        "corners": "citizen",
        "lay": "citizen",
        "place": "tile",
        "pay_coloured": "colour",
        "first_reward": "colour",
        "premium": "track",
        "envoy": "goal",
        "paying": "row",
    }

    def name_of(self, language: str, detail: str, value: str) -> str:
        """Return the word for a thing."""
        if detail == "face":
            return self.face(language, value)
        if detail in ("given", "taken"):
            return self.gained(language, value, 1)
        return super().name_of(language, detail, value)

    def face(self, language: str, face: str) -> str:
        """Return what a colonia tile shows: a citizen, two symbols, or one symbol twice."""
        if face in names.CLASSES:
            return str(self.texts.find(language, "names", "citizen_faces", face))
        one, other = face.split()
        symbols = self.texts.find(language, "names", "resources")
        return f"2 {symbols[one][1]}" if one == other else f"{symbols[one][0]} + {symbols[other][0]}"

    def gained(self, language: str, resource: str, amount: int) -> str:
        """Return an amount of a resource, as the object of a sentence."""
        one, many = self.texts.find(language, "names", "gained", resource)
        return f"{amount} {one if amount == 1 else many}"

    def name_details(self, language: str, details: Mapping[str, object]) -> dict[str, object]:
        """Return the words for all details. A colour also names its workers and its crane."""
        facts = super().name_details(language, details)
        colour = details.get("colour")
        if isinstance(colour, str) and colour in names.COLOURS:
            facts["crane"] = self.name_of(language, "crane", colour)
            facts["worker"] = self.gained(language, colour, 1)
            facts["workers"] = self.gained(language, colour, 2)
        return facts

    def event_key(self, event: GameEvent) -> str:
        """Return the key of the sentence for an event."""
        if event.kind in UNSEEN and not event.details:
            return f"{event.kind}_unseen"
        return f"{event.kind}_paid" if event.details.get("tribunes") else event.kind

    def event_facts(self, event: GameEvent, language: str) -> dict[str, object]:
        """Return the words for all details. Gained resources are named with their amount."""
        if event.kind == "gained":
            return {"gained": self.gained(language, str(event.details["resource"]), int(event.details["amount"]))}
        return super().event_facts(event, language)

    def question_key(self, question: Question) -> str:
        """Return the key of the sentence for a question."""
        return f"{question.kind}_{question.about}" if str(question) in ASKED_OTHERWISE else question.kind

    def action_key(self, action: Action) -> str:
        """Return the key of the words for an action."""
        return "TakeTribune" if isinstance(action, act.Take) and action.tribune else super().action_key(action)

    def action_facts(self, action: Action, language: str) -> dict[str, object]:
        """Return the words for all details."""
        facts = super().action_facts(action, language)
        if isinstance(action, act.Place):
            facts["squares"] = " + ".join(action.squares)
        return facts


SENTENCES = ForumTrajanumSentences(TEXTS)
