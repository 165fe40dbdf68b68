"""What frames the board in a self-contained picture: the bar above, the prompt, points by source, the log."""

from collections.abc import Mapping, Sequence

from ulpia.core.view import View
from ulpia.render.layout import TOP, WIDTH, Box
from ulpia.render.pieces import heading, seat_mark, signed
from ulpia.render.svg import Element, group, measure, n, path, rect, text, use, wrapped
from ulpia.render.words import Speech


def slab(box: Box, face: str = "var(--slab)", edge: str = "var(--line)") -> Element:
    """Draw a marble slab."""
    shadow = rect(box.x, box.y + 2, box.w, box.h, 10, fill="var(--shade)", fill_opacity=0.1)
    return shadow + rect(box.x, box.y, box.w, box.h, 10, fill=face, stroke=edge)


def top(speech: Speech, crumb: str) -> Element:
    """Draw the bar above: the name of the program, the game, where it stands."""
    title = speech.game.texts.find(speech.language, "title")
    x = 152 + measure(title, 16)
    return (
        rect(0, 0, WIDTH, TOP, fill="var(--slab)")
        + path(f"M0 {TOP}H{WIDTH}", stroke="var(--line)")
        + use("laurel", 22, 22, 20, "var(--bronze)", "var(--slab)")
        + text(38, 28, "ULPIA", 18, 600, anchor="start", serif=True, spacing=5)
        + path("M136 12V32", stroke="var(--line-2)")
        + text(150, 27.5, title, 16, 600, anchor="start", serif=True)
        + text(x + 14, 27, crumb, 13, 400, "var(--ink-2)", "start")
    )


def prompt(view: View, box: Box, speech: Speech) -> Element:
    """Draw who decides, and what."""
    asked, seat = view.question, view.seat
    if asked is None or seat is None:
        who, words = "", speech.say("over")
    else:
        words = speech.game.say_question(asked, speech.language)
        mine = seat == view.viewer
        who = speech.say("your_turn") if mine else speech.say("waiting", name=speech.name(seat))
    body = [
        rect(box.x, box.y, box.w, box.h, 10, fill="var(--bronze-2)"),
        rect(box.x + 5, box.y, box.w - 5, box.h, 10, fill="var(--porphyry)"),
    ]
    size, room = 19.0, box.w - 34
    lines = wrapped(words, size, room)
    if len(lines) > (1 if who else 2):
        size = 15.0
        lines = wrapped(words, size, room)[: 3 if not who else 2]
    y = box.y + box.h / 2 - (len(lines) - 1) * size * 0.56 + (size * 0.75 if who else size * 0.35)
    if who:
        body.append(text(box.x + 20, y - size - 2, who, 12, 400, "var(--gold)", "start", fit=room))
    for i, words_ in enumerate(lines):
        body.append(text(box.x + 20, y + 1.12 * size * i, words_, size, 600, "var(--on-porphyry)", "start", True))
    return group(*body, id="prompt")


def scores(view: View, box: Box, speech: Speech, sources: Mapping[str, tuple[str, str]]) -> Element:
    """Draw points so far by source, on one scale. Lost points are not drawn, but counted in the sum."""
    players = sorted(view.players, key=lambda player: -player.points)
    most = max(1, *(sum(max(0, v) for v in player.sources.values()) for player in players))
    left, room = box.x + 31, box.w - 72
    step = min(20.0, (box.h - 36) / len(players))
    body = [slab(box), heading(box.x + 11, box.y + 20, "", speech.say("points_by_source"), fit=box.w - 22)]
    for row, player in enumerate(players):
        y, x = box.y + 32 + step * row, left
        body.append(seat_mark(box.x + 17, y + 7.5, 11, player.seat))
        for source, (hue, _) in sources.items():
            points = player.sources[source]
            if points > 0:
                w = room * points / most
                body.append(rect(x, y, max(1.0, w - 1), 15, 1.5, fill=f"var(--{hue})"))
                if w > 14:
                    body.append(text(x + w / 2, y + 11.5, points, 11, 700, "var(--card)"))
                x += w
        body.append(text(box.x + box.w - 11, y + 12, signed(player.points), 13, 700, anchor="end"))
    return group(*body, id="scores")


def log(sentences: Sequence[str], box: Box, speech: Speech) -> Element:
    """Draw the latest sentences that fit, the newest below."""
    body = [slab(box), heading(box.x + 11, box.y + 20, "", speech.say("log"), fit=box.w - 22)]
    room = box.h - 42
    shown: list[tuple[str, ...]] = []
    for sentence in reversed(sentences):
        lines = wrapped(sentence, 12, box.w - 22)
        room -= 15 * len(lines) + 5
        if room < 0:
            break
        shown.insert(0, lines)
    y = box.y + 40
    for number, lines in enumerate(shown):
        if number:
            body.append(path(f"M{n(box.x + 11)} {n(y - 10)}h{n(box.w - 22)}", stroke="var(--line)"))
            y += 5
        for words in lines:
            body.append(text(box.x + 11, y, words, 12, 400, "var(--ink)", "start", fit=box.w - 22))
            y += 15
    return group(*body, id="log")
