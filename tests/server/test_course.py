"""The course of a match: who can tell which positions apart, what goes back, what goes at once."""

import random

import pytest

import ulpia
from ulpia.core.errors import (
    BadPosition,
    IllegalAction,
    NothingToUndo,
    NumberOutOfRange,
    UndoForbidden,
)
from ulpia.server.errors import PastAReveal
from ulpia.server.session.computers import is_in_secret
from ulpia.server.session.history import OPEN, Course


def taking(seed: int = 3, seats: int = 3) -> Course:
    """A Forum Trajanum in which the first seat is about to take tiles in secret."""
    return Course.begin(ulpia.new("forum_trajanum", seats=seats, seed=seed, setup="dealt"))


def secret(course: Course) -> bool:
    return course.match.game.is_secret(course.match.options[0])


def number_of(course: Course, notation: str) -> int:
    return next(action.number for action in course.match.options if str(action) == notation)


def sowing(seed: int = 1) -> Course:
    """A Trajan in which the first seat sows."""
    return Course.begin(ulpia.new("trajan", seats=2, seed=seed, setup="dealt"))


def test_in_the_open_everybody_counts_every_action() -> None:
    course = sowing()
    for _ in range(20):
        course = course.played([course.match.options[0].number])
    assert {course.position(viewer) for viewer in (None, 0, 1)} == {20}


def test_a_step_taken_in_secret_has_not_happened_to_others() -> None:
    before = taking()
    seat = before.match.seat
    assert secret(before)
    after = before.played([before.match.options[0].number])
    assert after.match.seat == seat
    assert after.position(seat) == 1
    for viewer in {None, 0, 1, 2} - {seat}:
        assert after.position(viewer) == before.position(viewer)
        assert after.revision(viewer) == before.revision(viewer)
        assert len(after.entries(viewer, 0)) == 1


def test_others_count_one_step_for_all_that_a_seat_did_in_secret() -> None:
    course = taking()
    first = course.match.seat
    actions = 0
    while course.match.seat == first:
        course = course.played([course.match.options[0].number])
        actions += 1
    assert actions > 1
    assert course.position(None) == 1
    assert course.position(first) == actions


def test_whoever_decides_knows_the_present_position() -> None:
    """Forum Trajanum and Trajan, random play: what a seat is asked about is the last position it can tell apart."""
    for game in ("trajan", "forum_trajanum"):
        course, dice = Course.begin(ulpia.new(game, seats=3, seed=5)), random.Random(5)
        while course.match.seat is not None:
            assert course.steps[course.match.seat][-1] == len(course.match.actions)
            course = course.played([dice.choice(course.match.options).number])
        assert all(steps[-1] == len(course.match.actions) for steps in course.steps.values())


def test_a_loaded_course_is_the_played_one_but_for_its_epoch() -> None:
    course, dice = Course.begin(ulpia.new("forum_trajanum", seats=3, seed=8)), random.Random(8)
    for _ in range(120):
        course = course.played([dice.choice(course.match.options).number])
    numbers = [action.number for action in course.match.actions]
    again = Course.begin(ulpia.new("forum_trajanum", seats=3, seed=8), numbers, course.journal)
    assert (again.steps, again.moments, again.journal) == (course.steps, course.moments, course.journal)
    assert again.match.digest == course.match.digest
    assert again.revision(0) != course.revision(0)


def test_several_steps_go_at_once_or_not_at_all() -> None:
    course = sowing()
    tray = next(action for action in course.match.options if str(action).startswith("sow"))
    once = course.played([tray.number])
    both = course.played([tray.number, once.match.options[0].number])
    assert len(both.match.actions) == 2
    with pytest.raises(IllegalAction):
        course.played([tray.number, tray.number])
    with pytest.raises(NumberOutOfRange):
        course.played([tray.number, 10**6])
    assert course.position(0) == 0
    assert course.match.actions == ()


def reveals(course: Course, number: int) -> bool:
    return course.played([number]).moments[-1].mark != course.moments[-1].mark


def test_nothing_goes_at_once_past_a_reveal_and_nothing_is_learned_by_asking() -> None:
    """Whatever follows, the refusal is the same: it names only the action that reveals."""
    course, dice = sowing(), random.Random(3)
    while not any(str(action) == "draw two" for action in course.match.options):
        course = course.played([dice.choice(course.match.options).number])
    draw = number_of(course, "draw two")
    assert reveals(course, draw)
    sentences = set()
    for number in range(len(course.match.game.actions)):
        with pytest.raises(PastAReveal) as refused:
            course.played([draw, number])
        sentences.add(str(refused.value))
    assert len(sentences) == 1
    with pytest.raises(PastAReveal):
        course.tried([draw])


