"""What people read: events, questions and actions in two languages, effects that come true, views and sketches."""

import json
import random
import re
from collections.abc import Iterator, Sequence

import msgspec
import pytest

import ulpia
from tests.games.forum_trajanum.drawing import draw
from ulpia import render
from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.game import Price
from ulpia.games.forum_trajanum import actions, names
from ulpia.games.forum_trajanum.constants import FIRST_QUESTION, Frame
from ulpia.games.forum_trajanum.events import DETAILS, HIDDEN_DETAILS, PRIVATE, Event, read_events
from ulpia.games.forum_trajanum.game import GAME
from ulpia.games.forum_trajanum.text.sentences import ASKED_OTHERWISE, SENTENCES, TEXTS
from ulpia.games.forum_trajanum.text.sketch import visible
from ulpia.games.forum_trajanum.view.types import Forecast, ForumTrajanumPlayerView, ForumTrajanumView
from ulpia.match import Match

NAMES = ["Ann", "Ben", "Cleo", "Dan"]
WIDEST = 100
UNSEEN = {"first_envoy_unseen"}
PAID = {"taken_paid", "took_two_paid", "took_one_paid"}
SETTINGS = [
    {"seats": 2, "seed": 1},
    {"seats": 3, "seed": 2, "side": "B", "newcomers": (0, 2)},
    {"seats": 4, "seed": 3, "variant": "introductory", "setup": "dealt"},
]


def choices(seed: int, **settings: object) -> Iterator[tuple[Match, Action | None]]:
    """A random game that rather builds than declines: every choice and the answer to come; its end and none."""
    match = ulpia.new("forum_trajanum", seed=seed, **settings)  # type: ignore[arg-type]
    dice = random.Random(seed)
    while match.seat is not None:
        eager = [action for action in match.options if str(action) not in ("end turn", "decline")]
        action = dice.choice(eager or match.options)
        yield match, action
        match.play(action)
    yield match, None


def players_of(match: Match, seat: int | None) -> Sequence[ForumTrajanumPlayerView]:
    view = match.view(seat)
    assert isinstance(view, ForumTrajanumView)
    return view.players


def say(match: Match, action: Action, language: str) -> str:
    """The effect of an option."""
    events = match.dry_run(action).events
    return match.game.say_effect(action, match.view(match.seat), events, language)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("settings", SETTINGS)
def test_every_option_and_event_has_words_in_both_languages(language: str, settings: dict[str, object]) -> None:
    for match, _ in choices(**settings):  # type: ignore[arg-type]
        for viewer in (-1, *range(match.seats)):
            for event in match.game.read_events(match.entries[-1].events, viewer):
                sentence = match.game.say_event(event, language, NAMES)
                assert re.fullmatch(r"[^{}]+\.", sentence)
        if match.seat is None:
            break
        view, dry_runs = match.view(match.seat), match.dry_runs()
        assert match.question is not None
        assert match.game.say_question(match.question, language).endswith((".", "?"))
        for action in match.options:
            assert match.game.say_action(action, language)
            match.game.say_effect(action, view, dry_runs[action.number].events, language)


@pytest.mark.parametrize("settings", SETTINGS)
def test_views_are_json_and_sketches_fit_a_terminal(settings: dict[str, object]) -> None:
    """F-90, F-91: for every seat and a spectator, at every choice."""
    for number, (match, _) in enumerate(choices(**settings)):  # type: ignore[arg-type]
        for viewer in (None, *range(match.seats)):
            view = match.view(viewer)
            assert msgspec.json.decode(msgspec.json.encode(view), type=ForumTrajanumView) == view
            assert json.loads(json.dumps(msgspec.to_builtins(view))) == msgspec.to_builtins(view)
            for language in ("en", "de") if number % 7 == 0 or match.seat is None else ():
                lines = match.game.sketch(view, language, [f"Seat {seat} (random)" for seat in range(4)])
                assert max(visible(line) for line in lines) <= WIDEST


def test_what_is_secret_is_told_to_its_own_seat_alone() -> None:
    """F-15, F-91: the others get no event, or one without the face."""
    alone = {event.name.lower() for event in PRIVATE}
    told = set()
    for match, _ in choices(5, seats=3):
        rows = match.entries[-1].events
        for viewer in (-1, 0, 1, 2):
            seen = read_events(rows, viewer)
            for event in seen:
                if event.seat == viewer:
                    told.add(event.kind)
                else:
                    assert event.kind not in alone
                    assert event.kind != "first_envoy" or not event.details
            hidden = [row for row in rows if Event(row[0]) in PRIVATE and row[1] != viewer]
            assert len(seen) == len(rows) - len(hidden)
    assert alone | {"first_envoy"} <= told | {"taken_nothing"}


