"""The same table on wide and on small screens, with open eyes, for two to four: nothing is lost or covered."""

import random
import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

import ulpia
from tests.support.pictures import DRAWINGS, references, view_of
from tests.support.pictures import drawn as draw
from ulpia import render
from ulpia.games.trajan import names as trajan
from ulpia.match import Match
from ulpia.render.layout import (
    HEIGHT,
    UPRIGHT_HEIGHT,
    UPRIGHT_WIDTH,
    WIDE,
    WIDTH,
    Box,
    Layout,
)
from ulpia.server.presentation.board_layout import board_layout

GAMES = ("trajan", "forum_trajanum")
IDENT = re.compile(r' id="([^"]*)"')
VIEW_BOX = re.compile(r'viewBox="([^"]*)"')


def moments(game: str, seats: int, **settings: Any) -> list[Match]:
    """Some positions of a random game."""
    match = ulpia.new(game, seed=seats, seats=seats, **settings)
    chance = random.Random(seats)
    found = []
    for at in range(10_000):
        if match.seat is None:
            break
        if at % 40 == 0:
            found.append(match.copy())
        match.play(chance.choice(match.options))
    return [*found, match]


def opened(match: Match, viewer: int | None) -> Any:
    """A replay with all open: every player as that seat sees itself."""
    view = match.view(viewer)
    return replace(view, players=[match.view(seat).players[seat] for seat in range(match.seats)])


