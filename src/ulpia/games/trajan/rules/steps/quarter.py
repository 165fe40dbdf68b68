"""The ends of turns, rounds and quarters.   T-90 to T-96."""

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
from ulpia.games.trajan.rules.rounds import is_end_of_quarter
from ulpia.games.trajan.rules.scoring import score_end
from ulpia.games.trajan.rules.state import Player, State


@compiled
def end_turn(s: State) -> None:
    """T-96, T-11: end the rounds that end with this turn, then begin the turn of the next seat clockwise."""
    rounds = detail_a(s)
    pop(s)
    for action in range(TRAYS):
        s.performed[action] = 0
    push(s, Frame.TURN, (s.active + 1) % s.seats, 0)
    for _ in range(rounds):
        push(s, Frame.END_OF_ROUND, 0, 0)


@compiled
def end_round(f: Facts, s: State, log: EventLog) -> None:
    """T-90: show a demand tile; after the last round of a quarter end the quarter instead."""
    pop(s)
    emit(log, Event.ROUND_ENDED, NONE, s.rounds_done + 1, s.quarters_done + 1, 0)
    if not is_end_of_quarter(f, s, 1):
        symbol = draw(s.chance, s.demand_bag)  # T-02: the last three, never drawn, are those removed unseen
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
    """T-92: add the votes of the senate space and of the vote tiles."""
    votes = int(f.senate_votes[player.senate])
    for kind in range(Tile.VOTES_2, Tile.VOTES_5 + 1):
        votes += (kind - Tile.VOTES_2 + 2) * player.tiles[kind]
    return votes


@compiled
def is_ahead(f: Facts, one: Player, other: Player) -> bool:
    """T-92: more votes win, then the space further along the track, then the disc higher in the stack."""
    if votes_of(f, one) != votes_of(f, other):
        return votes_of(f, one) > votes_of(f, other)
    if one.senate != other.senate:
        return one.senate > other.senate
    return one.arrival > other.arrival


@compiled
def place_in_senate(f: Facts, s: State, seat: int) -> int:
    """T-92: return the place of a seat; 0 is the consul."""
    place = 0
    for other in range(s.seats):
        if other != seat and is_ahead(f, s.players[other], s.players[seat]):
            place += 1
    return place


@compiled
def seat_at_place(f: Facts, s: State, place: int) -> int:
    """T-92: return the seat that holds a place."""
    for seat in range(s.seats):
        if place_in_senate(f, s, seat) == place:
            return seat
    return NONE


@compiled
def consul_options(s: State, legal: Options) -> int:
    """T-92: list the two bonus tiles."""
    n = 0
    for tile in range(BONUS_TILES):
        n = offer(legal, n, CHOOSE_BONUS + tile, s.bonus_shown[0] == tile or s.bonus_shown[1] == tile)
    return n


@compiled
def play_consul(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-92: the consul takes the chosen tile yellow side up; the second place gets the other one grey side up."""
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
    """T-93: return the discs to the start space, the last place at the bottom, the first on top."""
    order = 0  # the ranking as digits, taken before any disc moves
    for place in range(s.seats):
        order = order * SEATS + seat_at_place(f, s, place)
    for height in range(s.seats):
        player = s.players[order % SEATS]
        order //= SEATS
        player.senate = 0
        player.arrival = height


@compiled
def close_quarter(f: Facts, s: State, log: EventLog) -> None:
    """T-93, T-94, T-95: return the discs, remove tiles, then either refill the board or score the end of the game."""
    pop(s)
    return_discs(f, s)
    for seat in range(s.seats):
        for kind in range(Tile.VOTES_2, Tile.VOTES_5 + 1):
            s.players[seat].tiles[kind] = 0
    clear_forum(s)
    s.quarters_done += 1
    if s.quarters_done == f.quarters:
        score_end(f, s, log)
        while s.agenda.depth > 0:  # T-11: a second round that ends with this turn is dropped
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
