"""Options of a match: what is read, what is refused with what would be allowed, what is written."""

from itertools import count, repeat

import numpy as np
import pytest

from ulpia.core.errors import BadSetting
from ulpia.core.settings import (
    OneOf,
    SomeSeats,
    defaults,
    written,
)

SIDE = OneOf(("A", "B"))
NEWCOMERS = SomeSeats()


def test_nothing_said_is_the_first_word_and_no_seat() -> None:
    assert defaults({"side": SIDE, "newcomers": NEWCOMERS}) == {"side": "A", "newcomers": ()}


def test_a_word_is_read_as_it_is() -> None:
    assert SIDE.read("side", "B", 2) == "B"
    assert type(SIDE.read("side", np.str_("B"), 2)) is str


@pytest.mark.parametrize("value", ["C", "b", "", "A,B", None, 0, True, ("A",), np.array(["A", "B"]), []])
def test_another_word_is_refused_and_the_words_are_named(value: object) -> None:
    with pytest.raises(BadSetting, match=r"“side” cannot be .* It can be: A, B") as caught:
        SIDE.read("side", value, 2)
    assert "Möglich: A, B." in caught.value.say("de")


@pytest.mark.parametrize(
    ("value", "seats"),
    [
        ((), ()),
        ([2, 0], (0, 2)),
        ({1, 0}, (0, 1)),
        (range(3), (0, 1, 2)),
        (iter([1]), (1,)),
        (np.array([2, 1]), (1, 2)),
        ("none", ()),
        ("0,2", (0, 2)),
        (" 2 , 0 ", (0, 2)),
        ("1", (1,)),
    ],
)
def test_seats_are_read_in_any_order_and_kept_in_theirs(value: object, seats: tuple[int, ...]) -> None:
    read = NEWCOMERS.read("newcomers", value, 3)
    assert read == seats
    assert all(type(seat) is int for seat in read)


@pytest.mark.parametrize(
    "value",
    [
        *("", "0,", "0;2", "0 2", "00", "-1", "3", "0,0", "all", "²", "9" * 9999, "None"),
        *(None, 1, True, [True], [0.0], ["0"], [0, 0], [3], [-1], [10**30], np.array(1), np.array([[0, 1]]), object()),
        *(count(), repeat(1)),
    ],
)
def test_other_seats_are_refused_and_those_at_the_table_named(value: object) -> None:
    """Twice the same, none at the table, no whole number: also from lists that never end."""
    with pytest.raises(BadSetting) as caught:
        NEWCOMERS.read("newcomers", value, 3)
    assert caught.value.facts["known"] == "none | 0 | 1 | 2 | 0,1 | 0,2 | 1,2 | 0,1,2"
    assert caught.value.facts["setting"] == "newcomers"


@pytest.mark.parametrize("seats", [(), (0,), (3,), (0, 2), (0, 1, 2, 3)])
def test_what_is_written_reads_back(seats: tuple[int, ...]) -> None:
    assert NEWCOMERS.read("newcomers", NEWCOMERS.write(seats), 4) == seats
    assert SIDE.read("side", SIDE.write("B"), 4) == "B"
    kinds = {"side": SIDE, "newcomers": NEWCOMERS}
    text = ",".join(map(str, seats)) or "none"
    assert written(kinds, {"side": "B", "newcomers": seats}) == {"side": "B", "newcomers": text}
