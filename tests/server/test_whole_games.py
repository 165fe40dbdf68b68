"""Whole games over real sockets: two clients and a computer play, somebody watches, and every byte they get is checked.

What a client got must follow from what its seat may know. So everything is built a second time from another truth: a
match imagined from what that seat sees, everything hidden redrawn. Byte for byte it must be the same.
"""

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

import ulpia
from tests.server.harness import PLAIN, Client, Running, plain_picture, play_to_the_end, serving
from tests.support.picture_changes import apply_changes
from ulpia.match import Match
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.presentation.scene import Audience, Scene, encode_districts, log_entries
from ulpia.server.presentation.summaries import phase_summaries
from ulpia.server.protocol import PhaseSummary

NAMES = {"en": ("Ada", "Bob", "Computer 3"), "de": ("Ada", "Bob", "Computer 3")}
KNOWN_TYPES = {"welcome", "presence", "log", "state", "done", "look", "refused", "chat", "notices"}
WELCOME = {
    *("type", "table", "game", "title", "settings", "sources", "agents", "created", "rules", "components"),
    *(
        "reconstructed",
        "you",
        "is_creator",
        "language",
        "protocol",
        "seats",
        "spectators",
        "pace",
        "hints",
        "preparing",
        "is_gathering",
        "ended",
        "successor",
        "skipping",
        "clock",
        "held",
    ),
}
STATE = {
    *("type", "position", "revision", "since", "undo_to", "undo_one", "can_undo", "seat", "question", "crumb"),
    *("asked", "options", "points", "sources", "is_over", "outcome", "districts", "gone"),
}


def plain(message: object) -> Any:
    """As it comes out at the other end."""
    return json.loads(msgspec.json.encode(message))


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_whole_games_are_played_and_nobody_learns_what_they_may_not(tmp_path: Path, game: str) -> None:
    """F-15, F-90, F-91, T-110, T-111: over the network too."""

    async def test() -> None:
        async with serving(tmp_path) as server:
            seats = [
                {"kind": "me", "name": "Ada"},
                {"kind": "friend", "name": "Bob"},
                {"kind": "computer", "agent": "random"},
            ]
            opened = await server.open(game, seats=seats)
            await play(server, opened)

    asyncio.run(test())


async def play(server: Running, opened: dict[str, Any]) -> None:
    table = opened["table"]
    one, other = (opened["seats"][seat]["token"] for seat in (0, 1))
    async with (
        server.client(table, one) as ada,
        server.client(table, other, language="de") as bob,
        server.client(table) as watcher,
    ):
        players: dict[Viewer, tuple[Client, str]] = {0: (ada, "en"), 1: (bob, "de"), None: (watcher, "en")}
        await asyncio.gather(*(play_to_the_end(client, random.Random(3)) for client, _ in players.values()))
        head = server.context.store.head(table)
        actions, _ = server.context.store.actions(table)
        match = ulpia.new(head.game, seats=3, seed=head.seed, **head.settings)
        secrets = [
            str(head.seed),
            one,
            other,
            opened["owner"],
            *(opened["seats"][1][name] for name in ("owner", "invitation")),
        ]
        for viewer, (client, language) in players.items():
            nothing_but_known_messages(client, secrets)
            everything_follows_from_what_was_seen(match.copy(), actions, viewer, client, language)
        await the_end_is_told(server, opened, ada, bob, watcher)


def nothing_but_known_messages(client: Client, secrets: list[str]) -> None:
    for text, message in zip(client.raw, client.got):
        assert message["type"] in KNOWN_TYPES
        assert not any(secret in text for secret in secrets)
    assert {frozenset(message) for message in client.got if message["type"] == "state"} == {frozenset(STATE)}
    assert [set(message) for message in client.got if message["type"] == "welcome"] == [WELCOME]
    kinds = Counter(message["type"] for message in client.got)
    assert kinds["log"] == kinds["state"]


def everything_follows_from_what_was_seen(
    match: Match, actions: list[int], viewer: Viewer, client: Client, language: str
) -> None:
    """Go through the game as this viewer; where a state was sent, build it again from an imagined match."""
    audience = Audience(viewer, language, NAMES[language])
    sent = {message["position"]: message for message in client.got if message["type"] == "state"}
    history = MatchHistory.begin(match)
    drawn: dict[str, str] = {}
    checked = 0
    for step in range(len(actions) + 1):
        position = history.position(viewer)
        if position in sent and history.steps[viewer][-1] == step:
            message = sent.pop(position)
            drawn = apply_changes(drawn, message["districts"] | dict.fromkeys(message["gone"], ""))
            twin = history.match.imagine(viewer, seed=step)
            scene = Scene(twin, audience, PLAIN)
            situation = plain(asdict(scene.situation))
            assert situation == {key: message[key] for key in situation}
            assert encode_districts(scene.districts) == drawn
            assert message["undo_to"] == history.undo_to(viewer)
            assert message["undo_one"] == history.undo_one(viewer)
            assert message["since"] == history.last_turn(viewer)
            assert message["options"] == [] or history.match.seat == viewer
            checked += 1
        if step < len(actions):
            history = history.played([actions[step]])
    assert not sent
    assert checked > 20
    assert plain(log_entries(history, audience, 0)) == client.log