def test_effects_come_true() -> None:
    """What is promised happens: points of columns, areas completed, the slider's next step, what is passed on."""
    kept = dict.fromkeys(("column", "area", "step", "passed on"), 0)
    for seed in range(8):
        effect, answer, seat, column = "", "", 0, ""
        for match, action in choices(seed, seats=2 + seed % 3, setup="dealt"):
            happened = {event.kind: event.details for event in match.game.read_events(match.entries[-1].events, seat)}
            if column and "column_scored" in happened:
                points = int(happened["column_scored"]["points"])
                assert column.startswith(f"{points} point{'' if points == 1 else 's'}, ")
                column = ""
                kept["column"] += 1
            if answer.startswith("envoy"):
                assert ("completes the area" in effect) == ("area_completed" in happened)
                kept["area"] += "area_completed" in happened
            if step := re.match(r"step (\d), ", effect):
                assert happened["upgraded"]["position"] == int(step[1])
                kept["step"] += 1
            if answer.startswith("keep") and (passed := players_of(match, seat)[seat].passed):
                assert effect == f"passes on {SENTENCES.face('en', passed)}"
                kept["passed on"] += 1
            if action is None or match.seat is None:
                break
            seat, answer = match.seat, str(action)
            effect = say(match, action, "en")
            if answer.startswith("build"):
                column = effect if answer == "build column" else ""
    assert all(count > 0 for count in kept.values()), kept


def test_effects_of_envoys_come_true() -> None:
    """F-72, F-73: eagle points and groups are those that the rules count afterwards."""
    eagles = {0: 0, 1: 0, 2: 0}
    groups = 0
    for seed in range(6):
        for match, action in choices(seed, seats=2 + seed % 3, setup="dealt"):
            if not isinstance(action, actions.Envoy) or match.seat is None:
                continue
            seat, effect = match.seat, say(match, action, "en")
            promised = int(found[1]) if (found := re.search(r"(\d) eagle point", effect)) else 0
            joined = int(found[1]) if (found := re.search(r"group of (\d+)", effect)) else 1
            after = match.copy()
            after.play(action)
            was, now = players_of(match, seat)[seat].forecast, players_of(after, seat)[seat].forecast
            assert now.eagles - was.eagles == promised
            assert now.envoys == max(was.envoys, joined)
            eagles[promised] += 1
            groups += joined > 1
    assert all(eagles.values()), eagles
    assert groups > 10


def test_effects_of_buildings_come_true() -> None:
    """F-42, F-71: the points of a row and the tiles left are those that the rules count afterwards."""
    rows, tiles = 0, 0
    for seed in range(6):
        left = ""
        for match, action in choices(seed, seats=2 + seed % 3, setup="dealt"):
            if match.seat is None or not isinstance(action, (actions.Build, actions.Place)):
                continue
            seat, effect = match.seat, say(match, action, "en")
            if isinstance(action, actions.Build):
                left = effect
                continue
            promised = int(found[1]) if (found := re.search(r"\+(\d+) point", effect)) else 0
            after = match.copy()
            after.play(action)
            was, now = players_of(match, seat)[seat].forecast, players_of(after, seat)[seat].forecast
            assert now.colonia - was.colonia == promised
            changed = set(stock_of(after).items()) - set(stock_of(match).items())
            assert [left.endswith((f" {count} tiles left", f" {count} tile left")) for _, count in changed] == [True]
            rows += promised > 0
            tiles += 1
    assert rows > 10
    assert tiles > rows


def stock_of(match: Match) -> dict[tuple[str, str], int]:
    """The building tiles that are left."""
    view = match.view(None)
    assert isinstance(view, ForumTrajanumView)
    singles = {(colour, "single"): stock.singles for colour, stock in view.stock.items()}
    return singles | {(colour, "double"): stock.doubles for colour, stock in view.stock.items()}


def test_a_row_that_is_paid_says_what_its_citizens_add() -> None:
    """F-60, F-71: whether they were active before or not."""
    table = draw("""
        seats 2
        0 colonia: ...... / ..T... / LB..T. / .T.... / ...T.. / ......
        0 citizens: merchant 1, merchant 1
        0 resources: money
        pending: paying
    """)
    effects = {str(action): say(table.match, action, "en") for action in table.match.options}
    assert effects["pay merchant 1"].startswith("keeps 2 citizens active, ")
    assert effects["pay merchant 1"].endswith(", +4 points in row 3 when scored")
    assert effects["leave merchant 1"] == "makes 2 citizens inactive"


