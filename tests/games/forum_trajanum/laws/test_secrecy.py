"""What each seat may know: taking stays secret, and hidden tiles are imagined with the right distribution."""

import itertools
from collections import Counter
from typing import Any

import pytest

import ulpia
from tests.games.forum_trajanum.drawing import Drawn, draw
from tests.laws import chi_squared
from tests.support.views import json_view
from ulpia.games.forum_trajanum import names

OTHERS = (1, 2, None)
"""Viewers of seat 0: its neighbours and a spectator."""


def seen_by(table: Drawn, viewer: int | None) -> tuple[bytes, dict[str, Any]]:
    """Return all that a viewer knows, as a record and as a view."""
    return table.match.seen(viewer).tobytes(), json_view(table.match, viewer)


def face(number: int) -> str:
    return names.FACES[number]


# Face-down tiles and street cards (F-90)


def test_nobody_knows_a_face_down_tile() -> None:
    """F-90: its owner neither; but all can count what is left."""
    match = ulpia.new("forum_trajanum", seats=3, seed=4, setup="dealt")
    for viewer in (0, 1, 2, None):
        for seat, player in enumerate(json_view(match, viewer)["players"]):
            assert {square for square, shown in player["colonia"].items() if shown["face"]} == set(names.CORNERS)
            assert sum(player["unseen"].values()) == (28 if seat == viewer else 29)  # the envoy on the ship


def test_no_order_of_tiles_or_street_cards_is_kept() -> None:
    """F-90: they are contents without an order, so nothing can show one."""
    view = json_view(ulpia.new("forum_trajanum", seats=3, seed=4, setup="dealt"), 0)
    assert sum(view["streets"]["left"].values()) == 22
    assert list(view["streets"]["left"]) == [street for street in names.STREETS if street in view["streets"]["left"]]
    unseen = list(view["players"][1]["unseen"])
    assert unseen == sorted(unseen, key=names.FACES.index)


