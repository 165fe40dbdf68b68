"""Rewards of buildings: columns, premium tracks, envoys, bonuses.   F-44 to F-48, F-53."""

from ulpia.engine.agenda import (
    change_detail,
    detail_a,
    detail_b,
    pending,
    pop,
    push,
)
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.engine.score import score
from ulpia.games.forum_trajanum.actions import (
    GAIN,
    PREMIUM,
    REWARD_COLOURED,
    REWARD_GREY,
    WORKER,
)
from ulpia.games.forum_trajanum.constants import (
    ANY_COLOUR,
    COLOURS,
    EAGLE,
    GREY,
    HOME,
    TRACK_END,
    Citizens,
    Frame,
    Grey,
    Resource,
    Source,
)
from ulpia.games.forum_trajanum.events import Event
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.state import State
from ulpia.games.forum_trajanum.rules.supply import column_points, gain, score_column, upgrade

BONUSES = 5
TRIBUNE, ASSISTANT, MONEY, UPGRADE, POINTS = range(BONUSES)
"""In the order of names.AREA_BONUSES."""


@compiled
def reward(f: Facts, s: State, log: EventLog) -> None:
    """F-44: give the reward of one building, at once."""
    building = detail_a(s)
    pop(s)
    if building >= GREY:
        push(s, Frame.ENVOY, building - GREY, 0)  # F-48
    elif building == Grey.COLUMN:
        points = score_column(f, s, s.seat, Source.COLUMNS)
        emit(log, Event.COLUMN_SCORED, s.seat, points, 0, 0)
    else:
        advance(s, building, log)


@compiled
def advance(s: State, track: int, log: EventLog) -> None:
    """F-46: advance the marker; buildings after the fourth give nothing."""
    me = s.players[s.seat]
    if me.tracks[track] >= TRACK_END:
        return
    me.tracks[track] += 1
    emit(log, Event.ADVANCED, s.seat, track, me.tracks[track], 0)
    if me.tracks[track] == TRACK_END:
        push(s, Frame.MARKER_HOME, track, 0)
    push(s, Frame.PREMIUM, track, 0)


@compiled
def marker_home(f: Facts, s: State, log: EventLog) -> None:
    """F-46: once the last reward is carried out completely, the marker scores like a column."""
    track = detail_a(s)
    pop(s)
    s.players[s.seat].tracks[track] = HOME
    points = score_column(f, s, s.seat, Source.MARKERS)
    emit(log, Event.MARKER_HOME, s.seat, track, points, 0)


@compiled
def first_reward_options(legal: Options) -> int:
    """F-44: list the two halves of a double: the player chooses the order."""
    n = offer(legal, 0, REWARD_GREY, True)
    return offer(legal, n, REWARD_COLOURED, True)


@compiled
def play_first_reward(f: Facts, s: State, action: int) -> None:
    """F-44: reward the chosen half now, the other afterwards."""
    colour = detail_a(s)
    grey = f.grey_of[colour]
    pop(s)
    push(s, Frame.REWARD, GREY + colour if action == REWARD_GREY else grey, 0)
    push(s, Frame.REWARD, grey if action == REWARD_GREY else GREY + colour, 0)


@compiled
def premium_options(s: State, legal: Options) -> int:
    """F-46: list the reward reached and the earlier ones of the track."""
    track = detail_a(s)
    n = 0
    for level in range(s.players[s.seat].tracks[track]):
        n = offer(legal, n, PREMIUM + track * TRACK_END + level, True)
    return n


@compiled
def play_premium(f: Facts, s: State, action: int, log: EventLog) -> None:
    """F-46, F-47: give the reward printed on the track."""
    pop(s)
    seat = s.seat
    premium = action - PREMIUM
    goes_home = pending(s) == Frame.MARKER_HOME and detail_a(s) == premium // TRACK_END  # not that of another track
    points = column_points(f, s.players[seat], s.cycles_done) if goes_home else 0
    emit(log, Event.PREMIUM_TAKEN, seat, premium, points, 0)
    if premium == 0:
        gain(s, seat, Resource.TRIBUNE, 1, log)
        push(s, Frame.WORKER, 0, 0)
    elif premium == 1:
        gain(s, seat, Resource.BUILDER, 1, log)
    elif premium == 2:
        push(s, Frame.ENVOY, EAGLE, 0)
    elif premium == 4:
        gain(s, seat, Resource.ASSISTANT, 2, log)
    elif premium == 5:
        gain(s, seat, Resource.TRIBUNE, 2, log)
    elif premium == 6:
        upgrade(f, s, seat, log)
    elif premium == 7:
        push(s, Frame.EXTRA_BUILD, 0, 0)
    elif premium == 8:
        gain(s, seat, Resource.MONEY, 1, log)
    elif premium == 9:
        push(s, Frame.GAIN, area_bonuses(s), 0)
    elif premium == 10:
        push(s, Frame.ENVOY, ANY_COLOUR, 0)  # F-52
    else:
        push(s, Frame.UNCOVER, 0, 0)


@compiled
def area_bonuses(s: State) -> int:
    """F-31: return the number of area bonuses: two different ones instead of one."""
    return 2 if s.players[s.seat].active[Citizens.PATRICIAN_II] == 1 else 1


@compiled
def worker_options(legal: Options) -> int:
    """F-35, F-46: list workers of all colours."""
    n = 0
    for colour in range(COLOURS):
        n = offer(legal, n, WORKER + colour, True)
    return n


@compiled
def play_worker(s: State, action: int, log: EventLog) -> None:
    """F-35, F-46: take a worker from the supply."""
    pop(s)
    gain(s, s.seat, Resource.WORKER + action - WORKER, 1, log)


@compiled
def gain_options(s: State, legal: Options) -> int:
    """F-35, F-53: list the bonuses; a second one must differ from the first (F-31)."""
    n = 0
    for bonus in range(BONUSES):
        n = offer(legal, n, GAIN + bonus, detail_b(s) >> bonus & 1 == 0)
    return n


@compiled
def play_gain(f: Facts, s: State, action: int, log: EventLog) -> None:
    """F-53: give the bonus at once."""
    bonus = action - GAIN
    if detail_a(s) > 1:
        change_detail(s, detail_a(s) - 1, detail_b(s) | 1 << bonus)
    else:
        pop(s)
    if bonus == TRIBUNE:
        gain(s, s.seat, Resource.TRIBUNE, 1, log)
    elif bonus == ASSISTANT:
        gain(s, s.seat, Resource.ASSISTANT, 1, log)
    elif bonus == MONEY:
        gain(s, s.seat, Resource.MONEY, 1, log)
    elif bonus == UPGRADE:
        upgrade(f, s, s.seat, log)
    else:
        score(s.players[s.seat], Source.AREA_BONUSES, f.area_points)
        emit(log, Event.POINTS_GAINED, s.seat, f.area_points, 0, 0)
