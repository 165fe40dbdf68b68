"""The log of a table: sentences, and the points that each of them tells."""

import random

import pytest

import ulpia
from ulpia.server.history import MatchHistory
from ulpia.server.presentation.scene import Audience, log_entries
from ulpia.server.protocol import ALL_OPEN, LogEntry, Perspective, PhaseSummary

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


def summaries(history: MatchHistory, perspective: Perspective = None, language: str = "en") -> dict[int, PhaseSummary]:
    return {entry.position: entry.summary for entry in told(history, perspective, language) if entry.summary}


@every_game
def test_every_phase_ends_with_a_summary_that_agrees_with_the_log(game: str) -> None:
    """The points are those of that moment; what the cells score is what the log says of the same seat and phase."""
    history = finished(game)
    found, begin = summaries(history), 0
    assert len(found) == (4 if game == "trajan" else 3)
    for position, summary in found.items():
        assert [len(row) for row in summary.rows] == [len(summary.columns)] * 3
        assert summary.points == history.moments[history.steps[None][position]].points
        assert summary.notes
        titles = [column.title for column in summary.columns]
        sentences = [sentence for entry in told(history)[begin : position + 1] for sentence in entry.sentences]
        for name, row in zip(NAMES, summary.rows):
            cells = dict(zip(titles, row))
            if game == "trajan":
                unmet = sum(cell.words == "unmet" for cell in row)
                lost = (
                    f"{name} leaves {unmet} demand{'' if unmet == 1 else 's'} unmet and loses {-cells['Cost'].points} "
                )
                assert any(sentence.startswith(lost) for sentence in sentences) is (unmet > 0)
                office = cells["Senate"].words.split(":")[0]
                assert not office or any(sentence.startswith(f"{name} is {office.lower()}") for sentence in sentences)
            else:
                assert cells["Together"].points == sum(cell.points for cell in row) - cells["Together"].points
                assert f"{name}: colonia, {cells['Colonia'].points} point" in " ".join(sentences)
        begin = position


@every_game
def test_all_viewers_get_the_same_summaries_in_their_language(game: str) -> None:
    history = finished(game)
    for language in ("en", "de"):
        everybody = [list(summaries(history, perspective, language).values()) for perspective in EVERYBODY]
        assert all(each == everybody[0] for each in everybody)
    english, german = (summaries(history, None, language) for language in ("en", "de"))
    assert english.keys() == german.keys()
    assert all(english[at].title != german[at].title for at in english)


@every_game
def test_a_summary_comes_with_the_entry_that_ends_the_phase(game: str) -> None:
    """Who has the earlier entries gets it once; who has none gets all."""
    history = finished(game)
    for position, summary in summaries(history).items():
        entries = log_entries(history, Audience(None, "en", NAMES), position)
        assert entries[0].summary == summary
        later = log_entries(history, Audience(None, "en", NAMES), position + 1)
        assert all(entry.summary != summary for entry in later)


@every_game
def test_every_sentence_says_which_seat_it_is_about(game: str) -> None:
    """The lines of the set-up had no shape of a seat, nor had those of a scoring after the first."""
    named = 0
    for entry in told(finished(game)):
        subjects = entry.subjects or [entry.seat] * len(entry.sentences)
        assert len(subjects) == len(entry.sentences)
        for sentence, subject in zip(entry.sentences, subjects, strict=True):
            mentioned = [seat for seat, name in enumerate(NAMES) if name in sentence]
            assert subject in (mentioned or [None, entry.seat])
            named += subject is not None and subject != entry.seat
    assert named > 20
