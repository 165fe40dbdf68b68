"""Records as ordinary Python."""

from typing import Annotated

import numpy as np

from ulpia.engine.layout import (
    Count,
    Index,
    Points,
    Row,
    cached_record_to_python,
    cells,
    layout,
    record_to_python,
)


class Hand:
    """A part of a record."""

    cards: Annotated[Row, cells(3)]
    points: Points


class Whole:
    """Something with parts, a gap between fields, and a grid."""

    seat: Index
    hands: Annotated[Hand, cells(2, of=Hand)]
    grid: Annotated[Row, cells(2, 2)]
    only: Hand
    last: Count


def filled() -> np.record:
    table = np.zeros(1, layout(Whole))
    table["seat"] = 1
    table["hands"]["points"] = [[300, -4]]
    table["hands"]["cards"][0, 1] = [1, 2, 3]
    table["grid"][0] = [[1, 2], [3, 4]]
    table["only"]["points"] = 7
    table["last"] = 9
    record: np.record = table[0]
    return record


def test_a_plain_record_has_the_same_fields_as_lists_and_whole_numbers() -> None:
    found = record_to_python(filled())
    assert (found.seat, found.last) == (1, 9)
    assert [hand.points for hand in found.hands] == [300, -4]
    assert found.hands[1].cards == [1, 2, 3]
    assert found.grid == [[1, 2], [3, 4]]
    assert (found.only.points, found.only.cards) == (7, [0, 0, 0])
    assert type(found.seat) is type(found.hands[0].points) is int
    assert not any("gap" in field for field in found._fields)


def test_equal_records_are_made_plain_once() -> None:
    one, other = filled(), filled()
    assert cached_record_to_python(one) is cached_record_to_python(other)
    other["last"] = 8
    assert cached_record_to_python(other).last == 8
