"""What buildings give: columns, premium tracks, envoys to send.   F-44 to F-48."""

import pytest

from tests.games.forum_trajanum.drawing import draw
from tests.support.drawn import Drawn

TRACKS = {
    "library": ["worker and tribune", "a builder", "envoy on an eagle", "library tile"],
    "basilica": ["two assistants", "two tribunes", "an upgrade", "one more building"],
    "market": ["one money", "area bonus", "envoy on any colour", "market tile"],
}
FORUM = "forum: BEGG / ROGE"
LAST_TILE = "...... / ..T... / ....T. / .T.... / ...T.# / ......"


def building(*lines: str) -> Drawn:
    """Seat 0 builds; when its turn is over, seat 1 has something to build."""
    return draw("\n".join(["seats 2", "1 resources: red", *lines, "pending: build"]))


def builds(track: str, number: int, *lines: str) -> Drawn:
    """Seat 0 has built its first, second, ... building of a track."""
    table = building(f"0 tracks: {track} {number - 1}", "0 resources: builder", *lines)
    return table.play(f"build {track}", "place b1")


def held(table: Drawn) -> dict[str, int]:
    return {name: count for name, count in table.mat(0)["resources"].items() if count}


# Columns


@pytest.mark.parametrize(("cycle", "points"), [(1, 3), (2, 2), (3, 1)])
@pytest.mark.parametrize(
    ("citizens", "active"),
    [
        ((), 0),
        (("0 citizens: patrician 1",), 1),
        (("0 citizens: craftsman 2, craftsman 2 of 1, merchant 1",), 3),
        (("0 citizens: craftsman 2, craftsman 2 of 1, merchant 1", "0 inactive: craftsman 2"), 1),
        (("1 citizens: patrician 1, merchant 2",), 0),
    ],
)
def test_a_column_scores_its_fragment_and_the_active_citizens(
    cycle: int, points: int, citizens: tuple[str, ...], active: int
) -> None:
    """F-45."""
    table = building(f"cycle: {cycle}", *citizens, "0 resources: builder").play("build column", "place b1")
    assert table.sources(0) == {"columns": points + active}


def test_every_column_scores() -> None:
    """F-45: there is no track to come to the end of."""
    colonia = "0 colonia: .CCCC. / .CTC.. / ....T. / .T.... / ...T.. / ......"
    table = building(colonia, "0 resources: builder").play("build column", "place b3")
    assert table.points(0) == 3


# Both halves of a double


def test_a_double_is_rewarded_in_the_order_the_player_likes() -> None:
    """F-44."""
    drawn = (FORUM, "0 ship: 1", "0 resources: builder, green")
    table = building(*drawn).play("build green with grey", "place b1 b2")
    assert table.options == ["reward grey", "reward coloured"]
    table.play("reward grey")
    assert (table.points(0), table.question) == (3, "envoy green")
    table = building(*drawn).play("build green with grey", "place b1 b2", "reward coloured")
    assert (table.points(0), table.question) == (0, "envoy green")
    assert table.play("envoy c2").points(0) == 3


def test_the_order_can_make_a_difference() -> None:
    """F-44: the tile that the library gives is an envoy in time, or too late."""
    drawn = (
        f"0 colonia: {LAST_TILE}",
        "0 bag: money money",
        "0 tracks: library 3",
        "0 resources: builder, blue",
        FORUM,
    )
    table = building(*drawn).play("build blue with grey", "place b1 c1", "reward grey", "premium library tile")
    assert (table.question, table.mat(0)["ship"]) == ("envoy blue", 1)
    table = building(*drawn).play("build blue with grey", "place b1 c1", "reward coloured", "premium library tile")
    assert (table.s.seat, table.mat(0)["ship"]) == (1, 1)


