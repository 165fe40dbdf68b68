"""Records, chance, agenda, texts, compilation and its cache."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from ulpia.core.i18n import PluralNumber, Texts
from ulpia.engine import jit
from ulpia.engine.agenda import agenda_of
from ulpia.engine.layout import (
    Count,
    Row,
    Wide,
    blank,
    byte_mask,
    cells,
    layout,
)

INNER_SCRIPT = """
from ulpia.engine.agenda import Agenda, agenda_of, pending, pop, push, change_detail, detail_a, detail_b
from typing import Annotated
from ulpia.engine.layout import blank, layout
from ulpia.engine.rng import Chance, draw, roll, start_chance
"""


class Inner:
    """A record within a record."""

    small: Count
    wide: Wide


class Outer:
    """A record with a gap."""

    one: Count
    inner: Inner
    many: Annotated[list[Inner], cells(3, of=Inner)]
    row: Annotated[Row, cells(5, of=np.int16)]


def test_a_class_becomes_a_record_with_aligned_fields_and_no_gaps() -> None:
    dtype = layout(Outer)
    assert dtype.fields["inner"][1] == 8
    assert dtype.isalignedstruct
    covered = sum(dtype.fields[name][0].itemsize for name in dtype.names)
    assert covered == dtype.itemsize == 8 + 16 + 48 + 16


def test_equal_records_are_equal_bytes_after_copying() -> None:
    array = np.frombuffer(os.urandom(10 * layout(Outer).itemsize), layout(Outer)).copy()
    assert array.copy().tobytes() == array.tobytes()
    assert np.concatenate([array, array]).tobytes() == array.tobytes() * 2


def test_a_blank_record_is_zero_and_can_be_written() -> None:
    record: Any = blank(layout(Outer))
    assert record.tobytes() == bytes(layout(Outer).itemsize)
    record.many[2].small = 7
    assert record.many[2].small == 7


def test_a_mask_covers_the_named_fields_and_no_others() -> None:
    mask = byte_mask(layout(Outer), ("one", "many.small")).view(layout(Outer))[0]
    assert mask.one == -1
    assert [mask.many[at].small for at in range(3)] == [-1, -1, -1]
    assert mask.inner.small == mask.inner.wide == 0
    assert not mask.row.any()


def interpreted(code: str) -> str:
    """Run a piece of kernel code uncompiled: its functions are for compiled callers alone."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", INNER_SCRIPT + code],
        env=os.environ | {"ULPIA_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_a_bag_gives_each_piece_with_equal_odds_until_it_is_empty() -> None:
    code = """
import numpy as np
from collections import Counter
chance = blank(layout(Chance))
firsts = Counter()
for seed in range(6000):
    start_chance(chance, seed, 0)
    bag = np.array([3, 0, 2, 1], np.int8)
    drawn = [draw(chance, bag) for _ in range(7)]
    assert sorted(drawn) == [-1, 0, 0, 0, 2, 2, 3], drawn
    firsts[drawn[0]] += 1
print(sum((firsts[kind] - 1000 * many) ** 2 / (1000 * many) for kind, many in ((0, 3), (2, 2), (3, 1))))
"""
    assert float(interpreted(code)) < 13.8  # 2 degrees of freedom, 99.9 %


def test_frames_leave_the_agenda_as_they_came_and_leave_no_trace() -> None:
    code = """
class Table:
    agenda: Annotated[Agenda, agenda_of(2)]
table = blank(layout(Table))
empty = table.tobytes()
push(table, 3, 300, 1)
push(table, 4, 0, 2)
print(pending(table), detail_a(table), detail_b(table))
change_detail(table, 9, 8)
print(detail_a(table), detail_b(table))
pop(table)
print(pending(table), detail_a(table))
pop(table)
print(table.tobytes() == empty)
"""
    assert interpreted(code).splitlines() == ["4 0 2", "9 8", "3 300", "True"]


@pytest.mark.parametrize(("depth", "size"), [(10, 52), (16, 82)])
def test_an_agenda_is_as_deep_as_its_game_needs(depth: int, size: int) -> None:
    dtype = layout(agenda_of(depth))
    assert [dtype.fields[name][0].shape for name in ("kinds", "first", "second")] == [(depth,)] * 3
    assert dtype.itemsize == size


def test_the_cache_folder_is_named_by_the_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Numba would not notice an edit in an imported file; a digest does."""
    package = tmp_path / "game"
    for folder in (tmp_path / "engine", package):
        (folder / "text").mkdir(parents=True)
        (folder / "rule.py").write_text("a = 1")
    (package / "components.toml").write_text("a = 1")
    monkeypatch.setattr(jit, "ENGINE", tmp_path / "engine")
    names = [jit.digest_of_rules(package)]
    for path in ("engine/rule.py", "game/rule.py", "game/components.toml", "game/new.py"):
        (tmp_path / path).write_text("a = 2")
        names.append(jit.digest_of_rules(package))
    assert len(set(names)) == 5
    (package / "text" / "en.toml").write_text("texts do not matter")
    assert jit.digest_of_rules(package) == names[-1]


def test_edited_rules_are_not_served_from_an_old_cache(tmp_path: Path) -> None:
    """The whole way: compile, edit a file that the entry point imports, run again."""
    source = Path(jit.__file__).parents[1]
    package = tmp_path / "ulpia"
    empty = ("__init__.py", "core/__init__.py", "engine/__init__.py", "games/__init__.py", "games/tree/__init__.py")
    copied = ("engine/jit.py", "engine/inner_functions.py", "core/errors.py", "core/i18n.py")
    for name in (*empty, *copied):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text((source / name).read_text() if name in copied else "")
    (package / "games" / "tree" / "leaf.py").write_text(
        "from ulpia.engine.jit import compiled\n@compiled\ndef leaf(x):\n    return x + 1\n"
    )
    (package / "games" / "tree" / "top.py").write_text(
        "from ulpia.engine.jit import entry_point\nfrom ulpia.games.tree.leaf import leaf\n"
        "@entry_point\ndef top(x):\n    return leaf(x)\n"
    )

    def run() -> str:
        env = os.environ | {
            "PYTHONPATH": str(tmp_path),
            "ULPIA_CACHE": str(tmp_path / "cache"),
            "ULPIA_INTERPRETED": "",
        }
        code = "from ulpia.games.tree.top import top; print(top(10), sum(top.stats.cache_hits.values()))"
        return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout

    assert run().split() == ["11", "0"]
    assert run().split() == ["11", "1"]
    leaf = package / "games" / "tree" / "leaf.py"
    leaf.write_text(leaf.read_text().replace("x + 1", "x + 7"))
    assert run().split() == ["17", "0"]


def test_an_unwritable_home_still_works(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    env = os.environ | {"ULPIA_CACHE": str(tmp_path / "file" / "below"), "ULPIA_INTERPRETED": ""}
    code = "from ulpia.engine.jit import cache_folder; print(cache_folder())"
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert "ulpia-" in run.stdout
    assert not Path(run.stdout.strip()).exists()  # a temporary folder goes with its process


def test_old_caches_are_cleared_away(tmp_path: Path) -> None:
    """Only ours: everything else in the folder stays."""
    for number in range(2 * jit.KEPT_CACHES):
        (tmp_path / f"{jit.PREFIX}{number}").mkdir()
        (tmp_path / f"other {number}").mkdir()
    env = os.environ | {"ULPIA_CACHE": str(tmp_path), "ULPIA_INTERPRETED": ""}
    subprocess.run(
        [sys.executable, "-c", "from ulpia.engine.jit import cache_folder; cache_folder()"], env=env, check=True
    )
    assert len(list(tmp_path.glob("rules-*"))) == jit.KEPT_CACHES
    assert len(list(tmp_path.glob("other*"))) == 2 * jit.KEPT_CACHES


def test_a_cache_that_was_cleared_away_is_made_again(tmp_path: Path) -> None:
    """Many other versions of the rules were started while a process was still compiling."""
    env = os.environ | {"ULPIA_CACHE": str(tmp_path), "ULPIA_INTERPRETED": ""}
    code = (
        "import shutil, ulpia.engine.jit as c; shutil.rmtree(c.cache_folder()); c.mark_ready('playouts', None)\n"
        "print(c.is_ready('playouts', None))"
    )
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True"


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("0", False), ("", False)])
def test_zero_switches_interpretation_off(value: str, expected: bool) -> None:
    code = "from ulpia.engine.jit import INTERPRETED; print(INTERPRETED)"
    env = os.environ | {"ULPIA_INTERPRETED": value}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(expected)


def test_numbers_bring_their_units() -> None:
    units = {"point": ["point", "points"]}
    assert f"{PluralNumber.of(1, units):point}, {PluralNumber.of(-1, units):point}" == "1 point, -1 point"
    assert (
        f"{PluralNumber.of(3, units):point}, {PluralNumber.of(3, units)}, {PluralNumber.of(3, units):>4}"
        == "3 points, 3,    3"
    )


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="en, de"):
        Texts(tmp_path).say("fr", "hello")
