"""Build the view of Trajan from plain records.   T-110, T-111.

`seen` holds nothing that its viewer may not know, so a view cannot tell a secret. Parts are kept by what they are built
from: most of them are the same for every viewer of a table, and do not change with every action.
"""

from collections.abc import Sequence
from functools import lru_cache

from ulpia.core.constants import NONE
from ulpia.core.view import AboutFrames, PlainRecord, Question, counted, find_question, head, named
from ulpia.games.trajan import names
from ulpia.games.trajan.constants import (
    CAMP,
    CENTRE,
    CONSTRUCTION_LEVELS,
    FIRST_TILE_SLOTS,
    FORUM_SPACES,
    TILES_IN_STACK,
    Frame,
    Side,
    Vessel,
)
from ulpia.games.trajan.view.types import (
    Bags,
    Cards,
    Construction,
    Printed,
    Province,
    Senate,
    Site,
    Stack,
    Time,
    TrajanPlayerView,
    TrajanTile,
    TrajanView,
    UnknownCards,
)

KEPT_PLAYERS, KEPT_PARTS = 2048, 1024
"""Players and other parts of views that are kept."""
Figures = tuple[tuple[int, ...], ...]
"""A row of numbers of each seat."""
ABOUT: AboutFrames = {
    Frame.ARRANGE: ("second", names.TRAYS),
    Frame.CHOOSE_TILES: ("second", tuple(names.SLOTS[slot] for slot in FIRST_TILE_SLOTS)),
    Frame.LAY: ("first", names.TRAYS),
    Frame.FULFIL: ("first", names.TRAYS),
    Frame.PERFORM: ("first", names.TRAYS),
    Frame.LOAD: ("first", names.SHIPS),
}
"""What the question of a frame is about."""


def question(state: PlainRecord) -> Question | None:
    """Return what is to be decided; None when the game is over."""
    return find_question(state.agenda, Frame, Frame.ARRANGE, ABOUT)


def view(f: PlainRecord, seen: PlainRecord, figures: PlainRecord) -> TrajanView:
    """Build the view from the printed figures, what the viewer sees, and figures that the rules computed from it."""
    s = seen.table
    seats = range(s.seats)
    players = s.players[: s.seats]
    demands = tuple(s.demands)
    best = max(figures.seats[seat].standing for seat in seats)
    return TrajanView(
        **head("trajan", seen, question(s), Frame),
        quarter=min(s.quarters_done + 1, f.quarters),
        round=s.rounds_done + 1,
        time=Time(s.time, f.time_spaces[len(seats)]),
        forum=[named(names.FORUM_TILES, kind) for kind in s.forum[: f.forum_spaces[len(seats)]]],
        extra_actions=[named(names.FORUM_TILES, kind) for kind in s.forum[FORUM_SPACES:]],
        less_per_legionnaire=f.less_per_legionnaire,
        provinces=_provinces(f, tuple(s.province_tiles), tuple([(one.leader, *one.occupied) for one in players])),
        sites=_sites(f, tuple(s.site_tiles), tuple([tuple(one.built) for one in players])),
        stacks={
            name: _stack(f, number, s.tops[number], tuple(s.below[number])) for number, name in enumerate(names.STACKS)
        },
        cards=_cards(seen, s),
        ship_points={name: _ship_points(f, s, number) for number, name in enumerate(names.SHIPS)},
        ships={name: "grey" if side else "coloured" for name, side in zip(names.SHIPS, s.ships)},
        senate=Senate(
            bonus_tiles=[named(names.BONUS_TILES, tile) for tile in s.bonus_shown],
            points=list(f.senate_points),
            votes=list(f.senate_votes),
            discs=sorted(seats, key=lambda seat: s.players[seat].arrival),
            ranking=list(figures.ranking[: len(seats)]),
        ),
        printed=_printed(f),
        demands=[names.DEMANDS[symbol] for symbol in s.demands if symbol != NONE],
        bags=Bags(
            forum_tiles=counted(names.FORUM_TILES, s.forum_bag),
            extra_actions=counted(names.TRAYS, s.extra_bag),
            bonus_tiles=list(counted(names.BONUS_TILES, s.bonus_bag)),
            demands=counted(names.DEMANDS, s.demand_bag),
        ),
        sowing=counted(names.COLOURS, s.sowing),
        target=named(names.TRAYS, figures.target),
        load=counted((*names.GOODS, "wild"), s.load),
        loaded=figures.loaded,
        performed=list(counted(names.TRAYS, s.performed)),
        leading=[seat for seat in seats if figures.seats[seat].standing == best],
        players=[
            _player(f, one, figures.seats[seat], seat, _unknown(seen, seat), demands)
            for seat, one in enumerate(players)
        ],
    )


