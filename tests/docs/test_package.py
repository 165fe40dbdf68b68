"""The package builds, its metadata is complete, and its README works on a package index."""

import importlib.util
import re
import subprocess
import sys
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("build", "twine", "hatchling")
MISSING = [tool for tool in TOOLS if importlib.util.find_spec(tool) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (dependency group release)")

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
BASE = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["base-url"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_twine_accepts_the_wheel(wheel: Path) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", str(wheel)], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_wheel_holds_every_file_of_the_source(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    files = [name for name in tracked.stdout.splitlines() if (ROOT / name).exists()]
    assert [name for name in files if name.removeprefix("src/") not in inside] == []


def test_authors_links_and_classifiers_are_given(metadata: Message) -> None:
    assert metadata["Author"] == "Ulpia contributors"
    links = dict(url.split(", ", 1) for url in metadata.get_all("Project-URL", []))
    assert set(links) == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}
    for link in links.values():
        assert link.startswith(BASE)
        if "/HEAD/" in link:
            assert (ROOT / link.partition("/HEAD/")[2]).exists(), link
    classifiers = metadata.get_all("Classifier", [])
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in classifiers


def test_links_and_pictures_of_the_readme_are_absolute_and_lead_to_files(metadata: Message) -> None:
    text = metadata.get_payload()
    assert isinstance(text, str)
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        assert link.startswith("https://"), link
        if link.startswith(BASE):
            path = re.sub(r"^/(blob|raw)/HEAD/", "", link.removeprefix(BASE))
            assert (ROOT / path.partition("#")[0]).exists(), link


def test_one_line_sets_the_base_url() -> None:
    files = subprocess.run(["git", "grep", "-lF", BASE], cwd=ROOT, capture_output=True, text=True)
    if files.returncode:
        pytest.skip("not a git checkout")
    assert files.stdout.split() == ["pyproject.toml"]
    assert (ROOT / "pyproject.toml").read_text().count(BASE) == 1


def test_the_wheel_registers_the_games_with_gymnasium(wheel: Path) -> None:
    """Python reads the .pth file in the folder of installed packages (decision 20)."""
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("ulpia_gymnasium.pth") == b"import ulpia_gymnasium\n"
        assert "ulpia_gymnasium.py" in archive.namelist()
