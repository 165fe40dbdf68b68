"""The ladder: what is played, what is asked, and what is written down."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import ulpia
from ulpia.agents import LEVELS
from ulpia.arena import journal, ladder
from ulpia.arena.errors import NothingSelected
from ulpia.arena.ladder import (
    ASCENT,
    EQUALS,
    GREEDY,
    MEASURED_APART,
    Part,
    describe,
    gather,
    is_explained,
    parts,
    select,
)
from ulpia.arena.ladder_page import page
from ulpia.arena.play import DecisionTimes, GameResult, play
from ulpia.arena.schedule import tournament
from ulpia.cli import main


def test_every_level_meets_the_one_below_at_every_table_in_both_games() -> None:
    found = list(parts())
    assert Counter((part.tournament.game, part.kind, part.tournament.seats) for part in found) == {
        (game, kind, seats): many
        for game in ("trajan", "forum_trajanum")
        for kind, seats, many in [(ASCENT, 2, 4), (ASCENT, 3, 4), (ASCENT, 4, 4), (GREEDY, 2, 1), (EQUALS, 4, 1)]
    }
    assert len({part.key for part in found}) == len(found) == 28
    top = next(part for part in found if part.key == "trajan-4-imperator-legatus")
    assert top.tournament.agents == ("imperator", "legatus", "legatus", "legatus")
    assert top.tournament.tables == [top.tournament.agents]
    assert next(part for part in found if part.kind == EQUALS).tournament.agents == ("imperator",) * 4
    assert next(part for part in found if part.kind == GREEDY).tournament.agents == ("imperator", "greedy")
    levels = tuple(level for level in LEVELS if level not in MEASURED_APART)
    for part in found:
        if part.kind == ASCENT:
            upper, lower = dict.fromkeys(part.tournament.agents)
            assert levels.index(upper) == levels.index(lower) + 1
            assert part.tournament.agents.count(upper) == 1


def test_games_and_seeds_can_be_given() -> None:
    assert {(part.tournament.games, part.tournament.seed) for part in parts(12, 7)} == {(12, 7)}
    assert {part.tournament.games for part in parts() if part.kind == ASCENT and part.tournament.seats == 2} == {60}


def test_parts_are_selected_by_words_and_seats() -> None:
    every = list(parts())
    assert len(select(every, [], None)) == 28
    assert len(select(every, ["trajan"], None)) == 14
    assert [part.key for part in select(every, ["trajan", "imperator", "legatus"], 2)] == ["trajan-2-imperator-legatus"]
    with pytest.raises(NothingSelected, match="trajan-2-miles-tiro"):
        select(every, ["caesar"], None)


def part_of(kind: str, seats: int, names: list[str], games: int) -> Part:
    return Part(kind, tournament("trajan", names, seats, games, counted_events=["demands_unmet"]))


def results(part: Part, won: float) -> list[GameResult]:
    """Games of which the first agent wins a part, the same part from every seat."""
    asked, found = part.tournament, []
    for fixture in asked.fixtures():
        wins = (fixture.seed * 37) % 100 < 100 * won
        mine = fixture.seating.index(asked.agents[0])
        places = tuple(
            1 if (seat == mine) == wins and seat in (mine, (mine + 1) % asked.seats) else 2
            for seat in range(asked.seats)
        )
        points = tuple(160 if place == 1 else 100 for place in places)
        counts = {"demands_unmet 3": tuple(int(seat == mine and fixture.number == 0) for seat in range(asked.seats))}
        found.append(
            GameResult(
                fixture.number,
                fixture.seed,
                fixture.seating,
                points,
                places,
                tuple({"ships": one} for one in points),
                1,
                "",
                counts,
                (),
                tuple(DecisionTimes() for _ in points),
            )
        )
    return found


def holds(part: Part, won: float) -> list[bool]:
    return [target["holds"] for target in describe(part, results(part, won))["targets"]]


def test_what_is_asked_of_two_players() -> None:
    duel = part_of(ASCENT, 2, ["imperator", "legatus"], 400)
    assert holds(duel, 0.70) == [True, True]
    assert holds(duel, 0.60) == [False, False]
    few = part_of(ASCENT, 2, ["imperator", "legatus"], 40)
    assert holds(few, 0.70) == [True, False]


def test_what_is_asked_of_four_players_of_the_strongest_and_of_three() -> None:
    four = part_of(ASCENT, 4, ["imperator", *["legatus"] * 3], 400)
    assert holds(four, 0.45) == [True]
    assert holds(four, 0.35) == [False]
    greedy = part_of(GREEDY, 2, ["imperator", "greedy"], 400)
    assert holds(greedy, 0.92) == [True]
    assert holds(greedy, 0.85) == [False]
    assert holds(part_of(ASCENT, 3, ["imperator", *["legatus"] * 2], 300), 0.1) == []


def test_the_strongest_among_themselves() -> None:
    part = part_of(EQUALS, 4, ["imperator"] * 4, 20)
    told = describe(part, results(part, 1.0))
    assert told["winners_points"] == 160
    assert [target["holds"] for target in told["targets"]] == [True]
    assert told["counted_event"] == {
        "event": "demands_unmet 3",
        "sentence": "A seat ends a quarter with three unmet demands",
        "times": 1,
        "chances": 320,
        "seats": 1,
        "victories": 1.0,
    }


def test_nothing_that_is_written_depends_on_the_machine() -> None:
    part = part_of(ASCENT, 2, ["imperator", "legatus"], 4)
    games = results(part, 0.7)
    slower = [replace(game, times=(DecisionTimes(0, 9.0, 9.0), DecisionTimes())) for game in games]
    assert describe(part, slower) == describe(part, games)


def test_the_ladder_is_gathered_from_journals_played_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "ladder_games", lambda: ["trajan"])
    monkeypatch.setattr("ulpia.arena.ladder_page.ladder_games", lambda: ["trajan"])
    every = list(parts(4))
    (chosen,) = select(every, ["miles", "tiro"], 2)
    with journal.opened(chosen.journal(tmp_path), chosen.tournament) as book:
        for fixture in chosen.tournament.fixtures():
            book.write(play(chosen.tournament, fixture))
    (other,) = select(every, ["miles", "tiro"], 3)
    with journal.opened(other.journal(tmp_path), replace(other.tournament, seed=99)):
        pass  # of another tournament: as if it had not been played
    told = gather(every, tmp_path)
    assert [part["part"] for part in told["parts"] if part["games"]] == ["trajan-2-miles-tiro"]
    assert not told["complete"]
    assert not told["holds"]
    written = page(json.loads(json.dumps(told)))
    assert "**Not all of it has been played yet:** 13 of 14 parts" in written
    assert "| miles | tiro | 4 | 2 |" in written
    assert "| centurio | miles | not played yet |" in written
    assert "ulpia arena trajan --agents miles,tiro --seats 2 --games 4 --seed 1" in written


def test_the_page_says_when_everything_holds_and_when_not() -> None:
    whole = {
        "ulpia": "1",
        "code": {"trajan": "c"},
        "parts": [describe(part_of(ASCENT, 2, ["imperator", "legatus"], 400), [])],
    }
    for won, sentence in (
        (0.8, "All targets are reached."),
        (0.5, "Not all targets are reached"),
    ):
        part = part_of(ASCENT, 2, ["imperator", "legatus"], 400)
        assert sentence in page(whole | {"parts": [describe(part, results(part, won))]})


def test_the_published_results_were_played_with_this_code_or_say_why_they_still_stand() -> None:
    """If this fails: play the ladder again (`ulpia ladder`), or say why it still holds (`ulpia ladder --explain`)."""
    folder = Path(ulpia.__file__).parents[2] / "docs"
    published = json.loads((folder / "ladder.json").read_text(encoding="utf-8"))
    assert is_explained(published)
    assert (folder / "ladder.md").read_text(encoding="utf-8") == page(published)


def test_a_note_explains_one_state_of_the_code_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = gather(list(parts(4)), tmp_path)
    assert is_explained(played)
    other = played | {"code": {game: "0" * 16 for game in played["code"]}}
    assert not is_explained(other)
    (tmp_path / "ladder.json").write_text(json.dumps(other), encoding="utf-8")
    assert main(["ladder", "--folder", str(tmp_path), "--explain", "Only names have changed."]) == 0
    explained = json.loads((tmp_path / "ladder.json").read_text(encoding="utf-8"))
    assert is_explained(explained)
    assert "**The code has changed since:** Only names have changed." in (tmp_path / "ladder.md").read_text("utf-8")
    monkeypatch.setattr("ulpia.arena.ladder.code_digest", lambda _game: "1" * 16)
    assert not is_explained(explained)
