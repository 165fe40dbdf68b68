"""Cycle and round, and the two streets of this round."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import ROUNDS_IN_CYCLE
from ulpia.games.forum_trajanum.pictures.cards import card_parts
from ulpia.games.forum_trajanum.pictures.colonia import street_hue, street_sign
from ulpia.games.forum_trajanum.pictures.scene import Scene
from ulpia.render.pieces import heading, slab
from ulpia.render.svg import Element, circle, district, group, moved, opt, rect, text, use
from ulpia.render.words import Wording

CLOCK_WIDTH, STREETS_WIDTH, HEIGHT = 64, 110, 110
CARD_WIDTH = 53


def crumb(scene: Scene) -> str:
    """Return where the game stands, in a few words."""
    if scene.view.over:
        return scene.say("crumb_over")
    return scene.say("crumb", cycle=names.CYCLES[scene.view.cycle - 1], round=scene.round_of_cycle)


def clock(scene: Scene) -> Element:
    """Draw the cycle as a great numeral, a dot for each of its rounds; a wreath when all is over."""
    view, wording, cx = scene.view, scene.wording, CLOCK_WIDTH / 2
    cycle = names.CYCLES[view.cycle - 1]
    done = scene.round_of_cycle if view.streets.shown or view.over else scene.round_of_cycle - 1
    words = wording.say("cycle").upper()
    body = [
        text(cx, 12, words, 11.5, 600, "var(--bronze)", serif=True, spacing=1.3, fit=CLOCK_WIDTH),
        circle(cx, 56, 31, fill="var(--card)", stroke="var(--bronze-2)", stroke_width=1.6),
        use("laurel", cx, 56, 40, "var(--bronze)") if view.over else text(cx, 67, cycle, 33, 600, serif=True),
    ]
    for i in range(ROUNDS_IN_CYCLE):
        face = "var(--terracotta)" if i < done else "none"
        x = cx + (i - (ROUNDS_IN_CYCLE - 1) / 2) * 13
        body.append(circle(x, 103, 4.2, fill=face, stroke="var(--terracotta)", stroke_width=1.4))
    label = wording.say("over") if view.over else wording.say("clock", cycle=cycle, round=scene.round_of_cycle)
    return district("clock", CLOCK_WIDTH, HEIGHT, *body, label=label, data_help="cycle")


@lru_cache(1 << 8)
def _card(wording: Wording, number: int, street: str) -> Element:
    """Draw a street card: the band of a row or a column, its sign, its name."""
    x, w, is_row, hue = 57.0 * number, CARD_WIDTH, street.startswith("row"), street_hue(street)
    band = (x + 3, 49, w - 6, 30) if is_row else (x + w / 2 - 14, 25, 28, 78)
    words = wording.noun("streets", street)
    return opt(
        f"street-card-{number}",
        slab(x, 22, w, 84, r=7),
        rect(*band, fill=hue, fill_opacity=0.22),
        street_sign(street, x + w / 2, 60, 34),
        text(x + w / 2, 99, words, 11.5, 600, "var(--card-ink)", fit=w - 6),
        halo=rect(x - 1.5, 20.5, w + 3, 88, 8),
        label=wording.say("street_card", street=words),
    )


@lru_cache(1 << 4)
def _face_down(number: int) -> Element:
    """Draw a street card to come."""
    x, w = 57.0 * number, CARD_WIDTH
    frame = rect(x + 4, 26, w - 8, 76, 4, fill="none", stroke="var(--gold-3)", stroke_width=1.2)
    body = slab(x, 22, w, 84, "var(--back)", "var(--back-edge)", r=7) + frame
    return group(body, use("street-c2", x + w / 2, 64, 28, "var(--gold-2)", "var(--back)"), id=f"street-card-{number}")


def _streets(scene: Scene) -> list[Element]:
    wording, shown = scene.wording, scene.view.streets.shown
    body = [heading(0, 12, "street-c2", wording.say("streets"), fit=STREETS_WIDTH)]
    body += [
        _card(wording, number, shown[number]) if number < len(shown) else _face_down(number)
        for number in range(len(names.CARDS))
    ]
    return body


def streets_and_cards(scene: Scene) -> Element:
    """Draw the streets and beside them the Trajan cards, for a small screen."""
    words = scene.say("streets")
    cards = moved(STREETS_WIDTH + 12, 0, *card_parts(scene), id="cards-beside", data_help="trajan-card")
    body = (*_streets(scene), cards)
    return district("streets", 344, HEIGHT, *body, label=words, data_help="street-card")


def streets(scene: Scene) -> Element:
    """Draw the two cards of this round; before the first one their backs."""
    wording, body = scene.wording, _streets(scene)
    return district("streets", STREETS_WIDTH, HEIGHT, *body, label=wording.say("streets"), data_help="street-card")
