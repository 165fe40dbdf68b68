"""Shipping, and commodity wilds.   T-23, T-24."""

import pytest

from tests.games.trajan.drawing import Drawn, draw
from ulpia.games.trajan import names

POINTS = {
    ("equal", "coloured"): [2, 6, 12, 20],
    ("equal", "grey"): [0, 1, 7, 15],
    ("pairs", "coloured"): [5, 10, 15],
    ("pairs", "grey"): [1, 6, 11],
    ("different", "coloured"): [2, 4, 6, 8],
    ("different", "grey"): [0, 1, 3, 5],
}
LOADS = {
    "equal": ["wine"] * 4,
    "pairs": ["wine wine", "fish fish", "gems gems"],
    "different": ["wine", "fish", "gems", "oils"],
}
EVERY_LOAD = [
    (ship, side, amount, points) for (ship, side), row in POINTS.items() for amount, points in enumerate(row, start=1)
]


def at_seaport(hand: str = "-", wilds: int = 0, ships: str = "coloured, coloured, coloured") -> Drawn:
    """Seat 0 performs the seaport action."""
    return draw(f"""
        seats 2
        0 hand: {hand}
        0 tiles: {", ".join(["any commodity"] * wilds)}
        ships: {ships}
        pending: perform seaport
    """)


def ship(table: Drawn, vessel: str, first: str, *more: str) -> Drawn:
    """Load these and nothing more."""
    table.play(f"ship {vessel} {first}", *(f"load {goods}" for goods in more))
    if table.question == f"load {vessel}":
        table.play("sail")
    return table


@pytest.mark.parametrize(("vessel", "side", "amount", "points"), EVERY_LOAD)
def test_a_load_scores_by_its_size_and_the_side_of_the_ship(vessel: str, side: str, amount: int, points: int) -> None:
    """T-23."""
    hand = ", ".join(" ".join(LOADS[vessel]).split())
    table = ship(at_seaport(hand, ships=f"{side}, {side}, {side}"), vessel, *LOADS[vessel][:amount])
    assert table.points(0) == points
    assert table.sources(0) == ({"ships": points} if points else {})


@pytest.mark.parametrize(("vessel", "goods"), [("equal", "wine"), ("pairs", "wine wine"), ("different", "wine")])
def test_a_coloured_ship_is_turned_to_grey_and_no_other(vessel: str, goods: str) -> None:
    """T-23."""
    table = ship(at_seaport("wine, wine"), vessel, goods)
    assert table.board["ships"] == {"equal": "coloured", "pairs": "coloured", "different": "coloured", vessel: "grey"}


@pytest.mark.parametrize(("vessel", "goods"), [("equal", "wine"), ("pairs", "wine wine"), ("different", "wine")])
def test_a_grey_ship_stays_grey(vessel: str, goods: str) -> None:
    """T-23."""
    table = ship(at_seaport("wine, wine", ships="grey, grey, grey"), vessel, goods)
    assert table.board["ships"] == {"equal": "grey", "pairs": "grey", "different": "grey"}


def test_only_the_side_of_the_ship_that_sails_counts() -> None:
    """T-23."""
    assert ship(at_seaport("wine, wine", ships="grey, coloured, grey"), "pairs", "wine wine").points(0) == 5
    assert ship(at_seaport("wine, wine", ships="coloured, grey, coloured"), "pairs", "wine wine").points(0) == 1


def test_a_ship_is_turned_after_it_has_scored() -> None:
    """T-23: 6 for two cards, and 1 for two more on the same ship in the same turn."""
    table = draw("""
        seats 2
        0 hand: wine, wine, fish, fish
        0 tiles: extra seaport
        pending: perform seaport
    """)
    ship(table, "equal", "wine", "wine")
    assert table.points(0) == 6
    ship(table.play("repeat seaport"), "equal", "fish", "fish")
    assert table.points(0) == 7


def test_shipped_cards_go_from_the_hand_to_the_display_and_none_are_drawn() -> None:
    """T-23."""
    table = ship(at_seaport("wine, wine, fish, gems"), "different", "wine", "fish")
    assert table.mat(0)["hand"] == {"wine": 1, "gems": 1}
    assert table.mat(0)["display"] == {"wine": 1, "fish": 1}


def test_an_equal_load_is_of_one_good() -> None:
    """T-23."""
    table = at_seaport("wine, wine, fish").play("ship equal wine")
    assert table.options == ["load wine", "sail"]


def test_a_different_load_has_no_good_twice() -> None:
    """T-23."""
    table = at_seaport("wine, wine, fish").play("ship different wine")
    assert table.options == ["load fish", "sail"]


def test_two_pairs_of_one_good_are_not_different_pairs() -> None:
    """T-23."""
    table = at_seaport("wine, wine, wine, wine, fish, fish").play("ship pairs wine wine")
    assert table.options == ["load fish fish", "sail"]


