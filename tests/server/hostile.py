"""Hostile messages: malformed, oversized, out of turn, from foreign seats, replayed, of wrong types.

`python -m tests.server.hostile 100000` sends that many to a server of its own on 127.0.0.1 and reports. Each must be
refused by one of the names it deserves, and no game may change.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.server.harness import Client, Running, serving
from ulpia.server.tokens import new_token

BATCH = 100
STRANGE: tuple[Any, ...] = (
    *(None, True, False, -1, 2**31, 10**40, 1.5, -0.0, "", "x" * 3000, "\u202e\x00", [], [[]], [None], {}, {"a": {}}),
    *({"$gt": ""}, "'; drop table games; --", "../../etc/passwd", "<img src=x onerror=alert(1)>", "{0}", "%s%n", "٣"),
)
"""Nothing here is right in any field, except an empty name, and nobody's eyes."""
STEPS = ("act", "plan")
TEXTS = ("text", "revision", "agent", "table")
"""Fields that any text could be in."""
Hostile = tuple[str, str | bytes, frozenset[str]]
"""A kind, what is sent, and the names it may be refused by."""


def names(*known: str) -> frozenset[str]:
    return frozenset(known)


READING = names("NotJson", "NotAnObject", "UnknownMessage", "MissingField", "UnknownField", "BadField", "TooLong")