@lru_cache(KEPT_PARTS)
def trajan_tile(f: PlainRecord, tile: int) -> TrajanTile:
    """Return a Trajan tile: which one, what it asks for, what it gives."""
    return TrajanTile(
        tile,
        names.STACKS[tile // TILES_IN_STACK],
        [names.COLOURS[colour] for colour in f.tile_colours[tile]],
        f.tile_points[tile],
        names.REWARDS[f.tile_reward[tile]],
    )


@lru_cache(8)
def _printed(f: PlainRecord) -> Printed:
    return Printed(
        rounds=f.rounds,
        bonus_values={
            name: [half / 2 if half % 2 else half // 2 for half in halves]
            for name, halves in zip(names.BONUS_TILES, f.bonus_halves)
        },
        grants={kind: names.TRAYS[tray] for kind, tray in zip(names.CONSTRUCTIONS, f.construction_grants)},
        sets=[f.set_of_three, f.set_of_four],
        penalty=list(f.penalty),
    )


@lru_cache(KEPT_PARTS)
def _provinces(f: PlainRecord, tiles: tuple[int, ...], armies: Figures) -> dict[str, Province]:
    """Return every province. `armies`: where the leader of each seat is, then whether it is in each province."""
    return {
        name: Province(
            f.province_points[number],
            named(names.FORUM_TILES, tiles[number]),
            [seat for seat, army in enumerate(armies) if army[0] == number],
            [seat for seat, army in enumerate(armies) if army[number + 1]],
        )
        for number, name in enumerate(names.PROVINCES)
    }


def _construction(f: PlainRecord, tile: int) -> Construction:
    kind, level = divmod(tile, CONSTRUCTION_LEVELS)
    return Construction(names.CONSTRUCTIONS[kind], f.construction_points[level])


@lru_cache(KEPT_PARTS)
def _sites(f: PlainRecord, tiles: tuple[int, ...], built: Figures) -> dict[str, Site]:
    """Return every site. `built`: for each seat whether it has a worker at each site."""
    return {
        name: Site(
            None if tiles[number] == NONE else _construction(f, tiles[number]),
            [seat for seat, places in enumerate(built) if places[number]],
        )
        for number, name in enumerate(names.SITES)
    }


@lru_cache(KEPT_PARTS)
def _stack(f: PlainRecord, number: int, top: int, lying: tuple[int, ...]) -> Stack:
    below = [trajan_tile(f, number * TILES_IN_STACK + at) for at, lies in enumerate(lying) if lies]
    return Stack(None if top == NONE else trajan_tile(f, top), below)


def _cards(seen: PlainRecord, s: PlainRecord) -> Cards:
    left, right = ([names.GOODS[good] for good in pile[:size]] for pile, size in zip(s.open, s.open_size))
    return Cards(
        hidden=sum(seen.newer_bag) - sum(seen.newer),
        left=left,
        right=right,
        unseen=counted(names.GOODS, seen.newer_bag),
        unseen_older=counted(names.GOODS, seen.older_bag),
    )


def _ship_points(f: PlainRecord, s: PlainRecord, ship: int) -> Sequence[int]:
    most = 3 if ship == Vessel.PAIRS else 4
    points: Sequence[int] = f.ship_points[ship][s.ships[ship]][1 : most + 1]
    return points


def _unknown(seen: PlainRecord, seat: int) -> tuple[int, int] | None:
    """Return how many cards of a seat are unknown, newer and older ones; None for the viewer's own seat."""
    return None if seat == seen.viewer else (seen.newer[seat], seen.older[seat])


@lru_cache(KEPT_PLAYERS)
def _player(
    f: PlainRecord,
    player: PlainRecord,
    figures: PlainRecord,
    seat: int,
    unknown: tuple[int, int] | None,
    demands: tuple[int, ...],
) -> TrajanPlayerView:
    is_own = unknown is None
    newer, older = unknown or (0, 0)
    return TrajanPlayerView(
        seat=seat,
        points=player.points,
        sources=dict(zip(names.SOURCES, player.sources)),
        trays={tray: counted(names.COLOURS, markers) for tray, markers in zip(names.TRAYS, player.trays)},
        slots={slot: None if tile == NONE else trajan_tile(f, tile) for slot, tile in zip(names.SLOTS, player.slots)},
        arch="centre" if player.arch == CENTRE else names.SLOTS[player.arch],
        cards=sum(player.hand) + newer + older,
        hand=counted(names.GOODS, player.hand) if is_own else None,
        hand_older=counted(names.GOODS, player.older) if is_own else None,
        known=counted(names.GOODS, player.known),
        unknown=UnknownCards(newer, older),
        display=counted(names.GOODS, player.display),
        tiles=counted(names.FORUM_TILES, player.tiles),
        kept_demands=counted(names.DEMANDS, player.kept),
        demand_tiles=dict(zip(names.DEMANDS, figures.demand_tiles)),
        plus_two=list(counted(names.TRAYS, player.plus_two)),
        constructions=[
            _construction(f, kind * CONSTRUCTION_LEVELS + level)
            for kind, levels in enumerate(player.constructions)
            for level, has in enumerate(levels)
            if has
        ],
        set_points=dict(zip(names.CONSTRUCTIONS, figures.set_points)),
        bonus_tiles={
            name: "yellow" if side == Side.YELLOW else "grey"
            for name, side in zip(names.BONUS_TILES, player.bonus)
            if side
        },
        supply=player.supply,
        legionnaires=player.legionnaires,
        workers=player.workers,
        leader="camp" if player.leader == CAMP else names.PROVINCES[player.leader],
        senate=player.senate,
        votes=figures.votes,
        demands_met=[bool(is_met) for demand, is_met in zip(demands, figures.is_met) if demand != NONE],
        demand_costs=[cost for demand, cost in zip(demands, figures.demand_costs) if demand != NONE],
    )
