"""A picture that stands alone: variables, states and inherited colours written out, so that any viewer can show it.

Browsers know CSS variables; most other programs that read SVG do not. Each symbol is written once for each pair of
colours it is used with, under an id that tells its content, so that two pictures on one page cannot disturb each other.
"""

import re
from functools import lru_cache
from zlib import crc32

from ulpia.render.drawing import el
from ulpia.render.styles import variables
from ulpia.render.symbols import DRAWINGS, TESSERAE, box

USE = re.compile(r'<use href="#([\w-]+)"([^>]*?)(?: style="([^"]*)")?/>')
UNSEEN = re.compile(r'<(?:path|rect|circle) class="(?:halo|hit)"[^>]*/>')
CLASSED = re.compile(r'<g class="([^"]*)"')
LETTERING = re.compile(r'<text ([^>]*?)style="([^"]*)"')
VALUE = re.compile(r"var\(--([\w-]+)(?:,[^()]*)?\)")
CUT = "var(--cut,var(--face))"
LOOKS = {
    "dim": "opacity:.38",
    "ghost": "opacity:.55",
    "asleep": "opacity:.42",
    "rimmed": "filter:drop-shadow(0 0 .6px var(--card)) drop-shadow(0 0 .6px var(--card))",
}
"""What the classes of the states say, for those that a picture has of itself."""


def portable(markup: str, game: str, theme: str) -> tuple[str, str]:
    """The markup written out, and the symbols it needs, to be put into <defs> before it."""
    needed: dict[str, str] = {}

    def used(match: re.Match[str]) -> str:
        name, rest, style = match.groups()
        ident = _specialise(name, *_paint(style or "", "var(--ink)", "var(--face)"), needed)
        return f'<use href="#{ident}"{rest}/>'

    plain = USE.sub(used, UNSEEN.sub("", markup))
    plain = LETTERING.sub(_lettered, CLASSED.sub(_looked, plain))
    defs = "".join(needed.values()) + (TESSERAE if "#tesserae" in plain else "")
    return _resolve(plain, game, theme), _resolve(defs, game, theme)


def _paint(style: str, color: str, cut: str) -> tuple[str, str]:
    """The colours a style gives, or those it inherits."""
    for part in style.split(";"):
        key, _, value = part.partition(":")
        if key == "color":
            color = value
        elif key == "--cut":
            cut = value
    return color, cut


def _specialise(name: str, color: str, cut: str, needed: dict[str, str]) -> str:
    """A symbol in two colours; those within it first."""

    def inner(match: re.Match[str]) -> str:
        within, rest, style = match.groups()
        return f'<use href="#{_specialise(within, *_paint(style or "", color, cut), needed)}"{rest}/>'

    body = USE.sub(inner, DRAWINGS[name]).replace(CUT, cut).replace("currentColor", color)
    ident = f"{name}-{crc32(body.encode()):08x}"
    needed[ident] = el("symbol", body, id=ident, viewBox=box(name))
    return ident


def _looked(match: re.Match[str]) -> str:
    looks = [LOOKS[name] for name in match[1].split() if name in LOOKS]
    return f'{match[0]} style="{";".join(looks)}"' if looks else match[0]


def _lettered(match: re.Match[str]) -> str:
    family = "var(--serif)" if 'class="serif"' in match[1] else "var(--sans)"
    ink = "" if "fill:" in match[2] else ";fill:var(--ink)"
    return f'<text {match[1]}style="{match[2]}{ink};font-family:{family}"'


def _resolve(markup: str, game: str, theme: str) -> str:
    known = variables(game, theme)

    @lru_cache(256)
    def value(name: str) -> str:
        return known.get(name, "none").replace('"', "'")

    return VALUE.sub(lambda match: value(match[1]), markup)
