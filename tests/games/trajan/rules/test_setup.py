"""Set-up.   T-01 to T-09."""

import collections

import pytest

import ulpia
from tests.support.views import json_view
from ulpia.match import Match


def arranged(seats: int = 2, seed: int = 5) -> Match:
    """A match in which all markers have been arranged."""
    match = ulpia.new("trajan", seats=seats, seed=seed)
    while match.question is not None and match.question.kind == "arrange":
        match.play(match.options[0])
    return match


def with_cards(seats: int = 2, seed: int = 5) -> Match:
    """A match in which all have drawn their cards."""
    match = arranged(seats, seed)
    while match.question is not None and match.question.kind == "take_cards":
        match.play("draw")
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play_and_play_goes_clockwise(seats: int) -> None:
    """T-01, T-96."""
    match = ulpia.new("trajan", seats=seats, seed=3, setup="dealt")
    first = json_view(match)["first"]
    assert match.seat == first
    order = []
    while len(order) < 2 * seats:
        if match.question.kind == "turn":
            order.append(match.seat)
        match.play(match.options[-1])
    assert order == [(first + step) % seats for step in range(2 * seats)]


def test_the_first_player_is_drawn_at_random() -> None:
    """T-01."""
    firsts = collections.Counter(json_view(ulpia.new("trajan", seats=4, seed=seed))["first"] for seed in range(400))
    assert sorted(firsts) == [0, 1, 2, 3]
    assert all(60 < count < 140 for count in firsts.values())


@pytest.mark.parametrize(("seats", "spaces"), [(2, 6), (3, 9), (4, 12)])
def test_forum_and_provinces_are_filled(seats: int, spaces: int) -> None:
    """T-02: a tile on each province, 6, 9 or 12 in the forum, 3 extra-action tiles, 20 construction tiles."""
    view = json_view(ulpia.new("trajan", seats=seats, seed=2))
    assert len(view["forum"]) == spaces
    assert None not in view["forum"]
    assert len(view["extra_actions"]) == 3
    assert all(tile.startswith("extra ") for tile in view["extra_actions"])
    assert all(province["tile"] for province in view["provinces"].values())
    tiles = collections.Counter((site["tile"]["type"], site["tile"]["points"]) for site in view["sites"].values())
    assert len(tiles) == 20
    assert sum(view["bags"]["forum_tiles"].values()) == 70 - 10 - spaces
    assert sum(view["bags"]["extra_actions"].values()) == 12 - 3


def test_construction_tiles_lie_at_random() -> None:
    """T-02."""
    corners = {str(json_view(ulpia.new("trajan", seed=seed))["sites"]["a1"]["tile"]) for seed in range(200)}
    assert len(corners) == 20


def test_three_demand_tiles_are_never_seen() -> None:
    """T-02: all fifteen are unseen at first; after the last quarter three of them still are."""
    match = ulpia.new("trajan", seed=2, setup="dealt")
    assert sum(json_view(match)["bags"]["demands"].values()) == 15
    while match.seat is not None:
        match.play(match.options[0])
    assert sum(json_view(match)["bags"]["demands"].values()) == 3


def test_figures_leader_and_arch_at_the_start() -> None:
    """T-03."""
    for player in json_view(ulpia.new("trajan", seats=4, seed=2))["players"]:
        assert (player["supply"], player["legionnaires"], player["workers"]) == (13, 1, 1)
        assert player["leader"] == "camp"
        assert player["arch"] == "I"


def test_markers_are_arranged_two_to_a_tray_in_seat_order() -> None:
    """T-04: tray by tray from the seaport, an unordered pair of colours."""
    match = ulpia.new("trajan", seats=3, seed=5)
    first = json_view(match)["first"]
    asked = []
    while match.question.kind == "arrange":
        asked.append((match.seat, match.question.about))
        match.play(match.options[0])
    seats = [first, (first + 1) % 3, (first + 2) % 3]
    assert [seat for seat, _ in asked[::5]] == seats
    trays = ["seaport", "forum", "military", "senate", "trajan"]  # the last pair is no choice
    assert asked == [(seat, tray) for seat in seats for tray in trays]
    for player in json_view(match)["players"]:
        assert all(sum(tray.values()) == 2 for tray in player["trays"].values())
        assert collections.Counter(
            colour for tray in player["trays"].values() for colour, count in tray.items() for _ in range(count)
        ) == dict.fromkeys(["white", "blue", "yellow", "green", "pink", "orange"], 2)


