"""The report: one page that needs nothing else."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from ulpia.arena import plots
from ulpia.arena.play import AbandonedGame, Failure, play
from ulpia.arena.report import Page, report
from ulpia.arena.schedule import tournament
from ulpia.arena.statistics import summary

VOID = {"meta", "wbr"}
EVIL = "<script>alert(1)</script>&\"'.py:Evil"


class Reader(HTMLParser):
    """Checks that every element is closed where it should be; notes what the page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "action", "data", "srcset")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module", params=[2, 4])
def found(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A tournament of two, in which one agent has the name of a mischief and fails."""
    asked = tournament("trajan", ["random", "greedy"], request.param, 8)
    games = [play(asked, fixture) for fixture in asked.fixtures()]
    told = json.dumps(summary(asked, games, [AbandonedGame(10, 77, ("greedy", "random"))]))
    renamed: dict[str, Any] = json.loads(told.replace('"greedy"', json.dumps(EVIL)))
    failed = vars(Failure(0, "ValueError: <b>bold</b>", "mine.py:7", 3))
    renamed["agents"][1]["failures"] = {"times": 3, "kinds": [failed]}
    return renamed


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_is_whole_and_needs_no_other(found: dict[str, Any], language: str) -> None:
    page = report(found, language)
    reader = read(page)
    assert reader.links == []
    assert not re.search(r"url\(|@import|https?:|//[a-z]", page)
    assert reader.seen.count("script") == 1  # the data, which is not run
    assert "default-src 'none'" in page
    assert "prefers-color-scheme: dark" in page
    assert f'<html lang="{language}">' in page


def test_the_page_shows_everything_and_in_words(found: dict[str, Any]) -> None:
    english, german = (read(report(found, language)).text for language in ("en", "de"))
    for words in ("Win rates", "Points by source", "Ratings", "Thinking time", "Who finishes before whom", "Failures"):
        assert words in english
    for words in ("Siegquoten", "Punkte nach Herkunft", "Wertungszahlen", "Bedenkzeit", "Wer vor wem", "Pannen"):
        assert words in german
    rate = found["agents"][0]["win_rate"]
    assert f"{rate:.1%}" in english
    assert f"{100 * rate:.1f}\u00a0%".replace(".", ",") in german
    assert "Unmet demands" in english
    assert "mine.py:7" in english
    assert "Abandoned deals" in english
    assert "Verlorene Prozesse" in german
    assert all("77" in text for text in (english, german))


def test_names_and_errors_never_become_markup(found: dict[str, Any]) -> None:
    page = report(found, "en")
    assert "<b>bold" not in page
    assert "<script>alert" not in page
    assert EVIL in read(page).text


def test_the_data_can_be_read_back_from_the_page(found: dict[str, Any]) -> None:
    data = re.search(r'<script type="application/json" id="summary">(.*?)</script>', report(found, "en"))
    assert data
    assert json.loads(data[1]) == json.loads(json.dumps(found))


def test_every_bar_of_points_by_source_is_as_long_as_the_points(found: dict[str, Any]) -> None:
    page = Page(found, "en")
    for agent, row in zip(page.agents, page.sources().split('<div class="row ')[1:]):
        widths = [float(width) for width in re.findall(r'class="part s\d+" x="[\d.]+%" width="([\d.]+)%"', row)]
        gains = [abs(gain) for gain in agent["sources"].values() if gain]
        assert len(widths) == len(gains)
        assert max(widths) / sum(widths) == pytest.approx(max(gains) / sum(gains), abs=1e-3)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ((0, 117), (0, 50, 100, 150)),
        ((-54, 119), (-100, -50, 0, 50, 100, 150)),
        ((3, 3), (3, 3.5, 4)),
        ((0, 1), (0, 0.5, 1)),
    ],
)
def test_an_axis_has_few_round_ticks_and_reaches_everything(
    values: tuple[float, ...], ticks: tuple[float, ...]
) -> None:
    axis = plots.even_axis(values)
    assert axis.ticks == pytest.approx(ticks)
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert (axis.at(axis.low), axis.at(axis.high)) == (0, 100)


def test_a_logarithmic_axis_has_equal_steps() -> None:
    axis = plots.decades([0.0002, 0.0, 0.5])
    assert axis.ticks == pytest.approx((1e-4, 1e-3, 1e-2, 1e-1, 1))
    assert [axis.at(tick) for tick in axis.ticks] == [0, 25, 50, 75, 100]
    assert axis.at(0.0) == 0
    assert len(plots.decades([1e-6, 1e3]).ticks) <= 5


@pytest.mark.parametrize(
    ("seconds", "english", "german"),
    [(0.0000132, "13 µs", "13 µs"), (0.0021, "2.1 ms", "2,1 ms"), (0.21, "210 ms", "210 ms"), (1.25, "1.2 s", "1,2 s")],
)
def test_times_are_told_in_the_unit_that_suits_them(
    seconds: float, english: str, german: str, found: dict[str, Any]
) -> None:
    assert Page(found, "en").seconds(seconds) == english.replace(" ", "\u00a0")
    assert Page(found, "de").seconds(seconds) == german.replace(" ", "\u00a0")
