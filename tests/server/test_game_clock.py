"""How the clock of a game changes: plain values, without a server."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from ulpia.server.clocks.game_clock import (
    COMPUTER_DECIDES,
    DAY,
    HOUR,
    LEASE,
    NOBODY,
    Decider,
    GameClock,
    TimeControl,
    all_agree_to_wait,
)

LIVE = TimeControl("live", allowance=30_000, bank=600_000, agent="miles")
DAYS = TimeControl("days", allowance=DAY, bank=0, agent="miles")


def person(seat: int) -> Decider:
    return Decider(seat, True)


def begun(control: TimeControl = LIVE, now: int = 0) -> GameClock:
    return GameClock.of_new_game(control, 2).following(now, person(0))


def test_a_turn_within_its_allowance_leaves_the_bank_alone_and_saves_nothing() -> None:
    """Otherwise one would gain time by many easy decisions in the turns of others."""
    clock = begun().after_move(10_000, person(1), True, True)
    assert clock.seats[0].bank == 600_000
    assert clock.remaining(10_000) == 630_000


def test_what_exceeds_the_allowance_comes_out_of_the_bank() -> None:
    clock = begun().after_move(50_000, person(1), True, True)
    assert [seat.bank for seat in clock.seats] == [580_000, 600_000]
    assert clock.after_move(50_000, person(0), True, True).remaining(50_000) == 610_000


def test_several_decisions_of_a_turn_share_its_time() -> None:
    clock = begun()
    assert clock.after_move(20_000, person(0), False, True) == clock
    assert clock.remaining(20_000) == 610_000


def test_time_runs_for_nobody_while_a_computer_decides_and_a_server_looks_after_it() -> None:
    clock = begun().after_move(1000, COMPUTER_DECIDES, True, True)
    assert (clock.seat, clock.remaining(1000), clock.due) == (None, None, 1000 + LEASE)
    assert clock.after_move(2000, COMPUTER_DECIDES, False, False) == clock
    assert clock.after_move(50_000, COMPUTER_DECIDES, False, False).due == 50_000 + LEASE


def test_when_time_is_up_a_computer_plays_this_turn_and_the_next_one_is_the_players() -> None:
    clock = begun(DAYS)
    assert not clock.is_time_up(DAY - 1)
    assert clock.is_time_up(DAY)
    clock = clock.timed_up(DAY)
    assert (clock.seat, clock.is_standing_in, clock.seats[0].missed) == (0, True, 1)
    clock = clock.after_move(DAY, person(1), True, False).after_move(DAY + 5, person(0), True, True)
    assert (clock.is_standing_in, clock.seats[0].missed, clock.remaining(DAY + 5)) == (False, 1, DAY)


def test_missed_turns_count_in_a_row() -> None:
    clock = begun(DAYS)
    for missed in (1, 2):
        clock = clock.timed_up(0).after_move(0, person(1), True, False).after_move(0, person(0), True, True)
        assert (clock.seats[0].missed, clock.is_patience_over) == (missed, False)
    assert clock.timed_up(0).is_patience_over
    played = clock.after_move(0, person(1), True, True)
    assert played.seats[0].missed == 0


def test_nobody_gains_time_by_handing_a_seat_over_and_taking_it_back() -> None:
    clock = begun(DAYS).following(20 * HOUR, COMPUTER_DECIDES)
    clock = clock.following(21 * HOUR, person(0))
    assert clock.remaining(21 * HOUR) == 4 * HOUR
    clock = clock.after_move(21 * HOUR, person(1), True, True).after_move(21 * HOUR, person(0), True, True)
    assert clock.remaining(21 * HOUR) == DAY


def test_a_pause_and_a_holiday_hold_the_time_and_the_last_of_them_lets_it_go() -> None:
    clock = begun(DAYS).paused(HOUR)
    assert (clock.due, clock.remaining(5 * HOUR), clock.is_time_up(50 * DAY)) == (None, 23 * HOUR, False)
    clock = clock.on_holiday(2 * HOUR, back=1_800_000_000_000).resumed(3 * HOUR)
    assert (clock.due, clock.remaining(9 * DAY)) == (None, 23 * HOUR)
    clock = clock.on_holiday(9 * DAY, None)
    assert clock.due == 9 * DAY + 23 * HOUR


def test_a_person_who_acts_ends_a_pause_and_a_computer_does_not() -> None:
    clock = begun(DAYS).agreed(0, True).agreed(1, True)
    assert all_agree_to_wait(clock, [0, 1])
    assert not all_agree_to_wait(clock, [])
    clock = clock.paused(0)
    assert clock.after_move(5, COMPUTER_DECIDES, True, False).is_paused
    moved = clock.after_move(5, person(1), True, True)
    assert (moved.is_paused, moved.due) == (False, 5 + DAY)
    assert not any(seat.agrees_to_wait for seat in moved.seats)


def test_a_reminder_comes_when_a_quarter_of_the_time_is_left_or_a_day() -> None:
    assert begun(DAYS).reminder_at == 18 * HOUR
    assert begun(DAYS._replace(allowance=7 * DAY)).reminder_at == 6 * DAY
    assert begun(DAYS).paused(0).reminder_at is None


def test_a_game_in_which_nobody_decides_is_never_due() -> None:
    clock = begun(DAYS).after_move(0, NOBODY, True, True)
    assert (clock.seat, clock.due, clock.remaining(0)) == (None, None, None)
    assert clock.following(5, NOBODY) == clock


EVENTS = st.lists(
    st.tuples(
        st.integers(0, 40_000), st.sampled_from(["act", "next", "computer", "pause", "go on", "away", "back", "look"])
    ),
    max_size=40,
)


@pytest.mark.parametrize("control", [LIVE, DAYS], ids=["live", "days"])
@given(EVENTS)
def test_no_order_of_events_gives_time_or_takes_time_that_did_not_pass(
    control: TimeControl, events: list[tuple[int, str]]
) -> None:
    """A second account: seconds that really ran against a seat, beside what the clock says is left."""
    now, clock, ran = 0, begun(control), 0
    for passed, event in events:
        now += passed
        before = clock
        if clock.is_running:
            ran += passed
        match event:
            case "act" if clock.seat is not None and not clock.is_standing_in:
                clock = clock.after_move(now, person(clock.seat), False, True)
            case "next":
                clock = clock.after_move(now, person(1 - (clock.seat or 0)), True, not clock.is_standing_in)
            case "computer":
                clock = clock.after_move(now, COMPUTER_DECIDES, True, not clock.is_standing_in)
            case "pause":
                clock = clock.paused(now)
            case "go on":
                clock = clock.resumed(now)
            case "away" if clock.seat is not None and not clock.is_standing_in:
                clock = clock.on_holiday(now, 1)
            case "back":
                clock = clock.on_holiday(now, None)
            case "look" if clock.is_time_up(now):
                assert ran >= control.allowance
                clock = clock.timed_up(now)
        if clock.stint != before.stint or clock.seat != before.seat:
            ran = 0
        left = clock.remaining(now)
        if left is not None and clock.seat is not None:
            total = control.allowance + clock.seats[clock.seat].bank
            assert left == max(0, total - ran)
            assert (clock.due is None) == (clock.is_paused or clock.is_on_holiday)
        assert all(0 <= seat.bank <= control.bank for seat in clock.seats)
        assert not (clock.is_paused and clock.is_time_up(10**12))
