"""What the pictures tell a page beside what they show: kinds of pieces, homes, points, and keys of help."""

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

import ulpia
from tests.support.pictures import drawn as draw
from tests.support.pictures import strings
from ulpia import render
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.colonia import MARGIN
from ulpia.games.forum_trajanum.pictures.mosaic import at as at_mosaic
from ulpia.games.trajan.actions import Advance, March, Sow
from ulpia.games.trajan.pictures.construction import place_of
from ulpia.match import Match

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("trajan", {"seats": 3}),
    ("trajan", {"seats": 4, "setup": "dealt"}),
    ("forum_trajanum", {"seats": 2}),
    ("forum_trajanum", {"seats": 4, "side": "B"}),
)
MARK = re.compile(r' data-(\w+)="([^"]*)"')
IDLE = ("Pass", "LeaveTile", "Forgo", "Enough", "EndTurn", "Decline", "LeaveRow")


def walk(game: str, seed: int, **settings: Any) -> list[Match]:
    """A random game, after every action; what fills the table is chosen more often."""
    match = ulpia.new(game, seed=seed, **settings)
    chance = random.Random(seed)
    stages = [match.copy()]
    while match.seat is not None:
        busy = [option for option in match.options if type(option).__name__ not in IDLE]
        match.play(chance.choice(busy if busy and chance.random() < 0.8 else match.options))
        stages.append(match.copy())
    return stages


@pytest.fixture(scope="module")
def games() -> dict[str, list[list[Match]]]:
    """Whole games of each kind."""
    found: dict[str, list[list[Match]]] = {}
    for at, (game, settings) in enumerate(GAMES):
        found.setdefault(game, []).append(walk(game, at + 3, **settings))
    return found


def marks(pictures: dict[str, str], name: str) -> list[str]:
    """All values of a mark."""
    return [value for picture in pictures.values() for mark, value in MARK.findall(picture) if mark == name]


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_whatever_help_is_promised_has_a_key_and_every_key_is_drawn(
    games: dict[str, list[list[Match]]], game: str
) -> None:
    """The texts are written by these keys: none is missing, none is idle."""
    drawn: set[str] = set()
    for stages in games[game]:
        for at, match in enumerate(stages):
            viewer = match.seat if at % 3 else None
            drawn |= set(marks(draw(match.view(viewer), "en"), "help"))
            for option in match.options[-1:]:
                gesture = render.gesture(match.view(match.seat), [option], match.dry_run, "en")
                drawn |= set(marks(strings(gesture.districts), "help")) if gesture else set()
    assert drawn == render.help_keys(game)


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_every_seat_has_one_home_and_its_points_as_a_number_of_their_own(
    games: dict[str, list[list[Match]]], game: str
) -> None:
    """Pieces fly home, points count up."""
    for stages in games[game]:
        for match in stages[:: max(1, len(stages) // 12)]:
            for viewer in (None, *range(match.seats)):
                pictures = draw(match.view(viewer), "en")
                everybody = [str(seat) for seat in range(match.seats)]
                assert sorted(marks(pictures, "home")) == everybody
                assert set(marks(pictures, "owner")) <= set(everybody)
                shown = {}
                for picture in pictures.values():
                    for element in ElementTree.fromstring(picture).iter():
                        if (seat := element.get("data-points")) is not None:
                            assert not len(element)
                            shown[seat] = int((element.text or "").replace("−", "-"))
                in_hand = viewer == match.seat and match.question is not None and match.question.kind == "lay"
                if not in_hand:  # the markers lie where the points stood
                    assert shown == {str(seat): points for seat, points in enumerate(match.points)}


def test_a_piece_that_moves_goes_at_one_place_and_comes_at_another() -> None:
    """A page takes the two for one piece: same kind, another place."""
    match = ulpia.new("trajan", seats=3, seed=5, setup="dealt")
    chance = random.Random(3)
    seen: set[str] = set()
    while match.seat is not None:
        before = places(match)
        action = chance.choice(match.options)
        seat = match.seat
        match.play(action)
        went, came = before - places(match), places(match) - before
        if isinstance(action, March):
            moved = {kind for kind, _ in went} & {kind for kind, _ in came}
            assert f"leader-{seat}" in moved
            seen.add("leader")
        if isinstance(action, Advance):
            assert f"disc-{seat}" in {kind for kind, _ in went} & {kind for kind, _ in came}
            seen.add("disc")
        if isinstance(action, Sow):
            assert "time-marker" in {kind for kind, _ in came}
            seen.add("time")
    assert seen == {"leader", "disc", "time"}


def places(match: Match) -> "Counter[tuple[str, str]]":
    """Every piece with the id nearest above it, as the page sees it."""
    found: Counter[tuple[str, str]] = Counter()

    def read(element: ElementTree.Element, above: str) -> None:
        ident = element.get("id") or above
        if element.get("data-piece"):
            found[(element.get("data-piece") or "", ident)] += 1
        for child in element:
            read(child, ident)

    for picture in draw(match.view(0), "en").values():
        read(ElementTree.fromstring(picture), "")
    return found


def test_pictures_that_stand_alone_carry_no_marks_for_pages() -> None:
    """Nobody reads them there."""
    for game, settings in GAMES:
        assert " data-" not in ulpia.new(game, seed=1, **settings).picture()


def lettering(picture: str) -> set[tuple[str, float, float]]:
    """Every line of lettering with its place."""
    return {
        (element.text or "", float(element.get("x", 0)), float(element.get("y", 0)))
        for element in ElementTree.fromstring(picture).iter()
        if element.tag.endswith("text")
    }


def colonia_cell(square: str, _seats: int) -> tuple[float, float]:
    """The middle of a square."""
    return MARGIN + 60 * (ord(square[0]) - 96.5), MARGIN + 60 * (int(square[1:]) - 0.5)


def mosaic_square(square: str, seats: int) -> tuple[float, float]:
    """The middle of a square."""
    column, row = at_mosaic(square, seats == 2)
    return 40 * (column + 0.5), 40 * (row + 0.5)


def site(square: str, _seats: int) -> tuple[float, float]:
    """The middle of a site."""
    row, column = place_of(square)
    return 20 + 42 * (column - 1), 42 + 41 * (row - 1)


@pytest.mark.parametrize(
    ("district", "seats", "middle", "size"),
    [
        ("colonia", 2, colonia_cell, 60),
        ("mosaic", 2, mosaic_square, 40),
        ("mosaic", 3, mosaic_square, 40),
        ("mosaic", 4, mosaic_square, 40),
        ("construction", 2, site, 41),
    ],
)
def test_squares_that_sentences_name_can_be_found_on_the_board(
    district: str, seats: int, middle: Callable[[str, int], tuple[float, float]], size: int
) -> None:
    """ "on d3" helps nobody if no board shows d and 3: a letter and a number in line with every square."""
    match: Any = ulpia.new("trajan" if district == "construction" else "forum_trajanum", seats, 2, setup="dealt")
    view = match.view(0)
    squares = {"colonia": names.SQUARES, "mosaic": (), "construction": ()}[district]
    squares = squares or tuple(view.forum.squares if district == "mosaic" else view.sites)
    drawn = lettering(draw(view, "en")[district])
    assert len(squares) >= 20
    for square in squares:
        x, y = middle(square, seats)
        across = [name for name, u, _ in drawn if abs(u - x) <= size / 2 and name in (square[0], square[1:])]
        down = [name for name, _, v in drawn if abs(v - y) <= size / 2 and name in (square[0], square[1:])]
        assert {*across, *down} >= {square[0], square[1:]}, square
        assert across, square
        assert down, square
