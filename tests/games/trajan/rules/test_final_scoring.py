"""The final scoring.   T-100 to T-105."""

import pytest

from tests.games.trajan.drawing import Drawn, draw
from tests.support.compiled import callable_from_python
from tests.support.drawn import rank
from ulpia.games.trajan.rules import scoring

standing = callable_from_python(scoring.standing)


def final(drawing: str, seats: int = 2) -> Drawn:
    """The fourth quarter closes; no figures are left in the camps unless drawn."""
    bare = "\n".join(f"{seat} {camp}: 0" for seat in range(seats) for camp in ("workers", "legionnaires"))
    return draw(f"""
        seats {seats}
        quarter: 4
        demands: bread, games, religion
        {bare}
        {drawing}
        pending: close_quarter
    """)


def scored(drawing: str) -> dict[str, int]:
    table = final(drawing)
    assert table.match.seat is None
    return table.sources(0)


def test_a_point_for_each_leftover() -> None:
    """T-100: hand cards, workers and legionnaires in camp, Trajan tiles still at a tray."""
    assert scored("0 hand: wine, fish, fish") == {"leftovers": 3}
    assert scored("0 workers: 4") == {"leftovers": 4}
    assert scored("0 legionnaires: 2") == {"leftovers": 2}
    assert scored("0 slots: cards 0 / - / points 1 / - / - / demands 2") == {"leftovers": 3}


def test_display_cards_supply_and_placed_figures_are_no_leftovers() -> None:
    """T-100."""
    assert (
        scored("""
        0 display: wine, fish
        0 occupied: alpes
        0 built: a1, b1
        0 supply: 9
    """)
        == {}
    )


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("stairs 2, stairs 3", 0),
        ("stairs 2, stairs 3, stairs 5", 10),
        ("stairs 2, stairs 3, stairs 4, stairs 5", 20),
        ("stairs 2, stairs 3, door 4", 0),
        ("stairs 2, stairs 3, stairs 4, door 2, door 3, door 4, door 5", 30),
    ],
)
def test_sets_of_construction_tiles(tiles: str, points: int) -> None:
    """T-101: 10 for three of a type, 20 for four."""
    assert scored(f"0 constructions: {tiles}").get("sets", 0) == points


@pytest.mark.parametrize(
    ("tiles", "wilds", "points"),
    [
        ("stairs 2, stairs 3", 1, 10),
        ("stairs 2, stairs 3, stairs 4", 1, 20),
        ("stairs 2, stairs 3, door 2, door 3", 2, 20),
        ("stairs 2, stairs 3, door 2, door 3, door 4", 1, 20),
        ("stairs 2, stairs 3, stairs 4, door 2, door 3, door 4", 1, 30),
        ("stairs 2, stairs 3, stairs 4, stairs 5", 2, 20),
        ("stairs 2, door 2", 2, 10),
        ("stairs 2, stairs 3, stairs 4, door 2, door 3", 2, 30),
        ("stairs 2, stairs 3, stairs 4, stairs 5, door 2", 2, 30),
        ("stairs 2, stairs 3, stairs 4, door 2, door 3, door 4", 2, 40),
    ],
)
def test_construction_wilds_are_placed_for_the_best_total(tiles: str, wilds: int, points: int) -> None:
    """T-101: a tile or wild counts in one set."""
    assert scored(f"""
        0 constructions: {tiles}
        0 tiles: {", ".join(["any construction"] * wilds)}
    """) == {"sets": points}


@pytest.mark.parametrize("symbol", ["bread", "games", "religion"])
@pytest.mark.parametrize(("side", "points"), [("yellow", 9), ("grey", 6)])
def test_demand_bonus_tiles_want_one_forum_tile(symbol: str, side: str, points: int) -> None:
    """T-102: one is enough and more do not count more."""
    bonus = f"0 bonus: {symbol} {side}"
    assert scored(f"{bonus}\n0 tiles: {symbol}") == {"bonus tiles": points}
    assert scored(f"{bonus}\n0 tiles: {symbol}, {symbol}") == {"bonus tiles": points}
    assert scored(bonus) == {}


def test_trajan_tiles_do_not_count_for_demand_bonus_tiles() -> None:
    """T-102."""
    assert scored("0 bonus: bread yellow\n0 kept: bread") == {}


def test_another_symbol_does_not_count() -> None:
    """T-102."""
    assert scored("0 bonus: bread yellow\n0 tiles: games, religion") == {}


