"""A move sends what changes with it, and that is little: measured over whole games as they go over the wire.

Some sit at large screens, some hold a phone.
"""

import asyncio
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from statistics import pstdev

import pytest

from tests.server.harness import Client, keys, play_to_the_end, serving
from ulpia.render import FULL, SMALL
from ulpia.server.presentation.scene import RENDERER, Audience, Scene, encode_districts

MOST, MOST_COMPRESSED = 25_000, 6_000
FORMS = (FULL, SMALL, FULL, SMALL)
WINDOW, MEMORY = -12, 5
"""How the server compresses: permessage-deflate, as the library sets it."""


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_a_move_sends_little(tmp_path: Path, game: str) -> None:
    """At most 25 KB before and 6 KB after compression: what happened, then how it looks now.

    Put together, all those parts are the picture of the end.
    """

    async def test() -> list[Client]:
        async with serving(tmp_path, renderer=RENDERER) as server:
            opened = await server.open(game, "mfff")
            clients = [
                server.client(opened["table"], key, language="de", form=form) for key, form in zip(keys(opened), FORMS)
            ]
            sitting = [await client.__aenter__() for client in clients]
            await asyncio.gather(*(play_to_the_end(client, random.Random(3)) for client in sitting))
            table = await server.context.tables.get(opened["table"])
            for seat, (client, form) in enumerate(zip(sitting, FORMS)):
                whole = Scene(table.history.match, Audience(seat, "de", table.seat_names("de"), form)).districts
                assert client.districts == encode_districts(whole)
            for client in clients:
                await client.__aexit__(None, None, None)
            return sitting

    for client in asyncio.run(test()):
        moves = list(sent_by_moves(client))
        assert len(moves) > 100
        assert max(plain for plain, _ in moves) <= MOST
        assert max(compressed for _, compressed in moves) <= MOST_COMPRESSED
        assert sum(plain for plain, _ in moves) / len(moves) < MOST / 5


def test_the_size_of_a_message_does_not_tell_what_is_in_it(tmp_path: Path) -> None:
    """What a name saves that repeats a part of the message is far less than the random blanks at its end."""

    async def test() -> Client:
        async with serving(tmp_path) as server:
            opened = await server.open("trajan", "mf")
            async with server.client(opened["table"], keys(opened)[0]) as client:
                await client.now()
                for at in range(200):
                    await client.ask({"type": "hints", "are_fine": bool(at % 2)})
            return client

    client = asyncio.run(test())
    state = next(text for text, message in zip(client.raw, client.got) if message["type"] == "state").rstrip()
    same = [text for text, message in zip(client.raw, client.got) if message["type"] == "presence"][::2]
    assert len({text.rstrip() for text in same}) == 1
    assert len({len(text) for text in same}) > 60
    spread = pstdev(compressed_size(text) for text in same)
    guesses = [compressed_size(f'{state[:-1]},"name":"{name}"}}') for name in (state[200:212], "qxzvkjywhbgf")]
    assert spread > 10
    assert 0 < guesses[1] - guesses[0] < spread


def compressed_size(text: str) -> int:
    """Bytes of a message that is compressed alone."""
    press = zlib.compressobj(wbits=WINDOW, memLevel=MEMORY)
    return len(press.compress(text.encode()) + press.flush(zlib.Z_SYNC_FLUSH))


def sent_by_moves(client: Client) -> Iterator[tuple[int, int]]:
    """Bytes of each log and state together, plain and compressed, after the first."""
    press = zlib.compressobj(wbits=WINDOW, memLevel=MEMORY)
    plain = compressed = 0
    is_first = True
    for text, message in zip(client.raw, client.got):
        data = text.encode()
        size = len(press.compress(data) + press.flush(zlib.Z_SYNC_FLUSH)) - 4
        if message["type"] in ("log", "state"):
            plain, compressed = plain + len(data), compressed + size
        if message["type"] == "state":
            if not is_first:
                yield plain, compressed
            plain, compressed, is_first = 0, 0, False
