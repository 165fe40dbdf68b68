"""Plain pictures of any game, drawn from the fields of its view: good enough to play a small game in the browser.

The board shows the fields of the view, a card for each player the fields of that player. A field is a row: its name
(`names.fields` in the texts of the game, or the name in the code), then a chip for each value. Options are buttons
beside the prompt.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import fields

from ulpia.core.actions import Action
from ulpia.core.game import Game
from ulpia.core.view import PlayerView, View
from ulpia.render.interface import District, Panel, Parts, Pictures
from ulpia.render.layout import WIDE, WIDTH, Box, Layout, rivals_of
from ulpia.render.pieces import heading, seat_colour, seat_mark, signed
from ulpia.render.svg import Element, circle, district, group, measure, rect, shared, shortened, svg, text, use
from ulpia.render.words import SHARED, Speech

RAIL = 1036
OWN, BOARD = Box(24, 142, 344, 638), Box(402, 64, 616, 716)
HUES = ("terracotta", "laurel", "bronze", "seat-1", "seat-3", "seat-2", "ink-3")
HEAD = frozenset(field.name for kind in (View, PlayerView) for field in fields(kind))
"""Fields that every game has; prompt, points and names show them."""
NOT_KNOWN = "–"
Row = tuple[str, tuple[str, ...]]
"""The name of a field, and its values in words."""


class Style(NamedTuple):
    """How large the rows of a card are."""

    width: float
    label: float
    """Room for the names of the fields."""
    size: float
    """Of the letters."""


LARGE, MEDIUM, TINY = Style(616, 150, 17), Style(344, 110, 14), Style(214, 62, 10.5)


@cache
def default_pictures(game: Game) -> Pictures[View]:
    """Return pictures for a game that has none of its own."""
    return Pictures(
        districts=_districts,
        layout=partial(_layout, game),
        panels=lambda _seats: {"table": Panel("cards", ("board", "own"))},
        places=_no_places,
        crumb=lambda view, speech: speech.say("crumb_over") if view.over else speech.say("turn", turn=view.turn),
        say_part=lambda _number, language: SHARED.say(language, "whole_game"),
        emblem=partial(_emblem, game),
        miniature=_miniature,
        texts=SHARED,
        help_keys=frozenset(),
    )


def _districts(view: View, small: bool) -> dict[str, District[View]]:
    found = {"board": District(_board, _board_parts), "own": District(_own, _own_parts)}
    for seat in rivals_of(view.viewer, view.seats):
        parts = partial(_rival_parts, seat=seat)
        found[f"player-{seat}"] = District(partial(_rival, seat=seat), parts)
        if small:
            found[f"strip-{seat}"] = District(partial(_strip, seat=seat), parts)
    return found


def _board_parts(view: View) -> Parts:
    return tuple(getattr(view, field.name) for field in fields(view) if field.name not in HEAD)


def _own_parts(view: View) -> Parts:
    own = view.viewer or 0
    return own, view.players[own], view.seat == own


def _rival_parts(view: View, seat: int) -> Parts:
    return view.players[seat], view.seat == seat


def _board(view: View, speech: Speech, small: bool) -> Element:
    title = speech.game.texts.find(speech.language, "title")
    rows, height = _rows("board", _fields(view, speech), LARGE, 28)
    body = (heading(0, 12, "cards", title, fit=LARGE.width), *rows)
    return district("board", LARGE.width, max(120 if small else BOARD.h, height), *body, label=title)


def _own(view: View, speech: Speech, small: bool) -> Element:
    own = view.viewer or 0
    player = view.players[own]
    rows, height = _rows("own", _fields(player, speech), MEDIUM, 44)
    head = _name(speech, player, view.seat == own, MEDIUM.width, 22)
    tall = max(120 if small else OWN.h, height)
    return district("own", MEDIUM.width, tall, head, *rows, label=speech.name(own), data_home=own)


def _rival(view: View, speech: Speech, small: bool, seat: int) -> Element:
    player = view.players[seat]
    rows, height = _rows(f"rival-{seat}", _fields(player, speech), TINY, 26)
    head = _name(speech, player, view.seat == seat, TINY.width, 15)
    return district(
        f"player-{seat}",
        TINY.width + 18,
        max(114, height + 12),
        head,
        *rows,
        label=speech.name(seat),
        left=-9,
        top=-6,
        lean=True,
        data_home=None if small else seat,
    )


def _strip(view: View, speech: Speech, _small: bool, seat: int) -> Element:
    """Draw a rival for the top of a small screen. 114 x 54."""
    player = view.players[seat]
    head = _name(speech, player, view.seat == seat, 108, 15)
    return district(f"strip-{seat}", 114, 54, head, label=speech.name(seat), left=-3, lean=True, data_home=seat)


def _name(speech: Speech, player: PlayerView, decides: bool, width: float, size: float) -> Element:
    """Draw shape, name and points of a seat."""
    seat, points = player.seat, signed(player.points)
    room = width - size * 1.5 - measure(points, size)
    shape = use("play", size / 2, size * 0.6, size * 0.7, "var(--terracotta)") if decides else _shape(seat, size)
    return group(
        shape,
        text(size * 1.2, size, shortened(speech.name(seat), size, room), size, 600, anchor="start", serif=True),
        text(width, size, points, size, 600, anchor="end", serif=True, data_points=seat),
        id=f"name-{seat}",
        aria_label=speech.say("player", name=speech.name(seat), points=points),
    )


@shared(64)
def _shape(seat: int, size: float) -> Element:
    return seat_mark(size / 2, size * 0.6, size * 0.7, seat)


def _fields(struct: Struct, speech: Speech) -> list[Row]:
    """Return a row for each field that not every game has."""
    names = speech.game.texts.table(speech.language).get("names", {}).get("fields", {})
    found = []
    for field in fields(struct):
        if field.name not in HEAD:
            name = names.get(field.name, field.name.replace("_", " ").capitalize())
            found.append((name, tuple(_values(getattr(struct, field.name)))))
    return found


def _values(value: object) -> Iterator[str]:
    """Yield the values of a field in words, a chip each."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            count = isinstance(inner, int) and not isinstance(inner, bool)
            yield (f"{key} × {inner}" if inner != 1 else str(key)) if count else f"{key}: {_inline(inner)}"
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield _inline(inner)
    else:
        yield _inline(value)


