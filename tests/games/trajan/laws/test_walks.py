"""Laws that hold wherever a random walk leads."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ulpia
from tests.games.trajan.laws import FACTS, GAME
from tests.walks import walk
from ulpia.games.trajan.state import Frame
from ulpia.kernel.runner import Counted, Runner


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_violate_no_invariant(seats: int) -> None:
    """Markers, figures, cards and tiles conserved; points equal sources and recount; every game ends."""
    result = Runner(GAME, GAME.read_components()).check(seats, seed=10_000, games=1500)
    assert isinstance(result, Counted), result
    assert result.games == 1500


def test_no_index_leaves_its_array() -> None:
    """Compiled with every index checked, in a process of its own."""
    code = "from ulpia.cli import main; raise SystemExit(main(['check', 'trajan', '--games', '300', '--seed', '5000']))"
    env = os.environ | {"ULPIA_BOUNDSCHECK": "1", "ULPIA_INTERPRETED": ""}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "No violation in 300 games" in run.stdout


def test_checks_can_fail() -> None:
    """A state with a piece too many is reported by name."""
    table, _ = next(iter(walk(GAME, 2, 1, setup="dealt")))
    assert GAME.audit(FACTS, table) is None
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
        assert GAME.audit(FACTS, broken) == fault


def test_an_action_is_possible_exactly_when_it_offers_something() -> None:
    """T-16, T-80: the short question agrees with the long list."""
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
    """Ask by offering a repeat: an extra-action tile is offered only while its action can be performed (T-80)."""
    twin = table.copy()
    s = twin[0]
    s.players[s.seat].tiles[11:17] = 1
    s.performed[...] = 1
    s.agenda.kinds[s.agenda.depth - 1] = Frame.EXTRA
    may = np.zeros(GAME.most_options, np.int64)
    n = GAME.options(FACTS, twin, may)
    repeats = {str(GAME.actions[number]) for number in may[:n]}
    trays = ("seaport", "forum", "military", "senate", "trajan", "construction")
    return f"repeat {trays[action]}" in repeats


def test_every_option_can_be_played_and_reads_back() -> None:
    """Options are playable, in ascending order, and their notation is theirs alone."""
    for seed in range(3):
        match = ulpia.new("trajan", seats=2 + seed, seed=seed)
        step = 0
        while match.seat is not None:
            numbers = [action.number for action in match.options]
            assert numbers == sorted(set(numbers))
            if step % 5 == 0:
                for action in match.options:
                    twin = match.copy()
                    twin.play(str(action))
                    assert twin.actions[-1] == action
            match.play(match.options[(step * 7) % len(match.options)])
            step += 1


@settings(max_examples=25, deadline=None)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**63 - 1), picks=st.lists(st.integers(0, 10_000), max_size=120))
def test_transcripts_read_back_to_the_same_position(seats: int, seed: int, picks: list[int]) -> None:
    match = ulpia.new("trajan", seats=seats, seed=seed)
    for pick in picks:
        if match.seat is not None:
            match.play(match.options[pick % len(match.options)])
    again = ulpia.load(match.transcript())
    assert again.digest == match.digest
    assert again.transcript() == match.transcript()
    assert sum(sum(sources.values()) for sources in match.sources) == sum(match.points)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1000), picks=st.lists(st.integers(0, 10_000), min_size=1, max_size=60))
def test_undo_restores_every_position(seed: int, picks: list[int]) -> None:
    match = ulpia.new("trajan", seats=3, seed=seed, setup="dealt")
    past = []
    for pick in picks:
        past.append((match.digest, match.options))
        match.play(match.options[pick % len(match.options)])
    for digest, options in reversed(past):
        match.undo()
        assert (match.digest, match.options) == (digest, options)


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    one, other = (ulpia.new("trajan", seats=4, seed=77) for _ in range(2))
    while one.seat is not None:
        action = one.options[len(one.actions) % len(one.options)]
        one.play(action)
        other.play(action)
    assert one.digest == other.digest
    assert ulpia.new("trajan", seats=4, seed=78).digest != ulpia.new("trajan", seats=4, seed=77).digest
