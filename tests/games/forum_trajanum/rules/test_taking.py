"""Taking tiles from the streets.   F-10 to F-13."""

import pytest

import ulpia
from tests.games.forum_trajanum.drawing import Drawn, draw
from ulpia.core.errors import IllegalAction, UndoForbidden
from ulpia.games.forum_trajanum import names

ALL_TILES = "0 colonia: ###### / ##.### / ####.# / #.#### / ###.## / ######"
SEVEN_TILES = "0 colonia: .##... / .#.#.. / ...... / ..##.. / ...... / #....."
TWO_CORNERS = "0 open: a1 money money, f1 builder blue"


def taking(*lines: str) -> Drawn:
    """Seat 0 takes first; seat 1 has no tile left and is not asked."""
    return draw("\n".join(["seats 2", *lines, "pending: take"]))


def for_nothing(table: Drawn) -> list[str]:
    """The options that need no tribune."""
    return [option for option in table.options if not option.endswith(" tribune")]


def for_a_tribune(table: Drawn, card: str) -> list[str]:
    """Squares that can be taken from for a tribune instead of following a card."""
    return [option.split()[1] for option in table.options if option.endswith(f" {card} tribune")]


def taken(table: Drawn) -> dict[str, str | None]:
    """Squares taken from by seat 0, by card, as it knows itself."""
    told = table.mat(0)["taking"]
    return {card: told[card]["square"] for card in names.CARDS if told[card]["done"]}


def test_two_cards_are_turned_up_at_the_beginning_of_a_round() -> None:
    """F-10: they leave the stack."""
    table = draw("\n".join(["seats 2", "street bag: row 2, row 2", ALL_TILES, "pending: turn 1"]))
    assert table.board["streets"] == {"shown": ["row 2", "row 2"], "left": {}}
    assert (table.question, table.last_events()[0]) == ("take", "round_began")


def test_a_tile_for_each_card_from_its_street() -> None:
    """F-10: face down or open, and none from a temple or an empty square."""
    table = taking("streets: row 1, column c", "0 colonia: O#.... / ##T#.. / ..#... / ..#... / .#..#. / .....#")
    assert table.options == ["take a1 first", "take b1 first", "take c3 second", "take c4 second"]


@pytest.mark.parametrize("street", names.STREETS)
def test_a_street_is_a_row_or_a_column(street: str) -> None:
    """F-10: of six squares, less the temples."""
    sign = street.split()[1]
    squares = [square for square in names.SQUARES if sign in square and square not in ("c2", "e3", "b4", "d5")]
    assert taking(f"streets: {street}, {street}", ALL_TILES).options == [f"take {square} first" for square in squares]


CROSSING = ("streets: row 3, column c", "0 colonia: ...... / ...... / #.##.. / ..#... / ..#... / ......")


def test_the_tile_where_both_streets_cross_can_be_taken_for_either_card_but_once() -> None:
    """F-10."""
    offered = taking(*CROSSING).options
    assert offered == [
        *("take a3 first", "take c3 first", "take d3 first"),
        *("take c3 second", "take c4 second", "take c5 second"),
    ]
    assert taking(*CROSSING).play("take c3 first").options == ["take c4 second", "take c5 second"]
    assert taking(*CROSSING).play("take c3 second").options == ["take a3 first", "take d3 first"]


def test_two_tiles_are_taken_from_a_street_that_both_cards_name() -> None:
    """F-10: which card is followed first makes no difference, so it is not asked."""
    table = taking("streets: row 6, row 6", "0 colonia: ...... / ##.### / ...... / ...... / ...... / O##...")
    assert table.options == ["take a6 first", "take b6 first", "take c6 first"]
    assert table.play("take b6 first").options == ["take a6 second", "take c6 second"]


def test_either_card_can_be_followed_first() -> None:
    """F-11: then the other one."""
    table = taking("streets: row 1, row 2", SEVEN_TILES)
    assert table.options == ["take b1 first", "take c1 first", "take b2 second", "take d2 second"]
    assert table.play("take d2 second").options == ["take b1 first", "take c1 first"]


def test_the_first_tile_is_seen_before_the_second_is_taken() -> None:
    """F-11."""
    table = taking("streets: row 1, row 2", SEVEN_TILES, "0 bag: blue blue, blue blue, blue blue, blue blue")
    table.play("take b2 second")
    assert table.question == "take"
    assert table.mat(0)["taking"] == {
        "first": {"done": False, "square": None, "face": None, "tribune": False},
        "second": {"done": True, "square": "b2", "face": "blue blue", "tribune": False},
        "keeps": None,
    }
    [told] = table.match.events(0, since=1)
    assert (told.kind, dict(told.details)) == ("taken", {"square": "b2", "face": "blue blue", "tribunes": 0})


