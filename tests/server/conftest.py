"""Fixtures for all tests of the server."""

import pytest


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of the tests are dealt alike every time."""
    monkeypatch.setattr("ulpia.server.tokens.new_seed", lambda: 86_375_011)
