"""Matches: the checked door. Bad input gets its own error and leaves the match as it was."""

import copy
import pickle
import random
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ulpia
from tests.support.views import json_view
from ulpia.agents import Decision
from ulpia.core import errors
from ulpia.core.settings import SomeSeats
from ulpia.core.view import Question
from ulpia.engine.position import Position
from ulpia.games.trajan.actions import ACTIONS, Advance, Sow
from ulpia.match import Match
from ulpia.registry import find_game


@pytest.fixture
def match() -> Match:
    return ulpia.new("trajan", seats=3, seed=7, setup="dealt")


def finished() -> Match:
    match = ulpia.new("trajan", seed=1, setup="dealt")
    while match.seat is not None:
        match.play(match.options[0])
    return match


def test_the_example_of_the_readme(match: Match) -> None:
    assert match.seat in (0, 1, 2)
    assert match.question == Question("turn")
    assert str(match.options[1]) == "sow forum"
    match.play("sow forum")
    assert len(match.points) == len(match.sources) == 3
    assert match.outcome is None
    assert json_view(match, match.seat)["viewer"] == match.seat
    assert json_view(match)["viewer"] is None


def test_an_action_is_given_by_notation_number_or_itself(match: Match) -> None:
    digests = set()
    for action in ("sow forum", "  SOW   Forum ", Sow("forum"), Sow("forum").number, np.int64(Sow("forum").number)):
        twin = match.copy()
        twin.play(action)
        digests.add(twin.digest)
    assert len(digests) == 1


def test_options_are_frozen_values(match: Match) -> None:
    option = match.options[0]
    assert option == Sow("seaport")
    assert option.number == Sow("seaport").number
    with pytest.raises(AttributeError):
        option.tray = "forum"  # type: ignore[attr-defined]
    assert {option: 1}[Sow("seaport")] == 1


@pytest.mark.parametrize("action", ["", "sow", "sow rome", "forum", "sow forum now", "💥", "1", "sow\x00forum"])
def test_an_unreadable_action_is_refused_and_lists_what_is_legal(match: Match, action: str) -> None:
    before = match.digest
    with pytest.raises(errors.UnreadableAction, match="sow seaport, sow forum"):
        match.play(action)
    assert match.digest == before


@pytest.mark.parametrize("action", [None, 1.5, True, [], b"sow forum", object()])
def test_something_that_is_no_action_is_refused(match: Match, action: object) -> None:
    with pytest.raises(errors.UnreadableAction):
        match.play(action)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, len(ACTIONS), 10**30, np.int64(-5)])
def test_a_number_out_of_range_is_refused(match: Match, number: int) -> None:
    with pytest.raises(errors.NumberOutOfRange, match="256"):
        match.play(number)


@pytest.mark.parametrize("action", ["advance", "lay white", "arrange white blue", "end turn", Advance(), 0])
def test_an_illegal_action_is_refused_and_lists_what_is_legal(match: Match, action: object) -> None:
    before = match.transcript()
    with pytest.raises(errors.IllegalAction, match="sow seaport, sow forum"):
        match.play(action)  # type: ignore[arg-type]
    assert match.transcript() == before


def test_a_dry_run_of_several_actions_tells_their_events_and_the_next_question(match: Match) -> None:
    before, played = match.digest, match.copy()
    played.play("sow forum")
    assert played.question == Question("lay", "military")
    lay = played.options[-1]
    played.play(lay)
    tried = match.dry_run("sow forum", lay)
    assert tried.events == tuple(played.events(match.seat, since=1))
    assert tried.question == played.question
    assert match.dry_run("sow forum").question != Question("lay", "military")
    assert match.digest == before


def test_a_dry_run_refuses_what_would_be_illegal_then(match: Match) -> None:
    with pytest.raises(errors.IllegalAction, match="lay "):
        match.dry_run("sow forum", "sow forum")
    with pytest.raises(errors.IllegalAction, match="sow forum"):
        match.dry_run("advance", "sow forum")
    with pytest.raises(errors.UnreadableAction):
        match.dry_run("sow forum", "junk")


def test_nothing_can_be_played_after_the_end() -> None:
    match = finished()
    assert (match.seat, match.question, match.options) == (None, None, ())
    for action in ("sow forum", "junk", 10**9):
        with pytest.raises(errors.GameIsOver):
            match.play(action)


