"""The arguments of the command `ulpia`, with help and errors in every language."""

import argparse
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from ulpia.cli.console import TEXTS
from ulpia.cli.serve import host_name, origin, proxy, socket_address
from ulpia.cli.settings import add_settings, describe_settings
from ulpia.core.i18n import LANGUAGES
from ulpia.registry import default_game, find_game, game_names

USAGE = "usage: "
"""How argparse begins its usage line."""


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose headings, usage line and errors are in one language.

    argparse has no German of its own. Its headings are replaced by groups with titles from our catalogue, and its error
    messages are recognised by the English templates that the catalogue has as keys.
    """

    def __init__(self, *, language: str, **options: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **options)
        self.language = language
        self._messages: Mapping[str, str] = TEXTS.find(language, "argparse")
        self.arguments_group = self.add_argument_group(self._messages["positional arguments"])
        self.options_group = self.add_argument_group(self._messages["options"])
        self.add_argument("-h", "--help", action="help", help=self._messages["show this help message and exit"])

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Add an argument to the group that is shown under our own heading."""
        group = self.options_group if names[0].startswith("-") else self.arguments_group
        return group.add_argument(*names, **options)

    def format_usage(self) -> str:
        """Return the usage line."""
        return super().format_usage().replace(USAGE, self._messages[USAGE], 1)

    def format_help(self) -> str:
        """Return the whole help."""
        return super().format_help().replace(USAGE, self._messages[USAGE], 1)

    def error(self, message: str) -> NoReturn:
        """Print usage and what is wrong; exit with status 2."""
        self.print_usage(sys.stderr)
        template = self._messages["%(prog)s: error: %(message)s\n"]
        self.exit(2, template % {"prog": self.prog, "message": translate(message, self._messages)})


def translate(message: str, messages: Mapping[str, str]) -> str:
    """Translate an error message of argparse; a message that fits no template is returned as it is."""
    for template, translation in messages.items():
        pattern = re.sub(r"%(?:\\\((\w+)\\\))?[sr]", _group, re.escape(template))
        if found := re.fullmatch(pattern, message, re.S):
            fields = {name: translate(part, messages) for name, part in found.groupdict().items()}
            return re.sub(r"%(\(\w+\))?r", r"%\1s", translation) % (fields or found.groups())
    return message


def _group(field: re.Match[str]) -> str:
    return f"(?P<{field[1]}>.+?)" if field[1] else "(.+?)"


def port_number(text: str) -> int:
    """Read the number of a port."""
    port = int(text)
    if not 0 <= port < 2**16:
        raise ValueError(text)
    return port


