"""Rewards inside rewards: each is carried out to its end before what waits beneath it.   F-44 to F-48."""

from tests.games.forum_trajanum.drawing import draw
from tests.support.drawn import Drawn


def building(*lines: str) -> Drawn:
    """Seat 0 builds; when its turn is over, seat 1 has something to build."""
    return draw("\n".join(["seats 2", "1 resources: red", *lines, "pending: build"]))


def homes(table: Drawn) -> list[str]:
    return [track for track, at in table.mat(0)["tracks"].items() if at["home"]]


def waiting(table: Drawn) -> list[str]:
    """What is pending, the next question last."""
    return [frame[0] for frame in table.board["pending"]]


def test_the_longest_chain() -> None:
    """F-46, F-47, F-35, F-53: a building, a building, a tile, a citizen, an envoy, area bonuses; in a last round."""
    table = building(
        "round: 4",
        "forum: BGBB / BORR",
        "envoys: 1 a1",
        "0 open: a1 patrician",
        "0 citizens: patrician 1, patrician 2",
        "0 tracks: library 3, basilica 3",
        "0 resources: builder 2, red, blue",
        "0 ship: 3",
    )
    table.play("build red with grey", "place b1 c1", "reward grey", "premium one more building")
    table.play("build blue with grey", "place b2 b3", "reward grey", "premium library tile")
    assert table.question == "lay patrician"  # the only tile is taken without a question
    table.play("lay patrician 1", "envoy a2")
    turn = ["over", "begin_round", "score", "paying", "turns", "build"]
    assert waiting(table) == [*turn, "reward", "marker_home", "reward", "marker_home", "gain"]
    assert (homes(table), table.points(0)) == ([], 0)

    table.play("gain points")
    assert (homes(table), table.points(0)) == ([], 2)
    table.play("gain money")
    assert homes(table) == ["library"]
    assert table.sources(0) == {"area bonuses": 2, "markers": 6}

    assert table.question == "envoy blue"
    table.play("envoy d1")
    assert homes(table) == ["library", "basilica"]
    assert table.sources(0) == {"area bonuses": 2, "markers": 12}

    assert table.question == "envoy red"
    table.play("envoy c2")
    assert (table.mat(0)["ship"], table.s.seat) == (0, 1)


def test_the_coloured_halves_first() -> None:
    """F-44: each double has its own order."""
    table = building(
        "forum: BB / RR",
        "0 tracks: library 3, basilica 3",
        "0 resources: builder 2, red, blue",
        "0 ship: 2",
    )
    table.play("build red with grey", "place b1 c1", "reward coloured")
    assert table.question == "envoy red"
    table.play("envoy a2", "premium one more building", "build blue with grey", "place b2 b3", "reward coloured")
    assert table.question == "envoy blue"
    table.play("envoy a1")
    assert (table.question, homes(table)) == ("premium library", [])
    table.play("premium a builder")
    assert (homes(table), table.sources(0)) == (["library", "basilica"], {"markers": 6})


def test_a_tile_inside_one_more_building_pays_for_nothing_more() -> None:
    """F-47, F-40: one more is one; what the tile brings is for a later turn."""
    table = building(
        "0 open: a1 builder builder, f1 money money",
        "0 tracks: library 3, basilica 3",
        "0 resources: builder 2",
    )
    table.play("build basilica", "place b1", "premium one more building", "build library", "place c1")
    table.play("premium library tile", "uncover a1")
    assert table.mat(0)["resources"]["builder"] == 2
    assert (homes(table), table.s.seat) == (["library", "basilica"], 1)


def test_a_citizen_laid_while_building_can_be_used_in_the_same_turn() -> None:
    """F-34, F-43, F-47: once built, exchanges go on until the turn is ended."""
    table = building(
        "0 open: a1 craftsman, f1 money money",
        "0 tracks: market 3",
        "0 resources: builder, assistant",
    )
    table.play("build market", "place b1", "premium market tile", "uncover a1", "lay craftsman 2")
    assert table.options == ["train builder", "end turn"]


def test_what_the_first_reward_brings_pays_for_one_more_building() -> None:
    """F-44, F-47, F-53: the envoy of the red half fills an area, and its bonus is an assistant."""
    table = building("forum: R", "0 ship: 1", "0 tracks: basilica 3", "0 resources: builder, red, blue")
    table.play("build red with grey", "place b1 c1", "reward coloured", "envoy a1", "gain assistant")
    table.play("premium one more building")
    assert table.options == ["build blue", "build green", "build red", "build orange", "decline"]


def test_declining_inside_a_chain_ends_only_what_was_declined() -> None:
    """F-46, F-50: the markers still go home."""
    table = building(
        "forum: BB / RR",
        "0 ship: 1",
        "0 open: a1 patrician",
        "0 citizens: patrician 1",
        "0 tracks: library 3, basilica 3",
        "0 resources: builder 2",
    )
    table.play("build basilica", "place b1", "premium one more building", "build library", "place c1")
    table.play("premium library tile", "lay patrician 1", "decline")
    assert (homes(table), table.sources(0)) == (["library", "basilica"], {"markers": 10})
    assert table.mat(0)["ship"] == 1
