"""Messages are read strictly: whatever is wrong has a name, in the client's language."""

import json
from typing import Any

import pytest

from ulpia.core.errors import UlpiaError
from ulpia.server.decoding import decode_message, decode_object, find_id, shorten
from ulpia.server.errors import BadField, TooLong, refusal
from ulpia.server.limits import Bucket, Buckets, Limits
from ulpia.server.protocol import Act, ChatText, ClientMessage, Rename, SetPace

ACT = {"type": "act", "revision": "x.1", "actions": [1, 2]}
LOOK = {"type": "look", "position": 3}
HELLO = {"type": "hello", "table": "t", "language": "de"}


def read(message: Any) -> ClientMessage:
    text = message if isinstance(message, (str, bytes)) else json.dumps(message)
    return decode_message(text, Limits().message_bytes)


def test_a_message_is_read_with_its_number() -> None:
    assert read({**ACT, "id": 7}) == Act(revision="x.1", actions=[1, 2], id=7)
    assert read({"type": "pace", "seconds": 0.25}) == SetPace(seconds=0.25)
    message = read({"type": "name", "name": ""})
    assert isinstance(message, Rename)
    assert message.name == ""


BAD: list[tuple[str, Any]] = [
    ("NotJson", ""),
    ("NotJson", "{"),
    ("NotJson", "{'type': 'ping'}"),
    ("NotJson", '{"type": "ping", "type": "ping"}'),
    ("NotJson", '{"type": "look", "position": NaN}'),
    ("NotJson", '{"type": "look", "position": -Infinity}'),
    ("NotJson", '{"type": "look", "position": ' + "9" * 5000 + "}"),
    ("NotJson", "[" * 4000),
    ("NotJson", b"\xff\xfe{}"),
    ("NotAnObject", "[]"),
    ("NotAnObject", "null"),
    ("NotAnObject", '"ping"'),
    ("NotAnObject", "{}"),
    ("NotAnObject", {"type": 3}),
    ("NotAnObject", {"type": ["ping"]}),
    ("UnknownMessage", {"type": "cheat"}),
    ("UnknownMessage", {"type": "Ping"}),
    ("UnknownMessage", {"type": "{0.__class__}"}),
    ("MissingField", {"type": "act", "revision": "x"}),
    ("MissingField", {"type": "hello", "table": "t"}),
    ("UnknownField", {**ACT, "seat": 1}),
    ("UnknownMessage", {"type": "try", "revision": "x.1", "actions": [1]}),
    ("UnknownField", {**LOOK, "x" * 1000: 1}),
    ("UnknownField", '{"type": "look", "position": 3, "\\ud800": 1}'),
    ("BadField", '{"type": "hello", "table": "t", "language": "\\ud800"}'),
    ("BadField", {**ACT, "id": -1}),
    ("BadField", {**ACT, "id": "1"}),
    ("BadField", {**ACT, "id": 2**31}),
    ("BadField", {**ACT, "actions": []}),
    ("BadField", {**ACT, "actions": 3}),
    ("BadField", {**ACT, "actions": [1.0]}),
    ("BadField", {**ACT, "actions": [True]}),
    ("BadField", {**ACT, "actions": [-1]}),
    ("BadField", {**ACT, "actions": [10**30]}),
    ("BadField", {**ACT, "actions": ["sow forum"]}),
    ("BadField", {**ACT, "actions": [0] * 65}),
    ("BadField", {**ACT, "revision": 4}),
    ("BadField", {**ACT, "revision": ""}),
    ("BadField", {**ACT, "revision": "x" * 65}),
    ("BadField", {**LOOK, "position": None}),
    ("BadField", {**LOOK, "position": 1.5}),
    ("BadField", {**LOOK, "eyes": "everybody"}),
    ("BadField", {**LOOK, "eyes": ["all"]}),
    ("BadField", {**LOOK, "eyes": True}),
    ("BadField", {**LOOK, "eyes": 10}),
    ("BadField", {**HELLO, "language": "fr"}),
    ("BadField", {**HELLO, "form": "round"}),
    ("BadField", {**HELLO, "form": None}),
    ("BadField", {**HELLO, "language": ["de"]}),
    ("BadField", {**HELLO, "token": None}),
    ("BadField", {**HELLO, "owner": "short"}),
    ("BadField", {**HELLO, "table": "ü"}),
    ("BadField", {"type": "chat", "text": " \u200b\u202e "}),
    ("BadField", {"type": "chat", "text": "x" * 401}),
    ("BadField", {"type": "chat", "text": 7}),
    ("BadField", {"type": "name", "name": "x" * 25}),
    ("BadField", {"type": "pace", "seconds": 10.5}),
    ("BadField", {"type": "pace", "seconds": True}),
    ("BadField", {"type": "hand_over", "seat": 0, "agent": "ra\nndom"}),
    ("BadField", {"type": "hint", "revision": "x", "step": 0}),
    ("BadField", {"type": "hint", "revision": "x", "step": 4}),
    ("BadField", {"type": "hint", "revision": "x", "step": True}),
    ("BadField", {"type": "hints", "are_fine": 1}),
    ("MissingField", {"type": "hints"}),
    ("TooLong", {"type": "chat", "text": "x" * 9000}),
]