def test_an_imagined_tile_is_any_of_those_left() -> None:
    """F-90: two money and one red, whatever square is uncovered, for its owner too."""
    table = draw("""
        seats 2
        streets: row 1, row 1
        0 colonia: ###... / ...... / ...... / ...... / ...... / ......
        0 bag: money money, money money, red red
        pending: take
    """)
    observed: Counter[Any] = Counter()
    for seed in range(1500):
        twin = table.match.imagine(seed % 2, seed)
        column = "abc"[seed // 2 % 3]
        twin.play(f"take {column}1 first")
        observed[column, face(twin.state.players[0].take_faces[0])] += 1
    odds = {(column, tile): many / 9 for column in "abc" for tile, many in (("money money", 2), ("red red", 1))}
    assert chi_squared(observed, odds) < 20.5  # 5 degrees of freedom, 99.9 %


def test_imagined_street_cards_are_any_of_those_left() -> None:
    """F-90."""
    table = draw("""
        seats 2
        street bag: row 1, row 1, column c
        0 colonia: ###### / ##.### / ####.# / #.#### / ###.## / ######
        1 resources: blue 2
        pending: turn 1
    """)
    observed: Counter[Any] = Counter()
    for seed in range(600):
        twin = table.match.imagine(None, seed)
        twin.play("end turn")
        observed[tuple(json_view(twin)["streets"]["shown"])] += 1
    pairs = [("row 1", "row 1"), ("row 1", "column c"), ("column c", "row 1")]
    assert chi_squared(observed, dict.fromkeys(pairs, 1 / 3)) < 13.8  # 2 degrees of freedom


# While tiles are being taken (F-15, F-91)

TAKING = """
    seats 3
    streets: row 1, row 2
    0 colonia: O##... / ##.#.. / ...... / #.#... / ...... / .....O
    0 open: a1 builder blue, f6 money money
    0 bag: red red, red assistant, blue blue, green green, orange orange, patrician, merchant
    0 resources: tribune 2
    1 colonia: .##### / ##.### / ...... / ...... / ...... / ......
    2 colonia: .##### / ##.### / ...... / ...... / ...... / ......
    pending: take
"""
WAYS = (
    ("take b1 first", "take a2 second"),
    ("take d2 second", "take c1 first"),
    ("take a1 first", "take b2 second"),
    ("take a1 first", "take f6 second tribune"),
    ("take a4 second tribune", "take c4 first tribune"),
)
"""From the streets, from a corner, with tribunes."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("viewer", OTHERS)
def test_another_seat_looks_as_if_it_had_not_begun_to_take(way: tuple[str, str], viewer: int | None) -> None:
    """F-91: no square, no tribune, no tile, not how far it has come."""
    table = draw(TAKING)
    before = seen_by(table, viewer)
    for action in way:
        assert seen_by(table.play(action), viewer) == before
        assert table.match.events(viewer, since=1) == []
    assert table.question == "keep"


@pytest.mark.parametrize("viewer", OTHERS)
def test_when_it_has_finished_nothing_shows_but_that_another_is_asked(viewer: int | None) -> None:
    """F-91: whatever was taken and kept."""
    seen, imagined = [], []
    for way, kept in itertools.product(WAYS, (0, 1)):
        table = draw(TAKING).play(*way)
        table.play(table.options[kept])
        assert table.match.seat == 1
        assert table.match.events(viewer, since=1) == []
        seen.append(seen_by(table, viewer))
        imagined.append(table.match.imagine(viewer, 8).state.tobytes())
    assert all(one == seen[0] for one in seen)
    assert all(one == imagined[0] for one in imagined)
    before, after = json_view(draw(TAKING).match, viewer), seen[0][1]
    assert after["players"] == before["players"]
    assert {key for key in after if after[key] != before[key]} == {"seat", "turn", "pending"}


def test_a_seat_that_takes_nothing_looks_no_different() -> None:
    """F-91, F-13: with a tribune left or not."""
    seen = []
    for action in ("take nothing first", "take c4 first tribune"):
        table = draw("""
            seats 3
            streets: row 1, row 2
            0 colonia: ...... / ...... / ...... / ..###. / ...... / ......
            0 resources: tribune
            1 colonia: .##### / ##.### / ...... / ...... / ...... / ......
            pending: take
        """).play(action)
        if table.s.seat == 0:
            table.play("take nothing second")
        assert table.match.seat == 1
        assert table.match.events(1, since=1) == []
        seen.append(seen_by(table, 1))
    assert seen[0] == seen[1]


def test_a_seat_knows_what_it_has_taken_itself() -> None:
    """F-91: in imagined matches too."""
    table = draw(TAKING).play("take b1 first", "take a4 second tribune")
    twin = table.match.imagine(0, 5)
    assert twin.options == table.match.options
    assert json_view(twin, 0)["players"][0]["taking"] == table.mat(0)["taking"]
    assert [event.kind for event in table.match.events(0, since=1)] == ["taken", "taken"]


def test_what_another_has_taken_is_imagined_at_random() -> None:
    """F-91: any square that it might have taken, any tile that is left, either of them kept."""
    table = draw("""
        seats 3
        streets: row 1, row 2
        0 colonia: .##... / ...#.. / ...... / ...... / ...... / ......
        0 bag: red red, blue blue, green green
        1 colonia: .##### / ##.### / ...... / ...... / ...... / ......
        pending: take
    """).play("take c1 first")
    table.play(table.options[0])
    assert table.match.seat == 1
    observed: Counter[Any] = Counter()
    for seed in range(2400):
        player = table.match.imagine(1, seed).state.players[0]
        assert player.done.tolist() == [1, 1]
        assert names.SQUARES[player.take_squares[1]] == "d2"
        keeps_first = player.keeps == player.take_faces[0]
        observed[names.SQUARES[player.take_squares[0]], face(player.take_faces[0]), keeps_first] += 1
    outcomes = itertools.product(("b1", "c1"), ("red red", "blue blue", "green green"), (False, True))
    assert chi_squared(observed, dict.fromkeys(outcomes, 1 / 12)) < 31.3  # 11 degrees of freedom


def test_only_actions_of_taking_are_secret() -> None:
    """F-91: who replays a game for another seat leaves them out."""
    game = ulpia.new("forum_trajanum").game
    secret = {type(action).__name__ for action in game.actions if game.is_secret(action)}
    assert secret == {"Take", "TakeNothing", "Keep"}


# After passing on (F-91)

CORNERS = """
    seats 3
    first: 1
    streets: row 1, row 1
    0 first_envoy: green green
    0 ship: 1
    0 colonia: ...... / ...... / ...... / #..... / ...... / ......
    0 open: a1 builder blue, f1 money money
    0 bag: patrician
    1 open: a1 builder green, f1 green assistant
    2 open: a1 builder red, f1 red red
    pending: take
"""
"""Seat 1 begins; seat 0, whose tiles were open, has its turn last and passes to seat 2."""


def passed_on(keeps: str = "money money") -> Drawn:
    """All have passed on, and seat 1 begins its turn."""
    table = draw(CORNERS)
    for kept in ("green assistant", "red red", keeps):
        table.play("take a1 first", f"keep {kept}")
    assert (table.question, table.s.seat) == ("use", 1)
    return table


def test_empty_squares_and_paid_tribunes_are_seen_by_all_but_no_tile() -> None:
    """F-91: once all have passed on."""
    for viewer in (1, None):
        mat = json_view(passed_on().match, viewer)["players"][0]
        assert (mat["colonia"]["a1"]["cover"], mat["colonia"]["f1"]["cover"]) == ("none", "none")
        assert (mat["own"], mat["passed"]) == ("hidden", "hidden")


def test_a_passed_tile_is_known_to_giver_and_receiver() -> None:
    """F-91: seat 0 gave it to seat 2."""
    table = passed_on("money money")
    assert table.mat(0)["passed"] == "builder blue"
    assert table.mat(2)["received"] == "builder blue"
    assert json_view(table.match, 2)["players"][0]["own"] == "hidden"
    for viewer in (1, None):
        assert json_view(table.match, viewer)["players"][2]["received"] == "hidden"
    told = {viewer: [event.kind for event in table.match.events(viewer)].count("received") for viewer in (0, 1, 2)}
    assert told == {0: 1, 1: 1, 2: 1}
    assert "received" not in [event.kind for event in table.match.events()]


def test_which_corner_tile_was_kept_is_not_known() -> None:
    """F-91: all know that both are kept or passed on; only the receiver knows which."""
    one, other = passed_on("money money"), passed_on("builder blue")
    for viewer in (1, None):
        assert seen_by(one, viewer) == seen_by(other, viewer)
        assert json_view(one.match, viewer)["players"][0]["opened"] == ["builder blue", "money money"]
        assert one.match.imagine(viewer, 3).state.tobytes() == other.match.imagine(viewer, 3).state.tobytes()
    assert json_view(one.match, 2)["players"][0]["opened"] == ["money money"]
    assert json_view(other.match, 2)["players"][0]["opened"] == ["builder blue"]


def test_two_corner_tiles_are_imagined_either_way() -> None:
    """F-91: for who received one of them the other is certain."""
    table = passed_on("money money")
    observed: Counter[Any] = Counter()
    for seed in range(400):
        player = table.match.imagine(1, seed).state.players[0]
        observed[face(player.own), face(player.passed)] += 1
        certain = table.match.imagine(2, seed).state.players[0]
        assert (face(certain.own), face(certain.passed)) == ("money money", "builder blue")
    ways = itertools.permutations(("money money", "builder blue"))
    assert chi_squared(observed, dict.fromkeys(ways, 1 / 2)) < 10.8  # 1 degree of freedom


HIDDEN = """
    seats 3
    0 own: builder builder
    1 passed: builder green
    2 own: red red
    2 passed: blue blue
    2 first_envoy: money money
    2 ship: 1
    2 colonia: ...... / ...... / ...... / #..... / ...... / ......
    2 bag: green green
    pending: turn 0
"""
"""Seat 2 has passed to seat 1; seat 0 and a spectator know four of its tiles, but not where they are."""


@pytest.mark.parametrize("viewer", [0, None])
def test_own_passed_and_first_envoy_are_imagined_as_any_of_the_unseen_tiles(viewer: int | None) -> None:
    """F-91: all orders are equally likely."""
    table = draw(HIDDEN)
    observed: Counter[Any] = Counter()
    for seed in range(2400):
        player = table.match.imagine(viewer, seed).state.players[2]
        observed[face(player.own), face(player.passed), face(player.first_envoy)] += 1
        assert player.bag.sum() == 1
    orders = itertools.permutations(("red red", "blue blue", "money money", "green green"), 3)
    assert chi_squared(observed, dict.fromkeys(orders, 1 / 24)) < 49.7  # 23 degrees of freedom


def test_the_receiver_imagines_what_it_does_not_know() -> None:
    """F-91: seat 1 has seen the passed tile; own tile and envoy are two of the other three, two of them alike."""
    table = draw(HIDDEN.replace("2 bag: green green", "2 bag: red red"))
    observed: Counter[Any] = Counter()
    for seed in range(900):
        player = table.match.imagine(1, seed).state.players[2]
        assert face(player.passed) == "blue blue"
        observed[face(player.own), face(player.first_envoy)] += 1
    pairs = [("red red", "red red"), ("red red", "money money"), ("money money", "red red")]
    assert chi_squared(observed, dict.fromkeys(pairs, 1 / 3)) < 13.8  # 2 degrees of freedom


@pytest.mark.parametrize("viewer", [0, None])
def test_a_corner_tile_is_imagined_as_kept_or_passed_on(viewer: int | None) -> None:
    """F-91: the other one is any of the unseen tiles."""
    table = draw(HIDDEN + "\n2 opened: red red")
    observed: Counter[Any] = Counter()
    for seed in range(1800):
        player = table.match.imagine(viewer, seed).state.players[2]
        observed[face(player.own), face(player.passed)] += 1
    others = ("blue blue", "money money", "green green")
    pairs = [pair for other in others for pair in (("red red", other), (other, "red red"))]
    assert chi_squared(observed, dict.fromkeys(pairs, 1 / 6)) < 20.5  # 5 degrees of freedom


def test_a_receiver_without_the_corner_tile_knows_that_it_was_kept() -> None:
    """F-91: and with it, that it was not."""
    kept, given = draw(HIDDEN + "\n2 opened: red red"), draw(HIDDEN + "\n2 opened: blue blue")
    for seed in range(50):
        assert face(kept.match.imagine(1, seed).state.players[2].own) == "red red"
    own = {face(given.match.imagine(1, seed).state.players[2].own) for seed in range(50)}
    assert own == {"red red", "money money", "green green"}


def test_when_the_own_tile_was_shown_the_corner_tile_can_only_have_been_passed_on() -> None:
    """F-91: seat 1 shows its own tile in its turn; what it passed is shown by seat 0 later."""
    table = passed_on().play("use own", "end turn")
    assert (table.s.seat, table.question) == (2, "use")
    assert json_view(table.match, 2)["players"][1]["opened"] == ["builder green"]
    for seed in range(20):
        assert face(table.match.imagine(2, seed).state.players[1].passed) == "builder green"


def test_when_the_receiver_has_shown_a_corner_tile_the_other_can_only_have_been_kept() -> None:
    """F-91: seat 1 shows in its turn what it received from seat 2."""
    table = passed_on()
    for viewer in (0, None):
        assert json_view(table.match, viewer)["players"][2]["opened"] == ["red red"]
        for seed in range(20):
            assert face(table.match.imagine(viewer, seed).state.players[2].own) == "red red"


def test_a_tile_that_was_shown_is_no_longer_unseen() -> None:
    """F-91: on the ship it lies face down, but all have seen it."""
    table = draw(HIDDEN.replace("turn 0", "turn 2"))
    for viewer in (0, 1, None):
        unseen = json_view(table.match, viewer)["players"][2]["unseen"]
        assert "red red" not in unseen
        assert "money money" in unseen


def test_only_the_owner_knows_the_first_envoy() -> None:
    """F-91, F-05: to the others it is one of the unseen tiles, all through the game."""
    match = ulpia.new("forum_trajanum", seats=3, seed=4, setup="dealt")
    envoy = json_view(match, 0)["players"][0]["first_envoy"]
    while match.seat is not None:
        assert json_view(match, 0)["players"][0]["first_envoy"] == envoy
        for viewer in OTHERS:
            assert json_view(match, viewer)["players"][0]["first_envoy"] == "hidden"
        match.play(match.options[-1])
    told = {
        viewer: [event.details for event in match.events(viewer) if event.kind == "first_envoy"] for viewer in OTHERS
    }
    assert [event.details for event in match.events(0) if event.kind == "first_envoy" and event.seat == 0] == [
        {"face": envoy}
    ]
    assert told[None] == [{}, {}, {}]
    assert [sorted(details) for details in told[1]].count(["face"]) == 1
