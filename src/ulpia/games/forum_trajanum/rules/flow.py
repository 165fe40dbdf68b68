"""The flow of the game: the step that handles the top frame of the agenda.

`settle` carries out frames without a question, `options` lists the legal actions, `apply` carries out one of them.
engine/templates/loops.py combines the three. Nothing is checked here; `Match` lets only listed actions through.
"""

from ulpia.engine.agenda import (
    change_detail,
    detail_a,
    detail_b,
    pending,
    pop,
)
from ulpia.engine.event_log import EventLog
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.games.forum_trajanum.constants import Frame
from ulpia.games.forum_trajanum.rules.facts import Facts
from ulpia.games.forum_trajanum.rules.setup import (
    ask_newcomers,
    corners_options,
    cranes_options,
    draw_citizen,
    newcomer_options,
    play_corners,
    play_crane,
    play_newcomer,
    seat_after,
    set_up_next,
    shuffle,
)
from ulpia.games.forum_trajanum.rules.state import State
from ulpia.games.forum_trajanum.rules.steps.building import build_options, play_build
from ulpia.games.forum_trajanum.rules.steps.citizens import lay_options, play_lay
from ulpia.games.forum_trajanum.rules.steps.envoys import can_send, envoy_options, play_envoy
from ulpia.games.forum_trajanum.rules.steps.placing import (
    pay_coloured_options,
    pay_grey_options,
    place_options,
    play_pay_coloured,
    play_pay_grey,
    play_place,
)
from ulpia.games.forum_trajanum.rules.steps.rewards import (
    first_reward_options,
    gain_options,
    marker_home,
    play_first_reward,
    play_gain,
    play_premium,
    play_worker,
    premium_options,
    reward,
    worker_options,
)
from ulpia.games.forum_trajanum.rules.steps.rounds import (
    begin_round,
    is_row_asked,
    paying_options,
    play_paying,
    score_cycle,
)
from ulpia.games.forum_trajanum.rules.steps.taking import (
    keep_options,
    pass_on,
    play_keep,
    play_take,
    take_options,
)
from ulpia.games.forum_trajanum.rules.steps.using import (
    begin_turn,
    has_nothing_to_use,
    has_tile_left,
    play_uncover,
    play_use,
    stow,
    uncover_options,
    use_options,
)

MAX_OPTIONS = 130
"""An upper bound: a double has 120 places on an empty colonia."""


@compiled
def settle(f: Facts, s: State, log: EventLog) -> None:
    """Carry out all frames without a question, then pass the decision to the next seat."""
    while True:
        frame = pending(s)
        if frame == Frame.REWARD:
            reward(f, s, log)
        elif frame == Frame.STOW:
            stow(s)
        elif frame == Frame.TURNS:
            next_turn(s, log)
        elif frame == Frame.TAKE and detail_a(s) == s.seats:
            pop(s)
        elif frame == Frame.PASS_ON:
            pass_on(s, log)
        elif frame == Frame.ENVOY and not can_send(s):
            pop(s)
        elif frame == Frame.USE and detail_b(s) == 0 and has_nothing_to_use(s):
            pop(s)
        elif frame == Frame.UNCOVER and not has_tile_left(s.players[s.seat]):
            pop(s)
        elif frame == Frame.MARKER_HOME:
            marker_home(f, s, log)
        elif frame == Frame.BEGIN_ROUND:
            begin_round(s, log)
        elif frame == Frame.PAYING and not is_row_asked(s):
            pop(s)
        elif frame == Frame.SCORE:
            score_cycle(f, s, log)
        elif frame == Frame.SET_UP:
            set_up_next(s, log)
        elif frame == Frame.DRAW_CITIZEN:
            draw_citizen(s, log)
        elif frame == Frame.SHUFFLE:
            shuffle(f, s, log)
        elif frame == Frame.NEWCOMERS:
            ask_newcomers(s)
        else:
            if frame == Frame.TAKE:
                turn_to_taker(s)
            return


