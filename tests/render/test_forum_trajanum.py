"""The picture of Forum Trajanum: well-formed, every option in its place, nothing in it that is not in the view."""

import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import ulpia
from tests.support.pictures import DRAWINGS, references
from tests.support.pictures import drawn as draw
from ulpia import render
from ulpia.core.i18n import LANGUAGES
from ulpia.games.forum_trajanum import actions as act
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures import TEXTS
from ulpia.games.forum_trajanum.pictures.formations import BUILD, COLLECT
from ulpia.games.forum_trajanum.pictures.grid import layout
from ulpia.games.forum_trajanum.pictures.places import PLACES
from ulpia.match import Match
from ulpia.registry import find_game

GAMES: tuple[dict[str, Any], ...] = (
    {"seats": 2},
    {"seats": 3, "side": "B"},
    {"seats": 4, "variant": "introductory"},
    {"seats": 4, "side": "B", "newcomers": (1, 2)},
)
IDENT = re.compile(r' id="([^"]*)"')
BUTTONS = (act.Decline, act.EndTurn, act.LeaveRow)
BUSY = (act.Build, act.Place, act.Envoy, act.UseBoth)
"""What leads to full boards is chosen more often."""


def walk(seed: int, **options: Any) -> "list[Match]":
    """A random game, after every action."""
    match = ulpia.new("forum_trajanum", seed=seed, **options)
    chance = random.Random(seed)
    stages = [match.copy()]
    while match.seat is not None:
        busy = [option for option in match.options if isinstance(option, BUSY)]
        match.play(chance.choice(busy if busy and chance.random() < 0.7 else match.options))
        stages.append(match.copy())
    return stages


@pytest.fixture(scope="module", params=range(len(GAMES)), ids=lambda at: "-".join(map(str, GAMES[at].values())))
def stages(request: pytest.FixtureRequest) -> "list[Match]":
    """Every position of one game."""
    return walk(request.param, **GAMES[request.param])


def idents(drawn: "dict[str, str]") -> "list[str]":
    """All ids of a table."""
    return [ident for picture in drawn.values() for ident in IDENT.findall(picture)]


def test_every_option_lights_a_place_that_is_drawn(stages: "list[Match]") -> None:
    """The contract with the browser: an id of the picture, or a button."""
    for match in stages:
        if match.seat is None:
            continue
        view = match.view(match.seat)
        known = set(idents(draw(view, "en")))
        for option in match.options:
            places = render.places(view, option)
            assert set(places) <= known, option
            assert (not places) == isinstance(option, BUTTONS), option


def test_every_kind_of_action_has_a_place_or_is_a_button() -> None:
    """A new kind of action is noticed."""
    assert {type(action) for action in act.ACTIONS} == set(PLACES) | set(BUTTONS)


def test_options_that_differ_share_a_place_only_where_a_menu_can_tell_them_apart(stages: "list[Match]") -> None:
    """A place with several meanings has options that read differently."""
    for match in stages[::7]:
        if match.seat is not None:
            said = [match.game.say_action(option, "en") for option in match.options]
            assert len(said) == len(set(said))


def test_the_picture_is_well_formed_with_unique_ids_for_every_viewer_in_both_languages(stages: "list[Match]") -> None:
    """Every step, every pair of eyes, every language draws; and every sign that is used exists."""
    thorough = stages[0].seats == 2 or stages[0].settings["newcomers"]
    for at, match in enumerate(stages if thorough else stages[::4]):
        for viewer in (None, *range(match.seats)):
            language = LANGUAGES[(at + (viewer or 0)) % len(LANGUAGES)]
            drawn = draw(match.view(viewer), language)
            everything = idents(drawn)
            assert len(everything) == len(set(everything))
            assert not set(everything) & set(DRAWINGS)
            if at % 5 == 0:
                for name, picture in drawn.items():
                    root = ElementTree.fromstring(picture)
                    assert root.get("id") == f"district-{name}"
                    assert references(picture) <= set(DRAWINGS)
                    labels = [g.get("aria-label") for g in root.iter() if "opt" in (g.get("class") or "").split()]
                    assert all(labels)


