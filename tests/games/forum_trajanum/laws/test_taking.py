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


def test_a_table_that_takes_out_of_turn_is_noticed() -> None:
    """F-10, F-11, F-15: two cards are shown; seats before the one that decides have followed both, later ones none.

    A state from outside with a single card, or with a seat that has followed both before it is asked, would never end.
    """
    facts = GAME.read_components().facts
    broken = 0
    for table, _ in walk(GAME, 3, 5):
        s = table[0]
        if s.agenda.kinds[s.agenda.depth - 1] != Frame.TAKE or s.agenda.first[s.agenda.depth - 1] != 1:
            continue
        assert GAME.rules.audit(facts, table) is None
        for spoil, fault in (
            (show_one_card, "streets"),
            (take_too_early, "taking"),
            (ask_again, "taking"),
            (leave_out, "taking"),
        ):
            other = table.copy()
            spoil(other[0])
            assert GAME.rules.audit(facts, other) == fault
        broken += 1
    assert broken > 5


def show_one_card(s: Any) -> None:
    s.shown[1] = -1


def take_too_early(s: Any) -> None:
    s.players[(s.first + 2) % 3].done[:] = 1


def ask_again(s: Any) -> None:
    s.agenda.first[s.agenda.depth - 1] = 0
    s.seat = s.first


def leave_out(s: Any) -> None:
    s.agenda.first[s.agenda.depth - 1] = 2
    s.seat = (s.first + 2) % 3