def test_a_tile_that_was_looked_at_cannot_be_put_back() -> None:
    """F-11: its card is done with, and it is not to be had again, for tribunes neither."""
    table = taking("streets: row 1, row 2", SEVEN_TILES, "0 resources: tribune 5").play("take b1 first")
    assert for_nothing(table) == ["take b2 second", "take d2 second"]
    assert for_a_tribune(table, "first") == []
    assert for_a_tribune(table, "second") == ["c1", "c4", "d4", "a6"]
    with pytest.raises(IllegalAction):
        table.play("take c1 first")


def test_looking_at_a_tile_cannot_be_undone_politely() -> None:
    """F-11."""
    match = ulpia.new("forum_trajanum", seed=5, setup="dealt")
    match.play(next(option for option in match.options if str(option).split()[1] not in names.CORNERS))
    with pytest.raises(UndoForbidden):
        match.undo(politely=True)


def test_both_tiles_are_seen_before_one_is_kept() -> None:
    """F-11, F-14."""
    table = taking("streets: row 1, row 1", TWO_CORNERS, "0 resources: tribune").play("take f1 first")
    assert (table.question, table.options) == ("keep", ["keep builder blue", "keep money money"])


def test_for_a_tribune_any_tile_of_the_colonia_can_be_taken() -> None:
    """F-12: instead of following either card."""
    table = taking("streets: row 1, row 2", SEVEN_TILES, "0 resources: tribune")
    assert for_nothing(table) == ["take b1 first", "take c1 first", "take b2 second", "take d2 second"]
    assert for_a_tribune(table, "first") == ["b2", "d2", "c4", "d4", "a6"]
    assert for_a_tribune(table, "second") == ["b1", "c1", "c4", "d4", "a6"]


def test_nobody_pays_for_a_tile_of_the_street_that_the_card_names() -> None:
    """F-12: it can be had for nothing. In the street of the other card it cannot."""
    table = taking("streets: row 2, column d", SEVEN_TILES, "0 resources: tribune 2")
    assert for_nothing(table) == ["take b2 first", "take d2 first", "take d2 second", "take d4 second"]
    assert for_a_tribune(table, "first") == ["b1", "c1", "c4", "d4", "a6"]
    assert for_a_tribune(table, "second") == ["b1", "c1", "b2", "c4", "a6"]


def test_without_a_tribune_the_cards_must_be_followed() -> None:
    """F-12: nothing else can be paid."""
    table = taking("streets: row 1, row 2", SEVEN_TILES, "0 resources: builder 3, assistant 3, money 3")
    assert table.options == ["take b1 first", "take c1 first", "take b2 second", "take d2 second"]


def test_one_tribune_replaces_one_card() -> None:
    """F-12: it is spent when the second tile is taken."""
    table = taking("streets: row 1, row 2", SEVEN_TILES, "0 resources: tribune").play("take d4 first tribune")
    assert table.options == ["take b2 second", "take d2 second"]
    assert table.mat(0)["taking"]["first"]["tribune"]


def test_two_tribunes_replace_both_cards() -> None:
    """F-12."""
    table = taking("streets: row 1, row 2", SEVEN_TILES, "0 resources: tribune 2").play("take d4 second tribune")
    assert for_a_tribune(table, "first") == ["b2", "d2", "c4", "a6"]


def test_a_tile_of_the_other_cards_street_can_be_taken_for_a_tribune() -> None:
    """F-12: then two are taken from that street."""
    table = taking("streets: row 1, row 2", SEVEN_TILES, "0 resources: tribune").play("take c1 second tribune")
    assert taken(table) == {"first": "b1", "second": "c1"}  # the only one left


def test_a_tribune_replaces_either_of_two_cards_with_one_street() -> None:
    """F-12, F-10."""
    table = taking("streets: row 2, row 2", SEVEN_TILES, "0 resources: tribune")
    assert for_nothing(table) == ["take b2 first", "take d2 first"]
    assert for_a_tribune(table, "first") == ["b1", "c1", "c4", "d4", "a6"]
    assert for_a_tribune(table, "second") == []
    assert table.play("take a6 first tribune").options == ["take b2 second", "take d2 second"]


def test_a_tile_must_be_taken_from_a_street_that_has_one() -> None:
    """F-13: to take nothing is no choice, with tribunes neither."""
    table = taking("streets: row 1, row 2", SEVEN_TILES, "0 resources: tribune 2")
    assert not table.legal("take nothing first")
    assert not table.legal("take nothing second")


