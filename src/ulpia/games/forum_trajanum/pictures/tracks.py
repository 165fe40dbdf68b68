"""Premium tracks with everybody's markers, and Trajan's Column, beside which a marker ends its way."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.scene import Scene
from ulpia.games.forum_trajanum.pictures.tiles import PREMIUM_SIGNS, signs
from ulpia.games.forum_trajanum.pictures.wording import sentence
from ulpia.render.pieces import (
    heading,
    piece,
    points,
    seat_mark,
)
from ulpia.render.svg import NOTHING, Element, district, group, joined, opt, path, rect, text, use, wrapped
from ulpia.render.tree import Attributes
from ulpia.render.words import Wording

WIDTH, HEIGHT = 408, 172
LEFT, STEP, TOP, ROW = 44, 66, 22, 51
PLACE_W, PLACE_H = 62, 44
HOME_X = LEFT + 4 * STEP
COLUMN_X = 348
Marks = tuple[int, ...]


def _marks(x: float, cy: float, seats: Marks) -> Element:
    """Draw markers in a square of four."""
    if len(seats) == 1:
        return _mark(x, cy, 13, seats[0])
    if len(seats) == 2:
        return joined(_mark(x, cy - 8 + 16 * i, 12, seat) for i, seat in enumerate(seats))
    spots = ((x - 6.5, cy - 7.5), (x + 6.5, cy - 7.5), (x - 6.5, cy + 7.5), (x + 6.5, cy + 7.5))
    return joined(_mark(*spot, 11, seat) for spot, seat in zip(spots, seats))


def _mark(cx: float, cy: float, s: float, seat: int) -> Element:
    """Draw a marker on a track."""
    return piece(f"track-marker-{seat}", seat_mark(cx, cy, s, seat), seat, about="track-marker")


@lru_cache(1 << 12)
def _premium(wording: Wording, track: str, number: int, premium: str, reached: bool, seats: Marks) -> Element:
    """Draw one reward: what it gives, who has come so far."""
    x, y = LEFT + STEP * number, TOP + ROW * names.TRACKS.index(track)
    face, edge = ("var(--laurel-2)", "var(--laurel)") if reached else ("var(--card)", "var(--line)")
    ground = rect(x, y, PLACE_W, PLACE_H, 6, class_="ground", fill=face, stroke=edge, stroke_width=1.2)
    which = PREMIUM_SIGNS[premium]
    room = PLACE_W - (0 if not seats else 16 if len(seats) < 3 else 28)
    gap = 21.0 if room > 50 else 19.0
    size = 20.0 if len(which) == 1 or room > 42 else 17.0
    if len(which) == 2 and room < 40:
        inside = use(which[0], x + 12, y + 13, 16, "var(--ink-2)", face)
        inside += use(which[1], x + 22, y + 31, 16, "var(--ink-2)", face)
    else:
        inside = signs(x + room / 2, y + PLACE_H / 2, size, which, gap)
    inside += _marks(x + PLACE_W - (9 if len(seats) < 3 else 14.5), y + PLACE_H / 2, seats)
    label = f"{sentence(wording.noun('grey', track))} {number + 1}: {wording.noun('premiums', premium)}"
    halo = rect(x - 1, y - 1, PLACE_W + 2, PLACE_H + 2, 7)
    return opt(f"premium-{track}-{number + 1}", ground, inside, label=label, halo=halo)


@lru_cache(1 << 10)
def _home(wording: Wording, track: str, seats: Marks) -> Element:
    """Draw the end of a track: beside Trajan's Column."""
    y = TOP + ROW * names.TRACKS.index(track)
    edge: Attributes = {"stroke": "var(--line-2)", "stroke_width": 1.2, "stroke_dasharray": "3 3"}
    place = rect(HOME_X, y, 32, PLACE_H, 6, fill="none", **edge)
    faint = NOTHING if seats else use("column", HOME_X + 16, y + PLACE_H / 2, 17, "var(--line-2)", "var(--slab)")
    label = wording.say("home_of", track=wording.noun("grey", track))
    marks = _marks(HOME_X + 16, y + PLACE_H / 2, seats)
    about = "beside-the-column"
    return group(place, faint, marks, id=f"home-{track}", aria_label=label, data_help=about)


@lru_cache(1 << 8)
def _column(wording: Wording, fragments: tuple[int, ...], gone: int) -> Element:
    """Draw Trajan's Column, which grows shorter: the topmost fragment counts, and one for every active citizen."""
    body = []
    for i, value in enumerate(fragments):
        y, here = TOP + 29.0 * i, i == gone
        edge = "var(--bronze)" if here else "var(--line-2)"
        if i < gone:
            dashed: Attributes = {"stroke": edge, "stroke_width": 1.2, "stroke_dasharray": "3 3"}
            body.append(rect(COLUMN_X + 7, y, 46, 26, 4, fill="none", **dashed))
            body.append(text(COLUMN_X + 30, y + 18, value, 13, 600, "var(--ink-3)"))
            continue
        thick = 2.2 if here else 1.2
        body.append(rect(COLUMN_X + 7, y, 46, 26, 4, fill="var(--face)", stroke=edge, stroke_width=thick))
        lines = f"M{COLUMN_X + 9} {y + 10:g}l42 -6M{COLUMN_X + 9} {y + 21:g}l42 -6"
        body.append(path(lines, stroke="var(--face-2)", stroke_width=2) + points(COLUMN_X + 30, y + 13, value, 9.5))
    body.append(rect(COLUMN_X + 2, TOP + 87, 56, 7, 3, fill="var(--bronze-2)"))
    for i, line in enumerate(wrapped(wording.say("per_citizen"), 11, 64)[:3]):
        body.append(text(COLUMN_X + 30, TOP + 107 + 13 * i, line, 11, 400, "var(--ink-2)", fit=64))
    label = wording.say("column_label", points=fragments[min(gone, len(fragments) - 1)])
    return group(*body, id="column-of-trajan", aria_label=label, data_help="trajans-column")


def tracks(scene: Scene) -> Element:
    """Draw three tracks, four rewards each; the reward reached or any earlier one."""
    view, wording = scene.view, scene.wording
    body = [heading(0, 12, "laurel", wording.say("premium_tracks"), fit=250)]
    body.append(heading(COLUMN_X - 14, 12, "", wording.say("column"), fit=74))
    for track in names.TRACKS:
        y = TOP + ROW * names.TRACKS.index(track)
        body.append(use(f"built-{track}", 20, y + 22, 38))
        at = [(player.tracks[track].reached, player.tracks[track].home) for player in view.players]
        for number, premium in enumerate(view.premiums[track]):
            seats = tuple(seat for seat, (reached, home) in enumerate(at) if reached == number + 1 and not home)
            body.append(_premium(wording, track, number, premium, at[scene.own][0] > number, seats))
        body.append(_home(wording, track, tuple(seat for seat, (_, home) in enumerate(at) if home)))
    body.append(_column(wording, tuple(view.fragments), view.cycle - 1))
    return district("tracks", WIDTH, HEIGHT, *body, label=wording.say("premium_tracks"), data_help="premium")
