"""Tiles from the forum; legionnaires and the leader.   T-30, T-40, T-41, T-42."""

import pytest

from tests.games.trajan.drawing import Drawn, draw
from ulpia.core.constants import NONE
from ulpia.games.trajan.names import FORUM_TILES

PROVINCES = {
    "britannia": (10, {"lugdunensis", "belgica", "germania inferior"}),
    "germania inferior": (10, {"britannia", "belgica", "germania superior"}),
    "germania superior": (6, {"germania inferior", "belgica", "raetia"}),
    "belgica": (6, {"britannia", "lugdunensis", "alpes", "raetia", "germania superior", "germania inferior"}),
    "lugdunensis": (6, {"britannia", "belgica", "alpes", "narbonensis", "aquitania"}),
    "aquitania": (10, {"lugdunensis", "narbonensis"}),
    "narbonensis": (6, {"aquitania", "lugdunensis", "alpes"}),
    "alpes": (3, {"raetia", "belgica", "lugdunensis", "narbonensis"}),
    "raetia": (3, {"alpes", "belgica", "germania superior", "noricum"}),
    "noricum": (5, {"raetia"}),
}
"""Points and neighbours."""


def at_forum(tiles: str, *lines: str) -> Drawn:
    """Seat 0 performs the forum action."""
    return draw("\n".join(["seats 2", f"forum: {tiles}", *lines, "pending: perform forum"]))


def lay_extra_tiles(table: Drawn, *tiles: str) -> Drawn:
    """Put tiles on the last three spaces of the forum."""
    for space, tile in enumerate(tiles, start=12):
        table.s.forum[space] = FORUM_TILES.index(tile)
    return table.go_on()


def test_any_one_tile_of_the_forum_can_be_taken() -> None:
    """T-30."""
    table = at_forum("extra senate, bread, any demand, votes 3")
    assert table.options == ["take bread", "take votes 3", "take any demand", "take extra senate", "pass"]
    table.play("take any demand")
    assert table.mat(0)["tiles"] == {"any demand": 1}
    assert table.board["forum"] == ["extra senate", "bread", None, "votes 3", None, None]


def test_one_tile_is_taken_and_no_more() -> None:
    """T-30."""
    table = at_forum("bread, games, religion").play("take games")
    assert (table.question, table.s.seat) == ("turn", 1)


def test_of_two_tiles_alike_one_is_taken() -> None:
    """T-30."""
    table = at_forum("bread, bread").play("take bread")
    assert table.mat(0)["tiles"] == {"bread": 1}
    assert table.board["forum"].count("bread") == 1


def test_extra_action_tiles_are_taken_from_their_spaces() -> None:
    """T-30."""
    table = lay_extra_tiles(at_forum("bread"), "extra senate", "extra forum", "extra military")
    assert table.options == ["take bread", "take extra forum", "take extra military", "take extra senate", "pass"]
    table.play("take extra military")
    assert table.mat(0)["tiles"] == {"extra military": 1}
    assert table.board["extra_actions"] == ["extra senate", "extra forum", None]
    assert table.board["forum"][0] == "bread"


def test_extra_action_tiles_alone_make_the_forum_possible() -> None:
    """T-30."""
    table = at_forum("bread")
    table.s.forum[0] = NONE
    assert lay_extra_tiles(table, "extra senate").options == ["take extra senate", "pass"]


def test_the_number_of_tiles_on_a_mat_is_not_limited() -> None:
    """T-30."""
    held = ["bread"] * 8 + ["extra senate"] * 3 + ["votes 2"] * 3
    table = at_forum("bread", f"0 tiles: {', '.join(held)}").play("take bread")
    assert table.mat(0)["tiles"] == {"bread": 9, "extra senate": 3, "votes 2": 3}


def test_an_empty_forum_makes_the_action_impossible() -> None:
    """T-30."""
    assert at_forum("-").s.seat == 1


def test_a_taken_tile_is_not_replaced() -> None:
    """T-30, T-94: the forum is refilled at the end of a quarter only."""
    table = at_forum("bread, games", "forum bag: 3 religion").play("take bread")
    assert table.board["forum"] == [None, "games", None, None, None, None]


def military(*lines: str, seats: int = 2) -> Drawn:
    """Seat 0 performs the military action."""
    return draw("\n".join([f"seats {seats}", *lines, "pending: perform military"]))


def marches(table: Drawn) -> set[str]:
    return {option.removeprefix("march ") for option in table.options if option.startswith("march ")}


def test_a_figure_from_the_supply_becomes_a_legionnaire() -> None:
    """T-40."""
    table = military().play("recruit")
    assert (table.mat(0)["supply"], table.mat(0)["legionnaires"], table.mat(0)["workers"]) == (12, 2, 1)


def test_recruits_go_to_the_camp_wherever_the_leader_is() -> None:
    """T-40."""
    table = military("0 leader: alpes").play("recruit")
    assert table.mat(0)["legionnaires"] == 2
    assert table.board["provinces"]["alpes"]["legionnaires"] == []


def test_recruiting_needs_a_figure_in_the_supply() -> None:
    """T-40."""
    assert military("0 supply: 1").legal("recruit")
    assert not military("0 supply: 0").legal("recruit")


def test_from_the_camp_the_leader_goes_to_alpes_raetia_or_noricum() -> None:
    """T-41."""
    assert military().options == ["recruit", "march alpes", "march raetia", "march noricum", "pass"]


@pytest.mark.parametrize("province", PROVINCES)
def test_the_leader_marches_across_a_border(province: str) -> None:
    """T-41."""
    assert marches(military(f"0 leader: {province}")) == PROVINCES[province][1]