def test_a_single_card_is_not_a_pair() -> None:
    """T-23."""
    table = at_seaport("wine, fish, fish")
    assert table.legal("ship pairs fish fish")
    assert not table.legal("ship pairs wine wine")


def test_two_goods_do_not_make_a_pair() -> None:
    """T-23."""
    assert not any(option.startswith("ship pairs") for option in at_seaport("wine, fish").options)


def test_no_more_than_four_equal_cards_are_shipped() -> None:
    """T-23: the ship sails by itself."""
    table = at_seaport("wine, wine, wine, wine, wine").play("ship equal wine", *["load wine"] * 3)
    assert (table.s.seat, table.points(0)) == (1, 20)
    assert table.mat(0)["hand"] == {"wine": 1}


def test_no_more_than_four_different_cards_are_shipped() -> None:
    """T-23."""
    table = at_seaport("wine, fish, gems, oils, furs")
    table.play("ship different wine", "load fish", "load gems", "load oils")
    assert (table.s.seat, table.points(0)) == (1, 8)
    assert table.mat(0)["hand"] == {"furs": 1}


def test_no_more_than_three_pairs_are_shipped() -> None:
    """T-23."""
    table = at_seaport("wine, wine, fish, fish, gems, gems, oils, oils")
    table.play("ship pairs wine wine", "load fish fish", "load gems gems")
    assert (table.s.seat, table.points(0)) == (1, 15)
    assert table.mat(0)["hand"] == {"oils": 2}


def test_a_smaller_load_than_possible_can_be_shipped() -> None:
    """T-23."""
    table = at_seaport("wine, wine, wine").play("ship equal wine", "sail")
    assert table.points(0) == 2
    assert table.mat(0)["hand"] == {"wine": 2}


def test_loading_goes_on_being_asked_when_nothing_at_hand_fits() -> None:
    """T-111, T-23: a ship that sailed by itself would reveal what the hand does not hold."""
    table = at_seaport("wine, fish").play("ship equal wine")
    assert (table.question, table.options) == ("load equal", ["sail"])


def test_a_load_for_no_points_can_be_shipped() -> None:
    """T-23: the cards go to the display all the same."""
    table = ship(at_seaport("wine, fish", ships="grey, grey, grey"), "equal", "wine")
    assert table.points(0) == 0
    assert table.mat(0)["display"] == {"wine": 1}


def test_only_hand_cards_are_shipped() -> None:
    """T-23: neither the display's nor another player's."""
    table = draw("""
        seats 2
        0 hand: wine
        0 display: wine, fish
        1 hand: gems, gems
        pending: perform seaport
    """)
    assert [option for option in table.options if option.startswith("ship")] == [
        "ship equal wine",
        "ship different wine",
    ]


def test_nothing_can_be_shipped_without_cards_or_wilds() -> None:
    """T-23."""
    assert at_seaport().options == ["draw two", "pass"]


def test_a_wild_stands_for_a_card_of_an_equal_load() -> None:
    """T-24."""
    assert ship(at_seaport("wine, wine", wilds=1), "equal", "wine", "wine", "wild").points(0) == 12


def test_a_wild_stands_for_another_good_of_a_different_load() -> None:
    """T-24."""
    assert ship(at_seaport("wine, fish", wilds=1), "different", "wine", "wild", "fish").points(0) == 6


def test_after_a_wild_any_good_can_be_loaded_but_only_one_on_the_equal_ship() -> None:
    """T-24, T-23."""
    table = at_seaport("wine, wine, fish", wilds=1).play("ship equal wild")
    assert table.options == ["load wine", "load fish", "sail"]
    assert table.play("load wine").options == ["load wine", "sail"]


def test_after_a_wild_no_good_comes_twice_on_the_different_ship() -> None:
    """T-24, T-23."""
    table = at_seaport("wine, wine, fish", wilds=1).play("ship different wild", "load wine")
    assert table.options == ["load fish", "sail"]


@pytest.mark.parametrize(("wilds", "equal", "different"), [(1, 2, 2), (2, 6, 4), (3, 12, 6)])
def test_a_load_may_be_wilds_alone(wilds: int, equal: int, different: int) -> None:
    """T-24."""
    assert ship(at_seaport(wilds=wilds), "equal", *["wild"] * wilds).points(0) == equal
    assert ship(at_seaport(wilds=wilds), "different", *["wild"] * wilds).points(0) == different


def test_several_wilds_can_be_used_with_a_card() -> None:
    """T-24."""
    assert ship(at_seaport("wine", wilds=3), "equal", "wine", "wild", "wild", "wild").points(0) == 20
    assert ship(at_seaport("wine", wilds=3), "different", "wine", "wild", "wild", "wild").points(0) == 8


def test_wilds_do_not_make_a_load_larger_than_the_ship() -> None:
    """T-24, T-23: the wild stays."""
    table = at_seaport("wine, wine, wine, wine", wilds=1).play("ship equal wine", *["load wine"] * 3)
    assert (table.s.seat, table.points(0)) == (1, 20)
    assert table.mat(0)["tiles"] == {"any commodity": 1}


