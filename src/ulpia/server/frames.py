"""`Encoded`: a message as bytes, with its padding, and the WebSocket frame that carries it.

Every message is compressed alone: a frame refers to nothing that was sent before (`server_no_context_takeover`). So a
frame can go to several clients, and is compressed once for all of them. Nor does a connection keep its last messages in
memory, and what other players choose is never compressed together with an earlier message.
"""

import zlib
from collections.abc import Callable
from struct import pack
from typing import Protocol

from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from ulpia.server.padding import padding
from ulpia.server.protocol import ServerMessage, encode

WINDOW_BITS, MEMORY_LEVEL, LEVEL = 12, 5, 1
LEAST_COMPRESSED = 160
"""Bytes. A shorter message is sent as it is: compressing it takes longer than sending it."""
OUTLET = "ulpia.outlet"
"""The name by which the application finds the `Outlet` among the extensions of a connection."""
FINAL_TEXT, COMPRESSED = 0x81, 0x40
"""The first byte of a frame with a whole text, and the bit that says that it is compressed (RFC 6455 and 7692)."""
LENGTH_IN_TWO_BYTES, LENGTH_IN_EIGHT_BYTES = 126, 127
"""In place of the length of a message, which follows."""
EMPTY_BLOCK = b"\x00\x00\xff\xff"
"""The end of what zlib returns when it flushes, which a frame leaves out."""


def deflate_offer() -> ServerPerMessageDeflateFactory:
    """Return how the server compresses."""
    return ServerPerMessageDeflateFactory(
        server_no_context_takeover=True,
        server_max_window_bits=WINDOW_BITS,
        client_max_window_bits=WINDOW_BITS,
        compress_settings={"memLevel": MEMORY_LEVEL},
    )


class Encoded:
    """A message to send, perhaps to several clients. All who get it get the same padding."""

    def __init__(self, message: ServerMessage) -> None:
        body = encode(message)
        self.data = body + padding()
        self._is_short = len(body) < LEAST_COMPRESSED
        self._frames: dict[int | None, bytes] = {}

    def frame(self, window_bits: int | None) -> bytes:
        """Return the frame for a client that takes compressed messages with this window, or only plain ones (None)."""
        if self._is_short:
            window_bits = None
        if window_bits not in self._frames:
            self._frames[window_bits] = _frame(self.data, window_bits)
        return self._frames[window_bits]


def _frame(data: bytes, window_bits: int | None) -> bytes:
    if window_bits is not None:
        press = zlib.compressobj(LEVEL, wbits=-window_bits, memLevel=MEMORY_LEVEL)
        data = (press.compress(data) + press.flush(zlib.Z_SYNC_FLUSH)).removesuffix(EMPTY_BLOCK)
    size = len(data)
    first = FINAL_TEXT | (COMPRESSED if window_bits is not None else 0)
    if size < LENGTH_IN_TWO_BYTES:
        return pack("!BB", first, size) + data
    if size < 1 << 16:
        return pack("!BBH", first, LENGTH_IN_TWO_BYTES, size) + data
    return pack("!BBQ", first, LENGTH_IN_EIGHT_BYTES, size) + data


class Outlet(Protocol):
    """A WebSocket that takes whole frames."""

    window_bits: int | None
    """The window of compressed messages; None if the client takes none."""

    @property
    def is_writable(self) -> bool:
        """Whether the client keeps up with reading."""

    async def wait_until_writable(self) -> None:
        """Wait for a client that reads slowly."""

    def write_frame(self, frame: bytes) -> None:
        """Send a frame, or several; do nothing if the connection has ended."""


Queued = Encoded | Callable[[], ServerMessage]
"""A message, or a function that builds it when it is sent."""