class Attack:
    """What hostile clients send, who know the protocol well."""

    def __init__(
        self, dice: random.Random, state: dict[str, Any], old: list[dict[str, Any]], tables: list[str]
    ) -> None:
        self.dice, self.state, self.old, self.tables = dice, state, old, tables
        self.right: list[dict[str, Any]] = [
            {"type": "act", "revision": state["revision"], "actions": [1]},
            {"type": "plan", "revision": state["revision"], "actions": [1]},
            {"type": "undo", "revision": state["revision"], "to": 0},
            {"type": "look", "position": 0, "eyes": 0},
            {"type": "hint", "revision": state["revision"], "step": 1},
            {"type": "hints", "are_fine": True},
            {"type": "chat", "text": "x"},
            {"type": "hand_over", "seat": 0, "agent": "random"},
            {"type": "take_back", "seat": 0},
            {"type": "pace", "seconds": 1},
            {"type": "hello", "table": "x", "language": "en", "form": "small"},
        ]

    def noise(self) -> Hostile:
        letters = [
            chr(self.dice.choice((self.dice.randrange(32, 127), self.dice.randrange(0x20, 0x2FF)))) for _ in range(60)
        ]
        return "noise", "".join(letters[: self.dice.randrange(60)]), READING

    def cut(self) -> Hostile:
        text = json.dumps(self.dice.choice(self.right))
        return "cut", text[: self.dice.randrange(len(text))], READING

    def flipped(self) -> Hostile:
        text = list(json.dumps(self.dice.choice(self.right)))
        text[0] = self.dice.choice("[(<x")
        return "flipped", "".join(text), READING

    def bytes(self) -> Hostile:
        return "bytes", self.dice.randbytes(self.dice.randrange(1, 200)), READING

    def wrong_type(self) -> Hostile:
        message = dict(self.dice.choice(self.right))
        field = self.dice.choice([field for field in message])
        strange = [value for value in STRANGE if field not in TEXTS or not isinstance(value, str)]
        message[field] = self.dice.choice(
            [
                value
                for value in strange
                if (field != "seconds" or type(value) is not float)
                and (field != "eyes" or value is not None)
                and (field != "are_fine" or type(value) is not bool)
            ]
        )
        return "wrong type", json.dumps(message), READING | {"HelloAgain"}

    def wrong_field(self) -> Hostile:
        message = dict(self.dice.choice(self.right))
        message[self.dice.choice(["seat_", "admin", "__proto__", "constructor", "seed", "x" * 500])] = 1
        return "wrong field", json.dumps(message), READING

    def missing(self) -> Hostile:
        message = dict(self.dice.choice(self.right[:-1]))
        needed = [field for field in message if field != "eyes"]
        del message[self.dice.choice(needed)]
        return "missing field", json.dumps(message), READING

    def deep(self) -> Hostile:
        depth = self.dice.randrange(500, 3900)
        return "deep", '{"type":"act","actions":' + "[" * depth + "]" * depth + "}", READING

    def oversized(self) -> Hostile:
        message = {"type": "chat", "text": "x" * self.dice.randrange(8200, 60_000)}
        return "oversized", json.dumps(message), names("TooLong")

    def replayed(self) -> Hostile:
        return "replayed", json.dumps(self.dice.choice(self.old)), names("Stale", "OnlyWatching")

    def forged(self) -> Hostile:
        act = {"type": self.dice.choice(STEPS), "revision": f"{new_token()[:6]}.{self.dice.randrange(50)}"}
        return "forged", json.dumps({**act, "actions": [self.dice.randrange(300)]}), names("Stale", "OnlyWatching")

    def out_of_turn(self) -> Hostile:
        numbers = [self.dice.randrange(700) for _ in range(self.dice.randrange(1, 5))]
        act = {"type": self.dice.choice(STEPS), "revision": self.state["revision"], "actions": numbers}
        legal = names("NotYourDecision", "OnlyWatching")
        if self.state["options"]:
            legal = {option["number"] for option in self.state["options"]}
            act["actions"] = [self.dice.choice([number for number in range(700) if number not in legal]), *numbers[1:]]
            legal = names("IllegalAction", "NumberOutOfRange")
        return "out of turn or against the rules", json.dumps(act), legal

    def undo(self) -> Hostile:
        undo = {"type": "undo", "revision": self.state["revision"], "to": self.dice.randrange(2**31)}
        return "undo", json.dumps(undo), names("NotYourDecision", "OnlyWatching", "UndoForbidden", "BadPosition")

    def hint(self) -> Hostile:
        hint = {"type": "hint", "revision": self.state["revision"], "step": self.dice.randrange(1, 4)}
        return "hint", json.dumps(hint), names("NotYourDecision", "OnlyWatching", "HintsNotAgreed")

    def foreign_eyes(self) -> Hostile:
        you = self.state["viewer"]
        eyes = self.dice.choice([seat for seat in (*range(10), None, "all") if seat != you])
        look = {"type": "look", "position": self.dice.randrange(50), "eyes": eyes}
        return "foreign eyes", json.dumps(look), names("NotFinished")

    def nowhere(self) -> Hostile:
        look = {"type": "look", "position": self.dice.randrange(10_000, 2**31)}
        return "no such position", json.dumps(look), names("BadPosition")

    def foreign_seat(self) -> Hostile:
        you = self.state["viewer"]
        seat = self.dice.choice([seat for seat in range(10) if seat != you])
        kind = self.dice.choice(["hand_over", "take_back"])
        message = {"type": kind, "seat": seat, **({"agent": "random"} if kind == "hand_over" else {})}
        return "foreign seat", json.dumps(message), names("NotTheCreator", "OnlyWatching", "BadSeat")

    def hello_again(self) -> Hostile:
        hello = {"type": "hello", "table": self.dice.choice(self.tables), "language": "en", "token": new_token()}
        return "hello again", json.dumps(hello), names("HelloAgain")

    def everything(self) -> Iterator[Hostile]:
        """One after another, without end."""
        kinds: list[Callable[[], Hostile]] = [
            *(
                self.noise,
                self.cut,
                self.flipped,
                self.bytes,
                self.wrong_type,
                self.wrong_field,
                self.missing,
                self.deep,
            ),
            *(self.oversized, self.replayed, self.forged, self.out_of_turn, self.undo, self.foreign_eyes, self.nowhere),
            *(self.foreign_seat, self.hello_again, self.hint),
        ]
        while True:
            yield self.dice.choice(kinds)()


