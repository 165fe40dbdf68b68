"""Reading what came from outside: JSON and its fields, strictly. Whatever is wrong has a name."""

import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from ulpia.core.i18n import LANGUAGES
from ulpia.render import FULL, SMALL
from ulpia.server.errors import (
    BadField,
    MissingField,
    NotAnObject,
    NotJson,
    TooLong,
    UnknownField,
)
from ulpia.server.tokens import LONGEST_TOKEN, TOKEN_LENGTH

MOST_OF_A_NAME = 24
MOST_OF_A_LINE = 400
LONGEST_WORD = 40
MOST_SHOWN = 40
HIGHEST = 2**31 - 1
HIGHEST_PACE = 10.0
MOST_SEATS = 10
FORMS = (FULL, SMALL)

Check = Callable[[str, Any], Any]
"""Takes the name of a field and its value; gives the value back as it is used, or raises BadField."""


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    check: Check
    is_required: bool = True


def read_json(text: str | bytes, most: int) -> dict[str, Any]:
    """An object, if the text is one: no key twice, no numbers that JSON has not."""
    size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else len(text)
    if size > most:
        raise TooLong(most=most)
    try:
        read = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except RecursionError:
        raise NotJson(why="...[[[[...") from None
    except ValueError as error:  # also UnicodeDecodeError, and numbers of too many digits
        raise NotJson(why=shorten(error)) from None
    if not isinstance(read, dict):
        raise NotAnObject()
    return read


def read_fields(kind: str, fields: Mapping[str, Field], given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a message, each checked; none missing, none unknown."""
    for name in given:
        if name not in fields:
            raise UnknownField(kind=kind, field=shorten(name), known=", ".join(fields))
    for name, field in fields.items():
        if field.is_required and name not in given:
            raise MissingField(kind=kind, field=name)
    return {name: fields[name].check(name, value) for name, value in given.items()}


def text(most: int) -> Check:
    """Plain text: one line, nothing in it that cannot be seen or turns the writing round."""

    def check(name: str, value: Any) -> str:
        if not isinstance(value, str):
            raise BadField(field=name, expected="text", most=most)
        plain = " ".join("".join(map(_visible, unicodedata.normalize("NFC", value))).split())
        if len(plain) > most:
            raise BadField(field=name, expected="text", most=most)
        return plain

    return check


def something(most: int) -> Check:
    """The same, but not empty."""
    plain = text(most)

    def check(name: str, value: Any) -> str:
        said = plain(name, value)
        if not said:
            raise BadField(field=name, expected="text", most=most)
        return str(said)

    return check


def word(name: str, value: Any) -> str:
    """A short word of ASCII, such as the name of a game."""
    if not isinstance(value, str) or not value.isascii() or not value.isprintable() or len(value) > LONGEST_WORD:
        raise BadField(field=name, expected="word")
    return value


def token(name: str, value: Any) -> str:
    """A key, or what could be one."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TOKEN or not value.isascii():
        raise BadField(field=name, expected="token")
    return value


def owner(name: str, value: Any) -> str:
    """A key that we have made; nobody chooses one that can be guessed."""
    if len(token(name, value)) != TOKEN_LENGTH:
        raise BadField(field=name, expected="token")
    return str(value)


def eyes(name: str, value: Any) -> int | str | None:
    """Whose eyes: a seat's, a passer-by's (null), or all seats' together."""
    is_seat = type(value) is int and 0 <= value < MOST_SEATS
    if not is_seat and value is not None and value != "all":
        raise BadField(field=name, expected="eyes", high=MOST_SEATS - 1)
    known: int | str | None = value
    return known


def form(name: str, value: Any) -> str:
    """The form of a screen."""
    if not isinstance(value, str) or value not in FORMS:
        raise BadField(field=name, expected="form")
    return value


def language(name: str, value: Any) -> str:
    """A language there are words in."""
    if not isinstance(value, str) or value not in LANGUAGES:
        raise BadField(field=name, expected="language", known=", ".join(LANGUAGES))
    return value


def number(low: int = 0, high: int = HIGHEST) -> Check:
    """A whole number."""

    def check(name: str, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise BadField(field=name, expected="number", low=low, high=high)
        return value

    return check


def yes_or_no(name: str, value: Any) -> bool:
    """Whether something is so."""
    if not isinstance(value, bool):
        raise BadField(field=name, expected="yes_or_no")
    return value


def seconds(name: str, value: Any) -> int:
    """A pace in seconds, which becomes milliseconds."""
    if type(value) not in (int, float) or not 0 <= value <= HIGHEST_PACE:
        raise BadField(field=name, expected="pace", high=int(HIGHEST_PACE))
    milliseconds: int = round(value * 1000)
    return milliseconds


def numbers(most: int) -> Check:
    """Numbers of actions, at least one."""
    one = number()

    def check(name: str, value: Any) -> list[int]:
        if not isinstance(value, list) or not 1 <= len(value) <= most or any(type(each) is not int for each in value):
            raise BadField(field=name, expected="numbers", most=most)
        return [one(name, each) for each in value]

    return check


def shorten(what: object) -> str:
    """Something foreign, to be named in a refusal."""
    plain = "".join(map(_visible, str(what)))
    return plain if len(plain) <= MOST_SHOWN else plain[:MOST_SHOWN] + "…"


def _visible(letter: str) -> str:
    """Letters and signs as they are; what cannot be seen, turns the writing or is half a letter becomes a space."""
    return " " if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") else letter


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a key stands there twice")
    return read


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
