"""The ends of rounds and quarters.   T-90 to T-96."""

import pytest

import ulpia
from tests.games.trajan.drawing import Drawn, draw
from tests.support.compiled import callable_from_python
from tests.support.views import json_view
from ulpia.core.constants import NONE
from ulpia.games.trajan import names
from ulpia.games.trajan.constants import BY_FORUM_TILE, BY_KEPT_TILE, BY_WILD
from ulpia.games.trajan.rules import demands

demand_met_by = callable_from_python(demands.demand_met_by)
unmet_demands = callable_from_python(demands.unmet_demands)


def end_quarter(drawing: str, seats: int = 2, demands: str = "bread, games, religion") -> Drawn:
    """The fourth round of a quarter ends."""
    return draw(f"""
        seats {seats}
        demands: {demands}
        bonus: workers, wine fish
        {drawing}
        pending: end_of_round
    """)


def test_a_demand_is_shown_after_each_of_the_first_three_rounds() -> None:
    """T-90."""
    table = draw("pending: end_of_round")
    assert table.s.rounds_done == 1
    assert len(json_view(table.match)["demands"]) == 1
    table = draw("""
        demands: bread, games
        pending: end_of_round
    """)
    assert json_view(table.match)["demands"][:2] == ["bread", "games"]
    assert len(json_view(table.match)["demands"]) == 3


def test_after_the_fourth_round_the_quarter_is_scored_instead() -> None:
    """T-90."""
    table = end_quarter("")
    assert table.question == "consul"
    assert json_view(table.match)["demands"] == ["bread", "games", "religion"]


def test_a_game_has_four_quarters_of_four_rounds() -> None:
    """T-90."""
    match = ulpia.new("trajan", seed=1, setup="dealt")
    while match.seat is not None:
        match.play(match.options[-1])
    kinds = [event.kind for event in match.events()]
    assert kinds.count("round_ended") == 16
    assert kinds.count("demand_shown") == 12
    assert kinds.count("quarter_ended") == 4


@pytest.mark.parametrize(
    ("tiles", "lost"), [("bread, games, religion", 0), ("bread, games", 4), ("bread", 9), ("-", 15)]
)
def test_unmet_demands_cost_points(tiles: str, lost: int) -> None:
    """T-91: 4, 9 or 15 for one, two or three; points may go below 0."""
    table = end_quarter(f"""
        0 points: 3
        0 tiles: {tiles}
    """)
    assert table.points(0) == 3 - lost
    assert table.player(0).sources[5] == -lost


def test_every_player_must_meet_the_demands() -> None:
    """T-91."""
    table = end_quarter("1 tiles: bread", seats=3)
    assert table.match.points == (-15, -9, -15)


def test_a_forum_tile_meets_one_demand_and_leaves_the_game() -> None:
    """T-91."""
    table = end_quarter("0 tiles: bread, bread, bread", demands="bread, bread, games")
    assert table.player(0).tiles[0] == 1
    assert table.points(0) == -4


def test_a_kept_trajan_tile_meets_one_demand_a_quarter_and_is_kept() -> None:
    """T-91."""
    table = end_quarter("0 kept: bread", demands="bread, bread, bread")
    assert table.points(0) == -9
    assert table.player(0).kept[0] == 1


def test_two_kept_tiles_of_a_symbol_meet_two_demands() -> None:
    """T-91: each once."""
    assert end_quarter("0 kept: bread, bread", demands="bread, games, bread").points(0) == -4


def test_a_kept_tile_is_used_before_a_forum_tile_and_that_before_a_wild() -> None:
    """T-91: in that order it is never worse."""
    table = end_quarter(
        """
        0 kept: bread
        0 tiles: bread, any demand
    """,
        demands="bread, bread, games",
    )
    view = json_view(table.match)["players"][0]
    assert table.points(0) == 0
    assert view["kept_demands"] == {"bread": 1}
    assert view["tiles"] == {}
    table = end_quarter(
        """
        0 kept: bread
        0 tiles: bread, any demand
    """,
        demands="bread, religion, games",
    )
    assert json_view(table.match)["players"][0]["tiles"] == {"bread": 1}


