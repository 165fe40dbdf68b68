"""Fixtures for all tests of the server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from tests.server import postgres
from tests.support.games import BUILT_IN
from ulpia.core.compilation import MATCH
from ulpia.registry import find_game
from ulpia.server.storage import database
from ulpia.server.storage.store import Store


@pytest.fixture(autouse=True, scope="session")
def compiled_rules() -> None:
    """No client of a test waits for compilation."""
    for game in BUILT_IN:
        find_game(game).prepare(MATCH)


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of the tests are dealt alike every time."""
    monkeypatch.setattr("ulpia.server.tokens.new_seed", lambda: 86_375_011)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    if why := postgres.why_not():
        pytest.skip(why)
    with postgres.running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    url: str = request.getfixturevalue("postgres_url")
    engine = create_engine(database._with_driver(make_url(url)))
    with engine.begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    engine.dispose()
    return url


@pytest.fixture
def open_store(url: str) -> Iterator[Callable[[], Store]]:
    opened: list[Store] = []

    def one_more() -> Store:
        opened.append(Store(url))
        return opened[-1]

    yield one_more
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Callable[[], Store]) -> Store:
    return open_store()
