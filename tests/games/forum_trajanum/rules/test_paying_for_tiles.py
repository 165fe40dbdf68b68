"""What building tiles cost, and every way to pay.   F-41, F-40."""

from collections import Counter
from itertools import product

import pytest

from tests.games.forum_trajanum.drawing import draw
from tests.support.drawn import Drawn

GREY = ("library", "basilica", "market", "column")
COLOURS = ("blue", "green", "red", "orange")
TILES = (
    *GREY,
    *COLOURS,
    *(f"{colour} with grey" for colour in COLOURS),
    *(f"{colour} twice" for colour in COLOURS),
)


def building(purse: str) -> Drawn:
    """Seat 0 builds and gets nothing for it; when its turn is over, seat 1 has something to build."""
    return draw(
        f"""
        seats 2
        1 resources: red
        0 tracks: library home, basilica home, market home
        0 resources: {purse}
        pending: build
        """
    )


def paying(purse: str, tile: str) -> Drawn:
    """The tile lies on c3, or on c3 and d3, and is to be paid."""
    is_double = " " in tile
    return building(purse).play(f"build {tile}", "place c3 d3" if is_double else "place c3")


def tiles(table: Drawn) -> list[str]:
    """What seat 0 may build: nothing if its turn is over already."""
    if table.s.seat != 0:
        return []
    return [option.removeprefix("build ") for option in table.options if option.startswith("build ")]


def held(table: Drawn) -> str:
    counts = {name: count for name, count in table.mat(0)["resources"].items() if count}
    return ", ".join(name if count == 1 else f"{name} {count}" for name, count in counts.items())


def is_paid(table: Drawn) -> bool:
    return not table.question.startswith("pay")


# A grey building


@pytest.mark.parametrize("grey", GREY)
def test_a_grey_building_costs_a_builder(grey: str) -> None:
    """F-41."""
    assert held(paying("builder, money, tribune, assistant", grey)) == "assistant, money, tribune"


@pytest.mark.parametrize("colour", COLOURS)
def test_or_two_workers_of_one_colour(colour: str) -> None:
    """F-41."""
    assert held(paying(f"{colour} 3", "library")) == colour


@pytest.mark.parametrize(
    "purse", ["blue, red, green, orange", "blue", "blue, red, assistant 2", "assistant 4, money 4"]
)
def test_nothing_else_pays_for_a_grey_building(purse: str) -> None:
    """F-41: not two workers of different colours, with assistants or without."""
    assert not set(tiles(building(purse))) & set(GREY)


def test_the_player_chooses_how_to_pay_for_a_grey_building() -> None:
    """F-41: a builder need not go when there are workers."""
    table = paying("builder, blue 2, green, red 2", "market")
    assert table.options == ["pay builder", "pay two blue", "pay two red"]
    assert held(table.play("pay two red")) == "builder, blue 2, green"


# A coloured structure


@pytest.mark.parametrize("colour", COLOURS)
def test_a_coloured_structure_costs_a_worker_of_its_colour(colour: str) -> None:
    """F-41: without an assistant no other one will do, and a builder never."""
    table = building(f"{colour}, builder, money, tribune")
    assert [tile for tile in tiles(table) if tile in COLOURS] == [colour]
    assert held(paying(f"{colour}, builder", colour)) == "builder"


@pytest.mark.parametrize("colour", COLOURS)
def test_or_any_worker_and_an_assistant(colour: str) -> None:
    """F-41."""
    for spent in COLOURS:
        if spent != colour:
            assert held(paying(f"{spent} 2, assistant 2", colour)) == f"{spent}, assistant"


def test_the_player_chooses_which_worker_goes() -> None:
    """F-41: the worker of that colour may be kept, for an assistant."""
    table = paying("blue, green, orange 2, assistant", "blue")
    assert table.options == ["pay blue", "pay green", "pay orange"]
    assert held(table.play("pay orange")) == "blue, green, orange"


def test_a_worker_of_the_colour_costs_no_assistant() -> None:
    """F-41."""
    assert held(paying("blue, green, assistant", "blue").play("pay blue")) == "green, assistant"


@pytest.mark.parametrize("purse", ["assistant 3", "builder 3, assistant 3", "money 3, tribune 3"])
def test_no_structure_without_a_worker(purse: str) -> None:
    """F-41."""
    assert not [tile for tile in tiles(building(purse)) if tile not in GREY]


# A double of a grey building and a structure


@pytest.mark.parametrize(
    ("purse", "left"),
    [
        ("builder, green", ""),
        ("builder, red, assistant", ""),
        ("blue 2, green", ""),
        ("green 3", ""),
        ("green 2, red, assistant", ""),
        ("red 3, assistant", ""),
    ],
)
def test_a_mixed_double_costs_both(purse: str, left: str) -> None:
    """F-41, F-42: green and a column; here there is one way to pay."""
    table = paying(purse, "green with grey")
    assert is_paid(table)
    assert held(table) == left


@pytest.mark.parametrize(
    "purse",
    [
        "builder 2, assistant 2",
        "builder, red, blue",
        "green 2, assistant 2",
        "green 2, red, blue",
        "green, red, blue, assistant 2",
        "red 3",
    ],
)
def test_a_mixed_double_that_cannot_be_paid_is_not_offered(purse: str) -> None:
    """F-40, F-41: green and a column; each half alone could be paid in most of these."""
    assert "green with grey" not in tiles(building(purse))


