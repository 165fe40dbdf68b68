"""`ulpia backup`, `restore`, `inspect` and `doctor`, on SQLite and PostgreSQL."""

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

import ulpia
from tests.server import postgres
from tests.server.games_in_store import contents, fill, pages
from tests.server.test_store import old_database
from ulpia.cli import main
from ulpia.core.errors import UnwritableFile
from ulpia.server.errors import (
    BadDatabase,
    BrokenJournal,
    DamagedDatabase,
    DatabaseInUse,
    DatabaseNotEmpty,
    NotABackup,
    OtherSchema,
)
from ulpia.server.storage import backup
from ulpia.server.storage.database import open_database
from ulpia.server.storage.invitations import Notice, add_notice
from ulpia.server.storage.store import Store

pytestmark = pytest.mark.xdist_group("store")


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    if why := postgres.why_not():
        pytest.skip(why)
    with postgres.running() as url:
        yield url


@pytest.fixture
def empty_postgres(postgres_url: str) -> str:
    engine = open_database(postgres_url)
    with engine.begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    engine.dispose()
    return postgres_url


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


def filled(url: str, tables: int = 3) -> dict[str, tuple[object, ...]]:
    store = Store(url)
    fill(store, tables)
    found = contents(store)
    store.close()
    return found


def read(url: str) -> dict[str, tuple[object, ...]]:
    store = Store(url)
    found = contents(store)
    store.close()
    return found


def test_a_backup_is_made_while_the_database_is_used(url: str, tmp_path: Path) -> None:
    store = Store(url)
    fill(store, 3)
    with store.engine.begin() as writing:
        writing.execute(text("update games set pace = 1"))
        done = backup.back_up(url, tmp_path / "new" / "copy.sqlite")
    assert done == backup.BackedUp(3, [])
    assert {table: head.pace for table, (head, *_) in contents(store).items()} == dict.fromkeys(("t0", "t1", "t2"), 1)  # type: ignore[attr-defined]
    store.close()
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["copy.sqlite"]
    with pytest.raises(UnwritableFile, match="File exists"):
        backup.back_up(url, tmp_path / "new" / "copy.sqlite")
    copy = read(f"sqlite:///{tmp_path / 'new' / 'copy.sqlite'}")
    assert {head.pace for head, *_ in copy.values()} == {0}  # type: ignore[attr-defined]


def test_a_backup_is_restored_and_the_games_go_on(url: str, tmp_path: Path) -> None:
    before = filled(url)
    backup.back_up(url, tmp_path / "copy.sqlite")
    target = f"sqlite:///{tmp_path / 'other' / 'games.sqlite'}"
    assert backup.restore(tmp_path / "copy.sqlite", target) == backup.Restored(3, None, {})
    assert read(target) == before
    store = Store(target)
    store.write(pages(store, "t1", random.Random(3), 3))
    store.close()
    assert read(f"sqlite:///{tmp_path / 'copy.sqlite'}") == before


def test_games_are_replaced_only_when_asked_and_are_kept(url: str, tmp_path: Path) -> None:
    before = filled(url)
    backup.back_up(url, tmp_path / "copy.sqlite")
    store = Store(url)
    store.set_pace("t0", 77)
    store.close()
    for _ in range(2):
        with pytest.raises(DatabaseNotEmpty, match=r"\(3\)"):
            backup.restore(tmp_path / "copy.sqlite", url)
    done = backup.restore(tmp_path / "copy.sqlite", url, is_replacing=True)
    assert read(url) == before
    assert done.kept is not None
    assert read(f"sqlite:///{done.kept}")["t0"][0].pace == 77  # type: ignore[attr-defined]


def test_a_damaged_database_is_replaced_and_kept(url: str, tmp_path: Path) -> None:
    before = filled(url)
    backup.back_up(url, tmp_path / "copy.sqlite")
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    with pytest.raises(DatabaseNotEmpty, match=r"\(\?\)"):
        backup.restore(tmp_path / "copy.sqlite", url)
    done = backup.restore(tmp_path / "copy.sqlite", url, is_replacing=True)
    assert read(url) == before
    assert done.kept is not None
    assert done.kept.read_bytes()[:100] == b"\0" * 100


def test_a_database_in_use_is_not_replaced(url: str, tmp_path: Path) -> None:
    filled(url)
    backup.back_up(url, tmp_path / "copy.sqlite")
    store = Store(url)
    store.table_ids()
    with pytest.raises(DatabaseInUse):
        backup.restore(tmp_path / "copy.sqlite", url, is_replacing=True)
    store.close()
    backup.restore(tmp_path / "copy.sqlite", url, is_replacing=True)


