"""The digest of the code changes when games can change, and not with what people read."""

import shutil
from pathlib import Path

import pytest

import ulpia
from tests.support.games import BUILT_IN
from ulpia.arena.code_digest import CHECKS, CODE, NOT_DECIDING, code_digest, syntax_of
from ulpia.registry import find_game

ROOT = Path(ulpia.__file__).parent


def digest(game: str = "trajan") -> str:
    return code_digest.__wrapped__(find_game(game))


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package, whose digest is taken."""
    root = tmp_path / "ulpia"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns("server", "web", "pictures", "__pycache__"))
    monkeypatch.setattr(ulpia, "__file__", str(root / "__init__.py"))
    return root


def test_the_digest_does_not_depend_on_the_place(copied: Path) -> None:
    assert len(digest()) == 16
    assert digest() == code_digest(find_game("trajan"))


@pytest.mark.parametrize(
    "name",
    [
        *("match.py", "arena/play.py", "arena/schedule.py", "agents/external.py", "agents/worker.py"),
        *("engine/rng.py", "engine/templates/search.py", "search/searcher.py", "games/trajan/rules/steps/sow.py"),
    ],
)
def test_a_changed_statement_changes_the_digest_and_a_comment_does_not(copied: Path, name: str) -> None:
    before = digest()
    source = (copied / name).read_text(encoding="utf-8")
    (copied / name).write_text(f'{source}\n# a comment\n"""Other words."""\n', encoding="utf-8")
    assert digest() == before
    (copied / name).write_text(f"{source}\nCHANGED = 1\n", encoding="utf-8")
    assert digest() != before


def test_other_weights_change_the_digest(copied: Path) -> None:
    before = digest()
    weights = copied / "games/trajan/evaluation/weights.npz"
    weights.write_bytes(weights.read_bytes() + b"0")
    assert digest() != before


def test_texts_checks_and_the_other_game_do_not_change_the_digest(copied: Path) -> None:
    before = digest()
    for name in (
        *("core/text/en.toml", "games/trajan/text/en.toml", "games/forum_trajanum/rules/flow.py"),
        *("games/trajan/rules/audit.py", "games/trajan/rules/recount.py", "games/trajan/observation.py"),
    ):
        with (copied / name).open("a") as file:
            file.write("\nCHANGED = 1\n")
    assert digest() == before
    assert len({digest(game) for game in BUILT_IN}) == len(BUILT_IN)


def test_what_is_left_out_exists() -> None:
    listed = {path.relative_to(ROOT).as_posix() for pattern in CODE for path in ROOT.glob(pattern)}
    assert listed >= NOT_DECIDING
    assert all(any((ROOT / "games").glob(f"*/{name}")) for name in CHECKS)


def test_only_the_syntax_counts() -> None:
    plain = "def f(x: int) -> int:\n    return x + 1\n"
    told = '"""About."""\n\ndef f(x: int) -> int:  # why\n    """Add one."""\n    return (\n        x + 1\n    )\n'
    assert syntax_of(plain) == syntax_of(told)
    assert syntax_of(plain) != syntax_of(plain.replace("1", "2"))
