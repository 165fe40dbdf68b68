"""Games as Parquet: what is written can be read by anybody, and holds the games that were played."""

import json
from pathlib import Path

import numpy as np
import pytest

import ulpia
from tests.support.games import BUILT_IN
from ulpia.cli import main
from ulpia.core.errors import MissingExtra, MissingFile, UnwritableFile
from ulpia.registry import find_game
from ulpia.research.errors import AlreadyThere, NotReadable, OtherGame
from ulpia.research.export import (
    DECISION_COLUMNS,
    GAME_COLUMNS,
    export,
    from_agents,
    from_transcripts,
)

parquet = pytest.importorskip("pyarrow.parquet")


def write(folder: Path, game: str = "trajan", agents: tuple[str, ...] = ("random", "random"), games: int = 2) -> Path:
    export(from_agents(game, agents, games, 3, workers=1), folder)
    return folder


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_decision_can_be_played_again_from_the_tables(game: str, tmp_path: Path) -> None:
    write(tmp_path, game, ("random", "random", "random"))
    games = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    rows = parquet.read_table(tmp_path / "decisions.parquet").to_pylist()
    rules = find_game(game)
    assert [row["game_number"] for row in games] == [0, 1]
    for told in games:
        match = ulpia.load(told["transcript"])
        assert told["finished"]
        assert told["points"] == list(match.points)
        assert told["sources"] == list(match.sources)
        assert [sum(sources.values()) for sources in told["sources"]] == told["points"]
        assert match.outcome is not None
        assert [seat for seat in range(3) if told["places"][seat] == 1] == list(match.outcome.winners)
        assert sum(told["result"]) == pytest.approx(0)
        again = match.at(0)
        mine = [row for row in rows if row["game_number"] == told["game_number"]]
        assert len(mine) == told["decisions"] == len(match.actions)
        for number, row in enumerate(mine):
            assert row["decision"] == number
            assert row["seat"] == again.seat
            assert row["question"] == str(again.question)
            assert row["options"] == [option.number for option in again.options]
            assert np.frombuffer(row["state"], rules.rules.state_type)[0].tobytes() == again.state.tobytes()
            before = again.points
            assert row["points"] == list(before)
            again.play(row["action"])
            assert str(again.actions[-1]) == row["notation"]
            assert row["gained"] == [now - then for now, then in zip(again.points, before)]
            assert row["result"] == told["result"]
        assert again.digest == match.digest


def test_observations_are_what_a_batch_shows(tmp_path: Path) -> None:
    from ulpia.research import Batch

    write(tmp_path)
    table = parquet.read_table(tmp_path / "decisions.parquet")
    rows = table.slice(40, 10).to_pylist()
    rules = find_game("trajan")
    batch = Batch("trajan", 2, 10, observations="int8", workers=1)
    batch.set_states(np.concatenate([np.frombuffer(row["state"], rules.rules.state_type) for row in rows]))
    assert np.array_equal(batch.observations, [row["observation"] for row in rows])
    parts = json.loads(table.schema.metadata[b"observation"])
    assert list(parts) == list(rules.rules.observation.slices)
    assert parts["hand"]["start"] == rules.rules.observation.slices["hand"].start


def test_the_schema_says_what_every_column_is(tmp_path: Path) -> None:
    write(tmp_path, games=1)
    for name, columns in (("games", GAME_COLUMNS), ("decisions", DECISION_COLUMNS)):
        schema = parquet.read_schema(tmp_path / f"{name}.parquet")
        assert {field.name: field.metadata[b"meaning"].decode() for field in schema} == columns
        assert schema.metadata[b"game"] == b"trajan"


def test_workers_change_nothing_and_everybody_moves_round(tmp_path: Path) -> None:
    agents = ("random", "random", "tiro")
    first = [(s.match.digest, s.agents) for s in from_agents("trajan", agents, 3, 1, workers=1)]
    second = [(s.match.digest, s.agents) for s in from_agents("trajan", agents, 3, 1, workers=2)]
    assert first == second
    assert [seating.index("tiro") for _, seating in first] == [2, 0, 1]


def test_transcripts_are_exported_finished_or_not(tmp_path: Path) -> None:
    match = ulpia.new("trajan", 2, 4, setup="dealt")
    for _ in range(5):
        match.play(match.options[0])
    (tmp_path / "begun.txt").write_text(match.transcript())
    done = export(from_transcripts([tmp_path / "begun.txt"]), tmp_path / "out")
    assert (done.games, done.decisions) == (1, 5)
    told = parquet.read_table(tmp_path / "out" / "games.parquet").to_pylist()[0]
    assert not told["finished"]
    assert told["agents"] == told["places"] == told["result"] == []


def test_what_is_wrong_with_a_transcript_is_told_with_its_file_and_nothing_is_left(tmp_path: Path) -> None:
    match = ulpia.new("trajan", 2, 4)
    (tmp_path / "good.txt").write_text(match.transcript())
    (tmp_path / "bad.txt").write_text("hello")
    with pytest.raises(NotReadable, match=r"bad\.txt: "):
        export(from_transcripts([tmp_path / "good.txt", tmp_path / "bad.txt"]), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []
    with pytest.raises(MissingFile):
        export(from_transcripts([tmp_path / "none.txt"]), tmp_path / "out")
    (tmp_path / "other.txt").write_text(ulpia.new("forum_trajanum", 2, 4).transcript())
    with pytest.raises(OtherGame, match="folder of its own"):
        export(from_transcripts([tmp_path / "good.txt", tmp_path / "other.txt"]), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_what_is_there_is_kept_unless_told_otherwise(tmp_path: Path) -> None:
    write(tmp_path, games=1)
    before = (tmp_path / "games.parquet").read_bytes()
    with pytest.raises(AlreadyThere, match="--replace"):
        write(tmp_path)
    assert (tmp_path / "games.parquet").read_bytes() == before
    export(from_agents("trajan", ("random", "random"), 2, 9, workers=1), tmp_path, replace=True)
    assert parquet.read_table(tmp_path / "games.parquet").num_rows == 2


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnwritableFile, match="file"):
        write(tmp_path / "file" / "below", games=1)


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"ulpia\[data\]"):
        write(tmp_path, games=1)


def test_the_command_writes_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["export", "trajan", "--games", "2", "--workers", "1", "--folder", str(tmp_path / "data")]
    assert main(["--language", "en", *asked]) == 0
    assert "2 games with" in capsys.readouterr().out
    assert main(["--language", "de", *asked]) == 2
    assert "gibt es schon" in capsys.readouterr().err.replace("\n", " ")
    assert main([*asked, "--replace", "--seats", "random,caesar"]) == 2
    assert main([*asked, "--replace", "--games", "0"]) == 2
    assert parquet.read_table(tmp_path / "data" / "games.parquet").num_rows == 2
