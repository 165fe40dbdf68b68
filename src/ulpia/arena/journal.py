"""Every finished game is a line of a file, written at once: whatever stops a tournament, it goes on from there."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from ulpia.arena.errors import JournalInUse, NotAJournal, OtherTournament
from ulpia.arena.play import GivenUp, Played
from ulpia.arena.schedule import Fixture, Tournament
from ulpia.core.errors import MissingFile, UnwritableFile

FORMAT = 1
GIVEN_UP = "given up"


class Journal:
    """What has been played so far. The first line says what is played; each other line is a game, or one given up."""

    def __init__(self, file: BinaryIO, games: dict[int, Played], given_up: dict[int, GivenUp]) -> None:
        self._file = file
        self.games = games
        self.given_up = given_up
        """By deal."""

    def write(self, one: Played | GivenUp) -> None:
        """Remember a game; afterwards it is on the disk's way even if this program is killed."""
        if isinstance(one, GivenUp):
            _append(self._file, _line({GIVEN_UP: one.to_json()}))
            self.given_up[one.seed] = one
        else:
            _append(self._file, _line(one.to_json()))
            self.games[one.number] = one

    def missing(self, fixtures: Iterable[Fixture]) -> list[Fixture]:
        """What is still to be played."""
        return [
            fixture for fixture in fixtures if fixture.number not in self.games and fixture.seed not in self.given_up
        ]

    def results(self, fixtures: Iterable[Fixture]) -> list[Played]:
        """What was played of these, in their order, without deals that were given up."""
        return [
            self.games[fixture.number]
            for fixture in fixtures
            if fixture.number in self.games and fixture.seed not in self.given_up
        ]


@contextmanager
def opened(path: Path, tournament: Tournament) -> Iterator[Journal]:
    """Open a journal, or begin one. A file that is anything else stays as it is."""
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
        games, given_up = _read(path, whole.splitlines(), identity) if whole else ({}, {})
        if whole != text:
            file.truncate(len(whole))  # a line that was being written when the program was killed
        if not whole:
            _append(file, opening)
        yield Journal(file, games, given_up)


def read(path: Path, tournament: Tournament) -> list[Played]:
    """All whole deals that a journal tells of, in order, without changing anything."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise MissingFile(path=path, why=error.strerror or error) from None
    lines = text[: text.rfind(b"\n") + 1].splitlines()
    games, given_up = _read(path, lines, tournament.identity()) if lines else ({}, {})
    fixtures = replace(tournament, games=max(games, default=-1) + 1).fixtures()
    torn = {fixture.seed for fixture in fixtures if fixture.number not in games} | set(given_up)
    return [games[fixture.number] for fixture in fixtures if fixture.seed not in torn]


def _lock(path: Path, file: BinaryIO) -> None:
    """Be the only one who writes until the file is closed, however this program ends."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalInUse(path=path) from None
    except (ImportError, OSError):  # Windows, or a disk that knows no locks: then it is on trust
        pass


def _line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, separators=(",", ":")).encode() + b"\n"


def _append(file: BinaryIO, line: bytes) -> None:
    file.write(line)
    file.flush()
    os.fsync(file.fileno())


def _read(path: Path, lines: Sequence[bytes], identity: dict[str, Any]) -> tuple[dict[int, Played], dict[int, GivenUp]]:
    """Games by their number, and what was given up by its deal."""
    head, *rest = [_parse(path, number, line) for number, line in enumerate(lines, 1)]
    if head.pop("ulpia arena journal", None) != FORMAT:
        raise NotAJournal(path=path, line=1)
    for key in identity:
        if head.get(key) != identity[key]:
            raise OtherTournament(path=path, what=key, theirs=_short(head.get(key)), ours=_short(identity[key]))
    games: dict[int, Played] = {}
    given_up: dict[int, GivenUp] = {}
    for number, entry in enumerate(rest, 2):
        try:
            if GIVEN_UP in entry:
                lost = GivenUp.from_json(entry[GIVEN_UP])
                given_up.setdefault(lost.seed, lost)
            else:
                played = Played.from_json(entry)
                games.setdefault(played.number, played)
        except (KeyError, TypeError, AttributeError):
            raise NotAJournal(path=path, line=number) from None
    return games, given_up


def _parse(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except ValueError:
        raise NotAJournal(path=path, line=number) from None
    if not isinstance(entry, dict):
        raise NotAJournal(path=path, line=number)
    return entry


def _short(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