async def send_all(client: Client, attack: Attack, count: int, tally: Counter[str]) -> None:
    """Send so many; each must be answered by one refusal of a name that fits."""
    hostile = attack.everything()
    for first in range(0, count, BATCH):
        batch = [next(hostile) for _ in range(min(BATCH, count - first))]
        for _, message, _ in batch:
            await client.socket.send(message)
        for kind, message, expected in batch:
            answer = await client.receive()
            while answer["type"] != "refused":
                assert answer["type"] in ("presence", "log", "state"), (kind, message[:200], answer)
                answer = await client.receive()
            assert answer["name"] in expected, (kind, message[:200], answer)
            tally[answer["name"]] += 1
        client.got.clear()
        client.raw.clear()


async def strangers(server: Running, tables: list[str], keys: list[str], count: int, tally: Counter[str]) -> None:
    """Clients that belong to no table try keys of their own, of other tables, and messages without hello."""
    dice = random.Random(count)
    for _ in range(count // 50 + 1):
        async with server.client() as client:
            for _ in range(50):
                token = dice.choice([new_token(), "x", *keys])
                hello = {
                    "type": "hello",
                    "table": dice.choice([*tables, new_token()]),
                    "language": "en",
                    "token": token,
                }
                message = dice.choice(
                    [hello, {"type": "look", "position": 0}, {"type": "act", "revision": "x", "actions": [1]}]
                )
                if message is hello and token in keys and hello["table"] in tables:
                    hello["table"] = new_token()
                tally[await client.refusal(message)] += 1


async def too_big(server: Running, count: int) -> int:
    """Frames so big that the connection closes."""
    closed = 0
    for _ in range(count):
        async with server.client() as client:
            try:
                await client.socket.send("x" * 100_000)
                await client.receive()
            except ConnectionClosed:
                closed += client.socket.close_code == 1009
    return closed


async def attack(folder: Path, count: int) -> dict[str, Any]:
    """Everything above, shared out between seats that decide, seats that wait, and spectators."""
    tally: Counter[str] = Counter()
    async with serving(folder) as server:
        opened = [await server.open(game, "mf", settings={"setup": "dealt"}) for game in ("trajan", "forum_trajanum")]
        keys = [seat["token"] for table in opened for seat in table["seats"]]
        tables = [table["table"] for table in opened]
        began = time.perf_counter()
        for table in opened:
            own = [seat["token"] for seat in table["seats"]]
            old = await moves(server, table["table"], own)
            before = await digests(server, tables)
            for viewer, token in enumerate((*own, None)):
                async with server.client(table["table"], token) as client:
                    state = {**await client.now(), "viewer": viewer if token else None}
                    dice = random.Random(viewer)
                    await send_all(client, Attack(dice, state, old, tables), count // 7, tally)
            assert await digests(server, tables) == before
        await strangers(server, tables, keys, count // 7, tally)
        closed = await too_big(server, 5)
        assert closed == 5
        assert (await server.http.get("/health")).status_code == 200
        assert "OurMistake" not in tally
        return {"refused": sum(tally.values()), "seconds": time.perf_counter() - began, "names": dict(tally)}


async def moves(server: Running, table: str, keys: list[str], count: int = 8) -> list[dict[str, Any]]:
    """Play a little; tell what was sent."""
    sent: list[dict[str, Any]] = []
    async with server.client(table, keys[0]) as one, server.client(table, keys[1]) as other:
        while len(sent) < count:
            deciding = (await server.context.tables.get(table)).history.match.seat
            client = (one, other)[deciding or 0]
            while not (state := await client.now())["options"]:
                await client.until("state")
            number = state["options"][-1]["number"]
            sent.append({"type": "act", "revision": state["revision"], "actions": [number]})
            assert (await client.act(number))["type"] == "done"
    return sent


async def digests(server: Running, tables: list[str]) -> list[Any]:
    """What every game is, in memory and in the store."""
    loaded = [(await server.context.tables.get(table)) for table in tables]
    stored = [(server.context.store.actions(table), server.context.store.chat_lines(table, 9)) for table in tables]
    return [[table.history.match.digest for table in loaded], [table.head for table in loaded], stored]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        result = asyncio.run(attack(Path(temporary), int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
    print(json.dumps(result, indent=1))
