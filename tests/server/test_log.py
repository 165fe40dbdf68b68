"""The log of a table: sentences, and the points that each of them tells."""

import random

import pytest

import ulpia
from ulpia.server.history import MatchHistory
from ulpia.server.presentation.scene import Audience, log_entries
from ulpia.server.protocol import ALL_OPEN, LogEntry, Perspective

NAMES = ("Ada", "Livia", "Quintus")
EVERYBODY: tuple[Perspective, ...] = (None, 0, 1, 2, ALL_OPEN)
every_game = pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])


def finished(game: str) -> MatchHistory:
    """A random game of three, played to its end."""
    match, dice = ulpia.new(game, seats=3, seed=6, setup="dealt"), random.Random(6)
    while match.seat is not None:
        match.play(dice.choice(match.options))
    return MatchHistory.begin(match.at(0), [action.number for action in match.actions])


def told(history: MatchHistory, perspective: Perspective = None, language: str = "en") -> list[LogEntry]:
    return log_entries(history, Audience(perspective, language, NAMES), 0)


@every_game
def test_gains_of_an_entry_add_up_to_its_points(game: str) -> None:
    history = finished(game)
    for perspective in EVERYBODY:
        for entry in told(history, perspective):
            sums = [0, 0, 0]
            for gain in entry.gains or []:
                sums[gain.seat] += gain.points
            assert sums == (entry.points or [0, 0, 0])


@every_game
def test_points_stand_with_the_sentence_that_names_who_got_them(game: str) -> None:
    sentences = 0
    for entry in told(finished(game)):
        for gain in entry.gains or []:
            sentence = entry.sentences[gain.sentence]
            assert NAMES[gain.seat] in sentence
            assert f"{abs(gain.points)} point" in sentence
            sentences += 1
    assert sentences > 20


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_sentences_begin_with_a_capital_letter(game: str, language: str) -> None:
    for entry in told(finished(game), ALL_OPEN, language):
        assert all(sentence[0].isupper() for sentence in entry.sentences), entry.sentences


def test_names_of_players_are_left_as_they_are() -> None:
    history = finished("trajan")
    entries = log_entries(history, Audience(None, "en", ("ada", "livia", "quintus")), 1)
    assert entries[0].sentences[0].startswith(("ada ", "livia ", "quintus "))
