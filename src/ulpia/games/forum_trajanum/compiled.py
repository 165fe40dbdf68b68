"""The compiled half of Forum Trajanum: its record types and functions, as the engine's templates take them."""

from ulpia.core.settings import Settings
from ulpia.engine.rules import GameRules, RuleFunctions
from ulpia.games.forum_trajanum import observation
from ulpia.games.forum_trajanum.evaluation import features
from ulpia.games.forum_trajanum.events import LENGTH
from ulpia.games.forum_trajanum.rules import audit, components, figures, flow, knowledge, recount, scoring, setup
from ulpia.games.forum_trajanum.rules.state import State


def setup_flags(settings: Settings) -> int:
    """Side, variant and newcomers as one number, which the compiled set-up takes."""
    flags = setup.SIDE_B if settings["side"] == "B" else 0
    flags |= setup.INTRODUCTORY if settings["variant"] == "introductory" else 0
    return flags | sum(setup.NEWCOMER << int(seat) for seat in settings["newcomers"])


RULES = GameRules(
    game="forum_trajanum",
    state=State,
    functions=RuleFunctions(
        begin=setup.begin,
        settle=flow.settle,
        options=flow.options,
        apply=flow.apply,
        standing=scoring.standing,
        imagine_into=knowledge.imagine_into,
        observe=observation.observe,
        is_setting_up=setup.is_setting_up,
        may_skip=flow.may_skip,
        audit=audit.audit,
        recount_action=recount.recount_action,
        recount_settling=recount.recount_settling,
        features=features.features,
    ),
    check_components=components.check,
    see=knowledge.see,
    max_options=flow.MAX_OPTIONS,
    log_length=LENGTH,
    observation=observation.OBSERVATION,
    feature_count=features.FEATURES,
    faults=audit.FAULTS,
    figures=figures.figures_of,
    setup_flags=setup_flags,
)
