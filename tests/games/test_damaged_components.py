"""Component files with anything changed: they are refused in words, or played with to the end."""

import random
import re
from importlib.resources import files
from pathlib import Path

import pytest

import ulpia
from tests.support.games import BUILT_IN
from tests.support.tiers import share
from ulpia.core.errors import BadComponents
from ulpia.registry import find_game

NUMBERS = (-1, 0, 1, 2, 7, 99, 127, 128, 255, 256, 32_768, 2**31, 2**63)


def damaged(text: str, dice: random.Random) -> str:
    """A number changed, a line lost or doubled, two lines exchanged, or a letter changed."""
    lines = text.splitlines()
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(6):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case 3:
            at = dice.randrange(len(text))
            return text[:at] + dice.choice("aZ0-[]{}=\"',.#\n\0é") + text[at + 1 :]
        case _:
            found = dice.choice(list(re.finditer(r"\d+", text)))
            return text[: found.start()] + str(dice.choice(NUMBERS)) + text[found.end() :]
    return "\n".join(lines)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_damaged_component_file_is_refused_or_played_with(game: str, tmp_path: Path) -> None:
    text = (files(find_game(game).package) / "components.toml").read_text(encoding="utf-8")
    dice, path, refused, played = random.Random(11), tmp_path / "components.toml", 0, 0
    for seed in range(share(150)):
        path.write_text(damaged(text, dice), encoding="utf-8")
        try:
            match = ulpia.new(game, dice.choice([2, 3, 4]), seed, path)
        except BadComponents:
            refused += 1
            continue
        while match.options:
            match.play(dice.choice(match.options))
        assert ulpia.load(match.transcript(), path).digest == match.digest
        played += 1
    assert min(refused, played) > 0
