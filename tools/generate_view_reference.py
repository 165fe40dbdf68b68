"""Write the reference page and the JSON schema of each game's view, from its types.

    python tools/generate_view_reference.py            # the games of this repository, into docs/reference
    python tools/generate_view_reference.py --check    # write nothing; fail if a file is stale
    python tools/generate_view_reference.py NAME --folder DIR

Descriptions are the docstrings of the types and those below their fields.
"""

import argparse
import ast
import inspect
import json
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ulpia.core.game import Game
from ulpia.core.view import View
from ulpia.registry import find_game, game_names

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
HERE = "ulpia."
"""Games in packages below this one belong to this repository."""
DRAFT = "https://json-schema.org/draft/2020-12/schema"
PLAIN = {int: "integer", float: "number", str: "string", bool: "true or false", types.NoneType: "null"}


def view_type(game: Game) -> type[View]:
    """Return the type of a game's view."""
    kind: type[View] = get_type_hints(game.build_view)["return"]
    return kind


def is_struct(kind: object) -> bool:
    """Return whether a type is one of the documented structs."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


@cache
def descriptions(kind: type) -> Mapping[str, str]:
    """Return the docstring below each field of a struct and of those it extends."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not is_struct(each) or each is msgspec.Struct:
            continue
        (body,) = ast.parse(inspect.getsource(each)).body
        assert isinstance(body, ast.ClassDef)
        for field, text in zip(body.body, body.body[1:]):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
                assert isinstance(text.value, ast.Constant)
                found[field.target.id] = " ".join(str(text.value.value).split())
    return found


def structs(kind: Any) -> Iterator[type]:
    """Yield a struct and all structs in its fields, in the order in which they are first mentioned."""
    waiting, known = [kind], set()
    while waiting:
        each = waiting.pop(0)
        if is_struct(each) and each not in known:
            known.add(each)
            yield each
            waiting += get_type_hints(each).values()
        else:
            waiting = [*get_args(each), *waiting]


def say_type(kind: Any) -> str:
    """Return a type in words, with links to the tables of structs."""
    origin, parts = get_origin(kind), get_args(kind)
    if is_struct(kind):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    if origin is Literal:
        return " or ".join(f"`{part}`" for part in parts)
    if origin in (Union, types.UnionType):
        return " or ".join(say_type(part) for part in parts)
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        return f"object of {say_part(parts[1])}"
    if inspect.isclass(origin) and issubclass(origin, Sequence):
        return f"array of {say_part(parts[0])}"
    return PLAIN[kind]


def say_part(kind: Any) -> str:
    """Return the type of an entry in words; alternatives in brackets."""
    text = say_type(kind)
    return f"({text})" if " or " in text and not text.startswith(("array", "object")) and text != PLAIN[bool] else text


def write_page(game: Game) -> str:
    """Return the reference page of a game's view in Markdown."""
    kind = view_type(game)
    title = game.texts.find("en", "title")
    schema = f"view-{game.name}.schema.json"
    lines = [
        f"# The view of {title}",
        "",
        "<!-- Written by tools/generate_view_reference.py. Do not edit. -->",
        "",
        f"`match.view(seat)` returns a `{kind.__name__}`: everything that one seat, or a spectator, knows of a table,",
        "and nothing else. Its parts are frozen structs, read by attribute. `msgspec.to_builtins(view)` and",
        f"`msgspec.json.encode(view)` give the same as JSON; [{schema}]({schema}) is its JSON schema.",
        "",
        "Seats are numbered from 0. An object has an entry for each name; names are those of",
        f"[the notation](../notation.md) and of `{game.package}.names`.",
    ]
    for each in structs(kind):
        hints, meanings = get_type_hints(each), descriptions(each)
        lines += [
            "",
            f"## {each.__name__}",
            "",
            inspect.getdoc(each) or "",
            "",
            "| field | type | meaning |",
            "|---|---|---|",
        ]
        for field in each.__struct_fields__:  # type: ignore[attr-defined]
            lines.append(f"| `{field}` | {say_type(hints[field])} | {meanings[field]} |")
    return "\n".join(lines) + "\n"


def write_schema(game: Game) -> str:
    """Return the JSON schema of a game's view."""
    kind = view_type(game)
    (found,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    for each in structs(kind):
        part, meanings = parts[each.__name__], descriptions(each)
        fields = zip(each.__struct_fields__, part.get("prefixItems", ()))  # type: ignore[attr-defined]
        for field, shape in (*part.get("properties", {}).items(), *fields):
            shape["description"] = meanings[field]
    schema = {"$schema": DRAFT, "title": kind.__name__, **found, "$defs": parts}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def files(game: Game, folder: Path) -> dict[Path, str]:
    """Return the files of a game and what they should contain."""
    return {
        folder / f"view-{game.name}.md": write_page(game),
        folder / f"view-{game.name}.schema.json": write_schema(game),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="NAME", help="games; those of this repository if none is named")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is stale")
    options = parser.parse_args(arguments)
    games = [find_game(name) for name in options.games or game_names()]
    stale = 0
    for game in games:
        if not options.games and not game.package.startswith(HERE):
            continue
        for path, text in files(game, options.folder).items():
            if not path.exists() or path.read_text() != text:
                stale += 1
                sys.stdout.write(f"{'stale' if options.check else 'written'}: {path}\n")
                if not options.check:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text)
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
