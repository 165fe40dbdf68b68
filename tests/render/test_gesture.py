"""Sowing as one gesture: what is shown before it is confirmed is what the rules then do."""

import random
import re
from collections import Counter
from itertools import permutations
from xml.etree import ElementTree

import pytest

import ulpia
from tests.games.trajan.drawing import draw as draw_table
from tests.support.pictures import DRAWINGS, references, strings, view_of
from tests.support.pictures import drawn as draw
from ulpia import render
from ulpia.core.actions import Action
from ulpia.core.i18n import LANGUAGES
from ulpia.games.trajan.actions import Lay, Sow
from ulpia.games.trajan.names import COLOUR_LETTERS, COLOURS, DEMANDS, TRAYS
from ulpia.match import Match

IDENT = re.compile(r' id="([^"]*)"')
SMALL_HAND = 4
Trays = dict[str, Counter[str]]


def turns(seed: int, seats: int) -> list[Match]:
    """Positions of a random game in which a tray is chosen; small trays are sown more often, so that others grow."""
    match = ulpia.new("trajan", seed=seed, seats=seats)
    chance = random.Random(seed)
    found = []
    while match.seat is not None:
        options = list(match.options)
        if asks(match) == "turn":
            found.append(match.copy())
            trays = view_of(match, match.seat).players[match.seat].trays
            options = sorted(options, key=lambda sow: sum(trays[sow.tray].values()))  # type: ignore[attr-defined]
            options = options[:1] if chance.random() < 0.6 else options
        match.play(chance.choice(options))
    return found


@pytest.fixture(scope="module")
def positions() -> list[Match]:
    """Of games for 2, 3 and 4."""
    return [match for seats in (2, 3, 4) for match in turns(seats, seats)]


def asks(match: Match) -> str:
    """What kind of decision is pending."""
    return match.question.kind if match.question else ""


def after(match: Match, actions: tuple[Action, ...]) -> Match:
    """The game with these actions played; the rules refuse what is not allowed."""
    copy = match.copy()
    for at, action in enumerate(actions):
        assert asks(copy) == ("lay" if at else "turn")
        copy.play(action)
    return copy


def trays_of(match: Match, seat: int) -> Trays:
    """What lies in the trays of a seat."""
    return {tray: Counter(held) for tray, held in view_of(match, seat).players[seat].trays.items()}


def trays_shown(gesture: render.Gesture) -> Trays:
    """What the picture tells of the trays."""
    root = ElementTree.fromstring(gesture.districts["circle"].to_string())
    shown = {}
    for element in root:
        ident = element.get("id") or ""
        if ident.startswith("tray-"):
            words = (element.get("aria-label") or "").split(": ")[1].lower().split(", ")
            shown[TRAYS[int(ident[5:])]] = Counter(word for word in words if word in COLOURS)
    drawn = re.findall(
        r'#marker-(\w+)"', re.sub(r'<g class="opt[^"]*" id="slot-.*?</g>', "", gesture.districts["circle"].to_string())
    )
    assert len(drawn) == sum(sum(held.values()) for held in shown.values())
    return shown


def flagged(gesture: render.Gesture) -> bool:
    """Whether a Trajan tile wears laurel."""
    return 'class="opt fulfil"' in gesture.districts["circle"].to_string()


def proposal(match: Match, *actions: Action) -> render.Gesture:
    """The gesture of the seat that decides."""
    found = render.gesture(match.view(match.seat), actions, match.dry_run, "en")
    assert found is not None
    return found


def test_a_gesture_can_be_played_and_leads_to_what_was_shown(positions: list[Match]) -> None:
    """T-10, T-12: legal to the last step, nothing left to lay, the trays as drawn, the flag where the rules ask."""
    sizes, kinds = set(), set()
    for match in positions[::3]:
        seat = match.seat
        assert seat is not None
        for sow in match.options:
            gesture = proposal(match, sow)
            played = after(match, gesture.actions)
            assert asks(played) != "lay"
            assert trays_of(played, seat) == trays_shown(gesture)
            assert flagged(gesture) == (asks(played) == "fulfil")
            sizes.add(trays_of(match, seat)[sow.tray].total())  # type: ignore[attr-defined]
            kinds.add(flagged(gesture))
    assert sizes >= {1, 2, 3, 4, 5, 6, 7, 8}
    assert kinds == {True, False}


def test_what_leaves_no_choice_is_left_out(positions: list[Match]) -> None:
    """The last marker, and several of one colour, are laid by the rules."""
    for match in positions[::6]:
        for sow in match.options:
            actions = proposal(match, sow).actions
            assert actions[0] == sow
            assert all(isinstance(action, Lay) for action in actions[1:])
            assert render.gesture(match.view(match.seat), actions, match.dry_run, "en") == proposal(match, sow)


