"""Most tests are not about pictures: a district is then the view itself, as text. That also shows all a view holds."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ulpia.core.actions import Action


def plain_districts(
    view: dict[str, Any], language: str, seat_names: Sequence[str], _form: str, _memory: object
) -> dict[str, str]:
    players = {f"player-{seat}": json.dumps([language, each]) for seat, each in enumerate(view["players"])}
    return {"table": json.dumps([language, *seat_names, {**view, "players": None}]), **players}


def plain_places(view: dict[str, Any], action: Action) -> tuple[str, ...]:
    return (f"place-{action}",)


@pytest.fixture(autouse=True)
def plain_pictures(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "real_pictures" not in request.fixturenames:
        monkeypatch.setattr("ulpia.server.presentation.scene.districts", plain_districts)
        monkeypatch.setattr("ulpia.server.presentation.scene.places", plain_places)


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of the tests are dealt alike every time."""
    monkeypatch.setattr("ulpia.server.tokens.new_seed", lambda: 86_375_011)


@pytest.fixture
def real_pictures() -> None:
    """For tests that are about pictures."""