def test_a_payment_that_leaves_nothing_for_the_other_half_is_not_offered() -> None:
    """F-40, F-41."""
    assert is_paid(paying("builder, green 2", "green with grey"))
    assert held(paying("builder, green 2", "green with grey")) == "green"
    assert held(paying("builder, green 2, red 2", "green with grey").play("pay two red")) == "builder, green"
    assert not paying("builder, green 2, red 2", "green with grey").legal("pay two green")
    assert paying("builder, green 2, red 2, assistant", "green with grey").legal("pay two green", "pay two red")
    assert paying("builder, green 3", "green with grey").options == ["pay builder", "pay two green"]


def test_the_structure_is_paid_with_what_the_grey_half_leaves() -> None:
    """F-41."""
    table = paying("builder, green 3, red, assistant", "green with grey").play("pay two green")
    assert table.options == ["pay green", "pay red"]
    assert held(table.play("pay red")) == "builder, green"


# A double of two structures


@pytest.mark.parametrize(
    ("purse", "ways"),
    [
        ("blue 2", [()]),
        ("blue, red, assistant", [("pay blue",), ("pay red",)]),
        ("red, green, assistant 2", [("pay red",), ("pay green",)]),
        ("red 2, assistant 2", [()]),
    ],
)
def test_each_half_costs_a_worker_and_a_foreign_one_an_assistant(purse: str, ways: list[tuple[str, ...]]) -> None:
    """F-41, F-42: none, one or two; here nothing is left."""
    for way in ways:
        table = paying(purse, "blue twice").play(*way)
        assert is_paid(table)
        assert held(table) == ""


@pytest.mark.parametrize(
    "purse",
    ["blue, assistant 2", "blue, red", "red, green, assistant", "red 2, assistant", "blue, builder 2, assistant 2"],
)
def test_a_double_of_two_alike_that_cannot_be_paid_is_not_offered(purse: str) -> None:
    """F-40, F-41."""
    assert "blue twice" not in tiles(building(purse))


def test_one_assistant_changes_one_worker() -> None:
    """F-41: it may be either of the two; the other is of the colour."""
    table = paying("blue 2, red 2, assistant", "blue twice")
    assert table.options == ["pay blue", "pay red"]
    assert held(table.play("pay red")) == "blue, red"
    table = paying("blue 2, red 2, assistant", "blue twice").play("pay blue")
    assert table.options == ["pay blue", "pay red"]


def test_both_workers_of_the_colour_may_be_kept() -> None:
    """F-41: two assistants change two others."""
    table = paying("blue 2, red, green, assistant 2", "blue twice").play("pay red", "pay green")
    assert held(table) == "blue 2"


# Every way to pay, against a second opinion

PURSES = (
    "builder, blue, green, assistant",
    "blue 2, red, assistant",
    "builder, blue 3, red 2, assistant 2",
    "green 2, orange 2, red, assistant",
    "builder, orange 2, green",
    "red 4, assistant",
)


def counted(purse: str) -> Counter[str]:
    parts = (part.split() for part in purse.split(", "))
    return Counter({part[0]: int(part[1]) if len(part) == 2 else 1 for part in parts})


def prices(tile: str) -> list[Counter[str]]:
    """F-41 as a list: every price of the tile."""
    grey = [Counter({"builder": 1}), *(Counter({colour: 2}) for colour in COLOURS)]
    if tile in GREY:
        return grey
    own = tile.split()[0]
    coloured = [Counter([own]), *(Counter([colour, "assistant"]) for colour in COLOURS if colour != own)]
    if tile == own:
        return coloured
    return [one + other for one, other in product(grey if tile.endswith("with grey") else coloured, coloured)]


def leftovers(purse: str, tile: str) -> set[str]:
    """What can be left of a purse, by the list of prices."""
    left = [(counted(purse), price) for price in prices(tile)]
    return {str(sorted((have - price).items())) for have, price in left if have >= price}


def outcomes(purse: str, tile: str) -> set[str]:
    """What can be left of a purse, by playing every payment that is offered."""
    found, open_ways = set(), [()]
    while open_ways:
        way = open_ways.pop()
        table = paying(purse, tile).play(*way)
        if is_paid(table):
            found.add(str(sorted(counted(held(table)).items() if held(table) else [])))
        else:
            open_ways.extend((*way, option) for option in table.options)
    return found


@pytest.mark.parametrize("purse", PURSES)
def test_every_way_to_pay_is_offered_and_no_other(purse: str) -> None:
    """F-41, F-40: what is not offered cannot be paid."""
    offered = tiles(building(purse))
    assert offered == [tile for tile in TILES if leftovers(purse, tile)]
    for tile in offered:
        assert outcomes(purse, tile) == leftovers(purse, tile), tile


def test_a_tile_is_offered_exactly_when_it_can_be_paid() -> None:
    """F-40, F-41: for purses of all sizes."""
    table = building("builder, red 2")
    names = list(table.mat(0)["resources"])
    for builder, blue, red, green, assistant in product(range(2), range(4), range(3), range(2), range(3)):
        have = Counter(builder=builder, blue=blue, red=red, green=green, assistant=assistant)
        payable = [tile for tile in TILES if any(have >= price for price in prices(tile))]
        if payable:
            table.player(0).resources[...] = [have[name] for name in names]
            assert tiles(table.go_on()) == payable, have
