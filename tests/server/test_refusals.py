"""Every refusal of the server has a name, a sentence in both languages, and a test."""

import tomllib
from pathlib import Path

from ulpia.server import errors as refusals

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ulpia"


def test_every_refusal_of_the_server_has_its_sentence_is_raised_and_tested() -> None:
    texts = tomllib.loads((SOURCE / "server" / "text" / "en.toml").read_text())
    kinds = {
        name for name, kind in vars(refusals).items() if isinstance(kind, type) and kind.__module__ == refusals.__name__
    }
    assert kinds - {"ServerError"} == set(texts["refusals"])
    tests = "".join(path.read_text() for path in (ROOT / "tests" / "server").rglob("*.py"))
    code = "".join(path.read_text() for path in (SOURCE / "server").rglob("*.py") if path.name != "errors.py")
    for name in texts["refusals"]:
        assert f"{name}(" in code, name
        assert name in tests, name
    for expected in texts["expected"]:
        assert f'"{expected}"' in code, expected
