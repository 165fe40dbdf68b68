"""Stored games under newer rules: those whose replay agrees go on, the others say so and stay as they are."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import create_engine

from tests.server.harness import Running, keys, served
from ulpia import __version__
from ulpia.core.errors import OtherRules
from ulpia.match import Match, new
from ulpia.registry import find_game
from ulpia.server.errors import BrokenJournal, OtherLayout, RulesChanged
from ulpia.server.session.loading import load_game, stored_transcript, with_setup
from ulpia.server.session.table import states_after
from ulpia.server.state_digest import StateDigest, layout_of
from ulpia.server.storage.migrations import upgrade
from ulpia.server.storage.store import PERSON, UNDO, NewGame, Page, Seat, Store, Version
from ulpia.transcript import load

GAMES = ("trajan", "forum_trajanum")
SEED = 77


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    yield opened
    opened.close()


def begin(store: Store, game: str = "trajan", is_proven: bool = True) -> Match:
    """A new table for two."""
    rules, match = find_game(game), new(game, 2, SEED, setup="dealt")
    seats = [Seat(at, PERSON, None, "") for at in range(2)]
    fields = {"settings": {"setup": "dealt"}, "components": rules.read_components().digest}
    head = NewGame(
        "t", game, SEED, rules=rules.rules_version, pace=0, owner="o", seats=seats, links=(None,) * 2, **fields
    )  # type: ignore[arg-type]
    store.create(with_setup(head, match) if is_proven else head)
    return match


def play(store: Store, most: int, dice: random.Random | None = None) -> None:
    """Go on with the table; now and then something is taken back."""
    dice = dice or random.Random(1)
    head, history = load_game(store, "t")
    for _ in range(most):
        if history.seat is None:
            return
        before, seat = history, history.seat
        to = history.undo_one(seat)
        if to is not None and dice.random() < 0.2:
            history = history.undone(seat, to)
            rows = [UNDO] * (history.journal_length - before.journal_length)
        else:
            rows = [dice.choice(history.options).number]
            history = history.played(rows)
        states = states_after(before, history, rows) if head.version.layout is not None else ()
        page = Page("t", before.journal_length, seat, rows, history.seat, history.outcome, states, history.match.digest)
        store.write([page])


def pretend(store: Store, **change: object) -> Version:
    """Let the table look as if another version had played it."""
    version = replace(store.head("t").version, **change)  # type: ignore[arg-type]
    store.set_version("t", version)
    return version


OTHERS = ({"rules": 99, "release": "9.9"}, {"components": "x", "release": "9.9"})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("most", [0, 30])
def test_a_game_whose_replay_agrees_goes_on(
    store: Store, game: str, other: dict[str, object], most: int, caplog: pytest.LogCaptureFixture
) -> None:
    begin(store, game)
    play(store, most)
    installed = store.head("t").version
    pretend(store, **other)
    caplog.set_level("INFO", "ulpia.server")
    head, history = load_game(store, "t")
    assert head.version == store.head("t").version == installed
    assert "table t goes on under Ulpia" in caplog.text
    play(store, 5)
    assert load_game(store, "t")[1].journal_length == history.journal_length + 5


def test_fields_that_are_new_or_wider_do_not_end_a_game(store: Store) -> None:
    """The layout of a game stays the one it began with."""
    match = begin(store)
    lines = layout_of(match.state).splitlines()
    older = "\n".join(lines[3:]).replace("turns <i2", "turns |i1")
    digest = StateDigest(older, match.state.dtype)
    pretend(store, rules=99, layout=older, setup=digest.of(match.state))
    play(store, 20)
    assert store.head("t").version.layout == older
    pretend(store, rules=99)
    load_game(store, "t")
    assert store.head("t").version.rules == match.game.rules_version


def refused(store: Store, what: str) -> RulesChanged:
    before = store.head("t")
    with pytest.raises(RulesChanged) as error:
        load_game(store, "t")
    assert error.value.facts["what"] == what
    assert store.head("t") == before
    return error.value


def test_a_game_that_would_be_another_one_is_refused_in_words(store: Store) -> None:
    begin(store)
    play(store, 10)
    seat, length = store.head("t").deciding, store.journal("t").length
    number = load_game(store, "t")[1].options[0].number
    assert seat is not None
    store.write([Page("t", length, seat, [number], seat, states=["0" * 16])])
    pretend(store, rules=99, release="9.9")
    error = refused(store, "state")
    for language, words in (
        ("en", "Ulpia 9.9 (rules 99) can finish it"),
        ("de", "Ulpia 9.9 (Regelfassung 99) kann es zu Ende spielen"),
    ):
        said = error.say(language)
        assert words in said
        assert "/api/tables/t/transcript" in said
        assert __version__ in said


def test_another_set_up_is_another_game(store: Store) -> None:
    begin(store)
    pretend(store, rules=99, setup="0" * 16)
    refused(store, "setup")


def test_the_same_version_is_compared_too(store: Store) -> None:
    begin(store)
    pretend(store, setup="0" * 16)
    refused(store, "setup")


def test_an_action_of_another_seat_is_another_game(store: Store) -> None:
    match = begin(store, is_proven=False)
    assert match.seat is not None
    store.write([Page("t", 0, 1 - match.seat, [match.options[0].number], 0)])
    refused(store, "state")


def test_an_impossible_action_is_damage_or_other_rules(store: Store) -> None:
    match = begin(store)
    legal = {option.number for option in match.options}
    illegal = next(action.number for action in match.game.actions if action.number not in legal)
    store.write([Page("t", 0, 0, [illegal], 0)])
    with pytest.raises(BrokenJournal, match="row 1 of its journal is no action"):
        load_game(store, "t")
    pretend(store, rules=99)
    assert "Zug 1 ist unter den installierten Regeln" in refused(store, "illegal").say("de")


@pytest.mark.parametrize("number", [-2, 9999])
def test_a_number_that_is_no_action_is_damage(store: Store, number: int) -> None:
    begin(store)
    store.write([Page("t", 0, 0, [number], 0)])
    with pytest.raises(BrokenJournal, match="row 1 of its journal is no action"):
        load_game(store, "t")


@pytest.mark.parametrize("most", [0, 10])
def test_without_a_digest_nothing_is_proven(store: Store, most: int) -> None:
    """A game from before digests were stored goes on under its own version only."""
    begin(store, is_proven=False)
    store_without_digests(store, most)
    pretend(store, rules=99, layout=None, setup=None)
    refused(store, "unproven")
    version = find_game("trajan").rules_version
    pretend(store, rules=version)
    head, _ = load_game(store, "t")
    assert head.version.layout is not None
    play(store, 3)
    pretend(store, rules=99)
    load_game(store, "t")  # the state after the newest action proves the older ones


def store_without_digests(store: Store, most: int) -> None:
    match, dice = new("trajan", 2, SEED, setup="dealt"), random.Random(2)
    for at in range(most):
        seat, action = match.seat, dice.choice(match.options)
        match.play(action)
        assert seat is not None
        store.write([Page("t", at, seat, [action.number], match.seat)])


def test_a_field_that_is_gone_proves_nothing(store: Store) -> None:
    begin(store)
    pretend(store, rules=99, layout="no.such.field |i1")
    refused(store, "unproven")


def test_a_finished_game_is_proven_by_its_result(store: Store) -> None:
    match, dice = begin(store, is_proven=False), random.Random(2)
    pages = []
    while match.seat is not None:
        seat, action = match.seat, dice.choice(match.options)
        match.play(action)
        pages.append(Page("t", len(pages), seat, [action.number], match.seat, match.outcome))
    store.write(pages)
    pretend(store, rules=99)
    assert load_game(store, "t")[1].is_over
    edit(store, "update games set outcome = '[[[0], [1]], [1, 0]]'")
    with pytest.raises(BrokenJournal, match="its result is not the one"):
        load_game(store, "t")
    pretend(store, rules=99)
    refused(store, "result")
    edit(store, "update games set outcome = '[['")
    with pytest.raises(BrokenJournal, match="result"):
        load_game(store, "t")


def edit(store: Store, statement: str) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def test_a_missing_seat_is_named(store: Store) -> None:
    begin(store)
    edit(store, "delete from seats where seat = 1")
    with pytest.raises(BrokenJournal, match="a seat is missing"):
        load_game(store, "t")


@pytest.mark.parametrize("game", GAMES)
def test_digests_cover_everything_but_chance(game: str) -> None:
    match = new(game, 3, 1, setup="dealt")
    state = match.state
    digest = StateDigest(layout_of(state), state.dtype)
    expected = digest.of(state)
    for name in state.dtype.names:
        changed = match.state
        raw = changed[name]
        changed[name] = np.frombuffer(bytes(byte ^ 1 for byte in raw.tobytes()), raw.dtype).reshape(raw.shape)
        is_left_out = name == "chance" or name.startswith("gap_")
        assert (digest.of(changed) == expected) == is_left_out, name
    digest._places = None  # field by field
    assert digest.of(state) == expected
    with pytest.raises(OtherLayout, match="nowhere"):
        StateDigest("nowhere |i1", state.dtype)


@pytest.mark.parametrize("game", GAMES)
def test_states_of_rows_are_those_of_a_replay(store: Store, game: str) -> None:
    """Also of rows that take something back."""
    begin(store, game)
    play(store, 60)
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("select number, state from journal order by position").all()
    actions: list[int] = []
    assert any(row.number == UNDO for row in rows)
    for number, state in rows:
        if number == UNDO:
            actions.pop()
        else:
            actions.append(number)
        match = new(game, 2, SEED, setup="dealt")
        for action in actions:
            match.play(action)
        assert StateDigest(layout_of(match.state), match.state.dtype).of(match.state) == state


def test_players_are_told_and_can_have_the_transcript(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", settings={"setup": "dealt"})
        table, token = opened["table"], keys(opened)[0]
        running = await server.http.get(f"/api/tables/{table}/transcript")
        assert (running.status_code, running.json()["name"]) == (409, "NotFinished")
        store, address = server.context.store, f"/api/tables/{table}/transcript"
        match = new("trajan", 2, store.head(table).seed, setup="dealt")
        server.context.tables._tables.clear()  # as after a restart
        version = replace(store.head(table).version, rules=99, release="9.9", setup="0" * 16)
        store.set_version(table, version)
        async with server.client(table, token, language="de") as client:
            refusal = await client.until("refused")
        assert refusal["name"] == "RulesChanged"
        assert "Ulpia 9.9 (Regelfassung 99) kann es zu Ende spielen" in refusal["sentence"]
        assert address in refusal["sentence"]
        text, here = (await server.http.get(address)).text, match.transcript()
        with pytest.raises(OtherRules):
            load(text)
        as_here = text.replace("rules 99\n", f"rules {match.game.rules_version}\n")
        assert as_here.replace(text.split()[-1], here.split()[-1]) == here
        assert store.head(table).version == version

    served(tmp_path, test)


def test_an_action_that_is_no_longer_known_is_written_by_its_number(store: Store) -> None:
    begin(store)
    store.write([Page("t", 0, 0, [9999], 0)])
    text = stored_transcript(store.head("t"), store.journal("t"))
    assert "\naction 9999\nend 1 unknown " in text


def before_digests(path: Path, rules: int) -> dict[str, Match]:
    """A database of schema 0003 with a running, a new and a finished game, as earlier releases stored them."""
    engine, matches = create_engine(f"sqlite:///{path}"), dict[str, Match]()
    columns = "id, game, seats, seed, settings, components, rules, pace, owner, created, finished, outcome"
    with engine.begin() as connection:
        upgrade(connection, "0003")
        for table, most in (("running", 25), ("new", 0), ("finished", 10_000)):
            match, dice = new("trajan", 2, SEED, setup="dealt"), random.Random(4)
            rows = []
            while match.seat is not None and len(rows) < most:
                rows.append((table, len(rows), dice.choice(match.options).number, match.seat, 1000))
                match.play(rows[-1][2])
            outcome = match.outcome and json.dumps([match.outcome.ranking, match.outcome.points])
            digest, finished = match.components.digest, 2000 if match.outcome else None
            values = (table, "trajan", 2, SEED, '{"setup": "dealt"}', digest, rules, 0, "o", 1000, finished, outcome)
            connection.exec_driver_sql(f"insert into games ({columns}) values ({', '.join('?' * 12)})", values)
            for seat in range(2):
                seated = "insert into seats (game, seat, kind, name) values (?, ?, 'person', '')"
                connection.exec_driver_sql(seated, (table, seat))
            if rows:
                connection.exec_driver_sql("insert into journal values (?, ?, ?, ?, ?)", rows)
            matches[table] = match
    engine.dispose()
    return matches


def test_games_from_before_go_on_under_the_same_rules(tmp_path: Path) -> None:
    matches = before_digests(tmp_path / "games.sqlite", find_game("trajan").rules_version)
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    for table, match in matches.items():
        head, history = load_game(store, table)
        assert history.match.digest == match.digest
        assert head.version.layout is not None
        assert store.head(table).version == head.version
    store.close()


def test_games_from_before_are_told_apart_under_other_rules(tmp_path: Path) -> None:
    """What is finished can be looked at; the others say that nothing proves them. All transcripts can be had."""
    matches = before_digests(tmp_path / "games.sqlite", 99)

    async def test(server: Running) -> None:
        for table, match in matches.items():
            answer = await server.http.get(f"/api/tables/{table}/glance/0")
            if table == "finished":
                assert answer.status_code == 200
            else:
                assert (answer.status_code, answer.json()["name"]) == (409, "RulesChanged")
                assert "nothing is stored that could prove" in answer.json()["sentence"]
            text = (await server.http.get(f"/api/tables/{table}/transcript")).text
            body = text.partition("\n\n")[2].splitlines()
            assert body[:-1] == [str(action) for action in match.actions]

    served(tmp_path, test)
