"""Reading a transcript back. Whatever is wrong with it has a name: cut off, changed, of other rules or figures."""

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
    new,
)
from ulpia.registry import find_game

MOST_DIGITS = 78


def load(text: str, components: str | PathLike[str] | None = None) -> Match:
    """Read a transcript back. If it was played with corrected figures, give the same component file."""
    if not isinstance(text, str):
        raise NotATranscript(expected=FIRST_LINE)
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line.partition("#")[0].strip()) for number, line in numbered if not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise NotATranscript(expected=FIRST_LINE)
    blank = next((at for at, (_, line) in enumerate(lines) if not line), len(lines))
    head = dict(line.partition(" ")[::2] for _, line in lines[1:blank])
    match = _begin_from(head, components)
    body = [(number, line) for number, line in lines[blank:] if line]
    *actions, (_, closing) = body or [(0, "")]
    words = closing.split()
    if len(words) != 3 or words[0] != "end" or words[1] != str(len(actions)) or len(words[2]) < DIGITS:
        raise TranscriptTruncated(actions=len(body))
    for number, line in actions:
        try:
            match.play(line)
        except UlpiaError as error:
            raise TranscriptBroken(line=number, why=error) from error
    if match.digest != words[2]:
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
