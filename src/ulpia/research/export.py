"""Export of games as Parquet: one file of games, one of decisions. The schema explains every column.

The games file holds the transcripts, from which everything else can be computed again.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType

import numpy as np

from ulpia.agents import Decision, WithFallback, find_agent
from ulpia.core.errors import (
    MissingExtra,
    MissingFile,
    UlpiaError,
    UnwritableFile,
)
from ulpia.core.game import Game
from ulpia.core.settings import written
from ulpia.match import Match, new
from ulpia.research.batch import prepare
from ulpia.research.errors import AlreadyThere, NotReadable, OtherGame
from ulpia.transcript import load

GAMES, DECISIONS = "games.parquet", "decisions.parquet"
AT_ONCE = 16
"""Games that are written together as one row group."""

GAME_COLUMNS = {
    "game_number": "number of the game in this export; decisions refer to it",
    "game": "which game it is",
    "seats": "how many play",
    "seed": "the seed that fixes all chance, in decimal digits: a game of a server has up to 78",
    "settings": "options of the match, by name",
    "rules": "version of the rules",
    "components": "digest of the printed figures played with",
    "agents": "who played, by seat; empty where a transcript does not say",
    "failures": "how often an agent raised, hung or gave an illegal answer, so that a random action was played",
    "finished": "whether the game was played to its end",
    "decisions": "how many decisions were taken",
    "points": "points at the end, by seat",
    "places": "1 for who won, by seat; who shares a place has the same; empty if the game was not finished",
    "result": "1 for who won alone, a part of it for who shares the victory, made zero-sum over the seats",
    "sources": "points at the end by where they came from, by seat",
    "transcript": "the whole game as text; ulpia.load reads it back",
}
DECISION_COLUMNS = {
    "game_number": "number of the game, as in games.parquet",
    "decision": "number of the decision in its game, from 0",
    "seat": "who decides",
    "question": "what is being decided",
    "options": "numbers of the actions that were allowed",
    "action": "number of the action that was chosen",
    "notation": "the same, as people write it",
    "observation": "what the seat knew, as small whole numbers; the parts are in the metadata of the file",
    "state": "the whole truth as bytes: numpy.frombuffer(state, ulpia.registry.find_game(game).rules.state_type)",
    "points": "points before the action, by seat",
    "gained": "points that each seat got by it, and by what followed of itself",
    "result": "how the game ended, as in games.parquet",
}


@dataclass(frozen=True)
class ExportedMatch:
    """A match to export, and its agents."""

    match: Match
    agents: tuple[str, ...] = ()
    failures: tuple[int, ...] = ()


@dataclass(frozen=True)
class Exported:
    """Summary of an export."""

    folder: Path
    games: int
    decisions: int
    bytes: int


def from_transcripts(paths: Sequence[Path], components: Path | None = None) -> Iterator[ExportedMatch]:
    """Read matches from transcripts. An error names the file."""
    for path in paths:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise MissingFile(path=path, why=getattr(error, "strerror", None) or error) from error
        try:
            yield ExportedMatch(load(text, components))
        except UlpiaError as error:
            raise NotReadable(path=path, why=error) from error


def from_agents(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    components: Path | None = None,
    workers: int | None = None,
    **settings: str | Iterable[int],
) -> Iterator[ExportedMatch]:
    """Play new matches; agents move one seat on from game to game. Equal seeds give equal games, in the same order."""
    deals = [
        Deal(game, tuple(np.roll(list(agents), number).tolist()), seed + number, components, settings)
        for number in range(games)
    ]
    processes = min(games, workers or os.cpu_count() or 1)
    if processes == 1:
        for deal in deals:
            yield deal.source(deal.play())
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for deal, played in zip(deals, pool.map(Deal.play, deals)):
            yield deal.source(played)


@dataclass(frozen=True)
class Deal:
    """A match to play."""

    game: str
    seating: tuple[str, ...]
    seed: int
    components: Path | None
    settings: Mapping[str, str | Iterable[int]]

    def begin(self) -> Match:
        """Return the match before its first action."""
        return new(self.game, len(self.seating), self.seed, self.components, **self.settings)

    def play(self) -> tuple[list[int], tuple[int, ...]]:
        """Play the match and return its actions and the number of failures of each agent. Runs in a worker process."""
        match = self.begin()
        agents = [
            WithFallback(find_agent(name, self._agent_seed(seat)), self._agent_seed(seat))
            for seat, name in enumerate(self.seating)
        ]
        while match.seat is not None:
            match.play(agents[match.seat].choose(Decision(match)))
        return [action.number for action in match.actions], tuple(len(agent.failures) for agent in agents)

    def source(self, played: tuple[list[int], tuple[int, ...]]) -> ExportedMatch:
        """Return the match as it was played."""
        match = self.begin()
        for action in played[0]:
            match.play(action)
        return ExportedMatch(match, self.seating, played[1])

    def _agent_seed(self, seat: int) -> int:
        """Return the seed of an agent, fixed by the game and the seat."""
        return int.from_bytes(hashlib.sha256(f"export {self.seed} {seat}".encode()).digest()[:7])


def export(
    sources: Iterable[ExportedMatch], folder: Path, replace: bool = False, progress: Callable[[], None] = lambda: None
) -> Exported:
    """Write both files. They replace existing ones only when everything is written."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra(package="pyarrow", extra="data") from None
    targets = [folder / GAMES, folder / DECISIONS]
    for target in targets:
        if target.exists() and not replace:
            raise AlreadyThere(path=target)
    parts = [target.with_suffix(".parquet.part") for target in targets]
    writer: ParquetWriter | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for source in sources:
            if writer is None:
                prepare(source.match.game, "int8")
                writer = ParquetWriter(pyarrow, source.match, parts)
            writer.add(source)
            progress()
        if writer is not None:
            writer.close()
            for part, target in zip(parts, targets):
                part.replace(target)
    except OSError as error:
        if isinstance(error, UlpiaError):
            raise
        raise UnwritableFile(path=folder, why=error.strerror or error) from error
    finally:
        if writer is not None:
            writer.close()
            for part in parts:
                part.unlink(missing_ok=True)
    size = sum(target.stat().st_size for target in targets if target.exists())
    return Exported(folder, writer.games if writer else 0, writer.decisions if writer else 0, size)