def test_the_first_proposal_fulfils_the_tile_if_any_order_can(positions: list[Match]) -> None:
    """Tried with every order of small hands by the rules themselves."""
    could = 0
    for match in positions[::4]:
        assert match.seat is not None
        for sow in match.options:
            hand = [*trays_of(match, match.seat)[sow.tray].elements()]  # type: ignore[attr-defined]
            if len(hand) > SMALL_HAND or flagged(proposal(match, sow)):
                continue
            for order in set(permutations(hand)):
                copy = match.copy()
                for action in (sow, *map(Lay, order)):
                    if action is sow or asks(copy) == "lay":
                        copy.play(action)
                assert asks(copy) != "fulfil", (sow, order)
                could += 1
    assert could > 100


def test_a_beginning_is_kept_and_completed(positions: list[Match]) -> None:
    """Some markers laid by hand, the others proposed; fulfilled if that is still possible."""
    chance = random.Random(7)
    for match in positions[::6]:
        assert match.seat is not None
        for sow in match.options:
            hand = [*trays_of(match, match.seat)[sow.tray].elements()]  # type: ignore[attr-defined]
            chance.shuffle(hand)
            begun = tuple(map(Lay, hand[: chance.randint(0, len(hand))]))
            gesture = proposal(match, sow, *begun)
            shared = min(len(begun) + 1, len(gesture.actions))
            assert gesture.actions[:shared] == (sow, *begun)[:shared]
            assert trays_of(after(match, gesture.actions), match.seat) == trays_shown(gesture)


def test_every_choice_leads_to_another_gesture_that_can_be_played(positions: list[Match]) -> None:
    """Two steps exchanged, or another tray."""
    chance = random.Random(8)
    for match in positions[::3]:
        assert match.seat is not None
        gesture = proposal(match, chance.choice(match.options))
        single = [choice for choice in gesture.choices if len(choice.places) == 1]
        others = {choice.actions[0] for choice in single if choice.places[0].startswith("tray-")}
        assert others == {sow for sow in match.options if sow != gesture.actions[0]}
        for choice in gesture.choices if len(gesture.choices) < 6 else chance.sample(gesture.choices, 6):
            changed = proposal(match, *choice.actions)
            assert changed.actions != gesture.actions
            assert trays_of(after(match, changed.actions), match.seat) == trays_shown(changed)


def test_exchanging_two_steps_exchanges_their_colours() -> None:
    """The picture after a tap is the picture before it with two markers changed."""
    match = turns(3, 3)[5]
    for sow in match.options:
        gesture = proposal(match, sow)
        for choice in gesture.choices:
            if choice.places[0].startswith("order-"):
                one, other = choice.places
                before, now = steps(gesture), steps(proposal(match, *choice.actions))
                assert (before[one], before[other]) == (now[other], now[one])
                assert {**before, one: "", other: ""} == {**now, one: "", other: ""}


def steps(gesture: render.Gesture) -> dict[str, str]:
    """The colour of each step in the row."""
    found = re.findall(r'id="(order-\d+)".*?#marker-(\w+)"', gesture.districts["mat"].to_string())
    return dict(found)


@pytest.mark.parametrize("form", [render.FULL, render.SMALL])
def test_the_pictures_are_well_formed_and_every_choice_has_its_places(positions: list[Match], form: str) -> None:
    """On a small screen the order stands in the place of the hand."""
    for at, match in enumerate(positions[::3]):
        view = match.view(match.seat)
        usual = draw(view, "en")
        for sow in match.options:
            gesture = render.gesture(view, [sow], match.dry_run, LANGUAGES[at % len(LANGUAGES)], form=form)
            assert gesture is not None
            assert set(gesture.districts) == {"circle", "time", "mat" if form == render.FULL else "hand"}
            assert set(gesture.quiet) <= set(usual) - set(gesture.districts)
            whole = "".join(strings(gesture.districts).values())
            idents = IDENT.findall(whole)
            assert len(idents) == len(set(idents))
            assert references(whole) <= set(DRAWINGS)
            chosen = [
                element.get("id")
                for picture in strings(gesture.districts).values()
                for element in ElementTree.fromstring(picture).iter()
                if "opt" in (element.get("class") or "").split() and element.get("aria-label")
            ]
            assert {place for choice in gesture.choices for place in choice.places} <= set(chosen)
            places = [frozenset(choice.places) for choice in gesture.choices]
            assert len(places) == len(set(places))
            assert all(choice.words for choice in gesture.choices)