def test_an_unknown_game_is_refused() -> None:
    for name in ("trojan", "", None, []):
        with pytest.raises(errors.UnknownGame, match="trajan"):
            ulpia.new(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", [5, "a\0b", b"x", "/no/such/file", "/"])
def test_a_component_file_that_cannot_be_is_refused(path: object) -> None:
    with pytest.raises(errors.MissingFile):
        ulpia.new("trajan", components=path)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [1, 5, 0, -2, "3", 2.0, 2.5, True, None, np.array([2, 3])])
def test_only_two_to_four_may_sit_down(seats: object) -> None:
    with pytest.raises(errors.BadSeats, match="2, 3, 4"):
        ulpia.new("trajan", seats=seats)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**256, "7", 1.0, None, True])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(errors.BadSeed):
        ulpia.new("trajan", seed=seed)  # type: ignore[arg-type]


def test_unknown_options_and_values_are_refused() -> None:
    with pytest.raises(errors.UnknownSetting, match="setup"):
        ulpia.new("trajan", colour="red")
    with pytest.raises(errors.BadSetting, match="chosen, dealt"):
        ulpia.new("trajan", setup="quick")


def test_seats_among_the_settings_are_kept_and_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a game with newcomers would have it: in matches, copies, imagined matches and transcripts."""
    game = find_game("trajan")
    with_newcomers = replace(game, settings={**game.settings, "newcomers": SomeSeats()})
    monkeypatch.setattr("ulpia.match.find_game", lambda _name: with_newcomers)
    monkeypatch.setattr("ulpia.transcript.find_game", lambda _name: with_newcomers)
    match = ulpia.new("trajan", seats=3, seed=7, setup="dealt", newcomers=[2, 0])
    chosen = {"setup": "dealt", "newcomers": (0, 2)}
    assert match.settings == match.copy().settings == match.at(0).settings == chosen
    assert (
        match.imagine(0, seed=1).settings == Decision(match).settings == Decision(match).imagine(2).settings == chosen
    )
    assert match.transcript().splitlines()[6:8] == ["setup dealt", "newcomers 0,2"]
    assert ulpia.load(match.transcript()).settings == chosen
    assert ulpia.load(ulpia.new("trajan").transcript()).settings == {"setup": "chosen", "newcomers": ()}
    with pytest.raises(errors.BadSetting, match=r"none \| 0 \| 1 \| 2"):
        ulpia.load(match.transcript().replace("newcomers 0,2", "newcomers 0,3"))
    with pytest.raises(errors.BadSetting):
        ulpia.new("trajan", seats=2, newcomers="0,2")


def test_settings_are_nobody_elses(match: Match) -> None:
    """Neither an agent nor an imagined match can change them."""
    Decision(match).settings["setup"] = "odd"
    match.imagine(0, seed=1).settings["setup"] = "odd"  # type: ignore[index]
    assert match.settings == {"setup": "dealt"}


@pytest.mark.parametrize("seat", [3, -1, "0", True, 1.0])
def test_a_view_is_for_a_seat_at_the_table(match: Match, seat: object) -> None:
    with pytest.raises(errors.BadSeat, match="0 to 2"):
        match.view(seat)  # type: ignore[arg-type]
    assert match.view(np.int64(1)) == match.view(1)  # type: ignore[arg-type]


def test_copies_are_independent(match: Match) -> None:
    for twin in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        twin.play(twin.options[0])
        assert twin.digest != match.digest
        assert not match.actions
    state = match.state
    state.players[0].points = 99
    assert match.points[0] == 0
    match.copy().settings["setup"] = "odd"
    assert match.settings == {"setup": "dealt"}


def test_printed_figures_cannot_be_changed_in_play(match: Match) -> None:
    with pytest.raises(ValueError, match="read-only"):
        match.components.facts.quarters = 9


def test_a_match_can_be_looked_at_as_it_was(match: Match) -> None:
    digests = [match.digest]
    for _ in range(6):
        match.play(match.options[0])
        digests.append(match.digest)
    assert [match.at(position).digest for position in range(7)] == digests
    for position in (-1, 8):
        with pytest.raises(errors.BadPosition):
            match.at(position)


def test_undo_goes_back_step_by_step(match: Match) -> None:
    start = match.digest
    with pytest.raises(errors.NothingToUndo):
        match.undo()
    match.play("sow forum")
    match.play(match.options[0])
    match.undo()
    match.undo()
    assert match.digest == start
    assert len(match.entries) == 1


def test_polite_undo_stops_where_something_was_revealed_or_the_turn_passed_on() -> None:
    match = ulpia.new("trajan", seed=7, setup="dealt")
    seat = match.seat
    trays = json_view(match)["players"][seat]["trays"]
    colours = next(iter(trays["forum"]))
    match.play("sow forum")
    if match.question.kind == "lay":
        match.play(f"lay {colours}")
        match.undo(politely=True)
        assert match.question.kind == "lay"
        match.undo(politely=True)
        assert match.question.kind == "turn"
    match = ulpia.new("trajan", seed=7)
    while match.question.kind != "take_cards":
        match.play(match.options[0])
    match.play("draw")
    with pytest.raises(errors.UndoForbidden):
        match.undo(politely=True)
    assert str(match.actions[-1]) == "draw"
    match = ulpia.new("trajan", seed=7, setup="dealt")
    seat = match.seat
    while match.seat == seat:
        match.play(match.options[-1])
    with pytest.raises(errors.UndoForbidden):
        match.undo(politely=True)


def test_sources_explain_the_points_at_every_moment() -> None:
    match = ulpia.new("trajan", seats=4, seed=5, setup="dealt")
    while match.seat is not None:
        match.play(match.options[len(match.options) // 2])
        assert [sum(sources.values()) for sources in match.sources] == list(match.points)


def test_the_log_tells_the_same_in_two_languages(match: Match) -> None:
    for _ in range(30):
        match.play(match.options[0])
    english, german = match.tell("en"), match.tell("de")
    assert len(english) == len(german) == len(match.events())
    assert any("sows" in told for told in english)
    assert any("leert" in told for told in german)
    assert match.tell("en", since=len(match.entries)) == []
    with pytest.raises(errors.UnknownLanguage):
        match.tell("la")
    with pytest.raises(errors.BadNames, match="3 seats need 3 names, not 1"):
        match.tell("en", seat_names=["Ann"])


def transcript(match: Match) -> str:
    for _ in range(12):
        match.play(match.options[0])
    return match.transcript()


def test_a_transcript_reads_back(match: Match) -> None:
    text = transcript(match)
    assert text.splitlines()[:7] == [
        "ulpia transcript 2",
        "game trajan",
        "seats 3",
        "seed 7",
        "rules 2",
        f"components {match.components.digest}",
        "setup dealt",
    ]
    again = ulpia.load(text)
    assert again.digest == match.digest
    assert again.actions == match.actions
    assert ulpia.load(finished().transcript()).outcome == finished().outcome


def test_comments_are_allowed_in_a_transcript(match: Match) -> None:
    text = transcript(match).replace("seats 3", "# a remark\nseats 3").replace("sow", "# another\nsow", 1)
    assert ulpia.load(text).digest == match.digest


DOCTORED = [
    (lambda text: "", errors.NotATranscript),
    (lambda text: "once upon a time", errors.NotATranscript),
    (lambda text: text.replace("transcript 2", "transcript 9"), errors.NotATranscript),
    (lambda text: text.replace("game trajan", "game go"), errors.UnknownGame),
    (lambda text: text.replace("game trajan\n", ""), errors.BadTranscriptHead),
    (lambda text: text.replace("seats 3", "seats many"), errors.BadTranscriptHead),
    (lambda text: text.replace("seats 3", "seats 5"), errors.BadSeats),
    (lambda text: text.replace("seed 7", "seed -7"), errors.BadTranscriptHead),
    (lambda text: text.replace("seed 7", f"seed {2**256}"), errors.BadSeed),
    (lambda text: text.replace("seed 7", "seed " + "7" * 5000), errors.BadTranscriptHead),
    (lambda text: None, errors.NotATranscript),
    (lambda text: text.rstrip()[:-3], errors.TranscriptTruncated),
    (lambda text: text.replace("rules 2", "rules 3"), errors.OtherRules),
    (lambda text: text.replace("components ", "components 0"), errors.OtherComponents),
    (lambda text: text.replace("setup dealt", "setup odd"), errors.BadSetting),
    (lambda text: text.replace("setup dealt", "mood good"), errors.UnknownSetting),
    (lambda text: text[: text.index("end ")], errors.TranscriptTruncated),
    (lambda text: text[:-20], errors.TranscriptTruncated),
    (lambda text: "\n".join(text.splitlines()[:8]), errors.TranscriptTruncated),
    (lambda text: text.replace("end 12", "end 13"), errors.TranscriptTruncated),
    (lambda text: text.replace("sow seaport", "sow nothing", 1), errors.TranscriptBroken),
    (lambda text: text.replace("sow seaport", "end turn", 1), errors.TranscriptBroken),
    (lambda text: text.replace("seed 7", "seed 8"), (errors.TranscriptDoctored, errors.TranscriptBroken)),
    (lambda text: text.rstrip()[:-1] + ("0" if text.rstrip()[-1] != "0" else "1"), errors.TranscriptDoctored),
    (lambda text: text.replace("transcript 2", "transcript 1"), errors.TranscriptTruncated),
    (lambda text: text.rstrip().rpartition(" ")[0], errors.TranscriptTruncated),
    (lambda text: text.replace("game trajan\nseats 3", "seats 3\ngame trajan"), errors.TranscriptDoctored),
]


def test_other_actions_that_lead_to_the_same_position_are_refused(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first format had no digest of the actions; it is still read."""
    other = match.copy()
    match.play(match.options[0])
    other.play(other.options[-1])
    monkeypatch.setattr(Match, "digest", "0" * 12)  # as if both ways led to one position
    text = match.transcript()
    doctored = text.replace(str(match.actions[0]), str(other.actions[0]))
    assert doctored != text
    with pytest.raises(errors.TranscriptDoctored):
        ulpia.load(doctored)
    for written, actions in ((text, match.actions), (doctored, other.actions)):
        *lines, closing, _ = written.replace("transcript 2", "transcript 1").split("\n")
        assert ulpia.load("\n".join([*lines, closing.rpartition(" ")[0], ""])).actions == actions


