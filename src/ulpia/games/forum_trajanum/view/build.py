"""Build the view of Forum Trajanum from plain records.   F-90, F-91.

`seen` holds nothing that its viewer may not know, so a view cannot tell a secret. Parts are kept by what they are built
from: most of them are the same for every viewer of a table, and do not change with every action.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from ulpia.core.constants import NONE
from ulpia.core.view import AboutFrames, PlainRecord, Question, counted, find_question, head, named, optional
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import (
    CORNER_SQUARES,
    CYCLES,
    FIRST_QUESTION,
    HOME,
    ROUNDS_IN_CYCLE,
    TRACK_END,
    Cover,
    Frame,
)
from ulpia.games.forum_trajanum.view.types import (
    Area,
    CitizenRow,
    Crane,
    Exchanged,
    Forecast,
    Forum,
    ForumSquare,
    ForumTrajanumPlayerView,
    ForumTrajanumView,
    Prestige,
    PrestigeTrack,
    Square,
    Stock,
    Streets,
    Taken,
    Taking,
    Track,
    TrajanCard,
    Upgraded,
)

GOALS = (*names.COLOURS, "eagle", "any")
"""Where an envoy can go: squares of a colour, eagles, squares of any colour."""
KEPT_PLAYERS, KEPT_PARTS = 2048, 1024
"""Players and other parts of views that are kept."""
ABOUT: AboutFrames = {
    Frame.CRANES: ("first", names.CORNERS),
    Frame.CORNERS: ("first", names.CLASSES),
    Frame.LAY: ("first", names.CLASSES),
    Frame.USE: ("first", (None, "both")),
    Frame.BUILD: ("first", (None, "built")),
    Frame.PLACE: ("first", names.BUILDING_TILES),
    Frame.PAY_COLOURED: ("first", names.COLOURS),
    Frame.FIRST_REWARD: ("first", names.COLOURS),
    Frame.PREMIUM: ("first", names.TRACKS),
    Frame.GAIN: ("first", (None, None, "two")),
    Frame.ENVOY: ("first", GOALS),
    Frame.PAYING: ("second", names.CITIZEN_ROWS),
}
"""What the question of a frame is about."""

COVERS: Final = ("none", "face down", "open")
JOINED: Final = (None, "right", "below", "left", "above")
HIDDEN = "hidden"
"""In place of a face that the viewer does not know."""
MOSAIC = (*names.COLOURS, "eagle")
CORNER_OF_SQUARE = {square: corner for corner, square in enumerate(CORNER_SQUARES)}


def question(state: PlainRecord) -> Question | None:
    """Return what is to be decided; None when the game is over."""
    return find_question(state.agenda, Frame, FIRST_QUESTION, ABOUT)


def view(f: PlainRecord, seen: PlainRecord, figures: PlainRecord) -> ForumTrajanumView:
    """Build the view from the printed figures, what the viewer sees, and figures that the rules computed from it."""
    s = seen.table
    seats = range(s.seats)
    cycle = min(s.cycles_done, CYCLES - 1)
    return ForumTrajanumView(
        **head("forum_trajanum", seen, question(s), Frame),
        side="B" if s.side_b else "A",
        newcomers=[seat for seat in seats if s.players[seat].newcomer],
        cycle=cycle + 1,
        round=min(s.rounds_done + 1, (cycle + 1) * ROUNDS_IN_CYCLE),
        rounds=CYCLES * ROUNDS_IN_CYCLE,
        streets=Streets(
            [names.STREETS[street] for street in s.shown if street != NONE], counted(names.STREETS, s.streets)
        ),
        trajan_cards=[_card(f, card) for card in s.cards],
        fragment=f.fragments[cycle],
        fragments=list(f.fragments),
        crane_points=f.crane_points[cycle],
        crane_points_of_cycles=list(f.crane_points),
        stock={colour: _stock(f, s, number) for number, colour in enumerate(names.COLOURS)},
        forum=_forum(tuple(s.mosaic), tuple(s.envoys), tuple(s.areas), tuple(s.area_free), tuple(s.area_taken)),
        premiums={
            track: list(names.PREMIUMS[at * TRACK_END : (at + 1) * TRACK_END]) for at, track in enumerate(names.TRACKS)
        },
        row_bonuses={row: names.ROW_BONUSES[bonus] for row, bonus in zip(names.CITIZEN_ROWS, f.row_bonus)},
        area_points=f.area_points,
        prestige=PrestigeTrack(list(f.head), list(f.next_cypress), len(f.head) - 1),
        exchanged=Exchanged(s.traded, s.workers_trained, s.builders_trained),
        players=[
            _player(f, s.players[seat], figures.seats[seat], seat, _knowledge(f, seen, figures.seats[seat], seat))
            for seat in seats
        ],
    )


def _card(f: PlainRecord, card: int) -> TrajanCard | None:
    if card == NONE:
        return None
    return TrajanCard(names.BUILD_TASKS[f.card_build[card]], names.COLLECT_TASKS[f.card_collect[card]])


def _stock(f: PlainRecord, s: PlainRecord, colour: int) -> Stock:
    return Stock(
        names.STRUCTURES[f.structure_of[colour]], names.GREY[f.grey_of[colour]], s.singles[colour], s.doubles[colour]
    )


@lru_cache(KEPT_PARTS)
def _forum(
    mosaics: tuple[int, ...],
    envoys: tuple[int, ...],
    areas_of: tuple[int, ...],
    free: tuple[int, ...],
    taken: tuple[int, ...],
) -> Forum:
    squares: dict[str, ForumSquare] = {}
    squares_of: dict[int, list[str]] = {}
    for name, mosaic, envoy, area in zip(names.FORUM_SQUARES, mosaics, envoys, areas_of):
        if mosaic == NONE:
            continue
        squares[name] = ForumSquare(MOSAIC[mosaic], optional(envoy), optional(area))
        if area != NONE:
            squares_of.setdefault(area, []).append(name)
    areas = [
        Area(area, squares[inside[0]].colour, free[area], taken[area], inside)
        for area, inside in sorted(squares_of.items())
    ]
    return Forum(squares, areas)


class _Knowledge(NamedTuple):
    """What a viewer knows of a seat, besides the record of its player."""

    is_own: bool
    hides_first_envoy: int
    hides_own: int
    hides_passed: int
    received: str | None
    """The face of the tile that the seat has received."""
    opened: tuple[int, ...]
    """Faces that the seat has opened this round."""
    unseen: tuple[int, ...]
    """How many tiles of each face the seat has that do not lie open."""
    streets: tuple[int, ...]
    """The street that each street card means for the seat."""
    shown: tuple[int, ...]
    """The street cards of this round."""


def _knowledge(f: PlainRecord, seen: PlainRecord, figures: PlainRecord, seat: int) -> _Knowledge:
    s, player, giver = seen.table, seen.table.players[seat], figures.gets_from
    is_own = seat == seen.viewer
    hides_first_envoy, hides_own, hides_passed = seen.hidden[seat]
    return _Knowledge(
        is_own,
        hides_first_envoy,
        hides_own,
        hides_passed,
        received=_face(s.players[giver].passed, seen.hidden[giver][2]),
        opened=tuple(player.opened if is_own else seen.guess[seat]),
        unseen=tuple(player.bag if is_own else seen.pool[seat]),
        streets=tuple(f.side_b[seat] if s.side_b else range(len(names.STREETS))),  # F-08
        shown=tuple(s.shown),
    )


@lru_cache(KEPT_PLAYERS)
def _player(
    f: PlainRecord, player: PlainRecord, figures: PlainRecord, seat: int, known: _Knowledge
) -> ForumTrajanumPlayerView:
    streets = known.streets
    return ForumTrajanumPlayerView(
        seat=seat,
        points=player.points,
        sources=dict(zip(names.SOURCES, player.sources)),
        newcomer=bool(player.newcomer),
        colonia={name: _square(f, player, figures, square) for square, name in enumerate(names.SQUARES)},
        street_of={card: names.STREETS[street] for card, street in zip(names.STREETS, streets)},
        streets=[names.STREETS[streets[card]] for card in known.shown if card != NONE],
        resources=dict(zip(names.RESOURCES, player.resources)),
        citizens={name: _citizens(f, player, figures, row) for row, name in enumerate(names.CITIZEN_ROWS)},
        active_citizens=figures.active_citizens,
        column_points=figures.column,
        tracks={name: Track(min(at, TRACK_END), at == HOME) for name, at in zip(names.TRACKS, player.tracks)},
        prestige=_prestige(f, player, figures),
        ship=player.ship,
        first_envoy=_face(player.first_envoy, known.hides_first_envoy),
        own=_face(player.own, known.hides_own),
        passed=_face(player.passed, known.hides_passed),
        gets_from=figures.gets_from,
        passes_to=figures.passes_to,
        can_pay_both=bool(figures.can_pay_both),
        received=known.received,
        opened=[names.FACES[face] for face in known.opened if face != NONE],
        taking=_taking(player) if known.is_own else None,
        beside=counted(names.FACES, player.beside),
        left_game=player.left_game,
        unseen=counted(names.FACES, known.unseen),
        forecast=Forecast(
            cranes=figures.cranes,
            colonia=figures.colonia,
            envoys=figures.envoys,
            group=figures.group,
            eagles=figures.eagles,
            build=figures.build,
            collect=figures.collect,
        ),
    )


def _face(face: int, is_hidden: int) -> str | None:
    return HIDDEN if is_hidden else named(names.FACES, face)


def _square(f: PlainRecord, player: PlainRecord, figures: PlainRecord, square: int) -> Square:
    corner = CORNER_OF_SQUARE.get(square)
    cover = player.covered[square]
    face, crane = None, None
    if corner is not None:
        face = named(names.FACES, player.open_faces[corner])
        if player.cranes[corner] != NONE:
            colour = names.COLOURS[player.cranes[corner]]
            points = figures.points_of_crane[corner]
            crane = Crane(colour, cover == Cover.NOTHING, bool(player.scored[corner]), points)
    return Square(
        COVERS[cover],
        face,
        named(names.BUILDINGS, player.buildings[square]),
        JOINED[player.joined[square]],
        bool(f.is_temple[square]),
        crane,
    )


def _citizens(f: PlainRecord, player: PlainRecord, figures: PlainRecord, row: int) -> CitizenRow:
    return CitizenRow(
        [optional(owner) for owner in player.rows[row]],
        bool(player.active[row]),
        figures.different_grey[row],
        figures.multiplier[row],
        figures.row_points[row],
        names.ROW_BONUSES[f.row_bonus[row]],
    )


def _prestige(f: PlainRecord, player: PlainRecord, figures: PlainRecord) -> Prestige:
    after = figures.next_position
    return Prestige(
        position=player.slider,
        reverse=bool(player.reverse),
        head=f.head[player.slider],
        upgraded=Upgraded(after, f.head[after]),
        group_points=figures.group_points,
    )


def _taking(player: PlainRecord) -> Taking:
    """F-11: what the seat itself has taken for each street card so far."""
    first, second = (
        Taken(bool(done), named(names.SQUARES, square), named(names.FACES, face), bool(tribune))
        for done, square, face, tribune in zip(
            player.done, player.take_squares, player.take_faces, player.take_tribunes
        )
    )
    return Taking(first, second, named(names.FACES, player.keeps))
