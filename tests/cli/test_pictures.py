"""ulpia show --svg, --png: the table as a picture in a file."""

import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ulpia
from tests.cli.test_cli import run
from ulpia.cli import pictures
from ulpia.core.errors import MissingExtra, UnwritableFile

PNG = b"\x89PNG"


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """A short piece of a game."""
    match = ulpia.new("trajan", seats=3, seed=7, setup="dealt")
    for _ in range(60):
        match.play(match.options[len(match.actions) % len(match.options)])
    path = tmp_path / "game.txt"
    path.write_text(match.transcript())
    return path


def test_show_writes_the_table_as_svg(capsys: pytest.CaptureFixture[str], transcript: Path, tmp_path: Path) -> None:
    """Through the eyes of a seat, in the language, by day or by night."""
    path = tmp_path / "pictures" / "table.svg"
    status, out, _ = run(capsys, "show", str(transcript), "--at", "30", "--svg", str(path), "--language", "de")
    assert status == 0
    assert "Der Tisch ist in" in out
    day = path.read_text()
    ElementTree.fromstring(day)
    assert "Das Volk verlangt" in day
    assert run(capsys, "show", str(transcript), "--seat", "1", "--svg", str(path), "--theme", "night")[0] == 0
    assert path.read_text() != day


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="nobody here paints quickly")
def test_show_writes_the_table_as_png(capsys: pytest.CaptureFixture[str], transcript: Path, tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    assert run(capsys, "show", str(transcript), "--png", str(path))[0] == 0
    assert path.read_bytes().startswith(PNG)


def test_where_nobody_paints_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """MissingExtra names the extra."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(MissingExtra, match=r"ulpia\[png\]"):
        pictures.write_png(tmp_path / "table.png", "<svg/>")


def test_a_picture_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pictures, "painter", lambda: lambda _, painted: painted.write_bytes(PNG))
    (tmp_path / "file").write_text("")
    with pytest.raises(UnwritableFile):
        pictures.write_png(tmp_path / "file" / "table.png", "<svg/>")
    with pytest.raises(UnwritableFile):
        pictures.write_svg(tmp_path / "file" / "table.svg", "<svg/>")
