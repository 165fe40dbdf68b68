"""Cards drawn, taken and laid out; the hidden pile reshuffled.   T-20, T-21, T-22, T-25."""

from tests.games.trajan.drawing import Drawn, draw
from tests.support.views import json_view


def at_seaport(*lines: str) -> Drawn:
    """Seat 0 performs the seaport action."""
    return draw("\n".join(["seats 2", *lines, "pending: perform seaport"]))


def test_two_cards_are_drawn_before_one_is_discarded() -> None:
    """T-20: those just drawn can be discarded too."""
    table = at_seaport("0 hand: fish", "pile: furs, wine").play("draw two")
    assert table.mat(0)["hand"] == {"furs": 1, "wine": 1, "fish": 1}
    assert table.options == [
        "discard furs left",
        "discard furs right",
        "discard wine left",
        "discard wine right",
        "discard fish left",
        "discard fish right",
    ]


def test_one_card_must_be_discarded() -> None:
    """T-20: with a single good at hand the only choice is the pile."""
    table = at_seaport("pile: wine, wine").play("draw two")
    assert table.options == ["discard wine left", "discard wine right"]


def test_the_discarded_card_lies_on_top_of_the_chosen_open_pile() -> None:
    """T-20."""
    table = at_seaport("0 hand: fish", "left: gems", "right: oils", "pile: furs, wine")
    table.play("draw two", "discard fish right")
    assert (table.board["cards"]["left"], table.board["cards"]["right"]) == (["gems"], ["oils", "fish"])
    assert table.mat(0)["hand"] == {"furs": 1, "wine": 1}
    assert table.s.seat == 1


def test_a_card_can_be_discarded_onto_an_empty_open_pile() -> None:
    """T-20: either open pile."""
    table = at_seaport("right: oils", "pile: wine, wine").play("draw two", "discard wine left")
    assert (table.board["cards"]["left"], table.board["cards"]["right"]) == (["wine"], ["oils"])


def test_drawn_cards_are_not_known_to_the_others() -> None:
    """T-20, T-111."""
    table = at_seaport("pile: furs, wine").play("draw two", "discard wine left")
    assert table.mat(0)["known"] == {}
    assert (table.board["players"][0]["cards"], table.board["players"][0]["hand"]) == (1, None)


def test_draw_two_needs_a_card_to_draw() -> None:
    """T-20, T-25: the top cards of the open piles cannot be drawn."""
    table = at_seaport("left: wine", "right: fish", "pile: -")
    assert table.options == ["take left", "take right", "pass"]


def test_draw_two_is_possible_with_a_single_card_in_the_hidden_pile() -> None:
    """T-20, T-25: one is drawn, and one must be discarded."""
    table = at_seaport("left: gems", "pile: wine").play("draw two")
    assert table.mat(0)["hand"] == {"wine": 1}
    table.play("discard wine left")
    assert table.mat(0)["hand"] == {}
    assert table.board["cards"]["left"] == ["gems", "wine"]


def test_draw_two_is_possible_with_a_single_card_to_reshuffle() -> None:
    """T-20, T-25."""
    table = at_seaport("left: wine, gems", "pile: -").play("draw two")
    assert table.mat(0)["hand"] == {"wine": 1}
    assert table.question == "discard"


def test_only_the_top_card_of_an_open_pile_is_taken() -> None:
    """T-21."""
    table = at_seaport("left: wine, fish", "right: gems").play("take left")
    assert table.mat(0)["hand"] == {"fish": 1}
    assert (table.board["cards"]["left"], table.board["cards"]["right"]) == (["wine"], ["gems"])


def test_nothing_is_discarded_for_a_taken_card() -> None:
    """T-21: the action is over."""
    table = at_seaport("left: wine, fish", "right: gems").play("take right")
    assert table.mat(0)["hand"] == {"gems": 1}
    assert (table.question, table.s.seat) == ("turn", 1)


def test_an_emptied_open_pile_is_refilled_from_the_hidden_pile() -> None:
    """T-21."""
    table = at_seaport("left: wine", "right: gems", "pile: furs, furs").play("take left")
    assert table.board["cards"]["left"] == ["furs"]
    assert table.board["cards"]["hidden"] == 1


def test_an_open_pile_that_is_not_emptied_is_not_refilled() -> None:
    """T-21."""
    table = at_seaport("left: wine, fish", "right: gems", "pile: furs, furs").play("take left")
    assert table.board["cards"]["left"] == ["wine"]
    assert table.board["cards"]["hidden"] == 2


def test_an_empty_open_pile_cannot_be_taken_from() -> None:
    """T-21."""
    assert at_seaport("right: gems").options == ["take right", "draw two", "pass"]