def test_what_is_no_whole_backup_is_refused_and_changes_nothing(url: str, tmp_path: Path) -> None:
    before = filled(url)
    backup.back_up(url, tmp_path / "copy.sqlite")
    whole = (tmp_path / "copy.sqlite").read_bytes()
    bad = tmp_path / "bad.sqlite"
    sqlite3.connect(tmp_path / "other.sqlite").executescript("create table x (y)").connection.close()
    contents_of_bad = [b"", b"a text", whole[: len(whole) // 2], whole[:20_000] + b"\xff" * 20_000 + whole[40_000:]]
    for content in [*contents_of_bad, (tmp_path / "other.sqlite").read_bytes()]:
        bad.write_bytes(content)
        with pytest.raises(NotABackup):
            backup.restore(bad, url, is_replacing=True)
    with pytest.raises(NotABackup, match="No such file"):
        backup.restore(tmp_path / "nowhere", url)
    assert read(url) == before
    assert not list(tmp_path.glob(".restoring*"))


def test_damaged_games_of_a_backup_are_named(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(url)
    backup.back_up(url, tmp_path / "copy.sqlite")
    with sqlite3.connect(tmp_path / "copy.sqlite") as connection:
        connection.execute("update journal set made = 0 where game = 't1'")
    connection.close()
    code, said = run(capsys, "restore", str(tmp_path / "copy.sqlite"), "--database", f"sqlite:///{tmp_path / 'new'}")
    assert code == 1
    assert "3 games are in" in said
    assert "The stored game t1 is damaged: row 1" in said


def test_a_backup_of_a_later_version_is_refused(url: str, tmp_path: Path) -> None:
    filled(url, 1)
    backup.back_up(url, tmp_path / "copy.sqlite")
    with sqlite3.connect(tmp_path / "copy.sqlite") as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    connection.close()
    with pytest.raises(NotABackup, match="later version"):
        backup.restore(tmp_path / "copy.sqlite", f"sqlite:///{tmp_path / 'new.sqlite'}")


def test_a_backup_of_an_earlier_schema_is_upgraded(url: str, tmp_path: Path) -> None:
    old_database(url, "0003")
    assert backup.back_up(url, tmp_path / "copy.sqlite").games == 1
    backup.restore(tmp_path / "copy.sqlite", f"sqlite:///{tmp_path / 'new.sqlite'}")
    assert list(read(f"sqlite:///{tmp_path / 'new.sqlite'}")) == ["g"]
    with sqlite3.connect(tmp_path / "copy.sqlite") as connection:
        assert connection.execute("select version_num from alembic_version").fetchone() == ("0003",)
    connection.close()


def test_a_database_is_copied_before_its_schema_changes(url: str, tmp_path: Path) -> None:
    old_database(url, "0003")
    assert list(read(url)) == ["g"]
    with sqlite3.connect(tmp_path / "games.sqlite.schema-0003") as connection:
        assert connection.execute("select seed from games").fetchone() == (2**63 - 1,)
    connection.close()


def test_games_move_from_sqlite_to_postgresql_and_back(url: str, empty_postgres: str, tmp_path: Path) -> None:
    before = filled(url, 4)
    backup.back_up(url, tmp_path / "one.sqlite")
    assert backup.restore(tmp_path / "one.sqlite", empty_postgres) == backup.Restored(4, None, {})
    assert read(empty_postgres) == before
    with pytest.raises(DatabaseNotEmpty):
        backup.restore(tmp_path / "one.sqlite", empty_postgres)
    store = Store(empty_postgres)
    store.set_pace("t0", 77)
    store.close()
    done = backup.restore(tmp_path / "one.sqlite", empty_postgres, is_replacing=True)
    assert done.kept is not None
    assert read(f"sqlite:///{done.kept}")["t0"][0].pace == 77  # type: ignore[attr-defined]
    assert backup.back_up(empty_postgres, tmp_path / "two.sqlite") == backup.BackedUp(4, [])
    assert read(f"sqlite:///{tmp_path / 'two.sqlite'}") == before
    backup.restore(tmp_path / "two.sqlite", f"sqlite:///{tmp_path / 'again.sqlite'}")
    assert read(f"sqlite:///{tmp_path / 'again.sqlite'}") == before
    assert main(["doctor", "--database", empty_postgres]) == 0


def test_rows_that_number_themselves_go_on_after_a_restore(url: str, empty_postgres: str, tmp_path: Path) -> None:
    filled(url, 1)
    store = Store(url)
    for _ in range(3):
        with store.engine.begin() as connection:
            add_notice(connection, "t0", Notice("taken", 0, None, 1))
    store.close()
    backup.back_up(url, tmp_path / "one.sqlite")
    backup.restore(tmp_path / "one.sqlite", empty_postgres)
    store = Store(empty_postgres)
    with store.engine.begin() as connection:
        add_notice(connection, "t0", Notice("taken", 1, None, 2))
        assert connection.execute(text("select count(*), max(number) from notices")).one() == (4, 4)
    store.close()


def test_what_is_not_there_is_not_created(url: str, tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="No such file"):
        backup.back_up(url, tmp_path / "copy.sqlite")
    for command in (["doctor"], ["inspect", "t0"], ["backup", str(tmp_path / "x")]):
        assert main([*command, "--database", url]) == 2
    assert list(tmp_path.iterdir()) == []


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["--language", "en", *arguments])
    caught = capsys.readouterr()
    errors = [line for line in caught.err.splitlines() if not line.startswith("Examining")]
    return code, " ".join([*caught.out.split(), *" ".join(errors).split()])


def test_the_commands_speak(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(url)
    copy, database = str(tmp_path / "c"), ("--database", url)
    assert run(capsys, "backup", copy, *database) == (0, f"3 games are in {copy}.")
    code, said = run(capsys, "restore", copy, *database)
    assert (code, "--replace" in said) == (2, True)
    code, said = run(capsys, "restore", copy, "--replace", *database)
    assert (code, "What was there before is in" in said) == (0, True)
    assert run(capsys, "doctor", *database) == (0, "3 games, nothing is damaged.")
    code, said = run(capsys, "inspect", "t1", *database, "--transcript", str(tmp_path / "t"))
    assert code == 0
    for words in ("Table t1: forum_trajanum, 2 seats", "rows, all as they were written", "1 person Ada 0"):
        assert words.replace("1 person", "Seat 1: person") in said
    store = Store(url)
    played = [action.number for action in store.journal("t1").actions]
    store.close()
    assert [action.number for action in ulpia.load((tmp_path / "t").read_text()).actions] == played
    code, said = run(capsys, "inspect", "nowhere", *database)
    assert (code, "There is no such table" in said) == (1, True)


def test_the_doctor_names_what_is_hurt(url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    filled(url, 4)
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("update journal set number = number + 1 where game = 't1' and position = 0")
        connection.execute("update games set seed = '5' where id = 't2'")
    connection.close()
    code, said = run(capsys, "doctor", "--database", url)
    assert code == 1
    assert "t1: The stored game t1 is damaged: row 1 of its journal is not as it was written" in said
    assert "t2: The stored game t2 is damaged: its game, seats, seed or settings" in said
    assert "2 of 4 games are damaged." in said
    code, said = run(capsys, "doctor", "--json", "--quick", "--database", url)
    assert (code, sorted(json.loads(said)["hurt"])) == (1, ["t1", "t2"])
    code, said = run(capsys, "inspect", "t1", "--database", url)
    assert code == 1
    assert "row 1 of its journal is not as it was written" in said
    store = Store(url)
    with pytest.raises(BrokenJournal):
        store.journal("t1")
    store.close()


def test_the_doctor_names_a_game_whose_id_is_damaged(
    url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """With its row out of step, a list of games shows another id; the seats still name the right one."""
    filled(url, 3)
    path = tmp_path / "games.sqlite"
    data = bytearray(path.read_bytes())
    row = data.index(b"t1forum_trajanum")
    header = next(at for at in range(row - 40, row) if data[at] == row - at)  # begins with its own length
    data[header] += 1
    path.write_bytes(data)
    code, said = run(capsys, "doctor", "--database", url)
    assert code == 1
    assert "t1: The stored game t1 is damaged" in said
    assert "t0: " not in said


def test_the_doctor_tells_games_that_cannot_go_on_from_damaged_ones(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(url, 2)
    store = Store(url)
    version = store.head("t1").version
    store.set_version("t1", type(version)(99, version.components, "9.9", version.layout, "0" * 16))
    store.close()
    code, said = run(capsys, "doctor", "--database", url)
    assert code == 0
    assert "t1 is whole, but does not go on: This game was played with Ulpia 9.9" in said
    code, said = run(capsys, "inspect", "t1", "--database", url)
    assert (code, "Ulpia 9.9 (rules 99) can finish it" in said) == (1, True)


def test_the_doctor_looks_at_file_and_schema(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "damaged" in DamagedDatabase(why="x").say("en")
    assert "0005" in OtherSchema(found="0003", expected="0005").say("de")
    old_database(url, "0003")
    code, said = run(capsys, "doctor", "--database", url)
    assert (code, "The schema of the database is 0003" in said) == (1, True)
    filled(f"sqlite:///{tmp_path / 'b.sqlite'}", 2)
    with sqlite3.connect(tmp_path / "b.sqlite") as connection:
        connection.execute("drop index games_by_owner")
        connection.execute("pragma foreign_keys=off")
        connection.execute("delete from games where id = 't1'")
    connection.close()
    code, said = run(capsys, "doctor", "--database", f"sqlite:///{tmp_path / 'b.sqlite'}")
    assert code == 1
    assert "games_by_owner" in said
    assert "journal -> games" in said
