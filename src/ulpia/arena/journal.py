"""The journal of a tournament: a file with a line for each finished game, from which a stopped tournament continues."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import msgspec

from ulpia.arena.errors import JournalInUse, NotAJournal, OtherTournament
from ulpia.arena.play import AbandonedGame, GameResult
from ulpia.arena.schedule import Fixture, Tournament
from ulpia.core.errors import MissingFile, UnwritableFile

FORMAT = 2
ABANDONED = "abandoned"
MOST_GAMES = 1_000_000
"""A higher number in a journal is a mistake: the schedule up to it would not fit into memory."""


class Journal:
    """The games so far. The first line identifies the tournament; each other line is a game or an abandoned one."""

    def __init__(self, file: BinaryIO, games: dict[int, GameResult], abandoned: dict[int, AbandonedGame]) -> None:
        self._file = file
        self.games = games
        self.abandoned = abandoned
        """By deal."""

    def write(self, one: GameResult | AbandonedGame) -> None:
        """Record a game; it is on disk when this returns."""
        if isinstance(one, AbandonedGame):
            _append(self._file, _line({ABANDONED: one.to_json()}))
            self.abandoned[one.seed] = one
        else:
            _append(self._file, _line(one.to_json()))
            self.games[one.number] = one

    def missing(self, fixtures: Iterable[Fixture]) -> list[Fixture]:
        """Return the games that are still to be played."""
        return [
            fixture for fixture in fixtures if fixture.number not in self.games and fixture.seed not in self.abandoned
        ]

    def results(self, fixtures: Iterable[Fixture]) -> list[GameResult]:
        """Return the results of these games in their order, without abandoned deals."""
        return [
            self.games[fixture.number]
            for fixture in fixtures
            if fixture.number in self.games and fixture.seed not in self.abandoned
        ]


@contextmanager
def opened(path: Path, tournament: Tournament) -> Iterator[Journal]:
    """Open a journal or begin one. A file that is not a journal is left unchanged."""
    identity = tournament.identity()
    opening = _line({"ulpia arena journal": FORMAT, **identity})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as error:
        raise UnwritableFile(path=path, why=error.strerror or error) from None
    with file:
        _lock(path, file)
        file.seek(0)
        text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and not opening.startswith(text):
            raise NotAJournal(path=path, line=1)
        games, abandoned = _read(path, whole.splitlines(), tournament) if whole else ({}, {})
        if whole != text:
            file.truncate(len(whole))  # an incomplete line, from a program that was killed
        if not whole:
            _append(file, opening)
        yield Journal(file, games, abandoned)


def read(path: Path, tournament: Tournament) -> list[GameResult]:
    """Return the games of all complete deals of a journal, in order, without changing the file."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise MissingFile(path=path, why=error.strerror or error) from None
    lines = text[: text.rfind(b"\n") + 1].splitlines()
    games, abandoned = _read(path, lines, tournament) if lines else ({}, {})
    fixtures = replace(tournament, games=max(games, default=-1) + 1).fixtures()
    torn = {fixture.seed for fixture in fixtures if fixture.number not in games} | set(abandoned)
    return [games[fixture.number] for fixture in fixtures if fixture.seed not in torn]


def _lock(path: Path, file: BinaryIO) -> None:
    """Lock the file against other writers until it is closed or this program ends."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalInUse(path=path) from None
    except (ImportError, OSError):  # Windows, or a file system without locks
        pass


def _line(entry: Mapping[str, object]) -> bytes:
    return json.dumps(entry, separators=(",", ":")).encode() + b"\n"


def _append(file: BinaryIO, line: bytes) -> None:
    file.write(line)
    file.flush()
    os.fsync(file.fileno())


def _read(
    path: Path, lines: Sequence[bytes], tournament: Tournament
) -> tuple[dict[int, GameResult], dict[int, AbandonedGame]]:
    """Return games by number and abandoned games by deal."""
    head, *rest = [_parse(path, number, line) for number, line in enumerate(lines, 1)]
    if head.pop("ulpia arena journal", None) != FORMAT:
        raise NotAJournal(path=path, line=1)
    identity: Mapping[str, object] = dict(tournament.identity())
    for key in identity:
        if head.get(key) != identity[key]:
            raise OtherTournament(path=path, what=key, theirs=_short(head.get(key)), ours=_short(identity[key]))
    games: dict[int, GameResult] = {}
    abandoned: dict[int, AbandonedGame] = {}
    lines_of: dict[int, int] = {}
    for number, entry in enumerate(rest, 2):
        try:
            if ABANDONED in entry:
                lost = AbandonedGame.from_json(entry[ABANDONED])
                abandoned.setdefault(lost.seed, lost)
            else:
                played = GameResult.from_json(entry)
                if not 0 <= played.number < MOST_GAMES:
                    raise NotAJournal(path=path, line=number)
                games.setdefault(played.number, played)
                lines_of.setdefault(played.number, number)
        except msgspec.ValidationError:
            raise NotAJournal(path=path, line=number) from None
    for fixture in replace(tournament, games=max(games, default=-1) + 1).fixtures():
        found = games.get(fixture.number)
        if found is not None and (found.seed, found.seating) != (fixture.seed, fixture.seating):
            raise NotAJournal(path=path, line=lines_of[fixture.number])
    return games, abandoned


def _parse(path: Path, number: int, line: bytes) -> dict[str, object]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise NotAJournal(path=path, line=number) from None
    if not isinstance(entry, dict):
        raise NotAJournal(path=path, line=number)
    return entry


def _short(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