def test_the_leader_does_not_return_to_the_camp() -> None:
    """T-41: Noricum touches the camp."""
    assert military("0 leader: noricum", "0 supply: 0", "0 legionnaires: 0").options == ["march raetia", "pass"]


def test_the_leader_takes_the_tile_of_the_province_entered() -> None:
    """T-41: no other, and nothing is scored."""
    table = military("0 leader: alpes", "alpes: bread", "raetia: votes 4", "belgica: games").play("march raetia")
    assert table.mat(0)["leader"] == "raetia"
    assert table.mat(0)["tiles"] == {"votes 4": 1}
    assert table.board["provinces"]["raetia"]["tile"] is None
    assert table.board["provinces"]["alpes"]["tile"] == "bread"
    assert table.points(0) == 0


def test_the_leader_may_enter_a_province_without_a_tile() -> None:
    """T-41."""
    table = military().play("march noricum")
    assert (table.mat(0)["leader"], table.mat(0)["tiles"]) == ("noricum", {})


def test_the_leader_moves_one_province_only() -> None:
    """T-41."""
    table = military().play("march noricum")
    assert (table.question, table.s.seat) == ("turn", 1)


def test_legionnaires_do_not_move_with_the_leader() -> None:
    """T-41."""
    table = military("0 leader: alpes", "0 occupied: alpes").play("march raetia")
    assert table.board["provinces"]["alpes"]["legionnaires"] == [0]
    assert table.board["provinces"]["raetia"]["legionnaires"] == []
    assert table.mat(0)["legionnaires"] == 1


def test_leaders_may_share_a_province() -> None:
    """T-41."""
    table = military("1 leader: alpes").play("march alpes")
    assert table.board["provinces"]["alpes"]["leaders"] == [0, 1]


def test_a_leader_may_enter_where_legionnaires_stand() -> None:
    """T-41: and finds the tile, if one lies there."""
    table = military("1 occupied: alpes", "alpes: bread").play("march alpes")
    assert table.mat(0)["tiles"] == {"bread": 1}


@pytest.mark.parametrize("province", PROVINCES)
def test_a_legionnaire_goes_to_the_province_of_the_leader_and_scores_it(province: str) -> None:
    """T-42."""
    table = military(f"0 leader: {province}").play("occupy")
    assert table.points(0) == PROVINCES[province][0]
    assert table.sources(0) == {"provinces": PROVINCES[province][0]}
    assert table.mat(0)["legionnaires"] == 0
    assert table.board["provinces"][province]["legionnaires"] == [0]


@pytest.mark.parametrize(
    ("province", "points"),
    [
        ("britannia", [10, 7, 4, 1]),
        ("belgica", [6, 3, 0, 0]),
        ("noricum", [5, 2, 0, 0]),
        ("raetia", [3, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_each_other_legionnaire_there_costs_three_points_but_never_below_none(
    province: str, points: list[int], others: int
) -> None:
    """T-42."""
    table = military(
        f"0 leader: {province}",
        "0 points: 20",
        *(f"{seat} occupied: {province}" for seat in range(1, 1 + others)),
        seats=4,
    )
    table.play("occupy")
    assert table.points(0) - 20 == points[others]
    assert table.board["provinces"][province]["legionnaires"] == list(range(1 + others))


def test_the_others_lose_nothing() -> None:
    """T-42."""
    table = military("0 leader: alpes", "1 occupied: alpes", "1 points: 3").play("occupy")
    assert table.points(1) == 3


def test_a_province_can_be_occupied_for_no_points() -> None:
    """T-42."""
    table = military("0 leader: alpes", "1 occupied: alpes").play("occupy")
    assert table.points(0) == 0
    assert table.board["provinces"]["alpes"]["legionnaires"] == [0, 1]


def test_other_leaders_cost_nothing() -> None:
    """T-42."""
    assert military("0 leader: britannia", "1 leader: britannia").play("occupy").points(0) == 10


def test_legionnaires_elsewhere_cost_nothing() -> None:
    """T-42: nor do one's own."""
    table = military("0 leader: britannia", "0 occupied: belgica", "1 occupied: belgica, lugdunensis").play("occupy")
    assert table.points(0) == 10


def test_no_province_is_occupied_while_the_leader_is_in_the_camp() -> None:
    """T-42."""
    assert not military("0 legionnaires: 3").legal("occupy")


def test_a_player_does_not_occupy_a_province_twice() -> None:
    """T-42."""
    assert not military("0 leader: alpes", "0 occupied: alpes", "0 legionnaires: 3").legal("occupy")


def test_occupying_needs_a_legionnaire_in_the_camp() -> None:
    """T-42: a figure in the supply is none."""
    table = military("0 leader: alpes", "0 legionnaires: 0")
    assert table.legal("recruit")
    assert not table.legal("occupy")


def test_only_the_province_of_the_leader_is_occupied_and_the_leader_stays() -> None:
    """T-42."""
    table = military("0 leader: alpes", "0 occupied: raetia").play("occupy")
    assert table.mat(0)["leader"] == "alpes"
    assert table.board["provinces"]["raetia"]["legionnaires"] == [0]
    assert table.board["provinces"]["alpes"]["legionnaires"] == [0]


def test_marching_and_occupying_are_two_actions() -> None:
    """T-41, T-42."""
    table = military().play("march alpes")
    assert (table.s.seat, table.mat(0)["legionnaires"], table.points(0)) == (1, 1, 0)
