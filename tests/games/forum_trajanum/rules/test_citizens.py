"""What citizens allow while they are active.   F-30 to F-34."""

import pytest

from tests.games.forum_trajanum.drawing import draw
from tests.support.drawn import Drawn

FULL_COLONIA = "O####O / ##T### / ####T# / #T#### / ###T## / O####O"


def pending(frame: str, *lines: str) -> Drawn:
    """Seat 0 is asked something; when its turn is over, seat 1 has something to build."""
    return draw("\n".join(["seats 2", "1 resources: red", *lines, f"pending: {frame}"]))


def exchanges(table: Drawn) -> list[str]:
    return [option for option in table.options if option.split()[0] in ("trade", "train", "merge")]


def held(table: Drawn, seat: int = 0) -> dict[str, int]:
    return {name: count for name, count in table.mat(seat)["resources"].items() if count}


# Patrician I


def sends_blue(*lines: str) -> Drawn:
    """A blue area is begun at a1; the ones at d1 and at a3 are not."""
    return pending("envoy blue", "forum: BBGB / GGGE / BRRR", "envoys: 1 a1", "0 ship: 2", *lines)


def test_patrician_i_may_begin_another_area() -> None:
    """F-30: and may still join the one that is begun."""
    assert sends_blue("0 citizens: patrician 1").options == ["envoy b1", "envoy d1", "envoy a3", "decline"]


@pytest.mark.parametrize(
    "citizens",
    [
        ("0 citizens: patrician 1", "0 inactive: patrician 1"),
        ("0 citizens: patrician 2, merchant 1, merchant 2, craftsman 1, craftsman 2",),
        ("1 citizens: patrician 1",),
    ],
)
def test_only_an_active_patrician_i_of_ones_own_frees_from_the_begun_area(citizens: tuple[str, ...]) -> None:
    """F-30."""
    assert sends_blue(*citizens).options == ["envoy b1", "decline"]


def test_patrician_i_keeps_to_the_colour_and_off_the_eagles() -> None:
    """F-30, F-50: nothing but the begun-area rule is ignored."""
    table = sends_blue("0 citizens: patrician 1", "envoys: 1 b1 d1")
    assert table.options == ["envoy a3", "decline"]


def scored(*lines: str) -> Drawn:
    """The cycle is scored; then seat 0 takes a tile."""
    return pending("score", f"0 colonia: {FULL_COLONIA}", f"1 colonia: {FULL_COLONIA}", *lines)


@pytest.mark.parametrize(
    ("citizens", "points"),
    [
        (("0 citizens: patrician 1",), 1),
        (("0 citizens: patrician 1", "0 inactive: patrician 1"), 0),
        (("0 citizens: patrician 2",), 0),
        (("1 citizens: patrician 1",), 0),
    ],
)
def test_patrician_i_scores_an_envoy_diagonal_to_an_eagle(citizens: tuple[str, ...], points: int) -> None:
    """F-30, F-73."""
    table = scored("forum: BGO / GEO / RRR", "envoys: 0 a1", *citizens)
    assert table.sources(0).get("eagles", 0) == points


def test_patrician_i_scores_an_envoy_once() -> None:
    """F-30, F-73: beside an eagle and diagonal to two more it is still one point."""
    table = scored("forum: EBE / GEG", "envoys: 0 b1", "0 citizens: patrician 1")
    assert table.sources(0)["eagles"] == 1
    table = scored("forum: EGE / GBG / EGE", "envoys: 0 b2", "0 citizens: patrician 1")
    assert table.sources(0)["eagles"] == 1


# Patrician II

ALL_BONUSES = ["gain tribune", "gain assistant", "gain money", "gain upgrade", "gain points"]


def fills_an_area(*lines: str) -> Drawn:
    return pending("envoy blue", "forum: BG / BG", "envoys: 1 a1", "0 ship: 1", *lines).play("envoy a2")


def test_patrician_ii_takes_two_different_area_bonuses() -> None:
    """F-31: both of them; the second may be neither declined nor the same again."""
    table = fills_an_area("0 citizens: patrician 2")
    assert table.options == ALL_BONUSES
    table.play("gain money")
    assert table.options == ["gain tribune", "gain assistant", "gain upgrade", "gain points"]
    table.play("gain points")
    assert (held(table), table.points(0), table.s.seat) == ({"money": 1}, 2, 1)