def test_all_21_pairs_can_be_laid_at_first_and_only_what_is_left_later() -> None:
    """T-04."""
    match = ulpia.new("trajan", seed=5)
    assert len(match.options) == 21
    match.play("arrange white white")
    assert len(match.options) == 15
    match.play("arrange blue green")
    assert "arrange blue blue" not in map(str, match.options)
    assert "arrange blue green" in map(str, match.options)


def test_provinces_forum_sites_and_first_player_are_known_while_arranging_but_nothing_else() -> None:
    """T-04: Trajan tiles, bonus tiles and cards are shown only afterwards."""
    view = json_view(ulpia.new("trajan", seats=2, seed=5), 0)
    assert view["forum"][0] is not None
    assert all(stack["top"] is None and len(stack["below"]) == 9 for stack in view["stacks"].values())
    assert view["senate"]["bonus_tiles"] == [None, None]
    assert len(view["bags"]["bonus_tiles"]) == 12
    assert (view["cards"]["left"], view["cards"]["right"], view["cards"]["hidden"]) == ([], [], 60)
    assert all(not player["bonus_tiles"] for player in view["players"])


def test_six_stacks_with_only_their_top_known() -> None:
    """T-05."""
    for stack in json_view(arranged())["stacks"].values():
        assert stack["top"] is not None
        assert len(stack["below"]) == 8
        assert stack["top"] not in stack["below"]


def test_stacks_are_shuffled() -> None:
    """T-05."""
    tops = {json_view(arranged(seed=seed))["stacks"]["cards"]["top"]["tile"] for seed in range(100)}
    assert tops == set(range(9))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_players_disc_lies_at_the_bottom(seats: int) -> None:
    """T-06."""
    view = json_view(ulpia.new("trajan", seats=seats, seed=8))
    assert view["senate"]["discs"] == [(view["first"] + step) % seats for step in range(seats)]
    assert all(player["senate"] == 0 for player in view["players"])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_has_a_yellow_bonus_tile_and_two_lie_in_the_senate(seats: int) -> None:
    """T-07."""
    view = json_view(arranged(seats))
    assert all(list(player["bonus_tiles"].values()) == ["yellow"] for player in view["players"])
    assert None not in view["senate"]["bonus_tiles"]
    assert len(view["bags"]["bonus_tiles"]) == 12 - seats - 2


def test_three_cards_each_in_seat_order_from_any_pile() -> None:
    """T-08."""
    match = arranged(3)
    first = json_view(match)["first"]
    asked = []
    while match.question.kind == "take_cards":
        asked.append(match.seat)
        assert [str(action) for action in match.options] == ["draw", "take left", "take right"]
        match.play("draw")
    assert asked == [first] * 3 + [(first + 1) % 3] * 3 + [(first + 2) % 3] * 3
    assert all(player["cards"] == 3 for player in json_view(match)["players"])


def test_an_empty_open_pile_is_refilled_at_once() -> None:
    """T-08."""
    match = arranged()
    taken = json_view(match)["cards"]["left"]
    seat = match.seat
    match.play("take left")
    view = json_view(match, seat)
    assert view["players"][seat]["hand"] == {taken[0]: 1}
    assert len(view["cards"]["left"]) == 1
    assert view["cards"]["hidden"] == 57


def test_three_trajan_tiles_from_three_stacks_for_slots_two_four_and_six() -> None:
    """T-09: in any arrangement."""
    match = with_cards()
    seat = match.seat
    tops = {name: stack["top"] for name, stack in json_view(match)["stacks"].items()}
    assert match.question.about == "II"
    match.play("tile demands")
    assert match.question.about == "IV"
    assert "tile demands" not in map(str, match.options)
    match.play("tile cards")
    assert match.question.about == "VI"
    assert [str(action) for action in match.options] == [
        "tile points",
        "tile workers",
        "tile legionnaires",
        "tile plus two",
    ]
    match.play("tile points")
    slots = json_view(match)["players"][seat]["slots"]
    assert slots["II"] == tops["demands"]
    assert slots["IV"] == tops["cards"]
    assert slots["VI"] == tops["points"]
    assert slots["I"] is slots["III"] is slots["V"] is None
    assert match.seat == (seat + 1) % 2
    assert "tile demands" in map(str, match.options)


def test_a_dealt_set_up_starts_with_the_first_turn() -> None:
    """T-04, T-08, T-09: every decision of the set-up has been taken."""
    match = ulpia.new("trajan", seats=4, seed=9, setup="dealt")
    assert match.question.kind == "turn"
    for player in json_view(match)["players"]:
        assert all(sum(tray.values()) == 2 for tray in player["trays"].values())
        assert player["cards"] == 3
        assert [slot for slot, tile in player["slots"].items() if tile] == ["II", "IV", "VI"]
