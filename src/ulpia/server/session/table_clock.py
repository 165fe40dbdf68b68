"""`TableClock`: the clock of one table. It says whose time runs, and what happens when it is up.

A table without a time control has none of this. What follows a move is stored with the move; everything else is a
change of its own, which only one server can make. If it could not be stored, it is tried again.
"""

import asyncio
from dataclasses import replace
from typing import Protocol

from ulpia.server.clocks.game_clock import (
    COMPUTER_DECIDES,
    NOBODY,
    Decider,
    GameClock,
    all_agree_to_wait,
)
from ulpia.server.errors import CannotStore, HasEnded, NoTimeControl, Stale
from ulpia.server.history import MatchHistory
from ulpia.server.protocol import NoticeKind
from ulpia.server.storage.clocks import ClockStep
from ulpia.server.storage.invitations import Notice
from ulpia.server.storage.store import PERSON, Head, Store, now
from ulpia.server.storage.uptime import Uptime
from ulpia.server.threads import WorkerThreads


class ClockTable(Protocol):
    """What a clock needs of its table."""

    head: Head
    history: MatchHistory
    lock: asyncio.Lock

    def check_running(self) -> None:
        """Refuse to go on before everybody has come, and after the players ended the game."""

    async def change_clock(self, step: ClockStep) -> None:
        """Store a change of the clock and show it; the lock is held."""


class TableClock:
    """Changes the clock of one table."""

    def __init__(self, table: ClockTable, store: Store, uptime: Uptime, threads: WorkerThreads) -> None:
        self.table, self.store, self.uptime, self.threads = table, store, uptime, threads
        self.is_unsettled = False
        """Whether a change could not be stored."""

    def step_for_move(self, after: MatchHistory, is_persons: bool) -> ClockStep | None:
        """Return how a move changes the clock; None if it does not."""
        clock, before = self.table.head.clock, self.table.history
        if clock is None:
            return None
        uptime = self.uptime.now()
        is_new = after.seat != before.seat or after.moments[-1].turn != before.moments[-1].turn
        moved = clock.after_move(uptime, self._decider(after.seat), is_new, is_persons)
        if moved == clock:
            return None
        notice = None
        if clock.is_paused and not moved.is_paused:
            notice = Notice("time_runs", before.seat or 0, None, now())
        return ClockStep(self.table.head.id, clock, moved, uptime, notice, is_over=after.is_over)

    async def follow(self, taken_back: int | None = None) -> None:
        """Let the clock follow a change of the seats, the beginning or the end of the game; the lock is held."""
        clock = self.table.head.clock
        if clock is None:
            return
        try:
            uptime = self.uptime.now()
            after = clock if taken_back is None else clock.forgiven(taken_back)
            after = after.following(uptime, self._decider(self.table.history.seat))
            is_running = clock.seat is not None or clock.due is not None
            is_over = self.table.head.standing is not None and is_running
            if after != clock:
                await self.table.change_clock(ClockStep(self.table.head.id, clock, after, uptime, is_over=is_over))
        except (CannotStore, Stale):
            self.is_unsettled = True
        else:
            self.is_unsettled = False

    async def look(self) -> None:
        """Do what is due. The table may just have been loaded for that."""
        async with self.table.lock:
            await self.follow()
            await self._follow_holidays()
            clock, uptime = self.table.head.clock, self.uptime.now()
            if clock is None or clock.due is None or clock.due > uptime:
                return
            if clock.is_time_up(uptime):
                await self._let_computer_play(clock, uptime)
            else:
                await self.table.change_clock(ClockStep(self.table.head.id, clock, clock.renewed(uptime), uptime))

    async def _let_computer_play(self, clock: GameClock, uptime: int) -> None:
        after, seat = clock.timed_up(uptime), clock.seat
        assert seat is not None
        is_lost = after.is_patience_over
        if is_lost:
            after = after.following(uptime, COMPUTER_DECIDES)
        notice = Notice("seat_lost" if is_lost else "time_up", seat, clock.control.agent, now())
        lost = seat if is_lost else None
        await self.table.change_clock(ClockStep(self.table.head.id, clock, after, uptime, notice, lost))

    async def _follow_holidays(self) -> None:
        """Let the time of a player stand still who has gone on holiday, and run when they are back."""
        clock = self.table.head.clock
        if clock is None or clock.seat is None or clock.is_standing_in or clock.control.kind != "days":
            return
        game, seat, wall = self.table.head.id, clock.seat, self.uptime.source.wall()
        back = await self.threads.run(lambda: self.store.holidays.back(game, seat, wall))
        if back == clock.back:
            return
        uptime = self.uptime.now()
        notice = None
        if (back is None) != (clock.back is None):
            notice = Notice("holiday_over" if back is None else "on_holiday", seat, None, now())
        await self.table.change_clock(ClockStep(game, clock, clock.on_holiday(uptime, back), uptime, notice))

    async def agree_to_wait(self, seat: int, is_fine: bool) -> None:
        """Store whether a player agrees to wait. Time stands still when all do, until one would rather go on."""
        async with self.table.lock:
            head = self.table.head
            clock = head.clock
            if clock is None:
                raise NoTimeControl()
            self.table.check_running()
            if self.table.history.is_over:
                raise HasEnded()
            if clock.seats[seat].agrees_to_wait == is_fine and (is_fine or not clock.is_paused):
                return
            uptime, after = self.uptime.now(), clock.agreed(seat, is_fine)
            kind: NoticeKind = "wants_to_wait" if is_fine else "wants_no_waiting"
            players = [one.seat for one in head.seats if one.has_player]
            if is_fine and all_agree_to_wait(after, players):
                after, kind = after.paused(uptime), "waits"
            elif clock.is_paused:
                after, kind = after.resumed(uptime), "time_runs"
            await self.table.change_clock(ClockStep(head.id, clock, after, uptime, Notice(kind, seat, None, now())))

    def _decider(self, seat: int | None) -> Decider:
        """Return who decides when it is the turn of a seat."""
        head = self.table.head
        if seat is None or head.is_waiting:
            return NOBODY
        if head.seats[seat].kind == PERSON:
            return Decider(seat, True)
        return COMPUTER_DECIDES if any(one.kind == PERSON for one in head.seats) else NOBODY


def with_step(head: Head, step: ClockStep) -> Head:
    """Return the head of a game after a change of its clock."""
    head = replace(head, clock=step.clock)
    if step.lost is None:
        return head
    seats = list(head.seats)
    seats[step.lost] = replace(seats[step.lost], kind="computer", agent=step.clock.control.agent)
    return replace(head, seats=tuple(seats))