def test_a_demand_wild_stands_for_one_symbol_and_one_bonus_tile() -> None:
    """T-102: for the more valuable one."""
    assert scored("0 bonus: bread yellow\n0 tiles: any demand") == {"bonus tiles": 9}
    assert scored("0 bonus: bread grey, games yellow\n0 tiles: any demand") == {"bonus tiles": 9}
    assert scored("0 bonus: bread grey, games yellow\n0 tiles: any demand, any demand") == {"bonus tiles": 15}
    assert scored("0 bonus: bread grey, games yellow\n0 tiles: games, any demand") == {"bonus tiles": 15}


@pytest.mark.parametrize(("side", "points"), [("yellow", 9), ("grey", 6)])
def test_commodity_bonus_tiles_count_display_cards(side: str, points: int) -> None:
    """T-103: not hand cards, not other goods."""
    assert scored(f"""
        0 bonus: wine fish {side}
        0 display: wine, wine, fish, furs
    """) == {"bonus tiles": points}
    assert scored(f"0 bonus: wine fish {side}\n0 hand: wine") == {"leftovers": 1}


def test_a_leftover_commodity_wild_counts_once_where_it_is_worth_most() -> None:
    """T-103."""
    assert scored("0 bonus: wine fish grey\n0 tiles: any commodity") == {"bonus tiles": 2}
    assert scored("0 bonus: wine fish grey, columns furs yellow\n0 tiles: any commodity") == {"bonus tiles": 3}
    assert scored("0 bonus: columns furs yellow\n0 tiles: any commodity, any commodity") == {"bonus tiles": 6}
    assert scored("0 tiles: any commodity") == {}


@pytest.mark.parametrize(
    ("sites", "side", "points"),
    [
        ("a1", "yellow", 1),
        ("a1, b1, c1", "yellow", 3),
        ("a1", "grey", 1),
        ("a1, b1", "grey", 1),
        ("a1, b1, c1", "grey", 2),
    ],
)
def test_workers_bonus_tile(sites: str, side: str, points: int) -> None:
    """T-104: grey is half a point each, rounded up; workers in the camp do not count."""
    assert scored(f"0 built: {sites}\n0 bonus: workers {side}") == {"bonus tiles": points}


@pytest.mark.parametrize(("side", "points"), [("yellow", 4), ("grey", 2)])
def test_legionnaires_bonus_tile(side: str, points: int) -> None:
    """T-104: legionnaires in provinces; 2 or 1 each."""
    assert scored(f"0 occupied: alpes, raetia\n0 bonus: legionnaires {side}") == {"bonus tiles": points}


def test_bonus_tiles_bonus_tile_counts_yellow_ones_itself_included() -> None:
    """T-104."""
    assert scored("0 bonus: bonus tiles yellow") == {"bonus tiles": 3}
    assert scored("0 bonus: bonus tiles yellow, bread yellow, games grey") == {"bonus tiles": 6}
    assert scored("0 bonus: bonus tiles grey, bread yellow, games grey") == {"bonus tiles": 2}
    assert scored("0 bonus: bonus tiles grey") == {}


def test_most_points_win() -> None:
    """T-105."""
    table = final("1 points: 30\n0 points: 20\n2 points: 25", seats=3)
    assert table.match.outcome.ranking == ((1,), (2,), (0,))
    assert table.match.outcome.winners == (1,)


def test_ties_go_to_the_higher_place_in_the_senate_after_the_discs_returned() -> None:
    """T-105: the votes of the last quarter decide, not the discs before it."""
    table = final("""
        0 points: 20
        1 points: 20
        0 senate: 3
        1 senate: 2
    """)
    assert table.match.outcome.ranking == ((0,), (1,))
    table = final("0 points: 20\n1 points: 20")
    assert table.match.outcome.ranking == ((1,), (0,))


@pytest.mark.parametrize(
    "drawing",
    [
        "0 points: 20\n1 points: 20\n2 points: 25",
        "0 points: 20\n1 points: 20\n0 senate: 3\n1 senate: 2",
        "0 points: -3\n1 points: -3\n2 points: -4",
    ],
)
def test_a_standing_is_one_number_that_orders_the_seats(drawing: str) -> None:
    """T-105: no two seats stand equal, because no two discs do."""
    table = final(drawing, seats=3)
    standings = [standing(table.s, seat) for seat in range(3)]
    assert len(set(standings)) == 3
    assert rank(standings) == table.match.outcome.ranking
