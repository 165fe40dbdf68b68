"""While tiles are taken, the view of the others does not change until all have passed on.   F-15, F-91."""

from typing import Any

import pytest

from tests.support.walks import walk
from ulpia.core.game import SPECTATOR
from ulpia.games.forum_trajanum.constants import Frame
from ulpia.registry import find_game

GAME = find_game("forum_trajanum")
TAKING = (Frame.TAKE, Frame.KEEP)
WHOSE_DECISION = ("seat", "turns", "agenda")


def sight(table: Any, viewer: int) -> bytes:
    """Return what a viewer sees, except whose decision it is."""
    seen = GAME.rules.see(table, viewer).copy()
    for field in WHOSE_DECISION:
        seen["table"][field] = 0
    return bytes(seen.tobytes())


def whose(table: Any, viewer: int) -> tuple[int, ...]:
    """Return whose decision it is, and how far that seat has come, as a viewer sees it."""
    agenda = GAME.rules.see(table, viewer)[0].table.agenda
    return int(table[0].seat), int(agenda.depth), int(agenda.first[agenda.depth - 1])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_others_see_changes_while_tiles_are_taken(seats: int) -> None:
    """F-15, F-91: in whole games, for every viewer, after every step, nothing changes but whose decision it is."""
    phases = steps = 0
    for seed in range(6):
        before: dict[tuple[int, int], bytes] = {}
        busy: dict[int, tuple[int, ...]] = {}
        for table, _ in walk(GAME, seats, seed, side="B" if seed % 2 else "A", newcomers=(0,) if seed % 3 else ()):
            s = table[0]
            if s.agenda.kinds[s.agenda.depth - 1] not in TAKING:
                busy = {}
                continue
            finished = int(s.agenda.first[list(s.agenda.kinds).index(Frame.TAKE)])
            known = {
                (int(s.first) + step) % seats for step in range(finished + 1)
            }  # seats that did something themselves
            for viewer in {SPECTATOR, *range(seats)} - known:
                now = sight(table, viewer)
                assert now == before.setdefault((viewer, int(s.rounds_done)), now)
                if viewer in busy and busy[viewer][0] == s.seat:
                    assert whose(table, viewer) == busy[viewer]
                busy[viewer] = whose(table, viewer)
                steps += 1
        phases += len({rounds for _, rounds in before})
    assert phases > 40
    assert steps > 500