async def the_end_is_told(server: Running, opened: dict[str, Any], ada: Client, bob: Client, watcher: Client) -> None:
    assert ada.state
    assert bob.state
    assert watcher.state
    assert ada.state["outcome"] == bob.state["outcome"] == watcher.state["outcome"] is not None
    assert not any(message["options"] for message in watcher.got if message["type"] == "state")
    assert [entry["position"] for entry in ada.log] == list(range(ada.state["position"] + 1))
    assert server.context.store.head(opened["table"]).finished
    last = {"type": "act", "revision": ada.state["revision"], "actions": [0]}
    assert await ada.refusal(last) == "GameIsOver"
    assert (await look(ada, 3, 1))["last"] == bob.state["position"]
    assert await ada.refusal({"type": "look", "position": 3, "eyes": 3}) == "BadSeat"
    await the_end_can_be_seen_with_everything_open(server, opened, ada)


async def the_end_can_be_seen_with_everything_open(server: Running, opened: dict[str, Any], ada: Client) -> None:
    """Every step counts, and every seat is drawn as it sees itself; a spectator sees less."""
    history = (await server.context.tables.get(opened["table"])).history
    middle = len(history.match.actions) // 2
    everything = await look(ada, middle, "all")
    assert everything["last"] == len(history.match.actions)
    for seat, player in enumerate(history.match.at(middle).open_view().players):
        assert everything["districts"][f"player-{seat}"] == plain_picture("en", player).to_string("'")
    passing = await look(ada, 3, None)
    assert passing["last"] == history.position(None)
    assert passing["districts"] == encode_districts(
        Scene(history.at(None, 3), Audience(None, "en", NAMES["en"]), PLAIN).districts
    )


async def look(client: Client, position: int, eyes: str | int | None) -> dict[str, Any]:
    assert (await client.ask({"type": "look", "position": position, "eyes": eyes}))["type"] == "done"
    seen = [message for message in client.got if message["type"] == "look"][-1]
    assert (seen["eyes"], seen["position"], seen["entry"]["position"], seen["options"]) == (
        eyes,
        position,
        position,
        [],
    )
    return seen


@pytest.mark.parametrize(("game", "least"), [("trajan", 400), ("forum_trajanum", 200)])
def test_the_log_tells_nobody_what_they_may_not_know(game: str, least: int) -> None:
    """F-15, F-91, T-111: two truths that look the same before and after an action are described in the same words.

    In the second truth somebody else draws other cards, or takes other tiles.
    """
    compared = secret = 0
    for seed in (4, 5):
        history, dice = MatchHistory.begin(ulpia.new(game, seats=3, seed=seed)), random.Random(seed)
        while history.match.seat is not None:
            action = dice.choice(history.match.options)
            for viewer in {None, 0, 1, 2} - {history.match.seat}:
                same = tell_same(history, action.number, viewer, seed=len(history.match.actions), dice=dice)
                compared += same
                secret += same and history.match.game.is_secret(action)
            history = history.played([action.number])
    assert compared > least
    assert secret > (100 if game == "forum_trajanum" else -1)


def tell_same(history: MatchHistory, number: int, viewer: Viewer, seed: int, dice: random.Random) -> bool:
    """Whether the two truths could be compared; they must be described alike."""
    twin = MatchHistory.begin(history.match.imagine(viewer, seed))
    options = [action.number for action in twin.match.options]
    is_secret = history.match.game.is_secret(history.match.game.actions[number])
    if is_secret or number not in options:
        number_there = dice.choice(options)
    else:
        number_there = number
    here, there = history.played([number]), twin.played([number_there])
    if here.match.seen(viewer).tobytes() != there.match.seen(viewer).tobytes():
        return False
    audience = Audience(viewer, "en", NAMES["en"])
    said = [plain(log_entries(each, audience, each.position(viewer))) for each in (here, there)]
    moved = [each.position(viewer) - before.position(viewer) for before, each in ((history, here), (twin, there))]
    assert moved[0] == moved[1]
    if moved[0]:
        # The second truth has no past, so its summary of a phase would lack what came before.
        first, second = ([{**entry, "position": 0, "summary": None} for entry in entries] for entries in said)
        assert first == second
    if moved[0] and any(entry.get("summary") for entry in said[0]):
        assert summaries(here, viewer) == summaries(here, None)
    return True


def summaries(history: MatchHistory, viewer: Viewer) -> list[PhaseSummary]:
    """What the ends of phases are said to have brought. It is the same for everybody."""
    return list(phase_summaries(history, viewer, "en", 0).values())
