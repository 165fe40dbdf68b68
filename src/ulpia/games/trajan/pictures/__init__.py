"""The pictures of Trajan, a district a file."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path

from ulpia.core.i18n import Texts
from ulpia.core.view import Question
from ulpia.games.trajan.pictures import clock
from ulpia.games.trajan.pictures.circle import action_circle
from ulpia.games.trajan.pictures.construction import construction
from ulpia.games.trajan.pictures.emblem import emblem, miniature
from ulpia.games.trajan.pictures.forum import forum
from ulpia.games.trajan.pictures.gesture import BEGINNINGS, gesture
from ulpia.games.trajan.pictures.grid import PANELS, layout, upright
from ulpia.games.trajan.pictures.hand import display, hand
from ulpia.games.trajan.pictures.help_keys import HELP_KEYS
from ulpia.games.trajan.pictures.mat import mat
from ulpia.games.trajan.pictures.places import landings, places
from ulpia.games.trajan.pictures.provinces import provinces
from ulpia.games.trajan.pictures.rivals import rival, rival_display, strip
from ulpia.games.trajan.pictures.scene import Player, Scene, TrajanView
from ulpia.games.trajan.pictures.seaport import seaport
from ulpia.games.trajan.pictures.senate import senate
from ulpia.games.trajan.pictures.stacks import stacks
from ulpia.games.trajan.pictures.symbols import SYMBOLS
from ulpia.render.interface import District, Parts, Pictures
from ulpia.render.layout import rivals_of
from ulpia.render.pieces import ROMAN
from ulpia.render.svg import Element
from ulpia.render.words import Speech

FOLDER = Path(__file__).parent
TEXTS = Texts(FOLDER / "text")
SHOWN_IN_CIRCLE = ("choose_tiles", "arrange", "lay", "fulfil", "perform")
"""Questions that mark a tray or a slot of the action circle."""


def own(view: TrajanView) -> Player:
    """Return the player from whose seat the table is seen."""
    return view.players[view.viewer or 0]


def asked(view: TrajanView, *kinds: str) -> Question | None:
    """Return what the viewer is asked, if it is of one of these kinds: other questions change nothing in a district."""
    question = view.question if view.seat == view.viewer else None
    return question if question is not None and question.kind in kinds else None


def circle_parts(view: TrajanView) -> Parts:
    """Return what the action circle is drawn from."""
    me, question = own(view), asked(view, *SHOWN_IN_CIRCLE)
    sowing = (view.sowing, view.target) if question is not None and question.kind == "lay" else ()
    return view.viewer, question, *sowing, me.trays, me.slots, me.arch, me.plus_two, me.points


def mat_parts(view: TrajanView) -> Parts:
    """Return what the mat is drawn from."""
    me, arranging = own(view), asked(view, "arrange")
    sowing = (view.sowing,) if arranging is not None else ()
    tiles = (me.constructions, me.set_points, me.kept_demands, me.tiles, me.bonus_tiles)
    figures = (me.supply, me.legionnaires, me.workers, me.votes)
    return view.viewer, arranging, *sowing, *tiles, *figures, view.printed


def provinces_parts(view: TrajanView) -> Parts:
    """Return what the map is drawn from."""
    return view.provinces, *((player.leader, player.legionnaires) for player in view.players)


def clock_parts(view: TrajanView) -> Parts:
    """Return what the sundial and the demands are drawn from."""
    me, time = own(view), (view.time, view.quarter, view.round, view.over, view.printed.rounds)
    return *time, view.demands, me.demands_met, me.demand_costs, view.leading if view.over else ()


def senate_parts(view: TrajanView) -> Parts:
    """Return what the senate is drawn from."""
    return view.senate, view.printed.bonus_values, *((player.senate, player.votes) for player in view.players)


def seaport_parts(view: TrajanView) -> Parts:
    """Return what ships and piles are drawn from."""
    cards, question = view.cards, view.question
    loading = (question, view.load, view.loaded) if question is not None and question.kind == "load" else ()
    return cards.hidden, cards.left, cards.right, view.ships, view.ship_points, *loading


def hand_parts(view: TrajanView) -> Parts:
    """Return what the cards in the hand are drawn from."""
    me = own(view)
    return me.hand, me.known, me.cards, me.display


def rival_parts(view: TrajanView, seat: int) -> Parts:
    """Return what the panel of a rival is drawn from."""
    player = view.players[seat]
    circle = (player.trays, player.slots, player.arch, player.plus_two)
    facts = (player.points, player.cards, player.hand, player.supply, player.senate, player.kept_demands)
    pieces = (player.tiles, player.constructions, player.bonus_tiles)
    return view.seat == seat, *circle, *facts, *pieces, player.votes


def display_parts(view: TrajanView, seat: int) -> Parts:
    """Return what is drawn of a rival's cards."""
    player = view.players[seat]
    return player.display, player.known, player.hand


