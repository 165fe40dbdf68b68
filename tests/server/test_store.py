"""Games on disk: the same on SQLite and on PostgreSQL."""

import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from tests.server.stored import FRIEND, INVITATION, ME, create
from ulpia.core.errors import MissingExtra
from ulpia.core.game import Outcome
from ulpia.server import tokens
from ulpia.server.errors import (
    BadDatabase,
    BrokenJournal,
    NewerDatabase,
    Stale,
    UnknownTable,
)
from ulpia.server.storage import database
from ulpia.server.storage.invitations import Notice
from ulpia.server.storage.migrations import upgrade
from ulpia.server.storage.schema import UNDO, metadata
from ulpia.server.storage.store import (
    COMPUTER,
    PERSON,
    Journal,
    Page,
    Seat,
    Store,
    StoredAction,
    Version,
)
from ulpia.server.tokens import digest

pytestmark = pytest.mark.xdist_group("store")


def test_a_game_is_read_back_as_it_was_stored(store: Store) -> None:
    create(store)
    head = store.head("g")
    assert (head.game, head.seed, head.settings, head.version.components) == (
        "trajan",
        2**256 - 1,
        {"setup": "dealt"},
        "c0ffee",
    )
    assert (head.version.rules, head.pace, head.owner, head.finished, head.outcome) == (1, 700, ME, None, None)
    assert list(head.seats) == [
        Seat(0, PERSON, None, "Ada", for_people=True, is_taken=True, is_creators=True),
        Seat(1, PERSON, None, "", for_people=True),
        Seat(2, COMPUTER, "random", ""),
    ]


