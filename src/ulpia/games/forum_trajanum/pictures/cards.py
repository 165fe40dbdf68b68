"""The Trajan cards of all three cycles: the one that is scored next large, with how often it is fulfilled now."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.formations import collection, formation
from ulpia.games.forum_trajanum.pictures.scene import Scene
from ulpia.render.pieces import heading, slab
from ulpia.render.svg import NOTHING, Element, district, group, joined, n, path, text, title, use, wrapped
from ulpia.render.words import Wording

WIDTH, HEIGHT = 222, 110
LARGE, SMALL, SMALL_X = 152, 64, 158
Fixed = tuple[tuple[str, str], ...]
FULFILLED, MISSING = "var(--p-laurel)", "var(--card-ink)"


def _tab(x: float, y: float, w: float, h: float, r: float) -> Element:
    """Draw the green edge of a card, which bears its cycle."""
    d = f"M{n(x)} {n(y + r)}a{n(r)} {n(r)} 0 0 1 {n(r)} {n(-r)}H{n(x + w)}V{n(y + h)}H{n(x + r)}"
    return path(f"{d}a{n(r)} {n(r)} 0 0 1{n(-r)} {n(-r)}Z", fill="var(--p-trajan)")


def _count(y: float, times: int) -> Element:
    """Draw how often a task is fulfilled now."""
    ink = FULFILLED if times else MISSING
    tick = use("check", LARGE - 25, y - 5, 11, ink) if times else NOTHING
    return tick + text(LARGE - 8, y, times, 15, 700, ink, "end")


def _lines(x: float, cy: float, words: str, width: float) -> Element:
    """Draw a task in words, in as many short lines as it needs."""
    size = 11.0
    lines = wrapped(words, size, width)
    if len(lines) > 3:
        size = 10.0
        lines = wrapped(words, size, width)
    y = cy - (len(lines) - 1) * (size + 0.6) / 2 + size * 0.36
    ink = MISSING
    return joined(
        text(x, y + (size + 0.6) * i, line, size, 400, ink, "start", fit=width) for i, line in enumerate(lines)
    )


@lru_cache(1 << 10)
def _large(
    wording: Wording, cycle: int, build: str, collect: str, head: int, built: int, had: int, fixed: Fixed
) -> Element:
    """Draw the card in force: both tasks drawn and in words."""
    top = 22
    label = wording.say(
        "trajan_card_label",
        cycle=names.CYCLES[cycle],
        build=wording.noun("build_tasks", build),
        collect=wording.noun("collect_tasks", collect),
        built=built,
        had=had,
        head=head,
    )
    body = [
        slab(0, top, LARGE, 84, r=7),
        _tab(0, top, 26, 84, 7),
        text(13, 54, names.CYCLES[cycle], 16, 600, "var(--ivory)", serif=True),
        text(13, 76, head, 16, 700, "var(--ivory)"),
        text(13, 89, wording.say("each"), 10, 600, "var(--ivory)", fit=24),
        group(
            formation(build, 48, 45, 38, fixed),
            _lines(71, 45, wording.say(f"build_{_key(build)}"), 54),
            _count(51, built),
            data_help="build-task",
        ),
        path(f"M31 68.5H{LARGE - 6}", stroke="var(--face-2)", stroke_width=1.3),
    ]
    body.append(group(collection(collect, 42, 87, 20, 22.5), _count(93, had), data_help="collect-task"))
    return group(*body, id=f"trajan-card-{cycle + 1}", aria_label=label)


def _key(task: str) -> str:
    return task.replace(" ", "_")


@lru_cache(1 << 10)
def _small(wording: Wording, cycle: int, build: str, collect: str, place: int, is_past: bool, fixed: Fixed) -> Element:
    """Draw a card of another cycle: to come, or scored already."""
    y, x = 22 + 43.5 * place, SMALL_X
    body = [
        slab(x, y, SMALL, 40.5, r=5),
        _tab(x, y, 15, 40.5, 5),
        text(x + 7.5, y + 24.5, names.CYCLES[cycle], 11, 600, "var(--ivory)", serif=True),
        formation(build, x + 39.5, y + 12.5, 21, fixed),
        collection(collect, x + 23, y + 32.5, 10.5, 11.2),
    ]
    if is_past:
        body.append(use("check", x + SMALL - 8, y + 9, 10, FULFILLED))
    key = "trajan_card_past" if is_past else "trajan_card_next"
    words = wording.say(
        key,
        cycle=names.CYCLES[cycle],
        build=wording.noun("build_tasks", build),
        collect=wording.noun("collect_tasks", collect),
    )
    return group(
        title(words),
        group(*body, class_="ghost" if is_past else None),
        id=f"trajan-card-{cycle + 1}",
        aria_label=words,
    )


def trajan_cards(scene: Scene) -> Element:
    """Draw all cards in play."""
    label = scene.say("trajan_card")
    return district("cards", WIDTH, HEIGHT, *card_parts(scene), label=label, data_help="trajan-card")


def card_parts(scene: Scene) -> list[Element]:
    """Draw the next card to be scored large, the others small beside it."""
    view, wording = scene.view, scene.wording
    now = view.cycle - 1
    fixed = tuple(scene.structures.items())
    dealt = {cycle: card for cycle, card in enumerate(view.trajan_cards) if card is not None}
    large = next((cycle for cycle in dealt if cycle >= now), max(dealt, default=None))
    body = [heading(0, 12, "trajan", wording.say("trajan_card"), "var(--trajan)", WIDTH)]
    if large is not None:
        forecast, card = scene.me.forecast, dealt.pop(large)
        times = (forecast.build, forecast.collect) if large == now else (0, 0)
        drawn = _large(wording, large, card.build, card.collect, scene.me.prestige.head, *times, fixed)
        body.append(group(drawn, id="trajan-card-now"))
    for place, (cycle, card) in enumerate(dealt.items()):
        is_past = cycle < now or view.over
        drawn = _small(wording, cycle, card.build, card.collect, place, is_past, fixed)
        body.append(group(drawn, id=f"trajan-card-beside-{place}"))
    if not dealt:
        body.append(_none(wording))
    return body


@lru_cache(8)
def _none(wording: Wording) -> Element:
    """Say that there is no other card: the introductory game has one for the last cycle alone."""
    words = wording.say("no_other_card")
    lines = wrapped(words, 11, SMALL)
    ink = "var(--ink-3)"
    return joined(text(SMALL_X, 52 + 14 * i, s, 11, 400, ink, "start", fit=SMALL) for i, s in enumerate(lines))