def test_the_first_reward_is_finished_before_the_second() -> None:
    """F-44, F-46: with the marker that goes home."""
    table = building(FORUM, "0 ship: 2", "0 tracks: market 3", "0 resources: builder, orange")
    table.play("build orange with grey", "place b1 c1", "reward grey", "premium area bonus")
    assert (table.question, table.points(0)) == ("gain", 0)
    table.play("gain money")
    assert (table.question, table.points(0)) == ("envoy orange", 3)


# The tracks


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_reward_reached_or_an_earlier_one_of_the_track(track: str, number: int) -> None:
    """F-46."""
    table = builds(track, number)
    assert table.options == [f"premium {premium}" for premium in TRACKS[track][:number]]
    assert table.mat(0)["tracks"][track] == {"reached": number, "home": False}


def test_the_first_building_of_a_track_leaves_no_choice() -> None:
    """F-46."""
    assert builds("library", 1).question == "worker"
    assert held(builds("basilica", 1)) == {"assistant": 2}
    assert held(builds("market", 1)) == {"money": 1}


def test_a_building_moves_its_own_marker_only() -> None:
    """F-46."""
    table = builds("basilica", 1)
    reached = {track: at["reached"] for track, at in table.mat(0)["tracks"].items()}
    assert reached == {"library": 0, "basilica": 1, "market": 0}
    assert not any(at["reached"] for at in table.mat(1)["tracks"].values())


def test_an_earlier_reward_can_be_taken_again_and_again() -> None:
    """F-46: and the marker has advanced all the same."""
    table = builds("market", 3).play("premium one money")
    assert held(table) == {"money": 1}
    assert table.mat(0)["tracks"]["market"]["reached"] == 3


@pytest.mark.parametrize("colour", ["blue", "green", "red", "orange"])
def test_the_librarys_first_reward_is_a_worker_of_any_colour_and_a_tribune(colour: str) -> None:
    """F-46."""
    table = builds("library", 1)
    assert table.options == ["worker blue", "worker green", "worker red", "worker orange"]
    assert held(table.play(f"worker {colour}")) == {colour: 1, "tribune": 1}


@pytest.mark.parametrize(
    ("track", "number", "premium", "gained"),
    [
        ("library", 2, "a builder", {"builder": 1}),
        ("basilica", 2, "two assistants", {"assistant": 2}),
        ("basilica", 2, "two tribunes", {"tribune": 2}),
        ("market", 2, "one money", {"money": 1}),
    ],
)
def test_rewards_that_are_resources(track: str, number: int, premium: str, gained: dict[str, int]) -> None:
    """F-46."""
    assert held(builds(track, number).play(f"premium {premium}")) == gained


def test_the_basilicas_third_reward_is_an_upgrade() -> None:
    """F-46."""
    assert builds("basilica", 3, "0 slider: 1").play("premium an upgrade").mat(0)["prestige"]["position"] == 2


@pytest.mark.parametrize(
    ("track", "number", "premium", "options"),
    [
        ("library", 3, "envoy on an eagle", ["envoy b1", "envoy d2", "decline"]),
        (
            "market",
            3,
            "envoy on any colour",
            [f"envoy {at}" for at in ("a1", "c1", "d1", "a2", "b2", "c2")] + ["decline"],
        ),
        (
            "market",
            2,
            "area bonus",
            [f"gain {what}" for what in ("tribune", "assistant", "money", "upgrade", "points")],
        ),
        ("library", 4, "library tile", ["uncover a1", "uncover f5"]),
        ("market", 4, "market tile", ["uncover a1", "uncover f5"]),
    ],
)
def test_rewards_that_ask(track: str, number: int, premium: str, options: list[str]) -> None:
    """F-46."""
    colonia = "0 colonia: O..... / ..T... / ....T. / .T.... / ...T.# / ......"
    assert builds(track, number, FORUM, "0 ship: 1", colonia).play(f"premium {premium}").options == options