def test_every_changed_line_is_refused_or_means_the_same(match: Match) -> None:
    """Mutations of one byte or one line never load as another match."""
    text, dice = transcript(match), random.Random(5)
    lines = text.splitlines()
    for _ in range(2000):
        if dice.random() < 0.5:
            at = dice.randrange(len(text))
            changed = text[:at] + dice.choice("abcdefghijklmnopqrstuvwxyz 0123456789#\n") + text[at + 1 :]
        else:
            swapped = lines.copy()
            one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
            swapped[one] = swapped[other]
            changed = "\n".join([*swapped, ""])
        try:
            again = ulpia.load(changed)
        except errors.UlpiaError:
            continue
        assert (again.seed, again.settings, again.actions) == (match.seed, match.settings, match.actions)


@pytest.mark.parametrize(("doctor", "error"), DOCTORED)
def test_a_doctored_transcript_is_refused_by_name(match: Match, doctor: object, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        ulpia.load(doctor(transcript(match)))  # type: ignore[operator]
    german, english = caught.value.say("de"), caught.value.say("en")
    assert german != english
    assert "is no action" not in german


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_no_damaged_transcript_gets_through_unnoticed(data: st.DataObject) -> None:
    """One character changed anywhere: refused with an error of ours, or the same match."""
    match = ulpia.new("trajan", seats=2, seed=3, setup="dealt")
    text = transcript(match)
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.sampled_from("abz019 \n#é")) + text[at + 1 :]
    try:
        again = ulpia.load(damaged)
    except ulpia.UlpiaError:
        return
    assert again.digest == match.digest


