"""The command `ulpia`, with a module for each subcommand."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from rich.console import Console

from ulpia.cli.console import Terminal
from ulpia.cli.parser import build_parser
from ulpia.core import compilation
from ulpia.core.errors import UlpiaError, UnknownLanguage
from ulpia.core.i18n import LANGUAGES

__all__ = ["build_parser", "language_of", "main"]


def language_of(environment: dict[str, str], given: str | None) -> str:
    """Return the language asked for, else that of the system if there are texts in it, else English."""
    if given is not None and given not in LANGUAGES:
        raise UnknownLanguage(language=given, known=", ".join(LANGUAGES))
    system = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return given or (system[:2] if system[:2] in LANGUAGES else "en")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show ■ shows ? instead
    terminal = Terminal("en", Console(), Console(stderr=True))
    try:
        terminal.language = language_of(dict(os.environ), _language_in(given))
    except UlpiaError as error:
        terminal.print_error(error)
        return 2
    parser = build_parser(terminal.language)
    options = parser.parse_args(given)
    if options.version:
        from ulpia import __version__

        print(f"ulpia {__version__}")
        return 0
    if options.command is None:
        parser.print_help()
        return 0
    compilation.display = terminal.compilation
    try:
        return _run(options, terminal)
    except UlpiaError as error:
        terminal.print_error(error)
        return 2
    except OSError as error:  # a full disk, a closed pipe
        sys.stderr.write(f"ulpia: {error.strerror or error}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        terminal.errors.print()
        return 130


def _language_in(arguments: Sequence[str]) -> str | None:
    """Find --language before anything is parsed: the parser itself needs the language."""
    for at, argument in enumerate(arguments):
        if argument.startswith("--language="):
            return argument.partition("=")[2]
        if argument == "--language" and at + 1 < len(arguments):
            return arguments[at + 1]
    return None


def _run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Import the module of the command and call it."""
    name: str = options.command
    module = import_module(f"ulpia.cli.{'replay' if name == 'show' else name}")
    return int(getattr(module, name)(options, terminal))
