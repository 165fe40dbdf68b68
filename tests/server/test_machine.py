"""A state machine drives a served table: act, undo, hand over, reconnect, restart, kill, in any order.

The server is a process of its own with a database file, and clients talk to it over sockets. Beside it the machine
keeps its own account: every row that was acknowledged, who plays each seat, names, chat and notices. After each step
the journal must hold exactly these rows and what computers have added. Everything that each client shows must equal
what is built from the journal alone, in a match in which all that its viewer may not know was redrawn: so nothing was
forgotten, invented or disclosed.
"""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, NamedTuple, TypeVar

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import ulpia
from tests.server.forked import Forked
from tests.server.harness import PATIENCE, PLAIN, Address, Client
from tests.support.games import BUILT_IN
from tests.support.tiers import share
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.presentation.lobby import seat_names
from ulpia.server.presentation.scene import Audience, Scene, encode_districts, log_entries
from ulpia.server.storage.schema import UNDO
from ulpia.server.storage.store import COMPUTER, PERSON, Head, Store
from ulpia.server.websocket.connection import LAST_CHAT_LINES

PICKS = st.integers(0, 10_000)
MOST_CLIENTS = 6
SERVICE_RESTART = 1012
NOT_SHOWN = {"type", "revision", "districts", "gone"}
"""Fields of `state` that are compared otherwise."""
Result = TypeVar("Result")


class Screen(Client):
    """A client, and everything it shows."""

    def __init__(self, socket: Any, hello: dict[str, Any], viewer: Viewer) -> None:
        super().__init__(socket)
        self.hello, self.viewer = hello, viewer
        self.seats: dict[str, Any] = {}
        self.chat: list[tuple[int, str]] = []
        self.notices: list[tuple[str, int]] = []

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        match message["type"]:
            case "welcome" | "presence":
                self.seats = {key: message[key] for key in ("seats", "spectators", "pace", "hints")}
            case "chat":
                self.chat += [(line["seat"], line["text"]) for line in message["lines"]]
            case "notices":
                self.notices += [(notice["kind"], notice["seat"]) for notice in message["notices"]]
        return message

    @property
    def shown(self) -> dict[str, Any]:
        """All of it, without the revision."""
        state = {key: value for key, value in (self.state or {}).items() if key not in NOT_SHOWN}
        return {
            "state": state,
            "districts": self.districts,
            "log": self.log,
            "seats": self.seats,
            "chat": self.chat,
            "notices": self.notices,
        }


@dataclass
class Player:
    """What the machine knows about a seat."""

    token: str | None
    owner: str | None
    kind: str
    agent: str | None
    name: str = ""
    has_agreed: bool = False


class LastSeen(NamedTuple):
    """What a viewer may have seen after the last step."""

    seen: tuple[int, ...]
    revision: str | None = None
    """The revision that a client of this viewer last had."""
    is_new: bool = False
    """Has the viewer been able to see something else since that revision?"""


