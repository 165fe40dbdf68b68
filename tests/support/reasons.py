"""Positions in which a kind of reason is given, and others in which it must not be given."""

from collections.abc import Callable
from typing import NamedTuple

from tests.support.drawn import Drawn
from ulpia.agents import Decision
from ulpia.agents.reasons import find_reasons
from ulpia.core.actions import Action
from ulpia.core.i18n import LANGUAGES
from ulpia.core.reasons import Reason


class Case(NamedTuple):
    """A drawn position and what is looked at there."""

    kind: str
    drawing: str
    actions: str
    """Actions in a row, separated by semicolons."""
    other: str = ""
    """What would be played otherwise."""
    sentence: str = ""
    """What is said in English; empty where the reason must not be given."""


def reasons_of(table: Drawn, actions: str, other: str = "") -> list[Reason]:
    """Return the reasons for actions in a drawn position."""
    by_notation = {str(action): action for action in table.match.game.actions}

    def read(text: str) -> list[Action]:
        return [by_notation[each.strip()] for each in text.split(";") if each.strip()]

    for line in (read(actions), read(other)):
        match = table.match.copy()
        for action in line:
            assert action in match.options, (str(action), match.options)
            match.play(action)
    return find_reasons(Decision(table.match), read(actions), read(other))


def check(case: Case, draw: Callable[[str], Drawn]) -> None:
    """Check that a reason is given with its sentence, or is not given where there is none."""
    table = draw(case.drawing)
    found = [reason for reason in reasons_of(table, case.actions, case.other) if reason.kind == case.kind]
    said = [table.match.game.say_reason(reason, "en") for reason in found]
    assert said == ([case.sentence] if case.sentence else [])
    for reason in found:
        for language in LANGUAGES:
            assert table.match.game.say_reason(reason, language).endswith(".")