def test_trying_leaves_the_course_alone_and_reveals_nothing() -> None:
    course = sowing()
    tray = next(action for action in course.match.options if str(action).startswith("sow"))
    tried = course.tried([tray.number])
    assert tried.match.seat == course.match.seat
    assert len(course.match.actions) == 0


def test_undo_goes_back_any_number_of_steps_to_the_last_reveal() -> None:
    course = sowing()
    steps = 0
    while quiet := [action.number for action in course.match.options if not reveals(course, action.number)]:
        course = course.played([quiet[-1]])
        steps += 1
    assert steps >= 2
    assert course.undo_to(course.match.seat) == 0
    back = course.undone(course.match.seat or 0, 0)
    assert back.match.actions == ()
    assert back.journal == 2 * steps
    assert back.revision(0) != sowing().revision(0)
    assert back.changes[1] == steps + 1
    middle = course.undone(course.match.seat or 0, 1)
    assert middle.match.digest == course.match.at(1).digest


def test_undo_goes_back_one_gesture_at_a_time() -> None:
    """Sowing is one gesture: between its markers nothing is undone to."""
    course, dice, gestures = sowing(), random.Random(1), 0
    while gestures < 20:
        seat, kinds = course.match.seat, [moment.asked for moment in course.moments]
        one, earliest = course.undo_one(seat), course.undo_to(seat)
        assert (one is None) == (earliest is None)
        if one is not None and earliest is not None:
            assert earliest <= one < course.position(seat)
            assert kinds[one] != "lay"
            assert set(kinds[one + 1 : -1]) <= {"lay"}
            gestures += "lay" in kinds[one + 1 : -1]
        assert course.undo_one(None) is None
        course = course.played([dice.choice(course.match.options).number])


def test_undo_stays_behind_what_was_revealed() -> None:
    course = sowing()
    with pytest.raises(NothingToUndo):
        course.undone(0, 0)
    seat = course.match.seat
    while course.match.seat == seat:
        course = course.played([course.match.options[0].number])
    other = course.match.seat
    assert other is not None
    assert course.undo_to(other) is None
    assert course.undo_to(seat) is None
    assert course.undo_to(None) is None
    with pytest.raises(UndoForbidden):
        course.undone(other, 0)
    course = course.played([course.match.options[0].number])
    with pytest.raises(UndoForbidden):
        course.undone(other, 0)
    with pytest.raises(BadPosition):
        course.undone(other, course.position(other))


def test_earlier_positions_can_be_looked_at_within_ones_own_count() -> None:
    course = taking()
    first = course.match.seat
    course = course.played([course.match.options[0].number])
    assert len(course.at(first, 1).actions) == 1
    with pytest.raises(BadPosition):
        course.at(None, 1)


def test_a_seat_knows_since_when_it_has_not_acted() -> None:
    course = taking()
    first = course.match.seat
    assert course.last_turn(first) is None
    while course.match.seat == first:
        assert course.last_turn(first) is None  # the present turn does not count
        course = course.played([course.match.options[0].number])
    mine = course.position(first)
    assert course.last_turn(first) == mine
    other = course.match.seat
    while course.match.seat == other:
        course = course.played([course.match.options[0].number])
    assert course.last_turn(first) == mine
    assert course.last_turn(other) == course.position(other)
    assert course.last_turn(None) is None


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_what_each_entry_was_worth_adds_up_to_the_points(game: str) -> None:
    course, dice = Course.begin(ulpia.new(game, seats=3, seed=6)), random.Random(6)
    begun = course.match.points
    while course.match.seat is not None:
        course = course.played([dice.choice(course.match.options).number])
    for eyes in (None, 0, 1, 2, OPEN):
        gains = [course.gains(these) for these in course.entries(eyes, 0)]
        assert gains[0] == []
        assert [] in gains[1:]
        sums = [sum(gain[seat] for gain in gains if gain) for seat in range(3)]
        assert tuple(sums) == tuple(now - then for then, now in zip(begun, course.match.points))
        assert all(any(gain) for gain in gains if gain)


def test_open_eyes_count_every_action() -> None:
    course = taking()
    course = course.played([course.match.options[0].number])
    assert course.position(OPEN) == 1
    assert course.position(None) == 0
    assert course.at(OPEN, 1).digest == course.match.digest
    with pytest.raises(BadPosition):
        course.at(OPEN, 2)


def test_a_computer_does_not_pause_between_what_it_does_in_secret() -> None:
    """F-15: the time it takes tells nobody how many steps it took."""
    course = taking()
    first, pauses = course.match.seat, []
    while course.match.seat == first:
        pauses.append(not is_in_secret(course))
        course = course.played([course.match.options[0].number])
    assert pauses[0]
    assert len(pauses) > 1
    assert not any(pauses[1:])
    assert not is_in_secret(course)