def meet(one: Box, other: Box) -> bool:
    """Whether two places lie on each other."""
    return (
        one.x < other.x + other.w and other.x < one.x + one.w and one.y < other.y + other.h and other.y < one.y + one.h
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("wide", [False, True])
def test_places_do_not_overlap_and_lie_on_the_table(game: str, seats: int, wide: bool) -> None:
    """Only the building tiles of four seats stand in free corners of the forum, and displays on their rival's slab."""
    for viewer in (None, *range(seats)):
        layout: Layout = render.pictures_of(game).layout(seats, wide).seated(viewer, seats)
        places = layout.places | {"prompt": layout.prompt, "scores": layout.scores, "log": layout.log}
        for box in (*places.values(), *layout.slabs):
            assert 12 <= box.x < box.x + box.w <= (WIDE if wide else WIDTH) - 12
            assert 44 <= box.y < box.y + box.h <= HEIGHT - 8
        corners = {("mosaic", "singles"), ("mosaic", "doubles")} if seats == 4 else set()
        for (name, box), (other, there) in combinations(places.items(), 2):
            on_slab = name.startswith("player-") and other == name.replace("player", "display")
            assert not meet(box, there) or (name, other) in corners or on_slab, (name, other)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_upright_tablet_has_a_place_for_every_district(game: str, seats: int) -> None:
    """The same districts as on a desk, without the rivals; each within the table, none on another."""
    pictures = render.pictures_of(game)
    assert pictures.upright is not None
    grid = pictures.upright(seats)
    assert set(grid.places) == set(pictures.layout(seats, False).places)
    places = grid.places | {"prompt": grid.prompt}
    for box in (*places.values(), *grid.slabs):
        assert 12 <= box.x < box.x + box.w <= UPRIGHT_WIDTH - 12
        assert 44 <= box.y < box.y + box.h <= UPRIGHT_HEIGHT - 8
    corners = {("mosaic", "singles"), ("mosaic", "doubles")} if seats == 4 else set()
    for (name, box), (other, there) in combinations(places.items(), 2):
        assert not meet(box, there) or (name, other) in corners, (name, other)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_server_tells_both_tables_and_panels_of_known_districts(game: str, seats: int) -> None:
    """Everything that is drawn has a panel on a small screen, or stands in the last one; no district has two."""
    told = to_builtins(board_layout(game, 0, seats, "en"))
    for boxes in (told, told["wide"]):
        assert set(boxes) >= {"slabs", "prompt", "scores", "log", "places"}
    assert len(told["slabs"]) == len(told["wide"]["slabs"])
    small = draw(ulpia.new(game, seats=seats, seed=1).view(0), "en", form=render.SMALL)
    shown = [name for panel in told["panels"] for name in panel["districts"]]
    assert len(shown) == len(set(shown))
    assert set(shown) <= set(small)
    assert {name for name in small if not name.startswith(("player-", "strip-"))} == set(shown)
    assert {panel["sign"] for panel in told["panels"]} <= set(DRAWINGS)
    assert list(render.pictures_of(game).panels(seats)) == [panel["name"] for panel in told["panels"]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_small_pictures_offer_the_same_places(game: str, seats: int) -> None:
    """Whatever can be chosen on a table can be chosen on a phone; rivals have a strip each."""
    for match in moments(game, seats):
        for viewer in (match.seat, None):
            view = match.view(viewer)
            small, full = draw(view, "de", form=render.SMALL), draw(view, "de")
            idents = IDENT.findall("".join(small.values()))
            assert len(idents) == len(set(idents))
            for option in match.options if viewer is not None else ():
                assert set(render.places(view, option)) <= set(idents)
            own = viewer or 0
            assert {name for name in small if name.startswith("strip-")} == {
                f"strip-{seat}" for seat in range(seats) if seat != own
            }
            assert not any(name.startswith("strip-") for name in full)
            homes = re.findall(r'data-home="(\d)"', "".join(small.values()))
            assert sorted(homes) == [str(seat) for seat in range(seats)]
            for picture in small.values():
                ElementTree.fromstring(picture)
                assert references(picture) <= set(DRAWINGS)


def test_an_upright_map_is_stretched_and_its_pieces_are_not() -> None:
    """Circles stay circles: no element is scaled by two numbers."""
    view = ulpia.new("trajan", seats=4, seed=1, setup="dealt").view(0)
    flat, tall = (draw(view, "en", form=form)["provinces"] for form in (render.FULL, render.SMALL))
    width, height = map(float, (VIEW_BOX.search(tall) or [""])[1].split()[2:])
    assert height > width
    assert "scale(" not in tall
    assert len(re.findall("<use ", flat)) == len(re.findall("<use ", tall))


def test_the_forum_is_as_large_as_its_squares() -> None:
    """Two seats: three tableaus on their side; three: two rows; four: one more below."""
    sizes = {}
    for seats in (2, 3, 4):
        drawn = draw(ulpia.new("forum_trajanum", seats=seats, seed=1).view(0), "en")["mosaic"]
        w, h = map(float, (VIEW_BOX.search(drawn) or [""])[1].split()[2:])
        sizes[seats] = (round(w) // 40, round(h) // 40)
        assert len(re.findall(r'id="square-', drawn)) == {2: 36, 3: 48, 4: 60}[seats]
    assert sizes == {2: (9, 4), 3: (8, 6), 4: (8, 9)}


def test_neighbours_stay_neighbours_where_the_forum_lies_on_its_side() -> None:
    """A quarter turn: every square has its own place, and areas stay in one piece."""
    view = ulpia.new("forum_trajanum", seats=2, seed=3).view(0)
    drawn = draw(view, "en")["mosaic"]
    found = re.findall(r'id="square-(\d+)-(\d+)"[^>]*><path class="hit" d="M(\d+) (\d+)h', drawn)
    where = {(int(r), int(c)): (int(x) // 40, int(y) // 40) for r, c, x, y in found}
    assert len(set(where.values())) == len(where) == 36
    for (r, c), (x, y) in where.items():
        for r2, c2 in ((r + 1, c), (r, c + 1)):
            if (r2, c2) in where:
                x2, y2 = where[r2, c2]
                assert abs(x - x2) + abs(y - y2) == 1


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_open_eyes_see_the_hands_of_rivals(viewer: int | None) -> None:
    """In a replay with all open the panel of a rival shows every card of the hand."""
    seen = 0
    for match in moments("trajan", 4, setup="dealt"):
        drawn = draw(opened(match, viewer), "en")
        for seat in range(4):
            hand = view_of(match, seat).players[seat].hand
            if seat == (viewer or 0):
                continue
            for name in ("player", "display"):
                goods = set(re.findall(r'data-piece="card-(\w+)"', drawn[f"{name}-{seat}"]))
                laid_out = view_of(match, seat).players[seat].display if name == "display" else {}
                assert goods == {*hand, *laid_out}
                seen += len(hand)
        closed = draw(match.view(viewer), "en")
        assert not any("card-" in closed[f"player-{seat}"] for seat in range(4) if seat != (viewer or 0))
    assert seen > 50
    assert set(trajan.GOODS) <= set(DRAWINGS)


def test_open_eyes_see_the_tiles_of_rivals() -> None:
    """Forum Trajanum: tiles taken, kept and received, and the other side of the first envoy."""
    kinds = set()
    for match in moments("forum_trajanum", 3):
        view = opened(match, 0)
        drawn, closed = draw(view, "en"), draw(match.view(0), "en")
        for seat in (1, 2):
            player = view.players[seat]
            if "hidden" in (view_of(match, 0).players[seat].own, view_of(match, 0).players[seat].received):
                assert "#back-" in closed[f"player-{seat}"]
                assert "#back-" not in drawn[f"player-{seat}"]
                kinds.add("tiles")
            if player.first_envoy is not None:
                assert "other side" in drawn[f"player-{seat}"]
                assert "other side" not in closed[f"player-{seat}"]
                kinds.add("envoy")
            taken = [player.taking.card(card).face for card in ("first", "second")] if player.taking else []
            if any(taken) and not player.own:
                kinds.add("taking")
                assert drawn[f"player-{seat}"] != closed[f"player-{seat}"]
    assert kinds == {"tiles", "envoy", "taking"}


def test_the_line_above_tells_where_the_game_stands() -> None:
    """In both languages, in Roman numerals, to the end."""
    first, *_, last = moments("trajan", 2)
    assert render.crumb(first.view(0), "en") == "Quarter I, round 1."
    assert render.crumb(last.view(None), "de") == "Das Spiel ist zu Ende."
    view: Any = replace(first.view(0), quarter=2, round=3)
    assert render.crumb(view, "de") == "Quartal II, Runde 3."
    forum = ulpia.new("forum_trajanum", seats=2, seed=1).view(0)
    assert render.crumb(replace(forum, cycle=2, round=6), "en") == "Cycle II, round 2."
    assert render.crumb(replace(forum, cycle=3, round=12), "de") == "Durchgang III, Runde 4."
