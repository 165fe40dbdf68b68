"""The cache of pictures: districts declare everything that they are drawn from."""

import random
from collections.abc import Sequence

import pytest
from msgspec.msgpack import encode

import ulpia
from tests.support.pictures import strings
from ulpia import render
from ulpia.core.view import PlayerView, View
from ulpia.render.interface import District
from ulpia.render.svg import Element, el
from ulpia.render.tree import to_string
from ulpia.render.words import Speech

GAMES = ("trajan", "forum_trajanum")
NAMES = ("Ada", "Bob", "Cleo", "Dora")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("small", [False, True])
def test_districts_with_equal_parts_have_equal_pictures(game: str, seats: int, small: bool) -> None:
    """A part that a painter reads and does not declare is noticed: the picture changes, the parts do not."""
    dice, match = random.Random(seats), ulpia.new(game, seats=seats, seed=seats)
    known: dict[tuple[str, bytes], str] = {}
    hits = 0
    while True:
        for viewer in (None, *range(seats)):
            view = match.view(viewer)
            speech = Speech(view, "en", NAMES[:seats])
            for name, district in render.pictures_of(game).districts(view, small).items():
                key = name, encode(district.parts(view))
                picture = to_string(district.draw(view, speech, small))
                hits += key in known
                assert known.setdefault(key, picture) == picture, name
        if match.seat is None:
            break
        for _ in range(dice.randint(1, 3)):
            if match.seat is not None:
                match.play(dice.choice(match.options))
    assert hits > len(known)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_a_cache_looks_the_same_at_every_moment(game: str) -> None:
    """Several viewers, languages and forms share one cache; undo and changed names do not confuse it."""
    cache, dice = render.PictureCache(), random.Random(2)
    match = ulpia.new(game, seats=3, seed=2)
    moment, is_over = 0, False
    while not is_over:
        moment, is_over = moment + 1, match.seat is None  # the end is looked at too: nobody is asked there
        if moment % 9 == 0 and not is_over:
            match.undo()
        for viewer in (None, 0, 1, 2):
            language, form = dice.choice(("en", "de")), dice.choice((render.FULL, render.SMALL))
            names = NAMES[:3] if moment % 50 else ("Zoe", *NAMES[1:3])
            view = match.view(viewer)
            remembered = render.districts(view, language, names, form=form, cache=cache)
            if moment % 4 == 0 or is_over:
                assert strings(remembered) == strings(render.districts(view, language, names, form=form))
        if not is_over:
            match.play(dice.choice(match.options))


def player(seat: int, points: int) -> PlayerView:
    return PlayerView(seat=seat, points=points, sources={})


def view_of(turn: int, players: Sequence[PlayerView]) -> View:
    """A view of no game in particular."""
    return View(
        game="trajan",
        viewer=0,
        seats=len(players),
        first=0,
        seat=0,
        active=0,
        question=None,
        pending=(),
        turn=turn,
        over=False,
        players=players,
    )


def test_nothing_is_drawn_twice_from_equal_parts() -> None:
    """Whatever else of the view changed."""
    painted = []

    def paint(view: View, _speech: Speech, _small: bool) -> Element:
        painted.append(view.players[1].points)
        return el("svg", id=f"turn-{view.turn}")

    districts = {"table": District(paint, lambda view: (view.players[1],))}
    cache = render.PictureCache()
    for turn, mine, other in ((1, 2, 3), (2, 2, 3), (3, 9, 3), (4, 9, 4), (5, 2, 3)):
        view = view_of(turn, (player(0, mine), player(1, other)))
        cache.districts(view, Speech(view, "en", NAMES[:2]), False, districts)
    assert painted == [3, 4]