def test_a_wild_must_be_spent_if_a_demand_is_unmet_otherwise() -> None:
    """T-91."""
    table = end_quarter("0 tiles: any demand, any demand, any demand, any demand")
    assert table.points(0) == 0
    assert table.player(0).tiles[7] == 1


@pytest.mark.parametrize(
    ("mat", "met_by", "unmet"),
    [
        ("0 points: 0", [NONE, NONE, NONE], 3),
        ("0 tiles: bread", [BY_FORUM_TILE, NONE, NONE], 2),
        ("0 kept: bread\n0 tiles: bread, games", [BY_KEPT_TILE, BY_FORUM_TILE, BY_FORUM_TILE], 0),
        ("0 kept: bread\n0 tiles: any demand", [BY_KEPT_TILE, BY_WILD, NONE], 1),
        ("0 tiles: games, any demand", [BY_WILD, NONE, BY_FORUM_TILE], 1),
    ],
)
def test_what_meets_each_demand_is_known_before_the_quarter_ends(mat: str, met_by: list[int], unmet: int) -> None:
    """T-91: the demands are served in the order in which they were shown."""
    table = draw(f"demands: bread, bread, games\n{mat}")
    assert [demand_met_by(table.s, 0, at) for at in range(3)] == met_by
    assert unmet_demands(table.match.components.facts, table.s, 0) == unmet


def test_demands_that_are_not_shown_yet_are_not_unmet() -> None:
    """T-91."""
    table = draw("demands: bread\n0 tiles: games")
    assert unmet_demands(table.match.components.facts, table.s, 0) == 1


def test_most_votes_make_the_consul() -> None:
    """T-92: the senate space plus vote tiles."""
    assert end_quarter("1 senate: 1").match.seat == 1
    assert (
        end_quarter("""
        1 senate: 1
        0 tiles: votes 3
    """).match.seat
        == 0
    )
    assert (
        end_quarter("""
        1 senate: 3
        0 tiles: votes 2, votes 2
    """).match.seat
        == 1
    )


def test_ties_go_to_who_is_further_along_the_track() -> None:
    """T-92: both have 5 votes."""
    assert (
        end_quarter("""
        1 senate: 4
        0 senate: 1
        0 tiles: votes 3
        0 arrival: 1
        1 arrival: 0
    """).match.seat
        == 1
    )


def test_ties_on_one_space_go_to_the_higher_disc() -> None:
    """T-92."""
    assert (
        end_quarter("""
        0 senate: 4
        1 senate: 4
    """).match.seat
        == 1
    )
    assert (
        end_quarter("""
        0 senate: 4
        1 senate: 4
        0 arrival: 1
        1 arrival: 0
    """).match.seat
        == 0
    )


def test_players_without_votes_rank_too() -> None:
    """T-92: nobody has votes; the discs decide both places."""
    table = end_quarter("", seats=3)
    assert table.match.seat == 2
    table.play("bonus workers")
    assert json_view(table.match)["players"][1]["bonus_tiles"] == {"wine fish": "grey"}


@pytest.mark.parametrize(("chosen", "other"), [("workers", "wine fish"), ("wine fish", "workers")])
def test_the_consul_takes_either_tile_yellow_and_the_second_the_other_grey(chosen: str, other: str) -> None:
    """T-92."""
    table = end_quarter("0 senate: 2\n1 senate: 1", seats=4)
    assert table.options == ["bonus workers", "bonus wine fish"]
    table.play(f"bonus {chosen}")
    players = json_view(table.match)["players"]
    assert players[0]["bonus_tiles"] == {chosen: "yellow"}
    assert players[1]["bonus_tiles"] == {other: "grey"}
    assert players[2]["bonus_tiles"] == players[3]["bonus_tiles"] == {}


