"""A table as a picture in a file: SVG as it is drawn, PNG by whatever on this machine can paint one."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from ulpia.cli.console import write_text
from ulpia.core.errors import MissingExtra, UnwritableFile
from ulpia.render.layout import HEIGHT, WIDTH

SCALE = 2
"""Pixels for each unit of the picture."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


def write_svg(path: Path, picture: str) -> None:
    """Write a picture as it is."""
    write_text(path, picture)


def write_png(path: Path, picture: str) -> None:
    """Paint a picture, twice as large as on the screen."""
    paint = painter()
    with tempfile.TemporaryDirectory() as folder:
        drawn, painted = Path(folder) / "table.svg", Path(folder) / "table.png"
        drawn.write_text(picture, encoding="utf-8")
        paint(drawn, painted)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(painted, path)
        except OSError as error:
            raise UnwritableFile(path=path, why=error.strerror or error) from None


def painter() -> Callable[[Path, Path], None]:
    """Who can paint here: rsvg-convert, a Chromium, or the package cairosvg."""
    if shutil.which("rsvg-convert"):
        return _by_rsvg
    if any(map(shutil.which, BROWSERS)):
        return _by_browser
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: the package is here, the library behind it is not
        raise MissingExtra(package="cairosvg", extra="png") from None
    return lambda drawn, painted: cairosvg.svg2png(url=os.fspath(drawn), write_to=os.fspath(painted), scale=SCALE)


def _by_rsvg(drawn: Path, painted: Path) -> None:
    subprocess.run(["rsvg-convert", "--zoom", str(SCALE), "-o", painted, drawn], check=True, capture_output=True)


def _by_browser(drawn: Path, painted: Path) -> None:
    browser = next(filter(None, map(shutil.which, BROWSERS)))
    size = (f"--window-size={WIDTH},{HEIGHT}", f"--force-device-scale-factor={SCALE}", "--hide-scrollbars")
    shot = f"--screenshot={painted}"
    subprocess.run([browser, *QUIET, *size, shot, drawn.as_uri()], check=True, capture_output=True)
