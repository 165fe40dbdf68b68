"""A picture that stands alone: variables, states and inherited colours written out, so that any viewer can show it.

Browsers know CSS variables; most other programs that read SVG do not. Each symbol is written once for each pair of
colours it is used with, under an id that tells its content, so that two pictures on one page cannot disturb each other.
"""

import math
import re
from functools import lru_cache
from zlib import crc32

from ulpia.render.css import variables
from ulpia.render.svg import (
    el,
    n,
    polar,
    text,
    unmarked,
)
from ulpia.render.symbols import DRAWINGS, TESSERAE, box

USE = re.compile(r'<use href="#([\w-]+)"([^>]*?)(?: style="([^"]*)")?/>')
UNSEEN = re.compile(r'<(?:path|rect|circle)[^>]* class="(?:halo|hit)"[^>]*/>')
CLASSED = re.compile(r'<g class="([^"]*)"')
LETTERING = re.compile(r'<text ([^>]*?)style="([^"]*)"')
VALUE = re.compile(r"var\(--([\w-]+)(?:,[^()]*)?\)")
CUT = "var(--cut,var(--face))"
CURVED = re.compile(r'<text class="serif" style="([^"]*)"><textPath href="#([\w-]+)"[^>]*>([^<]*)</textPath></text>')
LOOKS = {
    "dim": "opacity:.38",
    "ghost": "opacity:.55",
    "asleep": "opacity:.42",
}
"""What the classes of the states say, for those that a picture has of itself."""
SIZES = ("font-size", "letter-spacing")
WIDTHS = {
    **dict(A=0.72, B=0.61, C=0.67, D=0.77, E=0.56, F=0.53, G=0.74, H=0.8, I=0.34, J=0.36, K=0.72, L=0.56, M=0.93),
    **dict(N=0.8, O=0.78, P=0.6, Q=0.78, R=0.66, S=0.53, T=0.62, U=0.77, V=0.72, W=0.98, X=0.68, Y=0.66, Z=0.65),
    **dict(Ä=0.72, Ö=0.78, Ü=0.77),
}
"""Of capitals, in em."""


@lru_cache(1 << 7)
def portable(markup: str, game: str, theme: str) -> tuple[str, dict[str, str]]:
    """The markup written out, and the definitions it needs, by id. Kept a while: most districts outlast a move."""
    needed: dict[str, str] = {}

    def used(match: re.Match[str]) -> str:
        name, rest, style = match.groups()
        ident, symbols = _specialise(name, *_paint(style or "", "var(--ink)", "var(--face)"))
        needed.update(symbols)
        return f'<use href="#{ident}"{rest}/>'

    plain = USE.sub(used, UNSEEN.sub("", unmarked(markup)))
    plain = CURVED.sub(lambda match: _uncurled(plain, *match.groups()), plain)
    plain = LETTERING.sub(_lettered, CLASSED.sub(_looked, plain))
    defs = {ident: _resolve_symbol(symbol, game, theme) for ident, symbol in needed.items()}
    if "#tesserae" in plain:
        defs["tesserae"] = TESSERAE
    return _resolve(plain, game, theme), defs


@lru_cache(1 << 9)
def _paint(style: str, color: str, cut: str) -> tuple[str, str]:
    """The colours a style gives, or those it inherits."""
    for part in style.split(";"):
        key, _, value = part.partition(":")
        if key == "color":
            color = value
        elif key == "--cut":
            cut = value
    return color, cut


@lru_cache(1 << 10)
def _specialise(name: str, color: str, cut: str) -> tuple[str, dict[str, str]]:
    """The id of a symbol in two colours; and it itself, with those within it."""
    needed: dict[str, str] = {}

    def inner(match: re.Match[str]) -> str:
        within, rest, style = match.groups()
        ident, symbols = _specialise(within, *_paint(style or "", color, cut))
        needed.update(symbols)
        return f'<use href="#{ident}"{rest}/>'

    body = USE.sub(inner, DRAWINGS[name]).replace(CUT, cut).replace("currentColor", color)
    ident = f"{name}-{crc32(body.encode()):08x}"
    return ident, needed | {ident: el("symbol", body, id=ident, viewBox=box(name))}


def _uncurled(markup: str, style: str, ident: str, words: str) -> str:
    """Lettering along an arc, letter by letter: few programs but browsers know how to bend a line of text."""
    number = r"([-\d.]+)"
    found = re.search(rf'd="M{number} {number}A{number} {number} 0 0 ([01]) {number} {number}" id="{ident}"', markup)
    if found is None:
        return ""
    x1, y1, r, _, _, x2, y2 = map(float, found.groups())
    clockwise = found[5] == "1"
    dx, dy = x2 - x1, y2 - y1
    half = math.hypot(dx, dy) / 2
    away = math.sqrt(max(0.0, r * r - half * half)) / (2 * half)
    side = 1 if clockwise else -1
    cx, cy = (x1 + x2) / 2 - side * dy * away, (y1 + y2) / 2 + side * dx * away
    size, spacing = (float(m[1]) for m in (re.search(rf"{key}:{number}px", style) for key in SIZES) if m)
    widths = [WIDTHS.get(letter, 0.7) * size + spacing for letter in words]
    middle = math.degrees(math.atan2((y1 + y2) / 2 - cy, (x1 + x2) / 2 - cx)) + 90
    at, body = -(sum(widths) - spacing) / 2, []
    for letter, width in zip(words, widths):
        turn = middle + side * math.degrees((at + (width - spacing) / 2) / r)
        x, y = polar(cx, cy, r, turn)
        tilt = f"rotate({n(turn if clockwise else turn + 180)} {n(x)} {n(y)})"
        body.append(text(x, y, letter, size, 700, "var(--card)", serif=True, transform=tilt))
        at += width
    return "".join(body)


def _looked(match: re.Match[str]) -> str:
    looks = [LOOKS[name] for name in match[1].split() if name in LOOKS]
    return f'{match[0]} style="{";".join(looks)}"' if looks else match[0]


def _lettered(match: re.Match[str]) -> str:
    family = "var(--serif)" if 'class="serif"' in match[1] else "var(--sans)"
    ink = "" if "fill:" in match[2] else ";fill:var(--ink)"
    return f'<text {match[1]}style="{match[2]}{ink};font-family:{family}"'


@lru_cache(1 << 11)
def _resolve_symbol(markup: str, game: str, theme: str) -> str:
    return _resolve(markup, game, theme)


def _resolve(markup: str, game: str, theme: str) -> str:
    known = _values(game, theme)
    return VALUE.sub(lambda match: known[match[1]], markup)


@lru_cache(8)
def _values(game: str, theme: str) -> dict[str, str]:
    return {name: value.replace('"', "'") for name, value in variables(game, theme).items()}