class ParquetWriter:
    """Writes the two Parquet files."""

    def __init__(self, pyarrow: ModuleType, first: Match, paths: Sequence[Path]) -> None:
        self.pyarrow = pyarrow
        self.game = first.game
        self.games = self.decisions = 0
        self._rows: tuple[list[dict[str, object]], list[dict[str, object]]] = ([], [])
        self._encoded = np.zeros(self.game.rules.observation.size, np.int8)
        schemas = game_schema(pyarrow, self.game), decision_schema(pyarrow, self.game)
        self._schemas = schemas
        self._writers = [
            pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") for path, schema in zip(paths, schemas)
        ]

    def add(self, source: ExportedMatch) -> None:
        """Add a match."""
        match = source.match
        if match.game is not self.game:
            raise OtherGame(first=self.game.name, other=match.game.name)
        result = _result(match)
        self._rows[0].append(self._game_row(source, result))
        self._rows[1].extend(self._decision_rows(match, result))
        self.decisions += len(match.actions)
        self.games += 1
        if len(self._rows[0]) == AT_ONCE:
            self._flush()

    def close(self) -> None:
        """Write the remaining rows. Closing twice does no harm."""
        if self._writers:
            self._flush()
            for writer in self._writers:
                writer.close()
            self._writers = []

    def _flush(self) -> None:
        for writer, schema, rows in zip(self._writers, self._schemas, self._rows):
            if rows:
                writer.write_table(self.pyarrow.Table.from_pylist(rows, schema))
                rows.clear()

    def _game_row(self, source: ExportedMatch, result: list[float]) -> dict[str, object]:
        match = source.match
        outcome = match.outcome
        places = []
        if outcome is not None:
            before = [sum(map(len, outcome.ranking[:at])) for at in range(len(outcome.ranking))]
            place = {seat: 1 + many for many, seats in zip(before, outcome.ranking) for seat in seats}
            places = [place[seat] for seat in range(match.seats)]
        return {
            "game_number": self.games,
            "game": self.game.name,
            "seats": match.seats,
            "seed": str(match.seed),
            "settings": list(written(self.game.settings, match.settings).items()),
            "rules": self.game.rules_version,
            "components": match.components.digest,
            "agents": list(source.agents),
            "failures": list(source.failures),
            "finished": outcome is not None,
            "decisions": len(match.actions),
            "points": list(match.points),
            "places": places,
            "result": result,
            "sources": list(match.sources),
            "transcript": match.transcript(),
        }

    def _decision_rows(self, match: Match, result: list[float]) -> Iterator[dict[str, object]]:
        facts = np.array([match.components.facts], match.components.facts.dtype)
        ones = np.ones(self.game.rules.observation.size, np.int8)
        replay = match.at(0)
        for number, action in enumerate(match.actions):
            before = replay.points
            state = np.array([replay.state], self.game.rules.state_type)
            observation = np.zeros((1, self.game.rules.observation.size), np.int8)
            self.game.rules.batch.observe_seat(facts, state, replay.seat, self._encoded, ones, observation)
            row = {
                "game_number": self.games,
                "decision": number,
                "seat": replay.seat,
                "question": str(replay.question),
                "options": [option.number for option in replay.options],
                "action": action.number,
                "notation": str(action),
                "observation": observation[0],
                "state": state.tobytes(),
                "points": list(before),
                "result": result,
            }
            replay.play(action)
            yield row | {"gained": [now - then for now, then in zip(replay.points, before)]}