def test_a_game_knows_when_it_was_last_touched(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ulpia.server.storage.store.now", lambda: 1000)
    create(store)
    assert store.head("g").touched == 1000
    for at, moment in enumerate((2000, 3000)):
        monkeypatch.setattr("ulpia.server.storage.store.now", lambda moment=moment: moment)
        store.write([Page("g", at, 0, [5])])
    assert (store.head("g").created, store.head("g").touched) == (1000, 3000)


def test_a_table_that_is_not_there_has_a_name(store: Store) -> None:
    with pytest.raises(UnknownTable):
        store.head("nowhere")


def test_actions_come_back_in_order(store: Store) -> None:
    create(store)
    assert store.actions("g") == ([], 0)
    store.write([Page("g", 0, 0, [5])])
    store.write([Page("g", 1, 1, [7, 8, 9])])
    assert store.actions("g") == ([5, 7, 8, 9], 4)


def test_undo_is_written_down_and_deletes_nothing(store: Store) -> None:
    create(store)
    store.write([Page("g", 0, 0, [5, 6, 7])])
    store.write([Page("g", 3, 0, [UNDO, UNDO])])
    store.write([Page("g", 5, 0, [8])])
    assert store.actions("g") == ([5, 8], 6)


def test_the_second_for_one_position_is_told_stale(store: Store) -> None:
    create(store)
    store.write([Page("g", 0, 0, [5])])
    with pytest.raises(Stale):
        store.write([Page("g", 0, 0, [6])])
    assert store.actions("g") == ([5], 1)


def test_several_actions_are_written_all_or_none(store: Store) -> None:
    create(store)
    store.write([Page("g", 0, 0, [5])])
    for position in (0, 2):
        with pytest.raises(Stale):
            store.write([Page("g", position, 0, [6, 7, 8])])
    assert store.actions("g") == ([5], 1)


def test_of_many_at_once_one_wins(open_store: Callable[[], Store]) -> None:
    stores = [open_store() for _ in range(2)]
    create(stores[0])
    won: list[int] = []
    lost: list[int] = []

    def race(number: int) -> None:
        for position in range(10):
            start.wait()
            try:
                stores[number % 2].write([Page("g", position, 0, [number])])
                won.append(number)
            except Stale:
                lost.append(number)

    start = threading.Barrier(4)
    racers = [threading.Thread(target=race, args=(number,)) for number in range(4)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert len(won) == 10
    assert len(lost) == 30
    assert stores[0].actions("g")[1] == 10


def test_the_end_is_stored_with_the_last_action(store: Store) -> None:
    create(store)
    outcome = Outcome(((1,), (0, 2)), (10, 30, 10))
    store.write([Page("g", 0, 0, [4], deciding=2)])
    assert (store.head("g").deciding, store.head("g").outcome) == (2, None)
    store.write([Page("g", 1, 2, [5], outcome=outcome)])
    assert (store.head("g").deciding, store.head("g").outcome) == (None, outcome)
    assert store.head("g").finished


def test_pages_of_several_games_are_written_all_or_none(store: Store) -> None:
    for game in ("g", "h", "i"):
        create(store, game)
    outcome = Outcome(((0,), (1, 2)), (9, 3, 3))
    store.write([Page("g", 0, 0, [5, 6], 1), Page("h", 0, 2, [7], None, outcome)])
    assert (store.actions("g"), store.head("g").deciding, store.head("g").outcome) == (([5, 6], 2), 1, None)
    assert (store.actions("h"), store.head("h").deciding, store.head("h").outcome) == (([7], 1), None, outcome)
    with pytest.raises(Stale):
        store.write([Page("i", 0, 0, [1], 2), Page("g", 1, 0, [8], 0)])
    assert (store.actions("i"), store.actions("g")) == (([], 0), ([5, 6], 2))


def test_my_games_are_those_i_opened_or_sit_at(store: Store) -> None:
    create(store, "g")
    create(store, "h", owner=FRIEND)
    assert [(head.id, held) for head, held in store.games_of(ME)] == [("g", [0])]
    store.invitations.redeem("h", digest("h" + INVITATION), "c" * 64, ME)
    assert sorted((head.id, held) for head, held in store.games_of(ME)) == [("g", [0]), ("h", [1])]
    assert store.seats_of("h", ME) == [1]
    assert store.games_of("3" * 64) == []


def test_a_seat_is_handed_over_and_taken_back_and_renamed(store: Store) -> None:
    create(store)
    store.change_seat("g", 0, kind=COMPUTER, agent="random")
    assert store.head("g").seats[0] == Seat(
        0, COMPUTER, "random", "Ada", for_people=True, is_taken=True, is_creators=True
    )
    store.change_seat("g", 0, kind=PERSON, agent=None)
    store.change_seat("g", 0, name="Grace <b>")
    assert store.head("g").seats[0] == Seat(
        0, PERSON, None, "Grace <b>", for_people=True, is_taken=True, is_creators=True
    )
    store.set_pace("g", 0)
    assert store.head("g").pace == 0


def test_talk_is_kept_in_order_also_when_two_speak_at_once(store: Store) -> None:
    create(store)
    speakers = [threading.Thread(target=store.add_chat_line, args=("g", seat, f"{seat} — 🏛")) for seat in (0, 1, 0, 1)]
    for speaker in speakers:
        speaker.start()
    for speaker in speakers:
        speaker.join()
    lines = store.chat_lines("g", 3)
    assert [line.number for line in lines] == [1, 2, 3]
    assert {line.text for line in lines} == {"0 — 🏛", "1 — 🏛"}


def test_a_clock_that_jumps_changes_no_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the times that are shown are wrong."""
    create(store)
    for position, time in enumerate((5_000, 1_000, 9_000, -4)):
        monkeypatch.setattr("ulpia.server.storage.store.now", lambda time=time: time)
        store.write([Page("g", position, 0, [position])])
        store.add_chat_line("g", 0, str(position))
    assert store.actions("g") == ([0, 1, 2, 3], 4)
    assert [line.text for line in store.chat_lines("g", 10)] == ["0", "1", "2", "3"]


def test_only_the_newest_lines_and_notices_of_a_table_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody fills the disk by talking, or by handing a seat over and taking it back."""
    monkeypatch.setattr("ulpia.server.storage.store.KEPT_LINES", 3)
    monkeypatch.setattr("ulpia.server.storage.invitations.KEPT_NOTICES", 3)
    for game in ("g", "other"):
        create(store, game)
    for number in range(6):
        for game in ("g", "other")[: 1 if number else 2]:
            store.add_chat_line(game, 0, f"line {number}")
            store.change_seat(game, 1, Notice("taken_back", 1, None, number), name="Ada")
    assert [line.text for line in store.chat_lines("g", 10)] == ["line 3", "line 4", "line 5"]
    assert [notice.time for notice in store.notices("g", 10)] == [3, 4, 5]
    assert [line.text for line in store.chat_lines("other", 10)] == ["line 0"]
    assert [notice.time for notice in store.notices("other", 10)] == [0]


def test_everything_is_there_when_the_store_is_opened_again(open_store: Callable[[], Store]) -> None:
    first = open_store()
    create(first)
    first.write([Page("g", 0, 0, [5])])
    first.close()
    assert open_store().actions("g") == ([5], 1)


def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def old_database(url: str, version: str = "0001", journal: Sequence[tuple[int, int]] = ((5, 0),)) -> None:
    """A database of an earlier schema with one game, whose journal has these numbers and seats."""
    engine = create_engine(make_url(url.replace("postgresql:", "postgresql+psycopg:")))
    with engine.begin() as connection:
        upgrade(connection, version)
        head = "'g', 'trajan', 2, 9223372036854775807, '{\"setup\": \"dealt\"}', 'c0ffee', 1, 0, 'o', 1000"
        columns = "id, game, seats, seed, settings, components, rules, pace, owner, created"
        connection.exec_driver_sql(f"insert into games ({columns}) values ({head})")
        for seat in range(2):
            connection.exec_driver_sql(f"insert into seats (game, seat, kind, name) values ('g', {seat}, 'person', '')")
        for at, (number, seat) in enumerate(journal):
            connection.exec_driver_sql(f"insert into journal values ('g', {at}, {number}, {seat}, {2000 + at})")
    engine.dispose()


@pytest.mark.parametrize("version", ["0001", "0003"])
def test_games_of_earlier_schemas_are_kept(url: str, open_store: Callable[[], Store], version: str) -> None:
    old_database(url, version)
    store = open_store()
    head = store.head("g")
    assert (head.seed, head.deciding, head.match_digest) == (2**63 - 1, None, None)
    assert head.version == Version(1, "c0ffee", "0.1.0", None, None)
    assert store.journal("g") == Journal([StoredAction(5, 0, None, 0)], 1)
    store.write([Page("g", 1, 1, [6], deciding=1, states=["5" * 16])])
    assert store.head("g").deciding == 1
    assert store.journal("g").actions[1] == StoredAction(6, 1, "5" * 16, 1)


def test_tables_from_before_waiting_wait_for_nobody(url: str, open_store: Callable[[], Store]) -> None:
    """Schema 0005 knew neither tables that wait nor players who leave."""
    old_database(url, "0003")
    engine = create_engine(make_url(url.replace("postgresql:", "postgresql+psycopg:")))
    with engine.begin() as connection:
        upgrade(connection, "0005")
    engine.dispose()
    store = open_store()
    head = store.head("g")
    assert [seat.is_taken for seat in head.seats] == [False, False]
    assert (head.gathers, head.is_gathering) == (False, False)
    assert store.actions("g") == ([5], 1)


def test_a_gap_in_an_earlier_journal_is_not_hidden_by_the_migration(url: str, open_store: Callable[[], Store]) -> None:
    old_database(url, journal=((5, 0), (6, 0), (7, 1)))
    engine = create_engine(make_url(url.replace("postgresql:", "postgresql+psycopg:")))
    with engine.begin() as connection:
        connection.exec_driver_sql("delete from journal where position = 1")
    engine.dispose()
    with pytest.raises(BrokenJournal, match="row 2 of its journal is missing"):
        open_store().journal("g")


def test_a_migration_that_fails_changes_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old_database(url, "0003")
    with monkeypatch.context() as broken:
        broken.setattr("ulpia.server.storage.chain.first_link", lambda _identity: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Store(url)
    store = Store(url)
    assert store.actions("g") == ([5], 1)
    store.close()


CHANGES = {
    "update journal set number = 6 where position = 1": "row 2 of its journal is not as it was written",
    "update journal set seat = 1 where position = 1": "row 2",
    "update journal set made = made + 1 where position = 2": "row 3",
    "update journal set state = 'x' where position = 0": "row 1",
    "update journal set digest = 'x' where position = 0": "row 1",
    "delete from journal where position = 1": "row 2 of its journal is missing",
    "delete from journal where position = 2": "the end of its journal, after row 2",
    "delete from journal": "the end of its journal, after row 0",
    "insert into journal values ('g', 3, 5, 0, 1, null, 'x')": "row 4",
    "update journal set position = 3 - position where position > 0": "row 2",
    "update games set seed = '8'": "seed or settings",
    "update games set settings = '{}'": "seed or settings",
    "update games set settings = '{'": "seed or settings",
    "update games set seats = 2": "seed or settings",
    "update games set game = 'forum_trajanum'": "seed or settings",
    "update games set rules = 2": "seed or settings",
    "update games set length = 2": "the end of its journal, after row 3",
    "update games set tip = 'x'": "the end of its journal",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_journal_that_is_not_as_it_was_written_is_not_read(store: Store, change: str) -> None:
    create(store)
    store.write([Page("g", 0, 0, [5, 7], states=["a" * 16, "b" * 16])])
    store.write([Page("g", 2, 1, [8])])
    assert store.actions("g")[0] == [5, 7, 8]
    if "3 - position" in change:  # swap two rows, also where the key is checked row by row
        with store.engine.begin() as connection:
            connection.execute(text("update journal set position = 9 where position = 1"))
            connection.execute(text("update journal set position = 1 where position = 2"))
            connection.execute(text("update journal set position = 2 where position = 9"))
    else:
        with store.engine.begin() as connection:
            connection.execute(text(change))
    with pytest.raises(BrokenJournal, match=CHANGES[change]) as broken:
        store.journal("g")
    assert "beschädigt" in broken.value.say("de")


def test_rows_of_another_game_do_not_fit(store: Store) -> None:
    create(store)
    create(store, "h")
    for game in ("g", "h"):
        store.write([Page(game, 0, 0, [5])])
    with store.engine.begin() as connection:
        connection.execute(text("update journal set digest = (select digest from journal where game = 'h')"))
    with pytest.raises(BrokenJournal):
        store.journal("g")
    assert store.actions("h") == ([5], 1)


def test_undo_of_nothing_is_no_journal(store: Store) -> None:
    create(store)
    store.write([Page("g", 0, 0, [UNDO])])
    with pytest.raises(BrokenJournal, match="no action that was possible"):
        store.actions("g")


def test_a_damaged_head_is_left_out_of_a_list(store: Store) -> None:
    create(store)
    create(store, "h")
    with store.engine.begin() as connection:
        connection.execute(text("update games set seed = '1' where id = 'g'"))
    assert [head.id for head, _ in store.games_of(ME)] == ["h"]


def test_a_game_goes_on_under_another_version(store: Store) -> None:
    create(store)
    store.write([Page("g", 0, 0, [5])])
    version = Version(2, "decaf", "9.9.9", "seat |i1", "c" * 16)
    for _ in range(2):
        store.set_version("g", version)
        assert store.head("g").version == version
    assert store.actions("g") == ([5], 1)


def test_a_database_of_a_later_version_is_left_alone(url: str, store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(NewerDatabase):
        Store(url)


def test_sqlite_writes_through_to_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with store.engine.connect() as connection:
        assert connection.scalar(text("pragma journal_mode")) == "wal"
        assert connection.scalar(text("pragma synchronous")) == 2
        assert connection.scalar(text("pragma foreign_keys")) == 1
    store.close()


def test_a_database_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    (tmp_path / "noise").write_text("this is not a database, it is a text that somebody put there" * 20)
    for url in (f"sqlite:///{tmp_path}/no/such/folder/x", f"sqlite:///{tmp_path}/noise", "nonsense"):
        with pytest.raises(BadDatabase):
            Store(url)
    with pytest.raises(BadDatabase) as refused:
        Store("postgresql://somebody:secret@127.0.0.1:1/x")
    assert "secret" not in str(refused.value)


def test_the_default_database_lies_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database.default_url() == f"sqlite:///{tmp_path}/ulpia/games.sqlite"
    assert (tmp_path / "ulpia").is_dir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "ulpia" / "file"))
    (tmp_path / "ulpia" / "file").write_text("")
    with pytest.raises(BadDatabase):
        database.default_url()


def test_other_systems_have_their_usual_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where earlier versions stored games: the same folders as those of platformdirs."""
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for system, folder in (
        (Unix, Path.home() / ".local" / "share" / "ulpia"),
        (MacOS, Path.home() / "Library" / "Application Support" / "ulpia"),
    ):
        assert system("ulpia", appauthor=False).user_data_path == folder


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match="postgres"):
        Store("postgresql://127.0.0.1:1/x")


def test_tokens_are_long_different_and_stored_as_digests() -> None:
    made = {tokens.new_token() for _ in range(100)}
    assert len(made) == 100
    assert min(map(len, made)) >= 32
    assert len({tokens.digest(token) for token in made} | made) == 200


def test_the_base_install_does_not_need_the_server() -> None:
    """The rest of the package imports nothing of the extra."""
    code = "import sys, ulpia, ulpia.cli, ulpia.cli.play; print({'sqlalchemy', 'starlette'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "set()"
