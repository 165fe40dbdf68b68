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
    push,
)
from ulpia.engine.event_log import EventLog, emit
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Options
from ulpia.engine.options import offer
from ulpia.games.trajan.actions import (
    CHOOSE_TILE,
    DRAW_TWO,
    HIRE,
    OCCUPY,
    PASS,
    RECRUIT,
    SHIP_EQUAL,
)
from ulpia.games.trajan.constants import Act, Frame
from ulpia.games.trajan.events import Event
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.setup import (
    arrange_options,
    choose_tiles_options,
    is_setting_up,
    play_arrange,
    play_choose_tiles,
    play_take_cards,
    reveal,
    seat_after,
    take_cards_options,
)
from ulpia.games.trajan.rules.state import State
from ulpia.games.trajan.rules.steps.construction import construction_options, play_build, play_hire
from ulpia.games.trajan.rules.steps.extra import extra_options, has_extra_tile, play_extra
from ulpia.games.trajan.rules.steps.forum import forum_options, play_take_tile
from ulpia.games.trajan.rules.steps.fulfil import (
    fulfil_options,
    play_fulfil,
    play_plus_two,
    plus_two_options,
)
from ulpia.games.trajan.rules.steps.military import (
    military_options,
    play_march,
    play_occupy,
    play_recruit,
)
from ulpia.games.trajan.rules.steps.quarter import (
    close_quarter,
    consul_options,
    end_round,
    end_turn,
    play_consul,
)
from ulpia.games.trajan.rules.steps.seaport import (
    discard_options,
    display_options,
    play_discard,
    play_display,
    play_draw_two,
    play_first_display,
    play_take_card,
    seaport_options,
)
from ulpia.games.trajan.rules.steps.senate import play_advance, senate_options
from ulpia.games.trajan.rules.steps.ship import (
    load_options,
    play_load,
    play_ship,
    ship_options,
)
from ulpia.games.trajan.rules.steps.sow import (
    lay_options,
    play_lay,
    play_sow,
    sow_options,
)
from ulpia.games.trajan.rules.steps.trajan import play_choose_tile, trajan_options

MAX_OPTIONS = 70
"""An upper bound: a seaport with all goods in pairs and two wilds has 67 options."""


@compiled
def settle(f: Facts, s: State, log: EventLog) -> None:
    """Carry out all frames without a question, then pass the decision to the next seat."""
    while True:
        frame = pending(s)
        if frame == Frame.END_OF_TURN:
            end_turn(s)
        elif frame == Frame.END_OF_ROUND:
            end_round(f, s, log)
        elif frame == Frame.CLOSE_QUARTER:
            close_quarter(f, s, log)
        elif frame == Frame.REVEAL:
            reveal(s, log)
        elif frame == Frame.EXTRA and not has_extra_tile(s):
            pop(s)
        elif frame == Frame.TURN and detail_b(s) == 0:
            s.seat = detail_a(s)
            s.active = s.seat
            s.turns += 1
            change_detail(s, s.seat, 1)
        else:
            if is_setting_up(s):
                s.seat = seat_after(s, detail_a(s))
            return


@compiled
def perform_options(f: Facts, s: State, legal: Options) -> int:
    """T-16: list everything the pending action allows; it may also be declined."""
    action = detail_a(s)
    n = 0
    if action == Act.SEAPORT:
        n = ship_options(s, legal, seaport_options(s, legal, n))
    elif action == Act.FORUM:
        n = forum_options(s, legal, n)
    elif action == Act.MILITARY:
        n = military_options(f, s, legal, n)
    elif action == Act.SENATE:
        n = senate_options(s, legal, n)
    elif action == Act.TRAJAN:
        n = trajan_options(s, legal, n)
    else:
        n = construction_options(s, legal, n)
    return offer(legal, n, PASS, True)