def test_a_card_taken_from_an_open_pile_is_known_to_all() -> None:
    """T-21, T-111: the cards held before are not."""
    table = at_seaport("0 hand: oils", "left: wine, fish").play("take left")
    assert table.mat(0)["known"] == {"fish": 1}
    assert json_view(table.match, 1)["players"][0]["known"] == {"fish": 1}
    assert json_view(table.match, 1)["players"][0]["cards"] == 2


def test_a_known_card_leaves_the_hand_before_an_unknown_one_of_its_good() -> None:
    """T-111: of two fish, the one that everybody saw."""
    table = at_seaport("0 hand: fish, fish", "0 known: fish", "pile: furs, wine")
    table.play("draw two", "discard fish left")
    assert table.mat(0)["hand"] == {"furs": 1, "wine": 1, "fish": 1}
    assert table.mat(0)["known"] == {}


def test_one_card_is_laid_out_and_one_is_drawn() -> None:
    """T-22."""
    table = at_seaport("0 hand: wine, fish", "pile: furs, furs").play("display wine", "enough")
    assert table.mat(0)["display"] == {"wine": 1}
    assert table.mat(0)["hand"] == {"furs": 1, "fish": 1}
    assert table.board["cards"]["hidden"] == 1


def test_two_cards_are_laid_out_and_two_are_drawn() -> None:
    """T-22."""
    table = at_seaport("0 hand: wine, fish", "pile: furs, furs, furs").play("display wine", "display fish")
    assert table.mat(0)["display"] == {"wine": 1, "fish": 1}
    assert table.mat(0)["hand"] == {"furs": 2}
    assert table.board["cards"]["hidden"] == 1


def test_two_cards_of_one_good_can_be_laid_out() -> None:
    """T-22."""
    table = at_seaport("0 hand: wine, wine, fish").play("display wine")
    assert table.options == ["display wine", "display fish", "enough"]
    assert table.play("display wine").mat(0)["display"] == {"wine": 2}


def test_not_more_than_two_cards_are_laid_out() -> None:
    """T-22."""
    table = at_seaport("0 hand: wine, fish, gems").play("display wine", "display fish")
    assert (table.question, table.s.seat) == ("turn", 1)
    assert table.mat(0)["hand"]["gems"] >= 1


def test_cards_are_drawn_after_all_have_been_laid_out() -> None:
    """T-22: a card drawn for the first cannot be laid as the second."""
    table = at_seaport("0 hand: wine, fish", "pile: furs, furs").play("display wine")
    assert table.options == ["display fish", "enough"]
    assert table.mat(0)["hand"] == {"fish": 1}


def test_a_seat_without_a_second_card_draws_at_once() -> None:
    """T-22."""
    table = at_seaport("0 hand: wine", "pile: furs, gems").play("display wine")
    assert table.mat(0)["display"] == {"wine": 1}
    assert table.mat(0)["cards"] == 1
    assert table.s.seat == 1


def test_cards_are_laid_out_beside_those_already_there_and_score_nothing() -> None:
    """T-22."""
    table = at_seaport("0 hand: wine", "0 display: wine, oils").play("display wine")
    assert table.mat(0)["display"] == {"oils": 1, "wine": 2}
    assert table.points(0) == 0


def test_cards_drawn_for_the_display_are_not_known() -> None:
    """T-22, T-111."""
    table = at_seaport("0 hand: wine, fish", "pile: furs, furs").play("display wine", "display fish")
    assert table.mat(0)["known"] == {}


def test_only_hand_cards_are_laid_out() -> None:
    """T-22."""
    assert at_seaport("0 display: wine", "1 hand: fish").options == ["draw two", "pass"]


def test_cards_beneath_the_tops_of_both_open_piles_become_the_hidden_pile() -> None:
    """T-25."""
    table = at_seaport("left: wine, fish, gems", "right: oils, furs", "pile: -").play("draw two")
    assert (table.board["cards"]["left"], table.board["cards"]["right"]) == (["gems"], ["furs"])
    assert table.board["cards"]["hidden"] == 1
    assert table.board["cards"]["unseen"] == {"oils": 1, "wine": 1, "fish": 1}
    assert "pile_reshuffled" in table.last_events()


def test_an_open_pile_of_one_card_is_left_alone() -> None:
    """T-25."""
    table = at_seaport("left: wine, fish, gems", "right: furs", "pile: -").play("draw two")
    assert table.board["cards"]["right"] == ["furs"]
    assert table.mat(0)["hand"] == {"wine": 1, "fish": 1}


def test_the_hidden_pile_is_reshuffled_only_when_a_card_is_to_be_drawn() -> None:
    """T-25: not yet when its last card is drawn."""
    table = at_seaport("left: fish, gems", "pile: furs, wine").play("draw two")
    assert table.board["cards"]["hidden"] == 0
    assert table.board["cards"]["left"] == ["fish", "gems"]
    assert "pile_reshuffled" not in table.last_events()


