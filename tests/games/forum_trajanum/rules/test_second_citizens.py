"""What the second citizen of a row gives.   F-35."""

import pytest

from tests.games.forum_trajanum.drawing import draw
from tests.support.drawn import Drawn

ROWS = ("patrician 1", "patrician 2", "merchant 1", "merchant 2", "craftsman 1", "craftsman 2")
FORUM = ("forum: BBGO / BEGR", "envoys: 1 a1")


def laying(row: str, *lines: str) -> Drawn:
    """Seat 0 lays a citizen into the row. When its turn is over, seat 1 has something to build."""
    frame = f"pending: lay {row.split()[0]}"
    return draw("\n".join(["seats 2", "1 resources: red", *lines, frame])).play(f"lay {row}")


def held(table: Drawn) -> dict[str, int]:
    return {name: count for name, count in table.mat(0)["resources"].items() if count}


@pytest.mark.parametrize("row", ROWS)
def test_the_first_citizen_gives_no_bonus(row: str) -> None:
    """F-35."""
    table = laying(row, *FORUM, "0 ship: 1")
    assert (held(table), table.s.seat) == ({}, 1)
    assert table.mat(0)["citizens"][row]["spaces"] == [0, None]


@pytest.mark.parametrize(
    ("row", "options"),
    [
        ("patrician 1", ["envoy b1", "envoy c1", "envoy d1", "envoy a2", "envoy c2", "envoy d2", "decline"]),
        ("patrician 2", ["gain tribune", "gain assistant", "gain money", "gain upgrade", "gain points"]),
        ("merchant 1", ["gain tribune", "gain money"]),
        ("merchant 2", ["gain assistant", "gain money"]),
        ("craftsman 1", ["worker blue", "worker green", "worker red", "worker orange"]),
    ],
)
def test_the_second_citizen_gives_the_bonus_of_its_row(row: str, options: list[str]) -> None:
    """F-35."""
    table = laying(row, *FORUM, "0 ship: 1", f"0 citizens: {row}")
    assert table.mat(0)["citizens"][row]["spaces"] == [0, 0]
    assert table.options == options


def test_the_second_craftsman_ii_gives_a_builder() -> None:
    """F-35."""
    assert held(laying("craftsman 2", "0 citizens: craftsman 2")) == {"builder": 1}


@pytest.mark.parametrize(
    ("row", "choice", "gained"),
    [
        ("merchant 1", "gain tribune", "tribune"),
        ("merchant 1", "gain money", "money"),
        ("merchant 2", "gain money", "money"),
        ("merchant 2", "gain assistant", "assistant"),
        ("craftsman 1", "worker orange", "orange"),
    ],
)
def test_the_bonus_is_given_once(row: str, choice: str, gained: str) -> None:
    """F-35."""
    table = laying(row, f"0 citizens: {row}").play(choice)
    assert held(table) == {gained: 1}
    assert table.question.startswith("build")


@pytest.mark.parametrize("row", ROWS)
def test_a_neighbours_citizen_is_a_second_one_as_well(row: str) -> None:
    """F-35, F-23: whose tile it is makes no difference."""
    own, foreign = (laying(row, *FORUM, "0 ship: 1", f"0 citizens: {row} of {owner}") for owner in (0, 1))
    assert (own.options, held(own)) == (foreign.options, held(foreign))
    assert foreign.mat(0)["citizens"][row]["spaces"] == [1, 0]


@pytest.mark.parametrize("row", ROWS)
def test_a_second_citizen_makes_the_first_active_again(row: str) -> None:
    """F-35: and gives its bonus all the same."""
    active, inactive = ((f"0 citizens: {row}", *line) for line in ((), (f"0 inactive: {row}",)))
    table = laying(row, *FORUM, "0 ship: 1", *inactive)
    assert table.mat(0)["citizens"][row]["active"]
    assert table.mat(0)["active_citizens"] == 2
    assert table.options == laying(row, *FORUM, "0 ship: 1", *active).options


def test_a_second_citizen_wakes_its_own_row_only() -> None:
    """F-35."""
    rows = "merchant 1, merchant 2, craftsman 1"
    table = laying("merchant 2", f"0 citizens: {rows}", f"0 inactive: {rows}")
    assert [row for row in ROWS if table.mat(0)["citizens"][row]["active"]] == ["merchant 2"]


def test_merchant_i_made_active_again_goes_to_cypresses_again() -> None:
    """F-32, F-35."""
    drawn = ("0 citizens: merchant 1", "0 inactive: merchant 1", "0 slider: 2")
    table = laying("merchant 1", *drawn).play("gain money")
    assert table.mat(0)["prestige"]["upgraded"]["position"] == 4


def test_citizens_paid_again_give_no_bonus() -> None:
    """F-35, F-60: once is when the second one is laid."""
    table = draw(
        """
        seats 2
        0 colonia: O####O / ##T### / ####T# / #T#### / ###T## / O####O
        1 colonia: O####O / ##T### / ####T# / #T#### / ###T## / O####O
        0 citizens: craftsman 2, craftsman 2
        0 inactive: craftsman 2
        0 resources: money
        pending: paying
        """
    ).play("pay craftsman 2")
    assert (held(table), table.question) == ({}, "take")


def test_the_envoy_of_row_i_may_begin_any_area() -> None:
    """F-35, F-51: here blue is begun, and the patricians were inactive."""
    table = laying("patrician 1", *FORUM, "0 ship: 2", "0 citizens: patrician 1", "0 inactive: patrician 1")
    table.play("envoy d1")
    assert table.board["forum"]["squares"]["d1"]["envoy"] == 0
    assert table.mat(0)["ship"] == 1


def test_the_envoy_of_row_i_needs_a_tile_on_the_ship() -> None:
    """F-35."""
    assert laying("patrician 1", *FORUM, "0 citizens: patrician 1").s.seat == 1


def test_the_citizen_itself_is_no_envoy() -> None:
    """F-35: an own tile laid as a citizen never reaches the ship."""
    table = draw(
        """
        seats 2
        1 resources: red
        forum: BBGO
        0 citizens: patrician 1
        0 own: patrician
        1 passed: money money
        pending: use
        """
    ).play("use own", "lay patrician 1")
    assert (table.mat(0)["ship"], table.s.seat) == (0, 1)


def test_the_envoy_of_row_i_can_fill_an_area() -> None:
    """F-35, F-53: and Patrician II makes that two bonuses."""
    drawn = ("forum: BG / BG", "envoys: 1 a1", "0 ship: 1")
    one = laying("patrician 1", *drawn, "0 citizens: patrician 1").play("envoy a2")
    assert (one.question, one.play("gain money").s.seat) == ("gain", 1)
    two = laying("patrician 1", *drawn, "0 citizens: patrician 1, patrician 2").play("envoy a2", "gain money")
    assert (two.question, two.play("gain tribune").s.seat) == ("gain", 1)


def test_row_ii_gives_one_area_bonus_never_two() -> None:
    """F-35, F-31: though Patrician II is active at that moment."""
    table = laying("patrician 2", "0 citizens: patrician 2").play("gain points")
    assert (table.points(0), held(table), table.s.seat) == (2, {}, 1)