@compiled
def play_perform(f: Facts, s: State, action: int, log: EventLog) -> None:
    """T-16, T-80: perform the action. A second performance waits beneath what the first one leads to."""
    act = detail_a(s)
    more = detail_b(s)
    pop(s)
    if action == PASS:
        emit(log, Event.PASSED, s.seat, act, 0, 0)
        return  # T-80: declining the first of two declines both
    s.performed[act] = 1
    if more > 0:
        push(s, Frame.PERFORM, act, more - 1)
    if act == Act.SEAPORT:
        if action == DRAW_TWO:
            play_draw_two(s, log)
        elif action < CHOOSE_TILE:
            play_take_card(s, action, log)
        elif action < SHIP_EQUAL:
            play_first_display(s, action, log)
        else:
            play_ship(f, s, action, log)
    elif act == Act.FORUM:
        play_take_tile(s, action, log)
    elif act == Act.MILITARY:
        if action == RECRUIT:
            play_recruit(s, log)
        elif action == OCCUPY:
            play_occupy(f, s, log)
        else:
            play_march(s, action, log)
    elif act == Act.SENATE:
        play_advance(f, s, log)
    elif act == Act.TRAJAN:
        play_choose_tile(s, action, log)
    elif action == HIRE:
        play_hire(s, log)
    else:
        play_build(f, s, action, log)


@compiled
def options(f: Facts, s: State, legal: Options) -> int:
    """List the legal actions of a settled state; return their number, 0 when the game is over."""
    frame = pending(s)
    if frame == Frame.PERFORM:
        return perform_options(f, s, legal)
    if frame == Frame.TURN:
        return sow_options(s, legal)
    if frame == Frame.LAY:
        return lay_options(s, legal)
    if frame == Frame.EXTRA:
        return extra_options(s, legal)
    if frame == Frame.FULFIL:
        return fulfil_options(f, s, legal)
    if frame == Frame.PLACE_PLUS_TWO:
        return plus_two_options(s, legal)
    if frame == Frame.DISCARD:
        return discard_options(s, legal)
    if frame == Frame.DISPLAY:
        return display_options(s, legal)
    if frame == Frame.LOAD:
        return load_options(s, legal)
    if frame == Frame.CONSUL:
        return consul_options(s, legal)
    if frame == Frame.ARRANGE:
        return arrange_options(s, legal)
    if frame == Frame.TAKE_CARDS:
        return take_cards_options(s, legal)
    if frame == Frame.CHOOSE_TILES:
        return choose_tiles_options(s, legal)
    return 0


@compiled
def apply(f: Facts, s: State, action: int, log: EventLog) -> None:
    """Carry out one action that `options` listed."""
    frame = pending(s)
    if frame == Frame.PERFORM:
        play_perform(f, s, action, log)
    elif frame == Frame.TURN:
        play_sow(f, s, action, log)
    elif frame == Frame.LAY:
        play_lay(f, s, action, log)
    elif frame == Frame.EXTRA:
        play_extra(s, action, log)
    elif frame == Frame.FULFIL:
        play_fulfil(f, s, action, log)
    elif frame == Frame.PLACE_PLUS_TWO:
        play_plus_two(s, action, log)
    elif frame == Frame.DISCARD:
        play_discard(s, action, log)
    elif frame == Frame.DISPLAY:
        play_display(s, action, log)
    elif frame == Frame.LOAD:
        play_load(f, s, action, log)
    elif frame == Frame.CONSUL:
        play_consul(f, s, action, log)
    elif frame == Frame.ARRANGE:
        play_arrange(f, s, action, log)
    elif frame == Frame.TAKE_CARDS:
        play_take_cards(s, action, log)
    elif frame == Frame.CHOOSE_TILES:
        play_choose_tiles(s, action, log)


@compiled
def may_skip(s: State) -> bool:
    """Tell whether an only option is played without a question. T-111: not where that would reveal hidden cards."""
    return pending(s) != Frame.LOAD
