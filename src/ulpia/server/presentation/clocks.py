"""The clock of a game as clients are sent it."""

from ulpia.server.clocks.game_clock import GameClock
from ulpia.server.protocol import ClockInfo, SeatClock
from ulpia.server.storage.uptime import Uptime


def clock_info(clock: GameClock | None, uptime: Uptime) -> ClockInfo | None:
    """Return how long the people at a table may still think at this moment; None if they may think for ever."""
    if clock is None:
        return None
    now = uptime.now()
    left = clock.remaining(now)
    return ClockInfo(
        kind=clock.control.kind,
        turn=clock.control.allowance / 1000,
        bank=clock.control.bank / 1000,
        agent=clock.control.agent,
        patience=clock.control.patience,
        seat=clock.seat,
        left=None if left is None else left / 1000,
        is_running=clock.is_running,
        is_paused=clock.is_paused,
        back=clock.back,
        is_standing_in=clock.is_standing_in,
        seats=[
            SeatClock(bank=clock.bank_of(seat, now) / 1000, missed=own.missed, agrees_to_wait=own.agrees_to_wait)
            for seat, own in enumerate(clock.seats)
        ],
    )