def _result(match: Match) -> list[float]:
    """Return the result of each seat as environments reward it: its victory share less the mean of the others."""
    if match.outcome is None:
        return []
    winners = match.outcome.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(match.seats)]
    return [share - (1 - share) / (match.seats - 1) for share in shares]


def _schema(
    pyarrow: ModuleType, types: dict[str, object], meanings: dict[str, str], metadata: dict[str, str]
) -> object:
    fields = [pyarrow.field(name, kind, metadata={"meaning": meanings[name]}) for name, kind in types.items()]
    return pyarrow.schema(fields, metadata=metadata)


def _origin(game: Game) -> dict[str, str]:
    from ulpia import __version__

    return {"ulpia": __version__, "game": game.name, "rules": str(game.rules_version)}


def game_schema(pyarrow: ModuleType, game: Game) -> object:
    """Return the schema of the games file."""
    small, number, text = pyarrow.int8(), pyarrow.int16(), pyarrow.string()
    sources = pyarrow.struct([(name, number) for name in game.source_names])
    types = {
        "game_number": pyarrow.int32(),
        "game": text,
        "seats": small,
        "seed": pyarrow.string(),
        "settings": pyarrow.map_(text, text),
        "rules": number,
        "components": text,
        "agents": pyarrow.list_(text),
        "failures": pyarrow.list_(pyarrow.int32()),
        "finished": pyarrow.bool_(),
        "decisions": pyarrow.int32(),
        "points": pyarrow.list_(number),
        "places": pyarrow.list_(small),
        "result": pyarrow.list_(pyarrow.float32()),
        "sources": pyarrow.list_(sources),
        "transcript": text,
    }
    return _schema(pyarrow, types, GAME_COLUMNS, _origin(game))


def decision_schema(pyarrow: ModuleType, game: Game) -> object:
    """Return the schema of the decisions file."""
    small, number = pyarrow.int8(), pyarrow.int16()
    words = pyarrow.dictionary(pyarrow.int16(), pyarrow.string())
    types = {
        "game_number": pyarrow.int32(),
        "decision": pyarrow.int32(),
        "seat": small,
        "question": words,
        "options": pyarrow.list_(number),
        "action": number,
        "notation": words,
        "observation": pyarrow.list_(small, game.rules.observation.size),
        "state": pyarrow.binary(game.rules.state_type.itemsize),
        "points": pyarrow.list_(number),
        "gained": pyarrow.list_(number),
        "result": pyarrow.list_(pyarrow.float32()),
    }
    parts = {
        name: {"start": part.start, "shape": part.shape, "highest": part.highest, "meaning": part.meaning}
        for name, part in game.rules.observation.slices.items()
    }
    return _schema(pyarrow, types, DECISION_COLUMNS, _origin(game) | {"observation": json.dumps(parts)})