def test_discs_return_in_the_order_of_the_votes() -> None:
    """T-93: the last at the bottom, the first on top."""
    table = end_quarter(
        """
        0 senate: 5
        1 senate: 2
        2 tiles: votes 5
        3 senate: 2
    """,
        seats=4,
    )
    table.play("bonus workers")
    view = json_view(table.match)
    assert view["senate"]["discs"] == [1, 3, 2, 0]
    assert [player["senate"] for player in view["players"]] == [0, 0, 0, 0]


def test_vote_tiles_leave_the_mats_but_not_the_provinces() -> None:
    """T-94."""
    table = end_quarter("""
        0 tiles: votes 2, votes 5, any construction, extra forum
        1 tiles: votes 3
        belgica: votes 4
    """).play("bonus workers")
    view = json_view(table.match)
    assert view["players"][0]["tiles"] == {"any construction": 1, "extra forum": 1}
    assert view["players"][1]["tiles"] == {}
    assert view["provinces"]["belgica"]["tile"] == "votes 4"


def test_tiles_left_in_the_forum_leave_the_game_and_the_forum_is_refilled() -> None:
    """T-94."""
    table = end_quarter("""
        forum: bread, bread
        forum bag: 30 games
        extra bag: 2
    """).play("bonus workers")
    view = json_view(table.match)
    assert view["forum"] == ["games"] * 6
    assert all(tile.startswith("extra ") for tile in view["extra_actions"])
    assert sum(view["bags"]["extra_actions"].values()) == 12 - 3


def test_two_new_bonus_tiles_are_shown() -> None:
    """T-94."""
    shown = json_view(end_quarter("").play("bonus workers").match)["senate"]["bonus_tiles"]
    assert None not in shown
    assert not {"workers", "wine fish"} & set(shown)


def test_provinces_without_tile_leader_and_legionnaire_get_a_tile() -> None:
    """T-94."""
    table = end_quarter("""
        forum bag: 30 games
        belgica: bread
        0 leader: alpes
        1 occupied: raetia
        0 occupied: noricum
        1 leader: noricum
    """).play("bonus workers")
    tiles = {name: province["tile"] for name, province in json_view(table.match)["provinces"].items()}
    expected = dict.fromkeys(names.PROVINCES, "games") | {"belgica": "bread"}
    assert tiles == expected | dict.fromkeys(["alpes", "raetia", "noricum"])


def test_provinces_come_before_the_forum_when_forum_tiles_run_out() -> None:
    """T-94: filled as far as they go, provinces in the order of the table."""
    table = end_quarter("forum bag: 7 games").play("bonus workers")
    view = json_view(table.match)
    tiles = [province["tile"] for province in view["provinces"].values()]
    assert tiles == ["games"] * 7 + [None] * 3
    assert view["forum"] == [None] * 6
    table = end_quarter("forum bag: 12 games").play("bonus workers")
    assert json_view(table.match)["forum"] == ["games"] * 2 + [None] * 4


def test_ships_turn_coloured_and_demands_are_cleared() -> None:
    """T-94."""
    table = end_quarter("ships: grey, coloured, grey").play("bonus workers")
    view = json_view(table.match)
    assert set(view["ships"].values()) == {"coloured"}
    assert view["demands"] == []
    assert (view["quarter"], view["round"]) == (2, 1)


def test_the_fourth_quarter_ends_the_game_without_a_refill() -> None:
    """T-95: tiles spent on demands do not count, nor do vote tiles stay; ships are not turned."""
    table = end_quarter("""
        quarter: 4
        0 tiles: bread, votes 3
        0 bonus: bread yellow
        forum bag: 30 games
        ships: grey, grey, grey
    """).play("bonus workers")
    assert table.match.seat is None
    view = json_view(table.match)
    assert view["players"][0]["tiles"] == {}
    assert table.sources(0) == {"demands": -9, "leftovers": 2}
    assert set(view["forum"]) == {None}
    assert set(view["ships"].values()) == {"grey"}


def test_the_next_seat_continues_after_round_and_quarter() -> None:
    """T-96: no matter who was consul."""
    table = end_quarter("0 senate: 3").play("bonus workers")
    assert (table.match.seat, table.question) == (1, "turn")
    assert draw("pending: end_of_round").match.seat == 1
