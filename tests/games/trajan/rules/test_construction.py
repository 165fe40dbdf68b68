"""Workers, sites and construction tiles.   T-70 to T-73."""

import pytest

from tests.games.trajan.drawing import Drawn, draw

ALL_SITES = {f"{column}{row}" for column in "abcde" for row in (1, 2, 3, 4)}
GRANTS = {"stairs": "forum", "door": "senate", "fountain": "seaport", "roof": "trajan", "window": "military"}


def construction(*lines: str, seats: int = 2) -> Drawn:
    """Seat 0 performs the construction action; every action that can be granted is possible."""
    return draw(
        "\n".join([f"seats {seats}", "forum: bread", "stack points: 0, 1", *lines, "pending: perform construction"])
    )


def sites(table: Drawn) -> set[str]:
    return {option.removeprefix("build ") for option in table.options if option.startswith("build ")}


def test_a_figure_from_the_supply_becomes_a_worker() -> None:
    """T-70."""
    table = construction().play("hire")
    assert (table.mat(0)["supply"], table.mat(0)["workers"], table.mat(0)["legionnaires"]) == (12, 2, 1)


def test_a_hired_worker_waits_in_the_camp() -> None:
    """T-70: building is another action."""
    table = construction().play("hire")
    assert (table.question, table.s.seat) == ("turn", 1)
    assert not table.player(0).built.any()


def test_hiring_needs_a_figure_in_the_supply() -> None:
    """T-70."""
    assert construction("0 supply: 1").legal("hire")
    assert not construction("0 supply: 0").legal("hire")


def test_without_figures_the_action_is_not_possible() -> None:
    """T-70, T-71."""
    assert construction("0 supply: 0", "0 workers: 0").s.seat == 1


def test_building_needs_a_worker_in_the_camp() -> None:
    """T-71: a figure in the supply is none."""
    assert construction("0 workers: 0").options == ["hire", "pass"]


def test_the_first_worker_goes_anywhere() -> None:
    """T-71."""
    assert sites(construction()) == ALL_SITES


def test_a_worker_goes_from_the_camp_to_the_site() -> None:
    """T-71."""
    table = construction("0 workers: 3").play("build c2")
    assert table.mat(0)["workers"] == 2
    assert table.board["sites"]["c2"]["workers"] == [0]


@pytest.mark.parametrize(
    ("built", "beside"),
    [
        ("c2", {"c1", "b2", "d2", "c3"}),
        ("b3", {"b2", "a3", "c3", "b4"}),
        ("a1", {"b1", "a2"}),
        ("e1", {"d1", "e2"}),
        ("a4", {"b4", "a3"}),
        ("e4", {"d4", "e3"}),
        ("c1", {"b1", "d1", "c2"}),
        ("c4", {"b4", "d4", "c3"}),
        ("a2", {"a1", "b2", "a3"}),
        ("e3", {"e2", "d3", "e4"}),
    ],
)
def test_later_workers_go_beside_an_own_one_not_diagonally(built: str, beside: set[str]) -> None:
    """T-71."""
    assert sites(construction(f"0 built: {built}")) == beside


@pytest.mark.parametrize(("end", "start"), [("e1", "a2"), ("e2", "a3"), ("e3", "a4"), ("e1", "a1"), ("a4", "a1")])
def test_the_grid_does_not_wrap_round_its_edges(end: str, start: str) -> None:
    """T-71: neither to the next row nor to the other end."""
    assert start not in sites(construction(f"0 built: {end}"))
    assert end not in sites(construction(f"0 built: {start}"))


def test_any_own_worker_will_do_to_build_beside() -> None:
    """T-71: and own sites are never used twice."""
    assert sites(construction("0 built: a1, b1, e4")) == {"a2", "b2", "c1", "d4", "e3"}


def test_no_two_own_workers_share_a_site() -> None:
    """T-71: not even the one that stands alone."""
    table = construction("0 built: c2", "0 workers: 5")
    assert not table.legal("build c2")


def test_workers_of_others_do_not_lead_to_a_site() -> None:
    """T-71."""
    assert sites(construction("0 built: a1", "1 built: d3, e4")) == {"b1", "a2"}


def test_workers_of_others_do_not_bind_the_first_own_one() -> None:
    """T-71."""
    assert sites(construction("1 built: c2")) == ALL_SITES