def test_the_hidden_pile_can_be_reshuffled_between_two_cards() -> None:
    """T-25: the last card of the old pile, then the first of the new one."""
    table = at_seaport("left: fish, gems", "pile: wine").play("draw two")
    assert table.mat(0)["hand"] == {"wine": 1, "fish": 1}
    assert table.board["cards"]["left"] == ["gems"]


def test_the_hidden_pile_is_reshuffled_to_refill_an_open_pile() -> None:
    """T-25, T-21."""
    table = at_seaport("left: wine", "right: fish, gems", "pile: -").play("take left")
    assert (table.board["cards"]["left"], table.board["cards"]["right"]) == (["fish"], ["gems"])


def test_an_emptied_open_pile_stays_empty_if_no_card_is_left() -> None:
    """T-25."""
    table = at_seaport("left: wine", "right: gems", "pile: -").play("take left")
    assert (table.board["cards"]["left"], table.board["cards"]["right"]) == ([], ["gems"])


def test_fewer_cards_are_drawn_for_the_display_if_too_few_are_left() -> None:
    """T-25, T-22."""
    table = at_seaport("0 hand: wine, fish", "left: gems", "pile: furs").play("display wine", "display fish")
    assert table.mat(0)["hand"] == {"furs": 1}
    assert table.board["cards"]["left"] == ["gems"]


def test_cards_can_be_laid_out_with_none_left_to_draw() -> None:
    """T-25, T-22."""
    table = at_seaport("0 hand: wine, fish", "pile: -").play("display wine", "display fish")
    assert table.mat(0)["display"] == {"wine": 1, "fish": 1}
    assert table.mat(0)["hand"] == {}


def test_the_hidden_pile_is_reshuffled_for_cards_of_the_display() -> None:
    """T-25, T-22."""
    table = at_seaport("0 hand: wine, fish", "left: oils, gems", "pile: furs").play("display wine", "display fish")
    assert table.mat(0)["hand"] == {"furs": 1, "oils": 1}
    assert table.board["cards"]["left"] == ["gems"]


def fulfil_cards_tile(*lines: str) -> Drawn:
    """Seat 0 fulfils a tile for two cards."""
    slots = "0 slots: - / cards 3 / - / - / - / -"
    return draw("\n".join(["seats 2", slots, *lines, "pending: fulfil forum"])).play("fulfil")


def test_fewer_reward_cards_are_drawn_if_too_few_are_left() -> None:
    """T-25, T-13."""
    assert fulfil_cards_tile("left: gems", "pile: furs").mat(0)["hand"] == {"furs": 1}


def test_the_hidden_pile_is_reshuffled_for_reward_cards() -> None:
    """T-25, T-13."""
    table = fulfil_cards_tile("left: oils, gems", "pile: furs")
    assert table.mat(0)["hand"] == {"furs": 1, "oils": 1}
    assert table.board["cards"]["left"] == ["gems"]


def test_a_seaport_without_any_card_is_not_possible() -> None:
    """T-25: nothing to draw, take, lay out or ship."""
    assert at_seaport("pile: -").s.seat == 1


def test_unknown_hand_cards_are_older_than_a_new_hidden_pile() -> None:
    """T-25, T-110: they cannot be among the cards just shuffled; known ones need no such note."""
    table = at_seaport("0 hand: wine, fish", "0 known: fish", "1 hand: gems", "left: oils, furs", "pile: -")
    table.play("draw two")
    assert table.mat(0)["hand"] == {"oils": 1, "wine": 1, "fish": 1}
    assert table.mat(0)["hand_older"] == {"wine": 1}
    assert table.mat(1)["hand_older"] == {"gems": 1}
    assert table.board["players"][0]["unknown"] == {"newer": 1, "older": 1}
    assert table.board["cards"]["unseen_older"] == {"wine": 1, "gems": 1}


def test_a_card_drawn_just_before_the_reshuffle_is_older_and_one_after_it_is_not() -> None:
    """T-25, T-110."""
    table = at_seaport("left: fish, gems", "pile: wine").play("draw two")
    assert table.mat(0)["hand_older"] == {"wine": 1}
    assert table.board["players"][0]["unknown"] == {"newer": 1, "older": 1}


def test_an_unknown_card_drawn_before_a_reshuffle_leaves_the_hand_before_one_drawn_after_it() -> None:
    """T-111, T-25: one wine was held, the other comes from the new hidden pile."""
    table = at_seaport("0 hand: wine", "left: wine, furs", "pile: -").play("draw two", "discard wine right")
    assert table.mat(0)["hand"] == {"wine": 1}
    assert table.board["players"][0]["unknown"] == {"newer": 1, "older": 0}