class ServedTable(RuleBasedStateMachine):
    """Operations on one table of one game."""

    game: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.url = f"sqlite:///{Path(self.folder.name) / 'games.sqlite'}"
        self.store = Store(self.url)
        self.runner = asyncio.Runner()
        self.screens: list[Screen] = []
        self.rows: list[tuple[int, int]] = []
        """Seat and number of each row of the journal."""
        self.players: list[Player] = []
        self.chat: list[tuple[int, str]] = []
        self.notices: list[tuple[str, int]] = []
        self.revisions: dict[Viewer, LastSeen] = {}

    def teardown(self) -> None:
        if self.players:
            self.server.kill()
            self.run(self.drop_all())
            self.run(self.address.http.aclose())
        self.runner.close()
        self.store.close()
        self.folder.cleanup()

    def run(self, what: Coroutine[Any, Any, Result]) -> Result:
        return self.runner.run(what)

    # The server and its clients

    def start(self) -> None:
        self.server = Forked(self.url, self.seed)
        self.address = Address(self.server.port)
        self.revisions = {}

    async def join(self, hello: dict[str, Any], viewer: Viewer) -> Screen:
        screen = Screen(await self.address.connect(), hello, viewer)
        self.screens.append(screen)
        await screen.send({"type": "hello", "table": self.table, "language": "en", **hello})
        await screen.now()
        return screen

    async def leave(self, screen: Screen, is_abrupt: bool) -> None:
        self.screens.remove(screen)
        if is_abrupt:
            screen.socket.transport.abort()
        await screen.socket.close()

    async def drop_all(self) -> list[tuple[dict[str, Any], Viewer]]:
        """Forget all clients of a server that has ended; return who they were."""
        left = [(screen.hello, screen.viewer) for screen in self.screens]
        for screen in list(self.screens):
            await self.leave(screen, is_abrupt=True)
        return left

    async def come_back(self, left: list[tuple[dict[str, Any], Viewer]]) -> None:
        await self.address.http.aclose()
        self.start()
        for hello, viewer in left:
            await self.join(hello, viewer)

    async def client_of(self, viewer: Viewer) -> Screen:
        """A client of a viewer; a new one if there is none."""
        for screen in self.screens:
            if screen.viewer == viewer:
                return screen
        token = {} if viewer is None else {"token": self.players[viewer].token}
        return await self.join(token, viewer)

    def hellos_of(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Every way to come to a table as this viewer."""
        if viewer is None:
            return [{}]
        player = self.players[viewer]
        return [{"token": player.token}, {"owner": player.owner, "seat": viewer}]

    @property
    def people(self) -> list[int]:
        """Seats that people have taken."""
        return [seat for seat, player in enumerate(self.players) if player.token is not None]

    def viewer(self, pick: int) -> Viewer:
        viewers: list[Viewer] = [None, *self.people]
        return viewers[pick % len(viewers)]

    # What is stored

    def stored(self) -> list[tuple[int, int]]:
        return [(row.seat, row.number) for row in self.store.journal_rows(self.table)]

    def replayed(self) -> MatchHistory:
        """The game, from the journal alone."""
        actions: list[int] = []
        for _, number in self.rows:
            if number == UNDO:
                actions.pop()
            else:
                actions.append(number)
        head = self.store.head(self.table)
        return MatchHistory.begin(ulpia.new(head.game, len(head.seats), head.seed, **head.settings), actions)

    async def keep(self, *acknowledged: tuple[int, int], perhaps: tuple[tuple[int, int], ...] = ()) -> None:
        """The journal has grown by these rows, perhaps by some that were not acknowledged, then by computers' rows."""
        end = time.monotonic() + 10 * PATIENCE
        before = len(self.rows)
        while True:
            rows = self.stored()
            assert rows[:before] == self.rows[:before]
            assert rows[before : before + len(acknowledged)] == list(acknowledged)
            later = rows[before + len(acknowledged) :]
            if perhaps and tuple(later[: len(perhaps)]) == perhaps:
                later = later[len(perhaps) :]
            assert all(self.players[seat].kind == COMPUTER for seat, _ in later)
            self.rows = rows
            seat = self.replayed().seat
            if seat is None or self.players[seat].kind == PERSON:
                return
            assert time.monotonic() < end, "computers do not play"
            await asyncio.sleep(0.005)

    # Rules

    @initialize(seed=st.integers(0, 2**256 - 1), seats=st.sampled_from(["mf", "mfc", "mff"]), setup=st.booleans())
    def begin(self, seed: int, seats: str, setup: bool) -> None:
        self.seed = seed
        self.start()
        self.run(self._open(seats, "dealt" if setup else "chosen"))

    async def _open(self, seats: str, setup: str) -> None:
        opened = await self.address.open(self.game, seats, settings={"setup": setup})
        self.table = opened["table"]
        for seat in opened["seats"]:
            owner = opened["owner"] if seat["kind"] == "me" else seat.get("owner")
            agent, kind = ("random", COMPUTER) if seat["kind"] == "computer" else (None, PERSON)
            self.players.append(Player(seat.get("token"), owner, kind, agent))
        self.notices = [("taken", seat) for seat in self.people if self.players[seat].owner != opened["owner"]]
        self.creator = opened["owner"]
        for viewer in (None, *self.people):
            await self.client_of(viewer)
        await self.keep()

    @rule(picks=st.lists(PICKS, min_size=1, max_size=12), which=PICKS)
    def act(self, picks: list[int], which: int) -> None:
        """The seats that decide play legal actions, from any of their clients."""
        for pick in picks:
            self.run(self._act(pick, which))

    async def _act(self, pick: int, which: int) -> None:
        seat = self.replayed().seat
        if seat is None:
            return
        await self.client_of(seat)
        clients = [screen for screen in self.screens if screen.viewer == seat]
        client = clients[which % len(clients)]
        state = await self.up_to_date(client)
        numbers = [state["options"][pick % len(state["options"])]["number"]]
        assert (await client.ask(act(state, numbers)))["type"] == "done"
        await self.keep((seat, numbers[0]))

    @rule(pick=PICKS)
    def gesture(self, pick: int) -> None:
        """Plan a gesture, which changes nothing, then play all its actions at once."""

        async def play() -> None:
            seat = self.replayed().seat
            if seat is None:
                return
            client = await self.client_of(seat)
            state = await self.up_to_date(client)
            gestures = [option["number"] for option in state["options"] if option.get("gesture")]
            if not gestures:
                return
            first = gestures[pick % len(gestures)]
            await client.send({"type": "plan", "revision": state["revision"], "actions": [first]})
            planned = await client.until("planned")
            await self.keep()
            assert (await client.ask(act(state, planned["actions"])))["type"] == "done"
            await self.keep(*((seat, number) for number in planned["actions"]))

        self.run(play())

    @rule(viewer=PICKS, number=st.integers(0, 2000))
    def act_wrongly(self, viewer: int, number: int) -> None:
        """Actions of the wrong seat, at the wrong time or against the rules are refused by name."""

        async def play() -> None:
            history = self.replayed()
            client = await self.client_of(self.viewer(viewer))
            state = await self.up_to_date(client)
            outdated, now = act({"revision": f"{state['revision']}0"}, [number]), act(state, [number])
            if client.viewer is None:
                assert await client.refusal(outdated) == await client.refusal(now) == "OnlyWatching"
                return
            assert await client.refusal(outdated) == "Stale"
            if self.players[client.viewer].kind == COMPUTER:
                assert await client.refusal(now) == "HandedOver"
            elif history.is_over:
                assert await client.refusal(now) == "GameIsOver"
            elif history.seat != client.viewer:
                assert await client.refusal(now) == "NotYourDecision"
            elif number not in {option.number for option in history.options}:
                assert await client.refusal(now) in ("IllegalAction", "NumberOutOfRange")
            await self.keep()

        self.run(play())

    @rule(picks=st.tuples(PICKS, PICKS))
    def act_twice_at_once(self, picks: tuple[int, int]) -> None:
        """Two clients of the seat that decides act on the same revision: one action counts, the other is stale."""

        async def play() -> None:
            seat = self.replayed().seat
            if seat is None:
                return
            one, other = await self.client_of(seat), await self.join({"token": self.players[seat].token}, seat)
            state = await self.up_to_date(one)
            assert (await self.up_to_date(other))["revision"] == state["revision"]
            numbers = [state["options"][pick % len(state["options"])]["number"] for pick in picks]
            answers = await asyncio.gather(
                *(client.ask(act(state, [number])) for client, number in zip((one, other), numbers))
            )
            assert sorted(answer.get("name", "done") for answer in answers) == ["Stale", "done"]
            await self.keep((seat, numbers[0] if answers[0]["type"] == "done" else numbers[1]))
            await self.leave(other, is_abrupt=bool(picks[0] % 2))

        self.run(play())

    @rule(pick=PICKS)
    def undo(self, pick: int) -> None:
        """The seat that decides takes back as much as is allowed, and not more."""

        async def play() -> None:
            seat = self.replayed().seat
            if seat is None:
                return
            client = await self.client_of(seat)
            state = await self.up_to_date(client)
            message = {"type": "undo", "revision": state["revision"]}
            if not state["can_undo"]:
                refused = await client.refusal({**message, "to": max(0, state["position"] - 1)})
                assert refused in ("NothingToUndo", "UndoForbidden")
                await self.keep()
                return
            if state["undo_to"]:
                assert await client.refusal({**message, "to": state["undo_to"] - 1}) == "UndoForbidden"
            assert await client.refusal({**message, "to": state["position"]}) == "BadPosition"
            to = state["undo_to"] + pick % (state["position"] - state["undo_to"])
            assert (await client.ask({**message, "to": to}))["type"] == "done"
            await self.keep(*[(seat, UNDO)] * (state["position"] - to))

        self.run(play())

    @rule(pick=PICKS, by_creator=st.booleans())
    def hand_over(self, pick: int, by_creator: bool) -> None:
        """A computer plays a seat from now on, but one person stays."""

        async def play() -> None:
            seat = self.people[pick % len(self.people)]
            if not any(self.players[other].kind == PERSON for other in self.people if other != seat):
                return
            client = await self.client_of(seat)
            if by_creator:
                client = await self.join({"owner": self.creator}, None)
            player, is_holder = self.players[seat], client.viewer == seat
            kind = "handed_over" if is_holder else "handed_over_by_creator"
            self.notices.append((kind if player.kind == PERSON else "other_level", seat))
            player.kind, player.agent = COMPUTER, "random"
            assert (await client.ask({"type": "hand_over", "seat": seat, "agent": "random"}))["type"] == "done"
            await self.keep()
            if by_creator:
                await self.leave(client, is_abrupt=False)

        self.run(play())

    @rule(pick=PICKS, other=PICKS)
    def take_back(self, pick: int, other: int) -> None:
        """The player who holds a seat plays it again; nobody else can take it."""

        async def play() -> None:
            seat = self.people[pick % len(self.people)]
            stranger, client = await self.client_of(self.viewer(other)), await self.client_of(seat)
            message = {"type": "take_back", "seat": seat}
            if stranger.viewer != seat:
                assert await stranger.refusal(message) in ("OnlyWatching", "NotTheCreator")
            player = self.players[seat]
            if player.kind == PERSON:
                assert await client.refusal(message) == "NotHandedOver"
            else:
                assert (await client.ask(message))["type"] == "done"
                player.kind, player.agent = PERSON, None
                self.notices.append(("taken_back", seat))
            await self.keep()

        self.run(play())

    @rule(pick=PICKS, way=PICKS, language=st.sampled_from(["en", "de"]))
    def connect(self, pick: int, way: int, language: str) -> None:
        """One more client of a seat, or a spectator."""
        viewer = self.viewer(pick)
        hellos = self.hellos_of(viewer)
        if len(self.screens) < MOST_CLIENTS:
            self.run(self.join({**hellos[way % len(hellos)], "language": language}, viewer))

    @rule(pick=PICKS, is_abrupt=st.booleans())
    def disconnect(self, pick: int, is_abrupt: bool) -> None:
        if self.screens:
            self.run(self.leave(self.screens[pick % len(self.screens)], is_abrupt))

    @rule(pick=PICKS)
    def reconnect(self, pick: int) -> None:
        async def play() -> None:
            if self.screens:
                screen = self.screens[pick % len(self.screens)]
                await self.leave(screen, is_abrupt=bool(pick % 2))
                await self.join(screen.hello, screen.viewer)

        self.run(play())

    @rule(pick=PICKS)
    def enter_with_the_wrong_key(self, pick: int) -> None:
        """Neither a wrong token nor the owner of another seat opens a seat."""

        async def play() -> None:
            seat = self.people[pick % len(self.people)]
            others = [player.owner for player in self.players if player.owner not in (None, self.players[seat].owner)]
            for hello in ({"token": "A" * 43}, *({"owner": owner, "seat": seat} for owner in others)):
                async with self.address.client(self.table, **hello) as client:
                    assert (await client.until("refused"))["name"] == "UnknownToken"

        self.run(play())

    @rule(pick=PICKS, text=st.text("aZß<&>'\"", min_size=1, max_size=20))
    def chat_and_rename(self, pick: int, text: str) -> None:
        """What is said and how players are called lasts; a spectator can do neither."""

        async def play() -> None:
            client = await self.client_of(self.viewer(pick))
            said = await client.ask({"type": "chat", "text": text})
            named = await client.ask({"type": "name", "name": text})
            if client.viewer is None:
                assert (said["name"], named["name"]) == ("OnlyWatching", "OnlyWatching")
                return
            assert (said["type"], named["type"]) == ("done", "done")
            self.chat.append((client.viewer, text))
            self.players[client.viewer].name = text

        self.run(play())

    @rule(pick=PICKS, is_fine=st.booleans())
    def agree_to_hints(self, pick: int, is_fine: bool) -> None:
        async def play() -> None:
            seat = self.people[pick % len(self.people)]
            client = await self.client_of(seat)
            assert (await client.ask({"type": "hints", "are_fine": is_fine}))["type"] == "done"
            self.players[seat].has_agreed = is_fine

        self.run(play())

    @rule()
    def restart(self) -> None:
        """The server ends and starts again; every client is told to come back."""

        async def play() -> None:
            stopping = asyncio.get_running_loop().run_in_executor(None, self.server.stop)
            codes = await asyncio.gather(*(screen.closed() for screen in self.screens))
            await stopping
            assert set(codes) <= {SERVICE_RESTART}
            await self.come_back(await self.drop_all())

        self.run(play())

    @rule()
    def kill(self) -> None:
        async def play() -> None:
            self.server.kill()
            await self.come_back(await self.drop_all())

        self.run(play())

    @rule(pick=PICKS, milliseconds=st.integers(0, 8), is_undo=st.booleans())
    def kill_in_the_middle(self, pick: int, milliseconds: int, is_undo: bool) -> None:
        """Kill the server while an action or undo is under way: it is stored as a whole, or not at all."""

        async def play() -> None:
            seat = self.replayed().seat
            if seat is None:
                return
            client = await self.client_of(seat)
            state = await self.up_to_date(client)
            if is_undo and state["can_undo"]:
                message = {"type": "undo", "revision": state["revision"], "to": state["undo_to"]}
                asked = [(seat, UNDO)] * (state["position"] - state["undo_to"])
            else:
                asked = [(seat, state["options"][pick % len(state["options"])]["number"])]
                message = act(state, [number for _, number in asked])
            await client.send(message)
            await asyncio.sleep(milliseconds / 1000)
            self.server.kill()
            await self.come_back(await self.drop_all())
            await self.client_of(None)
            await self.keep(perhaps=tuple(asked))

        self.run(play())

    @rule()
    def ask_for_the_transcript(self) -> None:
        """It is there when the game is over, and not before."""

        async def play() -> None:
            answer = await self.address.http.get(f"/api/tables/{self.table}/transcript")
            history = self.replayed()
            if not history.is_over:
                assert (answer.status_code, answer.json()["name"]) == (409, "NotFinished")
            else:
                assert answer.text == history.match.transcript()

        self.run(play())

    # What must hold after each step

    async def up_to_date(self, screen: Screen) -> dict[str, Any]:
        """Read until a client shows what it should, and return its state."""
        history, head = self.replayed(), self.store.head(self.table)
        expected = self.expected(screen, history, head)
        with suppress(TimeoutError):
            while screen.shown != expected:
                await screen.receive()
        assert screen.shown == expected
        return await screen.now()

    def expected(self, screen: Screen, history: MatchHistory, head: Head) -> dict[str, Any]:
        """What a client must show, built from the journal and the machine's account."""
        viewer, language = screen.viewer, screen.hello.get("language", "en")
        audience = Audience(viewer, language, seat_names(head, language))
        scene = Scene(history.match.imagine(viewer, len(self.rows)), audience, PLAIN)
        state = msgspec.json.decode(msgspec.json.encode(scene.state(history, viewer, {})))
        state = {key: value for key, value in state.items() if key not in NOT_SHOWN}
        entries = msgspec.json.decode(msgspec.json.encode(log_entries(history, audience, 0)))
        return {
            "state": state,
            "districts": encode_districts(scene.districts),
            "log": entries,
            "seats": self.expected_seats(audience.seat_names),
            "chat": self.chat[-max(LAST_CHAT_LINES, len(screen.chat)) :],
            "notices": self.notices,
        }

    def expected_seats(self, names: tuple[str, ...]) -> dict[str, Any]:
        viewers = [screen.viewer for screen in self.screens]
        agreed = [self.players[seat].has_agreed for seat in self.people]
        return {
            "seats": [
                {
                    "seat": seat,
                    "name": names[seat],
                    "kind": player.kind,
                    "agent": player.agent,
                    "is_here": seat in viewers,
                    "for_people": player.token is not None,
                    "is_taken": player.token is not None,
                    "agrees_to_hints": player.has_agreed,
                    "agrees_to_end": False,
                    "has_left": False,
                    "is_creators": player.owner == self.creator,
                }
                for seat, player in enumerate(self.players)
            ],
            "spectators": viewers.count(None),
            "pace": 0.0,
            "hints": all(agreed),
        }

    @precondition(lambda self: self.players)
    @invariant()
    def everything_is_as_the_journal_says(self) -> None:
        rows = self.store.journal_rows(self.table)
        assert [row.position for row in rows] == list(range(len(rows)))
        self.run(self.keep())
        history, head = self.replayed(), self.store.head(self.table)
        assert head.deciding == history.seat
        assert (head.finished is None) == (not history.is_over)
        assert head.match_digest == history.match.digest
        assert [seat.name for seat in head.seats] == [player.name for player in self.players]
        for screen in self.screens:
            self.run(self.up_to_date(screen))
        self.check_revisions(history)

    def check_revisions(self, history: MatchHistory) -> None:
        """All clients of a viewer have one revision. It grows when the viewer sees something new, and only then.

        A viewer without a client is followed too: who comes back after a move and its undo sees what was there
        before, under a later revision.
        """
        present = {screen.viewer for screen in self.screens}
        for viewer in present | set(self.revisions):
            seen = tuple(history.match.actions[: history.steps[viewer][-1]])
            last = self.revisions.get(viewer, LastSeen(seen))
            is_new = last.is_new or seen != last.seen
            if viewer not in present:
                self.revisions[viewer] = LastSeen(seen, last.revision, is_new)
                continue
            (revision,) = {(screen.state or {})["revision"] for screen in self.screens if screen.viewer == viewer}
            self.revisions[viewer] = LastSeen(seen, revision)
            if last.revision is not None:
                (epoch, count), (old_epoch, old_count) = revision.split("."), last.revision.split(".")
                assert epoch == old_epoch
                assert int(count) > int(old_count) if is_new else count == old_count


def act(state: dict[str, Any], numbers: list[int]) -> dict[str, Any]:
    return {"type": "act", "revision": state["revision"], "actions": numbers}


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_served_table_keeps_its_account_whatever_is_done_with_it(game: str) -> None:
    machine = type(f"{game}_served", (ServedTable,), {"game": game})
    machine.TestCase.settings = settings(
        max_examples=share(6),
        stateful_step_count=50,
        deadline=None,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),  # to shrink takes long: most failures are waited for
    )
    machine.TestCase().runTest()
