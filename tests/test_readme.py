"""What the README promises runs as it stands."""

import doctest
import re
from pathlib import Path

import ulpia
from ulpia.cli import build_parser
from ulpia.research import Batch

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_the_python_examples_run() -> None:
    program, research = re.findall(r"```python\n(.*?)```", README, re.S)
    names: dict[str, object] = {}
    exec(program.replace(', components="corrected.toml"', ""), names)
    assert isinstance(names["match"], ulpia.Match)
    exec(research, names)
    assert isinstance(names["batch"], Batch)


def test_the_example_in_the_package_is_true() -> None:
    result = doctest.testmod(ulpia)
    assert result.attempted >= 5
    assert result.failed == 0


def test_the_commands_of_the_readme_can_be_parsed() -> None:
    commands = re.findall(r"^ulpia .*?(?=\s+#|\s{4,}|$)", README, re.M)
    assert len(commands) >= 7
    for command in commands:
        options = build_parser("en").parse_args(command.split()[1:])
        assert options.command == command.split()[1]


def test_the_readme_opens_with_the_two_commands() -> None:
    assert README.splitlines()[2:5] == [
        "```",
        "make play      # sets everything up and opens the table in your browser",
        "make test      # formatting, types, import contracts, all tests",
    ]
