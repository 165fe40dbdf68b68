"""The rule books are complete, agree in both languages and with the components; broken ones are refused."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.games import BUILT_IN
from tests.support.pictures import DRAWINGS
from ulpia import render
from ulpia.core.errors import UlpiaError, UnknownGame, UnknownLanguage
from ulpia.core.i18n import LANGUAGES
from ulpia.registry import find_game
from ulpia.rulebook import (
    BadRulebook,
    Book,
    Part,
    book,
    help_for,
    reader,
)
from ulpia.rulebook.book import LINK, SIGN, plain
from ulpia.rulebook.figures import PLACEHOLDER

ROOT = Path(__file__).parents[2]
GAMES = BUILT_IN
every_game = pytest.mark.parametrize("game", GAMES)
every_book = pytest.mark.parametrize(("game", "language"), [(game, one) for game in GAMES for one in LANGUAGES])


def rulings(game: str) -> list[str]:
    return re.findall(r"^- \*\*([TF]-\d+)\*\*", (ROOT / "docs" / "rulings" / f"{game}.md").read_text(), re.M)


def parts(of: Book) -> list[Part]:
    return [part for section in of.sections for part in section.parts]


def texts(game: str, language: str) -> list[str]:
    helped = [text for one in help_for(game, language).values() for text in (one.name, one.text)]
    return [*(text for part in parts(book(game, language)) for text in part.texts), *helped]


def raw(game: str, what: str, language: str = "en") -> str:
    written = (reader.rulebook_folder(find_game(game)) / f"{what}.{language}.toml").read_text()
    return "\n".join(line for line in written.splitlines() if not line.startswith("#"))


@every_book
def test_every_ruling_is_in_the_rules_and_no_other_is(game: str, language: str) -> None:
    cited = {ruling for part in parts(book(game, language)) for ruling in part.rulings}
    assert sorted(set(rulings(game)) - cited) == []
    assert sorted(cited - set(rulings(game))) == []
    helped = {ruling for one in help_for(game, language).values() for ruling in one.rulings}
    assert helped <= set(rulings(game))


@every_game
def test_both_languages_say_the_same_in_the_same_places(game: str) -> None:
    english, german = book(game, "en"), book(game, "de")
    assert shape(english) == shape(german)
    for one, other in zip(parts(english), parts(german)):
        assert (one.rulings, one.doubt) == (other.rulings, other.doubt)
    assert [one.text for one in parts(english)] != [one.text for one in parts(german)]


def shape(of: Book) -> list[Any]:
    return [
        (section.id, section.sign, bool(section.chapter), [part_shape(part) for part in section.parts])
        for section in of.sections
    ]


def part_shape(part: Part) -> tuple[Any, ...]:
    return part.kind, bool(part.text), len(part.items), part.is_numbered, len(part.head), len(part.rows)


@every_game
def test_both_languages_name_the_same_figures_signs_and_links(game: str) -> None:
    for what in ("rules", "help"):
        english, german = raw(game, what), raw(game, what, "de")
        for mark in (PLACEHOLDER, re.compile(r"(?<=:)[a-z-]+(?=[:|])"), re.compile(r"\(#[a-z-]+\)")):
            assert sorted(mark.findall(english)) == sorted(mark.findall(german))


@every_book
def test_help_is_there_for_everything_that_can_be_asked_about(game: str, language: str) -> None:
    assert set(help_for(game, language)) == render.help_keys(game)
    for key, one in help_for(game, language).items():
        assert one.name, key
        assert 20 < len(plain(one.text)) <= 200, key
        assert one.rulings, key
        assert book(game, language).section(one.section) is not None, key
        assert one.section_title, key


@pytest.mark.parametrize(("language", "first"), [("en", "Sowing from here"), ("de", "Von hier verteilst du")])
def test_the_card_of_a_tray_says_first_what_sowing_from_it_does(language: str, first: str) -> None:
    """Whoever is asked which tray to sow wants to know that; what happens where a sowing ends comes second."""
    trays = [one.text for key, one in help_for("trajan", language).items() if key.startswith("tray-")]
    assert len(trays) == 6
    assert all(text.startswith(first) for text in trays)


@every_game
def test_help_agrees_in_both_languages(game: str) -> None:
    english, german = help_for(game, "en"), help_for(game, "de")
    assert list(english) == list(german)
    for key, one in english.items():
        other = german[key]
        assert (one.rulings, one.section, one.doubt) == (other.rulings, other.section, other.doubt), key


@every_book
def test_every_sign_is_drawn_and_every_mark_is_read(game: str, language: str) -> None:
    read = book(game, language)
    signs = {section.sign for section in read.sections}
    for text in texts(game, language):
        signs |= {sign[0] for sign in SIGN.findall(text)}
        assert not re.search(r"[{}|]|\*\*|\(#", plain(text)), text
    assert sorted(signs - set(DRAWINGS)) == []


@every_book
def test_headings_and_chapters_lead_through_the_book(game: str, language: str) -> None:
    read = book(game, language)
    assert read.sections[0].chapter
    assert {"idea", "table", "setup", "overview", "missed", "secrets"} <= {section.id for section in read.sections}
    assert all(section.title and section.parts for section in read.sections)
    assert all("example" in {part.kind for part in read.section(one).parts} for one in with_example(game))  # type: ignore[union-attr]


def with_example(game: str) -> tuple[str, ...]:
    if game == "trajan":
        return (
            "sowing",
            "fulfilling",
            "seaport",
            "forum",
            "military",
            "senate",
            "trajan",
            "construction",
            "extra",
            "final",
        )
    return ("taking", "using", "building", "rewards", "envoys", "cranes", "prestige", "scoring", "cards")


# Figures


@every_book
def test_every_doubtful_figure_is_marked(game: str, language: str) -> None:
    tables = find_game(game).read_components().tables
    given = tomllib.loads(raw(game, "rules", language))
    named = {name for section in given["sections"] for part in section["parts"] for name in part.get("figures", ())}
    doubtful = {name for name, table in tables.items() if table["sure"] in ("likely", "reconstruction")}
    assert sorted(doubtful - named) == []
    doubts = {table["sure"] for table in tables.values()} & {"likely", "reconstruction"}
    assert {part.doubt for part in parts(book(game, language))} - {""} == doubts


@every_game
def test_every_table_of_figures_is_told(game: str) -> None:
    given = raw(game, "rules")
    for name in find_game(game).read_components().tables:
        assert re.search(rf"\{{[^}}]*\b{name}\.|\"{name}\"", given), name


def test_a_corrected_component_file_corrects_the_rules(tmp_path: Path) -> None:
    own = (ROOT / "src" / "ulpia" / "games" / "trajan" / "components.toml").read_text()
    corrected = tmp_path / "mine.toml"
    corrected.write_text(
        own.replace("penalty = [0, 4, 9, 15]", "penalty = [0, 5, 9, 15]").replace(
            'sure = "likely"         # another', 'sure = "seen" # another'
        )
    )
    before, after = book("trajan", "en"), book("trajan", "en", corrected)
    assert "you lose 4 points" in " ".join(plain(text) for part in parts(before) for text in part.texts)
    assert "you lose 5 points" in " ".join(plain(text) for part in parts(after) for text in part.texts)
    assert {part.doubt for part in parts(before)} == {"", "likely"}
    assert {part.doubt for part in parts(after)} == {""}


def test_reconstructed_figures_of_forum_trajanum_say_so() -> None:
    for language in LANGUAGES:
        read, helped = book("forum_trajanum", language), help_for("forum_trajanum", language)
        for section in ("table", "prestige", "tiles", "variants"):
            assert "reconstruction" in {part.doubt for part in read.section(section).parts}  # type: ignore[union-attr]
        assert helped["temple"].doubt == helped["slider"].doubt == helped["eagle"].doubt == "reconstruction"
        assert helped["builder"].doubt == ""


def test_figures_are_filled_in_words_and_units() -> None:
    english = " ".join(plain(text) for text in texts("trajan", "en"))
    assert "From the camp your leader can go to Alpes, Raetia, Noricum." in english
    assert "6 − 3 = 3" in english
    assert "You load all four: 20 points." in english
    assert "½" in english
    german = " ".join(plain(text) for text in texts("forum_trajanum", "de"))
    assert "c2, e3, b4, d5" in german
    assert "Geld\u00a0+\u00a0Geld" in german
    assert "6 + 3 − 3 = 6 Punkte" in german


# Refusals


SOUND = """
title = "t"
about = "a"
[[sections]]
id = "one"
title = "One"
[[sections.parts]]
text = "{length.quarters} quarters, see [here](#one)"
rulings = ["T-90"]
"""


def read_changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rules: str, helped: str = "") -> tuple[Book, Any]:
    (tmp_path / "rules.en.toml").write_text(rules)
    (tmp_path / "help.en.toml").write_text(helped)
    monkeypatch.setattr(reader, "rulebook_folder", lambda _: tmp_path)
    read = reader._book.__wrapped__("trajan", "en", None)
    monkeypatch.setattr(reader, "_book", lambda *_: read)
    return read, reader._help.__wrapped__("trajan", "en")


def test_a_sound_book_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    helped = '[tray]\nname = "n"\ntext = "{length.quarters}"\nrulings = []\nsection = "one"\n'
    read, explained = read_changed(monkeypatch, tmp_path, SOUND, helped)
    assert read.sections[0].parts[0].text == "4 quarters, see [here](#one)"
    assert (explained["tray"].text, explained["tray"].section_title) == ("4", "One")


@pytest.mark.parametrize(
    ("sound", "broken", "complaint"),
    [
        ("length.quarters", "length.weeks", "no printed figure 'length.weeks'"),
        ("{length.quarters}", "{provinces.camp_touches.9}", "no printed figure"),
        ("{length.quarters}", "{length}", "not a figure"),
        ("{length.quarters}", "{length.quarters:mile}", "no unit 'mile'"),
        ("{length.quarters}", "{length.quarters / 2}", "cannot calculate"),
        ("{length.quarters}", "{}", "cannot calculate"),
        ("{length.quarters}", "{length.quarters|provinces}", "no name for 4"),
        ("(#one)", "(#two)", "no section 'two'"),
        ('rulings = ["T-90"]', 'ruling = ["T-90"]', "unknown: ruling"),
        ('rulings = ["T-90"]', 'kind = "joke"', "no kind 'joke'"),
        ('rulings = ["T-90"]', 'rows = [["a", "b"], ["c"]]', "differ in length"),
        ('text = "{length.quarters} quarters, see [here](#one)"', "", "an empty part"),
        ('title = "One"', 'title = "One"\nsong = "la"', "unknown: song"),
        ('rulings = ["T-90"]', 'figures = ["songs"]', "no printed figure 'songs'"),
    ],
)
def test_a_broken_book_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sound: str, broken: str, complaint: str
) -> None:
    assert sound in SOUND
    with pytest.raises(BadRulebook, match=re.escape(complaint)):
        read_changed(monkeypatch, tmp_path, SOUND.replace(sound, broken, 1))


def test_a_section_twice_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(BadRulebook, match="same id"):
        read_changed(monkeypatch, tmp_path, SOUND + SOUND[SOUND.index("[[sections]]") :])


def test_help_that_leads_nowhere_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    helped = '[tray]\nname = "n"\ntext = "t"\nrulings = []\nsection = "two"\n'
    with pytest.raises(BadRulebook, match="help on 'tray': no section 'two'"):
        read_changed(monkeypatch, tmp_path, SOUND, helped)


def test_a_game_without_a_rule_book_has_an_empty_one_with_its_title(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reader, "rulebook_folder", lambda _: tmp_path / "missing")
    for language, title in (("en", "Forum Trajanum"), ("de", "Forum Trajanum")):
        assert reader._book.__wrapped__("forum_trajanum", language, None) == Book(
            "forum_trajanum", language, title, "", ()
        )
        assert reader._help.__wrapped__("forum_trajanum", language) == {}


def test_unknown_games_and_languages_are_refused_by_name() -> None:
    for asked, error in ((("chess", "en"), UnknownGame), (("trajan", "la"), UnknownLanguage)):
        with pytest.raises(error):
            book(*asked)
        with pytest.raises(UlpiaError):
            help_for(*asked)


def test_marks_are_taken_off_for_plain_text() -> None:
    assert (
        plain(":bread: **Bread** and :tile-games|a tile: of [games](#tiles), [+2]") == "Bread and a tile of games, [+2]"
    )
    assert LINK.findall("[a](#b) [+2]") == [("a", "b")]