def _inline(value: object) -> str:
    """Return a value as one line."""
    if value is None:
        return NOT_KNOWN
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, Struct):
        return ", ".join(f"{field.name} {_inline(getattr(value, field.name))}" for field in fields(value))
    if isinstance(value, Mapping) or (isinstance(value, Sequence) and not isinstance(value, str)):
        return ", ".join(_values(value)) or NOT_KNOWN
    return str(value)


def _rows(prefix: str, rows: Sequence[Row], style: Style, top: float) -> tuple[list[Element], float]:
    """Draw rows below each other; return them and the height that they need."""
    body, y = [], top
    for number, (name, values) in enumerate(rows):
        drawn, y = _row(f"{prefix}-{number}", name, values, style, y)
        body.append(drawn)
    return body, y


@shared(1 << 10)
def _row(ident: str, name: str, values: tuple[str, ...], style: Style, top: float) -> tuple[Element, float]:
    """Draw the name of a field and its chips, which wrap where they are many; return the height of the next row."""
    size, tall = style.size, style.size * 1.7
    left = style.label + 6
    body = [text(0, top + size * 1.2, name, size * 0.8, 400, "var(--ink-2)", "start", fit=style.label)]
    x, y = left, top
    for words in values or (NOT_KNOWN,):
        shown = shortened(words, size, style.width - left - size)
        wide = max(tall, measure(shown, size) + size)
        if x > left and x + wide > style.width:
            x, y = left, y + tall + size * 0.35
        body.append(rect(x, y, wide, tall, size * 0.4, fill="var(--face)", stroke="var(--edge)"))
        body.append(text(x + wide / 2, y + size * 1.2, shown, size, 600, "var(--card-ink)", fit=wide - size * 0.5))
        x += wide + size * 0.35
    label = f"{name}: {', '.join(values) or NOT_KNOWN}"
    return group(*body, id=ident, aria_label=label), y + tall + size * 0.7


def _layout(game: Game, _seats: int, wide: bool = False) -> Layout:
    rail = (WIDE if wide else WIDTH) - 12 - RAIL
    return Layout(
        slabs=(Box(12, 130, 368, 662), Box(390, 52, 640, 740)),
        prompt=Box(12, 52, 368, 70),
        scores=Box(RAIL, 418, rail, 120),
        log=Box(RAIL, 546, rail, 246),
        places={"own": OWN, "board": BOARD},
        rivals=Box(RAIL, 52, rail, 114),
        sources={source: (HUES[at % len(HUES)], "score") for at, source in enumerate(game.source_names)},
    )


def _no_places(_view: View, _action: Action) -> tuple[str, ...]:
    """Return no place: every option is a button."""
    return ()


def _emblem(game: Game) -> Element:
    """Draw the first letter of the game's title on a dark disc."""
    letter = game.texts.find("en", "title")[:1].upper()
    ground = circle(100, 100, 96, fill="var(--bronze-2)") + circle(100, 100, 90, fill="var(--porphyry)")
    return svg(200, 200, ground, text(100, 140, letter, 112, 600, "var(--gold)", serif=True), aria_hidden="true")


def _miniature(view: View, seat: int) -> Element:
    """Draw the points of a seat in its colour."""
    ground = circle(58, 58, 54, fill=seat_colour(seat))
    points = text(58, 74, signed(view.players[seat].points), 44, 700, "var(--card)")
    return svg(116, 116, ground, points, aria_hidden="true")
