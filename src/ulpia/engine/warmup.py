"""Compile what will be needed, once for all processes, and report progress meanwhile."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ulpia.core.game import Progress
from ulpia.core.settings import Settings
from ulpia.engine.jit import is_ready, mark_ready, watch_compilation

if TYPE_CHECKING:
    from ulpia.engine.rules import GameRules


def is_prepared(rules: "GameRules", part: str) -> bool:
    """Whether everything a part needs is compiled on disk."""
    return is_ready(f"{rules.game}-{part}", rules.package)


def prepare(rules: "GameRules", part: str, progress: Progress | None = None) -> None:
    """Compile what a match, the playouts or the check need, unless that was done before."""
    work = {"match": compile_match, "playouts": compile_playouts, "check": compile_check}[part]
    compile_once(rules, part, lambda: work(rules), progress)


def compile_once(
    rules: "GameRules", part: str, work: Callable[[], object], progress: Progress | None = None
) -> None:
    """Do some work that calls every function of a part, unless that was done before."""
    if is_prepared(rules, part):
        return
    with watch_compilation(progress or (lambda _done, _known: None)):
        work()
    mark_ready(f"{rules.game}-{part}", rules.package)


def compile_match(rules: "GameRules") -> None:
    """Call every function that a match needs once."""
    components = rules.read_components(None)
    settings: Settings = rules.first_settings | {"setup": "dealt"}
    position = rules.begin(components, rules.fewest_seats, 0, settings)
    position.play(position.legal_actions[0])
    knowledge = position.knowledge(0)
    rules.plain(components, knowledge)
    rules.imagine(components, knowledge, 0)
    _ = position.standings
