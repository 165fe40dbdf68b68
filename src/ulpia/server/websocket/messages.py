"""The messages a client can send, and how they are read. What the server sends is built in `scenes` and `connection`.

docs/protocol.md has an example of each.
"""

from dataclasses import dataclass
from typing import Any

from ulpia.core.errors import UlpiaError
from ulpia.server.errors import NotAnObject, UnknownMessage
from ulpia.server.limits import Limits
from ulpia.server.websocket import fields
from ulpia.server.websocket.fields import Field

PROTOCOL = 1


@dataclass(frozen=True)
class Message:
    """What a client said."""

    kind: str
    id: int | None
    """The client's own number for it, which the answer repeats."""
    fields: dict[str, Any]


def known_messages(limits: Limits) -> dict[str, dict[str, Field]]:
    """Every message by its type, with its fields."""
    seat = Field(fields.number(0, fields.MOST_SEATS - 1))
    revision, actions = Field(fields.token), Field(fields.numbers(limits.actions))
    language = Field(fields.language)

    def maybe(field: Field) -> Field:
        return Field(field.check, is_required=False)

    return {
        "hello": {
            "table": Field(fields.token),
            "language": language,
            "token": maybe(Field(fields.token)),
            "owner": maybe(Field(fields.owner)),
            "seat": maybe(seat),
            "form": maybe(Field(fields.form)),
        },
        "act": {"revision": revision, "actions": actions},
        "try": {"revision": revision, "actions": actions},
        "plan": {"revision": revision, "actions": actions},
        "undo": {"revision": revision, "to": Field(fields.number())},
        "hint": {"revision": revision, "step": Field(fields.number(1, 3))},
        "hints": {"are_fine": Field(fields.yes_or_no)},
        "look": {"position": Field(fields.number()), "eyes": maybe(Field(fields.eyes))},
        "chat": {"text": Field(fields.something(fields.MOST_OF_A_LINE))},
        "hand_over": {"seat": seat, "agent": Field(fields.word)},
        "take_back": {"seat": seat},
        "name": {"name": Field(fields.text(fields.MOST_OF_A_NAME))},
        "pace": {"seconds": Field(fields.seconds)},
        "language": {"language": language},
        "ping": {},
    }


class Reader:
    """Reads messages within limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.known = known_messages(limits)
        self._id = fields.number()

    def read(self, text: str | bytes) -> Message:
        """A message, or a refusal that says what is wrong with it."""
        given = fields.read_json(text, self.limits.message_bytes)
        kind = given.pop("type", None)
        if not isinstance(kind, str):
            raise NotAnObject()
        if kind not in self.known:
            raise UnknownMessage(kind=fields.shorten(kind), known=", ".join(self.known))
        number = self._id("id", given.pop("id")) if "id" in given else None
        return Message(kind, number, fields.read_fields(kind, self.known[kind], given))


def refused(error: UlpiaError, language: str, number: int | None = None) -> dict[str, Any]:
    """A refusal as the client gets it."""
    message = {"type": "refused", "name": error.name, "sentence": error.say(language)}
    return message if number is None else {**message, "id": number}