def build_parser(language: str) -> Parser:
    """Return the parser of all commands."""
    named = {
        "games": ", ".join(game_names()),
        "default": default_game(),
        "titles": ", ".join(find_game(game).texts.find(language, "title") for game in game_names()),
    }

    def say(key: str) -> str:
        return TEXTS.say(language, "help", key, **named).replace("%", "%%")

    settings = describe_settings(language)
    parser = Parser(language=language, prog="ulpia", description=say("ulpia"), epilog=say("epilog"))
    parser.add_argument("--version", action="store_true", help=say("version"))
    parser.add_argument("--language", choices=LANGUAGES, help=say("language"))
    commands = parser.add_subparsers(dest="command", metavar=say("command"), title=say("commands"))

    def command(name: str) -> Parser:
        made = commands.add_parser(name, language=language, help=say(name), description=say(f"{name}_long"))
        made.add_argument("--language", choices=LANGUAGES, default=argparse.SUPPRESS, help=say("language"))
        return made

    def add_game(made: Parser) -> None:
        made.add_argument("game", nargs="?", default=default_game(), help=say("game"))

    def add_components(made: Parser) -> None:
        made.add_argument("--components", type=Path, metavar="FILE", help=say("components"))

    def add_workers(made: Parser) -> None:
        made.add_argument("--on", choices=("cores", "ray"), default="cores", help=say("on"))
        made.add_argument("--workers", type=int, metavar="N", help=say("workers"))

    play = command("play")
    add_game(play)
    add_components(play)
    play.add_argument("--seats", help=say("seats"))
    play.add_argument("--seed", type=int, help=say("seed"))
    add_settings(play, settings)
    play.add_argument("--resume", type=Path, metavar="FILE", help=say("resume"))

    serve = command("serve")
    serve.add_argument("--host", default="127.0.0.1", help=say("host"))
    serve.add_argument("--port", type=port_number, default=8000, metavar="N", help=say("port"))
    serve.add_argument("--lan", action="store_true", help=say("lan"))
    serve.add_argument("--database", metavar="URL", help=say("database"))
    many = {"action": "append", "default": []}
    serve.add_argument("--host-name", type=host_name, metavar="NAME", help=say("host_name"), **many)
    serve.add_argument("--origin", type=origin, metavar="URL", help=say("origin"), **many)
    serve.add_argument("--proxy", type=proxy, metavar="ADDRESS", help=say("proxy"), **many)
    serve.add_argument("--metrics", type=socket_address, metavar="HOST:PORT", help=say("metrics"))
    serve.add_argument("--limit", metavar="NAME=VALUE", help=say("limit"), **many)
    serve.add_argument("--no-browser", action="store_true", help=say("no_browser"))
    serve.add_argument("--log-format", choices=("text", "json"), default="text", help=say("log_format"))
    levels = ("debug", "info", "warning", "error")
    serve.add_argument("--log-level", choices=levels, default="info", help=say("log_level"))

    for name in ("backup", "restore", "inspect", "doctor"):
        made = command(name)
        if name in ("backup", "restore"):
            made.add_argument("file", type=Path, metavar="FILE", help=say("backup_file"))
        if name == "inspect":
            made.add_argument("table", metavar="TABLE", help=say("inspect_table"))
            made.add_argument("--transcript", type=Path, metavar="FILE", help=say("inspect_transcript"))
        made.add_argument("--database", metavar="URL", help=say("database"))
        if name == "restore":
            made.add_argument("--replace", action="store_true", help=say("restore_replace"))
        if name == "doctor":
            made.add_argument("--quick", action="store_true", help=say("quick"))
            made.add_argument("--json", action="store_true", help=say("json"))

    prepare = command("prepare")
    prepare.add_argument("games", nargs="*", metavar="GAME", help=say("prepare_games"))
    prepare.add_argument("--all", action="store_true", help=say("prepare_all"))
    prepare.add_argument("--workers", type=int, default=1, metavar="N", help=say("prepare_workers"))

    simulate = command("simulate")
    add_game(simulate)
    add_components(simulate)
    simulate.add_argument("--seats", default="random,random,random", help=say("agents"))
    simulate.add_argument("--games", type=int, default=100, help=say("games"))
    simulate.add_argument("--seed", type=int, default=0, help=say("first_seed"))
    add_settings(simulate, settings)
    simulate.add_argument("--save", type=Path, metavar="FOLDER", help=say("save"))
    simulate.add_argument("--json", action="store_true", help=say("json"))

    arena = command("arena")
    add_game(arena)
    add_components(arena)
    arena.add_argument("--agents", default="imperator,greedy", help=say("arena_agents"))
    arena.add_argument("--seats", type=int, metavar="N", help=say("arena_seats"))
    arena.add_argument("--games", type=int, default=400, metavar="N", help=say("arena_games"))
    arena.add_argument("--seed", type=int, default=1, metavar="N", help=say("arena_seed"))
    add_settings(arena, settings)
    arena.add_argument("--json", action="store_true", help=say("json"))
    arena.add_argument("--report", type=Path, metavar="FILE", help=say("report"))
    arena.add_argument("--journal", type=Path, metavar="FILE", help=say("journal"))
    add_workers(arena)

    ladder = command("ladder")
    ladder.add_argument("--only", metavar="WORDS", help=say("only"))
    ladder.add_argument("--seats", type=int, metavar="N", help=say("ladder_seats"))
    ladder.add_argument("--games", type=int, metavar="N", help=say("ladder_games"))
    ladder.add_argument("--seed", type=int, default=1, metavar="N", help=say("arena_seed"))
    ladder.add_argument("--journals", type=Path, default=Path("build/ladder"), metavar="FOLDER", help=say("journals"))
    ladder.add_argument("--folder", type=Path, default=Path("docs"), metavar="FOLDER", help=say("ladder_folder"))
    ladder.add_argument("--explain", metavar="TEXT", help=say("explain"))
    ladder.add_argument("--write", action="store_true", help=say("write"))
    add_workers(ladder)

    tune = command("tune")
    add_game(tune)
    tune.add_argument("--schedule", type=Path, metavar="FILE", help=say("tune_schedule"))
    tune.add_argument("--workers", type=int, metavar="N", help=say("workers"))
    tune.add_argument("--folder", type=Path, default=Path("."), metavar="FOLDER", help=say("tune_folder"))

    export = command("export")
    add_game(export)
    add_components(export)
    export.add_argument("--seats", default="random,random", help=say("export_agents"))
    export.add_argument("--games", type=int, default=100, help=say("games"))
    export.add_argument("--seed", type=int, default=0, help=say("first_seed"))
    add_settings(export, settings)
    export.add_argument("--transcripts", type=Path, nargs="+", metavar="FILE", help=say("transcripts"))
    export.add_argument("--folder", type=Path, required=True, metavar="FOLDER", help=say("export_folder"))
    export.add_argument("--replace", action="store_true", help=say("replace"))
    export.add_argument("--workers", type=int, metavar="N", help=say("workers"))

    for name in ("replay", "show"):
        made = command(name)
        made.add_argument("file", type=Path, metavar="FILE", help=say("file"))
        add_components(made)
        made.add_argument("--seat", type=int, help=say("seat"))
        if name == "show":
            made.add_argument("--at", type=int, metavar="N", help=say("at"))
            made.add_argument("--json", action="store_true", help=say("view_json"))
            made.add_argument("--svg", type=Path, metavar="FILE", help=say("svg"))
            made.add_argument("--png", type=Path, metavar="FILE", help=say("png"))
            made.add_argument("--theme", choices=("day", "night"), default="day", help=say("theme"))

    rules = command("rules")
    add_game(rules)
    add_components(rules)
    rules.add_argument("section", nargs="?", help=say("section"))

    facts = command("facts")
    add_game(facts)
    add_components(facts)
    facts.add_argument("--json", action="store_true", help=say("json"))

    check = command("check")
    add_game(check)
    add_components(check)
    check.add_argument("--games", type=int, default=30_000, help=say("check_games"))
    check.add_argument("--seats", type=int, help=say("check_seats"))
    check.add_argument("--seed", type=int, default=0, help=say("first_seed"))
    add_settings(check, settings)

    bench = command("bench")
    add_game(bench)
    bench.add_argument("--json", action="store_true", help=say("json"))
    bench.add_argument("--all", action="store_true", help=say("all"))
    bench.add_argument("--page", type=Path, metavar="FILE", help=say("page"))
    bench.add_argument("--against", default="", metavar="NAMES", help=say("against"))
    bench.add_argument("--seconds", type=float, default=5.0, help=say("seconds"))
    return parser
