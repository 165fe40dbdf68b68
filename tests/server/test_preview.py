"""Previews: what an option would bring, told of necessity only, for one's own decision only."""

import random
from pathlib import Path

import pytest

import ulpia
from tests.server.harness import DEALT, Running, keys, served
from tests.support.games import BUILT_IN
from ulpia import render
from ulpia.match import Match

GAMES, STEPS = 3, 40
OTHER_SEEDS = (1, 2, 3)


def some_moments(game: str) -> list[Match]:
    """Moments of random games, also where drawn tiles and the ends of rounds are near."""
    found = []
    for seed in range(GAMES):
        match, dice = ulpia.new(game, seats=2 + seed, seed=seed, setup="dealt"), random.Random(seed)
        while match.seat is not None:
            if dice.random() < STEPS / 400:
                found.append(match.copy())
            match.play(dice.choice(match.options).number)
    return found


@pytest.mark.parametrize("game", BUILT_IN)
def test_what_a_preview_tells_is_the_same_whatever_is_drawn(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preview must promise nothing: not what is drawn, not what others hold. All its places are on the table."""
    told = 0
    for match in some_moments(game):
        dry_runs = match.dry_runs()
        view = match.view(match.seat)
        drawn = render.districts(view, "en", match.game.seat_names("en", match.seats)).values()
        places = {place for picture in drawn for place in picture.ids}
        for dry_run in dry_runs.values():
            assert {event.seat for event in dry_run.certain} <= {match.seat}
            assert set(render.landings(view, dry_run.certain)) <= places
            assert dry_run.asked is None or not dry_run.is_final
            told += len(dry_run.certain)
        for seed in OTHER_SEEDS:
            monkeypatch.setattr("ulpia.match.DRY_RUN_SEED", seed)
            for number, otherwise in match.dry_runs().items():
                assert otherwise.certain == dry_runs[number].certain, match.game.actions[number]
                assert otherwise.asked == dry_runs[number].asked
        monkeypatch.setattr("ulpia.match.DRY_RUN_SEED", 0)
    assert told > 100


@pytest.mark.parametrize("game", BUILT_IN)
def test_what_a_preview_tells_happens(game: str) -> None:
    """The events that a preview names are the first ones that the same action causes in the real game."""
    for match in some_moments(game):
        assert match.seat is not None
        for number, dry_run in match.dry_runs().items():
            after = match.copy()
            after.play(number)
            happened = tuple(match.game.read_events(after.entries[-1].events, match.seat))
            assert happened[: len(dry_run.certain)] == dry_run.certain


def test_a_preview_comes_in_the_language_of_the_player_and_plays_nothing(tmp_path: Path) -> None:
    """Sowing: where markers land, and what is asked then. The state stays as it is."""

    async def test(server: Running) -> None:
        opened = await server.open(seats="mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0], language="de") as client:
            state = await client.now()
            while state["seat"] != 0 or state["question"]["kind"] != "turn":
                state = await (client.moved(state) if state["seat"] else client.until("state"))
            option = state["options"][0]
            assert option["gesture"]
            question = {"type": "preview", "revision": state["revision"], "action": option["number"]}
            assert (await client.ask(question))["type"] == "done"
            preview = next(message for message in client.got if message["type"] == "preview")
            assert preview["action"] == option["number"]
            assert preview["revision"] == state["revision"]
            assert preview["lines"] == []
            assert preview["then"].startswith(("Die Aktion", "Das Trajan", "Erfüll"))
            count = int(option["effect"].split()[0])
            assert len(preview["landings"]) == min(count, 6)
            assert all(place.startswith("tray-") for place in preview["landings"])
            await client.ask(question)
            assert [message for message in client.got if message["type"] == "preview"] == [preview, preview]
            assert client.state == state

    served(tmp_path, test)


def test_a_preview_is_refused_by_name(tmp_path: Path) -> None:
    """Not for spectators, not at a time that is past, not for what cannot be played, not in somebody else's turn."""

    async def test(server: Running) -> None:
        opened = await server.open(seats="mf", **DEALT)
        async with (
            server.client(opened["table"], keys(opened)[0]) as one,
            server.client(opened["table"], keys(opened)[1]) as two,
            server.client(opened["table"]) as watching,
        ):
            states = [await one.now(), await two.now()]
            mine = 0 if states[0]["options"] else 1
            client, other, state = (one, two)[mine], (two, one)[mine], states[mine]
            asked = {"type": "preview", "revision": state["revision"], "action": state["options"][0]["number"]}
            illegal = max(option["number"] for option in state["options"]) + 1
            assert await client.refusal({**asked, "action": illegal}) == "IllegalAction"
            assert await client.refusal({**asked, "action": 2**30}) == "NumberOutOfRange"
            assert await client.refusal({**asked, "revision": "x"}) == "Stale"
            assert await client.refusal({**asked, "actions": [1]}) == "UnknownField"
            assert await client.refusal({**asked, "action": -1}) == "BadField"
            assert await other.refusal({**asked, "revision": states[1 - mine]["revision"]}) == "NotYourDecision"
            assert await watching.refusal(asked) == "OnlyWatching"

    served(tmp_path, test)
