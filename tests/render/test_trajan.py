"""The picture of Trajan: well-formed, every option in its place, nothing in it that is not in the view."""

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import ulpia
from tests.support.picture_changes import apply_changes
from tests.support.pictures import DRAWINGS, references, strings, view_of
from tests.support.pictures import drawn as draw
from ulpia import render
from ulpia.core.i18n import LANGUAGES
from ulpia.core.view import Question
from ulpia.games.trajan import actions as act
from ulpia.games.trajan import names
from ulpia.games.trajan.pictures.grid import layout
from ulpia.games.trajan.pictures.places import BUTTONS
from ulpia.games.trajan.view.types import TrajanView
from ulpia.match import Match
from ulpia.render.tree import Picture

IDENT = re.compile(r' id="([^"]*)"')
IDLE = (act.Pass, act.LeaveTile, act.Forgo, act.Enough, act.EndTurn)


def walk(seed: int, seats: int) -> list[Match]:
    """A random game, after every action; what fills the table is chosen more often."""
    match = ulpia.new("trajan", seed=seed, seats=seats)
    chance = random.Random(seed)
    stages = [match.copy()]
    while match.seat is not None:
        busy = [option for option in match.options if not isinstance(option, IDLE)]
        match.play(chance.choice(busy if busy and chance.random() < 0.8 else match.options))
        stages.append(match.copy())
    return stages


@pytest.fixture(scope="module", params=[2, 3, 4])
def stages(request: pytest.FixtureRequest) -> list[Match]:
    """Every position of one game."""
    return walk(request.param + 10, request.param)


def idents(drawn: dict[str, str]) -> list[str]:
    """All ids of a table."""
    return [ident for picture in drawn.values() for ident in IDENT.findall(picture)]


def test_every_option_lights_a_place_that_is_drawn(stages: list[Match]) -> None:
    """The contract with the browser: an id of the picture, or a button."""
    for match in stages[:-1]:
        view = match.view(match.seat)
        known = set(idents(draw(view, "en")))
        for option in match.options:
            places = render.places(view, option)
            assert (not places) == isinstance(option, BUTTONS), option
            assert set(places) <= known, option


def test_every_kind_of_action_has_a_place_or_is_a_button() -> None:
    """A new kind of action is noticed: `places` raises for what it does not know."""
    match = ulpia.new("trajan", seats=2, seed=1, setup="dealt")
    view = match.view(match.seat)
    assert isinstance(view, TrajanView)
    me = replace(view.players[match.seat or 0], leader="belgica", hand=dict.fromkeys(names.GOODS, 1))
    view = replace(
        view,
        question=Question("fulfil", "forum"),
        senate=replace(view.senate, bonus_tiles=names.BONUS_TILES),
        players=[me, me],
    )
    for action in act.ACTIONS:
        if not isinstance(action, (*BUTTONS, act.TakeTile)):
            assert render.places(view, action), action


def test_equal_tiles_of_the_forum_light_up_together() -> None:
    """Nobody wonders why only one of three is lit."""
    match = ulpia.new("trajan", seats=4, seed=1, setup="dealt")
    view = match.view(match.seat)
    view = replace(view, forum=["bread", None, "bread", "games"], extra_actions=["extra forum", None, "extra forum"])
    assert render.places(view, act.TakeTile("bread")) == ("forum-0", "forum-2")
    assert render.places(view, act.TakeTile("extra forum")) == ("extra-0", "extra-2")