def test_the_basilicas_fourth_reward_is_one_more_building_action() -> None:
    """F-46, F-47."""
    table = builds("basilica", 4, "0 resources: builder, red").play("premium one more building")
    assert (table.question, table.options) == ("extra_build", ["build red", "decline"])


@pytest.mark.parametrize(
    ("track", "number", "premium", "lines"),
    [
        ("library", 3, "envoy on an eagle", (FORUM,)),
        ("library", 3, "envoy on an eagle", (FORUM, "0 ship: 1", "envoys: 1 b1 d2")),
        ("library", 4, "library tile", ()),
        ("basilica", 3, "an upgrade", ("0 slider: 6",)),
        ("basilica", 4, "one more building", ("0 resources: builder, assistant, money",)),
        ("market", 3, "envoy on any colour", (FORUM,)),
        ("market", 3, "envoy on any colour", (FORUM, "0 ship: 1", "envoys: 1 a1 c1 d1 a2 b2 c2")),
        ("market", 4, "market tile", ()),
    ],
)
def test_a_reward_that_cannot_be_carried_out_gives_nothing(
    track: str, number: int, premium: str, lines: tuple[str, ...]
) -> None:
    """F-46: it may be chosen; the marker of a fourth one goes home."""
    table = builds(track, number, *lines)
    before = (held(table), int(table.mat(0)["ship"]), table.mat(0)["prestige"]["position"])
    table.play(f"premium {premium}")
    assert (held(table), table.mat(0)["ship"], table.mat(0)["prestige"]["position"]) == before
    assert table.s.seat == 1
    assert table.points(0) == (3 if number == 4 else 0)


# The end of a track


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize(("cycle", "points"), [(1, 3), (2, 2), (3, 1)])
def test_after_the_fourth_reward_the_marker_scores_like_a_column(track: str, cycle: int, points: int) -> None:
    """F-46, F-45: also if an earlier reward was taken."""
    citizens = ("0 citizens: merchant 1, merchant 2, merchant 2", "0 inactive: merchant 1")
    table = builds(track, 4, f"cycle: {cycle}", *citizens)
    assert table.points(0) == 0
    table.play(table.options[1])
    if track == "market":
        table.play("gain money")
    assert table.sources(0) == {"markers": points + 2}
    assert table.mat(0)["tracks"][track] == {"reached": 4, "home": True}


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_before_the_fourth_the_marker_stays_on_its_track(track: str, number: int) -> None:
    """F-46."""
    table = builds(track, number)
    if number > 1:
        table.play(table.options[0])
    if track == "library":
        table.play("worker red")
    assert table.sources(0) == {}
    assert not table.mat(0)["tracks"][track]["home"]


@pytest.mark.parametrize("track", ["library", "market"])
def test_the_marker_waits_for_the_end_of_the_fourth_reward(track: str) -> None:
    """F-46: a citizen of the tile, laid at its end, counts for the marker already."""
    table = builds(track, 4, "0 colonia: O....O / ..T... / ....T. / .T.... / ...T.. / ......", "0 open: a1 merchant")
    table.play(f"premium {track} tile")
    assert (table.question, table.points(0)) == ("uncover", 0)
    table.play("uncover a1")
    assert (table.question, table.points(0)) == ("lay merchant", 0)
    assert not table.mat(0)["tracks"][track]["home"]
    table.play("lay merchant 1")
    assert table.sources(0) == {"markers": 4}
    assert table.last_events()[-1] == "marker_home"
    assert table.mat(0)["tracks"][track]["home"]


def test_the_basilicas_marker_waits_for_one_more_building() -> None:
    """F-46: the column of the extra action scores first; declining sends the marker home as well."""
    table = builds("basilica", 4, "0 resources: builder 2").play("premium one more building")
    assert not table.mat(0)["tracks"]["basilica"]["home"]
    table.play("build column", "place c1")
    assert [kind for kind in table.last_events() if kind in ("column_scored", "marker_home")] == [
        "column_scored",
        "marker_home",
    ]
    assert table.sources(0) == {"columns": 3, "markers": 3}
    table = builds("basilica", 4, "0 resources: builder 2").play("premium one more building", "decline")
    assert table.sources(0) == {"markers": 3}


