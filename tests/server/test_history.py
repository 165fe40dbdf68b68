"""The history of a match: who can tell which positions apart, what goes back, what goes at once."""

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
from ulpia.server.history import MatchHistory
from ulpia.server.protocol import ALL_OPEN, Perspective


def taking(seed: int = 3, seats: int = 3) -> MatchHistory:
    """A Forum Trajanum in which the first seat is about to take tiles in secret."""
    return MatchHistory.begin(ulpia.new("forum_trajanum", seats=seats, seed=seed, setup="dealt"))


def secret(history: MatchHistory) -> bool:
    return history.match.game.is_secret(history.match.options[0])


def number_of(history: MatchHistory, notation: str) -> int:
    return next(action.number for action in history.match.options if str(action) == notation)


def sowing(seed: int = 1) -> MatchHistory:
    """A Trajan in which the first seat sows."""
    return MatchHistory.begin(ulpia.new("trajan", seats=2, seed=seed, setup="dealt"))


def test_in_the_open_everybody_counts_every_action() -> None:
    history = sowing()
    for _ in range(20):
        history = history.played([history.match.options[0].number])
    assert {history.position(viewer) for viewer in (None, 0, 1)} == {20}


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
    history = taking()
    first = history.match.seat
    actions = 0
    while history.match.seat == first:
        history = history.played([history.match.options[0].number])
        actions += 1
    assert actions > 1
    assert history.position(None) == 1
    assert history.position(first) == actions


def test_the_seat_that_decides_knows_the_present_position() -> None:
    """Forum Trajanum and Trajan, random play: what a seat is asked about is the last position it can tell apart."""
    for game in ("trajan", "forum_trajanum"):
        history, dice = MatchHistory.begin(ulpia.new(game, seats=3, seed=5)), random.Random(5)
        while history.match.seat is not None:
            assert history.steps[history.match.seat][-1] == len(history.match.actions)
            history = history.played([dice.choice(history.match.options).number])
        assert all(steps[-1] == len(history.match.actions) for steps in history.steps.values())


def test_a_loaded_course_is_the_played_one_but_for_its_epoch() -> None:
    history, dice = MatchHistory.begin(ulpia.new("forum_trajanum", seats=3, seed=8)), random.Random(8)
    for _ in range(120):
        history = history.played([dice.choice(history.match.options).number])
    numbers = [action.number for action in history.match.actions]
    again = MatchHistory.begin(ulpia.new("forum_trajanum", seats=3, seed=8), numbers, history.journal_length)
    assert (again.steps, again.moments, again.journal_length) == (
        history.steps,
        history.moments,
        history.journal_length,
    )
    assert again.match.digest == history.match.digest
    assert again.revision(0) != history.revision(0)


def test_several_steps_go_at_once_or_not_at_all() -> None:
    history = sowing()
    tray = next(action for action in history.match.options if str(action).startswith("sow"))
    once = history.played([tray.number])
    both = history.played([tray.number, once.match.options[0].number])
    assert len(both.match.actions) == 2
    with pytest.raises(IllegalAction):
        history.played([tray.number, tray.number])
    with pytest.raises(NumberOutOfRange):
        history.played([tray.number, 10**6])
    assert history.position(0) == 0
    assert history.match.actions == ()


def reveals(history: MatchHistory, number: int) -> bool:
    return history.played([number]).moments[-1].undo_mark != history.moments[-1].undo_mark


def test_nothing_goes_at_once_past_a_reveal_and_nothing_is_learned_by_asking() -> None:
    """Whatever follows, the refusal is the same: it names only the action that reveals."""
    history, dice = sowing(), random.Random(3)
    while not any(str(action) == "draw two" for action in history.match.options):
        history = history.played([dice.choice(history.match.options).number])
    draw = number_of(history, "draw two")
    assert reveals(history, draw)
    sentences = set()
    for number in range(len(history.match.game.actions)):
        with pytest.raises(PastAReveal) as refused:
            history.played([draw, number])
        sentences.add(str(refused.value))
    assert len(sentences) == 1


def test_undo_goes_back_any_number_of_steps_to_the_last_reveal() -> None:
    history = sowing()
    steps = 0
    while quiet := [action.number for action in history.match.options if not reveals(history, action.number)]:
        history = history.played([quiet[-1]])
        steps += 1
    assert steps >= 2
    assert history.undo_to(history.match.seat) == 0
    back = history.undone(history.match.seat or 0, 0)
    assert back.match.actions == ()
    assert back.journal_length == 2 * steps
    assert back.revision(0) != sowing().revision(0)
    assert back.changes[1] == steps + 1
    middle = history.undone(history.match.seat or 0, 1)
    assert middle.match.digest == history.match.at(1).digest


def test_undo_goes_back_one_gesture_at_a_time() -> None:
    """Sowing is one gesture: between its markers nothing is undone to."""
    history, dice, gestures = sowing(), random.Random(1), 0
    while gestures < 20:
        seat, kinds = history.match.seat, [moment.question for moment in history.moments]
        one, earliest = history.undo_one(seat), history.undo_to(seat)
        assert (one is None) == (earliest is None)
        if one is not None and earliest is not None:
            assert earliest <= one < history.position(seat)
            assert kinds[one] != "lay"
            assert set(kinds[one + 1 : -1]) <= {"lay"}
            gestures += "lay" in kinds[one + 1 : -1]
        assert history.undo_one(None) is None
        history = history.played([dice.choice(history.match.options).number])


