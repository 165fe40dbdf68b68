"""The protocol is defined once: page, declarations and examples follow from its types."""

import json
import re
from typing import get_args

import msgspec
import pytest
from tools import generate_protocol
from tools.generate_protocol import CLIENT_MESSAGES, HTTP_BODIES, SERVER_MESSAGES, example

from ulpia.core.i18n import LANGUAGES
from ulpia.render import FULL, SMALL
from ulpia.server.decoding import decode_body, decode_message, tag_of
from ulpia.server.protocol import Form, Language, NewTable, Redemption, encode

WEB = generate_protocol.ROOT / "src" / "ulpia" / "web"


def test_the_generated_files_are_current() -> None:
    """If this fails: python tools/generate_protocol.py."""
    assert generate_protocol.PAGE.read_text(encoding="utf-8") == generate_protocol.page()
    assert generate_protocol.DECLARATIONS.read_text(encoding="utf-8") == generate_protocol.declarations()


@pytest.mark.parametrize("struct", CLIENT_MESSAGES)
def test_the_example_of_a_client_message_is_accepted(struct: type[msgspec.Struct]) -> None:
    text = example(struct)
    assert text is not None
    message = decode_message(text, 8192)
    assert type(message) is struct
    assert json.loads(msgspec.json.encode(message, enc_hook=str)).items() >= json.loads(text).items()


@pytest.mark.parametrize("struct", SERVER_MESSAGES)
def test_the_example_of_a_server_message_is_one(struct: type[msgspec.Struct]) -> None:
    text = example(struct)
    assert text is not None
    message = msgspec.json.decode(text, type=struct)
    assert json.loads(encode(message)) == json.loads(text)


@pytest.mark.parametrize("struct", [body for body in HTTP_BODIES if example(body)])
def test_the_example_of_a_body_is_one(struct: type[msgspec.Struct]) -> None:
    text = example(struct)
    assert text is not None
    if struct in (NewTable, Redemption):
        decode_body(text.encode(), struct, 8192)
    else:
        assert json.loads(encode(msgspec.json.decode(text, type=struct))) == json.loads(text)


def test_the_browser_sends_every_message_there_is() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.js"))
    sent = set(re.findall(r'type: "([a-z_]+)"', scripts))
    assert {tag_of(struct) for struct in CLIENT_MESSAGES} <= sent


def test_languages_and_forms_are_those_of_the_texts_and_pictures() -> None:
    assert get_args(Language) == LANGUAGES
    assert get_args(Form) == (FULL, SMALL)
