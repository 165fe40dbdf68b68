"""ulpia, the command: play, serve, simulate, arena, ladder, tune, export, replay, show, rules, facts, check, bench."""

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console

from ulpia import match
from ulpia.cli.console import WORDS, Desk
from ulpia.cli.serve import origin
from ulpia.cli.settings import add_settings
from ulpia.core.errors import UlpiaError, UnknownLanguage
from ulpia.core.i18n import LANGUAGES


def language_of(environment: dict[str, str], given: str | None) -> str:
    """The language asked for, else the one the machine speaks if we do, else English."""
    if given is not None and given not in LANGUAGES:
        raise UnknownLanguage(language=given, known=", ".join(LANGUAGES))
    spoken = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return given or (spoken[:2] if spoken[:2] in LANGUAGES else "en")


@contextmanager
def argparse_speaks(language: str) -> Iterator[None]:
    """Let argparse say its own few sentences from our catalogue; it asks gettext, which knows no German for them."""
    sentences: dict[str, str] = WORDS.find(language, "argparse")
    module: Any = argparse
    before = module._, module.ngettext
    module._ = lambda text: sentences.get(text, text)
    module.ngettext = lambda one, many, n: sentences.get(one if n == 1 else many, one if n == 1 else many)
    try:
        yield
    finally:
        module._, module.ngettext = before


def port_number(text: str) -> int:
    """A number that a port can have."""
    port = int(text)
    if not 0 <= port < 2**16:
        raise ValueError(text)
    return port


