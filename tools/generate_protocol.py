"""Generate docs/protocol.md and src/ulpia/web/messages.d.ts from ulpia.server.protocol.

`python tools/generate_protocol.py` writes both files. `tests/server/test_protocol.py` fails if they are stale. The
prose of the page is in tools/protocol.md; explanations of messages and fields are the docstrings of the structs.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from ulpia.core import errors as core_errors
from ulpia.server import errors, protocol
from ulpia.server.decoding import tag_of
from ulpia.server.limits import Limits

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "tools" / "protocol.md"
PAGE = ROOT / "docs" / "protocol.md"
DECLARATIONS = ROOT / "src" / "ulpia" / "web" / "messages.d.ts"
MAX_LINE = 120

CLIENT_MESSAGES: tuple[type[Struct], ...] = get_args(protocol.ClientMessage)
SERVER_MESSAGES: tuple[type[Struct], ...] = get_args(protocol.ServerMessage)
HTTP_BODIES: tuple[type[Struct], ...] = get_args(protocol.HttpBody)
RULE_REFUSALS = (
    core_errors.IllegalAction,
    core_errors.NumberOutOfRange,
    core_errors.GameIsOver,
    core_errors.NothingToUndo,
    core_errors.UndoForbidden,
    core_errors.BadPosition,
    core_errors.BadSeat,
    core_errors.BadSeats,
    core_errors.UnknownGame,
    core_errors.UnknownAgent,
    core_errors.UnknownSetting,
    core_errors.BadSetting,
    core_errors.OtherRules,
    core_errors.OtherComponents,
)
"""Refusals of the core that a client can get."""
START_REFUSALS = (errors.BadDatabase, errors.NewerDatabase, errors.NoFreePort, errors.UnknownLimit, errors.BadLimit)
"""Refusals of the server that only its operator can get."""


def explanation(struct: type) -> str:
    """Return the docstring of a class without its example, one line for each paragraph."""
    return _paragraphs(inspect.getdoc(struct) or "").partition("\n\nExample:")[0]


def example(struct: type) -> str | None:
    """Return the example in the docstring of a struct as JSON."""
    _, found, text = (inspect.getdoc(struct) or "").partition("Example:\n")
    return "".join(line.strip() for line in text.splitlines()) if found else None


def explanations_of_fields(struct: type) -> dict[str, str]:
    """Return the explanation of each field: the string that follows it in the source."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if not base.__module__.startswith("ulpia."):
            continue
        [definition] = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(definition, ast.ClassDef)
        for before, after in zip(definition.body, definition.body[1:]):
            match before, after:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    found[name] = " ".join(text.split())
    return found


