"""The pictures of Forum Trajanum, a district a file."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path

from ulpia.core.i18n import Texts
from ulpia.core.view import Question
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures import cycle
from ulpia.games.forum_trajanum.pictures.cards import trajan_cards
from ulpia.games.forum_trajanum.pictures.citizens import citizens
from ulpia.games.forum_trajanum.pictures.colonia import colonia
from ulpia.games.forum_trajanum.pictures.emblem import emblem, miniature
from ulpia.games.forum_trajanum.pictures.grid import PANELS, layout, upright
from ulpia.games.forum_trajanum.pictures.hand import CITIZEN, hand
from ulpia.games.forum_trajanum.pictures.help_keys import HELP_KEYS
from ulpia.games.forum_trajanum.pictures.mosaic import mosaic
from ulpia.games.forum_trajanum.pictures.places import landings, places
from ulpia.games.forum_trajanum.pictures.prestige import prestige
from ulpia.games.forum_trajanum.pictures.rivals import rival, rival_display, strip
from ulpia.games.forum_trajanum.pictures.scene import TAKING, ForumTrajanumView, Player, Scene, structures
from ulpia.games.forum_trajanum.pictures.stores import beside, note, resources, ship
from ulpia.games.forum_trajanum.pictures.supply import doubles, singles
from ulpia.games.forum_trajanum.pictures.symbols import SYMBOLS
from ulpia.games.forum_trajanum.pictures.tracks import tracks
from ulpia.render.interface import District, Parts, Pictures
from ulpia.render.layout import rivals_of
from ulpia.render.pieces import ROMAN
from ulpia.render.svg import Element
from ulpia.render.words import Speech

FOLDER = Path(__file__).parent
TEXTS = Texts(FOLDER / "text")
TO_LAY = (*CITIZEN, "place", "first_reward")
"""Questions while which something lies in the hand to be laid."""


def own(view: ForumTrajanumView) -> Player:
    """Return the player from whose seat the table is seen."""
    return view.players[view.viewer or 0]


def asked(view: ForumTrajanumView) -> Question | None:
    """Return what the large seat is asked."""
    return view.question if view.seat == (view.viewer or 0) else None


def is_taking(view: ForumTrajanumView) -> bool:
    """Whether any seat is taking tiles."""
    return view.question is not None and view.question.kind in TAKING


def printed(view: ForumTrajanumView) -> Parts:
    """Return what a district depends on that shows printed figures: the structures, and what is reconstructed."""
    return structures(view), view.reconstructed


def colonia_parts(view: ForumTrajanumView) -> Parts:
    """Return what the colonia is drawn from."""
    me, question = own(view), asked(view)
    about = question.about if question is not None and question.about in names.SQUARES else None
    round_ = (view.over, view.streets.left, view.first == me.seat, view.side, is_taking(view), *printed(view))
    return view.viewer, about, *round_, me.colonia, me.taking, me.streets, me.street_of, me.points


def ship_parts(view: ForumTrajanumView) -> Parts:
    """Return what the ship is drawn from."""
    me = own(view)
    return view.viewer, me.ship, me.first_envoy, structures(view)


def beside_parts(view: ForumTrajanumView) -> Parts:
    """Return what the open tiles are drawn from."""
    return view.viewer, view.seats, own(view).beside, *printed(view)


def prestige_parts(view: ForumTrajanumView) -> Parts:
    """Return what slider and table of groups are drawn from."""
    me = own(view)
    return view.prestige, me.prestige, me.forecast, view.reconstructed


def hand_parts(view: ForumTrajanumView) -> Parts:
    """Return what the tiles in the hand are drawn from."""
    me, question = own(view), asked(view)
    to_lay = question if question is not None and question.kind in TO_LAY else None
    cranes = tuple([me.colonia[corner].crane for corner in names.CORNERS])
    tiles = (me.own, me.received, me.passed, me.passes_to, me.can_pay_both, me.taking)
    taking = view.streets.shown if is_taking(view) else None
    return view.viewer, to_lay, taking, cranes, *tiles, view.stock if to_lay else structures(view), view.seats


def cards_parts(view: ForumTrajanumView) -> Parts:
    """Return what the Trajan cards are drawn from."""
    me = own(view)
    return view.trajan_cards, view.cycle, view.over, me.forecast, me.prestige.head, structures(view)


def clock_parts(view: ForumTrajanumView) -> Parts:
    """Return what cycle and round are drawn from."""
    return view.cycle, view.round, view.over, view.streets.shown


def tracks_parts(view: ForumTrajanumView) -> Parts:
    """Return what premium tracks and Trajan's Column are drawn from."""
    return view.viewer, view.premiums, view.fragments, view.cycle, *(player.tracks for player in view.players)


