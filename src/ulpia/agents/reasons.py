"""Reasons for a move: statements that hold on every table imagined from what the seat knows."""

from collections.abc import Sequence

from ulpia.agents.base import Decision
from ulpia.core.actions import Action
from ulpia.core.reasons import Course, Reason

SAMPLES = 6
"""Imagined tables. A statement that depends on something hidden does not hold on all of them."""
MAX_REASONS = 3


def course(decision: Decision, actions: Sequence[Action], seed: int) -> Course:
    """Play actions on an imagined table. It ends early where an action is not possible there."""
    match = decision.imagine(seed)
    before, played = match.view(decision.seat), list[Action]()
    for action in actions:
        if action not in match.options:
            break
        match.play(action)
        played.append(action)
    return Course(
        decision.seat, tuple(played), tuple(match.events(decision.seat, since=1)), before, match.view(decision.seat)
    )


def find_reasons(
    decision: Decision, actions: Sequence[Action], others: Sequence[Action] = (), own_alone: bool = False
) -> list[Reason]:
    """Return the reasons for actions that hold on every imagined table, the most important first.

    Those that would hold for `others` just as well, the actions that would be chosen otherwise, come last; with
    `own_alone` they are left out.
    """
    game = decision.game
    shared: list[Reason] | None = None
    common: list[Reason] = []
    for seed in range(SAMPLES):
        chosen = course(decision, actions, seed)
        other = course(decision, others, seed) if others else None
        reasons = game.find_reasons(chosen, other)
        shared = [*reasons] if shared is None else [reason for reason in shared if reason in reasons]
        if other is not None and seed == 0:
            common = [*game.find_reasons(other, chosen)]
    kept = [reason for reason in shared or [] if not (own_alone and reason in common)]
    return sorted(kept, key=lambda reason: (reason in common, -reason.weight))


def say_reasons(decision: Decision, reasons: Sequence[Reason], language: str) -> list[str]:
    """Return the most important reasons as sentences."""
    return [decision.game.say_reason(reason, language) for reason in reasons[:MAX_REASONS]]