def test_a_gesture_tells_when_a_round_and_a_quarter_end() -> None:
    """T-11, T-90."""
    spaces = view_of(turns(4, 4)[0], None).time.spaces
    for space, number, words in (
        (0, 1, "the round goes on"),
        (spaces - 3, 1, "the round goes on"),
        (spaces - 2, 1, "this round ends"),
        (spaces - 1, 3, "this round ends"),
        (spaces - 2, 4, "the quarter ends"),
    ):
        demands = ", ".join(DEMANDS[: number - 1])
        table = draw_table(f"seats 4\n0 trays: - / WB / - / - / - / W\ntime: {space}\ndemands: {demands}")
        gesture = proposal(table.match, Sow("forum"))
        assert words in gesture.districts["mat"].to_string()
        assert "Time moves on 2 spaces" in gesture.districts["mat"].to_string()
        assert "+2" in gesture.districts["time"].to_string()


def test_a_gesture_tells_that_two_rounds_end() -> None:
    """T-11: twelve markers on the shortest track."""
    for demands, words in (("", "two rounds end"), ("bread", "two rounds end"), ("bread, games", "the quarter ends")):
        table = draw_table(f"seats 2\n0 trays: W / - / - / WBYGPOWBYGPO / - / -\ntime: 10\ndemands: {demands}")
        assert words in proposal(table.match, Sow("senate")).districts["mat"].to_string()


@pytest.mark.parametrize(
    ("drawn", "tray", "words"),
    [
        ("0 senate: 0", "military", "one step up, 2 points"),
        ("0 senate: 7", "military", "you stand at the top already"),
        ("0 senate: 2\n0 slots: - / - / - / cards 7 / - / -", "military", "one step up, 4 points"),
        ("0 senate: 7\n0 slots: - / - / - / cards 7 / - / -", "military", "you stand at the top already"),
        ("0 slots: cards 1 / - / - / - / cards 0 / -", "senate", "take a tile to the arch at II"),
        ("0 slots: cards 1 / cards 2 / cards 3 / cards 4 / cards 0 / cards 5", "senate", "no empty slot for a tile"),
        (
            "0 slots: cards 1 / cards 2 / cards 3 / cards 4 / cards 7 / cards 5",
            "senate",
            "take a tile to the arch at V",
        ),
    ],
)
def test_a_gesture_tells_what_the_action_will_do(drawn: str, tray: str, words: str) -> None:
    """T-60, T-15: whether or not a tile is fulfilled before."""
    table = draw_table(f"seats 2\n0 trays: W / B / P / G / PY / -\n{drawn}")
    assert words in proposal(table.match, Sow(tray)).districts["mat"].to_string()


@pytest.mark.parametrize("count", range(6, 13))
def test_up_to_twelve_markers_go_round_twice(count: int) -> None:
    """Every step has its marker and its card; none lies on another."""
    held = (COLOUR_LETTERS * 2)[:count]
    match = draw_table(f"seats 2\n0 trays: - / - / W / {held} / - / -").match  # a single tray would not be asked for
    gesture = render.gesture(match.view(match.seat), [Sow("senate")], match.dry_run, "de")
    assert gesture is not None
    places = re.findall(
        r'#marker-\w+" data-piece="\S+" x="([\d.]+)" y="([\d.]+)"', gesture.districts["circle"].to_string()
    )
    assert len(places) == len(set(places)) == count + 1
    assert len(re.findall(r'id="order-\d+"', gesture.districts["mat"].to_string())) == count


def test_there_is_no_gesture_where_none_begins() -> None:
    """Other actions, another question, markers that are not in the tray, another game."""
    match = turns(2, 2)[0]
    view, seat = view_of(match, match.seat), match.seat or 0
    empty = next(iter(set(map(Sow, TRAYS)) - set(match.options)), None)
    sow = match.options[0]
    held = view.players[seat].trays[sow.tray]  # type: ignore[attr-defined]
    other = next(colour for colour in COLOURS if colour not in held)
    assert render.gesture(view, [], match.dry_run, "en") is None
    assert render.gesture(view, [Lay("white")], match.dry_run, "en") is None
    assert render.gesture(view, [sow, Lay(other)], match.dry_run, "en") is None
    assert render.gesture(view, [sow, sow], match.dry_run, "en") is None
    assert empty is None or render.gesture(view, [empty], match.dry_run, "en") is None
    assert render.gesture(match.view(1 - seat), [sow], match.dry_run, "en") is None
    forum = ulpia.new("forum_trajanum", seats=2, seed=1)
    assert render.gesture(forum.view(forum.seat), [forum.options[0]], forum.dry_run, "en") is None