@compiled
def turn_to_taker(s: State) -> None:
    """F-03, F-15: ask one seat after another, clockwise from the starting player."""
    seat = seat_after(s, detail_a(s))
    if s.seat != seat:
        s.seat = seat
        s.turns += 1


@compiled
def next_turn(s: State, log: EventLog) -> None:
    """F-16: begin the next turn, clockwise from the starting player."""
    begun = detail_a(s)
    if begun == s.seats:
        pop(s)
        s.rounds_done += 1
    else:
        change_detail(s, begun + 1, 0)
        begin_turn(s, seat_after(s, begun), log)


@compiled
def options(f: Facts, s: State, legal: Options) -> int:
    """List the legal actions of a settled state; return their number, 0 when the game is over."""
    frame = pending(s)
    if frame == Frame.TAKE:
        return take_options(f, s, legal)
    if frame == Frame.KEEP:
        return keep_options(s, legal)
    if frame == Frame.USE:
        return use_options(s, legal)
    if frame in (Frame.BUILD, Frame.EXTRA_BUILD):
        return build_options(f, s, legal)
    if frame == Frame.PLACE:
        return place_options(f, s, legal)
    if frame == Frame.PAY_GREY:
        return pay_grey_options(s, legal)
    if frame == Frame.PAY_COLOURED:
        return pay_coloured_options(s, legal)
    if frame == Frame.ENVOY:
        return envoy_options(s, legal)
    if frame == Frame.FIRST_REWARD:
        return first_reward_options(legal)
    if frame == Frame.PREMIUM:
        return premium_options(s, legal)
    if frame == Frame.LAY:
        return lay_options(s, legal)
    if frame == Frame.GAIN:
        return gain_options(s, legal)
    if frame == Frame.WORKER:
        return worker_options(legal)
    if frame == Frame.UNCOVER:
        return uncover_options(s, legal)
    if frame == Frame.PAYING:
        return paying_options(s, legal)
    if frame == Frame.CRANES:
        return cranes_options(s, legal)
    if frame == Frame.CORNERS:
        return corners_options(s, legal)
    if frame == Frame.NEWCOMER:
        return newcomer_options(s, legal)
    return 0


@compiled
def apply(f: Facts, s: State, action: int, log: EventLog) -> None:
    """Carry out one action that `options` listed."""
    frame = pending(s)
    if frame == Frame.TAKE:
        play_take(s, action, log)
    elif frame == Frame.KEEP:
        play_keep(s, action, log)
    elif frame == Frame.USE:
        play_use(f, s, action, log)
    elif frame in (Frame.BUILD, Frame.EXTRA_BUILD):
        play_build(s, action, log)
    elif frame == Frame.PLACE:
        play_place(f, s, action, log)
    elif frame == Frame.PAY_GREY:
        play_pay_grey(s, action, log)
    elif frame == Frame.PAY_COLOURED:
        play_pay_coloured(s, action, log)
    elif frame == Frame.ENVOY:
        play_envoy(s, action, log)
    elif frame == Frame.FIRST_REWARD:
        play_first_reward(f, s, action)
    elif frame == Frame.PREMIUM:
        play_premium(f, s, action, log)
    elif frame == Frame.LAY:
        play_lay(f, s, action, log)
    elif frame == Frame.GAIN:
        play_gain(f, s, action, log)
    elif frame == Frame.WORKER:
        play_worker(s, action, log)
    elif frame == Frame.UNCOVER:
        play_uncover(f, s, action, log)
    elif frame == Frame.PAYING:
        play_paying(s, action, log)
    elif frame == Frame.CRANES:
        play_crane(s, action, log)
    elif frame == Frame.CORNERS:
        play_corners(s, action, log)
    elif frame == Frame.NEWCOMER:
        play_newcomer(s, action, log)


@compiled
def may_skip(_s: State) -> bool:
    """Play an only option without a question. While tiles are being taken the others cannot notice it (F-15)."""
    return True
