"""Flip bytes in databases with many games, and look whether a game loads as another, or damage goes unnoticed.

`python -m tests.server.flips 1000` flips one byte in each of that many copies and reports. If a game loads as another
one, or an error has no name, or `doctor` misses a damaged game, or `restore` does not bring it back, the run ends with
an error.
"""

import gc
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.server.games_in_store import contents, fill
from ulpia.core.errors import UlpiaError
from ulpia.server.doctor import examine
from ulpia.server.errors import CannotStore, OtherSchema
from ulpia.server.session.loading import load_game
from ulpia.server.storage import backup
from ulpia.server.storage.store import Store

TABLES = 30
SAMPLE = 2
"""Tables that are loaded from each damaged copy, besides the checks of all their rows."""


def prepare(folder: Path, tables: int) -> dict[str, tuple[object, ...]]:
    """A database with many games and its backup; return what it holds."""
    store = Store(f"sqlite:///{folder / 'games.sqlite'}")
    fill(store, tables)
    backup.back_up(f"sqlite:///{folder / 'games.sqlite'}", folder / "backup.sqlite")
    found = contents(store)
    store.close()
    assert not (folder / "games.sqlite-wal").exists()
    return found


def flip(source: Path, target: Path, dice: random.Random) -> int:
    """Copy a file with one byte changed; return its place."""
    data = bytearray(source.read_bytes())
    at = dice.randrange(len(data))
    data[at] ^= dice.randrange(1, 256)
    for ending in ("-wal", "-shm"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    target.write_bytes(data)
    return at


def game_of(store: Store, table: str) -> tuple[object, object]:
    """Everything of a table that is played: what it is and what happened. Names, pace and chat are not."""
    head = store.head(table)
    return (head.game, head.seed, head.settings, len(head.seats), head.version, head.outcome), store.journal(table)


def identity(found: tuple[object, ...]) -> tuple[object, object]:
    head, journal, _ = found
    return (head.game, head.seed, head.settings, len(head.seats), head.version, head.outcome), journal  # type: ignore[attr-defined]


def try_one(folder: Path, expected: dict[str, tuple[object, ...]], dice: random.Random) -> Counter[str]:
    """Flip a byte, open, read and load."""
    path, seen = folder / "flipped.sqlite", Counter[str]()
    at = flip(folder / "games.sqlite", path, dice)
    url, hurt = f"sqlite:///{path}", set[str]()
    try:
        store = Store(url)
    except UlpiaError as error:
        seen[f"not opened: {error.name}"] += 1
        return seen + restored(folder, url, expected)
    try:
        for table in expected:
            try:
                assert game_of(store, table) == identity(expected[table]), f"{table} is another game after byte {at}"
                seen["tables read right"] += 1
            except UlpiaError as error:
                hurt.add(table)
                seen[f"tables refused: {error.name}"] += 1
        for table in dice.sample(sorted(expected), min(SAMPLE, len(expected))):
            try:
                _, history = load_game(store, table)
                assert history.match.digest == expected[table][0].match_digest, table  # type: ignore[attr-defined]
            except UlpiaError:
                assert table in hurt, f"{table} is read, but not loaded, after byte {at}"
        if hurt:
            seen["databases with damaged games"] += 1
            assert not (missed := missed_by_doctor(store, hurt)), f"the doctor misses {missed} after byte {at}"
    finally:
        store.close()
    return seen + restored(folder, url, expected) if hurt else seen


def missed_by_doctor(store: Store, hurt: set[str]) -> set[str]:
    """Damaged games that the doctor does not name, although it could read the database."""
    report = examine(store, is_replaying=False)
    is_unreadable = any(isinstance(error, CannotStore | OtherSchema) for error in report.general)
    return set() if is_unreadable else hurt - set(report.hurt)


def restored(folder: Path, url: str, expected: dict[str, tuple[object, ...]]) -> Counter[str]:
    """The backup brings everything back."""
    gc.collect()  # errors that were caught hold connections
    done = backup.restore(folder / "backup.sqlite", url, is_replacing=True)
    store = Store(url)
    assert contents(store) == expected
    store.close()
    for path in folder.glob(f"{done.kept.name}*" if done.kept else "no file"):
        path.unlink()
    return Counter({"restored": 1})


def run(folder: Path, flips: int, tables: int = TABLES, seed: int = 1) -> dict[str, int]:
    """Flip that many bytes, each in a copy of its own."""
    expected, total = prepare(folder, tables), Counter[str]()
    dice = random.Random(seed)
    for _ in range(flips):
        total += try_one(folder, expected, dice)
    return {"flips": flips, "bytes": (folder / "games.sqlite").stat().st_size, **dict(sorted(total.items()))}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        print(json.dumps(run(Path(temporary), int(sys.argv[1]) if len(sys.argv) > 1 else 1000), indent=1))