def build_parser(language: str) -> argparse.ArgumentParser:
    """All commands and their options."""

    def say(key: str) -> str:
        return str(WORDS.find(language, "help", key)).replace("%", "%%")

    parser = argparse.ArgumentParser(prog="ulpia", description=say("ulpia"), epilog=say("epilog"), allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help=say("version"))
    parser.add_argument("--language", choices=LANGUAGES, help=say("language"))
    commands = parser.add_subparsers(dest="command", metavar=say("command"))

    def command(name: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=say(name), description=say(f"{name}_long"), allow_abbrev=False)
        made.add_argument("--language", choices=LANGUAGES, default=argparse.SUPPRESS, help=say("language"))
        return made

    def game(made: argparse.ArgumentParser) -> None:
        made.add_argument("game", nargs="?", default="trajan", help=say("game"))
        made.add_argument("--components", type=Path, metavar="FILE", help=say("components"))

    def add_crew(made: argparse.ArgumentParser) -> None:
        made.add_argument("--on", choices=("cores", "ray"), default="cores", help=say("on"))
        made.add_argument("--workers", type=int, metavar="N", help=say("workers"))

    play = command("play")
    game(play)
    play.add_argument("--seats", help=say("seats"))
    play.add_argument("--seed", type=int, help=say("seed"))
    add_settings(play, say)
    play.add_argument("--resume", type=Path, metavar="FILE", help=say("resume"))

    serve = command("serve")
    serve.add_argument("--host", default="127.0.0.1", help=say("host"))
    serve.add_argument("--port", type=port_number, default=8000, metavar="N", help=say("port"))
    serve.add_argument("--database", metavar="URL", help=say("database"))
    serve.add_argument("--origin", type=origin, action="append", default=[], metavar="URL", help=say("origin"))
    serve.add_argument("--no-browser", action="store_true", help=say("no_browser"))

    simulate = command("simulate")
    game(simulate)
    simulate.add_argument("--seats", default="random,random,random", help=say("agents"))
    simulate.add_argument("--games", type=int, default=100, help=say("games"))
    simulate.add_argument("--seed", type=int, default=0, help=say("first_seed"))
    add_settings(simulate, say)
    simulate.add_argument("--save", type=Path, metavar="FOLDER", help=say("save"))
    simulate.add_argument("--json", action="store_true", help=say("json"))

    arena = command("arena")
    game(arena)
    arena.add_argument("--agents", default="imperator,greedy", help=say("arena_agents"))
    arena.add_argument("--seats", type=int, metavar="N", help=say("arena_seats"))
    arena.add_argument("--games", type=int, default=400, metavar="N", help=say("arena_games"))
    arena.add_argument("--seed", type=int, default=1, metavar="N", help=say("arena_seed"))
    add_settings(arena, say)
    arena.add_argument("--json", action="store_true", help=say("json"))
    arena.add_argument("--report", type=Path, metavar="FILE", help=say("report"))
    arena.add_argument("--journal", type=Path, metavar="FILE", help=say("journal"))
    add_crew(arena)

    ladder = command("ladder")
    ladder.add_argument("--only", metavar="WORDS", help=say("only"))
    ladder.add_argument("--seats", type=int, metavar="N", help=say("ladder_seats"))
    ladder.add_argument("--games", type=int, metavar="N", help=say("ladder_games"))
    ladder.add_argument("--seed", type=int, default=1, metavar="N", help=say("arena_seed"))
    ladder.add_argument("--journals", type=Path, default=Path("build/ladder"), metavar="FOLDER", help=say("journals"))
    ladder.add_argument("--folder", type=Path, default=Path("docs"), metavar="FOLDER", help=say("ladder_folder"))
    ladder.add_argument("--write", action="store_true", help=say("write"))
    add_crew(ladder)

    tune = command("tune")
    tune.add_argument("game", nargs="?", default="trajan", help=say("game"))
    tune.add_argument("--course", type=Path, metavar="FILE", help=say("tune_course"))
    tune.add_argument("--workers", type=int, metavar="N", help=say("workers"))
    tune.add_argument("--folder", type=Path, default=Path("."), metavar="FOLDER", help=say("tune_folder"))

    export = command("export")
    game(export)
    export.add_argument("--seats", default="random,random", help=say("export_agents"))
    export.add_argument("--games", type=int, default=100, help=say("games"))
    export.add_argument("--seed", type=int, default=0, help=say("first_seed"))
    add_settings(export, say)
    export.add_argument("--transcripts", type=Path, nargs="+", metavar="FILE", help=say("transcripts"))
    export.add_argument("--folder", type=Path, required=True, metavar="FOLDER", help=say("export_folder"))
    export.add_argument("--replace", action="store_true", help=say("replace"))
    export.add_argument("--workers", type=int, metavar="N", help=say("workers"))

    for name in ("replay", "show"):
        made = command(name)
        made.add_argument("file", type=Path, metavar="FILE", help=say("file"))
        made.add_argument("--components", type=Path, metavar="FILE", help=say("components"))
        made.add_argument("--seat", type=int, help=say("seat"))
        if name == "show":
            made.add_argument("--at", type=int, metavar="N", help=say("at"))
            made.add_argument("--json", action="store_true", help=say("view_json"))
            made.add_argument("--svg", type=Path, metavar="FILE", help=say("svg"))
            made.add_argument("--png", type=Path, metavar="FILE", help=say("png"))
            made.add_argument("--theme", choices=("day", "night"), default="day", help=say("theme"))

    rules = command("rules")
    game(rules)
    rules.add_argument("section", nargs="?", help=say("section"))

    facts = command("facts")
    game(facts)
    facts.add_argument("--json", action="store_true", help=say("json"))

    check = command("check")
    game(check)
    check.add_argument("--games", type=int, default=30_000, help=say("check_games"))
    check.add_argument("--seats", type=int, help=say("check_seats"))
    check.add_argument("--seed", type=int, default=0, help=say("first_seed"))
    add_settings(check, say)

    bench = command("bench")
    bench.add_argument("game", nargs="?", default="trajan", help=say("game"))
    bench.add_argument("--json", action="store_true", help=say("json"))
    bench.add_argument("--all", action="store_true", help=say("all"))
    bench.add_argument("--page", type=Path, metavar="FILE", help=say("page"))
    bench.add_argument("--against", default="", metavar="NAMES", help=say("against"))
    bench.add_argument("--seconds", type=float, default=5.0, help=say("seconds"))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ■ shows ? instead
    desk = Desk("en", Console(), Console(stderr=True))
    try:
        desk.language = language_of(dict(os.environ), _language_in(given))
    except UlpiaError as error:
        desk.complain(error)
        return 2
    with argparse_speaks(desk.language):
        parser = build_parser(desk.language)
        options = parser.parse_args(given)
    if options.version:
        from ulpia import __version__

        print(f"ulpia {__version__}")
        return 0
    if options.command is None:
        with argparse_speaks(desk.language):
            parser.print_help()
        return 0
    match.first_compilation = lambda game: desk.prepare(game, "match")
    try:
        return _run(options, desk)
    except UlpiaError as error:
        desk.complain(error)
        return 2
    except OSError as error:  # nowhere to write to: a full disk, a closed pipe
        sys.stderr.write(f"ulpia: {error.strerror or error}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        desk.errors.print()
        return 130


def _language_in(arguments: Sequence[str]) -> str | None:
    """--language is looked for before anything is parsed: the parser itself speaks it."""
    for at, argument in enumerate(arguments):
        if argument.startswith("--language="):
            return argument.partition("=")[2]
        if argument == "--language" and at + 1 < len(arguments):
            return arguments[at + 1]
    return None


def _run(options: argparse.Namespace, desk: Desk) -> int:
    """Each command lives in a file of its own and is imported when it is called."""
    name: str = options.command
    module = import_module(f"ulpia.cli.{'replay' if name == 'show' else name}")
    return int(getattr(module, name)(options, desk))