def strip_parts(view: TrajanView, seat: int) -> Parts:
    """Return what the strip of a rival is drawn from."""
    player = view.players[seat]
    return view.seat == seat, player.points, player.trays, player.slots, player.arch, player.plus_two


def drawn(painter: Callable[[Scene], Element]) -> Callable[[TrajanView, Speech, bool], Element]:
    """Let a painter of scenes draw views."""
    return lambda view, speech, small: painter(Scene(view, speech, small))


DISTRICTS: dict[str, District[TrajanView]] = {
    "circle": District(drawn(action_circle), circle_parts),
    "mat": District(drawn(mat), mat_parts),
    "provinces": District(drawn(provinces), provinces_parts),
    "time": District(drawn(clock.clock), clock_parts),
    "forum": District(drawn(forum), lambda view: (view.forum, view.extra_actions)),
    "senate": District(drawn(senate), senate_parts),
    "construction": District(
        drawn(construction), lambda view: (view.sites, *(player.workers for player in view.players))
    ),
    "seaport": District(drawn(seaport), seaport_parts),
    "stacks": District(drawn(stacks), lambda view: (view.stacks,)),
    "hand": District(drawn(hand), hand_parts),
    "display": District(drawn(display), lambda view: (own(view).display,)),
}
"""Districts of every view."""


def districts(view: TrajanView, small: bool) -> Mapping[str, District[TrajanView]]:
    """Return eleven districts of the table, and two for each rival."""
    return _districts(view.viewer, view.seats, small)


@lru_cache(64)
def _districts(viewer: int | None, seats: int, small: bool) -> dict[str, District[TrajanView]]:
    found = dict(DISTRICTS)
    for seat in rivals_of(viewer, seats):
        found[f"player-{seat}"] = District(drawn(partial(rival, seat=seat)), partial(rival_parts, seat=seat))
        if small:
            found[f"strip-{seat}"] = District(drawn(partial(strip, seat=seat)), partial(strip_parts, seat=seat))
        else:
            painter = partial(rival_display, seat=seat)
            found[f"display-{seat}"] = District(drawn(painter), partial(display_parts, seat=seat))
    return found


def say_part(number: int, language: str) -> str:
    """Say a quarter in words."""
    return TEXTS.say(language, "part", number=ROMAN[number - 1])


PICTURES = Pictures(
    districts=districts,
    layout=layout,
    upright=upright,
    panels=lambda _seats: PANELS,
    places=places,
    landings=landings,
    crumb=lambda view, speech: clock.crumb(Scene(view, speech)),
    say_part=say_part,
    emblem=emblem,
    miniature=miniature,
    symbols=SYMBOLS,
    texts=TEXTS,
    style=(FOLDER / "style.css").read_text(encoding="utf-8"),
    help_keys=frozenset(HELP_KEYS),
    beginnings=BEGINNINGS,
    gesture=gesture,
)