def fields_of(struct: type[Struct]) -> tuple[types.Field, ...]:
    """Return the fields of a struct with their types; `id` comes last."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    return tuple(sorted(info.fields, key=lambda field: field.name == "id"))


def type_name(info: types.Type) -> str:
    """Return a type as TypeScript writes it."""
    match info:
        case types.Metadata(type=inner):
            return type_name(inner)
        case types.IntType() | types.FloatType():
            return "number"
        case types.StrType() | types.CustomType():
            return "string"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            name = type_name(item)
            return f"({name})[]" if "|" in name else f"{name}[]"
        case types.TupleType(item_types=items):
            return f"[{', '.join(map(type_name, items))}]"
        case types.DictType(value_type=value):
            return f"Record<string, {type_name(value)}>"
        case types.StructType(cls=struct):
            return struct.__name__
        case types.UnionType(types=members):
            return " | ".join(map(type_name, members))
    raise TypeError(info)


def bounds(info: types.Type) -> str:
    """Return what a value may be besides its type, in words."""
    match info:
        case types.Metadata(type=inner):
            return bounds(inner)
        case types.IntType(ge=low, le=high) | types.FloatType(ge=low, le=high) if high is not None:
            return f"{low} to 2³¹-1" if high == protocol.MAX_NUMBER else f"{low} to {high}"
        case types.ListType(min_length=least, max_length=most) if most is not None:
            return f"{least or 0} to {most} entries"
        case types.StrType(min_length=least, max_length=most) if most is not None:
            return f"{most} characters" if least == most else f"at most {most} characters"
        case types.CustomType(cls=text) if issubclass(text, protocol.PlainText):
            return f"at most {text.max_length} characters"
    return ""


def parts_of(structs: Iterable[type[Struct]]) -> list[type[Struct]]:
    """Return the structs that others contain, each once, without those given."""
    given, found = set(structs), list[type[Struct]]()

    def visit(info: types.Type) -> None:
        match info:
            case types.Metadata(type=inner):
                visit(inner)
            case types.ListType(item_type=inner) | types.VarTupleType(item_type=inner):
                visit(inner)
            case types.DictType(value_type=inner):
                visit(inner)
            case types.UnionType(types=members):
                for member in members:
                    visit(member)
            case types.StructType(cls=struct):
                if struct not in given and struct not in found:
                    found.append(struct)
                    for field in fields_of(struct):
                        visit(field.type)

    for struct in structs:
        for field in fields_of(struct):
            visit(field.type)
    return found


# The page


def page() -> str:
    """Return docs/protocol.md."""
    text = TEMPLATE.read_text(encoding="utf-8")
    sections = {
        "CLIENT_MESSAGES": _messages(CLIENT_MESSAGES),
        "SERVER_MESSAGES": _messages(SERVER_MESSAGES),
        "PARTS": _structs(parts_of((*CLIENT_MESSAGES, *SERVER_MESSAGES))),
        "BODIES": _structs((*HTTP_BODIES, *_http_parts())),
        "REFUSALS": _refusals(),
        "LIMITS": _limits(),
    }
    for name, section in sections.items():
        text = text.replace(f"<!-- {name} -->", section)
    return text


def _http_parts() -> list[type[Struct]]:
    others = parts_of((*CLIENT_MESSAGES, *SERVER_MESSAGES))
    return [part for part in parts_of(HTTP_BODIES) if part not in others]


def _messages(structs: Iterable[type[Struct]]) -> str:
    return "\n\n".join("\n\n".join([f"### `{tag_of(struct)}`", *_description(struct)]) for struct in structs)


def _structs(structs: Iterable[type[Struct]]) -> str:
    return "\n\n".join("\n\n".join([f"### {struct.__name__}", *_description(struct)]) for struct in structs)


def _description(struct: type[Struct]) -> Iterator[str]:
    yield explanation(struct)
    if (text := example(struct)) is not None:
        yield f"```json\n{_wrapped(text)}\n```"
    fields = fields_of(struct)
    if struct in CLIENT_MESSAGES:
        fields = fields[:-1]  # `id`, which all of them have
    if fields:
        yield _table(("field", "type", "meaning"), (_row(struct, field) for field in fields))


def _row(struct: type[Struct], field: types.Field) -> tuple[str, str, str]:
    meaning = explanations_of_fields(struct).get(field.name, "")
    notes = [bounds(field.type), "" if field.required else "may be left out"]
    if field.default is not NODEFAULT and field.default != "":
        notes[-1] = f"default: `{msgspec.json.encode(field.default).decode()}`"
    note = "; ".join(filter(None, notes))
    linked = f"`{type_name(field.type)}`".replace("|", "\\|")
    return f"`{field.encode_name}`", linked, f"{meaning} ({note})" if note and meaning else meaning or note


def _refusals() -> str:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.ServerError)]
    rows = [
        (f"`{kind.__name__}`", str(kind.status), explanation(kind))
        for kind in kinds
        if kind not in (errors.ServerError, *START_REFUSALS)
    ]
    rows += [(f"`{kind.__name__}`", "400", explanation(kind)) for kind in RULE_REFUSALS]
    return _table(("name", "HTTP status", "meaning"), rows)


def _limits() -> str:
    about = explanations_of_fields(Limits)
    rows = ((f"`{field.name}`", f"{field.default:g}", about.get(field.name, "")) for field in dataclass_fields(Limits))
    return _table(("limit", "default", "meaning"), rows)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def _paragraphs(text: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _wrapped(text: str) -> str:
    """Break JSON after commas outside of texts, so that no line is too long."""
    lines, line = list[str](), ""
    for piece in _pieces(text):
        if len(line) + len(piece) > MAX_LINE:
            lines.append(line)
            line = " "
        line += piece
    return "\n".join([*lines, line])


def _pieces(text: str) -> Iterator[str]:
    start, is_text = 0, False
    for at, letter in enumerate(text):
        if letter == '"' and text[at - 1] != "\\":
            is_text = not is_text
        if letter == "," and not is_text:
            yield text[start : at + 1]
            start = at + 1
    yield text[start:]


# The declarations


def declarations() -> str:
    """Return messages.d.ts."""
    structs = (*CLIENT_MESSAGES, *SERVER_MESSAGES, *HTTP_BODIES)
    parts = parts_of(structs)
    blocks = [
        "// Generated by tools/generate_protocol.py from ulpia.server.protocol. Do not edit.",
        *map(_interface, (*CLIENT_MESSAGES, *SERVER_MESSAGES, *parts, *HTTP_BODIES)),
        _union("ClientMessage", "Everything that a client can send.", CLIENT_MESSAGES),
        _union("ServerMessage", "Everything that the server can send.", SERVER_MESSAGES),
    ]
    return "\n\n".join(blocks) + "\n"


def _interface(struct: type[Struct]) -> str:
    about = explanations_of_fields(struct)
    lines = [*_comment(explanation(struct), ""), f"export interface {struct.__name__} {{"]
    if (tag := struct.__struct_config__.tag) is not None:
        lines.append(f'  type: "{tag}";')
    for field in fields_of(struct):
        if field.name in about:
            lines += _comment(about[field.name], "  ")
        mark = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{mark}: {type_name(field.type)};")
    return "\n".join([*lines, "}"])


def _union(name: str, about: str, structs: Iterable[type[Struct]]) -> str:
    names = [struct.__name__ for struct in structs]
    line = f"export type {name} = {' | '.join(names)};"
    if len(line) > MAX_LINE:
        line = f"export type {name} =\n" + "\n".join(f"  | {each}" for each in names) + ";"
    return "\n".join([*_comment(about, ""), line])


def _comment(text: str, indent: str) -> list[str]:
    if "\n" not in text and len(indent) + len(text) + 7 <= MAX_LINE:
        return [f"{indent}/** {text} */"]
    lines = [line for part in text.split("\n") for line in (textwrap.wrap(part, MAX_LINE - len(indent) - 3) or [""])]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def main() -> None:
    """Write both files."""
    PAGE.write_text(page(), encoding="utf-8")
    DECLARATIONS.write_text(declarations(), encoding="utf-8")


if __name__ == "__main__":
    main()