@pytest.mark.parametrize("points", [2, 3, 4, 5])
def test_the_tile_on_the_site_is_taken_and_scored(points: int) -> None:
    """T-72."""
    table = construction(f"c2: door {points}", "d2: door 2" if points != 2 else "d2: door 3").play("build c2")
    assert table.points(0) == points
    assert table.sources(0) == {"construction": points}
    assert table.mat(0)["constructions"] == [{"type": "door", "points": points}]
    assert table.board["sites"]["c2"] == {"tile": None, "workers": [0]}
    assert table.board["sites"]["d2"]["tile"] is not None


@pytest.mark.parametrize(("kind", "action"), GRANTS.items())
def test_the_first_tile_of_a_type_grants_its_action_at_once(kind: str, action: str) -> None:
    """T-72."""
    table = construction(f"c2: {kind} 3").play("build c2")
    assert (table.question, table.s.seat) == (f"perform {action}", 0)
    assert table.points(0) == 3


@pytest.mark.parametrize("kind", GRANTS)
def test_the_second_tile_of_a_type_grants_nothing(kind: str) -> None:
    """T-72: its points are scored."""
    table = construction(f"c2: {kind} 5", f"0 constructions: {kind} 2", "0 built: c1").play("build c2")
    assert (table.question, table.s.seat) == ("turn", 1)
    assert table.points(0) == 5


def test_tiles_of_other_types_do_not_matter() -> None:
    """T-72."""
    held = "0 constructions: stairs 2, stairs 3, fountain 4, roof 5, window 2"
    table = construction("c2: door 3", held, "0 built: c1").play("build c2")
    assert table.question == "perform senate"


def test_tiles_of_other_players_do_not_matter() -> None:
    """T-72."""
    table = construction("c2: door 3", "1 constructions: door 2, door 4").play("build c2")
    assert table.question == "perform senate"


def test_a_construction_wild_is_not_a_tile_of_the_type() -> None:
    """T-72, T-101: it counts in sets only."""
    table = construction("c2: door 3", "0 tiles: any construction").play("build c2")
    assert table.question == "perform senate"


def test_the_granted_action_is_performed_in_addition() -> None:
    """T-72: 3 for the door, 2 for the senate, and the turn is over."""
    table = construction("c2: door 3").play("build c2", "advance")
    assert table.sources(0) == {"construction": 3, "senate": 2}
    assert (table.question, table.s.seat) == ("turn", 1)


def test_a_granted_action_is_free_in_its_choice() -> None:
    """T-72: all that the action allows."""
    table = construction("c2: window 3", "0 leader: noricum").play("build c2")
    assert table.options == ["recruit", "march raetia", "occupy", "pass"]


def test_the_granted_action_may_be_declined() -> None:
    """T-72."""
    table = construction("c2: door 3").play("build c2", "pass")
    assert table.sources(0) == {"construction": 3}
    assert (table.question, table.s.seat) == ("turn", 1)


def test_a_declined_action_is_not_granted_later() -> None:
    """T-72: the type is on the mat."""
    table = construction("c2: door 3", "c3: door 4", "0 workers: 2", "0 tiles: extra construction")
    table.play("build c2", "pass", "repeat construction", "build c3")
    assert (table.question, table.s.seat) == ("turn", 1)


def test_a_granted_action_that_is_not_possible_lapses() -> None:
    """T-72, T-60."""
    table = construction("c2: door 3", "0 senate: 7").play("build c2")
    assert (table.question, table.s.seat) == ("turn", 1)


def test_hiring_grants_nothing() -> None:
    """T-70, T-72."""
    table = construction("c2: door 3").play("hire")
    assert (table.question, table.s.seat) == ("turn", 1)


def test_a_site_emptied_by_others_may_be_used_without_a_tile() -> None:
    """T-73: no points and no action."""
    table = construction("1 built: c2", seats=3).play("build c2")
    assert table.board["sites"]["c2"] == {"tile": None, "workers": [0, 1]}
    assert (table.points(0), table.mat(0)["constructions"]) == (0, [])
    assert (table.question, table.s.seat) == ("turn", 1)


def test_an_emptied_site_is_a_bridge() -> None:
    """T-73: from a1 over b1 to c1."""
    table = construction("0 built: a1", "1 built: b1", "c1: roof 4", "0 workers: 2", "0 tiles: extra construction")
    assert not table.legal("build c1")
    table.play("build b1", "repeat construction")
    assert sites(table) == {"a2", "b2", "c1"}
    assert table.play("build c1").points(0) == 4


def test_all_players_may_stand_on_one_site() -> None:
    """T-73."""
    table = construction("1 built: c2", "2 built: c2", "3 built: c2", seats=4).play("build c2")
    assert table.board["sites"]["c2"]["workers"] == [0, 1, 2, 3]
