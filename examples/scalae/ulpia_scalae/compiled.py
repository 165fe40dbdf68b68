"""The compiled half of Scalae: its records and functions, and what a learning agent observes."""

from typing import Any

from ulpia.engine.jit import compiled
from ulpia.engine.observation import Observation
from ulpia.engine.rules import GameRules, RuleFunctions
from ulpia_scalae import rules
from ulpia_scalae.names import ACTIONS, KINDS, SEATS
from ulpia_scalae.state import Facts, State

OBSERVATION = Observation()
HAND = OBSERVATION.part("hand", (KINDS,), 5, "own hand cards by value")
LAID = OBSERVATION.part("laid", (KINDS,), 5, "cards laid by anybody, by value")
STAIRS = OBSERVATION.part("staircases", (SEATS, 2), 8, "top and length for each seat, from the observer clockwise")


@compiled
def observe(_f: Facts, s: State, seat: int, out: Any) -> None:
    """Write what a seat knows."""
    for value in range(KINDS):
        out[HAND + value] = s.players[seat].hand[value]
        out[LAID + value] = s.laid[value]
    for at in range(SEATS):
        player = s.players[(seat + at) % s.seats]
        out[STAIRS + 2 * at] = player.top if at < s.seats else 0
        out[STAIRS + 2 * at + 1] = player.steps if at < s.seats else 0


RULES = GameRules(
    game="scalae",
    state=State,
    functions=RuleFunctions(
        begin=rules.begin,
        settle=rules.settle,
        options=rules.options,
        apply=rules.apply,
        standing=rules.standing,
        imagine_into=rules.imagine_into,
        observe=observe,
        audit=rules.audit,
    ),
    check_components=rules.check_components,
    see=rules.see,
    max_options=len(ACTIONS),
    log_length=40,
    observation=OBSERVATION,
    faults={0: None, 1: "cards"},
)
