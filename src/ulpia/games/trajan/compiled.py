"""The compiled half of Trajan: its record types and functions, as the engine's templates take them."""

from ulpia.engine.rules import GameRules, RuleFunctions
from ulpia.games.trajan import observation
from ulpia.games.trajan.evaluation import features
from ulpia.games.trajan.events import LENGTH
from ulpia.games.trajan.rules import audit, components, figures, flow, knowledge, recount, scoring, setup
from ulpia.games.trajan.rules.state import State

RULES = GameRules(
    game="trajan",
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
)