@settings(max_examples=200, deadline=None)
@given(text=st.text())
def test_any_text_is_answered_with_an_error_of_ours(text: str) -> None:
    match = ulpia.new("trajan", seed=3, setup="dealt")
    with pytest.raises((errors.UnreadableAction, errors.IllegalAction)):
        match.play(text)
    with pytest.raises(ulpia.UlpiaError):
        ulpia.load(text)


def test_a_choice_without_options_is_our_mistake_and_says_so(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message holds the transcript, for the report."""
    monkeypatch.setattr(Position, "play", lambda position, _action: setattr(position, "_count", 0))
    with pytest.raises(errors.Impossible, match="sow forum"):
        match.copy().play("sow forum")


def test_errors_travel_between_processes() -> None:
    error = errors.BadSeats(game="Trajan", known="2, 3, 4", seats=9)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.facts, str(again)) == (errors.BadSeats, error.facts, str(error))


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_an_open_view_shows_every_seat_as_it_sees_itself(game: str) -> None:
    match, dice = ulpia.new(game, seats=3, seed=7, setup="dealt"), random.Random(7)
    hidden = 0
    for _ in range(60):
        match.play(dice.choice(match.options))
        opened, passing = msgspec.to_builtins(match.open_view()), json_view(match)
        assert opened["players"] == [json_view(match, seat)["players"][seat] for seat in range(3)]
        assert {**opened, "players": None} == {**passing, "players": None}
        hidden += opened["players"] != passing["players"]
    assert hidden > 30


def test_an_earlier_moment_of_an_imagined_match_is_imagined_too() -> None:
    imagined = ulpia.new("trajan", seed=3).imagine(0, seed=9)
    began = imagined.digest
    imagined.play(imagined.options[0])
    earlier = imagined.at(0)
    assert earlier.digest == earlier.at(0).digest == began
    with pytest.raises(errors.ImaginedMatch):
        earlier.transcript()