def test_only_the_marker_of_its_own_track_goes_home_after_a_premium() -> None:
    """F-46, F-47: the marker of another track may be waiting to go home too."""
    table = draw("""
        seats 2
        0 colonia: ...... / ..T... / ....T. / .T.... / ...T.. / ......
        0 tracks: basilica 3, library 1
        0 resources: builder 2
        pending: build
    """)
    table.play("build basilica", "place b1")
    effects = {str(action): say(table.match, action, "en") for action in table.match.options}
    assert re.fullmatch(r"then the marker scores \d points?", effects["premium one more building"])
    table.play("premium one more building", "build library", "place c1")
    effects = {str(action): say(table.match, action, "en") for action in table.match.options}
    assert effects == {"premium worker and tribune": "", "premium a builder": ""}


def test_the_forecast_comes_true() -> None:
    """F-70 to F-74: a seat that pays and leaves nothing at the last moment scores what its forecast said."""
    compared = 0
    for seed in range(8):
        before: list[Forecast] = []
        heads: list[int] = []
        for match, _ in choices(seed, seats=2 + seed % 3, setup="dealt"):
            happened = match.game.read_events(match.entries[-1].events, -1)
            if any(event.kind == "cycle_ended" for event in happened):
                changed = {event.seat for event in happened if event.kind in ("row_paid", "row_left")}
                for seat in set(range(match.seats)) - changed:
                    assert scored(happened, seat) == {
                        "cranes": before[seat].cranes,
                        "colonia": before[seat].colonia,
                        "group": before[seat].group,
                        "eagles": before[seat].eagles,
                        "card": (before[seat].build + before[seat].collect) * heads[seat],
                    }
                    compared += 1
            players = players_of(match, None)
            before = [player.forecast for player in players]
            heads = [player.prestige.head for player in players]
    assert compared > 10


def scored(happened: list[GameEvent], seat: int) -> dict[str, int]:
    """What a seat scored, from the events of a scoring."""
    points = dict.fromkeys(("cranes", "colonia", "group", "eagles", "card"), 0)
    for event in happened:
        source = event.kind.removesuffix("_scored")
        if event.seat == seat and (source in points or source == "crane"):
            points["cranes" if source == "crane" else source] += int(event.details["points"])
    return points


def test_an_open_corner_says_what_lies_there_and_which_crane_it_opens() -> None:
    """F-70: taking it lets the crane score."""
    table = draw("""
        seats 2
        streets: row 1, column f
        0 colonia: O####O / ##T### / ####T# / #T#### / ###T## / O####O
        0 open: a1 patrician, f1 money money, a6 merchant, f6 builder blue
        pending: take
    """)
    effects = {str(action): say(table.match, action, "en") for action in table.match.options}
    assert effects["take a1 first"] == "row 1, shows a patrician, opens the blue crane"
    assert effects["take f6 second"] == "column f, shows builder + blue worker, opens the orange crane"
    assert effects["take b1 first"] == "row 1"
    german = {str(action): say(table.match, action, "de") for action in table.match.options}
    assert german["take f1 first"] == "Zeile 1, zeigt „2 Geld“, legt den grünen Baukran frei"


TAKING = """
    seats 2
    forum: BBG. / BEGO
    streets: row 1, column f
    0 colonia: O####O / ##T### / ####T# / #T#### / ###T## / O####O
    0 open: a1 patrician, f1 money money, a6 merchant, f6 builder blue
    0 resources: tribune
    pending: take
"""


def test_a_tile_outside_its_street_costs_a_tribune_and_the_others_nothing() -> None:
    """F-10, F-12: the price comes from the events of the dry run."""
    match = draw(TAKING).match
    dry_runs = match.dry_runs()
    prices = {str(action): match.game.price(action, dry_runs[action.number].events) for action in match.options}
    assert {notation for notation, price in prices.items() if price is None} == {
        *(f"take {column}1 first" for column in "abcdef"),
        *(f"take f{row} second" for row in range(1, 7)),
    }
    assert set(prices.values()) == {None, Price(1, "tribune")}
    assert "tribune" in render.all_symbols().drawings


def test_a_tile_for_a_tribune_says_what_is_replaced_and_paid() -> None:
    """F-12: in the words of the option, and which street that is beside them."""
    match = draw(TAKING).match
    taken = actions.ACTIONS[actions.TAKE_ANY + names.SQUARES.index("d3")]
    assert taken in match.options
    assert match.game.say_action(taken, "en") == "d3 instead of the first card's street, for 1 tribune"
    assert match.game.say_action(taken, "de") == "d3 statt der Straße der ersten Karte, für 1 Tribun"
    assert say(match, taken, "en") == "not from row 1"
    assert say(match, taken, "de") == "nicht aus Zeile 1"


