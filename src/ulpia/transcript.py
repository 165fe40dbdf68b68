"""Reading a transcript back. Whatever is wrong with it has a name: cut off, changed, of other rules or figures.

The closing line of the first format has a digest of the last position only, so another order of actions that leads to
the same position passes. Since the second format it has a digest of every line as well.
"""

from os import PathLike

from ulpia.core.errors import (
    BadTranscriptHead,
    NotATranscript,
    OtherComponents,
    OtherRules,
    TranscriptBroken,
    TranscriptDoctored,
    TranscriptTruncated,
    UlpiaError,
)
from ulpia.match import (
    DIGITS,
    FIRST_LINE,
    Match,
    check_path,
    closing_line,
    new,
)
from ulpia.registry import find_game

MOST_DIGITS = 78
FIRST_FORMAT = "ulpia transcript 1"
CLOSING_WORDS = {FIRST_FORMAT: 3, FIRST_LINE: 4}
"""Words of the closing line, by the first line."""


def load(text: str, components: str | PathLike[str] | None = None) -> Match:
    """Read a transcript back. If it was played with corrected figures, give the same component file."""
    if not isinstance(text, str):
        raise NotATranscript(expected=FIRST_LINE)
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line.partition("#")[0].strip()) for number, line in numbered if not line.startswith("#")]
    if not lines or lines[0][1] not in CLOSING_WORDS:
        raise NotATranscript(expected=FIRST_LINE)
    blank = next((at for at, (_, line) in enumerate(lines) if not line), len(lines))
    head = [" ".join(line.split()) for _, line in lines[1:blank]]
    match = _begin_from(dict(line.partition(" ")[::2] for line in head), components)
    body = [(number, line) for number, line in lines[blank:] if line]
    *actions, (_, closing) = body or [(0, "")]
    words = closing.split()
    is_whole = words[:2] == ["end", str(len(actions))] and all(len(word) >= DIGITS for word in words[2:])
    if not is_whole or len(words) != CLOSING_WORDS[lines[0][1]]:
        raise TranscriptTruncated(actions=len(body))
    for number, line in actions:
        try:
            match.play(line)
        except UlpiaError as error:
            raise TranscriptBroken(line=number, why=error) from error
    expected = closing_line(head, [str(action) for action in match.actions], match.digest).split()
    if words != expected[: len(words)]:
        raise TranscriptDoctored()
    return match


def _begin_from(head: dict[str, str], components: str | PathLike[str] | None) -> Match:
    for entry in ("game", "seats", "seed", "rules", "components"):
        if not head.get(entry):
            raise BadTranscriptHead(entry=entry)
    game = find_game(head.pop("game"))
    numbers = {}
    for entry in ("seats", "seed", "rules"):
        value = head.pop(entry)
        if not value.isdecimal() or len(value) > MOST_DIGITS:
            raise BadTranscriptHead(entry=f"{entry} {value}")
        numbers[entry] = int(value)
    if numbers["rules"] != game.rules_version:
        raise OtherRules(written=numbers["rules"], here=game.rules_version)
    written = head.pop("components")
    here = game.read_components(check_path(components)).digest
    if written != here:
        raise OtherComponents(written=written, here=here)
    return new(game.name, numbers["seats"], numbers["seed"], components, **head)
