"""The documentation site builds without a warning and without the network."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mkdocs", reason="the dependency group docs is not installed")

ROOT = Path(__file__).parents[2]
ELSEWHERE = re.compile(r"<(?:link|script|img)\b[^>]*(?:href|src)=[\"']?(https?://[^\"' >]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def test_every_part_of_the_site_is_there(site: Path) -> None:
    for page in ("index", "play", "program", "agents", "research", "operating", "protocol", "map", "style"):
        assert (site / f"{page}.html").exists(), page
    for folder, least in (("rules", 4), ("api", 7), ("decisions", 14), ("notebooks", 6), ("research", 6)):
        assert len(list((site / folder).glob("*.html"))) >= least, folder


def test_the_reference_comes_from_the_docstrings(site: Path) -> None:
    page = (site / "api" / "match.html").read_text(encoding="utf-8")
    assert 'id="ulpia.match.Match.play"' in page
    assert ">&gt;&gt;&gt; <" in page, "examples are code blocks, not quotations"


def test_rule_books_have_their_figures_and_link_to_rulings(site: Path) -> None:
    english, german = ((site / "rules" / f"trajan.{language}.html").read_text() for language in ("en", "de"))
    assert "The rules of Trajan" in english
    assert 'href="../rulings/trajan.html#T-90"' in english
    assert 'id="T-90"' in (site / "rulings" / "trajan.html").read_text()
    assert "Beispiel" in german
    assert not re.search(r"\{[a-z_]+\.[a-z_.]+\}", english)


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    base = "https://example.org/"
    for page in site.rglob("*.html"):
        found = [address for address in ELSEWHERE.findall(page.read_text()) if not address.startswith(base)]
        assert found == [], page.name