@pytest.mark.parametrize("good", names.GOODS)
def test_a_wild_completes_a_single_card_to_a_pair(good: str) -> None:
    """T-24."""
    table = ship(at_seaport(good, wilds=1), "pairs", f"{good} wild")
    assert table.points(0) == 5
    assert table.mat(0)["display"] == {good: 1}
    assert table.mat(0)["tiles"] == {}


def test_two_wilds_make_a_pair() -> None:
    """T-24."""
    assert ship(at_seaport(wilds=2), "pairs", "wild wild").points(0) == 5


def test_one_wild_alone_is_not_a_pair() -> None:
    """T-24."""
    assert at_seaport(wilds=1).options == ["draw two", "ship equal wild", "ship different wild", "pass"]


def test_pairs_of_all_three_kinds_can_be_shipped_together() -> None:
    """T-24."""
    table = ship(at_seaport("wine, wine, fish", wilds=3), "pairs", "wine wine", "fish wild", "wild wild")
    assert table.points(0) == 15
    assert table.mat(0)["display"] == {"wine": 2, "fish": 1}
    assert table.mat(0)["tiles"] == {}


def test_two_single_cards_are_completed_by_two_wilds() -> None:
    """T-24."""
    assert ship(at_seaport("wine, fish", wilds=2), "pairs", "wine wild", "fish wild").points(0) == 10


def test_a_wild_makes_no_second_pair_of_a_good() -> None:
    """T-24, T-23."""
    table = at_seaport("wine, wine, wine, fish", wilds=1).play("ship pairs wine wine")
    assert table.options == ["load fish wild", "sail"]


def test_after_a_completed_pair_no_pair_of_its_good_follows() -> None:
    """T-24, T-23: a pair of two wilds is of another good."""
    table = at_seaport("wine, wine, wine, fish", wilds=3).play("ship pairs wine wild")
    assert table.options == ["load fish wild", "load wild wild", "sail"]


def test_a_pair_at_hand_may_be_broken_up_and_completed_by_a_wild() -> None:
    """T-24: any card, the player's choice."""
    table = ship(at_seaport("wine, wine", wilds=1), "pairs", "wine wild")
    assert table.points(0) == 5
    assert table.mat(0)["hand"] == {"wine": 1}


def test_a_used_wild_leaves_the_game_instead_of_entering_the_display() -> None:
    """T-24."""
    table = ship(at_seaport("wine", wilds=2), "equal", "wine", "wild")
    assert table.mat(0)["tiles"] == {"any commodity": 1}
    assert table.mat(0)["display"] == {"wine": 1}
    assert table.board["bags"]["forum_tiles"] == {}
    assert set(table.board["forum"]) == {None}


def test_a_used_wild_does_not_count_for_the_next_ship() -> None:
    """T-24: 2 for a wild, and 2 for one card on another ship in the same turn."""
    table = draw("""
        seats 2
        0 hand: wine
        0 tiles: any commodity, extra seaport
        pending: perform seaport
    """)
    ship(table, "equal", "wild")
    ship(table.play("repeat seaport"), "different", "wine")
    assert table.points(0) == 4


def test_a_wild_turns_a_coloured_ship_like_a_card_does() -> None:
    """T-24, T-23."""
    assert ship(at_seaport(wilds=1), "different", "wild").board["ships"]["different"] == "grey"


def test_a_wild_cannot_be_laid_into_the_display() -> None:
    """T-24, T-22."""
    table = at_seaport("wine", wilds=1)
    assert [option for option in table.options if option.startswith("display")] == ["display wine"]
    assert table.play("display wine").s.seat == 1


def test_a_wild_cannot_be_discarded() -> None:
    """T-24, T-20."""
    table = draw("""
        seats 2
        0 tiles: any commodity
        pile: wine, wine
        pending: perform seaport
    """).play("draw two")
    assert table.options == ["discard wine left", "discard wine right"]


def test_a_wild_is_not_scored_as_a_hand_card() -> None:
    """T-24, T-100: only the worker and the legionnaire in the camps score."""
    table = draw("""
        seats 2
        quarter: 4
        0 tiles: any commodity
        pending: close_quarter
    """)
    assert table.match.outcome is not None
    assert table.sources(0) == {"leftovers": 2}


def test_other_wilds_stand_for_no_card() -> None:
    """T-24."""
    table = draw("""
        seats 2
        0 tiles: any demand, any construction, any extra action
        pending: perform seaport
    """)
    assert table.options == ["draw two", "pass"]


def test_a_wild_alone_makes_the_seaport_possible() -> None:
    """T-24: with no card to be had anywhere."""
    table = draw("""
        seats 2
        0 tiles: any commodity
        pile: -
        pending: perform seaport
    """)
    assert table.options == ["ship equal wild", "ship different wild", "pass"]