@pytest.mark.parametrize("track", TRACKS)
def test_the_fifth_building_of_a_track_gives_nothing(track: str) -> None:
    """F-46: it can be built all the same."""
    table = building(f"0 tracks: {track} home", "0 resources: builder").play(f"build {track}", "place b1")
    assert table.mat(0)["colonia"]["b1"]["building"] == track
    assert (table.points(0), held(table), table.s.seat) == (0, {}, 1)
    assert table.mat(0)["tracks"][track] == {"reached": 4, "home": True}


def test_a_fifth_basilica_can_be_built_while_the_fourth_is_rewarded() -> None:
    """F-46, F-47: it gives nothing, and the marker goes home once."""
    table = builds("basilica", 4, "0 resources: builder 2").play(
        "premium one more building", "build basilica", "place c1"
    )
    assert table.last_events().count("marker_home") == 1
    assert (table.sources(0), held(table), table.s.seat) == ({"markers": 3}, {}, 1)


# Take a tile of the colonia and use it


def uncovers(*lines: str) -> Drawn:
    return draw("\n".join(["seats 2", "1 resources: red", *lines, "pending: uncover"]))


def test_any_tile_of_the_colonia_may_be_taken() -> None:
    """F-47: whatever street it lies in; it cannot be left."""
    table = uncovers("0 colonia: O...#. / #.T... / ....T. / .T.#.. / ...T.. / O....O")
    assert table.options == [f"uncover {square}" for square in ("a1", "e1", "a2", "d4", "a6", "f6")]


def test_the_tile_is_used_and_goes_to_the_ship() -> None:
    """F-47, F-22, F-24: it came from the face-down ones."""
    colonia = "0 colonia: ...... / #.T... / ....T. / .T.... / ...T.# / ......"
    table = uncovers(colonia, "0 bag: money upgrade, money upgrade", "0 ship: 1")
    table.play("uncover a2")
    assert (held(table), table.mat(0)["prestige"]["position"], table.mat(0)["ship"]) == ({"money": 1}, 1, 2)
    assert table.mat(0)["colonia"]["a2"]["cover"] == "none"
    assert table.mat(0)["unseen"] == {"money upgrade": 1}


def test_a_tile_from_a_corner_opens_its_crane() -> None:
    """F-47, F-70."""
    table = uncovers("0 open: a1 builder builder, f6 red red").play("uncover f6")
    assert held(table) == {"red": 2}
    corners = {square: table.mat(0)["colonia"][square] for square in ("a1", "f6")}
    assert [corners[square]["crane"]["open"] for square in ("a1", "f6")] == [False, True]
    assert corners["f6"]["face"] is None


def test_a_citizen_is_laid_and_does_not_go_to_the_ship() -> None:
    """F-47, F-23."""
    table = uncovers("0 open: a1 craftsman, f1 red red").play("uncover a1")
    assert table.options == ["lay craftsman 1", "lay craftsman 2"]
    table.play("lay craftsman 2")
    assert table.mat(0)["citizens"]["craftsman 2"]["spaces"] == [0, None]
    assert table.mat(0)["ship"] == 0


def test_a_citizen_without_a_space_goes_to_the_ship() -> None:
    """F-47, F-23."""
    full = "0 citizens: craftsman 1, craftsman 1, craftsman 2 of 1, craftsman 2 of 1"
    table = uncovers("0 open: a1 craftsman, f1 red red", full, "0 inactive: craftsman 1, craftsman 2").play(
        "uncover a1"
    )
    assert (table.mat(0)["ship"], table.mat(0)["active_citizens"], table.s.seat) == (1, 0, 1)
    assert "no_space" in table.last_events()