def test_whatever_can_be_chosen_ends_with_its_halo(stages: "list[Match]") -> None:
    """Rings lie on top."""
    match = stages[len(stages) // 2]
    for picture in draw(match.view(0), "en").values():
        for element in ElementTree.fromstring(picture).iter():
            if "opt" in (element.get("class") or "").split():
                assert "halo" in (list(element)[-1].get("class") or "")


def test_a_picture_shows_what_the_viewer_knows_and_nothing_else(stages: "list[Match]") -> None:
    """Views that look the same give the same picture, whatever is hidden behind them."""
    for at, match in enumerate(stages[:: max(1, len(stages) // 25)]):
        for viewer in (None, at % match.seats):
            view, imagined = match.view(viewer), match.imagine(viewer, seed=at).view(viewer)
            assert view == imagined
            assert draw(view, "en") == draw(imagined, "en")


def test_names_of_seats_never_become_markup() -> None:
    """A name is text, wherever it stands."""
    match = walk(1, seats=3)[120]
    named = ["<b>&\"'", "]]><script>", "a" * 200]
    for viewer in (None, 0, 1, 2):
        for picture in draw(match.view(viewer), "de", named).values():
            ElementTree.fromstring(picture)
            assert "<script" not in picture
            assert "<b>" not in picture


def test_all_cards_are_drawn_and_said() -> None:
    """Both tasks of every Trajan card have a drawing of known signs, and short words in both languages."""
    assert set(BUILD) == set(names.BUILD_TASKS)
    assert set(COLLECT) == set(names.COLLECT_TASKS)
    assert {sign for signs in COLLECT.values() for sign in signs} <= set(DRAWINGS)


def test_every_district_has_its_place_on_the_table_and_every_source_its_hue(stages: "list[Match]") -> None:
    """The whole picture leaves nothing out but what more is seen of rivals where a screen is wide."""
    match = stages[-1]
    drawn = draw(match.view(0), "en")
    assert set(layout(match.seats, wide=True).seated(0, match.seats).places) == set(drawn)
    displays = {f"display-{seat}" for seat in range(1, match.seats)}
    assert set(layout(match.seats).seated(0, match.seats).places) == set(drawn) - displays
    assert set(layout(match.seats).sources) == set(names.SOURCES)


def test_the_whole_table_is_one_picture_by_day_and_by_night(stages: "list[Match]") -> None:
    """For notebooks and files: nothing refers to a style sheet."""
    for theme in ("day", "night"):
        for match in (stages[0], stages[len(stages) // 2], stages[-1]):
            picture = render.svg(match.view(match.seat), "de", theme)
            ElementTree.fromstring(picture)
            assert "var(" not in picture


def test_both_languages_have_the_same_words() -> None:
    """A text that is missing in one language is noticed here."""
    english, german = (TEXTS.table(language) for language in LANGUAGES)
    assert set(english) == set(german)
    for key, words in english.items():
        if isinstance(words, dict):
            assert set(words) == set(german[key])
            continue
        assert sorted(re.findall(r"\{\w+\}", words)) == sorted(re.findall(r"\{\w+\}", german[key])), key


def test_figures_of_our_own_making_say_so_where_they_stand(stages: "list[Match]") -> None:
    """A sign and a sentence wherever the file of printed figures admits a reconstruction; none where it is sure."""
    match = stages[0]
    tables = match.components.tables
    drawn = draw(match.view(0), "en")
    printed = {
        "colonia": ("temples",),
        "mosaic": ("mosaic",),
        "prestige": ("prestige",),
        "doubles": ("structures",),
        "beside": ("resource_tiles",),
        "tracks": ("premium_tracks", "column"),
        "citizens": ("second_citizen",),
    }
    for name, behind in printed.items():
        guessed = any(tables[table]["sure"] == "reconstruction" for table in behind)
        assert ("reconstruction" in drawn[name]) == guessed, name
        assert ("<title>This figure is our reconstruction" in drawn[name]) == (guessed and not low(match, name)), name


def low(match: Match, name: str) -> bool:
    """The low shelf of building tiles has no room for a sign; its label owns up all the same."""
    return match.seats == 3 and name == "doubles"


def test_the_sign_of_reconstructed_figures_is_explained_and_looks_like_no_button(stages: "list[Match]") -> None:
    """A line on the table says what it means; it has no ring."""
    drawn = draw(stages[0].view(0), "en")
    assert "our reconstruction" in drawn["note"]
    assert 'aria-label="The forum in Rome. This figure is our reconstruction' in drawn["mosaic"]
    sign = re.search(r"<title>This figure is our reconstruction.*?</g>", drawn["prestige"])
    assert sign is not None
    assert "<circle" not in sign[0]


def test_figures_that_an_owner_has_corrected_are_not_ours(tmp_path: Path) -> None:
    """A corrected table carries no sign, whatever its file says of itself; the other tables keep theirs."""
    shipped = find_game("forum_trajanum").folder / "components.toml"
    file = tmp_path / "own.toml"
    file.write_text(shipped.read_text().replace("cypresses = [2, 4, 6]", "cypresses = [1, 4, 6]"))
    ours, own = (
        ulpia.new("forum_trajanum", 2, 1, setup="dealt", components=components).view(0) for components in (None, file)
    )
    assert set(ours.reconstructed) - set(own.reconstructed) == {"prestige"}
    assert "reconstruction" in draw(ours, "en")["prestige"]
    drawn = draw(own, "en")
    assert "reconstruction" not in drawn["prestige"]
    assert "reconstruction" in drawn["mosaic"]


def test_figures_that_are_all_an_owners_need_no_explanation(stages: "list[Match]") -> None:
    """The line goes with the last sign."""
    drawn = draw(replace(stages[0].view(0), reconstructed=[]), "en")
    assert not any("reconstruction" in picture for picture in drawn.values())