def test_the_picture_is_well_formed_with_unique_ids_for_every_viewer_in_both_languages(stages: list[Match]) -> None:
    """Every step, through one pair of eyes or all: every sign exists, whatever can be chosen says what it is."""
    for at, match in enumerate(stages):
        everybody = (None, *range(match.seats))
        for viewer in everybody if at % 8 == 0 else everybody[at % len(everybody) :][:1]:
            language = LANGUAGES[(at // len(everybody) + (viewer or 0)) % len(LANGUAGES)]
            drawn = draw(match.view(viewer), language)
            everything = idents(drawn)
            assert len(everything) == len(set(everything))
            assert not set(everything) & set(DRAWINGS)
            if at % 9 == 0:
                for name, picture in drawn.items():
                    root = ElementTree.fromstring(picture)
                    assert root.get("id") == f"district-{name}"
                    assert references(picture) <= set(DRAWINGS)
                    for element in root.iter():
                        if "opt" in (element.get("class") or "").split():
                            assert element.get("aria-label")
                            assert "halo" in (list(element)[-1].get("class") or "")


def test_a_picture_is_a_function_of_the_view_and_nothing_else(stages: list[Match]) -> None:
    """Drawn again it is the same; and views that look the same give the same picture, whatever is hidden."""
    for at, match in enumerate(stages[:: max(1, len(stages) // 25)]):
        for viewer in (None, at % match.seats):
            view, imagined = match.view(viewer), match.imagine(viewer, seed=at).view(viewer)
            assert draw(view, "en") == draw(imagined, "en")
            assert render.svg(view, "de", "night") == render.svg(match.copy().view(viewer), "de", "night")


def test_cards_in_a_hand_are_drawn_for_their_owner_alone(stages: list[Match]) -> None:
    """T-111: a rival's hand is a number."""
    for match in stages[:: max(1, len(stages) // 25)]:
        for viewer in range(match.seats):
            drawn = draw(match.view(viewer), "en")
            assert "hand-0" not in "".join(picture for name, picture in drawn.items() if name != "hand")
            goods = set(re.findall(r"#(?:card|good)-(\w+)", drawn["hand"]))
            assert goods == set(view_of(match, viewer).players[viewer].hand)


def test_names_of_seats_never_become_markup(stages: list[Match]) -> None:
    """A name is text, wherever it stands."""
    match = stages[len(stages) // 2]
    named = ["<script>alert(1)</script>", "]]>&\"'", "a" * 200, "<b>"][: match.seats]
    for viewer in (None, *range(match.seats)):
        view = match.view(viewer)
        for picture in (*draw(view, "de", named).values(), render.svg(view, "en", "day", named, named)):
            ElementTree.fromstring(picture)
            assert "<script" not in picture
            assert "<b>" not in picture


def test_setting_up_offers_every_pair_that_is_left(stages: list[Match]) -> None:
    """T-04: six times two markers; the tray that is asked about is the target."""
    first = stages[0]
    drawn = draw(first.view(first.seat), "en")
    assert len(re.findall(r'id="pair-', drawn["mat"])) == len(first.options) == 21
    assert 'class="opt target" id="tray-0"' in drawn["circle"]


def test_changed_parts_put_together_again_are_the_new_picture(stages: list[Match]) -> None:
    """What a move sends: whole districts, or parts that take the place of those with the same id."""
    pictures = [render.districts(match.view(0), "en") for match in (*stages[:120], *stages[-60:])]
    sent = []
    for before, after in pairwise(pictures):
        changed = render.changes(before, after)
        sent.append(len(str(changed)))
        assert apply_changes(strings(before), changed) == strings(after)
    assert sum(sent) / len(pictures) < 6000


def test_a_district_that_comes_or_goes_is_sent_whole_or_empty() -> None:
    """A page can follow."""
    one, same, other = (Picture("", ("<svg/>",)) for _ in range(3))
    assert render.changes({"a": one, "b": one}, {"b": same, "c": other}) == {"a": "", "c": "<svg/>"}


def test_every_district_has_its_place_on_the_table_and_every_source_its_hue(stages: list[Match]) -> None:
    """The whole picture leaves nothing out but the displays of rivals, for which there is room on wide screens only."""
    match = stages[-1]
    drawn = draw(match.view(0), "en")
    assert set(layout(match.seats, wide=True).seated(0, match.seats).places) == set(drawn)
    displays = {f"display-{seat}" for seat in range(1, match.seats)}
    assert set(layout(match.seats).seated(0, match.seats).places) == set(drawn) - displays
    assert set(layout(match.seats).sources) == set(names.SOURCES)


def test_the_whole_table_is_one_picture_by_day_and_by_night(stages: list[Match]) -> None:
    """For notebooks and files: nothing refers to a style sheet or to something that is not in the picture."""
    for theme in ("day", "night"):
        for match in (stages[0], stages[len(stages) // 2], stages[-1]):
            picture = match.picture("de", match.seat, theme)
            ElementTree.fromstring(picture)
            assert "var(" not in picture
            assert "currentColor" not in picture
            assert set(re.findall(r'<use href="#([\w-]+)"', picture)) <= set(IDENT.findall(picture))
    assert stages[-1]._repr_svg_() == stages[-1].picture()