def test_an_empty_street_gives_nothing_to_those_without_a_tribune() -> None:
    """F-13: nobody is asked; the other tile is the only one."""
    table = taking("streets: row 1, row 3", "0 colonia: .##### / ...... / ...... / ...... / ...... / ......")
    assert table.options == [f"take {column}1 first" for column in "bcdef"]
    table.play("take c1 first")
    assert [event.kind for event in table.match.events(0, since=1)][:3] == ["taken", "taken_nothing", "took_one"]


def test_an_empty_street_is_decided_after_the_other_tile_was_seen() -> None:
    """F-13: then to pay or to take nothing."""
    table = taking("streets: row 3, row 2", SEVEN_TILES, "0 resources: tribune")
    assert not table.legal("take nothing first")
    table.play("take b2 second")
    assert for_nothing(table) == ["take nothing first"]
    assert for_a_tribune(table, "first") == ["b1", "c1", "d2", "c4", "d4", "a6"]


def test_a_tribune_for_an_empty_street_can_be_paid_at_once() -> None:
    """F-13, F-11: the order is free."""
    table = taking("streets: row 3, row 2", SEVEN_TILES, "0 resources: tribune").play("take a6 first tribune")
    assert table.options == ["take b2 second", "take d2 second"]


def test_who_pays_for_the_card_of_the_other_street_can_still_leave_an_empty_one() -> None:
    """F-13."""
    table = taking("streets: row 3, row 2", SEVEN_TILES, "0 resources: tribune 2").play("take a6 second tribune")
    assert for_nothing(table) == ["take nothing first"]
    assert for_a_tribune(table, "first") == ["b1", "c1", "b2", "d2", "c4", "d4"]


def test_two_empty_streets_can_be_left_or_paid_for_one_by_one() -> None:
    """F-13."""
    table = taking("streets: row 3, row 5", SEVEN_TILES, "0 resources: tribune 2")
    assert for_nothing(table) == ["take nothing first"]
    assert for_a_tribune(table, "first") == for_a_tribune(table, "second") == ["b1", "c1", "b2", "d2", "c4", "d4", "a6"]
    table.play("take nothing first")
    assert for_nothing(table) == ["take nothing second"]
    assert for_a_tribune(table, "first") == []
    assert for_a_tribune(table, "second") == ["b1", "c1", "b2", "d2", "c4", "d4", "a6"]


def test_two_empty_streets_without_a_tribune_give_no_tile() -> None:
    """F-13: nobody is asked."""
    table = draw("""
        seats 2
        streets: row 3, row 5
        0 colonia: ###### / ...... / ...... / ...... / ...... / ......
        1 colonia: ...... / ...... / ##.... / ...... / ##.... / ......
        pending: take
    """)
    assert (table.question, table.s.seat) == ("take", 1)
    assert table.mat(0)["taking"]["first"] == {"done": True, "square": None, "face": None, "tribune": False}
    assert table.mat(0)["taking"]["second"] == {"done": True, "square": None, "face": None, "tribune": False}
    assert table.mat(0)["taking"]["keeps"] is None


def test_the_first_tile_may_have_been_the_last_of_the_other_street() -> None:
    """F-13: where both cross; then that one is empty."""
    lines = ("streets: row 1, column a", "0 colonia: O..... / ...... / ...... / ...... / ...... / .....O")
    table = taking(*lines, "0 resources: tribune")
    assert for_nothing(table) == ["take a1 first", "take a1 second"]
    assert table.play("take a1 second").options == ["take f6 first tribune", "take nothing first"]


def test_a_street_named_twice_may_have_a_single_tile() -> None:
    """F-13: the second card finds it empty."""
    table = taking(
        "streets: row 1, row 1",
        "0 colonia: O..... / ...... / ...... / ...... / ...... / .....O",
        "0 resources: tribune",
    )
    assert table.options == ["take a1 first", "take f6 first tribune"]
    assert table.play("take a1 first").options == ["take f6 second tribune", "take nothing second"]


def test_without_any_tile_left_a_tribune_buys_none() -> None:
    """F-13: the last tile of the colonia is in the hand already."""
    table = draw("""
        seats 2
        streets: row 1, row 2
        0 open: a1 money money
        0 resources: tribune 3
        1 open: a1 money money, f1 builder blue
        1 resources: tribune
        pending: take
    """)
    assert table.options == ["take a1 first", "take a1 second tribune"]
    table.play("take a1 first")
    assert (table.question, table.s.seat) == ("take", 1)
    assert taken(table) == {"first": "a1", "second": None}
