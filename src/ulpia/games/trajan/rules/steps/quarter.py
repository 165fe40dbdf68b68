"""The end of a turn, of a round, of a quarter.   T-90 to T-96."""

from ulpia.core.constants import NONE
from ulpia.engine.agenda import detail_a, pop, push
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.rng import draw
from ulpia.games.trajan.actions import CHOOSE_BONUS
from ulpia.games.trajan.constants import BONUS_SPACES, BONUS_TILES, SEATS, TRAYS, Frame, Side, Tile
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.bags import (
    clear_forum,
    fill_forum,
    fill_provinces,
    show_bonus_tiles,
)
from ulpia.games.trajan.rules.demands import meet_demands
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.scoring import score_end
from ulpia.games.trajan.rules.state import Player, State


@compiled
def end_turn(s: State) -> None:
    """T-96, T-11: the next seat clockwise, after the rounds that end with this turn."""
    rounds = detail_a(s)
    pop(s)
    for action in range(TRAYS):
        s.performed[action] = 0
    push(s, Frame.TURN, (s.active + 1) % s.seats, 0)
    for _ in range(rounds):
        push(s, Frame.END_OF_ROUND, 0, 0)


@compiled
def end_round(f: Facts, s: State, log: EventLog) -> None:
    """T-90: a demand tile after all rounds of a quarter but the last, which ends the quarter."""
    pop(s)
    emit(log, Event.ROUND_ENDED, NONE, s.rounds_done + 1, s.quarters_done + 1, 0)
    if s.rounds_done + 1 < f.rounds:
        symbol = draw(s.chance, s.demand_bag)  # T-02: the three removed unseen are the last, never turned up
        s.demands[s.rounds_done] = symbol
        s.rounds_done += 1
        emit(log, Event.DEMAND_SHOWN, NONE, symbol, 0, 0)
        return
    emit(log, Event.QUARTER_ENDED, NONE, s.quarters_done + 1, 0, 0)
    for step in range(s.seats):
        meet_demands(f, s, (s.first + step) % s.seats, log)
    for place in range(s.seats):
        seat = seat_at_place(f, s, place)
        emit(log, Event.VOTES_COUNTED, seat, votes_of(f, s.players[seat]), place, 0)
    push(s, Frame.CLOSE_QUARTER, 0, 0)
    push(s, Frame.CONSUL, 0, 0)
    s.seat = seat_at_place(f, s, 0)


@compiled
def votes_of(f: Facts, player: Player) -> int:
    """T-92: the senate space and the vote tiles."""
    votes = int(f.senate_votes[player.senate])
    for kind in range(Tile.VOTES_2, Tile.VOTES_5 + 1):
        votes += (kind - Tile.VOTES_2 + 2) * player.tiles[kind]
    return votes


@compiled
def is_ahead(f: Facts, one: Player, other: Player) -> bool:
    """T-92: more votes; then further along the track; then higher in the stack."""
    if votes_of(f, one) != votes_of(f, other):
        return votes_of(f, one) > votes_of(f, other)
    if one.senate != other.senate:
        return one.senate > other.senate
    return one.arrival > other.arrival


@compiled
def place_in_senate(f: Facts, s: State, seat: int) -> int:
    """T-92: 0 is the consul."""
    place = 0
    for other in range(s.seats):
        if other != seat and is_ahead(f, s.players[other], s.players[seat]):
            place += 1
    return place


@compiled
def seat_at_place(f: Facts, s: State, place: int) -> int:
    """T-92: who holds a place in the senate."""
    for seat in range(s.seats):
        if place_in_senate(f, s, seat) == place:
            return seat
    return NONE


@compiled
def consul_options(s: State, legal: Options) -> int:
    """T-92: either bonus tile."""
    n = 0
    for tile in range(BONUS_TILES):
        n = offer(legal, n, CHOOSE_BONUS + tile, s.bonus_shown[0] == tile or s.bonus_shown[1] == tile)
    return n


@compiled
def play_consul(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-92: the consul's tile lies yellow side up, the other goes to the second, grey side up."""
    pop(s)
    chosen = action - CHOOSE_BONUS
    vice = seat_at_place(f, s, 1)
    other = s.bonus_shown[1] if s.bonus_shown[0] == chosen else s.bonus_shown[0]
    s.players[s.seat].bonus[chosen] = Side.YELLOW
    emit(log, Event.CONSUL, s.seat, chosen, 0, 0)
    s.players[vice].bonus[other] = Side.GREY
    emit(log, Event.VICE_CONSUL, vice, other, 0, 0)
    for space in range(BONUS_SPACES):
        s.bonus_shown[space] = NONE


@compiled
def return_discs(f: Facts, s: State) -> None:
    """T-93: back to the start space, the last at the bottom, the first on top."""
    order = 0  # the ranking, remembered as digits: it must not change while discs are being moved
    for place in range(s.seats):
        order = order * SEATS + seat_at_place(f, s, place)
    for height in range(s.seats):
        player = s.players[order % SEATS]
        order //= SEATS
        player.senate = 0
        player.arrival = height


@compiled
def close_quarter(f: Facts, s: State, log: EventLog) -> None:
    """T-93, T-94, T-95: discs back, tiles leave, and either the refill or the final scoring."""
    pop(s)
    return_discs(f, s)
    for seat in range(s.seats):
        for kind in range(Tile.VOTES_2, Tile.VOTES_5 + 1):
            s.players[seat].tiles[kind] = 0
    clear_forum(s)
    s.quarters_done += 1
    if s.quarters_done == f.quarters:
        score_end(f, s, log)
        while s.agenda.depth > 0:  # T-11: a second round that this turn would end is dropped
            pop(s)
        push(s, Frame.OVER, 0, 0)
        s.seat = NONE
        return
    show_bonus_tiles(s)
    fill_provinces(s)
    fill_forum(f, s)
    for ship in range(3):
        s.ships[ship] = 0
    for at in range(f.rounds - 1):
        s.demands[at] = NONE
    s.rounds_done = 0
    emit(log, Event.REFILLED, NONE, s.quarters_done + 1, 0, 0)
