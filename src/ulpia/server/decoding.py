"""Decode what clients send into the types of `protocol`. Whatever is wrong is refused by name.

The JSON parser of the standard library comes first, because a key that occurs twice must be refused. msgspec then
validates the values. Only if that fails, the fields are examined one by one to name the first one that is wrong.
"""

import json
import re
from collections.abc import Mapping
from typing import NoReturn, TypeVar, cast, get_args

import msgspec
from msgspec import Struct, inspect

from ulpia.server.errors import (
    BadField,
    MissingField,
    NotAnObject,
    NotJson,
    TooLong,
    UnknownField,
    UnknownMessage,
)
from ulpia.server.protocol import (
    MAX_NUMBER,
    MAX_SEATS,
    ClientMessage,
    PlainText,
    visible,
)
from ulpia.server.tokens import is_owner_token

MAX_QUOTED = 40
"""Longer pieces of foreign text are cut where a refusal quotes them."""
ID = re.compile(r'"id"\s*:\s*(\d{1,10})(?![\d.eE])')

Body = TypeVar("Body", bound=Struct)
Json = dict[str, object]


def tag_of(message: type[Struct] | Struct) -> str:
    """Return the `type` of a message."""
    return str(message.__struct_config__.tag)


CLIENT_MESSAGES: Mapping[str, type[ClientMessage]] = {tag_of(struct): struct for struct in get_args(ClientMessage)}
NAMES_OF_BODIES = {
    "NewTable": "table",
    "NewSeat": "seat",
    "NewTimeControl": "time",
    "NewHolidays": "holidays",
    "Redemption": "redeem",
    "PresentedInvitation": "invitation",
    "OpenNetwork": "network",
    "QrRequest": "qr",
    "SeatLinkRequest": "link",
    "OpenDeviceLink": "code",
}
"""How refusals name bodies, which have no `type`."""


def decode_message(text: str | bytes, max_bytes: int) -> ClientMessage:
    """Decode a WebSocket message, or refuse it."""
    given = decode_object(text, max_bytes)
    kind = given.get("type")
    if not isinstance(kind, str):
        raise NotAnObject()
    if kind not in CLIENT_MESSAGES:
        raise UnknownMessage(kind=shorten(kind), known=", ".join(CLIENT_MESSAGES))
    return convert(given, CLIENT_MESSAGES[kind])


def decode_body(text: bytes, kind: type[Body], max_bytes: int) -> Body:
    """Decode the body of an HTTP request, or refuse it."""
    return convert(decode_object(text, max_bytes), kind)


def check_owner(token: str, field: str = "authorization") -> str:
    """Refuse an owner token that neither we nor a browser made: another form, or a text that could be guessed."""
    if not is_owner_token(token):
        raise BadField(field=field, expected="owner_token")
    return token


def decode_object(text: str | bytes, max_bytes: int) -> Json:
    """Parse a JSON object in which no key occurs twice and every number is finite."""
    size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else len(text)
    if size > max_bytes:
        raise TooLong(most=max_bytes)
    try:
        parsed = json.loads(text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant)
    except RecursionError:
        raise NotJson(why="...[[[[...") from None
    except ValueError as error:  # also UnicodeDecodeError, and numbers with too many digits
        raise NotJson(why=shorten(error)) from None
    if not isinstance(parsed, dict):
        raise NotAnObject()
    return parsed


def convert(given: Json, kind: type[Body]) -> Body:
    """Validate a parsed object against a type, or refuse it."""
    try:
        return msgspec.convert(given, kind, dec_hook=_decode_text)
    except (msgspec.ValidationError, UnicodeError) as error:  # UnicodeError: half a surrogate pair
        _refuse(given, kind)
        raise error  # the fields are fine one by one, so the types of `protocol` are wrong


def find_id(text: str | bytes, max_bytes: int) -> int | None:
    """Return the `id` of a message that was refused, if it can be read."""
    try:
        found = decode_object(text, max_bytes).get("id")
    except NotAnObject:
        return None
    except (NotJson, TooLong):
        ids = ID.findall(text) if isinstance(text, str) else []
        found = int(ids[0]) if len(ids) == 1 else None
    return found if type(found) is int and 0 <= found <= MAX_NUMBER else None


def shorten(foreign: object) -> str:
    """Prepare a piece of foreign text to be quoted in a refusal."""
    text = visible(str(foreign))
    return text if len(text) <= MAX_QUOTED else text[:MAX_QUOTED] + "…"


def _refuse(given: Json, kind: type[Struct]) -> None:
    """Raise the refusal that names what is wrong with an object."""
    config, name = kind.__struct_config__, NAMES_OF_BODIES.get(kind.__name__) or tag_of(kind)
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    if "id" in given and "id" in fields:
        _check_field("id", given["id"], fields["id"].type)
    for key in given:
        if key not in fields and key != config.tag_field:
            raise UnknownField(kind=name, field=shorten(key), known=", ".join(each for each in fields if each != "id"))
    for key, field in fields.items():
        if field.required and key not in given:
            raise MissingField(kind=name, field=key)
    for key, value in given.items():
        if key in fields:
            _check_field(key, value, fields[key].type)


def _check_field(name: str, value: object, kind: object) -> None:
    if _fits(value, kind):
        return
    info = inspect.type_info(kind)
    if isinstance(info, inspect.ListType) and isinstance(info.item_type, inspect.StructType):
        is_count_right = isinstance(value, list) and (info.min_length or 0) <= len(value) <= (info.max_length or 0)
        for item in value if is_count_right and isinstance(value, list) else ():
            if not isinstance(item, dict):
                raise BadField(field=name, expected="object")
            _refuse(item, info.item_type.cls)
        raise BadField(field=name, expected="seats")
    if isinstance(info, inspect.StructType):
        if not isinstance(value, dict):
            raise BadField(field=name, expected="object")
        _refuse(value, info.cls)
    raise BadField(field=name, **_expectation(info))


def _expectation(info: inspect.Type) -> dict[str, object]:
    """Return what a field must hold, as the sentence in the table `expected` and its arguments."""
    match info:
        case inspect.Metadata(extra={"expected": str(key)}):
            return {"expected": key}
        case inspect.IntType(ge=low, le=high):
            return {"expected": "number", "low": low, "high": high}
        case inspect.FloatType(le=high):
            return {"expected": "decimal", "high": high}
        case inspect.BoolType():
            return {"expected": "yes_or_no"}
        case inspect.LiteralType(values=values):
            return {"expected": "one_of", "known": ", ".join(map(str, values))}
        case inspect.ListType(max_length=most):
            return {"expected": "numbers", "most": most}
        case inspect.DictType():
            return {"expected": "settings"}
        case inspect.CustomType(cls=text) if issubclass(text, PlainText):
            return {"expected": "text", "most": text.max_length}
        case _:
            return {"expected": "perspective", "high": MAX_SEATS - 1}


def _fits(value: object, kind: object) -> bool:
    try:
        msgspec.convert(value, kind, dec_hook=_decode_text)
    except (msgspec.ValidationError, UnicodeError):
        return False
    return True


def _decode_text(kind: type, value: object) -> PlainText:
    return cast(type[PlainText], kind).clean(value)


def _refuse_duplicates(pairs: list[tuple[str, object]]) -> Json:
    parsed = dict(pairs)
    if len(parsed) != len(pairs):
        raise ValueError("a key occurs twice")
    return parsed


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
