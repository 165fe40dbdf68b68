"""Views as JSON carries them, for tests that compare many nested values."""

from typing import Any

import msgspec

from ulpia.match import Match


def json_view(match: Match, seat: int | None = None) -> dict[str, Any]:
    """Return the view of a seat, or of a spectator, as dicts and lists."""
    view: dict[str, Any] = msgspec.to_builtins(match.view(seat))
    return view
