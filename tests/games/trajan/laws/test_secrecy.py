"""What each seat may know: views leak nothing; imagined tables look the same and have the right distribution."""

from collections import Counter
from math import comb
from typing import Any

import ulpia
from tests.games.trajan.drawing import draw
from tests.laws import chi_squared
from tests.support.views import json_view
from ulpia.games.trajan import names

STATES_PER_SEATS = 34_000


def test_no_order_is_kept_of_what_nobody_knows() -> None:
    """T-110: bags, stacks and the hidden pile are contents without an order, so no view can show one."""
    view = json_view(ulpia.new("trajan", seats=4, seed=4, setup="dealt"), 0)
    for stack in view["stacks"].values():
        below = [tile["tile"] for tile in stack["below"]]
        assert below == sorted(below)
    assert isinstance(view["cards"]["hidden"], int)
    assert set(view["bags"]) == {"forum_tiles", "extra_actions", "bonus_tiles", "demands"}


def test_what_can_be_counted_is_known() -> None:
    """T-110: unseen cards, and the contents of every pile and bag."""
    table = draw("""
        seats 2
        0 hand: wine, fish
        1 hand: gems
        left: furs, oils
        right: wheat
    """)
    cards = json_view(table.match, 0)["cards"]
    assert cards["left"] == ["furs", "oils"]
    assert (cards["unseen"]["gems"], cards["unseen"]["wine"], cards["unseen"]["furs"]) == (5, 4, 4)
    assert cards["hidden"] == 60 - 2 - 1 - 3


def test_hand_cards_from_the_hidden_pile_are_hidden_from_the_others() -> None:
    """T-111: how many is known, and which were taken from an open pile."""
    table = draw("""
        seats 2
        0 hand: wine, fish, fish
        0 known: fish
    """)
    mine, theirs = json_view(table.match, 0)["players"][0], json_view(table.match, 1)["players"][0]
    assert mine["hand"] == {"wine": 1, "fish": 2}
    assert theirs["hand"] is None
    assert (theirs["cards"], theirs["known"]) == (3, {"fish": 1})
    assert json_view(table.match, None)["players"][0] == theirs


def test_a_card_taken_from_an_open_pile_is_known_until_it_leaves_the_hand() -> None:
    """T-111: a known card of a good leaves first."""
    table = draw("""
        seats 2
        0 hand: fish, wine
        left: fish, fish
        pending: perform seaport
    """).play("take left")
    assert json_view(table.match, 1)["players"][0]["known"] == {"fish": 1}
    table = draw("""
        seats 2
        0 hand: fish, fish, wine
        0 known: fish
        pending: perform seaport
    """).play("display fish", "enough")
    view = json_view(table.match, 1)["players"][0]
    assert (view["known"], view["cards"], view["unknown"]["newer"]) == ({}, 3, 3)


def test_after_a_reshuffle_unknown_cards_are_those_nobody_saw() -> None:
    """T-111, T-25: the new pile is known by counting, so older unknown cards cannot come from it."""
    table = draw("""
        seats 2
        1 hand: gems
        left: furs, oils
        right: wheat, wine
        pile: -
        pending: perform seaport
    """).play("draw two")
    view = json_view(table.match, 0)
    assert view["players"][1]["unknown"] == {"newer": 0, "older": 1}
    assert view["cards"]["unseen_older"] == {"gems": 1}
    for seed in range(50):
        hand = json_view(table.match.imagine(0, seed), 1)["players"][1]["hand"]
        assert hand == {"gems": 1}


def test_whether_loading_goes_on_does_not_tell_of_hidden_cards() -> None:
    """T-111, T-23: with and without a second fish the others see the same question."""
    seen = []
    for hand in ("fish, fish", "fish, wine"):
        table = draw(f"seats 2\n0 hand: {hand}\npending: perform seaport").play("ship equal fish")
        assert table.question == "load equal"
        seen.append(json_view(table.match, 1))
    for view in seen:
        view["cards"].pop("unseen")
    assert seen[0] == seen[1]


def test_events_hide_drawn_cards_from_the_others() -> None:
    """T-111."""
    table = draw("seats 2\npending: perform seaport").play("draw two")
    drawn = [event for event in table.match.events(0) if event.kind == "card_drawn"]
    assert [set(event.details) for event in drawn] == [{"good"}, {"good"}]
    for viewer in (1, None):
        hidden = [event for event in table.match.events(viewer) if event.kind == "card_drawn"]
        assert [dict(event.details) for event in hidden] == [{}, {}]
        assert any("draws a card from the hidden pile" in told for told in table.match.tell("en", viewer))
        assert not any(good in told for told in table.match.tell("en", viewer) for good in names.GOODS)


def test_imagined_hands_have_the_right_odds() -> None:
    """T-111: two unknown cards out of five wine, three fish and two gems."""
    table = draw("""
        seats 2
        1 hand: wine, fish
        pile: wine, wine, wine, wine, fish, fish, gems, gems
    """)
    bag = {"wine": 5, "fish": 3, "gems": 2}
    odds = {
        tuple(sorted((one, other))): (bag[one] * bag[other] if one != other else comb(bag[one], 2)) / comb(10, 2)
        for one in bag
        for other in bag
    }
    observed: Counter[Any] = Counter()
    for seed in range(9000):
        hand = table.match.imagine(0, seed).state.players[1].hand
        observed[tuple(sorted(names.GOODS[good] for good in range(12) for _ in range(hand[good])))] += 1
    assert chi_squared(observed, odds) < 20.5  # 5 degrees of freedom, 99.9 %


def test_imagined_hands_of_several_seats_come_from_one_bag() -> None:
    """T-111: who holds the only gems is equally likely for every unknown card."""
    table = draw("""
        seats 4
        1 hand: gems
        2 hand: wine, wine
        3 hand: wine
        pile: wine, wine
    """)
    observed: Counter[Any] = Counter()
    for seed in range(9000):
        s = table.match.imagine(0, seed).state
        holder = [seat for seat in range(4) if s.players[seat].hand[9]]
        observed[holder[0] if holder else "pile"] += 1
    assert chi_squared(observed, {1: 1 / 6, 2: 2 / 6, 3: 1 / 6, "pile": 2 / 6}) < 16.3  # 3 degrees of freedom
