"""Laws of observations: they hold what a seat may know, all of it and nothing else, seen from where it sits."""

import json
import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.games import BUILT_IN
from ulpia.core.game import Game
from ulpia.games.forum_trajanum import constants as forum_trajanum
from ulpia.games.trajan import constants as trajan
from ulpia.games.trajan.actions import DRAW_TWO
from ulpia.registry import find_game
from ulpia.research import Batch

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "observations.md"
SEATS = 4
EAGER: dict[str, list[int]] = {"trajan": [DRAW_TWO], "forum_trajanum": []}
"""Actions that are played wherever they can be at every second table: the hidden pile is made anew by nothing else."""
LOWEST = {"points": -10, "agenda": -1, "details": -1}
"""Points can be lost; a detail can be NONE. No other number is below 0."""
HIGHEST = 40
"""Far from 127, where a number would turn negative."""
FRAMES_OF_SEATS = {"trajan": (trajan.Frame.TURN, "first"), "forum_trajanum": (forum_trajanum.Frame.LAY, "second")}
"""The frame of which a detail is a seat, and which."""
every_game = pytest.mark.parametrize("game", BUILT_IN)
every_table = pytest.mark.parametrize("seats", [2, 3, 4])

LEFT_OUT = {"seats", "turns", "players.sources", "players.joined", "players.left_game"}
"""What changes nothing that may be done or scored. (`seats` has a part; a table cannot grow.)"""

PUBLIC: dict[str, dict[str, str]] = {
    "trajan": {
        "seat": "decides",
        "quarters_done": "quarters",
        "rounds_done": "rounds",
        "agenda": "asked, agenda",
        "site_tiles": "site types, site levels",
        "open": "open, open tops, open order",
        "open_size": "open, open tops, open order",
        "tops": "tops, top points",
        "players.slots": "slots, slot points",
        "players.known": "known cards, unseen cards, hidden cards",
        "players.supply": "figures",
        "players.legionnaires": "figures",
        "players.workers": "figures",
    },
    "forum_trajanum": {
        "side_b": "side B, streets shown, streets left",
        "seat": "decides, asked, about, agenda",
        "rounds_done": "rounds",
        "cycles_done": "cycles",
        "streets": "streets left",
        "shown": "streets shown",
        "cards": "tasks",
        "singles": "stock",
        "doubles": "stock",
        "areas": "area free, area taken",
        "traded": "exchanged",
        "workers_trained": "exchanged",
        "builders_trained": "exchanged",
        "agenda": "asked, about, barred, agenda, details",
        "players.covered": "covered, unseen",
        "players.open_faces": "open",
        "players.buildings": "built",
        "players.rows": "citizens, foreign",
        "players.active": "active rows",
        "players.own_shown": "shown, own, hidden, unseen",
        "players.passed_shown": "shown, passed, hidden, unseen, surmised",
        "players.opened": "surmised, unseen",
    },
}
"""The parts that show a public field, where it is not just the one of its name."""
PRIVATE: dict[str, dict[str, str]] = {
    "trajan": {"hand": "hand, unseen cards", "older": "older hand, unseen cards"},
    "forum_trajanum": {
        "bag": "unseen",
        "first_envoy": "first envoy",
        "own": "own",
        "passed": "passed",
        "done": "taken",
        "take_squares": "taken squares",
        "take_faces": "taken faces",
        "take_tribunes": "taken",
        "keeps": "keeps",
    },
}
"""The parts that show what a seat alone knows of itself."""
HIDDEN: dict[str, dict[str, str]] = {
    "trajan": {
        "pile": "hidden cards",
        "players.hand": "hidden cards, unseen cards",
        "players.older": "older cards, hidden cards, unseen cards",
    },
    "forum_trajanum": {
        "players.bag": "unseen",
        "players.first_envoy": "unseen",
        "players.own": "own, hidden, unseen",
        "players.passed": "passed, hidden, unseen, surmised",
        "players.done": "",
        "players.take_squares": "unseen",
        "players.take_faces": "unseen",
        "players.take_tribunes": "",
        "players.keeps": "",
    },
}
"""The parts that show something of what others hide: all of it together, or what they have shown."""
ALIKE = {
    "trajan": {"forum", "open", "bonus_shown", "demands", "tops", "players.slots"},
    "forum_trajanum": {"agenda", "areas", "area_free", "area_taken", "players.covered", "players.opened"},
}
"""Fields that can change unseen. In Trajan: on which space a tile lies; like tiles; what
would lie above the top card of a pile. In
Forum Trajanum: that another has looked at both tiles (F-15); areas that this forum has not; which card a tile from a
corner was taken for. Open tiles are shown by their faces."""
OF_THE_OBSERVER = {"unseen", "surmised", "own", "passed", "hidden"}
"""Parts with a row for each seat that depend on who looks."""


