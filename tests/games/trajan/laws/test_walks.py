"""Laws that hold in every state of random games of Trajan."""

import numpy as np

from tests.games.trajan.laws import FACTS, GAME
from tests.support.walks import walk
from ulpia.games.trajan.constants import Frame


def test_checks_can_fail() -> None:
    """The checks report a state with an extra piece, by name of the fault."""
    table, _ = next(iter(walk(GAME, 2, 1, setup="dealt")))
    assert GAME.rules.audit(FACTS, table) is None
    for fault, change in {
        "markers": lambda s: s.players[0].trays.__setitem__((0, 0), 9),
        "figures": lambda s: s.players[1].__setattr__("supply", 14),
        "cards": lambda s: s.pile.__setitem__(3, s.pile[3] + 1),
        "hand": lambda s: s.players[0].known.__setitem__(0, 5),
        "forum_tiles": lambda s: s.players[0].tiles.__setitem__(7, 4),
        "trajan_tiles": lambda s: s.players[0].slots.__setitem__(1, s.tops[0]),
        "arch": lambda s: s.players[0].__setattr__("arch", 1),
        "bonus_tiles": lambda s: s.bonus_bag.__setitem__(slice(None), 1),
        "construction_tiles": lambda s: s.site_tiles.__setitem__(0, s.site_tiles[1]),
        "demands": lambda s: s.demands.__setitem__(0, 1),
        "senate": lambda s: s.players[0].__setattr__("arrival", 1 - s.players[1].arrival + 2),
        "points": lambda s: s.players[0].__setattr__("points", 1),
        "places": lambda s: s.players[0].plus_two.__setitem__(0, 2),
        "time": lambda s: s.__setattr__("time", 11),
        "agenda": lambda s: s.agenda.__setattr__("depth", 11),
    }.items():
        broken = table.copy()
        change(broken[0])
        assert GAME.rules.audit(FACTS, broken) == fault


def test_an_action_is_possible_exactly_when_it_offers_something() -> None:
    """T-16, T-80: `possible.py` agrees with the options that the action lists."""
    seen = 0
    for seed in range(12):
        for table, options in walk(GAME, 2 + seed % 3, seed):
            s = table[0]
            if s.agenda.depth and s.agenda.kinds[s.agenda.depth - 1] == Frame.PERFORM:
                action = int(s.agenda.first[s.agenda.depth - 1])
                possible_now = bool(_may_perform(table, action))
                assert possible_now == (len(options) > 1)
                seen += 1
    assert seen > 500


def _may_perform(table: np.ndarray, action: int) -> bool:
    """Find out by a repeat: an extra-action tile is offered only while its action can be performed (T-80)."""
    twin = table.copy()
    s = twin[0]
    s.players[s.seat].tiles[11:17] = 1
    s.performed[...] = 1
    s.agenda.kinds[s.agenda.depth - 1] = Frame.EXTRA
    legal = np.zeros(GAME.rules.max_options, np.int64)
    n = GAME.rules.options(FACTS, twin, legal)
    repeats = {str(GAME.actions[number]) for number in legal[:n]}
    trays = ("seaport", "forum", "military", "senate", "trajan", "construction")
    return f"repeat {trays[action]}" in repeats