@pytest.mark.parametrize(("name", "message"), BAD)
@pytest.mark.parametrize("language", ["en", "de"])
def test_whatever_is_wrong_has_a_name_and_a_sentence(name: str, message: Any, language: str) -> None:
    with pytest.raises(UlpiaError) as caught:
        read(message)
    answer = refusal(caught.value, language, 5)
    assert answer.name == name
    assert answer.id == 5
    assert 10 < len(answer.sentence) < 400


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (7, '{"type": "cheat", "id": 7}'),
        (7, '{"type": "act", "id": 7, "actions": [true]}'),
        (7, '{"type": "act", "id": 7, "actions": ['),
        (7, '{"type": "act", "id":7, "actions": NaN}'),
        (7, '{"id": 7, "type": "chat", "text": "' + "x" * 9000 + '"}'),
        (None, '{"type": "cheat"}'),
        (None, '{"type": "cheat", "id": "7"}'),
        (None, '{"type": "cheat", "id": true}'),
        (None, '{"type": "cheat", "id": 7.5}'),
        (None, '{"type": "cheat", "id": 7.5'),
        (None, '{"type": "cheat", "id": -7'),
        (None, '{"type": "cheat", "a": {"id": 7}}'),
        (None, '{"type": "cheat", "id": 7, "id": 8}'),
        (None, '{"type": "chat", "text": "\\"id\\": 7"'),
        (None, '{"type": "cheat", "id": 2147483648}'),
        (None, '[{"id": 7}]'),
        (None, ""),
    ],
)
def test_the_number_of_a_refused_message_is_found_where_it_can_be_read(number: int | None, text: str) -> None:
    assert find_id(text, Limits().message_bytes) == number


def test_text_is_one_line_of_what_can_be_seen() -> None:
    assert ChatText.clean(" a\n\tb\u202ec\x00 <b>&amp;\ud800é ") == "a b c <b>&amp; é"
    with pytest.raises(ValueError):
        ChatText.clean("")


def test_what_a_refusal_quotes_is_short_and_plain() -> None:
    assert shorten("x" * 100) == "x" * 40 + "…"
    assert shorten("a\x1b[31m\n") == "a [31m "


def test_the_size_is_counted_in_bytes() -> None:
    with pytest.raises(TooLong):
        decode_object('{"a": "' + "ü" * 10 + '"}', 25)


def test_a_field_says_what_it_must_be_in_both_languages() -> None:
    error = BadField(field="seat", expected="number", low=0, high=3)
    assert error.say("en") == "“seat” must be a whole number from 0 to 3."
    assert error.say("de") == "„seat“ muss eine ganze Zahl von 0 bis 3 sein."


def test_a_bucket_fills_up_with_time() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 3.0, clock=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.take(3.0), bucket.take()] == [True, False]


def test_each_address_has_a_bucket_and_old_ones_are_forgotten() -> None:
    buckets = Buckets(0.0, 1.0, most=2, clock=lambda: 0.0)
    assert [buckets.take(address) for address in ("a", "a", "b", "c")] == [True, False, True, True]
    assert len(buckets.buckets) == 2
