"""Words that newcomers misread are not used."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ulpia
from tests.games.test_views import GAMES
from ulpia.core.components import read_toml
from ulpia.core.events import GameEvent
from ulpia.registry import find_game

UNOCCUPIED = {"en": re.compile(r"\bfree\b", re.I), "de": re.compile(r"\bfreie?[mnrs]?\b", re.I)}
UNCOVERED = re.compile(r"\bl(?:ie|e)gs?t\b[^.;:]*\bfrei\b", re.I)
"""A crane "liegt frei", and taking its tile "legt ihn frei": nobody takes that for a price."""


def texts(entry: Any) -> Iterator[str]:
    """Every text of a catalogue."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, (dict, list)):
        for part in entry.values() if isinstance(entry, dict) else entry:
            yield from texts(part)


def catalogues(game: str, language: str) -> list[Path]:
    """The files with everything that people read about a game."""
    folder = find_game(game).folder
    return [file for file in sorted(folder.rglob(f"*{language}.toml")) if file.stem.split(".")[-1] == language]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_place_is_empty_and_never_free(game: str, language: str) -> None:
    """A newcomer read "free" on a tile that costs a tribune; it meant that nothing stood there."""
    files = catalogues(game, language)
    assert {file.parent.name for file in files} == {"text", "rulebook"}
    assert {file.parent.parent.name for file in files} >= {game, "lessons"}
    found = [
        (str(file), text)
        for file in files
        for text in texts(read_toml(file))
        if UNOCCUPIED[language].search(UNCOVERED.sub("", text))
    ]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_an_option_with_its_effect_has_one_colon_at_most(game: str) -> None:
    """The prompt joins both by a colon: "Take the tile: workers: green + orange: 2 points" was hard to read."""
    dice, said = random.Random(5), set()
    match = ulpia.new(game, seats=2, seed=5)
    while match.seat is not None:
        busy = [action for action in match.options if not match.game.declines(action)]
        if len(match.actions) % 4 == 0:
            view = match.view(match.seat)
            for action in random.Random(len(said)).sample(match.options, min(6, len(match.options))):
                events = match.dry_run(action).events
                for language in ("en", "de"):
                    words = match.game.say_action(action, language)
                    effect = match.game.say_effect(action, view, events, language)
                    said.add(f"{words}: {effect}" if effect else words)
        match.play(dice.choice(busy or match.options))
    assert len(said) > 100
    assert [words for words in said if words.count(":") > 1] == []


JARGON = re.compile(r"\[\+2\]|extra-action wild|demand wild|gegen Freunde oder das Haus|steht jetzt auf: ")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_sentences_have_no_brackets_and_no_compounds_that_must_be_guessed(game: str, language: str) -> None:
    """ "Marcus takes extra-action wild", "[+2] on Forum", "Der Bogen von Quintus steht jetzt auf: Mitte"."""
    found = [text for file in catalogues(game, language) for text in texts(read_toml(file)) if JARGON.search(text)]
    assert found == []


def test_one_thing_has_one_word_on_the_german_pages() -> None:
    """ "Meine Spiele" stood on the first page and "Zu meinen Partien" at the table."""
    folder = Path(ulpia.__file__).parent / "web" / "text"
    said = list(texts(read_toml(folder / "de.toml")))
    assert len(said) > 50
    assert [text for text in said if re.search(r"\bPartien?\b|Melde dich, wenn ich", text)] == []


def test_a_card_that_turns_up_is_told_in_a_sentence_that_fits_one_thing_and_many() -> None:
    """ "Columns lies on the left pile", "fruit lies": the pile shows them now."""
    game = find_game("trajan")
    for good in ("columns", "fruit"):
        event = GameEvent("pile_refilled", None, {"good": good, "pile": "left"})
        assert game.say_event(event, "en", []) == f"The left pile shows {good} now."


@pytest.mark.parametrize("game", GAMES)
def test_an_option_with_its_effect_has_one_colon(game: str) -> None:
    """The prompt joins both by a colon: "Das Plättchen vom Stapel nehmen: Arbeiter: Grün + Orange: 5 Punkte"."""
    match, dice, seen = ulpia.new(game, seats=3, seed=5), random.Random(5), set[str]()
    while match.seat is not None:
        tried = match.dry_runs() if dice.random() < 0.2 else {}
        view = match.view(match.seat)
        for number, dry_run in tried.items():
            action = match.game.actions[number]
            for language in ("en", "de"):
                effect = match.game.say_effect(action, view, dry_run.events, language)
                whole = f"{match.game.say_action(action, language)}{': ' if effect else ''}{effect}"
                assert whole.count(": ") <= 1, whole
                seen.add(type(action).__name__)
        match.play(dice.choice(match.options).number)
    assert len(seen) > 10
