"""Who plays whom: seats balanced, deals shared."""

from collections import Counter
from dataclasses import replace

import pytest

from ulpia.arena import errors
from ulpia.arena.errors import NoAgents, RepeatedAgents
from ulpia.arena.schedule import (
    circles,
    rotations,
    seated,
    tables,
    tournament,
)
from ulpia.core.errors import (
    BadCount,
    BadSeats,
    BadSeed,
    BadSetting,
    UnknownGame,
)


def test_as_many_names_as_seats_are_the_table() -> None:
    assert tables(["a", "b"], 2) == [("a", "b")]
    assert tables(["a", "b", "b", "b"], 4) == [("a", "b", "b", "b")]
    assert tables(["a", "a"], 2) == [("a", "a")]


def test_more_names_than_seats_meet_in_every_choice() -> None:
    assert tables(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(tables(["a", "b", "c", "d", "e"], 3)) == 10


def test_fewer_names_than_seats_meet_as_one_against_the_rest_both_ways() -> None:
    assert tables(["a", "b"], 4) == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    assert tables(["a"], 3) == [("a", "a", "a")]


@pytest.mark.parametrize(("names", "seats"), [(["a", "a", "b"], 4), (["a", "a", "b"], 2)])
def test_a_repeated_name_that_fills_no_table_is_refused(names: list[str], seats: int) -> None:
    with pytest.raises(RepeatedAgents, match="exactly as many"):
        tables(names, seats)


def test_orders_round_a_table() -> None:
    assert rotations(("a", "b", "b")) == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert rotations(("a", "a")) == [("a", "a")]
    assert [len(circles(tuple(names))) for names in ("ab", "abc", "abcd", "abbb", "aabb")] == [1, 2, 6, 1, 2]


@pytest.mark.parametrize(
    ("names", "seats", "games"),
    [
        (["random", "greedy"], 2, 400),
        (["random", "greedy", "tiro"], 2, 60),
        (["random", "greedy"], 4, 80),
        (["random", "greedy", "greedy"], 3, 30),
        (["random", "greedy", "tiro", "miles"], 4, 24),
        (["random", "greedy", "tiro"], 4, 48),
    ],
)
def test_every_agent_sits_everywhere_equally_often_in_every_deal(names: list[str], seats: int, games: int) -> None:
    fixtures = tournament("trajan", names, seats, games).fixtures()
    assert len(fixtures) == games
    assert [fixture.number for fixture in fixtures] == list(range(games))
    for deal in {fixture.seed for fixture in fixtures}:
        sat = Counter((seat, who) for one in fixtures if one.seed == deal for seat, who in enumerate(one.seating))
        for name in names:
            assert len({sat[seat, name] for seat in range(seats)}) == 1


def test_over_several_deals_everybody_sits_left_of_everybody() -> None:
    fixtures = tournament("trajan", ["random", "greedy", "tiro", "miles"], 4, 24).fixtures()
    pairs = Counter((one.seating[seat - 1], one.seating[seat]) for one in fixtures for seat in range(4))
    assert len(pairs) == 12
    assert len(set(pairs.values())) == 1


def test_the_last_deal_is_played_from_all_seats_and_a_longer_tournament_begins_with_the_same_games() -> None:
    short = tournament("trajan", ["random", "greedy", "tiro"], 3, 7, seed=5)
    assert [fixture.seed for fixture in short.fixtures()] == [5, 5, 5, 6, 6, 6, 7, 7, 7]
    assert replace(short, games=30).fixtures()[:9] == short.fixtures()
    assert replace(short, games=30).identity() == short.identity()


def test_without_a_number_of_seats_agents_duel_unless_a_name_is_repeated() -> None:
    assert tournament("trajan", ["random", "greedy", "tiro"], None, 1).seats == 2
    assert tournament("trajan", ["random", "greedy", "greedy"], None, 1).seats == 3


def test_the_set_up_is_dealt_unless_asked_otherwise() -> None:
    assert tournament("trajan", ["random"], 2, 1).settings == {"setup": "dealt"}
    given = tournament("forum_trajanum", ["random"], 2, 1, settings={"setup": "chosen", "side": "B"}).settings
    assert (given["setup"], given["side"]) == ("chosen", "B")


def test_seeds_of_agents_differ_by_seat_deal_and_seating() -> None:
    fixtures = tournament("trajan", ["random", "greedy"], 2, 40).fixtures()
    seeds = [one.seed_for("agent", seat) for one in fixtures for seat in range(2)]
    assert len(set(seeds)) == len(seeds) == 80


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(NoAgents):
        tournament("trajan", [], 2, 10)
    with pytest.raises(BadCount):
        tournament("trajan", ["random"], 2, 0)
    with pytest.raises(BadSeats):
        tournament("trajan", ["random"], 5, 10)
    with pytest.raises(BadSeed):
        tournament("trajan", ["random"], 2, 10, seed=2**63 - 4)
    with pytest.raises(BadSetting):
        tournament("trajan", ["random"], 2, 10, settings={"setup": "wild"})
    with pytest.raises(UnknownGame):
        tournament("chess", ["random"], 2, 10)


def test_a_table_in_words() -> None:
    assert seated(("a", "b", "b", "b")) == "a, 3 × b"


def test_patience_is_part_of_a_tournament_with_agents_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    waits, plain = tournament("trajan", ["mine.py:Caesar"], 2, 1), tournament("trajan", ["random"], 2, 1)
    monkeypatch.setenv("ULPIA_PATIENCE", "2.5")
    longer = tournament("trajan", ["mine.py:Caesar"], 2, 1)
    assert (longer.patience, longer.identity()["patience"]) == (2.5, 2.5)
    assert waits.identity() != longer.identity()
    assert tournament("trajan", ["random"], 2, 1).identity() == plain.identity()


def test_every_refusal_has_its_sentence_and_no_sentence_lacks_its_refusal() -> None:
    kinds = {kind.__name__ for kind in vars(errors).values() if isinstance(kind, type) and kind.__base__ is not None}
    named = {name for name in kinds if issubclass(getattr(errors, name), errors.ArenaError)} - {"ArenaError"}
    assert named == set(errors.TEXTS.find("en", "refusals"))