def rival_parts(view: ForumTrajanumView, seat: int) -> Parts:
    """Return what the panel of a rival is drawn from."""
    player = view.players[seat]
    tiles = (player.taking, player.own, player.received, player.first_envoy, player.beside)
    facts = (player.points, player.ship, player.active_citizens, player.prestige.head, player.forecast.envoys)
    town = (player.colonia, player.citizens, player.resources)
    return view.seats, view.seat == seat, view.first == seat, structures(view), *tiles, *facts, *town


def display_parts(view: ForumTrajanumView, seat: int) -> Parts:
    """Return what more is drawn of a rival where there is room."""
    player = view.players[seat]
    return view.seats, player.beside, player.tracks, structures(view)


def strip_parts(view: ForumTrajanumView, seat: int) -> Parts:
    """Return what the strip of a rival is drawn from."""
    player = view.players[seat]
    return view.seat == seat, player.points, player.colonia, player.citizens, structures(view)


def drawn(painter: Callable[[Scene], Element]) -> Callable[[ForumTrajanumView, Speech, bool], Element]:
    """Let a painter of scenes draw views."""
    return lambda view, speech, small: painter(Scene(view, speech, small))


DISTRICTS: dict[str, District[ForumTrajanumView]] = {
    "colonia": District(drawn(colonia), colonia_parts),
    "citizens": District(drawn(citizens), lambda view: (view.viewer, own(view).citizens)),
    "resources": District(drawn(resources), lambda view: (own(view).resources, structures(view))),
    "ship": District(drawn(ship), ship_parts),
    "hand": District(drawn(hand), hand_parts),
    "beside": District(drawn(beside), beside_parts),
    "prestige": District(drawn(prestige), prestige_parts),
    "clock": District(drawn(cycle.clock), clock_parts),
    "streets": District(drawn(cycle.streets), lambda view: (view.streets.shown,)),
    "cards": District(drawn(trajan_cards), cards_parts),
    "mosaic": District(drawn(mosaic), lambda view: (view.forum.squares, view.seats, *printed(view))),
    "singles": District(drawn(singles), lambda view: (view.reconstructed, view.stock, view.seats)),
    "doubles": District(drawn(doubles), lambda view: (view.reconstructed, view.stock, view.seats)),
    "tracks": District(drawn(tracks), tracks_parts),
    "note": District(drawn(note), lambda view: (view.reconstructed,)),
}
"""Districts of every view."""
STREETS_AND_CARDS = District(drawn(cycle.streets_and_cards), lambda view: (view.streets.shown, *cards_parts(view)))
SMALL = {name: district for name, district in DISTRICTS.items() if name not in ("clock", "cards")}
SMALL["streets"] = STREETS_AND_CARDS
"""On a small screen streets and cards stand side by side, and the line above shows the cycle."""


def districts(view: ForumTrajanumView, small: bool) -> Mapping[str, District[ForumTrajanumView]]:
    """Return the districts of the table, and two for each rival."""
    return _districts(view.viewer, view.seats, small)


@lru_cache(64)
def _districts(viewer: int | None, seats: int, small: bool) -> dict[str, District[ForumTrajanumView]]:
    found = dict(SMALL if small else DISTRICTS)
    for seat in rivals_of(viewer, seats):
        found[f"player-{seat}"] = District(drawn(partial(rival, seat=seat)), partial(rival_parts, seat=seat))
        if small:
            found[f"strip-{seat}"] = District(drawn(partial(strip, seat=seat)), partial(strip_parts, seat=seat))
        else:
            painter = partial(rival_display, seat=seat)
            found[f"display-{seat}"] = District(drawn(painter), partial(display_parts, seat=seat))
    return found


def say_part(number: int, language: str) -> str:
    """Say a cycle in words."""
    return TEXTS.say(language, "part", number=ROMAN[number - 1])


PICTURES = Pictures(
    districts=districts,
    layout=layout,
    upright=upright,
    panels=lambda _seats: PANELS,
    places=places,
    landings=landings,
    crumb=lambda view, speech: cycle.crumb(Scene(view, speech)),
    say_part=say_part,
    emblem=emblem,
    miniature=miniature,
    symbols=SYMBOLS,
    texts=TEXTS,
    style=(FOLDER / "style.css").read_text(encoding="utf-8"),
    help_keys=frozenset(HELP_KEYS),
)