def test_undo_stays_behind_what_was_revealed() -> None:
    history = sowing()
    with pytest.raises(NothingToUndo):
        history.undone(0, 0)
    seat = history.match.seat
    while history.match.seat == seat:
        history = history.played([history.match.options[0].number])
    other = history.match.seat
    assert other is not None
    assert history.undo_to(other) is None
    assert history.undo_to(seat) is None
    assert history.undo_to(None) is None
    with pytest.raises(UndoForbidden):
        history.undone(other, 0)
    history = history.played([history.match.options[0].number])
    with pytest.raises(UndoForbidden):
        history.undone(other, 0)
    with pytest.raises(BadPosition):
        history.undone(other, history.position(other))


def test_earlier_positions_can_be_looked_at_within_ones_own_count() -> None:
    history = taking()
    first = history.match.seat
    history = history.played([history.match.options[0].number])
    assert len(history.at(first, 1).actions) == 1
    with pytest.raises(BadPosition):
        history.at(None, 1)


def test_a_seat_knows_since_when_it_has_not_acted() -> None:
    history = taking()
    first = history.match.seat
    assert history.last_turn(first) is None
    while history.match.seat == first:
        assert history.last_turn(first) is None  # the present turn does not count
        history = history.played([history.match.options[0].number])
    mine = history.position(first)
    assert history.last_turn(first) == mine
    other = history.match.seat
    while history.match.seat == other:
        history = history.played([history.match.options[0].number])
    assert history.last_turn(first) == mine
    assert history.last_turn(other) == history.position(other)
    assert history.last_turn(None) is None


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_what_each_entry_was_worth_adds_up_to_the_points(game: str) -> None:
    history, dice = MatchHistory.begin(ulpia.new(game, seats=3, seed=6)), random.Random(6)
    begun = history.match.points
    while history.match.seat is not None:
        history = history.played([dice.choice(history.match.options).number])
    everybody: tuple[Perspective, ...] = (None, 0, 1, 2, ALL_OPEN)
    for perspective in everybody:
        gains = [history.points_gained(these) for these in history.entries(perspective, 0)]
        assert gains[0] == []
        assert [] in gains[1:]
        sums = [sum(gain[seat] for gain in gains if gain) for seat in range(3)]
        assert tuple(sums) == tuple(now - then for then, now in zip(begun, history.match.points))
        assert all(any(gain) for gain in gains if gain)


def test_open_eyes_count_every_action() -> None:
    history = taking()
    history = history.played([history.match.options[0].number])
    assert history.position(ALL_OPEN) == 1
    assert history.position(None) == 0
    assert history.at(ALL_OPEN, 1).digest == history.match.digest
    with pytest.raises(BadPosition):
        history.at(ALL_OPEN, 2)


def test_a_computer_does_not_pause_between_what_it_does_in_secret() -> None:
    """F-15: the time it takes tells nobody how many steps it took."""
    history = taking()
    first, pauses = history.match.seat, []
    while history.match.seat == first:
        pauses.append(not history.is_in_secret)
        history = history.played([history.match.options[0].number])
    assert pauses[0]
    assert len(pauses) > 1
    assert not any(pauses[1:])
    assert not history.is_in_secret


@pytest.mark.parametrize(("game", "count"), [("trajan", "quarter"), ("forum_trajanum", "cycle")])
def test_phases_begin_where_the_view_says_so(game: str, count: str) -> None:
    history, dice = MatchHistory.begin(ulpia.new(game, seats=3, seed=6)), random.Random(6)
    begun = {1: 0}
    while history.match.seat is not None:
        history = history.played([dice.choice(history.match.options).number])
        begun.setdefault(getattr(history.match.view(), count), history.position(ALL_OPEN))
    assert len(begun) > 2
    assert history.phases(ALL_OPEN) == begun
    for viewer in (None, 0, 1, 2):
        positions = history.phases(viewer)
        assert list(positions) == list(begun)
        assert all(history.steps[viewer][at] >= begun[phase] for phase, at in positions.items())


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_turns_begin_where_another_seat_decides_or_the_same_one_anew(game: str) -> None:
    history, dice = MatchHistory.begin(ulpia.new(game, seats=2, seed=6, setup="dealt")), random.Random(6)
    seats, questions = [history.match.seat], [history.match.question]
    while history.match.seat is not None:
        history = history.played([dice.choice(history.match.options).number])
        seats.append(history.match.seat)
        questions.append(history.match.question)
    turns = history.turns(ALL_OPEN)
    assert set(turns) >= {0, *(at for at in range(1, len(seats)) if seats[at] != seats[at - 1])}
    if game == "trajan":
        assert set(turns) >= {at for at, question in enumerate(questions) if question and question.kind == "turn"}
    assert len(turns) < len(seats) / 2
    for viewer in (None, 0, 1):
        assert history.turns(viewer)[0] == 0
        assert history.turns(viewer)[-1] <= history.position(viewer)


def test_a_position_of_one_perspective_belongs_to_a_position_of_another() -> None:
    """F-15: whoever does not know of secret actions stays where they were."""
    history = taking()
    first = history.match.seat
    while history.match.seat == first:
        history = history.played([history.match.options[0].number])
    last = history.position(ALL_OPEN)
    assert last > 1
    assert [history.position_of(None, ALL_OPEN, at) for at in range(last)] == [0] * last
    assert [history.position_of(first, ALL_OPEN, at) for at in range(last + 1)] == list(range(last + 1))
    assert history.position_of(None, ALL_OPEN, last) == history.position(None)