def look(rules: Game, states: Any, seat: int) -> Any:
    """What a seat knows at each table (int8)."""
    facts = rules.read_components().facts
    size = rules.rules.observation.size
    seen = np.zeros((len(states), size), np.int8)
    rules.rules.batch.observe_seat(
        np.array([facts], facts.dtype), states, seat, np.zeros(size, np.int8), np.ones(size, np.int8), seen
    )
    return seen


@cache
def collected(game: str, seats: int, count: int) -> Any:
    """States from 128 games: of every variety, played at random, but for cards that are drawn at every second table."""
    rules = find_game(game)
    many = len(rules.varieties)
    states = np.zeros(count // many * many, rules.rules.state_type)
    for number, variety in enumerate(rules.varieties):
        options: dict[str, Any] = {"observations": None, "auto_reset": False, **variety}
        batch = Batch(game, seats, 128 // many, seed=1000 * number, **options)
        course = [batch.get_states()]
        while (batch.current_players >= 0).any():
            actions = batch.random_actions()
            for eager in EAGER[game]:
                there = batch.legal_action_masks[::2, eager] == 1
                actions[::2][there] = eager
            batch.step(actions)
            course.append(batch.get_states())
        picks = np.random.default_rng(seats).permutation(len(course) * batch.games)[: count // many]
        for at, pick in enumerate(picks):
            states[number * len(picks) + at] = course[pick // batch.games][pick % batch.games]
    states.flags.writeable = False
    return states


def imagined(rules: Game, states: Any, viewer: int, first_seed: int) -> Any:
    """Tables that look the same to the viewer."""
    facts, seen = rules.read_components().facts, rules.rules.see(states, viewer)
    tables = np.zeros(len(states), rules.rules.state_type)
    for at in range(len(states)):
        rules.rules.imagine_state(facts, seen[at : at + 1], first_seed + at, tables[at : at + 1])
    return tables


def differing(rules: Game, one: Any, other: Any) -> set[str]:
    """Names of the parts in which observations differ."""
    ones, others = rules.rules.observation.split(one), rules.rules.observation.split(other)
    return {name for name in ones if (ones[name] != others[name]).any()}


@every_game
@every_table
def test_an_observation_holds_nothing_that_the_seat_may_not_know(game: str, seats: int) -> None:
    """T-110, T-111, F-15, F-90, F-91: it is the same on every table that looks the same, and so are the options."""
    rules = find_game(game)
    facts, legal = rules.read_components().facts, np.zeros(rules.rules.max_options, np.int64)
    states = collected(game, seats, 4000)[::2].copy()
    for seat in range(seats):
        seen = look(rules, states, seat)
        for seed in (1, 50_000, 900_000):
            tables = imagined(rules, states, seat, seed)
            assert differing(rules, seen, look(rules, tables, seat)) == set()
            # The law has teeth: what others hide is something else on most of these tables.
            apart = np.zeros(len(states), np.bool_)
            for field in PRIVATE[game]:
                others = np.delete(states["players"][field] != tables["players"][field], seat, axis=1)
                apart |= others.reshape(len(states), -1).any(axis=1)
            assert apart.mean() > 0.5
        for at in np.flatnonzero(states["seat"] == seat):
            listed = legal[: rules.rules.options(facts, states[at : at + 1], legal)].tolist()
            assert legal[: rules.rules.options(facts, tables[at : at + 1], legal)].tolist() == listed


def public(game: str) -> dict[str, str]:
    """The public fields of a game, and the parts that show them."""
    fields = import_module(f"ulpia.games.{game}.rules.knowledge").PUBLIC
    named = {field: field.removeprefix("players.").replace("_", " ") for field in fields}
    return {field: "" if field in LEFT_OUT else PUBLIC[game].get(field, named[field]) for field in fields}


@every_game
def test_every_part_shows_a_field(game: str) -> None:
    """T-110, F-90: and every public field has a part, or is left out by name."""
    shown = [*public(game).values(), *PRIVATE[game].values(), *HIDDEN[game].values(), "seats"]
    assert {name for each in shown for name in each.split(", ")} - {""} == set(find_game(game).rules.observation.slices)


def graft(states: Any, donors: Any, field: str, whose: slice) -> Any:
    """The same tables with one field of others."""
    grafted = states.copy()
    if field.startswith("players."):
        name = field.removeprefix("players.")
        grafted["players"][name][:, whose] = donors["players"][name][:, whose]
    else:
        grafted[field] = donors[field]
    return grafted


@every_game
@every_table
def test_a_field_that_changes_changes_the_parts_that_show_it_and_no_other(game: str, seats: int) -> None:
    """T-110, T-111, F-90, F-91: and whatever is public, or the observer's own, never changes unseen."""
    rules = find_game(game)
    states = collected(game, seats, 4000)[1::2].copy()
    donors = states[np.random.default_rng(seats).permutation(len(states))].copy()
    seen = look(rules, states, 0)
    everybody, observer, others = slice(0, seats), slice(1), slice(1, seats)
    fields = [(field, parts, everybody) for field, parts in public(game).items() if field != "seats"]
    fields += [(f"players.{field}", parts, observer) for field, parts in PRIVATE[game].items()]
    fields += [(field, parts, others) for field, parts in HIDDEN[game].items()]
    for field, parts, whose in fields:
        grafted = graft(states, donors, field, whose)
        after = look(rules, grafted, 0)
        expected, found = {*parts.split(", ")} - {""}, differing(rules, seen, after)
        assert found <= expected, field
        assert found == expected or seats < SEATS, field  # with two, less is hidden
        if parts and whose != others and field not in ALIKE[game]:
            for at in range(len(states)):
                changed = states[at].tobytes() != grafted[at].tobytes()
                assert changed == (seen[at] != after[at]).any(), field


def test_the_order_of_the_open_piles_is_seen() -> None:
    """T-21: whoever takes the top card makes room for the one below it."""
    rules, states = find_game("trajan"), collected("trajan", 2, 4000).copy()
    high = states[states["open_size"].max(axis=1) >= 3]
    assert len(high) > 100
    seen = look(rules, high, 0)
    order = rules.rules.observation.split(seen)["open order"]
    for at, state in enumerate(high):
        for pile in range(2):
            size = int(state["open_size"][pile])
            assert (order[at, pile, :size] == state["open"][pile, :size][::-1] + 1).all()
            assert not order[at, pile, size:].any()


@every_game
def test_every_part_is_in_use_and_keeps_to_its_numbers(game: str) -> None:
    """Yes or no is 1 or 0; nothing has run over eight bits."""
    rules = find_game(game)
    idle = set(rules.rules.observation.slices)
    for seats in (2, 3, 4):
        for seat in range(seats):
            for name, part in rules.rules.observation.split(look(rules, collected(game, seats, 4000), seat)).items():
                is_yes_or_no = rules.rules.observation.slices[name].highest == 1
                assert part.min() >= (0 if is_yes_or_no else LOWEST.get(name, 0)), name
                assert part.max() <= (1 if is_yes_or_no else HIGHEST), name
                if part.any():
                    idle.discard(name)
    assert idle == set()


@every_game
@every_table
def test_as_float32_every_number_is_divided_by_what_its_part_says(game: str, seats: int) -> None:
    batch = Batch(game, seats, 8, seed=5)
    for _ in range(100):
        batch.step(batch.random_actions())
    small = look(batch.game, batch.get_states(), 1)
    for name, part in batch.game.rules.observation.split(batch.observe(1)).items():
        slice_ = batch.game.rules.observation.slices[name]
        assert np.allclose(part * slice_.highest, batch.game.rules.observation.split(small)[name]), name


@every_game
def test_the_parts_cover_the_whole_row_without_overlap(game: str) -> None:
    observation = find_game(game).rules.observation
    row = np.arange(observation.size)
    parts = observation.split(row)
    assert np.array_equal(np.concatenate([part.ravel() for part in parts.values()]), row)
    for name, part in parts.items():
        assert part.shape == observation.slices[name].shape
        assert np.shares_memory(part, row)
    many = observation.split(np.zeros((5, 3, observation.size)))
    assert all(many[name].shape == (5, 3, *part.shape) for name, part in parts.items())


@every_game
@every_table
def test_the_observer_comes_first_then_the_others_clockwise(game: str, seats: int) -> None:
    """What lies open before a seat looks the same to all, so many places further; absent seats are zero."""
    rules = find_game(game)
    states = collected(game, seats, 4000)[:400]
    views = [rules.rules.observation.split(look(rules, states, seat)) for seat in range(seats)]
    of_seats = [name for name, part in rules.rules.observation.slices.items() if part.shape[0] == SEATS]
    assert len(of_seats) > 15
    for seat, view in enumerate(views):
        tens, ones = view["points"][:, 0].T
        assert np.array_equal(tens * 10 + ones, states["players"]["points"][:, seat])
        for name in of_seats:
            assert not view[name][:, seats:].any(), name
            if name not in OF_THE_OBSERVER:
                turned = np.roll(view[name][:, :seats], seat, axis=1)
                assert np.array_equal(turned, views[0][name][:, :seats]), name


def turned(states: Any, game: str, seats: int) -> Any:
    """The same tables with everybody one seat further to the left."""
    further = states.copy()

    def move(owners: Any) -> Any:
        return np.where(owners < 0, owners, (owners + 1) % seats)

    further["players"][:, :seats] = np.roll(states["players"][:, :seats], 1, axis=1)
    for field in ("first", "seat", "active"):
        further[field] = move(states[field])
    agenda, kept = further["agenda"], FRAMES_OF_SEATS[game]
    agenda[kept[1]] = np.where(agenda["kinds"] == kept[0], move(agenda[kept[1]]), agenda[kept[1]])
    if game == "forum_trajanum":
        further["envoys"] = move(states["envoys"])
        further["players"]["rows"] = move(further["players"]["rows"])
    return further


@every_game
@every_table
def test_where_the_observer_sits_makes_no_difference(game: str, seats: int) -> None:
    """Turn the table: everybody sees what they saw. (Boards of side B are no longer where they were, F-08.)"""
    rules = find_game(game)
    states = collected(game, seats, 4000)
    states = states[states["side_b"] == 0].copy() if game == "forum_trajanum" else states.copy()
    further = turned(states, game, seats)
    for seat in range(seats):
        before, after = look(rules, states, seat), look(rules, further, (seat + 1) % seats)
        assert differing(rules, before, after) == set()


INTERPRETED = """
import json, sys
from importlib import import_module
from pathlib import Path
import numpy as np
from tests.research.test_observation import look
from ulpia.registry import find_game
game, file, few = sys.argv[1], sys.argv[2], int(sys.argv[3])
rules = find_game(game)
states = np.frombuffer(Path(file).read_bytes(), rules.rules.state_type).copy()
standing = import_module(f"ulpia.games.{game}.rules.scoring").standing
seats = range(states[0].seats)
seen = [look(rules, states[:few], seat).tobytes().hex() for seat in seats]
print(json.dumps([seen, [[standing(s, seat) for seat in seats] for s in states]]))
"""


def interpret(game: str, states: Any, few: int, folder: Path) -> tuple[list[str], list[list[int]]]:
    """Observations of the first few states, and standings in all, from a process in which nothing is compiled."""
    (folder / "states").write_bytes(states.tobytes())
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", INTERPRETED, game, str(folder / "states"), str(few)],
        env=os.environ | {"ULPIA_INTERPRETED": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    seen, standings = json.loads(run.stdout)
    return seen, standings


@every_game
def test_interpreted_and_compiled_observations_are_the_same(game: str, tmp_path: Path) -> None:
    rules = find_game(game)
    states = collected(game, 3, 4000)[::160]
    seen, _ = interpret(game, states, len(states), tmp_path)
    assert seen == [look(rules, states, seat).tobytes().hex() for seat in range(3)]


@every_game
def test_the_page_has_the_table_of_the_parts(game: str) -> None:
    """After a change, put into docs/observations.md what is compared here."""
    observation = find_game(game).rules.observation
    assert f"{observation.size} numbers" in PAGE.read_text()
    assert observation.table() in PAGE.read_text()
