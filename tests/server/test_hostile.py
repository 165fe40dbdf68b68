"""Some thousands of hostile messages; `python -m tests.server.hostile 100000` sends more."""

import asyncio
from pathlib import Path

from tests.server.hostile import attack


def test_hostile_messages_are_refused_by_name_and_change_nothing(tmp_path: Path) -> None:
    result = asyncio.run(attack(tmp_path, 3500))
    assert result["refused"] >= 3400
    expected = {"NotJson", "NotAnObject", "UnknownMessage", "MissingField", "UnknownField", "BadField", "TooLong"}
    expected |= {"Stale", "NotYourDecision", "OnlyWatching", "IllegalAction", "UnknownTable", "UnknownToken"}
    expected |= {"HelloFirst", "HelloAgain", "NotTheCreator", "NotFinished", "BadPosition"}
    assert expected <= set(result["names"])
