"""What docs/agents.md promises runs as it stands."""

import json
import re
from pathlib import Path

import pytest

from ulpia.agents import AGENTS, Decision
from ulpia.cli import build_parser, main
from ulpia.match import new

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text()
MATCH, EXTERNAL, ADVICE = re.findall(r"```python\n(.*?)```", PAGE, re.S)
COMMANDS = re.findall(r"^ulpia .*$", PAGE, re.M)


def test_a_match_between_two_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(MATCH.splitlines()) <= 10
    exec(MATCH, {})
    assert re.fullmatch(r"\(\d+, \d+\) \(\d,\)\n", capsys.readouterr().out)


def test_advice(capsys: pytest.CaptureFixture[str]) -> None:
    exec(ADVICE, {})
    where, what, *words = capsys.readouterr().out.splitlines()
    assert where.startswith("Look ")
    assert what.startswith("I would choose: ")
    reasons, figures = words[:-3], words[-3:]
    assert 1 <= len(reasons) <= 3
    assert figures[0].startswith("Your chance to win")


def test_the_external_agent_plays_better_than_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(EXTERNAL)
    command = next(command for command in COMMANDS if "simulate" in command)
    assert main([*command.split()[1:], "--games", "3", "--json"]) == 0
    mine, chance = json.loads(capsys.readouterr().out)["seats"]
    assert mine["points"] > chance["points"]
    assert mine["failures"] == 0


def test_the_commands_can_be_parsed() -> None:
    assert {command.split()[1] for command in COMMANDS} == {"play", "simulate", "arena"}
    for command in COMMANDS:
        build_parser("en").parse_args(command.split()[1:])


def test_every_agent_and_everything_in_a_decision_is_documented() -> None:
    for name in AGENTS:
        assert f"| `{name}` |" in PAGE
    for name in vars(Decision(new("trajan", 2, 1))):
        assert f"`decision.{name}`" in PAGE, name