def test_a_tile_is_named_without_the_ground_below_it() -> None:
    """A newcomer read "free" on a face-down tile that costs a tribune."""
    view = draw(TAKING.replace("O / ##T###", "O / .#T###")).match.view(0)
    for language, tile, ground in (("en", "tile, face down", "empty"), ("de", "verdecktes Plättchen", "leer")):
        picture = render.districts(view, language, NAMES[:2])["colonia"].to_string()
        assert f'aria-label="d3: {tile}"' in picture
        assert f'aria-label="a2: {ground}"' in picture


@pytest.mark.parametrize(
    ("language", "otherwise"),
    [
        ("en", "Otherwise its citizens sleep and count for nothing."),
        ("de", "Sonst schlafen ihre Bürger und zählen nicht."),
    ],
)
def test_whoever_is_asked_to_pay_a_row_reads_what_happens_otherwise(language: str, otherwise: str) -> None:
    """F-60: unpaid citizens are inactive, whether they were active before or not."""
    for state in ("citizens: merchant 1", "citizens: merchant 1\n0 inactive: merchant 1"):
        match = draw(f"""
            seats 2
            0 {state}
            0 resources: money
            pending: paying
        """).match
        assert match.question is not None
        assert match.game.say_question(match.question, language).endswith(f"? {otherwise}")


def test_doing_without_is_told_from_everything_else() -> None:
    declining = {type(action) for action in actions.ACTIONS if GAME.declines(action)}
    assert declining == {actions.Decline, actions.TakeNothing, actions.LeaveRow, actions.EndTurn}


def test_the_sketch_shows_own_tiles_and_hides_those_of_others() -> None:
    """F-91: until they are shown."""
    table = draw("""
        seats 3
        forum: BBG. / BEGO
        envoys: 0 a1, 1 c1
        0 colonia: O##..O / ##T... / #L.#T. / #T.bb. / ###T.. / O....O
        0 open: a1 patrician, f1 money money, a6 merchant, f6 builder blue
        0 resources: builder 2, blue, assistant, tribune 2
        0 own: builder assistant
        1 own: money tribune
        1 passed: upgrade upgrade
        pending: turn 0
    """)
    game = table.match.game
    lines = "\n".join(game.sketch(table.match.view(0), "en", NAMES))
    own, _, others = lines.partition("Ben[/]")
    assert "own builder+assistant" in own
    assert "received 2 upgrades" in own
    assert "a1 patrician · f1 2 money" in own
    assert "money+tribune" not in others
    assert "own [dim]hidden[/]" in others
    assert "Durchgang I, Runde" in "\n".join(game.sketch(table.match.view(None), "de", NAMES))


def test_faces_read_well() -> None:
    assert SENTENCES.face("en", "builder blue") == "builder + blue worker"
    assert SENTENCES.face("de", "builder blue") == "Baumeister + blauer Arbeiter"
    assert SENTENCES.face("en", "money money") == "2 money"
    assert SENTENCES.face("de", "green green") == "2 grüne Arbeiter"
    assert SENTENCES.face("de", "patrician") == "ein Patrizier"
    assert all(SENTENCES.name_of(language, "face", face) for language in ("en", "de") for face in names.FACES)


def test_every_event_question_action_and_name_has_words() -> None:
    words = TEXTS.table("en")
    assert set(words["events"]) - UNSEEN - PAID == {event.name.lower() for event in Event}
    asked = {frame.name.lower() for frame in Frame if frame >= FIRST_QUESTION}
    assert set(words["questions"]) == asked | {question.replace(" ", "_") for question in ASKED_OTHERWISE}
    assert set(words["actions"]) == {type(action).__name__ for action in actions.ACTIONS} | {"TakeTribune"}
    assert PRIVATE | HIDDEN_DETAILS.keys() <= DETAILS.keys()
    for table, known in {
        "colours": (*names.COLOURS, "eagle"),
        "resources": names.SYMBOLS,
        "gained": names.SYMBOLS,
        "citizens": names.CLASSES,
        "rows": names.CITIZEN_ROWS,
        "abilities": names.CITIZEN_ROWS,
        "row_bonuses": names.ROW_BONUSES,
        "streets": names.STREETS,
        "cards": names.CARDS,
        "grey": names.GREY,
        "structures": names.STRUCTURES,
        "short": (*names.GREY, *names.STRUCTURES),
        "buildings": names.BUILDING_TILES,
        "premiums": names.PREMIUMS,
        "bonuses": names.AREA_BONUSES,
        "cycles": names.CYCLES,
        "build_tasks": names.BUILD_TASKS,
        "collect_tasks": names.COLLECT_TASKS,
        "sources": names.SOURCES,
    }.items():
        assert set(words["names"][table]) == set(known)