@pytest.mark.parametrize(
    "citizens",
    [
        ("0 citizens: patrician 2", "0 inactive: patrician 2"),
        ("0 citizens: patrician 1, merchant 1, merchant 2, craftsman 1, craftsman 2",),
        ("1 citizens: patrician 2",),
    ],
)
def test_without_an_active_patrician_ii_an_area_bonus_is_one(citizens: tuple[str, ...]) -> None:
    """F-31."""
    table = fills_an_area(*citizens)
    assert table.options == ALL_BONUSES
    assert table.play("gain money").question.startswith("build")


def test_two_patricians_ii_take_no_more_than_two() -> None:
    """F-31: the second citizen of a row does not double what the first allows."""
    table = fills_an_area("0 citizens: patrician 2, patrician 2").play("gain money", "gain tribune")
    assert held(table) == {"money": 1, "tribune": 1}
    assert table.question == "build"


def test_patrician_ii_doubles_the_markets_second_reward() -> None:
    """F-31, F-46."""
    one, two = "0 tracks: market 2", "0 citizens: patrician 2"
    assert pending("premium market", one).play("premium area bonus", "gain money").s.seat == 1
    table = pending("premium market", one, two).play("premium area bonus", "gain money")
    assert table.question == "gain"
    assert not table.legal("gain money")


# Merchant I


def test_merchant_i_turns_the_slider_when_laid() -> None:
    """F-32."""
    table = pending("lay merchant", "0 slider: 3").play("lay merchant 1")
    assert table.mat(0)["prestige"]["reverse"]
    assert table.mat(0)["prestige"]["position"] == 3
    assert "slider_turned" in table.last_events()


def test_merchant_ii_does_not_turn_the_slider() -> None:
    """F-32."""
    table = pending("lay merchant").play("lay merchant 2")
    assert not table.mat(0)["prestige"]["reverse"]
    assert "slider_turned" not in table.last_events()


def test_the_slider_stays_turned_when_merchant_i_is_not_paid() -> None:
    """F-32, F-60."""
    table = pending("paying", "0 citizens: merchant 1", "0 resources: money", f"0 colonia: {FULL_COLONIA}")
    table.play("leave merchant 1")
    assert not table.mat(0)["citizens"]["merchant 1"]["active"]
    assert table.mat(0)["prestige"]["reverse"]


def test_a_second_merchant_i_does_not_turn_the_slider_back() -> None:
    """F-32: turned for good."""
    table = pending("lay merchant", "0 citizens: merchant 1").play("lay merchant 1")
    assert table.mat(0)["prestige"]["reverse"]
    assert "slider_turned" not in table.last_events()


@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 2), (2, 4), (3, 4), (4, 6), (5, 6), (6, 6)])
def test_with_merchant_i_an_upgrade_goes_to_the_next_cypress(before: int, after: int) -> None:
    """F-32: beyond the last one there is nothing to gain."""
    table = pending("gain 1", "0 citizens: merchant 1", f"0 slider: {before}").play("gain upgrade")
    assert table.mat(0)["prestige"]["position"] == after
    assert ("upgraded" in table.last_events()) is (before != after)


@pytest.mark.parametrize("before", range(7))
@pytest.mark.parametrize("citizens", [("0 inactive: merchant 1",), ()])
def test_without_an_active_merchant_i_it_goes_one_step(before: int, citizens: tuple[str, ...]) -> None:
    """F-32: the turned slider alone is not enough."""
    row = "merchant 1" if citizens else "merchant 2"
    table = pending("gain 1", f"0 citizens: {row}", *citizens, f"0 slider: {before}").play("gain upgrade")
    assert table.mat(0)["prestige"]["position"] == min(before + 1, 6)
    assert table.mat(0)["prestige"]["reverse"] is bool(citizens)


def test_every_upgrade_goes_to_a_cypress() -> None:
    """F-32: of a tile, and of the basilica's third reward, too."""
    table = pending("use", "0 citizens: merchant 1", "0 own: upgrade upgrade")
    assert table.mat(0)["prestige"]["position"] == 4
    table = pending("premium basilica", "0 citizens: merchant 1", "0 tracks: basilica 3").play("premium an upgrade")
    assert table.mat(0)["prestige"]["position"] == 2


# Merchant II


@pytest.mark.parametrize("given", ["money", "tribune", "assistant"])
def test_merchant_ii_exchanges_one_of_three_resources_for_another(given: str) -> None:
    """F-33: never for itself, and nothing else."""
    other = [name for name in ("money", "tribune", "assistant") if name != given]
    drawn = ("0 citizens: merchant 2", f"0 resources: {given} 2, builder, blue")
    assert exchanges(pending("build", *drawn)) == [f"trade {given} {taken}" for taken in other]
    for taken in other:
        table = pending("build", *drawn).play(f"trade {given} {taken}")
        assert held(table) == {given: 1, taken: 1, "builder": 1, "blue": 1}


