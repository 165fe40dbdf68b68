"""Change bytes and texts at random."""

import re

import numpy as np
import numpy.typing as npt

MOST_CHANGES = 8
Dice = np.random.Generator


def forge_bytes(raw: npt.NDArray[np.uint8], dice: Dice) -> None:
    """Change one to eight bytes: to anything, or by one, or to the value of another byte."""
    for at in dice.integers(len(raw), size=dice.integers(1, MOST_CHANGES + 1)):
        kind = dice.integers(3)
        if kind == 0:
            raw[at] = dice.integers(256)
        elif kind == 1:
            raw[at] = (int(raw[at]) + dice.choice((-1, 1))) % 256
        else:
            raw[at] = raw[dice.integers(len(raw))]


def forged(data: bytes, dice: Dice) -> bytes:
    """Return bytes with some of them changed; at times some are missing or are there twice."""
    raw = np.frombuffer(data, np.uint8).copy()
    forge_bytes(raw, dice)
    changed = raw.tobytes()
    at, end = sorted(dice.integers(len(changed) + 1, size=2).tolist())
    kind = dice.integers(20)
    if kind == 0:
        return changed[:at]
    if kind == 1:
        return changed[:at] + changed[end:]
    if kind == 2:
        return changed[:end] + changed[at:]
    return changed


def forged_text(text: str, dice: Dice) -> str:
    """Return a text with another number, another word, or lines that moved; or with changed bytes."""
    kind = int(dice.integers(5))
    if kind == 0:
        return forged(text.encode(), dice).decode("utf-8", errors="replace")
    lines = text.split("\n")
    here, there = dice.integers(len(lines), size=2).tolist()
    if kind == 1:
        lines[here], lines[there] = lines[there], lines[here]
    elif kind == 2:
        lines[here] = lines[there]
    elif kind == 3:
        del lines[here]
    else:
        words = list(re.finditer(r"-?\d+|\w+", text))
        one, other = (words[at] for at in dice.integers(len(words), size=2).tolist())
        number = str(int(dice.choice((-1, 0, 1, 2, 7, 127, 128, 255, 32768, 1 << 40))))
        return text[: one.start()] + (other.group() if dice.integers(2) else number) + text[one.end() :]
    return "\n".join(lines)
