"""What several clients are sent is built once, and everybody is sent exactly what would be built for them alone."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from msgspec.json import decode

import ulpia
from ulpia.core.view import View
from ulpia.render import FULL, SMALL
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.presentation.scene import Audience, Districts, PictureCache, Renderer, Scene
from ulpia.server.session.table import Table
from ulpia.server.websocket.updates import Updates

SEATS, ACTIONS, WATCHERS = 3, 60, 12


class CountingRenderer(Renderer):
    """Counts for which viewers tables are drawn."""

    def __init__(self) -> None:
        self.drawn: Counter[Viewer] = Counter()

    def districts(self, view: View, audience: Audience, cache: PictureCache | None) -> Districts:
        """Draw every district of the table."""
        self.drawn[view.viewer] += 1
        return super().districts(view, audience, cache)


@dataclass
class Showing:
    """What updates are built from: a history, and what its clients share."""

    history: MatchHistory
    renderer: CountingRenderer = field(default_factory=CountingRenderer)
    cache: PictureCache | None = field(default_factory=PictureCache)
    updates: dict[tuple[object, ...], Any] = field(default_factory=dict)
    scenes: dict[Audience, Scene] = field(default_factory=dict)

    def seat_names(self, _language: str) -> tuple[str, ...]:
        return ("Ada", "Bob", "Cleo")

    def scene(self, viewer: Viewer, language: str, form: str) -> Scene:
        audience = Audience(viewer, language, self.seat_names(language), form)
        if audience not in self.scenes:
            self.scenes[audience] = Scene(self.history.match, audience, self.renderer, self.cache)
        return self.scenes[audience]

    def show(self, history: MatchHistory) -> None:
        self.history = history
        self.updates.clear()
        self.scenes.clear()


def histories(game: str) -> Iterator[MatchHistory]:
    """A random game from its beginning, with secret actions in it."""
    dice = random.Random(game)
    history = MatchHistory.begin(ulpia.new(game, SEATS, seed=5, setup="dealt"))
    for _ in range(ACTIONS):
        yield history
        history = history.played([dice.choice(history.options).number])


def sent(client: Updates, showing: Showing) -> list[bytes]:
    """What a client is sent now, if anything is new to it."""
    table = cast(Table, showing)
    if not client.are_due(table):
        return []
    client.cut_log(len(showing.history.steps[client.viewer]))
    return [message.data for message in client.encode(table)]


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_everybody_is_sent_what_would_be_built_for_them_alone(game: str) -> None:
    """Sharing carries nothing from one viewer to another: each is compared with a table that shows itself to no other.

    There nothing is shared and no picture is kept, neither by others nor from before.
    """
    kinds = [(v, language, form) for v in (None, *range(SEATS)) for language in ("en", "de") for form in (FULL, SMALL)]
    together = [Updates(*kind) for kind in kinds]
    alone = [Updates(*kind) for kind in kinds]
    showing: Showing | None = None
    count = 0
    for history in histories(game):
        showing = showing or Showing(history)
        showing.show(history)
        for one, other in zip(together, alone):
            messages = [decode(data) for data in sent(one, showing)]
            assert messages == [decode(data) for data in sent(other, Showing(history, cache=None))]
            count += len(messages)
    assert count > 4 * ACTIONS


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_all_watchers_of_a_table_cost_one_scene_and_two_messages(game: str) -> None:
    """Who keeps up gets the very bytes that the others get; who comes later gets all of it once."""
    watchers = [Updates(None, "en", FULL) for _ in range(WATCHERS)]
    showing: Showing | None = None
    latest: list[list[bytes]] = []
    positions = 0
    for history in histories(game):
        showing = showing or Showing(history)
        showing.show(history)
        latest = [sent(watcher, showing) for watcher in watchers]
        assert all(messages == latest[0] for messages in latest)
        assert len(showing.updates) == bool(latest[0])
        positions += bool(latest[0])
    assert showing is not None
    assert showing.renderer.drawn == {None: positions}
    late = sent(Updates(None, "en", FULL), showing)
    assert decode(late[0])["from"] == 0


def test_a_seat_never_gets_what_was_built_for_another() -> None:
    """Two clients of one seat share their messages; those of another seat, a language or a form have others."""
    history = next(histories("trajan"))
    showing = Showing(history)
    first = sent(Updates(0, "en", FULL), showing)
    assert sent(Updates(0, "en", FULL), showing) == first
    for other in (Updates(1, "en", FULL), Updates(None, "en", FULL), Updates(0, "de", FULL), Updates(0, "en", SMALL)):
        assert sent(other, showing) != first
    assert len(showing.updates) == 5