def test_merchant_ii_exchanges_once_per_turn() -> None:
    """F-33."""
    table = pending("build", "0 citizens: merchant 2", "0 resources: money 2, tribune, builder")
    assert exchanges(table.play("trade money tribune")) == []


def test_a_second_merchant_ii_exchanges_no_oftener() -> None:
    """F-33: the second citizen of a row does not double what the first allows."""
    table = pending("build", "0 citizens: merchant 2, merchant 2", "0 resources: money 2, builder")
    assert exchanges(table.play("trade money tribune")) == []


@pytest.mark.parametrize(
    "citizens",
    [
        ("0 citizens: merchant 2", "0 inactive: merchant 2"),
        ("0 citizens: patrician 1, patrician 2, merchant 1, craftsman 1, craftsman 2",),
        ("1 citizens: merchant 2",),
    ],
)
def test_only_an_active_merchant_ii_exchanges(citizens: tuple[str, ...]) -> None:
    """F-33."""
    assert exchanges(pending("build", *citizens, "0 resources: money, tribune, builder")) == []


def test_nothing_is_exchanged_while_a_tile_is_used() -> None:
    """F-33, F-34: only while building."""
    table = pending(
        "use",
        "0 citizens: merchant 2, craftsman 1, craftsman 2",
        "0 own: money money",
        "1 passed: red red",
        "0 resources: assistant 3, blue 2",
    )
    assert table.options == ["use own", "use received"]


def test_an_assistant_from_an_exchange_can_be_trained() -> None:
    """F-33, F-34."""
    table = pending("build", "0 citizens: merchant 2, craftsman 2", "0 resources: money")
    assert held(table.play("trade money assistant", "train builder")) == {"builder": 1}


# Craftsmen


def test_craftsman_i_trains_a_worker_of_any_colour_twice_per_turn() -> None:
    """F-34."""
    table = pending("build", "0 citizens: craftsman 1", "0 resources: assistant 4")
    colours = ["train blue", "train green", "train red", "train orange"]
    assert exchanges(table) == colours
    assert exchanges(table.play("train red")) == colours
    assert exchanges(table.play("train blue")) == []
    assert held(table) == {"blue": 1, "red": 1, "assistant": 2}


def test_craftsman_ii_trains_a_builder_once_per_turn() -> None:
    """F-34."""
    table = pending("build", "0 citizens: craftsman 2", "0 resources: assistant 3")
    assert exchanges(table) == ["train builder"]
    assert exchanges(table.play("train builder")) == []
    assert held(table) == {"builder": 1, "assistant": 2}


def test_both_craftsmen_train_three_times_together() -> None:
    """F-34: each counts its own."""
    table = pending("build", "0 citizens: craftsman 1, craftsman 2", "0 resources: assistant 4")
    table.play("train red", "train builder", "train blue")
    assert held(table) == {"builder": 1, "blue": 1, "red": 1, "assistant": 1}
    assert exchanges(table) == []


def test_second_craftsmen_train_no_oftener() -> None:
    """F-34: the second citizen of a row does not double what the first allows."""
    table = pending("build", "0 citizens: craftsman 1, craftsman 1", "0 resources: assistant 3")
    assert exchanges(table.play("train red", "train blue")) == []
    table = pending("build", "0 citizens: craftsman 2, craftsman 2", "0 resources: assistant 3")
    assert exchanges(table.play("train builder")) == []


@pytest.mark.parametrize(
    "citizens",
    [
        ("0 citizens: craftsman 1, craftsman 2", "0 inactive: craftsman 1, craftsman 2"),
        ("0 citizens: patrician 1, patrician 2, merchant 1",),
        ("1 citizens: craftsman 1, craftsman 2",),
    ],
)
def test_only_active_craftsmen_train(citizens: tuple[str, ...]) -> None:
    """F-34."""
    assert exchanges(pending("build", *citizens, "0 resources: assistant 2, builder")) == []


def test_training_needs_an_assistant() -> None:
    """F-34."""
    table = pending("build", "0 citizens: craftsman 1, craftsman 2", "0 resources: money 2, tribune 2, builder")
    assert exchanges(table) == []


def test_what_was_exchanged_counts_for_its_turn_only() -> None:
    """F-33, F-34: the next seat starts from zero."""
    used = ("traded: 1", "workers_trained: 2", "builders_trained: 1")
    drawn = ("0 citizens: merchant 2, craftsman 1, craftsman 2", "0 resources: assistant 3")
    assert exchanges(pending("build", *used, *drawn)) == []
    begun = pending("turn 0", *used, *drawn)
    assert begun.legal("trade assistant money", "train red", "train builder")
