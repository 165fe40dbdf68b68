"""The options of a match on the command line. Which of them a game has, and what they may be, the game says."""

import argparse
from collections.abc import Callable

NAMES = ("setup", "variant", "side", "newcomers")


def add_settings(parser: argparse.ArgumentParser, say: Callable[[str], str]) -> None:
    """Let a command take them."""
    for name in NAMES:
        parser.add_argument(f"--{name}", help=say(name))


def given_settings(options: argparse.Namespace) -> dict[str, str]:
    """Those that were given."""
    return {name: value for name in NAMES if (value := getattr(options, name)) is not None}
